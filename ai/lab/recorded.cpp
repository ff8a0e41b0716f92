#include "ai/lab/recorded.h"

#include <algorithm>
#include <set>

#include "ai/lab/csv.h"
#include "ai/lab/run.h"
#include "ai/lab/stages.h"
#include "engine/core/error.h"
#include "engine/core/random.h"

namespace niemen::lab {

OpenedRun open_run(const std::filesystem::path& folder, const CellFactory& factory) {
  OpenedRun opened;
  opened.folder = folder;
  opened.manifest = read_manifest(folder);
  check_spec(folder, opened.manifest);
  opened.experiment = std::make_unique<Experiment>(read_experiment(folder / "spec.toml"));
  opened.source = std::make_unique<ExperimentSource>(*opened.experiment, factory);
  if (opened.source->cells().empty()) make_ready(*opened.source, factory);
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
  core::RandomStream random(seed);
  const auto size = opened.run->summaries().size();
  std::set<std::size_t> chosen;
  while (chosen.size() < std::min(sample, size))
    chosen.insert(random.below(static_cast<std::uint32_t>(size)));
  std::vector<std::uint64_t> ids;
  std::size_t position = 0;
  for (const auto& summary : opened.run->summaries())
    if (chosen.contains(position++) && summary.status != CampaignStatus::Error)
      ids.push_back(summary.id);
  const auto player = opened.source->make_player();
  std::vector<Mismatch> mismatches;
  played = 0;
  onlooker.told(played, ids.size());
  for (const auto id : ids) {
    const auto recorded = opened.run->read(id);
    const auto again = player->play(opened.source->task(id), onlooker.stop);
    if (onlooker.stop.stop_requested()) break;
    onlooker.told(++played, ids.size());
    const auto line = [](const CampaignRecord& record) {
      // Of campaigns that were only counted the last position has to do.
      return record.rows.empty() ? hex_name(record.summary.state_hash) + "\n" : record.rows[0];
    };
    const bool same = opened.manifest.keep == Keep::All
                          ? recorded.rows == again.rows
                          : recorded.summary.state_hash == again.summary.state_hash &&
                                (recorded.rows.empty() || recorded.rows[0] == again.rows.at(0));
    if (!same) mismatches.push_back({id, line(recorded), line(again)});
  }
  return mismatches;
}

}  // namespace niemen::lab
