// Outlines of areas: what lies inside, and how far apart two of them are.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace niemen::map {

using Point = std::array<double, 2>;
/// Corners in order; the last is joined to the first.
using Outline = std::vector<Point>;

/// Whether a point lies inside; on the line itself it may or may not.
inline bool contains(const Outline& outline, const Point& point) {
  bool inside = false;
  for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
    const auto &a = outline[i], &b = outline[j];
    if ((a[1] > point[1]) == (b[1] > point[1])) continue;
    if (point[0] < a[0] + (b[0] - a[0]) * (point[1] - a[1]) / (b[1] - a[1])) inside = !inside;
  }
  return inside;
}

inline double distance(const Point& point, const Point& from, const Point& to) {
  const double x = to[0] - from[0], y = to[1] - from[1];
  const double length = x * x + y * y;
  const double along =
      length > 0 ? ((point[0] - from[0]) * x + (point[1] - from[1]) * y) / length : 0;
  const double at = std::clamp(along, 0.0, 1.0);
  return std::hypot(point[0] - from[0] - at * x, point[1] - from[1] - at * y);
}

/// From a point to the nearest of the line of an outline; infinite of an outline without corners.
inline double distance(const Point& point, const Outline& outline) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++)
    least = std::min(least, distance(point, outline[j], outline[i]));
  return least;
}

/// Between two outlines that do not cross: from a corner of one to the line of the other.
inline double distance(const Outline& a, const Outline& b) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto& point : a) least = std::min(least, distance(point, b));
  for (const auto& point : b) least = std::min(least, distance(point, a));
  return least;
}

/// The longer side of the upright rectangle around an outline.
inline double extent(const Outline& outline) {
  if (outline.empty()) return 0;
  auto low = outline.front(), high = low;
  for (const auto& point : outline)
    for (std::size_t i = 0; i < point.size(); ++i) {
      low[i] = std::min(low[i], point[i]);
      high[i] = std::max(high[i], point[i]);
    }
  return std::max(high[0] - low[0], high[1] - low[1]);
}

}  // namespace niemen::map
