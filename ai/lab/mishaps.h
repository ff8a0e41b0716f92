// Campaigns of a run that nobody played: those that failed, and those that an agent forfeited.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ai/lab/run_folder.h"

namespace niemen::lab {

/// Those of the campaigns with ids below `counted`.
Mishaps mishaps_of(const RecordedRun& run, std::uint64_t counted);

/// How many of how many, by whom and why, one sentence each for failures and forfeits; `sides` are
/// the names of the sides.
std::vector<std::string> mishap_sentences(const Mishaps& mishaps,
                                          std::span<const std::string, play::kSides> sides);

}  // namespace niemen::lab
