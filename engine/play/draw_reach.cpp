// How far the supply of a side reaches: a veil over the country beyond, dots along the line.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

#include "engine/play/draw_parts.h"
#include "engine/play/reach.h"

namespace niemen::play::drawing {

namespace {

bool has_mark(const View& view, std::size_t place, const std::string& mark) {
  if (place >= view.spaces.size()) return false;
  const auto& marks = view.spaces[place].marks;
  return std::find(marks.begin(), marks.end(), mark) != marks.end();
}

/// The sides of places that no other of them has too: the line about them all.
class Outline {
 public:
  void add(const std::vector<Point>& polygon) {
    for (std::size_t i = 0; i < polygon.size(); ++i)
      ++sides_[side(polygon[i], polygon[(i + 1) % polygon.size()])];
  }
  std::string path() const {
    std::string path;
    for (const auto& [ends, times] : sides_)
      if (times == 1)
        path += fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", ends.first.first / kParts,
                            ends.first.second / kParts, ends.second.first / kParts,
                            ends.second.second / kParts);
    return path;
  }

 private:
  static constexpr double kParts = 10;  // corners of neighbours are alike to a tenth
  using Corner = std::pair<std::int64_t, std::int64_t>;
  static Corner corner(const Point& point) {
    return {std::llround(point.x * kParts), std::llround(point.y * kParts)};
  }
  static std::pair<Corner, Corner> side(const Point& a, const Point& b) {
    const auto first = corner(a), second = corner(b);
    return {std::min(first, second), std::max(first, second)};
  }
  std::map<std::pair<Corner, Corner>, int> sides_;
};

}  // namespace

std::string reach_svg(const Board& board, const View& view, const std::string& side,
                      const SideStyle& style, double unit) {
  Outline line;
  std::string beyond;
  for (std::size_t place = 0; place < board.spaces.size(); ++place) {
    const auto& space = board.spaces[place];
    if (has_mark(view, place, supplied_mark(side)))
      line.add(space.polygon);
    else if (ground_of(space.terrain) != Ground::Water)
      beyond += path_of(space.polygon, true);
  }
  return fmt::format(
      "<path d=\"{}\" fill=\"{}\" fill-opacity=\"0.5\"/>\n<path d=\"{}\" fill=\"none\" "
      "stroke=\"{}\" stroke-width=\"{:.1f}\" stroke-linecap=\"round\" stroke-dasharray=\"0 "
      "{:.1f}\"/>\n",
      beyond, kPanel, line.path(), style.tint, 3.2 * unit, 5.2 * unit);
}

}  // namespace niemen::play::drawing
