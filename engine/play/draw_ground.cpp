// The map beneath a position.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <utility>

#include "engine/play/draw_parts.h"

namespace niemen::play::drawing {

namespace {

/// Tints of countries, in the order in which they come.
constexpr std::string_view kRegionTints[] = {"#6E8FBF", "#D9849A", "#E0B43C",
                                             "#7FA05B", "#9A7FB5", "#5FA6A0"};
constexpr std::string_view kFrontier = "#7A2A38", kRiver = "#1F5A86", kRiverBand = "#A8C8DA";
constexpr std::string_view kCoast = "#3E5358", kRoad = "#8A6A45", kGrid = "#8C7B5A";

struct GroundStyle {
  std::string_view fill, sign;
  double spacing;  ///< of signs, in sizes of a space; 0: none
};
GroundStyle style_of(Ground ground) {
  switch (ground) {
    case Ground::Forest: return {"#DDDFB4", "tree", 0.20};
    case Ground::Marsh: return {"#D2E2D3", "marsh", 0.26};
    case Ground::Hills: return {"#E6D3AC", "hill", 0.36};
    case Ground::Water: return {kWater, "", 0};
    case Ground::OffLimits: return {"#C9D3C0", "marsh", 0.22};
    case Ground::Unknown: return {"#EDE3C8", "dot", 0.2};
    case Ground::Open: break;
  }
  return {kPaper, "", 0};
}

double distance_to_edges(Point p, const std::vector<Point>& ring) {
  double least = 1e9;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const auto &a = ring[i], &b = ring[(i + 1) % ring.size()];
    const double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
    const double t =
        length == 0 ? 0 : std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length, 0.0, 1.0);
    least = std::min(least, std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy));
  }
  return least;
}
bool inside(Point p, const std::vector<Point>& ring) {
  bool in = false;
  for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++)
    if ((ring[i].y > p.y) != (ring[j].y > p.y) &&
        p.x < (ring[j].x - ring[i].x) * (p.y - ring[i].y) / (ring[j].y - ring[i].y) + ring[i].x)
      in = !in;
  return in;
}

/// Signs strewn over a space, away from its rim, in rows that are shifted against each other.
std::string strewn(const Space& space, const GroundStyle& style, const Scale& scale) {
  constexpr double kRim = 0.11;
  const double step = style.spacing * scale.space;
  if (step <= 0 || space.polygon.empty()) return {};
  const auto [left, right] = std::minmax_element(space.polygon.begin(), space.polygon.end(),
                                                 [](auto& a, auto& b) { return a.x < b.x; });
  const auto [top, bottom] = std::minmax_element(space.polygon.begin(), space.polygon.end(),
                                                 [](auto& a, auto& b) { return a.y < b.y; });
  std::string svg;
  for (int row = static_cast<int>(std::floor(top->y / step)); row * step < bottom->y; ++row)
    for (int column = static_cast<int>(std::floor(left->x / step)); column * step < right->x;
         ++column) {
      const int wobble = (row * 7 + column * 13) % 5 - 2;
      const Point p{(column + (row % 2 ? 0.5 : 0) + wobble * 0.06) * step,
                    (row - wobble * 0.05) * step};
      if (inside(p, space.polygon) && distance_to_edges(p, space.polygon) > kRim * scale.space)
        svg += fmt::format("<use href=\"#{}\" x=\"{:.1f}\" y=\"{:.1f}\"/>\n", style.sign, p.x, p.y);
    }
  return svg;
}

/// Chaikin's corner cutting, ends kept.
std::vector<Point> softened(std::vector<Point> line) {
  constexpr double kCut = 0.22;
  for (int round = 0; round < 2; ++round) {
    if (line.size() < 3) return line;
    std::vector<Point> cut{line.front()};
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
      const auto &a = line[i], &b = line[i + 1];
      if (i > 0) cut.push_back({a.x + (b.x - a.x) * kCut, a.y + (b.y - a.y) * kCut});
      if (i + 2 < line.size()) cut.push_back({b.x - (b.x - a.x) * kCut, b.y - (b.y - a.y) * kCut});
    }
    cut.push_back(line.back());
    line = std::move(cut);
  }
  return line;
}

bool same(Point a, Point b) { return std::abs(a.x - b.x) < 0.5 && std::abs(a.y - b.y) < 0.5; }

/// Lines of one kind joined end to end.
std::vector<std::vector<Point>> courses(const Board& board, std::string_view kind) {
  std::vector<std::vector<Point>> lines;
  for (const auto& edge : board.edges)
    if (edge.kind == kind && edge.line.size() >= 2) lines.push_back(edge.line);
  std::vector<std::vector<Point>> joined;
  while (!lines.empty()) {
    auto course = std::move(lines.back());
    lines.pop_back();
    for (bool grown = true; grown;) {
      grown = false;
      for (std::size_t i = 0; i < lines.size() && !grown; ++i) {
        auto& line = lines[i];
        if (same(line.back(), course.back()) || same(line.front(), course.front()))
          std::reverse(line.begin(), line.end());
        if (same(line.front(), course.back())) {
          course.insert(course.end(), line.begin() + 1, line.end());
        } else if (same(line.back(), course.front())) {
          course.insert(course.begin(), line.begin(), line.end() - 1);
        } else {
          continue;
        }
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
        grown = true;
      }
    }
    joined.push_back(std::move(course));
  }
  return joined;
}

std::string stroke(const std::vector<Point>& line, std::string_view colour, double width,
                   std::string_view more = "") {
  return fmt::format(
      "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.2f}\" "
      "stroke-linejoin=\"round\" {}/>\n",
      path_of(line, false), colour, width, more);
}

/// Areas have borders, hexes a grid.
bool has_borders(const Board& board) {
  return std::any_of(board.edges.begin(), board.edges.end(),
                     [](const Edge& edge) { return edge.kind == "border"; });
}

std::string_view tint_of(const Board& board, const std::string& region) {
  std::vector<std::string_view> known;
  for (const auto& space : board.spaces) {
    if (space.region.empty()) continue;
    auto at = std::find(known.begin(), known.end(), space.region);
    if (at == known.end()) at = known.insert(known.end(), space.region);
    if (space.region == region)
      return kRegionTints[static_cast<std::size_t>(at - known.begin()) % std::size(kRegionTints)];
  }
  return kPaper;
}

/// A wash in the country's tint along one side of a frontier.
std::string wash(const Board& board, const Edge& edge, int place) {
  constexpr double kDepth = 0.2;
  if (place < 0 || edge.line.size() < 2) return {};
  const auto& space = board.spaces[static_cast<std::size_t>(place)];
  auto strip = edge.line;
  for (auto p = edge.line.rbegin(); p != edge.line.rend(); ++p)
    strip.push_back(
        {p->x + (space.centre.x - p->x) * kDepth, p->y + (space.centre.y - p->y) * kDepth});
  return fmt::format("<path d=\"{}\" fill=\"{}\" opacity=\"0.4\"/>\n", path_of(strip, true),
                     tint_of(board, space.region));
}

std::string spaces_svg(const Board& board, const Scale& scale) {
  std::string svg;
  for (const auto& space : board.spaces) {
    const auto ground = ground_of(space.terrain);
    const auto style = style_of(ground);
    std::string title = space.id + (space.name.empty() ? "" : " " + space.name);
    if (!space.terrain.empty()) title += ", " + space.terrain;
    if (!space.region.empty()) title += ", " + space.region;
    if (space.points != 0) title += fmt::format(", {} points", space.points);
    if (!space.source.empty()) title += "; source: " + space.source;
    svg += fmt::format(
        "<path d=\"{}\" fill=\"{}\"{}><title>{}</title></path>\n", path_of(space.polygon, true),
        style.fill,
        ground == Ground::Water
            ? fmt::format(" stroke=\"{}\" stroke-width=\"{:.2f}\"", style.fill, scale.unit)
            : "",
        escaped(title));
  }
  if (has_borders(board))
    for (const auto& space : board.spaces)
      if (!space.region.empty())
        svg += fmt::format("<path d=\"{}\" fill=\"{}\" opacity=\"0.2\"/>\n",
                           path_of(space.polygon, true), tint_of(board, space.region));
  for (const auto& space : board.spaces)
    svg += strewn(space, style_of(ground_of(space.terrain)), scale);
  return svg;
}

/// A side of a polygon by its middle, in tenths: neighbours have the same.
std::pair<long, long> key_of(const Point& a, const Point& b) {
  constexpr double kTenths = 10, kHalf = 0.5;
  return {std::lround((a.x + b.x) * kHalf * kTenths / 4),
          std::lround((a.y + b.y) * kHalf * kTenths / 4)};
}

/// The line where water meets land, with a pale band along it.
std::string coast_svg(const Board& board, const Scale& scale) {
  std::set<std::pair<long, long>> land;
  const auto sides = [](const Space& space, auto visit) {
    for (std::size_t i = 0; i < space.polygon.size(); ++i)
      visit(space.polygon[i], space.polygon[(i + 1) % space.polygon.size()]);
  };
  for (const auto& space : board.spaces)
    if (ground_of(space.terrain) != Ground::Water)
      sides(space, [&](const Point& a, const Point& b) { land.insert(key_of(a, b)); });
  std::string line;
  for (const auto& space : board.spaces)
    if (ground_of(space.terrain) == Ground::Water)
      sides(space, [&](const Point& a, const Point& b) {
        if (land.contains(key_of(a, b))) line += path_of({a, b}, false);
      });
  if (line.empty()) return {};
  const auto drawn = [&](std::string_view colour, double width) {
    return fmt::format(
        "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.2f}\" "
        "stroke-linecap=\"round\"/>\n",
        line, colour, width * scale.unit);
  };
  return drawn("#B9CBC9", 5) + drawn(kCoast, 1.1);
}

/// Hexes have a faint grid, Areas a line: whatever no edge of the board draws is grid.
std::string grid_svg(const Board& board, const Scale& scale) {
  const bool lines = has_borders(board);
  std::string svg = fmt::format(
      "<g fill=\"none\" stroke=\"{}\" stroke-width=\"{:.2f}\" "
      "stroke-linejoin=\"round\" stroke-opacity=\"{}\">\n",
      lines ? kInk : kGrid, (lines ? 1.2 : 0.8) * scale.unit, lines ? "0.75" : "0.45");
  for (const auto& space : board.spaces) {
    const auto ground = ground_of(space.terrain);
    if (ground == Ground::Water && space.id.empty()) {
      svg += fmt::format("<path d=\"{}\" stroke=\"{}\"/>\n", path_of(space.polygon, true), kCoast);
    } else if (ground != Ground::Water) {
      svg += fmt::format("<path d=\"{}\"/>\n", path_of(space.polygon, true));
    }
  }
  return svg + "</g>\n";
}

/// The river is broken, and two flared strokes lead over it.
std::string bridge_svg(const Edge& edge, const Scale& scale) {
  const auto &a = edge.line.front(), &b = edge.line.back();
  const double angle = std::atan2(b.y - a.y, b.x - a.x) * 180 / std::numbers::pi;
  return fmt::format(
      "<g transform=\"translate({:.1f} {:.1f}) rotate({:.0f}) scale({:.3f})\"><path "
      "d=\"M-3 -2.6h6v5.2h-6z\" fill=\"{}\"/><path d=\"M-5.4 -4.6q5.4 3 10.8 0M-5.4 4.6q5.4 -3 "
      "10.8 0\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.25\"/></g>\n",
      (a.x + b.x) / 2, (a.y + b.y) / 2, angle, scale.unit, kPaper, kInk);
}

}  // namespace

std::string ground_svg(const Board& board, const Scale& scale) {
  std::string svg = spaces_svg(board, scale);
  for (const auto& edge : board.edges)
    if (edge.kind == "frontier") svg += wash(board, edge, edge.a) + wash(board, edge, edge.b);
  svg += coast_svg(board, scale) + grid_svg(board, scale);
  const double u = scale.unit;
  for (const auto& line : courses(board, "river"))
    svg += stroke(softened(line), kRiverBand, 3.6 * u) + stroke(softened(line), kRiver, 1.8 * u);
  for (const auto& line : courses(board, "road"))
    svg += stroke(line, kRoad, 3 * u, "stroke-opacity=\"0.6\"") + stroke(line, kPaper, 1.5 * u);
  for (const auto& edge : board.edges) {
    if (edge.line.size() < 2) continue;
    if (edge.kind == "frontier")
      svg += stroke(edge.line, kFrontier, 1.7 * u,
                    fmt::format("stroke-dasharray=\"{0:.1f} {1:.1f} {2:.1f} {1:.1f}\"", 6 * u,
                                2 * u, 1.5 * u));
    if (edge.kind == "parts")
      svg += stroke(edge.line, kPaper, 1.6 * u, fmt::format("stroke-dasharray=\"{:.1f}\"", 3 * u));
    if (edge.kind == "bridge" || edge.kind == "crossing") svg += bridge_svg(edge, scale);
  }
  return svg;
}

}  // namespace niemen::play::drawing
