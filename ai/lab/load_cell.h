// The one place of the lab that knows which games there are.
#pragma once

#include <memory>

#include "ai/lab/experiment_source.h"

namespace niemen::lab {

/// Loads the game of a cell and seats its agents. Throws InputError (see CellFactory).
std::unique_ptr<PreparedCell> load_cell(const Cell& cell);

}  // namespace niemen::lab
