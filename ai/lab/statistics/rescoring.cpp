#include "ai/lab/statistics/rescoring.h"

#include <fmt/format.h>

namespace niemen::lab {

Estimate threshold_for_share(std::vector<double> margins, double target, double level) {
  return quantile_estimate(std::move(margins), 1 - target, level);
}

RescoreCheck check_rescoring(std::span<const Observation> rescored,
                             std::span<const Observation> replayed, double tolerance,
                             double level) {
  RescoreCheck check;
  check.tolerance = tolerance;
  check.difference = paired_share_difference(rescored, replayed, level);
  const auto& interval = check.difference.interval;
  check.valid = interval.low > -tolerance && interval.high < tolerance;
  const double points = 100 * tolerance;
  if (check.valid)
    check.message = fmt::format("re-scoring valid within {:g} points ({} campaigns played again)",
                                points, check.difference.blocks);
  else
    check.message = fmt::format(
        "re-scoring refused: played again with the new conditions known, side A's share differs by "
        "{:+.1f} points ({:+.1f} to {:+.1f}), not shown to be within {:g}; play it with `run`",
        100 * check.difference.value, 100 * interval.low, 100 * interval.high, points);
  return check;
}

}  // namespace niemen::lab
