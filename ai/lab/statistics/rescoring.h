// Scoring recorded campaigns again under other victory conditions, and whether that may be
// believed.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ai/lab/statistics/intervals.h"

namespace niemen::lab {

/// How many points more for side B make recorded campaigns even.
struct EvenPoint {
  double points = 0;  ///< the number, whole where all margins are, that comes nearest to even
  Estimate score;     ///< of side A then, the ties that this makes as the game decides them
  double median = 0;  ///< of the margins
  /// The numbers of points at which an even score is not excluded: between order statistics, and
  /// where campaigns share dice by what their blocks leave open.
  Interval median_interval;
};

/// Looks for the points that bring side A's score nearest to one half, where a side that is ahead
/// wins and equal points give side A the score `tie` (one half: a draw). `margins` are those of the
/// campaigns, positive when side A is ahead. Precondition: at least one margin.
EvenPoint even_point(std::span<const Observation> margins, double tie = 0.5, double level = 0.95);

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
