#include "ai/lab/statistics/intervals.h"

#include <algorithm>
#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cassert>
#include <cmath>
#include <limits>
#include <map>

#include "ai/lab/statistics/counted.h"
#include "ai/lab/statistics/redrawn_mean.h"

namespace niemen::lab {

namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// The sum and count of one block's figures.
struct BlockSum {
  std::uint64_t block = 0;
  double sum = 0;
  int count = 0;
};

std::vector<BlockSum> sum_blocks(std::span<const Observation> observations) {
  std::vector<Observation> sorted(observations.begin(), observations.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.block < b.block; });
  std::vector<BlockSum> sums;
  for (const auto& one : sorted) {
    if (sums.empty() || sums.back().block != one.block) sums.push_back({one.block, 0, 0});
    sums.back().sum += one.value;
    ++sums.back().count;
  }
  return sums;
}

/// Blocks of the same sum and count, and how many of each there are: sums over blocks are made over
/// these, so that they do not depend on how the blocks are given.
using Alike = std::map<std::pair<double, int>, double>;

Alike alike(const std::vector<BlockSum>& blocks) {
  Alike groups;
  for (const auto& block : blocks) ++groups[{block.sum, block.count}];
  return groups;
}
Alike alike(std::span<const Observation> observations) { return alike(sum_blocks(observations)); }
Alike alike(const Counts& counts) {
  Alike groups;
  for (const auto& [value, times] : counts) groups[{value, 1}] = static_cast<double>(times);
  return groups;
}

/// Mean over all observations and the sum over blocks of squared deviations of their sums.
struct Clustered {
  double mean = 0;
  double squares = 0;
  double cubes = 0;
  int n = 0;
  int blocks = 0;
  /// Variance of the mean, unbiased where blocks are of one size.
  double variance() const {
    if (blocks < 2) return kUnbounded;
    const double correction = static_cast<double>(blocks) / (blocks - 1);
    return correction * squares / (static_cast<double>(n) * n);
  }
};

Clustered cluster(const Alike& groups) {
  Clustered result;
  double total = 0, n = 0, blocks = 0;
  for (const auto& [block, times] : groups) {
    total += times * block.first;
    n += times * block.second;
    blocks += times;
  }
  result.n = static_cast<int>(n);
  result.blocks = static_cast<int>(blocks);
  result.mean = total / n;
  for (const auto& [block, times] : groups) {
    const double deviation = block.first - result.mean * block.second;
    result.squares += times * deviation * deviation;
    result.cubes += times * deviation * deviation * deviation;
  }
  return result;
}

Clustered cluster(std::span<const Observation> observations) {
  return cluster(alike(observations));
}

Estimate student_estimate(double mean, double variance, double degrees, double level) {
  Estimate estimate;
  estimate.value = mean;
  estimate.level = level;
  estimate.std_error = std::sqrt(variance);
  const double reach = degrees >= 1 && std::isfinite(variance)
                           ? student_critical(level, degrees) * estimate.std_error
                           : kUnbounded;
  estimate.interval = {mean - reach, mean + reach};
  return estimate;
}

}  // namespace

double normal_quantile(double probability) {
  return boost::math::quantile(boost::math::normal(), probability);
}

double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

double student_critical(double level, double degrees) {
  return boost::math::quantile(boost::math::students_t(degrees), 0.5 + level / 2);
}

Interval jeffreys_interval(double successes, double trials, double level) {
  assert(trials > 0 && successes >= 0 && successes <= trials);
  const boost::math::beta_distribution<> posterior(successes + 0.5, trials - successes + 0.5);
  const double tail = (1 - level) / 2;
  return {successes == 0 ? 0.0 : boost::math::quantile(posterior, tail),
          successes == trials ? 1.0 : boost::math::quantile(posterior, 1 - tail)};
}

namespace {

/// Whether all that differs between the blocks is how their figures were rounded: then nothing is
/// known of the spread.
bool is_noise(const Clustered& data) {
  constexpr double kRounding = 1e-12;
  const double scale = std::max(std::abs(data.mean) * data.n, std::numeric_limits<double>::min());
  return data.blocks < 2 || std::sqrt(data.squares) <= kRounding * scale;
}

/// What Student's statistic of a mean is at the quantile `critical`, allowing for the skewness that
/// the blocks show (Hall, "On the Removal of Skewness by Transformation", 1992).
double skewed_quantile(const Clustered& data, double critical) {
  const double blocks = data.blocks, root = std::sqrt(blocks);
  const double skewness = data.cubes / blocks / std::pow(data.squares / blocks, 1.5);
  constexpr double kSymmetric = 1e-6;
  if (std::abs(skewness) < kSymmetric) return critical;
  const double shifted = critical / root - skewness / (6 * blocks);
  return root * 3 / skewness * (std::cbrt(1 + skewness * shifted) - 1);
}

/// The interval of a mean of figures in [0, 1] from blocks that are not all alike: the Bayesian
/// bootstrap over blocks, with half a block of wins and half a block of losses beside what was
/// played. For n independent wins and losses that is exactly Jeffreys' interval; what was never
/// seen (a win, a loss, a block that leans as one) stays possible where it is rare.
Interval redrawn_interval(const Alike& groups, const Clustered& data, double level) {
  const double size = data.blocks;
  const double block_size = data.n / size;
  constexpr double kHalf = 0.5;
  std::vector<Atom> atoms{{block_size, block_size, kHalf}, {0, block_size, kHalf}};
  for (const auto& [block, times] : groups)
    atoms.push_back({block.first, static_cast<double>(block.second), times});
  double tail = (1 - level) / 2;
  // How blocks spread is known the less, the fewer they are; single results show it by their mean.
  if (block_size > 1) tail = normal_cdf(-student_critical(level, size - 1));
  return {redrawn_mean_quantile(atoms, tail), redrawn_mean_quantile(atoms, 1 - tail)};
}

/// Where every block has the mean `value`, blocks that differ are rare: as many of them, at either
/// end of [0, 1], as would still show none with a chance of (1 - level) / 2.
Interval unanimous_interval(double value, double blocks, double level) {
  const double rare = 1 - std::pow((1 - level) / 2, 1 / blocks);
  return {value - rare * value, value + rare * (1 - value)};
}

bool is_unanimous(const Alike& groups) {
  const auto first = groups.begin()->first;
  return std::all_of(groups.begin(), groups.end(), [&](const auto& group) {
    return group.first.first * first.second == first.first * group.first.second;
  });
}

/// The interval of a mean of figures in [0, 1].
Interval share_interval(const Alike& groups, double level) {
  const auto data = cluster(groups);
  const auto& [sum, count] = groups.begin()->first;
  if (is_unanimous(groups)) return unanimous_interval(sum / count, data.blocks, level);
  const bool decided = std::all_of(groups.begin(), groups.end(), [](const auto& group) {
    return group.first.second == 1 && (group.first.first == 0 || group.first.first == 1);
  });
  if (!decided) return redrawn_interval(groups, data, level);
  return jeffreys_interval(groups.at({1, 1}), data.blocks, level);
}

double error_of(const Interval& interval, double level) {
  return interval.width() / (2 * normal_quantile(0.5 + level / 2));
}

}  // namespace

namespace {

Estimate share_of(const Alike& groups, double level) {
  const auto data = cluster(groups);
  Estimate estimate;
  estimate.value = std::clamp(data.mean, 0.0, 1.0);
  estimate.level = level;
  estimate.n = data.n;
  estimate.blocks = data.blocks;
  estimate.interval = share_interval(groups, level);
  estimate.std_error =
      data.squares > 0 ? std::sqrt(data.variance()) : error_of(estimate.interval, level);
  return estimate;
}

Estimate mean_of(const Alike& groups, double level) {
  const auto data = cluster(groups);
  auto estimate = student_estimate(data.mean, data.variance(), data.blocks - 1, level);
  estimate.n = data.n;
  estimate.blocks = data.blocks;
  if (is_noise(data)) {
    estimate.alike = true;
    estimate.std_error = std::numeric_limits<double>::quiet_NaN();
    estimate.interval = {-kUnbounded, kUnbounded};
  } else if (data.blocks > 2) {
    const double critical = student_critical(level, data.blocks - 1);
    estimate.interval = {data.mean - estimate.std_error * skewed_quantile(data, critical),
                         data.mean - estimate.std_error * skewed_quantile(data, -critical)};
  }
  return estimate;
}

}  // namespace

Estimate share_estimate(std::span<const Observation> scores, double level) {
  return share_of(alike(scores), level);
}
Estimate share_estimate(const Counts& scores, double level) {
  return share_of(alike(scores), level);
}
Estimate mean_estimate(std::span<const Observation> values, double level) {
  return mean_of(alike(values), level);
}
Estimate mean_estimate(const Counts& values, double level) { return mean_of(alike(values), level); }

namespace {

/// Calls `visit(mean of first, mean of second, block)` for every block that both have.
template <class F>
void each_pair(std::span<const Observation> first, std::span<const Observation> second, F&& visit) {
  const auto before = sum_blocks(first), after = sum_blocks(second);
  for (auto a = before.begin(), b = after.begin(); a != before.end() && b != after.end();) {
    if (a->block < b->block) {
      ++a;
    } else if (b->block < a->block) {
      ++b;
    } else {
      visit(a->sum / a->count, b->sum / b->count, a->block);
      ++a;
      ++b;
    }
  }
}

}  // namespace

Estimate paired_difference(std::span<const Observation> first, std::span<const Observation> second,
                           double level) {
  std::vector<Observation> differences;
  each_pair(first, second, [&](double before, double after, std::uint64_t block) {
    differences.push_back({after - before, block});
  });
  if (differences.empty()) return student_estimate(0, kUnbounded, 0, level);
  return mean_estimate(differences, level);
}

Estimate paired_share_difference(std::span<const Observation> first,
                                 std::span<const Observation> second, double level) {
  auto estimate = paired_difference(first, second, level);
  // A difference of shares runs from -1 to 1; halved and shifted it is a share.
  std::vector<BlockSum> pairs;
  each_pair(first, second, [&](double before, double after, std::uint64_t block) {
    pairs.push_back({block, (1 + after - before) / 2, 1});
  });
  if (pairs.empty()) return estimate;
  const auto interval = share_interval(alike(pairs), level);
  estimate.interval = {2 * interval.low - 1, 2 * interval.high - 1};
  if (!(estimate.std_error > 0 && std::isfinite(estimate.std_error)))
    estimate.std_error = error_of(estimate.interval, level);
  return estimate;
}

double block_correlation(std::span<const Observation> first, std::span<const Observation> second) {
  double n = 0, sum_a = 0, sum_b = 0;
  each_pair(first, second, [&](double a, double b, std::uint64_t) {
    ++n;
    sum_a += a;
    sum_b += b;
  });
  double both = 0, squares_a = 0, squares_b = 0;
  each_pair(first, second, [&](double a, double b, std::uint64_t) {
    both += (a - sum_a / n) * (b - sum_b / n);
    squares_a += (a - sum_a / n) * (a - sum_a / n);
    squares_b += (b - sum_b / n) * (b - sum_b / n);
  });
  return squares_a > 0 && squares_b > 0 ? both / std::sqrt(squares_a * squares_b) : 0;
}

Estimate independent_difference(std::span<const Observation> first,
                                std::span<const Observation> second, double level) {
  const auto before = cluster(first), after = cluster(second);
  const double v1 = before.variance(), v2 = after.variance();
  double degrees = 0;
  if (std::isfinite(v1) && std::isfinite(v2))
    degrees = v1 + v2 > 0 ? (v1 + v2) * (v1 + v2) /
                                (v1 * v1 / (before.blocks - 1) + v2 * v2 / (after.blocks - 1))
                          : before.blocks + after.blocks - 2;
  auto estimate = student_estimate(after.mean - before.mean, v1 + v2, degrees, level);
  estimate.n = before.n + after.n;
  estimate.blocks = before.blocks + after.blocks;
  estimate.alike = is_noise(before) && is_noise(after);
  if (estimate.alike) estimate.interval = {-kUnbounded, kUnbounded};
  return estimate;
}

Estimate independent_share_difference(std::span<const Observation> first,
                                      std::span<const Observation> second, double level) {
  const auto before = share_estimate(first, level), after = share_estimate(second, level);
  const auto apart = [](double one, double other) { return std::sqrt(one * one + other * other); };
  Estimate estimate;
  estimate.value = after.value - before.value;
  estimate.level = level;
  estimate.n = before.n + after.n;
  estimate.blocks = before.blocks + after.blocks;
  estimate.interval = {
      estimate.value - apart(after.value - after.interval.low, before.interval.high - before.value),
      estimate.value +
          apart(after.interval.high - after.value, before.value - before.interval.low)};
  estimate.std_error = apart(before.std_error, after.std_error);
  return estimate;
}

Estimate quantile_estimate(std::vector<double> values, double q, double level) {
  assert(!values.empty() && q > 0 && q < 1);
  std::sort(values.begin(), values.end());
  const int n = static_cast<int>(values.size());
  const boost::math::binomial_distribution<> below(n, q);
  const double tail = (1 - level) / 2;
  // The number of figures below the quantile is binomial; the ranks that cut off each tail bound
  // it.
  const auto at = [&](int rank) { return values[rank]; };
  int low = -1;
  while (low + 1 < n && boost::math::cdf(below, low + 1) <= tail) ++low;
  int high = n;
  while (high - 1 >= 0 && 1 - boost::math::cdf(below, high - 1) <= tail) --high;
  Estimate estimate;
  estimate.level = level;
  estimate.n = estimate.blocks = n;
  const double position = q * (n - 1);
  const int floor_rank = static_cast<int>(position);
  const int next_rank = std::min(floor_rank + 1, n - 1);
  estimate.value = at(floor_rank) + (position - floor_rank) * (at(next_rank) - at(floor_rank));
  estimate.interval = {low < 0 ? -kUnbounded : at(low), high >= n ? kUnbounded : at(high)};
  estimate.std_error = estimate.interval.width() / (2 * normal_quantile(0.5 + level / 2));
  return estimate;
}

int campaigns_for_precision(double half_width, double deviation, double level) {
  assert(half_width > 0);
  const double reach = normal_quantile(0.5 + level / 2) * deviation / half_width;
  return std::max(1, static_cast<int>(std::ceil(reach * reach)));
}

}  // namespace niemen::lab
