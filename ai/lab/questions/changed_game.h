// A game that extends another by what an experiment changed of it.
#pragma once

#include <filesystem>

#include "ai/lab/experiment_source.h"

namespace niemen::lab {

/// Leaves the game of `wanted`, with what its request sets, as files of a game in `overlay` that
/// extends the experiment's: only where that is the same game to the hash.
void leave_changed_game(const Experiment& experiment, const Cell& wanted,
                        const CellFactory& factory, const std::filesystem::path& overlay);

}  // namespace niemen::lab
