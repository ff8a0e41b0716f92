// Estimates from counts: how often each figure came up, in campaigns that share no dice. However
// many campaigns there are, their figures are few.
#pragma once

#include <cstdint>
#include <map>

#include "ai/lab/statistics/intervals.h"

namespace niemen::lab {

/// How many campaigns had each figure.
using Counts = std::map<double, std::uint64_t>;

/// As of the observations themselves, each a block of its own (intervals.h); the same numbers to
/// the last digit. Precondition: at least one.
Estimate share_estimate(const Counts& scores, double level = 0.95);
Estimate mean_estimate(const Counts& values, double level = 0.95);

}  // namespace niemen::lab
