// Whether data that can be read make sense: what a strict reader lets pass and a player would trip
// over.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "engine/core/names.h"
#include "engine/map/outline.h"
#include "engine/play/where.h"
#include "engine/systems/area_campaign/area_campaign.h"
#include "engine/systems/area_campaign/words.h"
#include "engine/systems/margins.h"

namespace niemen::area_campaign {

namespace {

/// Everything that can be reached from `places`.
PlaceSet connected(const AreaContext& game, PlaceSet places) {
  while (true) {
    auto wider = places;
    for (const int at : places) wider |= game.adjacent[at];
    if (wider == places) return places;
    places = wider;
  }
}

/// Where units of a side begin or arrive.
PlaceSet starts_of(const AreaContext& game, int side) {
  PlaceSet places;
  for (const auto& placed : game.scenario.placed)
    if (placed.side == side) places.insert(placed.place);
  for (const auto* arrivals : {&game.scenario.groups, &game.reinforcements})
    for (const auto& arrival : *arrivals)
      if (arrival.side == side) places |= arrival.places;
  return places;
}

class Sense {
 public:
  explicit Sense(const AreaContext& game) : game_(game) {}

  std::vector<std::string> lines() {
    look_at_map();
    look_at_arrivals();
    look_at_leaders();
    look_at_victory();
    look_at_names();
    return std::move(lines_);
  }

 private:
  /// Where the row of a place stands, and what it is called.
  std::string place(int at) const {
    const auto& place = game_.places[at];
    return fmt::format("{}{} ({})", place.origin.words(), place_text(game_, at), place.id);
  }

  void look_at_map() {
    const auto reached = connected(game_, starts_of(game_, 0) | starts_of(game_, 1));
    for (int at = 0; at < game_.place_count(); ++at)
      if (!reached.contains(at)) lines_.push_back(place(at) + " cannot be reached by either side");
    const auto invaded = connected(game_, starts_of(game_, 0));
    auto out_of_reach = reached - invaded;
    out_of_reach &= game_.with_points;
    for (const int at : out_of_reach)
      lines_.push_back(place(at) + " is worth points, and the invader cannot reach it");
    for (int at = 0; at < game_.place_count(); ++at) {
      const auto& here = game_.places[at];
      if (here.outlines.empty())
        lines_.push_back(place(at) + " has no outline in shapes.csv");
      else if (!lies_in(here, {here.longitude, here.latitude}))
        lines_.push_back(
            place(at) + ": longitude and latitude lie outside its outline" +
            (lies_in(here, {here.latitude, here.longitude}) ? "; they are exchanged" : ""));
    }
    look_at_borders();
    look_at_countries();
    if (game_.point_places.empty())
      lines_.push_back("areas.csv: no place is worth points: there is nothing to win");
  }
  static bool lies_in(const Place& place, const map::Point& point) {
    return std::any_of(place.outlines.begin(), place.outlines.end(),
                       [&](const auto& outline) { return map::contains(outline, point); });
  }
  /// Places that adjoin have outlines that touch.
  void look_at_borders() {
    constexpr double kGap = 0.1;  // of the smaller place: outlines are drawn by hand
    for (int a = 0; a < game_.place_count(); ++a)
      for (const int b : game_.adjacent[a]) {
        const auto &here = game_.places[a], &there = game_.places[b];
        if (b < a || here.outlines.empty() || there.outlines.empty()) continue;
        double gap = std::numeric_limits<double>::infinity(), first = 0, second = 0;
        for (const auto& outline : here.outlines) first = std::max(first, map::extent(outline));
        for (const auto& outline : there.outlines) second = std::max(second, map::extent(outline));
        for (const auto& one : here.outlines)
          for (const auto& other : there.outlines) gap = std::min(gap, map::distance(one, other));
        if (gap > kGap * std::min(first, second))
          lines_.push_back(place(a) + " adjoins " + there.id +
                           " in borders.csv, and their outlines do not touch");
      }
  }
  /// The country of a single place that is spelt nearly as another's.
  void look_at_countries() {
    std::map<std::string, std::vector<int>> places;
    for (int at = 0; at < game_.place_count(); ++at) places[game_.places[at].country].push_back(at);
    for (const auto& [country, found] : places) {
      std::vector<std::string> others;
      for (const auto& [other, of_other] : places)
        if (other != country && of_other.size() > found.size()) others.push_back(other);
      const auto meant = core::likely_name(country, others);
      if (found.size() == 1 && !meant.empty())
        lines_.push_back(place(found.front()) + ": no other place lies in \"" + country + "\"" +
                         meant);
    }
  }
  /// Names of turns, where there are any, are as many as turns.
  void look_at_names() {
    const auto names = game_.turn_names.size();
    const auto turns = static_cast<std::size_t>(game_.rules.last_turn);
    const bool shorter = play::where(game_.folders, "scenarios/" + game_.scenario.id + ".toml",
                                     {"rules", "last_turn"})
                             .line != 0;
    if (names > 0 && (names < turns || (names > turns && !shorter)))
      lines_.push_back(fmt::format("{}turn_names: {} names for {} Game-Turns",
                                   play::where(game_.folders, "game.toml", {"turn_names"}).words(),
                                   names, game_.rules.last_turn));
  }
  void look_at_arrivals() {
    for (const auto& row : game_.reinforcements) {
      if (row.places.empty() && !row.at_free_fortress)
        lines_.push_back(row.origin.words() + "reinforcement " + row.id +
                         " has no place to arrive in");
      if (row.at_free_fortress && (game_.fortresses & game_.defenders_country).empty() &&
          game_.fallback.empty())
        lines_.push_back(row.origin.words() + "reinforcement " + row.id + " needs a fortress of " +
                         game_.defender_country + ", and there is none");
    }
  }
  void look_at_leaders() {
    if (!game_.rules.optional_rules) return;
    std::vector<bool> comes(game_.leaders.size());
    for (const auto& placed : game_.scenario.placed)
      for (const int leader : placed.units.leaders) comes[leader] = true;
    for (const auto* arrivals : {&game_.scenario.groups, &game_.reinforcements})
      for (const auto& arrival : *arrivals)
        for (const int unit : arrival.queue)
          if (unit >= kKinds) comes[unit - kKinds] = true;
    if (game_.victory_leader >= 0 && !comes[game_.victory_leader])
      lines_.push_back(fmt::format("the loss of {} costs points, and he takes no part",
                                   game_.leaders[game_.victory_leader].name));
  }
  /// The best level may ask for more than there is to win.
  void look_at_victory() {
    int most = game_.level_offset;
    for (const int points : game_.points) most += points;
    const auto& rules = game_.rules;
    for (int turn = game_.scenario.first_turn; turn <= rules.last_turn; ++turn)
      if (const int index = rules.victory_index[turn - 1]; rules.political_losses && index > most)
        lines_.push_back(fmt::format(
            "the Victory Points Index of turn {} is {}, and the map has {}", turn, index, most));
    const auto& best = game_.rules.levels.front();
    const auto threshold = systems::threshold_of(std::span<const VictoryLevel>(game_.rules.levels));
    if (const auto fault = systems::margin_fault(threshold, game_.rules.margin_at); !fault.empty())
      lines_.push_back(best.origin.words() + fault);
    if (game_.rules.levels.size() > 1 && !game_.rules.optional_rules && best.from > most)
      lines_.push_back(fmt::format("{}\"{}\" asks for {} victory points, and the map has {}",
                                   best.origin.words(), best.name, best.from, most));
  }

  const AreaContext& game_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> AreaCampaign::fault_lines() const { return Sense(*context_).lines(); }

}  // namespace niemen::area_campaign
