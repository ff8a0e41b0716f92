#include "engine/play/draw_lines.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace niemen::play::drawing {

namespace {

Point between(Point a, Point b, double share) {
  return {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

/// Corners are told apart to half a unit of the board: they were rounded one by one.
using Key = std::pair<long, long>;
Key key_of(Point p) { return {std::lround(2 * p.x), std::lround(2 * p.y)}; }

double area_of(const Line& ring) {
  double twice = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const auto &a = ring[i], &b = ring[(i + 1) % ring.size()];
    twice += a.x * b.y - b.x * a.y;
  }
  return twice / 2;
}

/// The unit normal that points to the right of the way from `a` to `b`.
Point right_of(Point a, Point b) {
  const double length = std::hypot(b.x - a.x, b.y - a.y);
  return length == 0 ? Point{} : Point{-(b.y - a.y) / length, (b.x - a.x) / length};
}

using Sides = std::multimap<Key, std::pair<Point, Point>>;  // by where they begin

/// Sides of the polygons, all the same way round, without those that two share.
Sides outer_sides(const std::vector<Line>& polygons) {
  Sides sides;
  for (auto polygon : polygons) {
    if (area_of(polygon) < 0) std::reverse(polygon.begin(), polygon.end());
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const auto a = polygon[i], b = polygon[(i + 1) % polygon.size()];
      const auto [first, last] = sides.equal_range(key_of(b));
      const auto twin = std::find_if(
          first, last, [&](const auto& side) { return key_of(side.second.second) == key_of(a); });
      if (twin != last)
        sides.erase(twin);
      else
        sides.emplace(key_of(a), std::pair{a, b});
    }
  }
  return sides;
}

}  // namespace

Line cut_corners(Line line, double cut, int times, bool closed) {
  for (int round = 0; round < times && line.size() > 2; ++round) {
    Line next;
    if (!closed) next.push_back(line.front());
    const std::size_t sides = closed ? line.size() : line.size() - 1;
    for (std::size_t i = 0; i < sides; ++i) {
      const auto a = line[i], b = line[(i + 1) % line.size()];
      if (closed || i > 0) next.push_back(between(a, b, cut));
      if (closed || i + 1 < sides) next.push_back(between(a, b, 1 - cut));
    }
    if (!closed) next.push_back(line.back());
    line = std::move(next);
  }
  return line;
}

Line wavy(const Line& line, double height, double length, bool closed) {
  constexpr double kStepsOfWave = 5;
  Line out;
  double walked = 0;
  const std::size_t sides = line.size() < 2 ? 0 : closed ? line.size() : line.size() - 1;
  for (std::size_t i = 0; i < sides; ++i) {
    const auto a = line[i], b = line[(i + 1) % line.size()];
    const double far = std::hypot(b.x - a.x, b.y - a.y);
    const auto normal = right_of(a, b);
    const int steps = std::max(1, static_cast<int>(std::lround(far / length * kStepsOfWave)));
    for (int step = 0; step < steps; ++step) {
      const double on = walked + far * step / steps;
      // Two waves that do not fit each other, lest it look like a spring.
      const double turn = on / length * 2 * std::numbers::pi;
      const double swing = height * (0.65 * std::sin(turn) + 0.35 * std::sin(turn * 2.37));
      const auto p = between(a, b, static_cast<double>(step) / steps);
      out.push_back({p.x + normal.x * swing, p.y + normal.y * swing});
    }
    walked += far;
  }
  if (!closed && !line.empty()) out.push_back(line.back());
  return out;
}

std::vector<Line> joined(std::vector<Line> pieces) {
  std::map<Key, std::vector<std::size_t>> ends;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    ends[key_of(pieces[i].front())].push_back(i);
    ends[key_of(pieces[i].back())].push_back(i);
  }
  std::vector<bool> used(pieces.size());
  const auto grow = [&](Line& line) {
    for (;;) {
      const auto& here = ends[key_of(line.back())];
      const auto next =
          std::find_if(here.begin(), here.end(), [&](std::size_t i) { return !used[i]; });
      if (here.size() != 2 || next == here.end()) return;
      used[*next] = true;
      auto& piece = pieces[*next];
      if (key_of(piece.front()) != key_of(line.back())) std::reverse(piece.begin(), piece.end());
      line.insert(line.end(), piece.begin() + 1, piece.end());
    }
  };
  std::vector<Line> lines;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (used[i]) continue;
    used[i] = true;
    auto line = pieces[i];
    grow(line);
    std::reverse(line.begin(), line.end());
    grow(line);
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<Line> outlines(const std::vector<Line>& polygons) {
  auto sides = outer_sides(polygons);
  std::vector<Line> rings;
  while (!sides.empty()) {
    Line ring;
    for (auto side = sides.begin(); side != sides.end();) {
      ring.push_back(side->second.first);
      const auto next = key_of(side->second.second);
      sides.erase(side);
      side = sides.find(next);
    }
    rings.push_back(std::move(ring));
  }
  return rings;
}

Line drawn_in(const Line& ring, double depth) {
  Line out;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const auto before = ring[(i + ring.size() - 1) % ring.size()], here = ring[i],
               after = ring[(i + 1) % ring.size()];
    const auto m = right_of(before, here), n = right_of(here, after);
    constexpr double kSharpest = 0.4;  // a spike would run through the other side
    const double share = depth / std::max(kSharpest, 1 + m.x * n.x + m.y * n.y);
    out.push_back({here.x + (m.x + n.x) * share, here.y + (m.y + n.y) * share});
  }
  return out;
}

bool inside(Point p, const Line& ring) {
  bool in = false;
  for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++)
    if ((ring[i].y > p.y) != (ring[j].y > p.y) &&
        p.x < (ring[j].x - ring[i].x) * (p.y - ring[i].y) / (ring[j].y - ring[i].y) + ring[i].x)
      in = !in;
  return in;
}

double distance_to(Point p, const Line& line, bool closed) {
  double least = 1e9;
  const std::size_t sides = line.size() < 2 ? 0 : closed ? line.size() : line.size() - 1;
  for (std::size_t i = 0; i < sides; ++i) {
    const auto &a = line[i], &b = line[(i + 1) % line.size()];
    const double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
    const double t =
        length == 0 ? 0 : std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length, 0.0, 1.0);
    least = std::min(least, std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy));
  }
  return least;
}

}  // namespace niemen::play::drawing
