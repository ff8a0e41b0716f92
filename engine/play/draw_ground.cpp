// The map beneath a position: land, its signs, rivers, roads, frontiers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "engine/play/draw_lines.h"
#include "engine/play/draw_parts.h"

namespace niemen::play::drawing {

namespace {

/// Tints of countries, the largest first.
constexpr std::string_view kRegionTints[] = {"#7FA05B", "#D9849A", "#6E8FBF",
                                             "#E0B43C", "#9A7FB5", "#5FA6A0"};
constexpr std::string_view kFrontier = "#7A2A38", kRiver = "#1F5A86", kRiverBand = "#A8C8DA";
constexpr std::string_view kStream = "#6E9BB5", kRoad = "#8A6A45", kGrid = "#8C7B5A";
constexpr std::string_view kSlope = "#7A5A36";

struct GroundStyle {
  std::string_view fill, sign;
  double spacing;  ///< of signs, in sizes of a space; 0: none
};
GroundStyle style_of(Ground ground) {
  switch (ground) {
    case Ground::Forest: return {"#DDDFB4", "tree", 0.15};
    case Ground::Marsh: return {"#D2E2D3", "marsh", 0.21};
    case Ground::Hills: return {"#E6D3AC", "hill", 0.4};
    case Ground::Mountains: return {"#D9C09A", "hill", 0.29};
    case Ground::OffLimits: return {"#C9D3C0", "marsh", 0.22};
    case Ground::Unknown: return {"#EDE3C8", "dot", 0.2};
    case Ground::Water:
    case Ground::Open: break;
  }
  return {kPaper, "", 0};
}
constexpr Ground kDrawn[] = {Ground::Forest,    Ground::Marsh,     Ground::Hills,
                             Ground::Mountains, Ground::OffLimits, Ground::Unknown};

/// Lines of one kind joined end to end. A bridge whose line lies along the river is a part of it.
std::vector<Line> courses(const Board& board, std::string_view kind) {
  std::vector<Line> lines;
  for (const auto& edge : board.edges)
    if (edge.kind == kind && edge.line.size() >= 2) lines.push_back(edge.line);
  if (kind == "river")
    for (const auto& edge : board.edges) {
      const bool known = std::any_of(board.edges.begin(), board.edges.end(), [&](auto& other) {
        return other.kind == kind && other.a == edge.a && other.b == edge.b;
      });
      if (edge.kind == "bridge" && !known && edge.line.size() >= 2) lines.push_back(edge.line);
    }
  return joined(std::move(lines));
}

/// A river as it is drawn.
Line course_of(const Line& line, const Scale& scale) {
  constexpr double kCut = 0.18, kWave = 0.026, kLength = 0.5;
  return wavy(cut_corners(line, kCut, 2, false), kWave * scale.space, kLength * scale.space, false);
}

bool on_river(Point p, const std::vector<Line>& rivers, double near) {
  return std::any_of(rivers.begin(), rivers.end(),
                     [&](const Line& river) { return distance_to(p, river, false) < near; });
}

/// Signs strewn within an outline, away from its rim and from rivers, in rows that are shifted
/// against each other.
std::string strewn(const std::vector<Line>& rings, const GroundStyle& style,
                   const std::vector<Line>& rivers, const Scale& scale) {
  constexpr double kRim = 0.06, kBank = 0.1;
  const double step = style.spacing * kSpaceOfSigns * scale.sign;
  std::string svg;
  double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
  for (const auto& ring : rings)
    for (const auto& p : ring) {
      left = std::min(left, p.x), right = std::max(right, p.x);
      top = std::min(top, p.y), bottom = std::max(bottom, p.y);
    }
  const auto within = [&](Point p) {
    bool in = false;
    for (const auto& ring : rings) {
      in ^= inside(p, ring);
      if (distance_to(p, ring, true) < kRim * scale.space) return false;
    }
    return in && !on_river(p, rivers, kBank * scale.space);
  };
  for (int row = static_cast<int>(std::floor(top / step)); row * step < bottom; ++row)
    for (int column = static_cast<int>(std::floor(left / step)); column * step < right; ++column) {
      const int wobble = (row * 7 + column * 13) % 5 - 2, sway = (row * 11 + column * 3) % 5 - 2;
      const Point p{(column + (row % 2 ? 0.5 : 0) + wobble * 0.09) * step,
                    (row + sway * 0.08) * step};
      if (within(p))
        svg += fmt::format("<use xlink:href=\"#{}\" x=\"{:.1f}\" y=\"{:.1f}\"/>\n", style.sign, p.x,
                           p.y);
    }
  return svg;
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

/// No unit ever enters it.
bool is_closed(const Space& space) {
  const auto ground = ground_of(space.terrain);
  return space.id.empty() || ground == Ground::Water || ground == Ground::OffLimits ||
         space.terrain == "outside";
}

std::string_view tint_of(const Board& board, const std::string& region) {
  std::map<std::string, int> sizes;
  for (const auto& space : board.spaces)
    if (!space.region.empty()) ++sizes[space.region];
  const int own = sizes[region];
  const auto larger = std::count_if(sizes.begin(), sizes.end(), [&](const auto& other) {
    return other.second > own || (other.second == own && other.first < region);
  });
  return region.empty() ? kPaper
                        : kRegionTints[static_cast<std::size_t>(larger) % std::size(kRegionTints)];
}

/// A wash in the country's tint along one side of a frontier.
std::string wash(const Board& board, const Edge& edge, int place) {
  constexpr double kDepth = 0.34;
  if (place < 0 || edge.line.size() < 2) return {};
  const auto& space = board.spaces[place];
  auto strip = edge.line;
  for (auto p = edge.line.rbegin(); p != edge.line.rend(); ++p)
    strip.push_back(
        {p->x + (space.centre.x - p->x) * kDepth, p->y + (space.centre.y - p->y) * kDepth});
  return fmt::format("<path d=\"{}\" fill=\"{}\" opacity=\"0.4\"/>\n", path_of(strip, true),
                     tint_of(board, space.region));
}

/// Spaces of one ground joined, drawn in and given an edge that is none of a hex.
std::vector<Line> fields_of(const Board& board, Ground ground, const Scale& scale) {
  constexpr double kDepth = 0.09, kCut = 0.25, kWave = 0.03, kLength = 0.4;
  std::vector<Line> polygons;
  for (const auto& space : board.spaces)
    if (ground_of(space.terrain) == ground) polygons.push_back(space.polygon);
  auto rings = outlines(polygons);
  for (auto& ring : rings)
    ring = wavy(cut_corners(drawn_in(ring, kDepth * scale.space), kCut, 2, true),
                kWave * scale.space, kLength * scale.space, true);
  return rings;
}

std::string terrain_svg(const Board& board, const std::vector<Line>& rivers, const Scale& scale) {
  std::string svg;
  for (const auto ground : kDrawn) {
    const auto rings = fields_of(board, ground, scale);
    if (rings.empty()) continue;
    const auto style = style_of(ground);
    std::string path;
    for (const auto& ring : rings) path += path_of(ring, true);
    svg += fmt::format("<path d=\"{}\" fill=\"{}\" fill-rule=\"evenodd\"/>\n", path, style.fill);
    svg += strewn(rings, style, rivers, scale);
  }
  return svg;
}

bool has_sea(const Country& country) {
  return std::any_of(country.features.begin(), country.features.end(),
                     [](const Feature& feature) { return feature.kind == "sea"; });
}

/// The sheet, and Areas in the tint of their country; where no sea is known it lies around them.
std::string land_svg(const Board& board, const Country& country) {
  const bool areas = has_borders(board), islands = areas && !has_sea(country);
  std::string svg = fmt::format("<rect width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n",
                                board.width, board.height, islands ? kWater : kPaper);
  for (const auto& space : board.spaces) {
    const auto path = path_of(space.polygon, true);
    if (islands && ground_of(space.terrain) != Ground::Water)
      svg += fmt::format("<path d=\"{0}\" fill=\"{1}\" stroke=\"{1}\"/>\n", path, kPaper);
    if (areas && !space.region.empty())
      svg += fmt::format("<path d=\"{}\" fill=\"{}\" opacity=\"0.2\"/>\n", path,
                         tint_of(board, space.region));
  }
  return svg;
}

/// Hexes have a faint grid, Areas a line; what nobody enters has none. Along a real coast the
/// outlines of Areas would only be near it: there they have the borders that they share.
std::string grid_svg(const Board& board, const Country& country, const Scale& scale) {
  const bool areas = is_of_areas(board);
  std::string svg = fmt::format(
      "<g fill=\"none\" stroke=\"{}\" stroke-width=\"{:.2f}\" "
      "stroke-linejoin=\"round\" stroke-opacity=\"{}\">\n",
      areas ? kInk : kGrid, (areas ? 1.2 : 0.8) * scale.unit, areas ? "0.75" : "0.42");
  if (has_borders(board) && has_sea(country)) {
    for (const auto& edge : board.edges)
      if (edge.kind == "border")
        svg += fmt::format("<path d=\"{}\"/>\n", path_of(edge.line, false));
  } else {
    for (const auto& space : board.spaces)
      if (!is_closed(space)) svg += fmt::format("<path d=\"{}\"/>\n", path_of(space.polygon, true));
  }
  return svg + "</g>\n";
}

/// The river is broken, and two flared strokes lead over it from one space to the other.
std::string bridge_svg(const Board& board, const Edge& edge, const Scale& scale) {
  const auto &first = edge.line.front(), &last = edge.line.back();
  Point way{last.x - first.x, last.y - first.y};
  const auto size = static_cast<int>(board.spaces.size());
  if (edge.a >= 0 && edge.b >= 0 && edge.a < size && edge.b < size) {
    const auto &from = board.spaces[edge.a].centre, &to = board.spaces[edge.b].centre;
    way = {to.x - from.x, to.y - from.y};
  }
  return fmt::format(
      "<g transform=\"translate({:.1f} {:.1f}) rotate({:.0f}) scale({:.3f})\"><path "
      "d=\"M-2.6 -2.3h5.2v4.6h-5.2z\" fill=\"{}\"/><path d=\"M-5.4 -4.4q5.4 3 10.8 0M-5.4 4.4q5.4 "
      "-3 10.8 0\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.25\"/></g>\n",
      (first.x + last.x) / 2, (first.y + last.y) / 2,
      std::atan2(way.y, way.x) * 180 / std::numbers::pi, scale.unit, kPaper, kInk);
}

std::string streams_svg(const Board& board, const Country& country, const std::vector<Line>& rivers,
                        const Scale& scale) {
  const double u = scale.unit;
  std::string svg;
  for (const auto& feature : country.features)
    if (feature.kind == "stream") svg += stroke(feature.line, kStream, 0.9 * u);
  for (const auto& river : rivers) svg += stroke(river, kRiverBand, 3.6 * u);
  for (const auto& river : rivers) svg += stroke(river, kRiver, 1.8 * u);
  for (const auto& line : courses(board, "stream")) svg += stroke(line, kStream, 1.6 * u);
  return svg;
}

/// A line with strokes down from it on both sides, for a board does not say which is the higher.
std::string slope_svg(const Line& line, double u) {
  constexpr double kApart = 5, kLong = 3.4;
  std::string ticks;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const auto &a = line[i], &b = line[i + 1];
    const double length = std::hypot(b.x - a.x, b.y - a.y);
    if (length == 0) continue;
    const double x = (b.x - a.x) / length, y = (b.y - a.y) / length;
    for (double at = kApart * u / 2; at < length; at += kApart * u)
      ticks += fmt::format("M{:.1f} {:.1f}l{:.1f} {:.1f}", a.x + x * at + y * kLong * u,
                           a.y + y * at - x * kLong * u, -2 * y * kLong * u, 2 * x * kLong * u);
  }
  return fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.2f}\"/>\n",
                     ticks, kSlope, u);
}

std::string frontiers_svg(const Board& board, const Scale& scale) {
  const double u = scale.unit;
  std::string svg;
  for (const auto& line : courses(board, "slope")) svg += slope_svg(line, u);
  for (const auto& line : courses(board, "frontier"))
    svg += stroke(
        line, kFrontier, 1.7 * u,
        fmt::format("stroke-dasharray=\"{0:.1f} {1:.1f} {2:.1f} {1:.1f}\"", 6 * u, 2 * u, 1.5 * u));
  for (const auto& line : courses(board, "start line"))
    svg += stroke(line, kFrontier, 1.4 * u,
                  fmt::format("stroke-dasharray=\"{:.1f} {:.1f}\"", 4 * u, 3 * u));
  for (const auto& line : courses(board, "parts"))
    svg += stroke(line, kInk, 0.8 * u, fmt::format("stroke-dasharray=\"{:.1f}\"", 3 * u));
  return svg;
}

/// Roads, and the bridges that carry them.
std::string roads_svg(const Board& board, const Country& country, const Scale& scale) {
  const double u = scale.unit;
  std::string svg;
  for (const auto& feature : country.features)
    if (feature.kind == "road")
      svg += stroke(feature.line, kRoad, 1.5 * u, "stroke-opacity=\"0.45\"") +
             stroke(feature.line, kPaper, 0.8 * u);
  for (const auto& line : courses(board, "road"))
    svg += stroke(line, kRoad, 3 * u, "stroke-opacity=\"0.6\"") + stroke(line, kPaper, 1.5 * u);
  for (const auto& edge : board.edges)
    if ((edge.kind == "bridge" || edge.kind == "crossing") && edge.line.size() >= 2)
      svg += bridge_svg(board, edge, scale);
  return svg;
}

}  // namespace

std::string places_svg(const Board& board) {
  std::string svg = "<g fill-opacity=\"0\">\n";
  for (const auto& space : board.spaces) {
    std::string title = space.id + (space.name.empty() ? "" : " " + space.name);
    if (!space.terrain.empty()) title += ", " + space.terrain;
    if (!space.region.empty()) title += ", " + space.region;
    if (space.points != 0) title += fmt::format(", {} points", space.points);
    if (!space.source.empty()) title += "; source: " + space.source;
    svg += fmt::format("<path inkscape:label=\"{}\" d=\"{}\"><title>{}</title></path>\n",
                       escaped(space.id), path_of(space.polygon, true), escaped(title));
  }
  return svg + "</g>\n";
}

std::string ground_svg(const Board& board, const Country& country, const Scale& scale) {
  std::vector<Line> rivers;
  for (const auto& line : courses(board, "river")) rivers.push_back(course_of(line, scale));
  auto ground = land_svg(board, country) + water_svg(board, country, scale);
  for (const auto& edge : board.edges)
    if (edge.kind == "frontier") ground += wash(board, edge, edge.a) + wash(board, edge, edge.b);
  ground += terrain_svg(board, rivers, scale);
  constexpr std::string_view kClip = "clip-path=\"url(#sheet)\"";
  return fmt::format(
             "<clipPath id=\"sheet\"><rect width=\"{:.1f}\" height=\"{:.1f}\"/></clipPath>\n",
             board.width, board.height) +
         layer("ground", ground, kClip) + layer("grid", grid_svg(board, country, scale), kClip) +
         layer("water",
               coast_svg(board, country, scale) + streams_svg(board, country, rivers, scale),
               kClip) +
         layer("borders", frontiers_svg(board, scale), kClip) +
         layer("roads", roads_svg(board, country, scale), kClip);
}

}  // namespace niemen::play::drawing
