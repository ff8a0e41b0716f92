// Estimates with intervals: shares, means, paired differences and quantiles, over campaigns that
// may share their dice in blocks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace niemen::lab {

struct Interval {
  double low = 0;
  double high = 0;
  bool contains(double value) const { return low <= value && value <= high; }
  double width() const { return high - low; }
};

/// A number with what sampling leaves open about it.
struct Estimate {
  double value = 0;
  double std_error = 0;
  Interval interval;
  double level = 0.95;  ///< of the interval
  int n = 0;            ///< observations
  int blocks = 0;       ///< independent groups of observations
  /// Whether all blocks came out alike, so that what is known of the spread is only how often they
  /// may differ without having done so.
  bool alike = false;
};

/// One campaign's figure, and the block it shares its dice with (its own id where it shares none).
struct Observation {
  double value = 0;
  std::uint64_t block = 0;
};

/// The quantile of the standard normal distribution; `probability` in (0, 1).
double normal_quantile(double probability);
/// The standard normal distribution function.
double normal_cdf(double x);
/// The two-sided critical value of Student's t, e.g. level 0.95 and 9 degrees give 2.26.
double student_critical(double level, double degrees);

/// Jeffreys' interval for a share: the beta(successes + 1/2, failures + 1/2) quantiles, with the
/// closed end at 0 or 1 (Brown, Cai and DasGupta, "Interval Estimation for a Binomial Proportion",
/// 2001). The counts may be fractional. Precondition: 0 <= successes <= trials, trials > 0.
Interval jeffreys_interval(double successes, double trials, double level = 0.95);

/// The mean of scores in [0, 1] (1 win, 1/2 draw, 0 loss). Independent wins and losses have
/// Jeffreys' interval; with draws, or blocks of shared dice, its like: the Bayesian bootstrap over
/// blocks, with half a block of wins and half a block of losses beside what was played, and
/// Student's t where blocks hold several scores. Where all blocks came out alike the interval
/// reaches as far as blocks that differ could that are too rare to have shown (with a chance of
/// (1 - level) / 2), and covers more often than `level`.
/// Precondition: at least one observation.
Estimate share_estimate(std::span<const Observation> scores, double level = 0.95);

/// The mean of any figures, with Student's interval over blocks, corrected for their skewness
/// (Hall, 1992). With one block, or where blocks differ by no more than rounding, nothing is known
/// of the spread: the interval is unbounded.
Estimate mean_estimate(std::span<const Observation> values, double level = 0.95);

/// Mean of `second` minus mean of `first`, paired by block: blocks that only one of them has are
/// left out. `blocks` counts the pairs; with fewer than two, or all pairs alike, the interval is
/// unbounded.
Estimate paired_difference(std::span<const Observation> first, std::span<const Observation> second,
                           double level = 0.95);

/// The same for scores in [0, 1], whose difference is a share of the range from -1 to 1 with an
/// interval as in share_estimate(): differences that are rare, or all one way, stay covered.
Estimate paired_share_difference(std::span<const Observation> first,
                                 std::span<const Observation> second, double level = 0.95);

/// How the block means of both correlate over the blocks they share, -1 to 1: at equal spreads, the
/// share of campaigns that common dice save. 0 with fewer than two blocks or no spread.
double block_correlation(std::span<const Observation> first, std::span<const Observation> second);

/// Mean of `second` minus mean of `first` where no dice are shared (Welch over blocks; unbounded
/// where neither shows a spread).
Estimate independent_difference(std::span<const Observation> first,
                                std::span<const Observation> second, double level = 0.95);

/// The same for scores in [0, 1], from the intervals of both shares (Newcombe, 1998).
Estimate independent_share_difference(std::span<const Observation> first,
                                      std::span<const Observation> second, double level = 0.95);

/// The q-quantile of independent figures, with the order statistics that bound it at `level`
/// (exact by the binomial distribution; unbounded where too few figures lie beyond).
Estimate quantile_estimate(std::vector<double> values, double q, double level = 0.95);

/// How many campaigns give an interval of +-`half_width` when one campaign's score has standard
/// deviation `deviation` (0.5 without draws).
int campaigns_for_precision(double half_width, double deviation, double level = 0.95);

}  // namespace niemen::lab
