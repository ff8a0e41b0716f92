// The question "which deployment is best against a good reply?".
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>

#include "ai/lab/game_values.h"
#include "ai/lab/questions/question.h"
#include "ai/lab/questions/reading.h"
#include "ai/lab/statistics/allocation.h"
#include "ai/lab/statistics/best_of.h"
#include "ai/lab/statistics/bradley_terry.h"
#include "ai/lab/statistics/equilibrium.h"
#include "engine/core/random.h"

namespace niemen::lab {

namespace {

struct Deployments : QuestionSettings {
  std::array<std::vector<std::string>, play::kSides> names;  ///< to compare, by side
  std::uint64_t confirm = 0;  ///< fresh campaigns for each chosen one
  bool adaptive = false;      ///< campaigns go where the best may still be
  std::uint64_t rounds = 0;   ///< of an adaptive choice
  bool stop_when_shown = false;

  /// Whether there is something to choose for the side.
  bool chosen(std::size_t side) const { return names[side].size() > 1; }
};

const Deployments& deployments_of(const Experiment& experiment) {
  return experiment.settings_as<Deployments>();
}

/// A deployment in a sentence.
std::string called(const std::string& opening) {
  return opening.empty() ? "set up in play" : opening;
}

std::vector<std::string> names_of(const Experiment& experiment) {
  std::vector<std::string> names;
  const auto& [a, b] = deployments_of(experiment).names;
  for (const auto& name : a) names.push_back("a:" + name);
  for (const auto& name : b) names.push_back("b:" + name);
  return names;
}

/// The regular campaigns of cell row x column.
PayoffTable payoff_table(const ExperimentSource& source, const RecordedRun& run,
                         std::uint64_t counted) {
  const auto& openings = deployments_of(source.experiment()).names;
  PayoffTable table(static_cast<int>(openings[0].size()), static_cast<int>(openings[1].size()));
  const auto regular = std::min(counted, source.regular());
  for (std::size_t i = 0; i < table.cells.size(); ++i)
    table.cells[i] = scores_of(run, regular, static_cast<std::uint32_t>(i));
  return table;
}

Ratings rate(const Experiment& experiment, const PayoffTable& table) {
  std::vector<Comparison> results;
  for (int i = 0; i < table.rows; ++i)
    for (int j = 0; j < table.columns; ++j)
      for (const auto& one : table.cell(i, j))
        results.push_back({i, table.rows + j, one.value, one.block});
  return fit_ratings(results, names_of(experiment));
}

/// The score of side A when `cells` are what the other side has to choose from: its reply, and the
/// share corrected for having been chosen.
std::pair<std::size_t, Estimate> best_reply(std::vector<std::vector<Observation>> cells,
                                            play::Side chooser) {
  if (chooser == play::Side::A) return {best_choice(cells), best_of(cells, true)};
  for (auto& cell : cells)
    for (auto& score : cell) score.value = 1 - score.value;
  auto share = best_of(cells, true);
  share.value = 1 - share.value;
  share.interval = {1 - share.interval.high, 1 - share.interval.low};
  return {best_choice(cells), share};
}

void add_replies(Answer& answer, const Experiment& experiment, const PayoffTable& table) {
  const auto& openings = deployments_of(experiment).names;
  const auto add = [&](const std::string& opening, const std::vector<std::string>& replies,
                       const char* seat, const std::pair<std::size_t, Estimate>& reply) {
    answer.findings.push_back({"replies", opening, "win_share_a_against_best_reply", reply.second,
                               "hybrid, for the best of several", seat + replies[reply.first], ""});
  };
  for (int i = 0; i < table.rows; ++i) {
    std::vector<std::vector<Observation>> cells;
    for (int j = 0; j < table.columns; ++j) cells.push_back(table.cell(i, j));
    add("a:" + openings[0][i], openings[1], "b:", best_reply(std::move(cells), play::Side::B));
  }
  for (int j = 0; j < table.columns; ++j) {
    std::vector<std::vector<Observation>> cells;
    for (int i = 0; i < table.rows; ++i) cells.push_back(table.cell(i, j));
    add("b:" + openings[1][j], openings[0], "a:", best_reply(std::move(cells), play::Side::A));
  }
}

void add_equilibrium(Answer& answer, const ExperimentSource& source, const PayoffTable& table) {
  const auto& experiment = source.experiment();
  const auto sides = side_titles(source);
  const auto report = analyse_equilibrium(table, {.seed = experiment.seed});
  answer.findings.push_back({"equilibrium", "all", "value_a", report.value,
                             "linear programme, tables drawn anew", "", ""});
  Estimate gap;
  gap.value = report.exploitability;
  gap.n = report.value.n;
  gap.std_error = gap.interval.low = gap.interval.high = std::numeric_limits<double>::quiet_NaN();
  answer.findings.push_back({"equilibrium", "all", "exploitability", gap, "cross-fitted", "", ""});
  const auto add = [&](const char* side, const std::vector<std::string>& names,
                       const Eigen::VectorXd& mix, const std::vector<double>& inclusion) {
    std::string words;
    for (std::size_t i = 0; i < names.size(); ++i) {
      Estimate weight = gap;
      weight.value = mix[static_cast<Eigen::Index>(i)];
      answer.findings.push_back({"equilibrium", std::string(side) + ":" + names[i], "weight",
                                 weight, "linear programme", "", ""});
      weight.value = inclusion[i];
      answer.findings.push_back({"equilibrium", std::string(side) + ":" + names[i], "inclusion",
                                 weight, "bayesian bootstrap", "", ""});
      if (mix[static_cast<Eigen::Index>(i)] > 0.005)
        words += fmt::format("{}{} {:.0f} %", words.empty() ? "" : ", ", called(names[i]),
                             100 * mix[static_cast<Eigen::Index>(i)]);
    }
    return words;
  };
  const auto& openings = deployments_of(experiment).names;
  const auto a = add("a", openings[0], report.equilibrium.row_mix, report.row_inclusion);
  const auto b = add("b", openings[1], report.equilibrium.column_mix, report.column_inclusion);
  answer.sentences.push_back(fmt::format(
      "In equilibrium the {0} side scores {1}: it mixes {2}; the {3} side mixes {4}. What best "
      "replies could still gain together (cross-fitted, on mixes from half of the campaigns): "
      "{5:.1f} points.",
      sides[0], share_text(report.value), a, sides[1], b, 100 * report.exploitability));
}

/// " (Veterans first)": what the file of a deployment calls it; nothing where it does not say.
std::string title_words(const GameValues& values, const std::string& name) {
  for (const auto* key : {"title", "name"})
    if (const auto found = values.find("openings/" + name + ".toml " + key);
        found != values.end() && !found->second.empty())
      return " (" + found->second + ")";
  return "";
}

/// Blocks of confirming campaigns, apart from those of the selection.
constexpr std::uint64_t kConfirmA = std::uint64_t{1} << 40;
constexpr std::uint64_t kConfirmB = std::uint64_t{1} << 41;
/// The stream of campaign keys that chose nothing.
constexpr std::uint64_t kFreshKeys = 1;

/// Which chosen deployment a confirming campaign plays, from its block.
play::Side confirmation_side(std::uint64_t block) {
  return block < kConfirmB ? play::Side::A : play::Side::B;
}

/// Blocks of an adaptive choice: those of side B apart from those of side A.
constexpr std::uint64_t kChoiceB = std::uint64_t{1} << 39;

/// A deployment of one side against all of the other side's in turn, in campaigns whose dice are
/// those of the same number of every other deployment of its side.
struct Contest {
  std::size_t side = 0;
  std::size_t choice = 0;
  std::uint64_t number = 0;
};

/// Gives the campaigns to the deployments that may still be the best of their side. Each round
/// follows from the rounds up to the last but one, so that no processor waits for a round to end.
class AdaptiveChoice : public Scheduler {
 public:
  explicit AdaptiveChoice(ExperimentSource& source)
      : source_(source), settings_(deployments_of(source.experiment())) {
    for (std::size_t side = 0; side < play::kSides; ++side) {
      seen_[side].resize(settings_.names[side].size());
      given_[side].assign(settings_.names[side].size(), 0);
    }
    schedule_round();
    schedule_round();
  }

  void add(const CampaignSummary& summary) override {
    if (summary.id >= scheduled_) return;  // of the confirmation
    if (summary.status != CampaignStatus::Error) {
      const auto [side, choice, number] = contest_of(summary.cell, summary.block);
      const double score = summary.score_a();
      seen_[side][choice].add(side == 0 ? score : 1 - score);
    }
    if (++taken_ == ends_[round_]) {
      ++round_;
      schedule_round();
    }
  }

  std::uint64_t scheduled() const override { return scheduled_; }

  /// What was seen of the deployments of a side, as scores of that side.
  const std::vector<ChoiceRecord>& seen(std::size_t side) const { return seen_[side]; }

 private:
  /// Which deployment a campaign is of.
  Contest contest_of(std::uint32_t cell, std::uint64_t block) const {
    const auto columns = settings_.names[1].size();
    if (block < kChoiceB) return {0, cell / columns, block};
    return {1, cell % columns, block - kChoiceB};
  }

  bool is_shown() const {
    for (std::size_t side = 0; side < play::kSides; ++side)
      if (settings_.chosen(side) && !is_leader_shown(seen_[side])) return false;
    return true;
  }

  void schedule_round() {
    const auto campaigns = source_.experiment().campaigns;
    if (scheduled_ >= campaigns || (settings_.stop_when_shown && is_shown())) return;
    const auto last = ends_.size() + 1 >= settings_.rounds;
    const auto size = last ? campaigns - scheduled_ : campaigns / settings_.rounds;
    const auto sides = std::uint64_t{0} + settings_.chosen(0) + settings_.chosen(1);
    std::uint64_t left = size;
    for (std::size_t side = 0; side < play::kSides; ++side) {
      if (!settings_.chosen(side)) continue;
      const auto part = sides == 2 && side == 0 ? size / 2 : left;
      left -= part;
      schedule(side, part);
    }
    ends_.push_back(scheduled_);
  }

  void schedule(std::size_t side, std::uint64_t campaigns) {
    constexpr std::size_t kEvenRounds = 2;  // before anything is known
    core::RandomStream random(source_.experiment().seed, kDrawings + 2 * ends_.size() + side);
    auto& given = given_[side];
    std::vector<std::uint64_t> parts;
    if (ends_.size() < kEvenRounds) {
      // Those that had the fewest so far have one more.
      parts.assign(given.size(), campaigns / given.size());
      const auto done = std::accumulate(given.begin(), given.end(), std::uint64_t{0});
      for (std::uint64_t i = 0; i < campaigns % given.size(); ++i)
        ++parts[(done + i) % given.size()];
    } else {
      parts = allocate(seen_[side], campaigns, random);
    }
    const auto columns = settings_.names[1].size();
    const auto opponents = settings_.names[1 - side].size();
    for (std::size_t choice = 0; choice < parts.size(); ++choice)
      for (std::uint64_t i = 0; i < parts[choice]; ++i, ++scheduled_) {
        const auto number = given[choice]++;
        if (scheduled_ < source_.scheduled()) continue;  // made again
        const auto opponent = number % opponents;
        const auto cell = side == 0 ? choice * columns + opponent : opponent * columns + choice;
        source_.add_task(static_cast<std::uint32_t>(cell), (side == 0 ? 0 : kChoiceB) + number,
                         core::random_bits(source_.experiment().seed, 2 * side, number));
      }
  }

  /// The first stream of drawings, beyond those of campaign keys.
  static constexpr std::uint64_t kDrawings = std::uint64_t{1} << 32;

  ExperimentSource& source_;
  const Deployments& settings_;
  std::array<std::vector<ChoiceRecord>, play::kSides> seen_;
  std::array<std::vector<std::uint64_t>, play::kSides> given_;  ///< campaigns of each
  std::vector<std::uint64_t> ends_;  ///< campaigns to the end of each round
  std::size_t round_ = 0;            ///< that is being taken
  std::uint64_t taken_ = 0;
  std::uint64_t scheduled_ = 0;
};

/// What an adaptive choice saw in all of its campaigns.
std::array<std::vector<ChoiceRecord>, play::kSides> seen_in(const ExperimentSource& source,
                                                            const RecordedRun& run,
                                                            std::uint64_t counted) {
  std::array<std::vector<ChoiceRecord>, play::kSides> seen;
  const auto& names = deployments_of(source.experiment()).names;
  for (std::size_t side = 0; side < play::kSides; ++side) seen[side].resize(names[side].size());
  for (const auto& summary : run.summaries()) {
    if (summary.id >= counted || summary.block >= kConfirmA ||
        summary.status == CampaignStatus::Error)
      continue;
    const std::size_t side = summary.block < kChoiceB ? 0 : 1;
    const auto columns = names[1].size();
    seen[side][side == 0 ? summary.cell / columns : summary.cell % columns].add(
        side == 0 ? summary.score_a() : 1 - summary.score_a());
  }
  return seen;
}

/// The best-rated deployment of each side, by position.
struct Choice {
  std::size_t row = 0;
  std::size_t column = 0;
};

Choice choose_openings(const ExperimentSource& source, const RecordedRun& run,
                       std::uint64_t counted) {
  if (deployments_of(source.experiment()).adaptive) {
    const auto seen = seen_in(source, run, counted);
    return {leader_of(seen[0]), leader_of(seen[1])};
  }
  const auto ratings = rate(source.experiment(), payoff_table(source, run, counted));
  const auto rows = static_cast<Eigen::Index>(deployments_of(source.experiment()).names[0].size());
  Eigen::Index row = 0, column = 0;
  ratings.value.head(rows).maxCoeff(&row);
  ratings.value.tail(ratings.value.size() - rows).maxCoeff(&column);
  return {static_cast<std::size_t>(row), static_cast<std::size_t>(column)};
}

/// The chosen deployments on fresh dice, each against all of the other side's in turn.
void add_confirmation(Answer& answer, const ExperimentSource& source, const RecordedRun& run,
                      std::uint64_t counted, const Choice& choice) {
  const auto& openings = deployments_of(source.experiment()).names;
  std::vector<Observation> of_a, of_b;
  for (const auto& summary : run.summaries()) {
    if (summary.block < kConfirmA || summary.id >= counted ||
        summary.status == CampaignStatus::Error)
      continue;
    const auto stage = confirmation_side(summary.block);
    (stage == play::Side::A ? of_a : of_b).push_back({summary.score_a(), summary.block});
  }
  const auto sides = side_titles(source);
  const auto values = game_values(source.experiment().request);
  const auto add = [&](std::size_t side, const std::string& name,
                       const std::vector<Observation>& scores) {
    if (scores.empty()) return;
    const auto share = share_estimate(scores);
    answer.findings.push_back({"confirmation", (side == 0 ? "a:" : "b:") + name,
                               "win_share_a_against_all", share, "jeffreys", "", "",
                               "confirmation"});
    answer.sentences.push_back(fmt::format(
        "{5} {0} deployment: {1}. Played again on fresh dice against every {2} "
        "deployment in turn, the {3} side scores {4}.",
        sides[side], called(name) + title_words(values, name), sides[1 - side], sides[0],
        share_text(share), deployments_of(source.experiment()).adaptive ? "Best" : "Best-rated"));
  };
  add(0, openings[0][choice.row], of_a);
  add(1, openings[1][choice.column], of_b);
}

/// What is known of the choice of one side.
void add_choice(Answer& answer, const ExperimentSource& source, std::size_t side,
                const std::vector<ChoiceRecord>& seen, const std::vector<Estimate>& shares) {
  const auto& names = deployments_of(source.experiment()).names[side];
  const auto values = game_values(source.experiment().request);
  const auto leader = leader_of(seen);
  const bool shown = is_leader_shown(seen);
  core::RandomStream random(source.experiment().seed, ~std::uint64_t{0} - side);
  const auto chances = chances_of_best(seen, random);
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](auto one, auto other) { return seen[one].mean() > seen[other].mean(); });
  Estimate chance;
  chance.std_error = chance.interval.low = chance.interval.high =
      std::numeric_limits<double>::quiet_NaN();
  std::uint64_t campaigns = 0;
  for (const auto i : order) {
    const auto id = (side == 0 ? "a:" : "b:") + names[i];
    campaigns += seen[i].campaigns;
    answer.findings.push_back({"allocation", id, "win_share_a", shares[i],
                               "of campaigns that went by what was seen", "",
                               i != leader ? ""
                               : shown     ? "shown best"
                                           : "leads"});
    chance.value = chances[i];
    chance.n = chance.blocks = shares[i].n;
    answer.findings.push_back({"allocation", id, "chance_of_best", chance, "top-two", "", ""});
  }
  const auto title = side_titles(source)[side];
  std::string others;
  for (const auto i : order)
    if (i != leader && chances[i] >= 0.05 && std::count(others.begin(), others.end(), '%') < 3)
      others += fmt::format("{}{} {:.0f} %", others.empty() ? "" : ", ", called(names[i]),
                            100 * chances[i]);
  answer.sentences.push_back(fmt::format(
      "Of {} {} deployments {}{} leads after {} campaigns: {}{}.", names.size(), title,
      called(names[leader]), title_words(values, names[leader]), campaigns,
      shown ? "shown to be better than every other, in 95 % of runs and at every look"
            : fmt::format("not shown to be better than every other; the chance that it is the "
                          "best is {:.0f} %",
                          100 * chances[leader]),
      others.empty() ? "" : "; of " + others));
}

Answer adaptive_answer(const ExperimentSource& source, const RecordedRun& run,
                       std::uint64_t counted) {
  Answer answer;
  const auto& settings = deployments_of(source.experiment());
  const auto seen = seen_in(source, run, counted);
  for (std::size_t side = 0; side < play::kSides; ++side) {
    if (!settings.chosen(side)) continue;
    std::vector<std::vector<Observation>> scores(settings.names[side].size());
    const auto columns = settings.names[1].size();
    for (const auto& summary : run.summaries()) {
      const bool of_side = side == 0 ? summary.block < kChoiceB
                                     : summary.block >= kChoiceB && summary.block < kConfirmA;
      if (summary.id >= counted || !of_side || summary.status == CampaignStatus::Error) continue;
      scores[side == 0 ? summary.cell / columns : summary.cell % columns].push_back(
          {summary.score_a(), summary.block});
    }
    std::vector<Estimate> shares;
    for (const auto& one : scores) shares.push_back(share_estimate(one));
    add_choice(answer, source, side, seen[side], shares);
  }
  add_confirmation(answer, source, run, counted, choose_openings(source, run, counted));
  return answer;
}

Answer answer(const ExperimentSource& source, const RecordedRun& run, std::uint64_t counted) {
  if (deployments_of(source.experiment()).adaptive) return adaptive_answer(source, run, counted);
  Answer answer;
  const auto& experiment = source.experiment();
  const auto table = payoff_table(source, run, counted);
  const auto choice = choose_openings(source, run, counted);
  add_confirmation(answer, source, run, counted, choice);
  add_equilibrium(answer, source, table);
  const auto ratings = rate(experiment, table);
  const auto names = names_of(experiment);
  for (std::size_t i = 0; i < names.size(); ++i)
    answer.findings.push_back({"ratings", names[i], "rating_logit",
                               ratings.estimate(static_cast<int>(i)), "davidson, profile", "", ""});
  add_replies(answer, experiment, table);
  for (std::uint32_t cell = 0; cell < table.cells.size(); ++cell)
    add_cell_findings(answer, source, run, std::min(counted, source.regular()), cell, "cells");
  return answer;
}

bool add_stage(ExperimentSource& source, const RecordedRun* run) {
  const auto& experiment = source.experiment();
  const auto& openings = deployments_of(experiment).names;
  const auto confirm = deployments_of(experiment).confirm;
  if (!run || confirm == 0) return false;
  const bool confirmed = source.task(source.scheduled() - 1).block >= kConfirmA;
  if (confirmed) return false;
  const auto choice = choose_openings(source, *run, source.scheduled());
  const auto rows = openings[0].size(), columns = openings[1].size();
  const auto& settings = deployments_of(experiment);
  for (std::uint64_t i = 0; i < confirm; ++i) {
    if (settings.adaptive && !settings.chosen(0)) break;
    const auto cell = choice.row * columns + i % columns;
    source.add_task(static_cast<std::uint32_t>(cell), kConfirmA + i,
                    core::random_bits(experiment.seed, kFreshKeys, 2 * i));
  }
  for (std::uint64_t i = 0; i < confirm; ++i) {
    if (settings.adaptive && !settings.chosen(1)) break;
    const auto cell = (i % rows) * columns + choice.column;
    source.add_task(static_cast<std::uint32_t>(cell), kConfirmB + i,
                    core::random_bits(experiment.seed, kFreshKeys, 2 * i + 1));
  }
  return true;
}

constexpr WholeKey kConfirm{"confirm", 400, 0, kMaxCampaigns,
                            "fresh campaigns between the best-rated ones"};
constexpr std::string_view kAllocations[] = {"uniform", "adaptive"};
constexpr WholeKey kRounds{"rounds", 40, 4, 10'000, "rounds of an adaptive choice"};
constexpr FlagKey kStopWhenShown{"stop_when_shown", false,
                                 "end an adaptive choice when the best is shown"};

void read_adaptive(core::ConfigTable& table, const Experiment& experiment,
                   Deployments& deployments) {
  deployments.adaptive = table.choice_or("allocation", 0, kAllocations) == 1;
  deployments.rounds = read(table, kRounds);
  deployments.stop_when_shown = read(table, kStopWhenShown);
  if (!deployments.adaptive) return;
  if (!deployments.chosen(0) && !deployments.chosen(1))
    table.fail("allocation", "there is nothing to choose: each side has one deployment");
  // In the first two rounds everybody plays, and against everybody.
  std::uint64_t least = 0;
  for (std::size_t side = 0; side < play::kSides; ++side)
    if (deployments.chosen(side))
      least = std::max(least, deployments.names[side].size() * (deployments.chosen(1 - side) + 1));
  if (experiment.campaigns / deployments.rounds * 2 < least)
    table.fail("rounds",
               fmt::format("{} campaigns in {} rounds leave deployments without one in the first "
                           "two; allowed: campaigns from {}",
                           experiment.campaigns, deployments.rounds,
                           (least + 1) / 2 * deployments.rounds));
}

void read_deployments(core::ConfigTable table, Experiment& experiment) {
  Deployments deployments;
  deployments.names = {read_names(table, "a"), read_names(table, "b")};
  deployments.confirm = read(table, kConfirm);
  read_adaptive(table, experiment, deployments);
  table.finish();
  experiment.settings = std::make_shared<const Deployments>(std::move(deployments));
}

void make_cells(Experiment& experiment) {
  const auto& openings = deployments_of(experiment).names;
  for (const auto& a : openings[0])
    for (const auto& b : openings[1]) {
      auto cell = base_cell(experiment);
      cell.id = slug(a) + "__" + slug(b);
      cell.request.openings[0] = a;
      cell.request.openings[1] = b;
      cell.levels = {{"a_opening", a}, {"b_opening", b}};
      experiment.cells.push_back(std::move(cell));
    }
}

void read_file(core::ConfigTable& file, Experiment& experiment) {
  read_campaigns(file, experiment);
  read_game(file, experiment);
  read_agents(file, experiment);
  read_band(file, experiment);
  read_deployments(file.table("openings"), experiment);
  make_cells(experiment);
}

std::vector<core::ParameterDescription> parameters() {
  const std::string opening = kOpeningText;
  return {
      {"openings.a", "list of text", "", opening, "deployments of side A to compare"},
      {"openings.b", "list of text", "", opening, "deployments of side B to compare"},
      describe("openings", kConfirm),
      {"openings.allocation", "choice", "uniform", "uniform, adaptive",
       "every pair alike, or most campaigns to those that may be the best of their side"},
      describe("openings", kRounds),
      describe("openings", kStopWhenShown),
  };
}

void resolve(const Experiment& experiment, nlohmann::ordered_json& root) {
  const auto& settings = deployments_of(experiment);
  root["confirm"] = settings.confirm;
  if (settings.adaptive)
    root["allocation"] = {{"rounds", settings.rounds},
                          {"stop_when_shown", settings.stop_when_shown}};
}

std::unique_ptr<Scheduler> scheduler(ExperimentSource& source) {
  if (!deployments_of(source.experiment()).adaptive) return nullptr;
  return std::make_unique<AdaptiveChoice>(source);
}

bool schedules_itself(const Experiment& experiment) { return deployments_of(experiment).adaptive; }

std::uint64_t campaigns_in_all(const Experiment& experiment) {
  const auto& settings = deployments_of(experiment);
  const auto confirmed = settings.adaptive ? 0U + settings.chosen(0) + settings.chosen(1) : 2U;
  return experiment.campaigns + confirmed * settings.confirm;
}

std::string stages_in_words(const Experiment& experiment) {
  const auto confirm = deployments_of(experiment).confirm;
  if (confirm == 0) return fmt::format("{} campaigns", experiment.campaigns);
  const auto& settings = deployments_of(experiment);
  return fmt::format(
      "{} campaigns ({} {}, {} x {} to confirm)", campaigns_in_all(experiment),
      experiment.campaigns,
      settings.adaptive ? fmt::format("in {} rounds", settings.rounds) : "over the table",
      (campaigns_in_all(experiment) - experiment.campaigns) / confirm, confirm);
}

}  // namespace

namespace questions {

const Question& openings() {
  static const Question kRow{.name = "openings",
                             .read = read_file,
                             .parameters = parameters,
                             .resolve = resolve,
                             .add_stage = add_stage,
                             .scheduler = scheduler,
                             .schedules_itself = schedules_itself,
                             .campaigns_in_all = campaigns_in_all,
                             .stages_in_words = stages_in_words,
                             .answer = answer};
  return kRow;
}

}  // namespace questions

}  // namespace niemen::lab
