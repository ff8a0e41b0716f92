// The questions "which parameter matters?", "what value makes it even?" and "does strength
// matter?".
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <map>

#include "ai/lab/findings.h"
#include "ai/lab/stages.h"
#include "ai/lab/statistics/effects.h"
#include "ai/lab/statistics/root_finding.h"
#include "ai/lab/statistics/sequential.h"
#include "engine/core/error.h"

namespace niemen::lab {

namespace {

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

template <class F>
std::vector<Effect> add_effects(Answer& answer, const ExperimentSource& source,
                                const RecordedRun& run, std::uint64_t counted, const char* metric,
                                ResponseKind kind, F&& figure) {
  const auto points = sweep_points(source, run, counted, figure);
  const auto names = ordered_names(source.experiment().factors);
  if (points.empty() || names.empty()) return {};
  const auto effects = ranked_effects(points, names, kind, source.experiment().interactions);
  for (const auto& effect : effects)
    answer.findings.push_back({"sweep", effect.name, std::string("effect_on_") + metric,
                               effect.change, "least squares, blocks",
                               fmt::format("share of variance {:.4f}", effect.share_of_variance),
                               effect.change.interval.contains(0) ? "open" : "shown"});
  return effects;
}

/// "rules.supply_range from 3 to 7", in the direction that position_of() counts; an interaction as
/// it is named.
std::string range_words(const Experiment& experiment, const std::string& name) {
  for (const auto& factor : experiment.factors) {
    if (factor.key != name) continue;
    if (factor.is_range()) return fmt::format("{} from {} to {}", name, factor.low, factor.high);
    const auto position = [&](const std::string& a, const std::string& b) {
      return position_of(factor, a) < position_of(factor, b);
    };
    const auto [low, high] =
        std::minmax_element(factor.values.begin(), factor.values.end(), position);
    return fmt::format("{} from {} to {}", name, *low, *high);
  }
  return name;
}

/// The score at each value of a factor that is a list, over all values of the others.
void add_levels(Answer& answer, const ExperimentSource& source, const RecordedRun& run,
                std::uint64_t counted) {
  const auto& experiment = source.experiment();
  for (std::size_t f = 0; f < experiment.factors.size(); ++f) {
    const auto& factor = experiment.factors[f];
    std::string words;
    for (const auto& value : factor.values) {
      std::vector<Observation> scores;
      for (const auto& summary : run.summaries())
        if (summary.id < counted && summary.status != CampaignStatus::Error &&
            source.cells()[summary.cell].levels[f].second == value)
          scores.push_back({summary.score_a(), summary.block});
      if (scores.empty()) continue;
      const auto share = share_estimate(scores);
      answer.findings.push_back({"levels", factor.key + "=" + value, "win_share_a", share,
                                 "jeffreys", "over the other factors", ""});
      words += fmt::format("\n  {}: {}", value, share_text(share));
    }
    if (!ordered(factor))
      answer.sentences.push_back(fmt::format("Score of the {} side by {}:{}",
                                             source.prepared(0).info().side_names[0], factor.key,
                                             words));
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
  std::string words;
  for (std::uint32_t cell = 1; cell < source.cells().size(); ++cell) {
    const auto& levels = source.cells()[cell].levels;
    std::string name;
    for (std::size_t f = 0; f < levels.size(); ++f)
      if (levels[f] != base[f]) name += levels[f].first + "=" + levels[f].second;
    const auto add = [&](const char* metric, const Estimate& change, double correlation) {
      answer.findings.push_back({"differences", name, metric, change, "paired by dice",
                                 fmt::format("correlation {:.4f}", correlation),
                                 change.interval.contains(0) ? "open" : "shown"});
    };
    const auto scores = scores_of(run, counted, cell);
    if (scores.empty() || base_scores.empty()) continue;
    const auto share = paired_share_difference(base_scores, scores);
    add("change_of_win_share_a", share, block_correlation(base_scores, scores));
    const auto values = margins(cell);
    if (values.empty() || base_margins.empty()) continue;
    const auto change = paired_difference(base_margins, values);
    const double correlation = block_correlation(base_margins, values);
    const double ratio = change.std_error / independent_difference(base_margins, values).std_error;
    add("change_of_margin", change, correlation);
    words += fmt::format("\n  {}: {:+.1f} points of score ({:+.1f} to {:+.1f}), margin {}", name,
                         100 * share.value, 100 * share.interval.low, 100 * share.interval.high,
                         change_text(change));
    if (std::isfinite(ratio))
      words += fmt::format(", correlation {:.2f}, {:.0f} % saved", correlation,
                           100 * (1 - ratio * ratio));
  }
  if (!words.empty())
    answer.sentences.push_back(
        "Each setting against the first one, on the same dice (correlation of the margins, and the "
        "campaigns that common dice saved):" +
        words);
}

}  // namespace

void check_sweep(const Experiment& experiment) {
  const auto& cells = experiment.cells;
  // Campaigns go round the combinations; a second round shows all that more of them could.
  const auto played = std::min<std::size_t>(experiment.campaigns, 2 * cells.size());
  std::vector<SweepPoint> points;
  for (std::size_t i = 0; i < played; ++i)
    points.push_back({setting_of(experiment.factors, cells[i % cells.size()]), 0, 0});
  const auto names = ordered_names(experiment.factors);
  if (!tells_apart(points, names, experiment.interactions))
    throw core::InputError(fmt::format(
        "sweep: {} campaigns over {} combinations do not tell the factors{} apart; give every "
        "factor at least two values, or more settings, or play more campaigns",
        experiment.campaigns, cells.size(),
        experiment.interactions ? " and their interactions" : ""));
}

Answer answer_sweep(const ExperimentSource& source, const RecordedRun& run, std::uint64_t counted) {
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
  const auto& side = source.prepared(0).info().side_names[0];
  std::string words;
  for (const auto& effect : effects) {
    const auto& interval = effect.change.interval;
    words += fmt::format("\n  {:+.1f} points ({:+.1f} to {:+.1f}) {}{}", 100 * effect.change.value,
                         100 * interval.low, 100 * interval.high,
                         range_words(source.experiment(), effect.name),
                         interval.contains(0) ? ", not shown to differ from 0" : "");
  }
  if (!words.empty())
    answer.sentences.push_back(fmt::format(
        "What moves the score of the {} side (straight lines fitted to all settings):{}", side,
        words));
  add_levels(answer, source, run, counted);
  if (source.experiment().design == Design::OneAtATime)
    add_differences(answer, source, run, counted);
  for (std::uint32_t cell = 0; cell < source.cells().size(); ++cell)
    add_cell_findings(answer, source, run, counted, cell, "cells");
  return answer;
}

namespace {

/// "The French side scores 50 %": what a tuning looks for.
std::string target_words(const ExperimentSource& source) {
  const auto& tune = source.experiment().tune;
  const auto& side = source.prepared(0).info().side_names[0];
  switch (tune.metric) {
    case TargetMetric::WinShare:
      return fmt::format("The {} side scores {:g} %", side, 100 * tune.target);
    case TargetMetric::MeanMargin:
      return fmt::format("The mean margin of the {} side is {:g}", side, tune.target);
    case TargetMetric::LevelShare: break;
  }
  return fmt::format("The level \"{}\" has {:g} % of the campaigns", tune.level, 100 * tune.target);
}

std::string lower_first(std::string text) {
  text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

/// The combination in which these agents of the ladder play the sides.
std::uint32_t skill_cell(const ExperimentSource& source, std::size_t a, std::size_t b) {
  const auto& ladder = source.experiment().ladder;
  const auto& cells = source.cells();
  std::uint32_t cell = 0;
  while (cells[cell].levels[0].second != ladder[a].words() ||
         cells[cell].levels[1].second != ladder[b].words())
    ++cell;
  return cell;
}

/// "+120 Elo (+80 to +165)"; where one side won all, what is shown of it.
std::string elo_text(const Estimate& elo) {
  const auto& [low, high] = elo.interval;
  if (std::isfinite(low) && std::isfinite(high))
    return fmt::format("{:+.0f} Elo ({:+.0f} to {:+.0f})", elo.value, low, high);
  if (std::isfinite(low)) return fmt::format("at least {:+.0f} Elo, without an upper bound", low);
  if (std::isfinite(high)) return fmt::format("at most {:+.0f} Elo, without a lower bound", high);
  return "no bound in Elo";
}

/// How much each agent of the ladder is better than the one below, over both seats.
void add_steps(Answer& answer, const ExperimentSource& source, const RecordedRun& run,
               std::uint64_t counted) {
  const auto& ladder = source.experiment().ladder;
  std::string words;
  for (std::size_t upper = 1; upper < ladder.size(); ++upper) {
    auto scores = scores_of(run, counted, skill_cell(source, upper, upper - 1));
    for (auto other : scores_of(run, counted, skill_cell(source, upper - 1, upper)))
      scores.push_back({1 - other.value, other.block});
    if (scores.empty()) continue;
    const auto share = share_estimate(scores);
    const auto name = ladder[upper].words() + " against " + ladder[upper - 1].words();
    answer.findings.push_back({"steps", name, "score", share, "jeffreys", "both seats", ""});
    auto elo = share;
    elo.value = elo_of_score(share.value);
    elo.interval = {elo_of_score(share.interval.low), elo_of_score(share.interval.high)};
    elo.std_error = std::nan("");
    answer.findings.push_back({"steps", name, "elo", elo, "from the score", "both seats", ""});
    words += fmt::format("\n  {}: {}, {}", name, share_text(share), elo_text(elo));
  }
  if (!words.empty()) answer.sentences.push_back("Neighbours, over both seats:" + words);
}

}  // namespace

namespace {

/// The response over the values played, as it was seen and as the monotone fit has it.
void add_curve(Answer& answer, const Factor& factor, const RootAnswer& root) {
  for (const auto& point : root.curve) {
    Estimate fitted;
    fitted.value = point.fitted;
    fitted.std_error = fitted.interval.low = fitted.interval.high = std::nan("");
    fitted.n = fitted.blocks = point.n;
    answer.findings.push_back({"response", factor.key, "fitted", fitted, "monotone least squares",
                               fmt::format("{}", point.x), ""});
    fitted.value = point.seen;
    answer.findings.push_back(
        {"response", factor.key, "seen", fitted, "mean", fmt::format("{}", point.x), ""});
  }
}

/// The value of the factor's grid that lies nearest to the root.
double nearest_step(const Factor& factor, double root) {
  const double steps = std::round((root - factor.low) / factor.step);
  const double most = std::floor((factor.high - factor.low) / factor.step);
  return factor.low + std::clamp(steps, 0.0, most) * factor.step;
}

/// What to write into the game: a value of the grid, and what was seen of the campaigns at it.
/// Empty without a grid.
std::string add_recommendation(Answer& answer, const ExperimentSource& source, const Factor& factor,
                               const RootAnswer& root, const std::vector<ResponsePoint>& points) {
  if (factor.step <= 0) return "";
  const double value = nearest_step(factor, root.root.value);
  std::vector<Observation> seen;
  for (const auto& point : points)
    if (std::abs(point.x - value) < factor.step / 2) seen.push_back({point.response, point.block});
  const auto setting = fmt::format("{} = {:g}", factor.key, value);
  if (seen.empty())
    return fmt::format("{} is the nearest step; no campaign was played at it yet", setting);
  const bool share = source.experiment().tune.metric != TargetMetric::MeanMargin;
  const auto estimate = share ? share_estimate(seen) : mean_estimate(seen);
  answer.findings.push_back({"target", factor.key, "seen_at_recommended", estimate,
                             share ? "jeffreys" : "mean", fmt::format("{:g}", value),
                             "recommended"});
  return fmt::format("{} is the nearest step: {} there, in {} campaigns", setting,
                     share ? share_text(estimate) : mean_text(estimate), seen.size());
}

}  // namespace

Answer answer_tune(const ExperimentSource& source, const RecordedRun& run, std::uint64_t counted) {
  Answer answer;
  struct Found {
    double change;
    std::string sentence;
  };
  std::vector<Found> found;
  std::vector<std::string> refused;
  for (const auto& factor : source.experiment().factors) {
    const auto points = response_points(source, run, factor, counted);
    if (points.size() < 2) continue;
    const auto root = find_root(points, root_question(source.experiment(), factor));
    add_curve(answer, factor, root);
    const bool share = source.experiment().tune.metric != TargetMetric::MeanMargin;
    Finding finding{"target",
                    factor.key,
                    "value_at_target",
                    root.root,
                    share ? "logistic near the root, profile" : "line near the root, fieller",
                    fmt::format("{}", source.experiment().tune.target),
                    "found"};
    if (root.status != RootStatus::Found) {
      const double none = std::nan("");
      finding.verdict =
          root.status == RootStatus::NotMonotone ? "not monotone" : "no root in range";
      finding.estimate.value = finding.estimate.std_error = none;
      finding.estimate.interval = {none, none};
      finding.estimate.n = static_cast<int>(points.size());
      refused.push_back(fmt::format("{}: {}.", factor.key, root.message));
    } else {
      const auto advice = add_recommendation(answer, source, factor, root, points);
      found.push_back({std::abs(root.root.value - factor.now) / (factor.high - factor.low),
                       fmt::format("{} = {}{}{}", factor.key, root.message,
                                   advice.empty() ? "" : ". Recommended: ", advice)});
    }
    answer.findings.push_back(std::move(finding));
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Found& a, const Found& b) { return a.change < b.change; });
  const auto target = target_words(source);
  for (const auto& one : found)
    answer.sentences.push_back(fmt::format("{} at {}.", target, one.sentence));
  if (found.size() > 1)
    answer.sentences.push_back(
        "Each change is made alone; the smallest, as a share of its range, is named first.");
  if (found.empty() && !refused.empty())
    answer.sentences.push_back("No value is named for this: " + lower_first(target) + ".");
  answer.sentences.insert(answer.sentences.end(), refused.begin(), refused.end());
  for (std::uint32_t cell = 0; cell < source.cells().size(); ++cell)
    add_cell_findings(answer, source, run, counted, cell, "cells");
  return answer;
}

namespace {

/// How balance moves from equals at one end of the ladder to equals at the other.
void add_drift(Answer& answer, const ExperimentSource& source, const RecordedRun& run,
               std::uint64_t counted) {
  const auto& ladder = source.experiment().ladder;
  const auto rungs = ladder.size();
  std::string curve;
  bool above = false, below = false;
  for (std::size_t i = 0; i < rungs; ++i) {
    const auto cell = skill_cell(source, i, i);
    const auto scores = scores_of(run, counted, cell);
    if (scores.empty()) continue;
    const auto share = share_estimate(scores);
    above = above || share.interval.low > 0.5;
    below = below || share.interval.high < 0.5;
    curve += fmt::format("\n  {}: {}", ladder[i].words(), share_text(share));
    answer.findings.push_back({"skill", source.cells()[cell].id, "win_share_a_equal_strength",
                               share, "jeffreys", "", ""});
  }
  const auto drift =
      paired_share_difference(scores_of(run, counted, skill_cell(source, 0, 0)),
                              scores_of(run, counted, skill_cell(source, rungs - 1, rungs - 1)));
  // Stable: shown to move by less than half the width of the stated band.
  const auto& band = source.experiment().band;
  const double allowed = (band.high - band.low) / 2;
  const auto& change = drift.interval;
  const std::string verdict = above && below                                   ? "flips"
                              : !change.contains(0.0)                          ? "drifts"
                              : change.low > -allowed && change.high < allowed ? "stable"
                                                                               : "open";
  const std::map<std::string, std::string> words{
      {"flips", "Balance flips with strength: some equals favour one side, some the other."},
      {"drifts", "Balance drifts with strength."},
      {"stable", fmt::format("Balance is stable: shown to move by less than {:g} points with "
                             "strength.",
                             100 * allowed)},
      {"open", fmt::format("Whether balance moves with strength is open: neither a change nor less "
                           "than {:g} points of it is shown.",
                           100 * allowed)}};
  answer.findings.push_back({"skill", "all", "change_of_win_share_a", drift, "paired by dice",
                             "weakest to strongest", verdict});
  const auto& side = source.prepared(0).info().side_names[0];
  answer.sentences.push_back(fmt::format(
      "{} From {} on both sides to {} on both sides, the {} side's score changes by {:+.1f} points "
      "({:+.1f} to {:+.1f}).",
      words.at(verdict), ladder.front().words(), ladder.back().words(), side, 100 * drift.value,
      100 * change.low, 100 * change.high));
  answer.sentences.push_back(fmt::format("Score of the {} side between equals:{}", side, curve));
}

}  // namespace

Answer answer_skill(const ExperimentSource& source, const RecordedRun& run, std::uint64_t counted) {
  Answer answer;
  if (source.experiment().equals) add_drift(answer, source, run, counted);
  add_steps(answer, source, run, counted);
  for (std::uint32_t cell = 0; cell < source.cells().size(); ++cell)
    add_cell_findings(answer, source, run, counted, cell, "cells");
  return answer;
}

}  // namespace niemen::lab
