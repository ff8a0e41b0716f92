#include "ai/lab/statistics/sequential.h"

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/core/error.h"

namespace niemen::lab {

namespace {

/// Scores are whole multiples of one over this: halves, thirds, quarters, fifths.
constexpr int kFinest = 60;
/// The steepest tilt looked for: beyond, all but the last score are out of sight.
constexpr double kSteepest = 500;

/// The coarsest lattice that holds all scores: its points a whole campaign.
int lattice_of(const std::vector<double>& scores) {
  for (int points = 1; points < kFinest; ++points) {
    const bool holds = std::all_of(scores.begin(), scores.end(), [&](double score) {
      return std::abs(score * points - std::round(score * points)) < 1e-9;
    });
    if (holds) return points;
  }
  return kFinest;
}

/// Between which sums of scores the test goes on after so many observations.
struct Corridor {
  double low_at_start = 0, high_at_start = 0;  ///< the bounds, drawn back to no observation
  double slope = 0;                            ///< of both, an observation
  double low(int count) const { return low_at_start + slope * count; }
  double high(int count) const { return high_at_start + slope * count; }
};

/// The distribution of the sum of scores while the test goes on, in points of a lattice.
class LatticeWalk {
 public:
  LatticeWalk(const Corridor& corridor, const std::vector<double>& scores,
              const std::vector<double>& chances, int lattice)
      : corridor_(corridor), lattice_(lattice) {
    for (std::size_t i = 0; i < scores.size(); ++i)
      steps_.emplace_back(static_cast<int>(std::lround(scores[i] * lattice)), chances[i]);
  }

  void step() {
    std::vector<double> next(mass_.size() + static_cast<std::size_t>(lattice_), 0.0);
    for (std::size_t i = 0; i < mass_.size(); ++i)
      for (const auto& [points, chance] : steps_)
        next[i + static_cast<std::size_t>(points)] += mass_[i] * chance;
    mass_ = std::move(next);
    ++count_;
  }

  /// Takes out what has crossed a bound and returns the chance of having crossed the upper one.
  double look() {
    const auto sum = [&](std::size_t i) { return (first_ + static_cast<double>(i)) / lattice_; };
    std::size_t begin = 0, end = mass_.size();
    double above = 0;
    while (begin < end && sum(begin) <= corridor_.low(count_) + kSlack) ++begin;
    while (end > begin && sum(end - 1) >= corridor_.high(count_) - kSlack) above += mass_[--end];
    mass_ = {mass_.begin() + static_cast<std::ptrdiff_t>(begin),
             mass_.begin() + static_cast<std::ptrdiff_t>(end)};
    first_ += static_cast<double>(begin);
    return above;
  }

  /// The chance of a sum above `value`, half of that of `value` itself included.
  double above(double value) const {
    double total = 0;
    for (std::size_t i = 0; i < mass_.size(); ++i) {
      const double sum = (first_ + static_cast<double>(i)) / lattice_;
      total += std::abs(sum - value) < kSlack ? mass_[i] / 2 : sum > value ? mass_[i] : 0;
    }
    return total;
  }

 private:
  static constexpr double kSlack = 1e-9;
  Corridor corridor_;
  int lattice_;
  std::vector<std::pair<int, double>> steps_;
  int count_ = 0;
  double first_ = 0;  ///< the lattice point of the first mass
  std::vector<double> mass_{1.0};
};

bool looks_after(const SequentialDesign& design, int count) {
  return count >= design.minimum && (count - design.minimum) % design.look_every == 0;
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

void ScoreFamily::add(double score) {
  ++count_;
  sum_ += score;
  weights_[score] += 1;
}

std::vector<double> ScoreFamily::scores() const {
  std::vector<double> scores;
  for (const auto& [score, weight] : weights_) scores.push_back(score);
  return scores;
}

ScoreFamily::Tilted ScoreFamily::with_mean(double mean) const {
  assert(mean > 0 && mean < 1);
  // Newton's method: the mean of the tilted scores rises with the tilt, at their variance.
  const double odds = std::log(mean / (1 - mean));
  double low = -kSteepest, high = kSteepest, tilt = odds;
  Tilted tilted;
  constexpr int kMaxSteps = 200;
  for (int step = 0; step < kMaxSteps; ++step) {
    double scale = 0, first = 0, second = 0;
    for (const auto& [score, weight] : weights_) {
      const double here = weight * std::exp(tilt * (score - 0.5));
      scale += here;
      first += here * score;
      second += here * score * score;
    }
    first /= scale;
    const double variance = second / scale - first * first;
    tilted.tilt = tilt;
    tilted.log_scale = std::log(scale / (count_ + 1)) + tilt * 0.5;
    (first < mean ? low : high) = tilt;
    if (std::abs(first - mean) < 1e-12 || high - low < 1e-12) break;
    const double next = tilt + (mean - first) / variance;
    tilt = next > low && next < high ? next : (low + high) / 2;
  }
  for (const auto& [score, weight] : weights_)
    tilted.chances.push_back(weight / (count_ + 1) *
                             std::exp(tilted.tilt * score - tilted.log_scale));
  return tilted;
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
  family_.add(score);
  if (looks_after(design_, count())) {
    const double ratio = log_likelihood_ratio();
    if (ratio >= upper_bound()) verdict_ = SequentialVerdict::Alternative;
    if (ratio <= lower_bound()) verdict_ = SequentialVerdict::Null;
  }
  if (verdict_ == SequentialVerdict::Continue && count() >= design_.maximum)
    verdict_ = SequentialVerdict::Undecided;
}

double SequentialTest::mean() const { return count() ? family_.sum() / count() : 0.5; }

double SequentialTest::log_likelihood_ratio() const {
  const auto null = family_.with_mean(design_.null_rate);
  const auto alternative = family_.with_mean(design_.alternative_rate);
  return (alternative.tilt - null.tilt) * family_.sum() -
         count() * (alternative.log_scale - null.log_scale);
}

double SequentialTest::lower_bound() const { return std::log(design_.beta / (1 - design_.alpha)); }
double SequentialTest::upper_bound() const { return std::log((1 - design_.beta) / design_.alpha); }

Estimate SequentialTest::corrected_estimate(double level) const {
  assert(count() > 0);
  const auto null = family_.with_mean(design_.null_rate);
  const auto alternative = family_.with_mean(design_.alternative_rate);
  const double lean = alternative.tilt - null.tilt;
  Corridor corridor{lower_bound() / lean, upper_bound() / lean,
                    (alternative.log_scale - null.log_scale) / lean};
  if (lean < 0) std::swap(corridor.low_at_start, corridor.high_at_start);
  const auto scores = family_.scores();
  const int lattice = lattice_of(scores);
  // The chance of a result at least as high as this one: crossing the upper bound earlier is
  // higher, crossing the lower one earlier is lower.
  const auto chance = [&](double rate) {
    LatticeWalk walk(corridor, scores, family_.with_mean(rate).chances, lattice);
    double higher = 0;
    for (int done = 1; done < count(); ++done) {
      walk.step();
      if (looks_after(design_, done)) higher += walk.look();
    }
    walk.step();
    return higher + walk.above(family_.sum());
  };
  const auto rate_at = [&](double wanted) {
    constexpr double kEdge = 1e-6, kPrecision = 1e-5;
    const auto excess = [&](double rate) { return chance(rate) - wanted; };
    if (excess(kEdge) >= 0) return 0.0;
    if (excess(1 - kEdge) <= 0) return 1.0;
    std::uintmax_t most = 60;
    const auto found = boost::math::tools::toms748_solve(
        excess, kEdge, 1 - kEdge, [](double a, double b) { return b - a < kPrecision; }, most);
    return (found.first + found.second) / 2;
  };
  const double tail = (1 - level) / 2;
  Estimate estimate;
  estimate.value = rate_at(0.5);
  estimate.interval = {rate_at(tail), rate_at(1 - tail)};
  estimate.std_error = estimate.interval.width() / (2 * normal_quantile(1 - tail));
  estimate.level = level;
  estimate.n = estimate.blocks = count();
  return estimate;
}

double expected_length(const SequentialDesign& design, double rate) {
  const double a = std::log((1 - design.beta) / design.alpha);
  const double b = std::log(design.beta / (1 - design.alpha));
  // The ratio is a walk of two steps; Wald's identity with exponent h.
  const double win = std::log(design.alternative_rate / design.null_rate);
  const double loss = std::log((1 - design.alternative_rate) / (1 - design.null_rate));
  const double drift = rate * win + (1 - rate) * loss;
  const double spread = rate * (1 - rate) * (win - loss) * (win - loss);
  const double h = -2 * drift / spread;
  constexpr double kLevel = 1e-6;
  if (std::abs(h) < kLevel) return -a * b / spread;
  const double accept = (1 - std::exp(h * b)) / (std::exp(h * a) - std::exp(h * b));
  return (accept * a + (1 - accept) * b) / drift;
}

double score_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

double elo_of_score(double score) {
  constexpr double kEndless = std::numeric_limits<double>::infinity();
  if (score <= 0) return -kEndless;
  if (score >= 1) return kEndless;
  return 400 * std::log10(score / (1 - score));
}

}  // namespace niemen::lab
