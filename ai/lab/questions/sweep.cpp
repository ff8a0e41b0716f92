// The question "which parameter matters?".
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "ai/lab/game_values.h"
#include "ai/lab/questions/question.h"
#include "ai/lab/questions/reading.h"
#include "ai/lab/statistics/best_of.h"
#include "ai/lab/statistics/designs.h"
#include "ai/lab/statistics/effects.h"
#include "ai/lab/statistics/multiplicity.h"
#include "engine/core/error.h"

namespace niemen::lab {

namespace {

/// Of all intervals of one kind together.
constexpr double kLevel = 0.95;

enum class Design { Full, OneAtATime, LatinHypercube };

struct SweepSettings : QuestionSettings {
  Design design = Design::Full;
  std::uint64_t combinations = 0;  ///< of a Latin hypercube
  bool interactions = false;
};

const SweepSettings& sweep_of(const Experiment& experiment) {
  return experiment.settings_as<SweepSettings>();
}

/// Where a level lies between the factor's lowest (0) and highest (1): by its value where all are
/// numbers, else by its place in the list.
double position_of(const Factor& factor, const std::string& level) {
  const auto number = [](const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    return end == text.c_str() || *end != '\0' ? std::nan("") : value;
  };
  if (factor.is_range()) return (number(level) - factor.low) / (factor.high - factor.low);
  double low = INFINITY, high = -INFINITY, place = 0;
  bool numbers = true;
  for (std::size_t i = 0; i < factor.values.size(); ++i) {
    const double value = number(factor.values[i]);
    numbers = numbers && std::isfinite(value);
    low = std::min(low, value);
    high = std::max(high, value);
    if (factor.values[i] == level) place = static_cast<double>(i);
  }
  if (numbers && high > low) return (number(level) - low) / (high - low);
  const auto last = static_cast<double>(factor.values.size()) - 1;
  return last > 0 ? place / last : 0.5;
}

bool is_number(const std::string& text) {
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  return end != text.c_str() && *end == '\0';
}

/// Whether the values of a factor have an order: a range, numbers, or only two of them. Others
/// (names of agents, say) have means, but no effect from lowest to highest.
bool ordered(const Factor& factor) {
  return factor.values.size() <= 2 ||
         std::all_of(factor.values.begin(), factor.values.end(), is_number);
}

std::vector<double> setting_of(const std::vector<Factor>& factors, const Cell& cell) {
  std::vector<double> setting;
  for (std::size_t i = 0; i < factors.size(); ++i)
    if (ordered(factors[i])) setting.push_back(position_of(factors[i], cell.levels[i].second));
  return setting;
}

template <class F>
std::vector<SweepPoint> sweep_points(const ExperimentSource& source, const RecordedRun& run,
                                     std::uint64_t counted, F&& figure) {
  const auto& factors = source.experiment().factors;
  std::vector<SweepPoint> points;
  for (const auto& summary : run.summaries()) {
    if (summary.id >= counted || summary.status == CampaignStatus::Error) continue;
    const double value = figure(summary);
    if (!std::isfinite(value)) continue;
    points.push_back({setting_of(factors, source.cells()[summary.cell]), value, summary.block});
  }
  return points;
}

std::vector<std::string> ordered_names(const std::vector<Factor>& factors) {
  std::vector<std::string> names;
  for (const auto& factor : factors)
    if (ordered(factor)) names.push_back(factor.key);
  return names;
}

/// How many effects so many factors have, those of pairs among them if asked for.
std::size_t effects_of(std::size_t factors, bool interactions) {
  return factors + (interactions ? factors * (factors - 1) / 2 : 0);
}

template <class F>
std::vector<Effect> add_effects(Answer& answer, const ExperimentSource& source,
                                const RecordedRun& run, std::uint64_t counted, const char* metric,
                                ResponseKind kind, F&& figure) {
  const auto points = sweep_points(source, run, counted, figure);
  const auto names = ordered_names(source.experiment().factors);
  if (points.empty() || names.empty()) return {};
  const bool interactions = sweep_of(source.experiment()).interactions;
  auto effects = ranked_effects(points, names, kind, interactions,
                                level_of_each(kLevel, effects_of(names.size(), interactions)));
  // No share changes by more than all of it, whatever a straight line says.
  if (kind == ResponseKind::Share)
    for (auto& effect : effects)
      for (auto* figure :
           {&effect.change.value, &effect.change.interval.low, &effect.change.interval.high})
        *figure = std::clamp(*figure, -1.0, 1.0);
  for (const auto& effect : effects)
    answer.findings.push_back({"sweep", effect.name, std::string("effect_on_") + metric,
                               effect.change, "least squares, blocks, all at once",
                               fmt::format("share of variance {:.4f}", effect.share_of_variance),
                               effect.change.interval.contains(0) ? "open" : "shown"});
  return effects;
}

/// "rules.supply_range from 3 to 7", in the direction that position_of() counts; an interaction as
/// it is named.
std::string range_words(const Experiment& experiment, const std::string& name) {
  for (const auto& factor : experiment.factors) {
    if (factor.key != name) continue;
    const auto called = name + row_words(game_values(experiment.request), name);
    if (factor.is_range()) return fmt::format("{} from {} to {}", called, factor.low, factor.high);
    const auto position = [&](const std::string& a, const std::string& b) {
      return position_of(factor, a) < position_of(factor, b);
    };
    const auto [low, high] =
        std::minmax_element(factor.values.begin(), factor.values.end(), position);
    return fmt::format("{} from {} to {}", called, *low, *high);
  }
  return name;
}

/// The value of a factor with the highest score: what it is worth although it was chosen by it.
void add_best(Answer& answer, const std::string& factor, const std::string& side,
              const std::vector<std::string>& names,
              const std::vector<std::vector<Observation>>& choices) {
  const auto& name = names[best_choice(choices)];
  const auto share = best_of(choices, true);
  answer.findings.push_back({"levels", factor + "=" + name, "win_share_a_of_best", share,
                             "hybrid, for the best of several",
                             fmt::format("best of {}", choices.size()), ""});
  answer.sentences.push_back(fmt::format(
      "Best of {} values of {} for the {} side: {}, at {} once it is allowed for that it "
      "was chosen by its own score.",
      choices.size(), factor, side, name, share_text(share)));
}

/// The score at each value of a factor that is a list, over all values of the others.
void add_levels(Answer& answer, const ExperimentSource& source, const RecordedRun& run,
                std::uint64_t counted) {
  const auto& experiment = source.experiment();
  for (std::size_t f = 0; f < experiment.factors.size(); ++f) {
    const auto& factor = experiment.factors[f];
    const double level = level_of_each(kLevel, factor.values.size());
    std::string words;
    std::vector<std::vector<Observation>> choices;
    std::vector<std::string> names;
    for (const auto& value : factor.values) {
      std::vector<Observation> scores;
      for (const auto& summary : run.summaries())
        if (summary.id < counted && summary.status != CampaignStatus::Error &&
            source.cells()[summary.cell].levels[f].second == value)
          scores.push_back({summary.score_a(), summary.block});
      if (scores.empty()) continue;
      const auto share = share_estimate(scores, level);
      answer.findings.push_back({"levels", factor.key + "=" + value, "win_share_a", share,
                                 "jeffreys, all at once", "over the other factors", ""});
      words += fmt::format("\n  {}: {}", value, share_text(share));
      choices.push_back(std::move(scores));
      names.push_back(value);
    }
    const auto side = side_titles(source)[0];
    if (!ordered(factor))
      answer.sentences.push_back(fmt::format("Score of the {} side by {} ({}):{}", side, factor.key,
                                             together_words(factor.values.size()), words));
    // Two values have their difference; of more, one is looked for.
    if (choices.size() > 2) add_best(answer, factor.key, side, names, choices);
  }
}

/// One at a time: every setting against the first, paired by dice, and what the pairing saved.
void add_differences(Answer& answer, const ExperimentSource& source, const RecordedRun& run,
                     std::uint64_t counted) {
  const auto margins = [&](std::uint32_t cell) {
    std::vector<Observation> values;
    for (const auto& summary : run.summaries())
      if (summary.id < counted && summary.cell == cell && summary.was_played())
        values.push_back({summary.margin, summary.block});
    return values;
  };
  const auto base_scores = scores_of(run, counted, 0), base_margins = margins(0);
  const auto& base = source.cells()[0].levels;
  // Score and margin of every setting but the first are told.
  const std::size_t looked_at = 2 * (source.cells().size() - 1);
  const double level = level_of_each(kLevel, looked_at);
  std::string words;
  for (std::uint32_t cell = 1; cell < source.cells().size(); ++cell) {
    const auto& levels = source.cells()[cell].levels;
    std::string name;
    for (std::size_t f = 0; f < levels.size(); ++f)
      if (levels[f] != base[f]) name += levels[f].first + "=" + levels[f].second;
    const auto add = [&](const char* metric, const Estimate& change, double correlation) {
      answer.findings.push_back({"differences", name, metric, change, "paired by dice, all at once",
                                 fmt::format("correlation {:.4f}", correlation),
                                 change.interval.contains(0) ? "open" : "shown"});
    };
    const auto scores = scores_of(run, counted, cell);
    if (scores.empty() || base_scores.empty()) continue;
    const auto share = paired_share_difference(base_scores, scores, level);
    add("change_of_win_share_a", share, block_correlation(base_scores, scores));
    const auto values = margins(cell);
    if (values.empty() || base_margins.empty()) continue;
    const auto change = paired_difference(base_margins, values, level);
    const double correlation = block_correlation(base_margins, values);
    const double ratio = change.std_error / independent_difference(base_margins, values).std_error;
    add("change_of_margin", change, correlation);
    words += fmt::format("\n  {}: {} of score, margin {}", name, points_text(share),
                         change_text(change));
    if (std::isfinite(ratio))
      words += fmt::format(", correlation {:.2f}, {:.0f} % saved", correlation,
                           100 * (1 - ratio * ratio));
  }
  if (!words.empty())
    answer.sentences.push_back(
        fmt::format("Each setting against the first one, on the same dice (correlation of the "
                    "margins, and the campaigns that common dice saved; {}):",
                    together_words(looked_at)) +
        words);
}

/// Throws InputError when the settings do not tell the factors apart.
void make_ready(ExperimentSource& source, const CellFactory&) {
  const auto& experiment = source.experiment();
  const auto& cells = experiment.cells;
  // Campaigns go round the combinations; a second round shows all that more of them could.
  const auto played = std::min<std::size_t>(experiment.campaigns, 2 * cells.size());
  std::vector<SweepPoint> points;
  for (std::size_t i = 0; i < played; ++i)
    points.push_back({setting_of(experiment.factors, cells[i % cells.size()]), 0, 0});
  const auto names = ordered_names(experiment.factors);
  const bool interactions = sweep_of(experiment).interactions;
  if (!tells_apart(points, names, interactions))
    throw core::InputError(fmt::format(
        "sweep: {} campaigns over {} combinations do not tell the factors{} apart; give every "
        "factor at least two values, or more settings, or play more campaigns",
        experiment.campaigns, cells.size(), interactions ? " and their interactions" : ""));
}

Answer answer(const ExperimentSource& source, const RecordedRun& run, std::uint64_t counted) {
  Answer answer;
  const auto effects = add_effects(answer, source, run, counted, "win_share_a", ResponseKind::Share,
                                   [](const auto& s) { return s.score_a(); });
  const auto add = [&](const char* metric, auto&& figure) {
    add_effects(answer, source, run, counted, metric, ResponseKind::Figure, figure);
  };
  add("margin", [](const auto& s) { return s.was_played() ? s.margin : std::nan(""); });
  add("turns", [](const auto& s) { return s.was_played() ? s.turns : std::nan(""); });
  add("losses_a", [](const auto& s) { return s.a_losses; });
  add("losses_b", [](const auto& s) { return s.b_losses; });
  const auto side = side_titles(source)[0];
  std::string words;
  for (const auto& effect : effects) {
    const auto& interval = effect.change.interval;
    words += fmt::format("\n  {} {}{}", points_text(effect.change),
                         range_words(source.experiment(), effect.name),
                         interval.contains(0) ? ", not shown to differ from 0" : "");
  }
  if (!words.empty())
    answer.sentences.push_back(fmt::format(
        "What moves the score of the {} side (straight lines fitted to all settings{}{}):{}", side,
        effects.size() > 1 ? "; " : "", together_words(effects.size()), words));
  add_levels(answer, source, run, counted);
  if (sweep_of(source.experiment()).design == Design::OneAtATime)
    add_differences(answer, source, run, counted);
  for (std::uint32_t cell = 0; cell < source.cells().size(); ++cell)
    add_cell_findings(answer, source, run, counted, cell, "cells", source.cells().size());
  return answer;
}

constexpr FlagKey kInteractions{"interactions", false, "also the effects of pairs"};

void read_design(core::ConfigTable table, Experiment& experiment) {
  constexpr std::string_view kDesigns[] = {"full", "one_at_a_time", "latin_hypercube"};
  read_factors(table, "sweep", false, experiment);
  SweepSettings sweep;
  sweep.design = static_cast<Design>(table.choice("design", kDesigns));
  sweep.interactions = read(table, kInteractions);
  if (sweep.design == Design::LatinHypercube) {
    sweep.combinations = static_cast<std::uint64_t>(table.integer("settings", 2, 100'000));
  } else {
    for (const auto& factor : experiment.factors)
      if (factor.is_range())
        table.fail("factors",
                   "\"" + factor.key + "\" has a range; list its \"values\" for this design");
  }
  table.finish();
  experiment.settings = std::make_shared<const SweepSettings>(sweep);
}

void make_cells(Experiment& experiment) {
  const auto& factors = experiment.factors;
  const auto& sweep = sweep_of(experiment);
  std::vector<std::vector<std::string>> settings;
  if (sweep.design == Design::LatinHypercube) {
    const auto points = latin_hypercube(static_cast<int>(sweep.combinations),
                                        static_cast<int>(factors.size()), experiment.seed);
    for (const auto& point : points) {
      auto& setting = settings.emplace_back();
      for (std::size_t i = 0; i < factors.size(); ++i) {
        const auto count = static_cast<double>(factors[i].values.size());
        setting.push_back(factors[i].is_range()
                              ? range_value(factors[i], point[i])
                              : factors[i].values[static_cast<std::size_t>(point[i] * count)]);
      }
    }
  } else {
    std::vector<int> levels;
    for (const auto& factor : factors) levels.push_back(static_cast<int>(factor.values.size()));
    const auto choices = sweep.design == Design::Full
                             ? full_factorial(levels)
                             : one_at_a_time(levels, LevelChoice(levels.size(), 0));
    for (const auto& choice : choices) {
      auto& setting = settings.emplace_back();
      for (std::size_t i = 0; i < factors.size(); ++i)
        setting.push_back(factors[i].values[static_cast<std::size_t>(choice[i])]);
    }
  }
  for (const auto& setting : settings) {
    auto cell = base_cell(experiment);
    cell.id = fmt::format("c{:03}", experiment.cells.size() + 1);
    for (std::size_t i = 0; i < factors.size(); ++i) set_factor(cell, factors[i].key, setting[i]);
    experiment.cells.push_back(std::move(cell));
  }
}

void read_file(core::ConfigTable& file, Experiment& experiment) {
  read_campaigns(file, experiment);
  read_game(file, experiment);
  read_agents(file, experiment);
  read_band(file, experiment);
  read_design(file.table("sweep"), experiment);
  make_cells(experiment);
}

std::vector<core::ParameterDescription> parameters() {
  const std::string factor_key = kFactorText;
  return {
      {"sweep.design", "choice", "", "full, one_at_a_time, latin_hypercube",
       "which combinations are played"},
      {"sweep.settings", "integer", "", "2 to 100000", "combinations of a latin_hypercube"},
      describe("sweep", kInteractions),
      {"sweep.factors.key", "text", "", factor_key, "what is varied"},
      {"sweep.factors.values", "list", "none", "values of the key", "its levels"},
      {"sweep.factors.low", "real", "none", "-1e12 to 1e12", "or a range: its lower end"},
      {"sweep.factors.high", "real", "none", "above low", "its upper end"},
      {"sweep.factors.step", "real", "0", "0 to 1e12", "its step; 0: any value"},
  };
}

void resolve(const Experiment& experiment, nlohmann::ordered_json& root) {
  root["interactions"] = sweep_of(experiment).interactions;
}

}  // namespace

namespace questions {

const Question& sweep() {
  static const Question kRow{.name = "sweep",
                             .read = read_file,
                             .parameters = parameters,
                             .resolve = resolve,
                             .make_ready = make_ready,
                             .answer = answer};
  return kRow;
}

}  // namespace questions

}  // namespace niemen::lab
