// Scoring recorded campaigns again under other victory conditions, and whether that may be
// believed.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ai/lab/statistics/intervals.h"

namespace niemen::lab {

/// The margin that would have had to be added to side B's points for side A to win the share
/// `target` of these campaigns: the (1 - target) quantile of the margins, with its interval by
/// order statistics. For target 0.5 it is the median margin.
Estimate threshold_for_share(std::vector<double> margins, double target = 0.5, double level = 0.95);

struct RescoreCheck {
  bool valid = false;
  Estimate difference;  ///< re-played minus re-scored share of side A, paired by block
  double tolerance = 0;
  std::string message;  ///< "re-scoring valid within 3 points" or why it is refused
};

/// Compares campaigns scored again with the same campaigns played again by agents that know the new
/// conditions. Valid when the interval of the paired difference lies within +-`tolerance` (a share,
/// 0.03 is three points).
RescoreCheck check_rescoring(std::span<const Observation> rescored,
                             std::span<const Observation> replayed, double tolerance,
                             double level = 0.95);

}  // namespace niemen::lab
