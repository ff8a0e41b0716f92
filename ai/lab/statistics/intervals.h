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

/// The mean of scores in [0, 1] (1 win, 1/2 draw, 0 loss). The interval is Jeffreys' at the number
/// of yes-or-no trials that carry as much information as these blocks do (after Korn and Graubard,
/// 1998): draws and well-paired dice narrow it, clumped dice widen it.
/// Precondition: at least one observation.
Estimate share_estimate(std::span<const Observation> scores, double level = 0.95);

/// The mean of any figures, with Student's interval over blocks. With one block the interval is
/// unbounded.
Estimate mean_estimate(std::span<const Observation> values, double level = 0.95);

/// Mean of `second` minus mean of `first`, paired by block: blocks that only one of them has are
/// left out. `blocks` counts the pairs; with fewer than two the interval is unbounded.
Estimate paired_difference(std::span<const Observation> first, std::span<const Observation> second,
                           double level = 0.95);

/// The same for scores in [0, 1]. Where no pair differs from another, nothing is known of the
/// spread but that differing pairs are rare: the interval then reaches as far as a share of such
/// pairs that would still show none with a chance of (1 - level) / 2.
Estimate paired_share_difference(std::span<const Observation> first,
                                 std::span<const Observation> second, double level = 0.95);

/// How the block means of both correlate over the blocks they share, -1 to 1: at equal spreads, the
/// share of campaigns that common dice save. 0 with fewer than two blocks or no spread.
double block_correlation(std::span<const Observation> first, std::span<const Observation> second);

/// Mean of `second` minus mean of `first` where no dice are shared (Welch over blocks).
Estimate independent_difference(std::span<const Observation> first,
                                std::span<const Observation> second, double level = 0.95);

/// The q-quantile of independent figures, with the order statistics that bound it at `level`
/// (exact by the binomial distribution; unbounded where too few figures lie beyond).
Estimate quantile_estimate(std::vector<double> values, double q, double level = 0.95);

/// How many campaigns give an interval of +-`half_width` when one campaign's score has standard
/// deviation `deviation` (0.5 without draws).
int campaigns_for_precision(double half_width, double deviation, double level = 0.95);

}  // namespace niemen::lab
