// The question "does balance move with the players' strength?".
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "ai/lab/questions/question.h"
#include "ai/lab/questions/reading.h"
#include "ai/lab/statistics/sequential.h"

namespace niemen::lab {

namespace {

struct Ladder : QuestionSettings {
  std::vector<AgentSpec> agents;  ///< weakest first
  bool neighbours = false;        ///< of unequals only neighbours meet
  bool equals = false;            ///< equals meet
};

const Ladder& ladder_of(const Experiment& experiment) { return experiment.settings_as<Ladder>(); }

/// The combination in which these agents of the ladder play the sides.
std::uint32_t skill_cell(const ExperimentSource& source, std::size_t a, std::size_t b) {
  const auto& ladder = ladder_of(source.experiment()).agents;
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
  const auto& ladder = ladder_of(source.experiment()).agents;
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

/// How balance moves from equals at one end of the ladder to equals at the other.
void add_drift(Answer& answer, const ExperimentSource& source, const RecordedRun& run,
               std::uint64_t counted) {
  const auto& ladder = ladder_of(source.experiment()).agents;
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
  const auto side = side_titles(source)[0];
  answer.sentences.push_back(fmt::format(
      "{} From {} on both sides to {} on both sides, the {} side's score changes by {}.",
      words.at(verdict), ladder.front().words(), ladder.back().words(), side, points_text(drift)));
  answer.sentences.push_back(fmt::format("Score of the {} side between equals:{}", side, curve));
}

Answer answer(const ExperimentSource& source, const RecordedRun& run, std::uint64_t counted) {
  Answer answer;
  if (ladder_of(source.experiment()).equals) add_drift(answer, source, run, counted);
  add_steps(answer, source, run, counted);
  for (std::uint32_t cell = 0; cell < source.cells().size(); ++cell)
    add_cell_findings(answer, source, run, counted, cell, "cells");
  return answer;
}

constexpr FlagKey kNeighbours{"neighbours", false,
                              "of unequal agents only neighbours on the ladder meet; else all do"};
constexpr FlagKey kEquals{"equals", true,
                          "equal agents meet too, which tells how balance moves with strength"};

void read_ladder(core::ConfigTable table, Experiment& experiment) {
  const auto* agents = table.take("agents");
  if (!agents || agents->kind != core::ConfigValue::Kind::List || agents->list.size() < 2)
    table.fail("agents", "\"agents\" must list at least two agents, weakest first");
  Ladder ladder;
  for (const auto& agent : agents->list)
    settle_agent(ladder.agents.emplace_back(read_agent(agent)));
  ladder.neighbours = read(table, kNeighbours);
  ladder.equals = read(table, kEquals);
  table.finish();
  experiment.settings = std::make_shared<const Ladder>(std::move(ladder));
}

void make_cells(Experiment& experiment) {
  const auto& [ladder, neighbours, equals] = ladder_of(experiment);
  for (std::size_t a = 0; a < ladder.size(); ++a)
    for (std::size_t b = 0; b < ladder.size(); ++b) {
      if (!equals && a == b) continue;
      if (neighbours && a != b && a + 1 != b && b + 1 != a) continue;
      auto cell = base_cell(experiment);
      cell.agents = {ladder[a], ladder[b]};
      cell.id = slug(ladder[a].words()) + "__" + slug(ladder[b].words());
      cell.levels = {{"a_agent", ladder[a].words()}, {"b_agent", ladder[b].words()}};
      experiment.cells.push_back(std::move(cell));
    }
}

void read_file(core::ConfigTable& file, Experiment& experiment) {
  read_campaigns(file, experiment);
  read_game(file, experiment);
  read_band(file, experiment);
  read_ladder(file.table("skill"), experiment);
  make_cells(experiment);
}

std::vector<core::ParameterDescription> parameters() {
  const std::string agent = kAgentText;
  return {
      {"skill.agents", "list", "", agent, "the ladder, weakest first; at least two"},
      describe("skill", kNeighbours),
      describe("skill", kEquals),
  };
}

}  // namespace

namespace questions {

const Question& skill() {
  static const Question kRow{
      .name = "skill", .read = read_file, .parameters = parameters, .answer = answer};
  return kRow;
}

}  // namespace questions

}  // namespace niemen::lab
