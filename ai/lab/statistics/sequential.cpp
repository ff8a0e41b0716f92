#include "ai/lab/statistics/sequential.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "engine/core/error.h"

namespace niemen::lab {

namespace {

/// Observations' worth of a fair coin mixed into the variance, so that early runs of equal scores
/// do not make it zero.
constexpr double kPriorWeight = 4;
constexpr double kPriorVariance = 0.25;

/// The distribution of a Gaussian random walk between two bounds, looked at every so often. `mass`
/// is the probability of each cell between the bounds; what crosses is counted at each look.
class BoundedWalk {
 public:
  BoundedWalk(double lower, double upper, double drift, double variance)
      : lower_(lower),
        width_((upper - lower) / kCells),
        drift_(drift),
        variance_(variance),
        upper_(upper) {}

  struct Crossed {
    double low = 0, high = 0;
  };

  /// Takes one step of `observations` and removes what lies beyond the bounds after it.
  Crossed step(int observations) {
    const double mean = drift_ * observations, sd = std::sqrt(variance_ * observations);
    Crossed crossed;
    std::vector<double> next(kCells, 0.0);
    if (!started_) {
      for (int j = 0; j < kCells; ++j)
        next[at(j)] = cdf(edge(j + 1), mean, sd) - cdf(edge(j), mean, sd);
      crossed = {cdf(lower_, mean, sd), 1 - cdf(upper_, mean, sd)};
      started_ = true;
    } else {
      // The chance of moving by k cells, from cell centre to cell.
      std::vector<double> kernel(2 * kCells - 1);
      for (int k = 1 - kCells; k < kCells; ++k)
        kernel[at(k + kCells - 1)] =
            cdf((k + 0.5) * width_, mean, sd) - cdf((k - 0.5) * width_, mean, sd);
      for (int i = 0; i < kCells; ++i) {
        const double here = mass_[at(i)];
        if (here < kNegligible) continue;
        for (int j = 0; j < kCells; ++j) next[at(j)] += here * kernel[at(j - i + kCells - 1)];
        crossed.low += here * cdf(lower_ - centre(i), mean, sd);
        crossed.high += here * (1 - cdf(upper_ - centre(i), mean, sd));
      }
    }
    mass_ = std::move(next);
    return crossed;
  }

  /// The chance that a step of `observations` from here ends at or above `value`, before removal.
  double ends_above(double value, int observations) const {
    const double mean = drift_ * observations, sd = std::sqrt(variance_ * observations);
    if (!started_) return 1 - cdf(value, mean, sd);
    double total = 0;
    for (int i = 0; i < kCells; ++i) total += mass_[at(i)] * (1 - cdf(value - centre(i), mean, sd));
    return total;
  }

 private:
  static constexpr int kCells = 120;
  static constexpr double kNegligible = 1e-12;

  static std::size_t at(int cell) { return static_cast<std::size_t>(cell); }
  static double cdf(double x, double mean, double sd) { return normal_cdf((x - mean) / sd); }
  double edge(int cell) const { return lower_ + cell * width_; }
  double centre(int cell) const { return lower_ + (cell + 0.5) * width_; }

  double lower_, width_, drift_, variance_, upper_;
  bool started_ = false;
  std::vector<double> mass_;
};

/// Where a test stopped: after how many observations, at what sum of deviations from the middle.
struct Stop {
  int count = 0;
  double sum = 0;
};

/// The chance, at a given drift, of a result at least as favourable to the alternative as `stop`:
/// crossing high earlier counts as more, crossing low earlier as less.
double chance_at_least(const SequentialDesign& design, double lower, double upper, double drift,
                       double variance, const Stop& stop) {
  BoundedWalk walk(lower, upper, drift, variance);
  double above = 0, below = 0;
  int done = 0;
  int step = std::min(std::max(design.minimum, 1), stop.count);
  while (done + step < stop.count) {
    const auto crossed = walk.step(step);
    above += crossed.high;
    below += crossed.low;
    done += step;
    step = std::min(design.look_every, stop.count - done);
  }
  const double last_above = walk.ends_above(stop.sum, stop.count - done);
  if (stop.sum > lower) return above + last_above;
  // Stopped low: everything is at least this favourable but what crossed low earlier or lower now.
  const double alive = walk.ends_above(-1e300, stop.count - done);
  return 1 - (below + (alive - last_above));
}

}  // namespace

std::vector<double> ScheduleOrder::add(std::size_t index, double value) {
  std::vector<double> due;
  waiting_.emplace(index, value);
  for (auto it = waiting_.begin(); it != waiting_.end() && it->first == next_; ++next_) {
    due.push_back(it->second);
    it = waiting_.erase(it);
  }
  return due;
}

SequentialTest::SequentialTest(const SequentialDesign& design) : design_(design) {
  const auto rate = [](double p) { return p > 0 && p < 1; };
  if (!rate(design.null_rate) || !rate(design.alternative_rate) ||
      design.null_rate == design.alternative_rate)
    throw core::InputError("sequential test: the two rates must differ and lie between 0 and 1");
  if (!(design.alpha > 0 && design.alpha < 0.5 && design.beta > 0 && design.beta < 0.5))
    throw core::InputError("sequential test: alpha and beta must lie between 0 and 0.5");
  if (design.look_every < 1 || design.maximum < design.minimum)
    throw core::InputError("sequential test: the maximum must not be below the minimum");
}

void SequentialTest::add(double score) {
  if (verdict_ != SequentialVerdict::Continue) return;
  ++count_;
  sum_ += score;
  squares_ += score * score;
  const bool look =
      count_ >= design_.minimum && (count_ - design_.minimum) % design_.look_every == 0;
  if (look) {
    const double ratio = log_likelihood_ratio();
    if (ratio >= upper_bound()) verdict_ = SequentialVerdict::Alternative;
    if (ratio <= lower_bound()) verdict_ = SequentialVerdict::Null;
  }
  if (verdict_ == SequentialVerdict::Continue && count_ >= design_.maximum)
    verdict_ = SequentialVerdict::Undecided;
}

double SequentialTest::mean() const { return count_ ? sum_ / count_ : 0.5; }

double SequentialTest::variance() const {
  const double deviations = count_ ? squares_ - sum_ * sum_ / count_ : 0;
  return (std::max(0.0, deviations) + kPriorWeight * kPriorVariance) / (count_ + kPriorWeight);
}

double SequentialTest::log_likelihood_ratio() const {
  const double p0 = design_.null_rate, p1 = design_.alternative_rate;
  return (p1 - p0) * (2 * sum_ - count_ * (p0 + p1)) / (2 * variance());
}

double SequentialTest::lower_bound() const { return std::log(design_.beta / (1 - design_.alpha)); }
double SequentialTest::upper_bound() const { return std::log((1 - design_.beta) / design_.alpha); }

Estimate SequentialTest::corrected_estimate(double level) const {
  assert(count_ > 0);
  const double p0 = design_.null_rate, p1 = design_.alternative_rate;
  const double direction = p1 > p0 ? 1 : -1;
  const double middle = (p0 + p1) / 2, v = variance();
  // In units of the score sum, turned so that the alternative lies above.
  const double scale = v / std::abs(p1 - p0);
  const Stop stop{count_, direction * (sum_ - count_ * middle)};
  const auto chance = [&](double drift) {
    return chance_at_least(design_, lower_bound() * scale, upper_bound() * scale, drift, v, stop);
  };
  const auto solve = [&](double target) {
    const double reach = 8 * std::sqrt(v / count_);
    double low = stop.sum / count_ - reach, high = stop.sum / count_ + reach;
    constexpr int kHalvings = 18;
    for (int i = 0; i < kHalvings; ++i) {
      const double mid = (low + high) / 2;
      (chance(mid) < target ? low : high) = mid;
    }
    return (low + high) / 2;
  };
  const double tail = (1 - level) / 2;
  const double least = solve(tail), most = solve(1 - tail);
  Estimate estimate;
  const auto rate = [&](double drift) { return std::clamp(middle + direction * drift, 0.0, 1.0); };
  estimate.value = rate(solve(0.5));
  estimate.interval = {std::min(rate(least), rate(most)), std::max(rate(least), rate(most))};
  estimate.std_error = estimate.interval.width() / (2 * normal_quantile(1 - tail));
  estimate.level = level;
  estimate.n = estimate.blocks = count_;
  return estimate;
}

double expected_length(const SequentialDesign& design, double rate, double variance) {
  const double step = design.alternative_rate - design.null_rate;
  const double a = std::log((1 - design.beta) / design.alpha);
  const double b = std::log(design.beta / (1 - design.alpha));
  // The ratio is a walk with this drift and spread; Wald's identity with exponent h.
  const double drift = step * (rate - (design.null_rate + design.alternative_rate) / 2) / variance;
  const double spread = step * step / variance;
  if (std::abs(drift) < 1e-9) return -a * b / spread;
  const double h = -2 * drift / spread;
  const double accept = (1 - std::exp(h * b)) / (std::exp(h * a) - std::exp(h * b));
  return (accept * a + (1 - accept) * b) / drift;
}

}  // namespace niemen::lab
