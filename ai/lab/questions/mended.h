// What a search for the smallest change leaves beside its tables.
#pragma once

#include <filesystem>

#include "ai/lab/experiment_source.h"
#include "ai/lab/run_folder.h"

namespace niemen::lab {

/// Leaves an overlay of the game with the smallest change that was shown to do it, ready to play,
/// in folder/mended: only where it is the same game, to the hash, as the one that was confirmed. Of
/// a run with any other question nothing.
void leave_mended_game(const ExperimentSource& source, const RecordedRun& run,
                       std::uint64_t counted, const CellFactory& factory,
                       const std::filesystem::path& folder);

}  // namespace niemen::lab
