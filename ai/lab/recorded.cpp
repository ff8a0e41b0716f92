#include "ai/lab/recorded.h"

#include <algorithm>
#include <set>

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

}  // namespace niemen::lab
