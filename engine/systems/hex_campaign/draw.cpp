#include "engine/systems/hex_campaign/draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::hex_campaign {

namespace {

constexpr double kRadius = 34;  ///< of a hex, in pixels
constexpr double kMargin = 46;
constexpr int kLegendLines = 3;
constexpr double kLegendHeight = 13;
constexpr const char* kSideColours[] = {"#1f4e9c", "#2c6b2f"};
constexpr const char* kUnknownTerrain = "#e8e8e8";

std::string escaped(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    switch (letter) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += letter;
    }
  }
  return result;
}

struct Point {
  double x = 0, y = 0;
};

/// Draws one picture, back to front.
class Painter {
 public:
  explicit Painter(const Drawing& drawing)
      : drawing_(drawing), c_(drawing.context), s_(drawing.state) {
    const auto extend = [&](map::Coordinates at) {
      columns_ = std::max(columns_, at.column);
      rows_ = std::max(rows_, at.row);
    };
    for (int hex : c_.map.all()) extend(c_.map.coordinates(static_cast<Hex>(hex)));
    for (const auto& closed : c_.closed) extend(closed.at);
  }

  std::string paint() {
    const double width = 2 * kMargin + columns_ * 1.5 * kRadius;
    const double below = kMargin + rows_ * row_height();
    const double height = below + kLegendHeight * (kLegendLines + 1);
    put("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" "
        "font-family=\"sans-serif\" text-anchor=\"middle\">\n<title>{}</title>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        width, height, escaped(c_.title + ", " + c_.scenario.title));
    for (const auto& closed : c_.closed)
      hexagon(closed.at, closed.terrain, map::coordinates_text(closed.at) + " " + closed.terrain);
    for (int hex : c_.map.all()) field(static_cast<Hex>(hex));
    borders();
    for (const auto& river : c_.rivers) draw_river(river);
    for (int hex : c_.map.all()) reach(static_cast<Hex>(hex));
    for (const auto& city : c_.cities) draw_city(city);
    for (int hex : c_.map.all()) contents(static_cast<Hex>(hex));
    for (const auto& fault : drawing_.faults) mark(fault);
    legend(below);
    return out_ + "</svg>\n";
  }

 private:
  template <class... Values>
  void put(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Values>(values)...);
  }

  static double row_height() { return kRadius * std::numbers::sqrt3; }

  /// Columns grow westward, even columns stand half a hex lower.
  Point centre(map::Coordinates at) const {
    return {kMargin + (columns_ - at.column) * 1.5 * kRadius,
            kMargin + (at.row - 1 + (at.column % 2 == 0 ? 0.5 : 0.0)) * row_height()};
  }

  static Point corner(Point middle, int number, double radius = kRadius) {
    const double angle = number * std::numbers::pi / 3;
    return {middle.x + radius * std::cos(angle), middle.y + radius * std::sin(angle)};
  }

  /// The two ends of the side between two neighbours.
  std::pair<Point, Point> side(map::Coordinates a, map::Coordinates b) const {
    const auto from = centre(a), to = centre(b);
    const double x = (from.x + to.x) / 2, y = (from.y + to.y) / 2;
    const double dx = (to.x - from.x) / row_height(), dy = (to.y - from.y) / row_height();
    const double half = kRadius / 2;
    return {{x - dy * half, y + dx * half}, {x + dy * half, y - dx * half}};
  }

  void hexagon(map::Coordinates at, const std::string& terrain, const std::string& words) {
    const auto colour = c_.colours.find(terrain);
    put("<polygon points=\"");
    for (int number = 0; number < 6; ++number) {
      const auto point = corner(centre(at), number);
      put("{}{:.1f},{:.1f}", number ? " " : "", point.x, point.y);
    }
    put("\" fill=\"{}\" stroke=\"#b9b09a\" stroke-width=\"0.7\"><title>{}</title></polygon>\n",
        colour == c_.colours.end() ? kUnknownTerrain : escaped(colour->second), escaped(words));
  }

  void field(Hex hex) {
    const auto at = c_.map.coordinates(hex);
    const auto i = static_cast<std::size_t>(hex);
    hexagon(at, c_.terrain[i], words(hex));
    const auto middle = centre(at);
    put("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"7\" fill=\"#8a8069\">{}</text>\n", middle.x,
        middle.y - kRadius * 0.68, c_.map.name(hex));
    if (c_.hex_source[i].rfind("reconstructed", 0) == 0) {
      const auto a = corner(middle, 5), b = corner(middle, 5, kRadius * 0.82);
      put("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2\" fill=\"#9a9a9a\"/>\n", (a.x + b.x) / 2,
          (a.y + b.y) / 2);
    }
  }

  /// What pointing at a hex tells.
  std::string words(Hex hex) const {
    const auto i = static_cast<std::size_t>(hex);
    std::string text = c_.map.name(hex) + " " + c_.terrain[i] + ", " + c_.territory[i];
    if (c_.city_at[i] >= 0) text += ", " + c_.cities[static_cast<std::size_t>(c_.city_at[i])].name;
    text += " [" + c_.hex_source[i] + "]";
    for (int piece : pieces_at(s_, hex)) {
      text += "\n" + c_.piece(piece).name;
      if (disrupted(s_, piece)) text += " (disrupted)";
    }
    return text;
  }

  void line(Point a, Point b, std::string_view style) {
    put("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", a.x, a.y, b.x, b.y,
        style);
  }

  void borders() {
    for (int hex : c_.map.all()) {
      for (int other : c_.map.around(static_cast<Hex>(hex))) {
        if (other < hex || c_.territory[static_cast<std::size_t>(hex)] ==
                               c_.territory[static_cast<std::size_t>(other)])
          continue;
        const auto [a, b] = side(c_.map.coordinates(static_cast<Hex>(hex)),
                                 c_.map.coordinates(static_cast<Hex>(other)));
        line(a, b, "stroke=\"#a03030\" stroke-width=\"2\" stroke-dasharray=\"5 3\"");
      }
    }
  }

  void draw_river(const Context::RiverSide& river) {
    const auto [a, b] = side(river.a, river.b);
    line(a, b, "stroke=\"#3f7fc0\" stroke-width=\"4\" stroke-linecap=\"round\"");
    if (!river.bridged) return;
    const auto from = centre(river.a), to = centre(river.b);
    constexpr double kSpan = 0.14;  // of the way between the hexes, to each side of the river
    const auto between = [&](double part) {
      return Point{from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part};
    };
    line(between(0.5 - kSpan), between(0.5 + kSpan), "stroke=\"#6b4a1f\" stroke-width=\"4\"");
  }

  /// A tick in the colour of each side that feeds the hex.
  void reach(Hex hex) {
    for (std::size_t i = 0; i < play::kSides; ++i) {
      if (!drawing_.supplied[i].contains(hex)) continue;
      const auto at = corner(centre(c_.map.coordinates(hex)), i == 0 ? 2 : 1, kRadius * 0.84);
      put("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"5\" height=\"5\" fill=\"{}\"/>\n", at.x - 2.5,
          at.y - 2.5, kSideColours[i]);
    }
  }

  void draw_city(const City& city) {
    const auto at = centre(c_.map.coordinates(city.hex));
    const double y = at.y + kRadius * 0.3;
    if (city.fortified)
      put("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"11\" height=\"11\" fill=\"#ffffff\" "
          "stroke=\"#a02020\" stroke-width=\"2\"/>\n",
          at.x - 5.5, y - 5.5);
    put("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"#a02020\"/>\n", at.x, y);
    put("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"8\" font-weight=\"bold\">{}</text>\n", at.x,
        y + 11, escaped(city.name));
  }

  /// The side's units as infantry-cavalry-artillery, its Commanders, Depot and trains.
  void contents(Hex hex) {
    const auto middle = centre(c_.map.coordinates(hex));
    int boxes = 0;
    for (const auto side : {Side::A, Side::B}) {
      const auto i = static_cast<std::size_t>(play::index(side));
      const auto units = units_at(c_, s_, side, hex);
      const auto commanders = commanders_at(c_, s_, side, hex);
      if (!units.empty() || !commanders.empty()) {
        const double y = middle.y - kRadius * 0.56 + 15 * boxes++;
        put("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"40\" height=\"13\" rx=\"2\" fill=\"{}\"/>\n"
            "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"9\" fill=\"#ffffff\">{}{}</text>\n",
            middle.x - 20, y, kSideColours[i], middle.x, y + 9.7, strength(units),
            commanders.empty() ? "" : "*");
      }
      const double x = middle.x + (side == Side::A ? -kRadius * 0.55 : kRadius * 0.55);
      const double y = middle.y + kRadius * 0.3;
      if (has_depot(c_, s_, side, hex))
        put("<path d=\"M{:.1f} {:.1f} l5 9 h-10 z\" fill=\"{}\"/>\n", x, y - 5, kSideColours[i]);
      if (const int trains = trains_at(side, hex))
        put("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"8\" fill=\"{}\">{}T</text>\n", x, y + 12,
            kSideColours[i], trains);
    }
  }

  std::string strength(const PieceSet& units) const {
    std::string text;
    for (const auto& arm : c_.arm_units)
      text += (text.empty() ? "" : "-") + std::to_string((units & arm).count());
    return text;
  }

  int trains_at(Side side, Hex hex) const {
    const auto i = static_cast<std::size_t>(play::index(side));
    int trains = 0;
    for (std::size_t k = 0; k < s_.train_count[i]; ++k)
      trains += (s_.train[i][k] & kPlaceMask) == static_cast<Train>(hex);
    return trains;
  }

  void mark(const Fault& fault) {
    if (fault.hex == kNoHex) return;
    const auto at = centre(c_.map.coordinates(fault.hex));
    put("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"none\" stroke=\"#ff0000\" "
        "stroke-width=\"4\"><title>{}</title></circle>\n",
        at.x, at.y, kRadius * 0.8, escaped(fault.text));
  }

  /// Short lines, so that they fit under a small map.
  void legend(double top) {
    const std::string lines[kLegendLines] = {
        "box: infantry-cavalry-artillery, * with a Commander; " + c_.side_names[0] + " blue, " +
            c_.side_names[1] + " green",
        "triangle: Depot; nT: Supply Trains; small square: in General Supply",
        "brown bar: bridge; grey dot: reconstructed hex; red ring: fault"};
    for (const auto& words : lines) {
      top += kLegendHeight;
      put("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"9\" text-anchor=\"start\">{}</text>\n",
          kMargin / 2, top, escaped(words));
    }
  }

  const Drawing& drawing_;
  const Context& c_;
  const State& s_;
  int columns_ = 0, rows_ = 0;
  std::string out_;
};

}  // namespace

std::string draw_svg(const Drawing& drawing) { return Painter(drawing).paint(); }

std::string HexCampaign::draw_svg(const State& state) const {
  const auto& c = *context_;
  return hex_campaign::draw_svg(
      {c,
       state,
       {supplied_hexes(c, state, Side::A), supplied_hexes(c, state, Side::B)},
       find_faults(c)});
}

}  // namespace niemen::hex_campaign
