// Sizes, words of terrain, and the signs that the parts of a picture share.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/play/draw_parts.h"

namespace niemen::play::drawing {

namespace {

double area_of(const std::vector<Point>& ring) {
  double twice = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const auto &a = ring[i], &b = ring[(i + 1) % ring.size()];
    twice += a.x * b.y - b.x * a.y;
  }
  return std::abs(twice) / 2;
}

bool names_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.find(word) != text.npos; });
}

/// Strokes down from the top of a hill on all sides, heavier to the south-east, away from the
/// light.
std::string hachures() {
  constexpr int kStrokes = 16;
  constexpr double kWide = 7, kHigh = 4.6, kTop = 0.36;
  std::string svg = "<g stroke=\"#7A5A36\" fill=\"none\">";
  for (int i = 0; i < kStrokes; ++i) {
    const double angle = 2 * std::numbers::pi * i / kStrokes;
    const double x = std::cos(angle), y = std::sin(angle);
    const double shade = 0.55 + 0.35 * (x + y) / std::numbers::sqrt2;
    svg += fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke-width=\"{:.2f}\"/>",
                       kTop * kWide * x, kTop * kHigh * y, kWide * x, kHigh * y, shade);
  }
  return svg + "</g>";
}

}  // namespace

bool is_of_areas(const Board& board) {
  constexpr std::size_t kHexCorners = 6;
  return !std::all_of(board.spaces.begin(), board.spaces.end(),
                      [](const Space& space) { return space.polygon.size() == kHexCorners; });
}

Scale scale_of(const Board& board) {
  constexpr double kDesigned = 41;        // the size of a hex that the counters are made for
  constexpr double kHexShare = 0.866025;  // area of a hex that is 1 flat to flat
  std::vector<double> sizes;
  for (const auto& space : board.spaces)
    if (space.polygon.size() >= 3) sizes.push_back(std::sqrt(area_of(space.polygon) / kHexShare));
  Scale scale;
  if (sizes.empty()) return scale;
  std::nth_element(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2),
                   sizes.end());
  scale.space = sizes[sizes.size() / 2];
  scale.unit = scale.space / kDesigned;
  constexpr double kWidest = 1300;  // of a board on which the signs are as large as the counters
  scale.sign = std::max(scale.unit, board.width / kWidest);
  // Areas differ in size, and a small one must hold a stack.
  if (is_of_areas(board)) scale.unit *= 0.58;
  return scale;
}

Ground ground_of(std::string_view terrain) {
  if (names_any(terrain, {"sea", "lake", "water", "strait", "ocean"})) return Ground::Water;
  if (names_any(terrain, {"off limits"})) return Ground::OffLimits;
  if (names_any(terrain, {"forest", "wood"})) return Ground::Forest;
  if (names_any(terrain, {"marsh", "bog", "swamp"})) return Ground::Marsh;
  if (names_any(terrain, {"mountain", "alp"})) return Ground::Mountains;
  if (names_any(terrain, {"hill", "rough"})) return Ground::Hills;
  if (terrain.empty() ||
      names_any(terrain, {"clear", "open", "fortress", "city", "town", "plain", "field"}))
    return Ground::Open;
  return Ground::Unknown;
}

std::string shape(const SideStyle& style, double x, double y, double w, double h, double u,
                  std::string_view fill) {
  constexpr double kCut = 5.5;  // of eight-sided corners, in units
  const double c = style.eight_sided ? kCut * u : 0;
  return fmt::format(
      "<path d=\"M{:.1f} {:.1f}h{:.1f}l{:.1f} {:.1f}v{:.1f}l{:.1f} {:.1f}h{:.1f}l{:.1f} "
      "{:.1f}v{:.1f}z\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{:.2f}\"/>\n",
      x - w / 2 + c, y - h / 2, w - 2 * c, c, c, h - 2 * c, -c, c, 2 * c - w, -c, -c, 2 * c - h,
      fill, style.edge, 1.7 * u);
}

std::string text_at(double x, double y, double size, std::string_view fill, std::string_view text,
                    std::string_view more) {
  return fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\" fill=\"{}\" {}>{}</text>\n", x, y, size,
      fill, more, escaped(text));
}

std::string layer(std::string_view name, const std::string& svg, std::string_view more) {
  if (svg.empty()) return {};
  std::string id(name);
  std::replace(id.begin(), id.end(), ' ', '-');
  return fmt::format(
      "<g inkscape:groupmode=\"layer\" inkscape:label=\"{}\" id=\"layer-{}\"{}{}>\n{}</g>\n", name,
      id, more.empty() ? "" : " ", more, svg);
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string path_of(const std::vector<Point>& points, bool closed) {
  std::string path;
  for (std::size_t i = 0; i < points.size(); ++i)
    path += fmt::format("{}{:.1f} {:.1f}", i == 0 ? "M" : "L", points[i].x, points[i].y);
  return closed && !points.empty() ? path + "Z" : path;
}

std::string definitions(const Scale& scale, const SideStyles& styles) {
  const double u = scale.unit;
  const auto sign = [&](std::string_view id, std::string_view body) {
    return fmt::format("<g id=\"{}\"><g transform=\"scale({:.3f})\">{}</g></g>\n", id, scale.sign,
                       body);
  };
  std::string svg = fmt::format(
      "<style>.n{{font-family:{};text-anchor:middle;paint-order:stroke;stroke:{};"
      "stroke-width:{:.1f};stroke-linejoin:round}}</style>\n<defs>\n",
      kSerif, kPaper, 2.6 * u);
  svg += sign("tree",
              "<circle cy=\"-.8\" r=\"1.9\" fill=\"#B9C08A\" stroke=\"#566638\" "
              "stroke-width=\".7\"/><path d=\"M.2 1.1v1.5M-1.4 2.6h2.4\" stroke=\"#566638\" "
              "stroke-width=\".7\"/>");
  svg += sign("marsh",
              "<path d=\"M-4 1.5h8M-2 1.5v-3M0 1.5v-4M2 1.5v-3\" stroke=\"#2F6F6B\" "
              "stroke-width=\".8\" fill=\"none\"/>");
  svg += sign("hill", hachures());
  svg += sign("dot", "<circle r=\".9\" fill=\"#8C7B5A\"/>");
  svg +=
      sign("fortress",
           fmt::format("<path d=\"M0 -6l1.8 2.6 3-1-.9 3 2.6 1.4-2.6 1.4 .9 3-3-1-1.8 2.6-1.8-2.6"
                       "-3 1 .9-3-2.6-1.4 2.6-1.4-.9-3 3 1z\" fill=\"{}\" stroke=\"{}\" "
                       "stroke-width=\"1.2\"/>",
                       kPaper, kInk));
  const auto pattern = [&](std::string_view id, double size, std::string_view body) {
    return fmt::format(
        "<pattern id=\"{0}\" width=\"{1:.1f}\" height=\"{1:.1f}\" "
        "patternUnits=\"userSpaceOnUse\"><g transform=\"scale({2:.3f})\">{3}</g></pattern>\n",
        id, size * u, u, body);
  };
  svg += pattern("eaten", 8, "<path d=\"M0 8L8 0\" stroke=\"#7A5A36\" stroke-width=\".7\"/>");
  svg +=
      pattern("bare", 6, "<path d=\"M0 6L6 0M0 0L6 6\" stroke=\"#7A3A1E\" stroke-width=\".9\"/>");
  for (std::size_t side = 0; side < styles.size(); ++side)
    svg += pattern(side == 0 ? "back-a" : "back-b", 4,
                   fmt::format("<path d=\"M0 4L4 0M0 0L4 4\" stroke=\"{}\" stroke-width=\".8\"/>",
                               styles[side].weave));
  return svg + "</defs>\n";
}

}  // namespace niemen::play::drawing
