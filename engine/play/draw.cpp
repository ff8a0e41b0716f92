#include "engine/play/draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/play/draw_parts.h"

namespace niemen::play {

namespace drawing {

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

}  // namespace

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
  // Areas differ in size, and a small one must hold a stack.
  const bool hexes = board.spaces.front().polygon.size() == 6;
  if (!hexes) scale.unit *= 0.58;
  return scale;
}

Ground ground_of(std::string_view terrain) {
  if (names_any(terrain, {"sea", "lake", "water", "strait", "ocean"})) return Ground::Water;
  if (names_any(terrain, {"off limits"})) return Ground::OffLimits;
  if (names_any(terrain, {"forest", "wood"})) return Ground::Forest;
  if (names_any(terrain, {"marsh", "bog", "swamp"})) return Ground::Marsh;
  if (names_any(terrain, {"hill", "mountain", "alp", "rough"})) return Ground::Hills;
  if (terrain.empty() ||
      names_any(terrain, {"clear", "open", "fortress", "city", "town", "plain", "field"}))
    return Ground::Open;
  return Ground::Unknown;
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

std::string definitions(const Scale& scale) {
  const double u = scale.unit;
  const auto sign = [&](std::string_view id, std::string_view body) {
    return fmt::format("<g id=\"{}\"><g transform=\"scale({:.3f})\">{}</g></g>\n", id, u, body);
  };
  std::string svg = fmt::format(
      "<style>.n{{font-family:{};text-anchor:middle;paint-order:stroke;stroke:{};"
      "stroke-width:{:.1f};stroke-linejoin:round}}</style>\n<defs>\n",
      kSerif, kPaper, 2.6 * u);
  svg += sign("tree",
              "<circle cy=\"-1.4\" r=\"2.6\" fill=\"#B9C08A\" stroke=\"#566638\" "
              "stroke-width=\".8\"/><path d=\"M0 1v2.4\" stroke=\"#566638\"/>");
  svg += sign("marsh",
              "<path d=\"M-4 1.5h8M-2 1.5v-3M0 1.5v-4M2 1.5v-3\" stroke=\"#2F6F6B\" "
              "stroke-width=\".8\" fill=\"none\"/>");
  svg += sign("hill",
              "<path d=\"M-5 2q5-8 10 0M-3.5 3l-.8 2.4M-1 3.4l-.3 2.6M1.6 3.4l.4 2.6M4 3l1 2.4\" "
              "stroke=\"#7A5A36\" stroke-width=\".9\" fill=\"none\"/>");
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
  svg +=
      pattern("back-a", 4, "<path d=\"M0 4L4 0M0 0L4 4\" stroke=\"#8FA3CC\" stroke-width=\".8\"/>");
  svg +=
      pattern("back-b", 4, "<path d=\"M0 4L4 0M0 0L4 4\" stroke=\"#6C8A5E\" stroke-width=\".8\"/>");
  return svg + "</defs>\n";
}

}  // namespace drawing

namespace {

using namespace drawing;

constexpr double kFrame = 10;
constexpr double kLegendHeight = 74, kFaultHeight = 16;
constexpr double kCardWidth = 190, kCardHeight = 66;

std::string words(double x, double y, double size, std::string_view text,
                  std::string_view more = "") {
  return fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\" fill=\"{}\" font-family=\"{}\" "
      "{}>{}</text>\n",
      x, y, size, kInk, kSerif, more, escaped(text));
}

/// The corner of the map with the fewest places under a card.
Point emptiest_corner(const Board& board, const View& view) {
  const double right = board.width - kCardWidth - kFrame, low = board.height - kCardHeight - kFrame;
  const std::array<Point, 4> corners{
      {{kFrame, kFrame}, {right, kFrame}, {kFrame, low}, {right, low}}};
  const auto covered = [&](const Point& corner) {
    int number = 0;
    for (std::size_t i = 0; i < board.spaces.size(); ++i) {
      const auto& at = board.spaces[i].centre;
      if (at.x < corner.x - kFrame || at.x > corner.x + kCardWidth + kFrame ||
          at.y < corner.y - kFrame || at.y > corner.y + kCardHeight + kFrame ||
          ground_of(board.spaces[i].terrain) == Ground::Water)
        continue;
      number += 1 + (board.spaces[i].points > 0 ? 3 : 0) +
                (i < view.spaces.size() && view.spaces[i].owner >= 0 ? 1 : 0);
    }
    return number;
  };
  return *std::min_element(corners.begin(), corners.end(),
                           [&](const Point& a, const Point& b) { return covered(a) < covered(b); });
}

std::string cartouche(const Board& board, const View& view, const PictureText& text) {
  const auto corner = emptiest_corner(board, view);
  const double middle = corner.x + kCardWidth / 2;
  std::string svg = fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"{}\" "
      "stroke-width=\"2\"/><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\" "
      "fill=\"none\" stroke=\"{}\"/>\n",
      corner.x, corner.y, kCardWidth, kCardHeight, kPanel, kInk, corner.x + 4, corner.y + 4,
      kCardWidth - 8, kCardHeight - 8, kInk);
  constexpr std::string_view kCentred = "text-anchor=\"middle\"";
  svg += words(middle, corner.y + 27, 17, text.title,
               "text-anchor=\"middle\" font-weight=\"700\" letter-spacing=\"1\"");
  svg += words(middle, corner.y + 43, 11, view.turn_name, kCentred);
  return svg + words(middle, corner.y + 56, 10, view.phase,
                     "text-anchor=\"middle\" font-style=\"italic\"");
}

std::string_view ground_name(Ground ground) {
  switch (ground) {
    case Ground::Forest: return "forest";
    case Ground::Marsh: return "marsh";
    case Ground::Hills: return "hills";
    case Ground::OffLimits: return "off limits";
    default: return {};
  }
}

/// Entries of the legend, left to right.
class Legend {
 public:
  Legend(double left, double y) : x_(left), y_(y) {}

  void counter(int side, const std::string& name) {
    svg_ += sample_counter(side, {x_ + 18, y_}, 1, false);
    label(42, name);
  }
  void back(int side) {
    svg_ += sample_counter(side, {x_ + 18, y_}, 1, true);
    label(42, "face down");
  }
  void sign(std::string_view drawn, std::string_view name) {
    svg_ += fmt::format("<g transform=\"translate({:.1f} {:.1f})\">{}</g>\n", x_ + 10, y_, drawn);
    label(24, std::string(name));
  }
  std::string take() { return std::move(svg_); }

 private:
  void label(double offset, const std::string& name) {
    constexpr double kLetter = 6.2, kGap = 16;
    svg_ += words(x_ + offset, y_ + 4, 11, name);
    x_ += offset + kLetter * static_cast<double>(name.size()) + kGap;
  }
  double x_, y_;
  std::string svg_;
};

std::string legend(const Board& board, const View& view, const PictureText& text) {
  Legend row(kFrame + 6, board.height + 20);
  for (int side = 0; side < kSides; ++side) row.counter(side, text.side_names[side]);
  const bool hidden = std::any_of(view.counters.begin(), view.counters.end(),
                                  [](const Counter& counter) { return !counter.known; });
  if (hidden) row.back(1);
  row.sign(fmt::format("<circle r=\"5.6\" fill=\"{}\"/>", kWaxRed), "victory points");
  std::string svg = row.take();
  Legend second(kFrame + 6, board.height + 48);
  for (const auto ground : {Ground::Forest, Ground::Marsh, Ground::Hills, Ground::OffLimits}) {
    const bool there =
        std::any_of(board.spaces.begin(), board.spaces.end(),
                    [&](const Space& space) { return ground_of(space.terrain) == ground; });
    constexpr std::string_view kSigns[] = {"tree", "marsh", "hill", "", "marsh"};
    if (there)
      second.sign(
          fmt::format("<use href=\"#{}\"/>", kSigns[static_cast<std::size_t>(ground) - 1 > 2
                                                        ? 4
                                                        : static_cast<std::size_t>(ground) - 1]),
          ground_name(ground));
  }
  const auto has_edge = [&](std::string_view kind) {
    return std::any_of(board.edges.begin(), board.edges.end(),
                       [&](const Edge& edge) { return edge.kind == kind; });
  };
  if (has_edge("river"))
    second.sign(
        "<path d=\"M-9 2q5-6 9 0t9 0\" fill=\"none\" stroke=\"#A8C8DA\" "
        "stroke-width=\"4\"/><path d=\"M-9 2q5-6 9 0t9 0\" fill=\"none\" "
        "stroke=\"#1F5A86\" stroke-width=\"1.8\"/>",
        "river");
  if (has_edge("frontier"))
    second.sign(
        "<path d=\"M-9 0h18\" stroke=\"#7A2A38\" stroke-width=\"1.7\" "
        "stroke-dasharray=\"6 2 1.5 2\"/>",
        "frontier");
  const auto has_mark = [&](std::string_view start) {
    return std::any_of(view.spaces.begin(), view.spaces.end(), [&](const SpaceState& space) {
      return std::any_of(space.marks.begin(), space.marks.end(),
                         [&](const std::string& mark) { return mark.starts_with(start); });
    });
  };
  if (has_mark("half"))
    second.sign(
        "<rect x=\"-9\" y=\"-7\" width=\"18\" height=\"14\" fill=\"url(#eaten)\" "
        "stroke=\"#8C7B5A\"/>",
        "half depleted");
  if (has_mark("depleted"))
    second.sign(
        "<rect x=\"-9\" y=\"-7\" width=\"18\" height=\"14\" fill=\"url(#bare)\" "
        "stroke=\"#8C7B5A\"/>",
        "depleted");
  return svg + second.take();
}

}  // namespace

std::string draw_svg(const Board& board, const View& view, const PictureText& text) {
  if (board.spaces.empty()) return {};
  const auto scale = scale_of(board);
  const double width = board.width + 2 * kFrame;
  const double height = board.height + kLegendHeight + kFrame +
                        kFaultHeight * static_cast<double>(text.faults.size());
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{0:.0f} {0:.0f} {1:.0f} {2:.0f}\" "
      "width=\"{1:.0f}\" height=\"{2:.0f}\">\n<title>{3}</title>\n",
      -kFrame, width, height + kFrame, escaped(text.title));
  svg += definitions(scale);
  svg += fmt::format(
      "<rect x=\"{0:.0f}\" y=\"{0:.0f}\" width=\"{1:.0f}\" height=\"{2:.0f}\" fill=\"{3}\"/>\n",
      -kFrame, width, height + kFrame, kPanel);
  svg += ground_svg(board, scale) + marks_svg(board, view);
  svg += names_svg(board, view, scale) + counters_svg(board, view, scale);
  svg += fmt::format(
      "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"none\" stroke=\"{2}\"/><rect x=\"-4\" "
      "y=\"-4\" width=\"{3:.0f}\" height=\"{4:.0f}\" fill=\"none\" stroke=\"{2}\" "
      "stroke-width=\"2\"/>\n",
      board.width, board.height, kInk, board.width + 8, board.height + 8);
  svg += cartouche(board, view, text) + legend(board, view, text);
  double line = board.height + kLegendHeight;
  for (const auto& fault : text.faults) {
    svg += words(kFrame, line, 12, fault, fmt::format("style=\"fill:{}\"", kWaxRed));
    line += kFaultHeight;
  }
  return svg + "</svg>\n";
}

std::string draw_svg(const AnyGame& game, const View& view) {
  const auto& info = game.info();
  PictureText text;
  text.title = info.title;
  text.faults = game.fault_lines();
  for (int side = 0; side < kSides; ++side) text.side_names[side] = info.side_names[side];
  return draw_svg(game.board(), view, text);
}

}  // namespace niemen::play
