// The map as the geometry that every face draws.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

using map::Coordinates;
using play::Point;

constexpr double kRadius = 34;  ///< from the middle of a hex to its corners
constexpr double kMargin = 46;  ///< around the middles of the outermost hexes
constexpr int kCorners = 6;
/// How far a bridge reaches from the river on both banks, of the way between the hexes.
constexpr double kBridgeHalf = 0.14;
const double kRowHeight = kRadius * std::numbers::sqrt3;

/// To a tenth: more would only make files longer.
double rounded(double value) { return std::round(value * 10) / 10; }
Point rounded(Point point) { return {rounded(point.x), rounded(point.y)}; }

class Layout {
 public:
  explicit Layout(const Context& c) : c_(c) {
    for (int hex : c.map.all()) extend(c.map.coordinates(static_cast<Hex>(hex)));
    for (const auto& closed : c.closed) extend(closed.at);
  }

  play::Board make() {
    board_.width = rounded(2 * kMargin + (last_.column - first_.column) * 1.5 * kRadius);
    board_.height = rounded(2 * kMargin + (last_.row - first_.row + 0.5) * kRowHeight);
    for (int hex : c_.map.all()) add_hex(static_cast<Hex>(hex));
    for (const auto& closed : c_.closed) add_closed(closed);
    for (const auto& row : c_.victory.rows)
      if (row.what == VictoryRow::What::Place && row.hex != kNoHex)
        board_.spaces[row.hex].points += row.points;
    for (const auto& river : c_.rivers) add_river(river);
    for (int hex : c_.map.all()) add_frontiers(static_cast<Hex>(hex));
    return std::move(board_);
  }

 private:
  void extend(Coordinates at) {
    first_ = {std::min(first_.column, at.column), std::min(first_.row, at.row)};
    last_ = {std::max(last_.column, at.column), std::max(last_.row, at.row)};
  }

  /// Columns grow westward, even columns stand half a hex lower.
  Point centre(Coordinates at) const {
    return {kMargin + (last_.column - at.column) * 1.5 * kRadius,
            kMargin + (at.row - first_.row + (at.column % 2 == 0 ? 0.5 : 0.0)) * kRowHeight};
  }

  play::Space space_at(Coordinates at, const std::string& terrain) {
    play::Space space;
    space.id = map::coordinates_text(at);
    space.terrain = terrain;
    const Point middle = centre(at);
    space.centre = rounded(middle);
    for (int corner = 0; corner < kCorners; ++corner) {
      const double angle = corner * std::numbers::pi / 3;
      space.polygon.push_back(rounded(
          Point{middle.x + kRadius * std::cos(angle), middle.y + kRadius * std::sin(angle)}));
    }
    index_[{at.column, at.row}] = static_cast<int>(board_.spaces.size());
    return space;
  }

  void add_hex(Hex hex) {
    const auto i = static_cast<std::size_t>(hex);
    auto space = space_at(c_.map.coordinates(hex), c_.terrain[i]);
    if (c_.city_at[i] >= 0) space.name = c_.cities[c_.city_at[i]].name;
    if (c_.fortified.contains(hex)) space.terrain = "fortress";
    space.region = c_.territory[i];
    space.source = c_.hex_source[i];
    space.reconstructed = space.source.starts_with("reconstructed");
    board_.spaces.push_back(std::move(space));
  }

  /// Lakes, mountains and sea come behind the hexes that somebody can enter.
  void add_closed(const Context::ClosedHex& closed) {
    board_.spaces.push_back(space_at(closed.at, closed.terrain));
  }

  /// The side between two neighbours, or a part of the way over it.
  std::vector<Point> side_between(Coordinates a, Coordinates b) const {
    const Point from = centre(a), to = centre(b);
    const double x = (from.x + to.x) / 2, y = (from.y + to.y) / 2;
    const double dx = (to.x - from.x) / kRowHeight, dy = (to.y - from.y) / kRowHeight;
    const double half = kRadius / 2;
    return {rounded(Point{x - dy * half, y + dx * half}),
            rounded(Point{x + dy * half, y - dx * half})};
  }
  std::vector<Point> way_over(Coordinates a, Coordinates b) const {
    const Point from = centre(a), to = centre(b);
    const auto part = [&](double t) {
      return rounded(Point{from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t});
    };
    return {part(0.5 - kBridgeHalf), part(0.5 + kBridgeHalf)};
  }
  int index_of(Coordinates at) const {
    const auto found = index_.find({at.column, at.row});
    return found == index_.end() ? -1 : found->second;
  }

  void add_river(const Context::RiverSide& river) {
    const int a = index_of(river.a), b = index_of(river.b);
    board_.edges.push_back({"river", a, b, side_between(river.a, river.b), river.river});
    if (river.bridged)
      board_.edges.push_back({"bridge", a, b, way_over(river.a, river.b), river.river});
  }

  void add_frontiers(Hex hex) {
    for (int other : c_.map.around(hex)) {
      if (other < hex || c_.territory[hex] == c_.territory[other]) continue;
      board_.edges.push_back(
          {"frontier", hex, other,
           side_between(c_.map.coordinates(hex), c_.map.coordinates(static_cast<Hex>(other))), ""});
    }
  }

  const Context& c_;
  play::Board board_;
  std::map<std::pair<int, int>, int> index_;  ///< of spaces, by column and row
  Coordinates first_{99, 99}, last_{0, 0};    ///< of the hexes there are
};

}  // namespace

play::Board HexCampaign::board() const { return Layout(*context_).make(); }

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
