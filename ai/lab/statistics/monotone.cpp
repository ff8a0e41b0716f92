#include "ai/lab/statistics/monotone.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "engine/core/random.h"

namespace niemen::lab {

namespace {

/// A flat response shows a slope by chance, and a monotone one a turn, in one of a hundred.
constexpr double kError = 0.01;
constexpr int kDraws = 999;
constexpr std::uint64_t kShapeKey = 0x7368617065;  // "shape"

double normal_figure(core::RandomStream& random) {
  const double radius = std::sqrt(-2 * std::log1p(-random.uniform()));
  return radius * std::cos(2 * std::numbers::pi * random.uniform());
}

/// Squared distances of the groups from a fit, in units of their variances.
double distance(std::span<const ResponseGroup> groups, const std::vector<double>& fit) {
  double sum = 0;
  for (std::size_t i = 0; i < groups.size(); ++i)
    sum += (groups[i].mean - fit[i]) * (groups[i].mean - fit[i]) / groups[i].variance;
  return sum;
}

std::vector<double> constant_fit(std::span<const ResponseGroup> groups) {
  double sum = 0, weights = 0;
  for (const auto& group : groups) {
    sum += group.mean / group.variance;
    weights += 1 / group.variance;
  }
  return std::vector<double>(groups.size(), sum / weights);
}

struct Shape {
  int direction = 1;
  double turn = 0;   ///< how far the better monotone fit stays from the groups
  double slope = 0;  ///< by how much it is better than a constant
  std::vector<double> fit;
};

Shape shape_of(std::span<const ResponseGroup> groups) {
  auto rising = monotone_fit(groups, 1), falling = monotone_fit(groups, -1);
  const double up = distance(groups, rising), down = distance(groups, falling);
  Shape shape;
  shape.direction = up <= down ? 1 : -1;
  shape.turn = std::min(up, down);
  shape.slope = distance(groups, constant_fit(groups)) - shape.turn;
  shape.fit = up <= down ? std::move(rising) : std::move(falling);
  return shape;
}

/// In what share of draws around `fit` the `figure` of the shape is at least `seen`.
template <class F>
double chance_of(std::span<const ResponseGroup> groups, const std::vector<double>& fit, double seen,
                 F&& figure) {
  core::RandomStream random(kShapeKey, groups.size());
  std::vector<ResponseGroup> drawn(groups.begin(), groups.end());
  int reached = 1;
  for (int draw = 0; draw < kDraws; ++draw) {
    for (std::size_t i = 0; i < drawn.size(); ++i)
      drawn[i].mean = fit[i] + std::sqrt(drawn[i].variance) * normal_figure(random);
    reached += figure(shape_of(drawn)) >= seen;
  }
  return static_cast<double>(reached) / (kDraws + 1);
}

}  // namespace

std::vector<double> monotone_fit(std::span<const ResponseGroup> groups, int direction) {
  struct Pool {
    double sum, weight;
    std::size_t size;
    double mean() const { return sum / weight; }
  };
  std::vector<Pool> pools;
  for (const auto& group : groups) {
    const double weight = 1 / group.variance;
    pools.push_back({group.mean * weight, weight, 1});
    while (pools.size() > 1 &&
           direction * (pools[pools.size() - 2].mean() - pools.back().mean()) > 0) {
      const auto last = pools.back();
      pools.pop_back();
      pools.back().sum += last.sum;
      pools.back().weight += last.weight;
      pools.back().size += last.size;
    }
  }
  std::vector<double> fit;
  for (const auto& pool : pools) fit.insert(fit.end(), pool.size, pool.mean());
  return fit;
}

ResponseShape response_shape(std::span<const ResponseGroup> groups) {
  assert(groups.size() >= 2);
  const auto shape = shape_of(groups);
  constexpr double kNothing = 1e-9;
  if (shape.turn > kNothing &&
      chance_of(groups, shape.fit, shape.turn, [](const Shape& s) { return s.turn; }) <= kError)
    return ResponseShape::TurnsRound;
  const bool sloped =
      shape.slope > kNothing && chance_of(groups, constant_fit(groups), shape.slope,
                                          [](const Shape& s) { return s.slope; }) <= kError;
  if (!sloped) return ResponseShape::Flat;
  return shape.direction > 0 ? ResponseShape::Rising : ResponseShape::Falling;
}

}  // namespace niemen::lab
