// The question "what if victory were counted otherwise?".
#include <fmt/format.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <thread>

#include "ai/lab/csv.h"
#include "ai/lab/questions/question.h"
#include "ai/lab/questions/reading.h"
#include "ai/lab/statistics/rescoring.h"
#include "ai/parallel.h"
#include "ai/processors.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"

namespace niemen::lab {

namespace {

struct RescoreSettings : QuestionSettings {
  std::vector<std::string> changes;  ///< "victory.key=value"
  std::uint64_t sample = 0;          ///< campaigns played again
  double tolerance = 0;              ///< of a share
};

const RescoreSettings& rescore_of(const Experiment& experiment) {
  return experiment.settings_as<RescoreSettings>();
}

/// The combinations of a run under changed rules. Throws InputError for a change that is none.
std::vector<std::unique_ptr<PreparedCell>> changed_cells(const Experiment& experiment,
                                                         const OpenedRun& parent,
                                                         const CellFactory& factory) {
  const auto& changes = rescore_of(experiment).changes;
  std::vector<std::unique_ptr<PreparedCell>> cells;
  for (auto cell : parent.source->cells()) {
    cell.request.overrides.insert(cell.request.overrides.end(), changes.begin(), changes.end());
    cells.push_back(factory(cell));
  }
  return cells;
}

/// Plays the first campaigns again under the changed rules, on all threads.
std::vector<PlayedCampaign> replay(const OpenedRun& parent,
                                   const std::vector<std::unique_ptr<PreparedCell>>& cells,
                                   const std::vector<std::uint64_t>& ids, int threads,
                                   const Onlooker& onlooker) {
  if (threads <= 0) threads = ai::processors();
  const tbb::global_control allow(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(threads));
  std::vector<PlayedCampaign> played(ids.size());
  std::atomic<std::size_t> next{0};
  std::mutex telling;
  std::size_t done = 0;
  onlooker.told(done, ids.size());
  ai::run_workers(threads, [&](int) {
    std::vector<std::unique_ptr<CellPlayer>> players(cells.size());
    for (auto i = next++; i < ids.size(); i = next++) {
      const auto task = parent.source->task(ids[i]);
      auto& player = players[task.cell];
      if (!player) player = cells[task.cell]->make_player();
      played[i] = player->play(task, onlooker.stop);
      const std::lock_guard lock(telling);
      onlooker.told(++done, ids.size());
    }
  });
  return played;
}

/// Side A's score of a tie where no campaign shows how the game decides one.
constexpr double kDraw = 0.5;

/// The ends of an interval, where it has them.
std::string range_words(double low, double high) {
  const auto end = [](double value) { return fmt::format("{:g}", value == 0 ? 0 : value); };
  if (std::isfinite(low) && std::isfinite(high)) return end(low) + " to " + end(high);
  return std::isfinite(low)    ? "at least " + end(low)
         : std::isfinite(high) ? "at most " + end(high)
                               : std::string("how many is not known");
}

/// How many points would make it even, and how even that is.
template <class Names>
std::string even_words(const EvenPoint& even, const Names& sides) {
  const std::size_t helped = even.points >= 0 ? 1 : 0;
  const double sign = even.points >= 0 ? 1 : -1;
  const auto& open = even.median_interval;
  return fmt::format(
      "{:g} more victory points ({}) for the {} side come nearest to even, if play did "
      "not change: with the ties they make, decided as the game does, the {} side then scores {}.",
      sign * even.points,
      range_words(std::min(sign * open.low, sign * open.high),
                  std::max(sign * open.low, sign * open.high)),
      sides[helped], sides[0], share_text(even.score));
}

/// What the campaigns that were played again came to, before and after: figures that hold where
/// those of re-scoring do not. `side` is the name of the first side.
void add_replayed(Answer& answer, const std::vector<Observation>& before,
                  const std::vector<Observation>& after, const std::string& side) {
  const auto played = share_estimate(before), replayed = share_estimate(after);
  const auto change = paired_share_difference(before, after);
  answer.findings.push_back({"target", "sample", "win_share_a_played", played, "jeffreys", "", ""});
  answer.findings.push_back(
      {"target", "sample", "win_share_a_replayed", replayed, "jeffreys", "", ""});
  answer.findings.push_back(
      {"target", "sample", "change_of_win_share_a", change, "paired", "", ""});
  answer.sentences.push_back(fmt::format(
      "Of the {0} campaigns that were played again, the {1} side had {2}, and has {3} under the "
      "new conditions: {4}.",
      before.size(), side, share_text(played), share_text(replayed), points_text(change)));
}

/// Scores the campaigns of a run again under changed rules and plays a sample again with agents
/// that know them. Writes rescored.csv. Refuses figures that the check does not bear out.
Answer look_back(const LookBack& look) {
  const auto& experiment = look.experiment;
  const auto& parent = look.parent;
  const auto& factory = look.factory;
  const auto& folder = look.folder;
  const auto threads = look.threads;
  const auto& onlooker = look.onlooker;
  const auto cells = changed_cells(experiment, parent, factory);
  std::vector<Observation> before, rescored, sample_before, sample_rescored, sample_replayed;
  std::vector<Observation> margins;
  double tied = 0, of_tied = 0;  // how campaigns with equal points are decided
  std::vector<std::uint64_t> sample;
  std::string csv = "campaign_id,cell_id,a_score,a_score_rescored,margin,margin_rescored\n";
  parent.run->visit(parent.manifest.counted, [&](const CampaignRecord& record) {
    const auto& summary = record.summary;
    if (summary.status != CampaignStatus::Ok) return;
    if (record.position.empty())
      throw core::InputError(experiment.parent_run.string() +
                             ": did not keep the last positions (too many campaigns); re-scoring "
                             "needs them");
    const auto outcome = cells[summary.cell]->outcome_of(record.position);
    before.push_back({summary.score_a(), summary.block});
    rescored.push_back({outcome.score_a(), summary.block});
    margins.push_back({static_cast<double>(outcome.margin), summary.block});
    if (outcome.margin == 0) {
      ++tied;
      of_tied += outcome.score_a();
    }
    if (sample.size() < rescore_of(experiment).sample) {
      sample.push_back(summary.id);
      sample_before.push_back({summary.score_a(), summary.block});
      sample_rescored.push_back({outcome.score_a(), summary.block});
    }
    csv += CsvLine()
               .count(summary.id)
               .text(parent.source->cells()[summary.cell].id)
               .real(summary.score_a())
               .real(outcome.score_a())
               .real(summary.margin)
               .integer(outcome.margin)
               .take();
  });
  if (rescored.empty()) throw core::InputError("the run holds no campaign that was played out");
  const auto replayed = replay(parent, cells, sample, threads, onlooker);
  if (onlooker.stop.stop_requested()) throw core::Interrupted();
  for (std::size_t i = 0; i < sample.size(); ++i)
    sample_replayed.push_back({replayed[i].outcome.score_a(), sample_before[i].block});
  const auto check =
      check_rescoring(sample_rescored, sample_replayed, rescore_of(experiment).tolerance);
  core::write_file(folder / "rescored.csv", csv);

  Answer answer;
  answer.findings.push_back({"target", "all", "replayed_minus_rescored", check.difference,
                             "paired by dice", fmt::format("{}", check.tolerance),
                             check.valid ? "valid" : "refused"});
  const auto sides = side_titles(*parent.source);
  if (!check.valid) {
    answer.sentences.push_back(check.message + ".");
    add_replayed(answer, sample_before, sample_replayed, sides[0]);
    return answer;
  }
  const auto share = share_estimate(rescored);
  const auto change = paired_share_difference(before, rescored);
  const auto played = share_estimate(before);
  answer.findings.push_back({"target", "all", "win_share_a_played", played, "jeffreys", "", ""});
  answer.findings.push_back({"target", "all", "win_share_a_rescored", share, "jeffreys", "", ""});
  answer.findings.push_back({"target", "all", "change_of_win_share_a", change, "paired", "", ""});
  const auto even = even_point(margins, tied > 0 ? of_tied / tied : kDraw);
  Estimate points;
  points.value = even.points;
  points.interval = even.median_interval;
  points.std_error = std::nan("");
  points.n = even.score.n;
  points.blocks = even.score.blocks;
  answer.findings.push_back(
      {"target", "all", "points_to_even", points, "where even is not excluded", "0.5", ""});
  answer.findings.push_back(
      {"target", "all", "win_share_a_at_even", even.score, "jeffreys", "0.5", ""});
  answer.sentences.push_back(
      fmt::format("As they were played, the {0} side has {1}; scored again, the {0} side has {2}: "
                  "{3}.",
                  sides[0], share_text(played), share_text(share), points_text(change)));
  answer.sentences.push_back(check.message + ".");
  answer.sentences.push_back(even_words(even, sides));
  return answer;
}

constexpr WholeKey kSample{"sample", 300, 10, kMaxCampaigns, "campaigns played again"};
constexpr RealKey kTolerance{"tolerance", 0.03, 0.001, 0.5,
                             "valid when shown to be within so much of a share"};

void read_changes(core::ConfigTable table, Experiment& experiment) {
  RescoreSettings rescore;
  experiment.parent_run = table.text("run");
  rescore.changes = read_names(table, "changes");
  rescore.sample = read(table, kSample);
  rescore.tolerance = read(table, kTolerance);
  table.finish();
  experiment.settings = std::make_shared<const RescoreSettings>(std::move(rescore));
}

void read_file(core::ConfigTable& file, Experiment& experiment) {
  read_campaigns(file, experiment);
  read_changes(file.table("rescore"), experiment);
}

std::vector<core::ParameterDescription> parameters() {
  return {
      {"rescore.run", "text", "", "a folder", "the recorded run"},
      {"rescore.changes", "list of text", "", "victory.key=value", "other victory conditions"},
      describe("rescore", kSample),
      describe("rescore", kTolerance),
  };
}

/// Throws InputError for changes that the game of the run does not know.
void check_parent(const Experiment& experiment, const OpenedRun& parent,
                  const CellFactory& factory) {
  changed_cells(experiment, parent, factory);
}

std::string replays_in_words(const Experiment& experiment) {
  return fmt::format("it plays {} campaigns again", rescore_of(experiment).sample);
}

}  // namespace

namespace questions {

const Question& rescore() {
  static const Question kRow{.name = "rescore",
                             .read = read_file,
                             .parameters = parameters,
                             .check_parent = check_parent,
                             .look_back = look_back,
                             .replays_in_words = replays_in_words};
  return kRow;
}

}  // namespace questions

}  // namespace niemen::lab
