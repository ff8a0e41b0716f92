#include "ai/lab/statistics/rescoring.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace niemen::lab {

namespace {

/// Side A's scores when side B has so many points more and a tie gives it `tie`.
std::vector<Observation> scores_after(std::span<const Observation> margins, double points,
                                      double tie) {
  std::vector<Observation> scores;
  for (const auto& one : margins)
    scores.push_back({one.value > points ? 1.0 : one.value < points ? 0.0 : tie, one.block});
  return scores;
}

double mean_of(const std::vector<Observation>& scores) {
  double sum = 0;
  for (const auto& one : scores) sum += one.value;
  return sum / static_cast<double>(scores.size());
}

/// The margins between which the median may lie, allowing for shared dice: where half of the
/// campaigns above is not excluded. Unbounded where even the outermost margin does not exclude it.
Interval open_points(std::span<const Observation> margins, std::vector<double> values,
                     double level) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  constexpr double kEndless = std::numeric_limits<double>::infinity();
  const auto above = [&](double points, double tie) {
    return share_estimate(scores_after(margins, points, tie), level).interval;
  };
  // The share at or above a margin falls with it, so both ends are found by halving.
  const auto first = std::partition_point(values.begin(), values.end(), [&](double points) {
    return above(points, 0.0).low > 0.5;  // more than half lie above it
  });
  const auto last = std::partition_point(values.begin(), values.end(), [&](double points) {
    return above(points, 1.0).high >= 0.5;  // it may be that half lie at it or above
  });
  const bool low_known = first != values.begin() || above(values.front(), 1.0).low > 0.5;
  const bool high_known = last != values.end() || above(values.back(), 0.0).high < 0.5;
  Interval open{-kEndless, kEndless};
  if (low_known && first != values.end()) open.low = *first;
  if (high_known && last != values.begin()) open.high = *(last - 1);
  return open;
}

}  // namespace

EvenPoint even_point(std::span<const Observation> margins, double tie, double level) {
  std::vector<double> values;
  for (const auto& one : margins) values.push_back(one.value);
  const auto middle = quantile_estimate(values, 0.5, level);
  EvenPoint even;
  even.median = middle.value;
  even.median_interval = middle.interval;
  const bool whole = std::all_of(values.begin(), values.end(),
                                 [](double value) { return value == std::round(value); });
  // The score falls as points are added and passes one half at the median; whole points to either
  // side of it may come nearer than the median, whose ties they undo.
  std::vector<double> tried{even.median};
  if (whole)
    tried = {std::floor(even.median) - 1, std::floor(even.median), std::floor(even.median) + 1,
             std::floor(even.median) + 2};
  double nearest = std::numeric_limits<double>::infinity();
  for (const double points : tried) {
    const double distance = std::abs(mean_of(scores_after(margins, points, tie)) - 0.5);
    if (distance >= nearest) continue;
    nearest = distance;
    even.points = points;
  }
  even.score = share_estimate(scores_after(margins, even.points, tie), level);
  if (even.score.blocks < even.score.n) even.median_interval = open_points(margins, values, level);
  return even;
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
        "re-scoring refused: played again with the new conditions known, the score differs by "
        "{:+.1f} points ({:+.1f} to {:+.1f}), not shown to be within {:g}; play it with `run`",
        100 * check.difference.value, 100 * interval.low, 100 * interval.high, points);
  return check;
}

}  // namespace niemen::lab
