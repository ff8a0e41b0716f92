// The question "which deployment is best against a good reply?".
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "ai/lab/game_values.h"
#include "ai/lab/questions/question.h"
#include "ai/lab/questions/reading.h"
#include "ai/lab/statistics/best_of.h"
#include "ai/lab/statistics/bradley_terry.h"
#include "ai/lab/statistics/equilibrium.h"
#include "engine/core/random.h"

namespace niemen::lab {

namespace {

struct Deployments : QuestionSettings {
  std::array<std::vector<std::string>, play::kSides> names;  ///< to compare, by side
  std::uint64_t confirm = 0;  ///< fresh campaigns for each chosen one
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

/// The best-rated deployment of each side, by position.
struct Choice {
  std::size_t row = 0;
  std::size_t column = 0;
};

Choice choose_openings(const ExperimentSource& source, const RecordedRun& run,
                       std::uint64_t counted) {
  const auto ratings = rate(source.experiment(), payoff_table(source, run, counted));
  const auto rows = static_cast<Eigen::Index>(deployments_of(source.experiment()).names[0].size());
  Eigen::Index row = 0, column = 0;
  ratings.value.head(rows).maxCoeff(&row);
  ratings.value.tail(ratings.value.size() - rows).maxCoeff(&column);
  return {static_cast<std::size_t>(row), static_cast<std::size_t>(column)};
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

/// The chosen deployments on fresh dice, each against all of the other side's in turn.
void add_confirmation(Answer& answer, const ExperimentSource& source, const RecordedRun& run,
                      std::uint64_t counted, const Choice& choice) {
  if (counted <= source.regular()) return;
  const auto& openings = deployments_of(source.experiment()).names;
  std::vector<Observation> of_a, of_b;
  for (const auto& summary : run.summaries()) {
    if (summary.id < source.regular() || summary.id >= counted ||
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
    answer.sentences.push_back(
        fmt::format("Best-rated {0} deployment: {1}. Played again on fresh dice against every {2} "
                    "deployment in turn, the {3} side scores {4}.",
                    sides[side], called(name) + title_words(values, name), sides[1 - side],
                    sides[0], share_text(share)));
  };
  add(0, openings[0][choice.row], of_a);
  add(1, openings[1][choice.column], of_b);
}

Answer answer(const ExperimentSource& source, const RecordedRun& run, std::uint64_t counted) {
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
  const auto& [openings, confirm] = deployments_of(experiment);
  if (!run || source.scheduled() > source.regular() || confirm == 0) return false;
  const auto choice = choose_openings(source, *run, source.regular());
  const auto rows = openings[0].size(), columns = openings[1].size();
  for (std::uint64_t i = 0; i < confirm; ++i) {
    const auto cell = choice.row * columns + i % columns;
    source.add_task(static_cast<std::uint32_t>(cell), kConfirmA + i,
                    core::random_bits(experiment.seed, kFreshKeys, 2 * i));
  }
  for (std::uint64_t i = 0; i < confirm; ++i) {
    const auto cell = (i % rows) * columns + choice.column;
    source.add_task(static_cast<std::uint32_t>(cell), kConfirmB + i,
                    core::random_bits(experiment.seed, kFreshKeys, 2 * i + 1));
  }
  return true;
}

constexpr WholeKey kConfirm{"confirm", 400, 0, kMaxCampaigns,
                            "fresh campaigns between the best-rated ones"};

void read_deployments(core::ConfigTable table, Experiment& experiment) {
  Deployments deployments;
  deployments.names = {read_names(table, "a"), read_names(table, "b")};
  deployments.confirm = read(table, kConfirm);
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
  };
}

void resolve(const Experiment& experiment, nlohmann::ordered_json& root) {
  root["confirm"] = deployments_of(experiment).confirm;
}

std::uint64_t campaigns_in_all(const Experiment& experiment) {
  return experiment.campaigns + 2 * deployments_of(experiment).confirm;
}

std::string stages_in_words(const Experiment& experiment) {
  const auto confirm = deployments_of(experiment).confirm;
  if (confirm == 0) return fmt::format("{} campaigns", experiment.campaigns);
  return fmt::format("{} campaigns ({} over the table, 2 x {} to confirm)",
                     campaigns_in_all(experiment), experiment.campaigns, confirm);
}

}  // namespace

namespace questions {

const Question& openings() {
  static const Question kRow{.name = "openings",
                             .read = read_file,
                             .parameters = parameters,
                             .resolve = resolve,
                             .add_stage = add_stage,
                             .campaigns_in_all = campaigns_in_all,
                             .stages_in_words = stages_in_words,
                             .answer = answer};
  return kRow;
}

}  // namespace questions

}  // namespace niemen::lab
