// What looking at many figures costs: whoever looks at fifty is shown the luckiest of them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "ai/lab/statistics/intervals.h"

namespace niemen::lab {

/// The level that each of `looked_at` intervals needs for all of them to hold at once with a chance
/// of at least `level`, however they depend on one another (Bonferroni). None counts as one.
double level_of_each(double level, std::size_t looked_at);

/// "each of the 12 intervals so wide that all hold at once in 95 % of runs"; of one or none "".
std::string together_words(std::size_t looked_at);

/// A figure of the campaigns that were won and of those that were lost.
struct WonAndLost {
  std::string name;
  std::vector<Observation> won, lost;
};

/// By how much a figure differs between them.
struct Contrast {
  std::size_t figure = 0;  ///< position among those given
  Estimate difference;     ///< won minus lost; the intervals of all contrasts hold at once
  double size = 0;         ///< in standard deviations between campaigns
  /// Whether the figures differ: by their interval, and by their ranks (Mann and Whitney, 1947; of
  /// the means of blocks where dice are shared), which no rare huge figure deceives. At most 5 % of
  /// runs (at a level of 0.95) show one that is none among all of them.
  bool shown = false;
};

/// The contrast of every figure with five blocks or more on both sides, the largest first.
std::vector<Contrast> won_lost_contrasts(std::span<const WonAndLost> figures, double level = 0.95);

}  // namespace niemen::lab
