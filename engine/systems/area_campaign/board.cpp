// The map as the geometry that every face draws: Areas projected onto a plane.
#include <algorithm>
#include <cmath>

#include "engine/systems/area_campaign/area_campaign.h"

namespace niemen::area_campaign {

namespace {

constexpr double kLeastUnitsPerDegree = 80;  ///< of latitude
constexpr double kPlaceArea = 14'000;        ///< that a map has for a place at least, on average
constexpr double kMargin = 24;
/// Corners of two outlines nearer than this are one; a corner nearer to a side lies on it.
constexpr double kSameCorner = 2.4, kSameBorder = 9.6;

using Ring = std::vector<std::array<double, 2>>;

/// Equidistant projection about the middle latitude of the map.
class Projection {
 public:
  explicit Projection(const AreaContext& game) {
    for (const auto& place : game.places) cover(place.outlines);
    cover(game.off_limits);
    if (west_ > east_) west_ = east_ = north_ = south_ = 0;  // a map without outlines
    constexpr double kRadiansPerDegree = 3.14159265358979323846 / 180;
    squeeze_ = std::cos((north_ + south_) / 2 * kRadiansPerDegree);
    const double degrees = (east_ - west_) * squeeze_ * (north_ - south_);
    if (degrees > 0)
      units_ = std::max(units_, std::round(std::sqrt(kPlaceArea * game.place_count() / degrees)));
  }
  play::Point point(double longitude, double latitude) const {
    return {round(kMargin + (longitude - west_) * squeeze_ * units_),
            round(kMargin + (north_ - latitude) * units_)};
  }
  std::vector<play::Point> ring(const Ring& outline) const {
    std::vector<play::Point> points;
    for (const auto& [longitude, latitude] : outline) points.push_back(point(longitude, latitude));
    return points;
  }
  double width() const { return point(east_, south_).x + kMargin; }
  double height() const { return point(east_, south_).y + kMargin; }

 private:
  void cover(const std::vector<Ring>& outlines) {
    for (const auto& ring : outlines)
      for (const auto& [longitude, latitude] : ring) {
        west_ = std::min(west_, longitude);
        east_ = std::max(east_, longitude);
        south_ = std::min(south_, latitude);
        north_ = std::max(north_, latitude);
      }
  }
  /// To a tenth: more would only make files longer.
  static double round(double value) { return std::round(value * 10) / 10; }

  double west_ = 180, north_ = -90, east_ = -180, south_ = 90, squeeze_ = 1;
  double units_ = kLeastUnitsPerDegree;
};

/// The centre of gravity of an outline, or `otherwise` where it has no area.
play::Point middle_of(const std::vector<play::Point>& ring, play::Point otherwise) {
  double area = 0, x = 0, y = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const auto &a = ring[i], &b = ring[(i + 1) % ring.size()];
    const double cross = a.x * b.y - b.x * a.y;
    area += cross;
    x += (a.x + b.x) * cross;
    y += (a.y + b.y) * cross;
  }
  return area == 0 ? otherwise : play::Point{x / (3 * area), y / (3 * area)};
}

using Corners = std::vector<play::Point>;

double distance(play::Point a, play::Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// How far along the way from `a` to `b` a corner lies that nearly is on it; less than 0 otherwise.
double along(play::Point corner, play::Point a, play::Point b) {
  const double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
  if (length == 0) return -1;
  const double t = ((corner.x - a.x) * dx + (corner.y - a.y) * dy) / length;
  const bool near = distance(corner, {a.x + t * dx, a.y + t * dy}) < kSameBorder;
  return near && t > 0 && t < 1 ? t : -1;
}

/// Outlines were simplified one by one: corners that nearly coincide become one, and a corner that
/// nearly lies on a neighbour's side becomes a corner of it.
class Welder {
 public:
  void add(const Corners& ring) {
    for (const auto& corner : ring)
      if (!known(corner)) corners_.push_back(corner);
  }
  Corners welded(const Corners& ring) const {
    Corners result;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const auto a = *known(ring[i]), b = *known(ring[(i + 1) % ring.size()]);
      std::vector<std::pair<double, play::Point>> between;
      for (const auto& corner : corners_)
        if (const double t = along(corner, a, b);
            t >= 0 && distance(corner, a) > 0 && distance(corner, b) > 0)
          between.emplace_back(t, corner);
      std::sort(between.begin(), between.end(),
                [](const auto& x, const auto& y) { return x.first < y.first; });
      result.push_back(a);
      for (const auto& [t, corner] : between) result.push_back(corner);
    }
    return result;
  }

 private:
  const play::Point* known(play::Point corner) const {
    for (const auto& one : corners_)
      if (distance(one, corner) < kSameCorner) return &one;
    return nullptr;
  }
  Corners corners_;
};

/// The longest run of corners that both outlines have: the border between the two.
Corners shared_border(const Corners& mine, const Corners& other) {
  const auto shared = [&](play::Point corner) {
    return std::any_of(other.begin(), other.end(),
                       [&](play::Point one) { return distance(one, corner) == 0; });
  };
  Corners longest, run;
  for (std::size_t i = 0; i < 2 * mine.size() && run.size() < mine.size(); ++i) {
    const auto& corner = mine[i % mine.size()];
    if (!shared(corner)) {
      run.clear();
      continue;
    }
    run.push_back(corner);
    if (run.size() > longest.size()) longest = run;
  }
  return longest;
}

play::Space space_of(const Place& place, const Projection& projection) {
  play::Space space;
  space.id = place.id;
  space.name = place.name;
  space.terrain = place.fortress.empty() ? "clear" : "fortress";
  space.centre = projection.point(place.longitude, place.latitude);
  if (!place.outlines.empty()) {
    space.polygon = projection.ring(place.outlines[0]);
    space.centre = middle_of(space.polygon, space.centre);
  }
  space.points = place.points;
  space.region = place.country;
  space.reconstructed = place.source.starts_with("reconstructed");
  space.source = place.source;
  return space;
}

/// What is drawn of a map without being a place of it: lakes, and the country no unit enters.
void add_scenery(play::Board& board, const AreaContext& game, const Projection& projection) {
  const auto add = [&](std::string_view terrain, const Ring& outline) {
    play::Space space;
    space.terrain = terrain;
    space.polygon = projection.ring(outline);
    space.centre = middle_of(space.polygon, space.polygon.front());
    board.spaces.push_back(std::move(space));
  };
  for (const auto& place : game.places)
    for (std::size_t ring = 1; ring < place.outlines.size(); ++ring)
      add("water", place.outlines[ring]);
  for (const auto& outline : game.off_limits) add("off limits", outline);
}

}  // namespace

play::Board AreaCampaign::board() const {
  const auto& game = *context_;
  const Projection projection(game);
  play::Board board;
  board.width = projection.width();
  board.height = projection.height();
  Welder welder;
  for (const auto& place : game.places) {
    board.spaces.push_back(space_of(place, projection));
    welder.add(board.spaces.back().polygon);
  }
  for (auto& space : board.spaces) space.polygon = welder.welded(space.polygon);
  for (int a = 0; a < game.place_count(); ++a)
    for (const int b : game.neighbours[a]) {
      if (b < a) continue;
      const auto &from = game.places[a], &to = game.places[b];
      play::Edge edge;
      edge.kind = from.country != to.country ? "frontier"
                  : from.area == to.area     ? "parts"
                                             : "border";
      edge.a = a;
      edge.b = b;
      edge.line = shared_border(board.spaces[a].polygon, board.spaces[b].polygon);
      board.edges.push_back(std::move(edge));
    }
  add_scenery(board, game, projection);
  return board;
}

}  // namespace niemen::area_campaign
