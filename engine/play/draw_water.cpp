// Seas and lakes: the real ones where a board has them, else what its spaces of water make.
#include <fmt/format.h>

#include <algorithm>

#include "engine/play/draw_lines.h"
#include "engine/play/draw_parts.h"

namespace niemen::play::drawing {

namespace {

constexpr std::string_view kCoast = "#3E5358", kWaterLine = "#7E9A9C";

bool is_water(const Space& space) { return ground_of(space.terrain) == Ground::Water; }

/// The hex beyond a side, as if the grid went on.
Line mirrored(const Line& hex, Point a, Point b) {
  const Point middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
  Line beyond;
  for (const auto& p : hex) beyond.push_back({2 * middle.x - p.x, 2 * middle.y - p.y});
  return beyond;
}

/// Spaces of water; at the edge of a map of hexes they go on beyond it.
std::vector<Line> water_of(const Board& board) {
  constexpr std::size_t kHex = 6;
  std::vector<Line> water, all;
  for (const auto& space : board.spaces) {
    all.push_back(space.polygon);
    if (is_water(space)) water.push_back(space.polygon);
  }
  std::vector<Line> beyond;
  const auto has = [](const std::vector<Line>& polygons, Point middle) {
    return std::any_of(polygons.begin(), polygons.end(),
                       [&](const Line& ring) { return inside(middle, ring); });
  };
  for (const auto& ring : water)
    for (std::size_t i = 0; ring.size() == kHex && i < kHex; ++i) {
      auto next = mirrored(ring, ring[i], ring[(i + 1) % kHex]);
      const Point middle{(next[0].x + next[3].x) / 2, (next[0].y + next[3].y) / 2};
      if (!has(all, middle) && !has(beyond, middle)) beyond.push_back(std::move(next));
    }
  water.insert(water.end(), beyond.begin(), beyond.end());
  return water;
}

std::vector<Line> shores_of(const Board& board, const Country& country, const Scale& scale) {
  std::vector<Line> shores;
  for (const auto& feature : country.features)
    if ((feature.kind == "sea" || feature.kind == "lake") && feature.line.size() > 2)
      shores.push_back(feature.line);
  if (!shores.empty()) return shores;
  for (const auto& ring : outlines(water_of(board))) {
    constexpr double kWider = 0.06, kCut = 0.24, kWave = 0.025, kLength = 0.45;
    const auto soft = cut_corners(drawn_in(ring, -kWider * scale.space), kCut, 2, true);
    shores.push_back(wavy(soft, kWave * scale.space, kLength * scale.space, true));
  }
  return shores;
}

std::string path_of_all(const std::vector<Line>& lines) {
  std::string path;
  for (const auto& line : lines) path += path_of(line, true);
  return path;
}

/// Lines inside the water at these distances from the shore, as an engraver puts them, each paler.
std::string engraved(const std::string& path, const Scale& scale) {
  constexpr double kDistances[] = {0.60, 0.44, 0.32, 0.225, 0.15, 0.09, 0.04};
  constexpr double kThick = 0.016, kPalest = 0.22, kStep = 0.09;
  const double size = kSpaceOfSigns * scale.unit;
  std::string svg;
  double strength = kPalest;
  for (const double distance : kDistances) {
    const auto stroke = [&](std::string_view colour, double width, double opacity) {
      svg += fmt::format(
          "<path d=\"{}\" stroke=\"{}\" stroke-width=\"{:.2f}\" stroke-opacity=\"{:.2f}\"/>\n",
          path, colour, width * size, opacity);
    };
    stroke(kWaterLine, 2 * distance + kThick, strength);
    stroke(kWater, 2 * distance - kThick, 1);
    strength += kStep;
  }
  return "<g fill=\"none\" stroke-linejoin=\"round\">" + svg + "</g>\n";
}

}  // namespace

std::string water_svg(const Board& board, const Country& country, const Scale& scale) {
  const auto shores = shores_of(board, country, scale);
  if (shores.empty()) return {};
  const auto path = path_of_all(shores);
  return fmt::format(
      "<clipPath id=\"water\"><path clip-rule=\"evenodd\" d=\"{0}\"/></clipPath>\n"
      "<path d=\"{0}\" fill=\"{1}\" fill-rule=\"evenodd\"/>\n<g "
      "clip-path=\"url(#water)\">{2}</g>\n",
      path, kWater, engraved(path, scale));
}

std::string coast_svg(const Board& board, const Country& country, const Scale& scale) {
  const auto shores = shores_of(board, country, scale);
  if (shores.empty()) return {};
  return fmt::format(
      "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.2f}\" "
      "stroke-linejoin=\"round\"/>\n",
      path_of_all(shores), kCoast, 0.9 * scale.unit);
}

}  // namespace niemen::play::drawing
