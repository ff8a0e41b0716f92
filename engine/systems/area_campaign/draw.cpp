// A position as a picture.
#include <fmt/format.h>

#include <cmath>

#include "engine/systems/area_campaign/area_campaign.h"

namespace niemen::area_campaign {

namespace {

constexpr double kPixelsPerDegree = 60;  ///< of latitude
constexpr double kMargin = 20;
constexpr double kBox = 34;  ///< width of a stack's box

/// Equidistant projection about the middle latitude of the map.
struct Projection {
  double west = 180, north = -90, east = -180, south = 90;
  double squeeze = 1;

  void cover(const std::vector<std::vector<std::array<double, 2>>>& outlines) {
    for (const auto& ring : outlines)
      for (const auto& point : ring) {
        west = std::min(west, point[0]);
        east = std::max(east, point[0]);
        south = std::min(south, point[1]);
        north = std::max(north, point[1]);
      }
  }
  void settle() {
    constexpr double kRadiansPerDegree = 3.14159265358979323846 / 180;
    squeeze = std::cos((north + south) / 2 * kRadiansPerDegree);
  }
  double x(double longitude) const {
    return kMargin + (longitude - west) * squeeze * kPixelsPerDegree;
  }
  double y(double latitude) const { return kMargin + (north - latitude) * kPixelsPerDegree; }
};

/// Text that may stand in an XML attribute or element.
std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string path_of(const Projection& projection,
                    const std::vector<std::vector<std::array<double, 2>>>& outlines) {
  std::string path;
  for (const auto& ring : outlines) {
    for (std::size_t i = 0; i < ring.size(); ++i)
      path += fmt::format("{}{:.1f} {:.1f}", i == 0 ? "M" : "L", projection.x(ring[i][0]),
                          projection.y(ring[i][1]));
    path += "Z";
  }
  return path;
}

std::string fill_of(const AreaContext& game, const State* state, const Place& place) {
  if (state && state->is_full(place.area)) return "#b9a58c";
  if (state && state->depletion(place.area) == Depletion::Half) return "#d8c9a6";
  if (place.in_defenders_country) return "#e6ecd4";
  return place.country == game.places[0].country ? "#dfe3ee" : "#ece0ea";
}

std::string units_text(const AreaContext& game, const State& state, int side, int at) {
  std::string text;
  constexpr std::array<std::string_view, kKinds> kNames{"Infantry Corps", "Cavalry Corps",
                                                        "Supply units", "Depots"};
  for (std::size_t k = 0; k < kKinds; ++k)
    if (const int number = state.count(side, at, static_cast<Kind>(k)); number > 0)
      text += fmt::format(", {} {}", number, kNames[k]);
  for (int leader = game.leader_begin(side); leader < game.leader_end(side); ++leader)
    if (state.leader_place(leader) == at)
      text += ", " + game.leaders[static_cast<std::size_t>(leader)].name;
  return text.empty() ? "" : game.side_names[static_cast<std::size_t>(side)] + text.substr(1);
}

/// A stack as a box: Infantry, Cavalry, and a sign each for Supply units, Depots, Leaders.
std::string draw_stack(const AreaContext& game, const State& state, int side, int at, double x,
                       double y) {
  const auto text = units_text(game, state, side, at);
  if (text.empty()) return "";
  std::string label = fmt::format("{}/{}", state.count(side, at, Kind::Infantry),
                                  state.count(side, at, Kind::Cavalry));
  if (state.count(side, at, Kind::Supply) > 0) label += "s";
  if (state.count(side, at, Kind::Depot) > 0) label += "d";
  if (has_leader(game, state, side, at)) label += "*";
  return fmt::format(
      "<g><title>{}</title><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"15\" rx=\"2\" "
      "fill=\"{}\" stroke=\"#222\"/><text x=\"{:.1f}\" y=\"{:.1f}\" class=\"u\">{}</text></g>\n",
      escaped(text), x - kBox / 2, y, kBox, side == 0 ? "#3a5fa8" : "#3f7d4a", x, y + 11.5, label);
}

/// The centre of gravity of a place's outer outline.
std::array<double, 2> middle_of(const Place& place) {
  if (place.outlines.empty()) return {place.longitude, place.latitude};
  const auto& ring = place.outlines[0];
  double area = 0, x = 0, y = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const auto &a = ring[i], &b = ring[(i + 1) % ring.size()];
    const double cross = a[0] * b[1] - b[0] * a[1];
    area += cross;
    x += (a[0] + b[0]) * cross;
    y += (a[1] + b[1]) * cross;
  }
  if (area == 0) return {place.longitude, place.latitude};
  return {x / (3 * area), y / (3 * area)};
}

std::string draw_place(const AreaContext& game, const State* state, const Projection& projection,
                       const Place& place) {
  std::string title = place.id + " " + place.name;
  if (!place.fortress.empty()) title += ", fortress " + place.fortress;
  if (place.points > 0) title += fmt::format(", {} points", place.points);
  title += "; source: " + place.source;
  return fmt::format(
      "<path d=\"{}\" fill=\"{}\" fill-rule=\"evenodd\" class=\"a{}\"><title>{}</title></path>\n",
      path_of(projection, place.outlines), fill_of(game, state, place), place.letter ? " s" : "",
      escaped(title));
}

/// Name, Fortress and stacks, on top of all shapes.
std::string draw_contents(const AreaContext& game, const State* state, const Projection& projection,
                          int at) {
  const auto& place = game.places[static_cast<std::size_t>(at)];
  const int point = game.point_of[static_cast<std::size_t>(at)];
  const bool controlled = state && point != kNowhere && ((state->control() >> point) & 1U);
  const auto middle = middle_of(place);
  const double x = projection.x(middle[0]), y = projection.y(middle[1]);
  std::string text = fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"n\">{}</text>\n", x,
                                 y - 8, escaped(place.id));
  if (!place.fortress.empty())
    text += fmt::format("<path d=\"M{:.1f} {:.1f}l5 -9l5 9z\" fill=\"{}\" stroke=\"#222\"/>\n",
                        x - 26, y - 8, controlled ? "#3a5fa8" : "#fff");
  if (!state) return text;
  text += draw_stack(game, *state, 0, at, x, y - 5);
  return text + draw_stack(game, *state, 1, at, x, y + 11);
}

}  // namespace

std::string draw_svg(const AreaContext& game, const State* state) {
  Projection projection;
  for (const auto& place : game.places) projection.cover(place.outlines);
  projection.cover(game.off_limits);
  projection.settle();
  const double width = projection.x(projection.east) + kMargin;
  const double height = projection.y(projection.south) + kMargin;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\">\n<style>.a{{stroke:#555;stroke-width:1.5}}.s{{stroke-dasharray:5 3}}"
      "text{{font-family:sans-serif;text-anchor:middle}}.n{{font-size:9px;fill:#444}}"
      ".u{{font-size:10px;fill:#fff}}</style>\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"#c9dde8\"/>\n",
      width, height);
  if (!game.off_limits.empty())
    svg += fmt::format(
        "<path d=\"{}\" fill=\"#8fa08c\" class=\"a\"><title>off limits</title>"
        "</path>\n",
        path_of(projection, game.off_limits));
  for (const auto& place : game.places) svg += draw_place(game, state, projection, place);
  for (int at = 0; at < game.place_count(); ++at) svg += draw_contents(game, state, projection, at);
  if (state)
    svg +=
        fmt::format("<text x=\"{:.0f}\" y=\"16\">{}: Game-Turn {}, {} points</text>\n", width / 2,
                    escaped(game.scenario.name), state->turn, victory_points(game, *state));
  return svg + "</svg>\n";
}

std::string AreaCampaign::draw_svg(const State& state) const {
  return area_campaign::draw_svg(*context_, &state);
}

}  // namespace niemen::area_campaign
