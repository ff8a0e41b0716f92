#include "ai/lab/statistics/best_of.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <Eigen/Core>
#include <limits>
#include <map>
#include <numbers>
#include <set>

namespace niemen::lab {

namespace {

double mean_of(const std::vector<Observation>& figures) {
  double sum = 0;
  for (const auto& one : figures) sum += one.value;
  return sum / static_cast<double>(figures.size());
}

/// The share on the scale of arcsines and back (Anscombe, 1948: what is added steadies the spread
/// of shares near 0 and 1).
class ArcsineScale {
 public:
  explicit ArcsineScale(std::size_t results) : n_(static_cast<double>(results)) {}
  double angle(double share) const {
    const double shifted = (share * n_ + kAdded) / (n_ + 2 * kAdded);
    return std::asin(std::sqrt(std::clamp(shifted, 0.0, 1.0)));
  }
  double share(double angle) const {
    const double root = std::sin(std::clamp(angle, 0.0, kRightAngle));
    return std::clamp((root * root * (n_ + 2 * kAdded) - kAdded) / n_, 0.0, 1.0);
  }

 private:
  static constexpr double kAdded = 0.375;
  static constexpr double kRightAngle = std::numbers::pi / 2;
  double n_;
};

/// How the means of the choices stray by luck, on a scale on which all stray alike: as they are, or
/// for shares their arcsines, whose spread does not depend on the share (the figure that luck
/// raised to the top of its range would seem sure of itself).
struct Luck {
  double deviation = 0;          ///< of each mean on that scale; 0: unknown
  Eigen::VectorXd correlations;  ///< of each with the best one's
  int blocks = 0;
};

Luck luck_of(std::span<const std::vector<Observation>> choices, std::size_t best, bool share) {
  const auto size = static_cast<Eigen::Index>(choices.size());
  std::map<std::uint64_t, Eigen::VectorXd> deviations;
  for (Eigen::Index j = 0; j < size; ++j) {
    const auto& figures = choices[j];
    const double mean = mean_of(figures);
    for (const auto& one : figures)
      deviations.try_emplace(one.block, Eigen::VectorXd::Zero(size)).first->second[j] +=
          (one.value - mean) / static_cast<double>(figures.size());
  }
  Luck luck;
  std::set<std::uint64_t> own;
  for (const auto& one : choices[best]) own.insert(one.block);
  luck.blocks = static_cast<int>(own.size());
  if (luck.blocks < 2) return luck;
  const auto chosen = static_cast<Eigen::Index>(best);
  Eigen::VectorXd with_best = Eigen::VectorXd::Zero(size), variances = with_best;
  for (const auto& [block, one] : deviations) {
    with_best += one * one[chosen];
    variances += one.cwiseAbs2();
  }
  const double correction = luck.blocks / (luck.blocks - 1.0);
  luck.correlations = Eigen::VectorXd::Zero(size);
  for (Eigen::Index j = 0; j < size; ++j)
    if (const double product = variances[j] * variances[chosen]; product > 0)
      luck.correlations[j] = with_best[j] / std::sqrt(product);
  if (!share) {
    luck.deviation = std::sqrt(correction * variances[chosen]);
    return luck;
  }
  double coins = 0, size_of_coin = 0;
  for (const auto& figures : choices) {
    const double mean = mean_of(figures), n = static_cast<double>(figures.size());
    coins += mean * (1 - mean) / n;
    size_of_coin += 1 / (4 * n * static_cast<double>(choices.size()));
  }
  const double ratio = coins > 0 ? correction * variances.sum() / coins : 0;
  luck.deviation = std::sqrt(ratio * size_of_coin);
  return luck;
}

/// The figures of the best choice with which it would still be best, all that is independent of it
/// being what it is.
Interval chosen_range(const std::vector<double>& figures, std::size_t best, const Luck& luck) {
  Interval range{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  for (std::size_t j = 0; j < figures.size(); ++j) {
    const double moves = luck.correlations[static_cast<Eigen::Index>(j)];
    if (j == best || moves >= 1) continue;
    range.low = std::max(range.low, (figures[j] - moves * figures[best]) / (1 - moves));
  }
  return range;
}

/// Half the step in which the mean of the choice can move: shares come in whole results, and many
/// choices tie.
double half_step(const std::vector<Observation>& figures) {
  std::vector<double> values;
  for (const auto& one : figures) values.push_back(one.value);
  std::sort(values.begin(), values.end());
  double step = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < values.size(); ++i)
    if (values[i] > values[i - 1]) step = std::min(step, values[i] - values[i - 1]);
  return std::isfinite(step) ? step / (2 * static_cast<double>(values.size())) : 0;
}

/// A normal figure of this deviation that is known to lie within `range` of where it fell, and
/// within `reach` of its mean.
struct HybridFigure {
  double figure, deviation, reach;
  Interval range;

  /// The chance of a figure at most as high as the one seen when the true mean is `mean`.
  double chance(double mean) const {
    const double low = std::max(range.low, mean - reach);
    const double high = std::min(range.high, mean + reach);
    const auto below = [&](double x) { return normal_cdf((x - mean) / deviation); };
    const double whole = below(high) - below(low);
    if (whole <= 0) return figure > mean ? 1 : 0;
    return std::clamp((below(figure) - below(low)) / whole, 0.0, 1.0);
  }

  /// The mean at which that chance is `wanted`; it falls as the mean rises.
  double mean_at(double wanted) const {
    double low = figure - reach, high = figure + reach;
    constexpr int kHalvings = 50;
    for (int i = 0; i < kHalvings; ++i) {
      const double middle = (low + high) / 2;
      (chance(middle) > wanted ? low : high) = middle;
    }
    return (low + high) / 2;
  }
};

}  // namespace

std::size_t best_choice(std::span<const std::vector<Observation>> choices) {
  assert(!choices.empty());
  std::size_t best = 0;
  for (std::size_t j = 1; j < choices.size(); ++j)
    if (mean_of(choices[j]) > mean_of(choices[best])) best = j;
  return best;
}

Estimate best_of(std::span<const std::vector<Observation>> choices, bool share, double level) {
  const auto best = best_choice(choices);
  auto estimate =
      share ? share_estimate(choices[best], level) : mean_estimate(choices[best], level);
  if (choices.size() < 2) return estimate;
  const auto luck = luck_of(choices, best, share);
  // Where no choice shows a spread there is nothing to correct by.
  if (!(luck.deviation > 0)) return estimate;
  std::vector<double> figures;
  for (const auto& choice : choices)
    figures.push_back(share ? ArcsineScale(choice.size()).angle(mean_of(choice)) : mean_of(choice));
  const ArcsineScale scale(choices[best].size());
  // A tenth of the error is spent on the reach of all figures at once.
  const double error = 1 - level, spent = error / 10;
  const double widened = student_critical(level, luck.blocks - 1) / normal_quantile(1 - error / 2);
  HybridFigure figure;
  figure.figure = figures[best];
  figure.deviation = luck.deviation * widened;
  figure.reach =
      normal_quantile(1 - spent / (2 * static_cast<double>(choices.size()))) * figure.deviation;
  figure.range = chosen_range(figures, best, luck);
  const double step = half_step(choices[best]);
  figure.range.low -= share ? figures[best] - scale.angle(mean_of(choices[best]) - step) : step;
  const double tail = (error - spent) / (1 - spent) / 2;
  const auto back = [&](double x) { return share ? scale.share(x) : x; };
  estimate.value = back(figure.mean_at(0.5));
  estimate.interval = {back(figure.mean_at(1 - tail)), back(figure.mean_at(tail))};
  estimate.std_error = estimate.interval.width() / (2 * normal_quantile(1 - error / 2));
  return estimate;
}

}  // namespace niemen::lab
