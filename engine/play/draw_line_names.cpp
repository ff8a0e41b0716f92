// Names that stand along a line: seas, countries, rivers.
#include <fmt/format.h>

#include <array>
#include <cctype>
#include <cmath>
#include <numbers>

#include "engine/play/draw_parts.h"

namespace niemen::play::drawing {

namespace {

struct NameStyle {
  std::string_view kind;
  std::string_view look;  ///< attributes
  double size;            ///< of a letter, in units
  double spacing;         ///< between letters, in units of the picture
  double strays;          ///< how far from its line it may stand, in sizes
};
constexpr NameStyle kNameStyles[] = {
    {"sea name", "fill=\"#34565E\" font-style=\"italic\"", 12, 2.5, 2},
    {"country name", "fill=\"#6E4B3A\"", 10.5, 4, 4},
    {"river name", "class=\"n\" fill=\"#164A70\" font-style=\"italic\"", 9.6, 0, 1.5}};

std::string upper(std::string text) {
  for (auto& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

/// A point on a line and the direction of the line there.
struct Station {
  Point at;
  double along_x, along_y;
};
/// At a distance from the start of a line, which goes on straight at both ends.
Station station(const std::vector<Point>& line, double distance) {
  Station found{line.front(), 1, 0};
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const double x = line[i + 1].x - line[i].x, y = line[i + 1].y - line[i].y;
    const double length = std::hypot(x, y);
    if (length == 0) continue;
    found = {{line[i].x + x * distance / length, line[i].y + y * distance / length},
             x / length,
             y / length};
    if (distance <= length) break;
    distance -= length;
  }
  return found;
}
double length_of(const std::vector<Point>& line) {
  double length = 0;
  for (std::size_t i = 0; i + 1 < line.size(); ++i)
    length += std::hypot(line[i + 1].x - line[i].x, line[i + 1].y - line[i].y);
  return length;
}

/// The ground under each letter of a name in the middle of a line.
std::vector<Box> letters_of(const std::string& name, const std::vector<Point>& line, double size,
                            double spacing) {
  constexpr double kLetter = 0.56, kHalf = 0.36, kMiddle = 0.3;  // of the size
  const double step = kLetter * size + spacing;
  const auto count = static_cast<double>(name.size());
  double at = (length_of(line) - step * count) / 2 + step / 2;
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < name.size(); ++i, at += step) {
    const auto [foot, x, y] = station(line, at);
    boxes.push_back(box_about({foot.x + y * kMiddle * size, foot.y - x * kMiddle * size},
                              kHalf * size, kHalf * size));
  }
  return boxes;
}

double covered(const std::vector<Box>& letters, Point shift, const std::vector<Box>& taken) {
  double sum = 0;
  for (auto letter : letters) {
    letter.left += shift.x;
    letter.right += shift.x;
    letter.top += shift.y;
    letter.bottom += shift.y;
    sum += drawing::covered(letter, taken);
  }
  return sum;
}

/// How a name is moved to where the least is under it, and no farther than it must.
Point shift_of(const std::vector<Box>& letters, double size, double strays,
               const std::vector<Box>& taken) {
  constexpr int kDirections = 8;
  constexpr double kRing = 0.5, kReluctance = 0.1;  // of the size, and of its square
  Point best{0, 0};
  double least = covered(letters, best, taken);
  for (double away = kRing; away <= strays; away += kRing)
    for (int i = 0; i < kDirections; ++i) {
      const double angle = 2 * std::numbers::pi * i / kDirections;
      const Point shift{away * size * std::cos(angle), away * size * std::sin(angle)};
      const double cost = covered(letters, shift, taken) + kReluctance * size * size * away;
      if (cost >= least) continue;
      least = cost;
      best = shift;
    }
  return best;
}

/// Streams and bridges, as small boxes along their lines.
void add_edges(const Board& board, double unit, std::vector<Box>& taken) {
  constexpr double kStep = 6, kHalf = 2, kBridge = 8;  // in units
  for (const auto& edge : board.edges) {
    const bool bridge = edge.kind == "bridge";
    if ((!bridge && edge.kind != "river") || edge.line.empty()) continue;
    const double length = length_of(edge.line), half = (bridge ? kBridge : kHalf) * unit;
    for (double at = bridge ? length / 2 : 0; at <= length; at += bridge ? length : kStep * unit)
      taken.push_back(box_about(station(edge.line, at).at, half, half));
  }
}

}  // namespace

std::string country_names_svg(const Board& board, const Country& country, const Scale& scale,
                              std::vector<Box> taken) {
  add_edges(board, scale.unit, taken);
  std::string svg;
  int number = 0;
  for (const auto& feature : country.features)
    for (const auto& style : kNameStyles) {
      if (feature.kind != style.kind || feature.line.empty()) continue;
      const auto name = feature.kind == "country name" ? upper(feature.name) : feature.name;
      const double size = style.size * scale.unit;
      const auto letters = letters_of(name, feature.line, size, style.spacing);
      const auto shift = shift_of(letters, size, style.strays, taken);
      auto line = feature.line;
      for (auto& point : line) point = {point.x + shift.x, point.y + shift.y};
      for (auto& letter : letters_of(name, line, size, style.spacing)) taken.push_back(letter);
      svg += fmt::format(
          "<path id=\"name-{0}\" d=\"{1}\" fill=\"none\"/><text font-family=\"{2}\" "
          "font-size=\"{3:.1f}\" {4} letter-spacing=\"{5}\" text-anchor=\"middle\"><textPath "
          "xlink:href=\"#name-{0}\" startOffset=\"50%\">{6}</textPath></text>\n",
          ++number, path_of(line, false), kSerif, size, style.look, style.spacing, escaped(name));
    }
  return svg;
}

}  // namespace niemen::play::drawing
