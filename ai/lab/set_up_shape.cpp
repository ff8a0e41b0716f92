#include "ai/lab/set_up_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace niemen::lab {

namespace {

using Counters = ShapeMeasure::Counters;

/// What a counter counts for: its strength, where it is a unit.
double weight_of(const play::Counter& counter) {
  constexpr std::string_view kNoUnits[] = {"commander", "leader", "headquarters",
                                           "depot",     "train",  "supply"};
  if (std::find(std::begin(kNoUnits), std::end(kNoUnits), counter.kind) != std::end(kNoUnits))
    return 0;
  return static_cast<double>(counter.strength) * counter.count;
}

play::Point middle_of(const play::Board& board, const std::vector<Counters>& set_ups) {
  play::Point sum;
  double weight = 0;
  for (const auto& counters : set_ups)
    for (const auto& counter : counters) {
      const auto& centre = board.spaces[static_cast<std::size_t>(counter.place)].centre;
      sum.x += weight_of(counter) * centre.x;
      sum.y += weight_of(counter) * centre.y;
      weight += weight_of(counter);
    }
  return weight > 0 ? play::Point{sum.x / weight, sum.y / weight} : play::Point{};
}

/// The figures between which nine tenths of the weight lie.
std::pair<double, double> nine_tenths(std::vector<std::pair<double, double>> figures) {
  constexpr double kBeyond = 0.05;
  std::sort(figures.begin(), figures.end());
  double all = 0;
  for (const auto& [figure, weight] : figures) all += weight;
  std::pair<double, double> ends{figures.front().first, figures.back().first};
  double sum = 0;
  for (const auto& [figure, weight] : figures) {
    if (sum <= kBeyond * all) ends.first = figure;
    if (sum < (1 - kBeyond) * all) ends.second = figure;
    sum += weight;
  }
  return ends;
}

/// `figure` on the way from `low` to `high`, from 0 to 1.
double share_of(double figure, double low, double high) {
  return high > low ? std::clamp((figure - low) / (high - low), 0.0, 1.0) : 0.5;
}

int third_of(double share) {
  return std::min(Shape::kThirds - 1, static_cast<int>(share * Shape::kThirds));
}

constexpr double kScattered = 0.4, kMassed = 0.6;
int third_of_massed(double massed) { return massed < kScattered ? 0 : massed < kMassed ? 1 : 2; }

constexpr const char* kMassedWords[] = {"scattered", "in several bodies", "massed"};
constexpr const char* kForwardWords[] = {"held back", "halfway forward", "far forward"};

}  // namespace

int Shape::cell() const {
  return (third_of(middle) * kThirds + third_of_massed(massed)) * kThirds + third_of(forward);
}

ShapeMeasure::ShapeMeasure(const play::Board& board, const std::vector<Counters>& own,
                           const std::vector<Counters>& enemy)
    : board_(board) {
  const auto here = middle_of(board, own), there = middle_of(board, enemy);
  const double way = std::hypot(there.x - here.x, there.y - here.y);
  ahead_ =
      way > 0 ? play::Point{(there.x - here.x) / way, (there.y - here.y) / way} : play::Point{1, 0};
  // Across, from north to south or from west to east, whichever is nearer; y grows southward.
  side_ = {-ahead_.y, ahead_.x};
  const bool north = std::abs(side_.y) >= std::abs(side_.x);
  if ((north ? side_.y : side_.x) < 0) side_ = {-side_.x, -side_.y};
  thirds_ = north ? std::array{"north", "centre", "south"} : std::array{"west", "centre", "east"};
  std::vector<std::pair<double, double>> along, across;
  for (const auto& counters : own)
    for (const auto& counter : counters)
      if (const double weight = weight_of(counter); weight > 0) {
        along.emplace_back(forward_of(counter.place), weight);
        across.emplace_back(across_of(counter.place), weight);
      }
  if (along.empty()) return;
  std::tie(rear_, front_) = nine_tenths(std::move(along));
  std::tie(first_, second_) = nine_tenths(std::move(across));
  constexpr double kReach = 6;  // an army stands within a sixth of the front
  reach_ = std::hypot(second_ - first_, front_ - rear_) / kReach;
}

double ShapeMeasure::forward_of(int space) const {
  const auto& centre = board_.spaces[static_cast<std::size_t>(space)].centre;
  return centre.x * ahead_.x + centre.y * ahead_.y;
}

double ShapeMeasure::across_of(int space) const {
  const auto& centre = board_.spaces[static_cast<std::size_t>(space)].centre;
  return centre.x * side_.x + centre.y * side_.y;
}

Shape ShapeMeasure::of(const Counters& counters) const {
  Shape shape;
  double all = 0;
  for (const auto& counter : counters) {
    const double weight = weight_of(counter);
    if (weight <= 0) continue;
    all += weight;
    shape.across[static_cast<std::size_t>(
        third_of(share_of(across_of(counter.place), first_, second_)))] += weight;
    shape.forward += weight * share_of(forward_of(counter.place), rear_, front_);
  }
  if (all <= 0) return shape;
  for (auto& third : shape.across) third /= all;
  shape.forward /= all;
  double most = 0;
  for (const auto& middle : counters) {
    if (weight_of(middle) <= 0) continue;
    const auto& at = board_.spaces[static_cast<std::size_t>(middle.place)].centre;
    double near = 0;
    for (const auto& counter : counters) {
      const auto& centre = board_.spaces[static_cast<std::size_t>(counter.place)].centre;
      const double away = std::hypot(centre.x - at.x, centre.y - at.y);
      // What stands in the very middle counts a little more, so that the middle is found.
      if (away <= reach_) near += weight_of(counter) * (1 - 1e-3 * away / (reach_ + 1));
    }
    if (near > most) {
      most = near;
      shape.main = middle.place;
    }
  }
  shape.massed = std::min(1.0, most / all);
  shape.middle = share_of(across_of(shape.main), first_, second_);
  return shape;
}

std::string ShapeMeasure::name_of(int space) const {
  const auto& spaces = board_.spaces;
  const auto& at = spaces[static_cast<std::size_t>(space)];
  if (!at.name.empty()) return at.name;
  const play::Space* nearest = &at;
  double least = std::numeric_limits<double>::infinity();
  for (const auto& one : spaces) {
    const double away = std::hypot(one.centre.x - at.centre.x, one.centre.y - at.centre.y);
    if (one.name.empty() || away >= least) continue;
    least = away;
    nearest = &one;
  }
  return nearest->name.empty() ? at.id : nearest->name;
}

std::string ShapeMeasure::words(const Shape& shape) const {
  if (shape.main < 0) return "Nothing stands on the map.";
  std::string shares;
  for (std::size_t third = 0; third < shape.across.size(); ++third)
    shares +=
        fmt::format("{}{} {:.0f} %", third ? ", " : "", thirds_[third], 100 * shape.across[third]);
  return fmt::format("Main army round {} with {:.0f} % of the strength ({}), {}.",
                     name_of(shape.main), 100 * shape.massed, shares,
                     kForwardWords[third_of(shape.forward)]);
}

std::string ShapeMeasure::short_words(const Shape& shape) const {
  const auto third = static_cast<std::size_t>(third_of(shape.middle));
  return fmt::format("main army in the {}, {}, {}", thirds_[third],
                     kMassedWords[third_of_massed(shape.massed)],
                     kForwardWords[third_of(shape.forward)]);
}

}  // namespace niemen::lab
