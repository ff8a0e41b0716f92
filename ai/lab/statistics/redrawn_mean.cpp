#include "ai/lab/statistics/redrawn_mean.h"

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "ai/lab/statistics/intervals.h"

namespace niemen::lab {

namespace {

/// How far the sum of gamma figures may stray from 0, in its standard deviations, before the steps
/// of the inversion take it for something nearer.
constexpr double kReach = 40;
constexpr int kMaxSteps = 4000;
/// Where what is left of the integral is no longer worth a step.
constexpr double kNegligible = 1e-9;

}  // namespace

double redrawn_mean_cdf(const std::vector<Atom>& atoms, double value) {
  assert(!atoms.empty());
  double mean = 0, variance = 0;
  for (const auto& atom : atoms) {
    const double excess = atom.sum - value * atom.count;
    mean += atom.shape * excess;
    variance += atom.shape * excess * excess;
  }
  if (variance <= 0) return 1;
  const double deviation = std::sqrt(variance);
  const double offset = std::abs(mean) / deviation;
  if (offset > kReach) return mean < 0 ? 1 : 0;
  const double step = std::numbers::pi / (kReach + offset);
  double integral = 0;
  for (int k = 0; k < kMaxSteps; ++k) {
    const double place = k + 0.5, u = place * step / deviation;
    double angle = 0, log_size = 0;
    for (const auto& atom : atoms) {
      const double x = (atom.sum - value * atom.count) * u;
      angle += atom.shape * std::atan(x);
      log_size += atom.shape / 2 * std::log1p(x * x);
    }
    const double size = std::exp(-log_size) / place;
    integral += std::sin(angle) * size;
    if (size < kNegligible) break;
  }
  return std::clamp(0.5 - integral / std::numbers::pi, 0.0, 1.0);
}

double redrawn_mean_quantile(const std::vector<Atom>& atoms, double chance) {
  assert(chance >= 0 && chance <= 1);
  double low = atoms[0].sum / atoms[0].count, high = low;
  for (const auto& atom : atoms) {
    low = std::min(low, atom.sum / atom.count);
    high = std::max(high, atom.sum / atom.count);
  }
  if (low == high) return low;
  // What the inversion cannot tell from never and always, as where two blocks say how they spread.
  constexpr double kSure = 1e-12;
  if (chance <= kSure) return low;
  if (chance >= 1 - kSure) return high;
  // By the chance's normal deviate, which is nearly a straight line of the value.
  const double wanted = normal_quantile(chance);
  const auto excess = [&](double value) {
    const double here = std::clamp(redrawn_mean_cdf(atoms, value), kSure, 1 - kSure);
    return normal_quantile(here) - wanted;
  };
  // The inversion is not exact at the ends, where few blocks ask for its remotest tails.
  if (excess(low) >= 0) return low;
  if (excess(high) <= 0) return high;
  const double precision = 1e-7 * (high - low);
  std::uintmax_t most = 60;
  const auto found = boost::math::tools::toms748_solve(
      excess, low, high, [&](double a, double b) { return b - a <= precision; }, most);
  return (found.first + found.second) / 2;
}

}  // namespace niemen::lab
