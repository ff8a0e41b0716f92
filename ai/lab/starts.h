// A cell whose campaigns begin from several scenarios in turn.
#pragma once

#include <memory>

#include "ai/lab/experiment_source.h"

namespace niemen::lab {

/// Loads `cell` from each of its starts with `load`. Campaigns of one set of dice have the same
/// start; sets of dice take the starts in turn. What is asked of the cell as a whole (places,
/// rules, columns, victory levels) is what the first of them answers. Precondition: there are
/// starts.
std::unique_ptr<PreparedCell> load_starts(const Cell& cell, const CellFactory& load);

}  // namespace niemen::lab
