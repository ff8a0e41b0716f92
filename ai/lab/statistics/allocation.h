// Which of several choices to play next, when the best of them is looked for: most campaigns go to
// those that may still be it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/core/random.h"

namespace niemen::lab {

/// What was seen of a choice.
struct ChoiceRecord {
  double score = 0;    ///< summed over campaigns, each from 0 to 1
  double squares = 0;  ///< of the scores, summed
  std::uint64_t campaigns = 0;

  void add(double one) {
    score += one;
    squares += one * one;
    ++campaigns;
  }
  /// With a win and a loss beside what was seen, so that nothing is ever certain.
  double mean() const { return (score + 1) / (static_cast<double>(campaigns) + 2); }
  /// Of the mean.
  double variance() const;
};

/// The choice with the highest mean; the first of equals. Precondition: at least one.
std::size_t leader_of(std::span<const ChoiceRecord> choices);

/// How many of the next `campaigns` each choice gets: top-two Thompson sampling for a whole round
/// (Russo, "Simple Bayesian Algorithms for Best-Arm Identification", 2020). In true scores drawn
/// from what is known of all choices one is best; half of the campaigns go to choices as often as
/// they are, and half as often as they are the best of the others. The sum is `campaigns`.
/// Precondition: at least two choices.
std::vector<std::uint64_t> allocate(std::span<const ChoiceRecord> choices, std::uint64_t campaigns,
                                    core::RandomStream& random);

/// The chance that each choice is the best, from what was seen and nothing else.
std::vector<double> chances_of_best(std::span<const ChoiceRecord> choices,
                                    core::RandomStream& random);

/// Whether the leader is shown to be better than every other choice: wrong in at most `error` of
/// runs however often it is asked on the way, and wherever the campaigns went by what was seen
/// (the stopping rule of Garivier and Kaufmann, "Optimal Best Arm Identification with Fixed
/// Confidence", 2016, for all other choices together).
bool is_leader_shown(std::span<const ChoiceRecord> choices, double error = 0.05);

}  // namespace niemen::lab
