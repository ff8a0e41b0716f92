// The figure of whatever came out best of several: choosing by a figure flatters it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ai/lab/statistics/intervals.h"

namespace niemen::lab {

/// The position of the choice with the highest mean; the first of equals. Precondition: at least
/// one choice, none without a figure.
std::size_t best_choice(std::span<const std::vector<Observation>> choices);

/// The true mean of the best choice. The value is as often too high as too low, and the interval
/// covers the mean of the choice that was made, whichever it was: the distribution of its figure
/// given that it came out best, within the reach of all figures at once (the hybrid interval of
/// Andrews, Kitagawa and McCloskey, "Inference on Winners", 2024). Figures that share a block share
/// dice, also across choices. A single choice has mean_estimate(), or share_estimate() where
/// `share` says that figures lie in [0, 1]. Precondition: as best_choice().
Estimate best_of(std::span<const std::vector<Observation>> choices, bool share,
                 double level = 0.95);

}  // namespace niemen::lab
