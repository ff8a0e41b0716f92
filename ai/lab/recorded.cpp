#include "ai/lab/recorded.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "ai/lab/mishaps.h"
#include "ai/lab/run.h"
#include "ai/lab/stages.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/core/random.h"

namespace niemen::lab {

namespace {

/// A figure of the campaigns of one cell that have a winner, known ones only.
template <class F>
std::vector<Observation> figures(const OpenedRun& opened, std::uint32_t cell, F&& figure) {
  std::vector<Observation> values;
  for (const auto& summary : opened.run->summaries()) {
    if (summary.cell != cell || summary.status == CampaignStatus::Error ||
        summary.id >= counted_of(opened.manifest))
      continue;
    const double value = figure(summary);
    if (!std::isnan(value)) values.push_back({value, summary.block});
  }
  return values;
}

/// True when the campaigns of one block have the same dice in both runs.
bool same_dice(const OpenedRun& first, const OpenedRun& second) {
  return first.experiment->seed == second.experiment->seed;
}

template <class F>
void compare_metric(RunComparison& result, const OpenedRun& first, const OpenedRun& second,
                    std::uint32_t a, std::uint32_t b, const char* name, bool share, F&& figure) {
  const auto before = figures(first, a, figure), after = figures(second, b, figure);
  if (before.empty() || after.empty()) return;
  MetricComparison one;
  one.cell_id = first.source->cells()[a].id;
  one.metric = name;
  one.first = share ? share_estimate(before) : mean_estimate(before);
  one.second = share ? share_estimate(after) : mean_estimate(after);
  one.paired = same_dice(first, second);
  const auto apart =
      share ? independent_share_difference(before, after) : independent_difference(before, after);
  one.difference = !one.paired ? apart
                   : share     ? paired_share_difference(before, after)
                               : paired_difference(before, after);
  if (one.paired) one.correlation = block_correlation(before, after);
  const double ratio = one.difference.std_error / apart.std_error;
  if (one.paired && apart.std_error > 0) one.saved = 1 - ratio * ratio;
  result.metrics.push_back(std::move(one));
}

std::vector<std::string> differences_of(const OpenedRun& first, const OpenedRun& second) {
  const auto read = [](const OpenedRun& opened) {
    return nlohmann::json::parse(core::read_file(opened.folder / "spec.resolved.json"));
  };
  std::vector<std::string> differences;
  const auto before = read(first), after = read(second);
  for (const auto& change : nlohmann::json::diff(before, after)) {
    const auto path = change["path"].get<std::string>();
    const nlohmann::json::json_pointer pointer(path);
    const auto old = before.contains(pointer) ? before[pointer].dump() : "nothing";
    differences.push_back(fmt::format(
        "{}: {} -> {}", path, old, change.contains("value") ? change["value"].dump() : "nothing"));
  }
  if (first.manifest.program_sha256 != second.manifest.program_sha256)
    differences.push_back("the program: another build of niemen");
  if (!same_knowledge(first.manifest.knowledge, second.manifest.knowledge))
    differences.push_back("what the agents know: other doctrines or another evaluation");
  return differences;
}

}  // namespace

OpenedRun open_run(const std::filesystem::path& folder, const CellFactory& factory) {
  OpenedRun opened;
  opened.folder = folder;
  opened.manifest = read_manifest(folder);
  check_spec(folder, opened.manifest);
  opened.experiment = std::make_unique<Experiment>(read_experiment(folder / "spec.toml"));
  opened.source = std::make_unique<ExperimentSource>(*opened.experiment, factory);
  if (opened.source->cells().empty() && !opened.experiment->factors.empty())
    opened.source->add_cell(cell_with(*opened.experiment, opened.experiment->factors[0].key,
                                      opened.experiment->factors[0].low));
  const auto identity = identity_of(*opened.experiment, *opened.source);
  if (identity.sha256 != opened.manifest.spec_sha256)
    throw core::InputError(folder.string() +
                           ": the game's files or the agents have changed since this run was "
                           "played; its campaigns cannot be played again");
  opened.knowledge = identity.knowledge;
  opened.run = std::make_unique<RecordedRun>(folder, identity.sha256);
  while (opened.run->missing(opened.source->scheduled(), 1).empty() &&
         add_next_stage(*opened.source, *opened.run)) {
  }
  return opened;
}

void check_replayable(const OpenedRun& opened) {
  if (same_knowledge(opened.manifest.knowledge, opened.knowledge)) return;
  throw core::InputError(opened.folder.string() +
                         ": the doctrines or the evaluation of its agents have changed since this "
                         "run was played; its campaigns cannot be played again");
}

std::vector<Mismatch> verify_run(const OpenedRun& opened, std::size_t sample, std::uint64_t seed,
                                 std::size_t& played, const Onlooker& onlooker) {
  check_replayable(opened);
  const auto& summaries = opened.run->summaries();
  core::RandomStream random(seed);
  std::set<std::size_t> chosen;
  while (chosen.size() < std::min(sample, summaries.size()))
    chosen.insert(random.below(static_cast<std::uint32_t>(summaries.size())));
  std::erase_if(chosen, [&](std::size_t position) {
    return summaries[position].status == CampaignStatus::Error;
  });
  const auto player = opened.source->make_player();
  std::vector<Mismatch> mismatches;
  played = 0;
  onlooker.told(played, chosen.size());
  for (const auto position : chosen) {
    const auto id = summaries[position].id;
    const auto recorded = opened.run->read(id);
    const auto again = player->play(opened.source->task(id), onlooker.stop);
    if (onlooker.stop.stop_requested()) break;
    onlooker.told(++played, chosen.size());
    if (recorded.rows != again.rows)
      mismatches.push_back({id, recorded.rows.at(0), again.rows.at(0)});
  }
  return mismatches;
}

RunComparison compare_runs(const OpenedRun& first, const OpenedRun& second) {
  const auto& a = first.source->prepared(0).info();
  const auto& b = second.source->prepared(0).info();
  if (a.mechanism != b.mechanism || a.side_names[0] != b.side_names[0] ||
      a.side_names[1] != b.side_names[1])
    throw core::InputError(fmt::format(
        "\"{}\" ({} v {}) and \"{}\" ({} v {}) cannot be compared: "
        "their sides are not the same",
        a.title, a.side_names[0], a.side_names[1], b.title, b.side_names[0], b.side_names[1]));
  RunComparison result;
  result.differences = differences_of(first, second);
  for (const auto* opened : {&first, &second})
    for (const auto& sentence :
         mishap_sentences(mishaps_of(*opened->run, counted_of(opened->manifest)), a.side_names))
      result.differences.push_back(opened->folder.string() + ": " + sentence);
  const auto& cells = first.source->cells();
  const auto& others = second.source->cells();
  for (std::uint32_t i = 0; i < cells.size(); ++i)
    for (std::uint32_t j = 0; j < others.size(); ++j) {
      if (cells[i].id != others[j].id) continue;
      const auto add = [&](const char* name, bool share, auto&& figure) {
        compare_metric(result, first, second, i, j, name, share, figure);
      };
      add("win_share_a", true, [](const CampaignSummary& s) { return s.score_a(); });
      const auto add_of_played = [&](const char* name, auto&& figure) {
        add(name, false, [&](const CampaignSummary& s) {
          return s.was_played() ? static_cast<double>(figure(s)) : std::nan("");
        });
      };
      add_of_played("margin", [](const CampaignSummary& s) { return s.margin; });
      add_of_played("turns", [](const CampaignSummary& s) { return s.turns; });
      add_of_played("losses_a", [](const CampaignSummary& s) { return s.a_losses; });
      add_of_played("losses_b", [](const CampaignSummary& s) { return s.b_losses; });
    }
  if (result.metrics.empty())
    throw core::InputError("the two runs have no combination in common; compare runs of one plan");
  return result;
}

}  // namespace niemen::lab
