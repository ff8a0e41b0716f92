// What the chapters list and refuse their choices with.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "engine/systems/area_campaign/places.h"
#include "engine/systems/area_campaign/steps.h"

namespace niemen::area_campaign {

using play::Verdict;

// ---- Values that may be chosen: places, Areas, numbers, plans, leaders ----------------------

using ValueSet = PlaceSet;

/// Lists the values that `allowed` gives.
template <ValueSet (*allowed)(const AreaContext&, const State&)>
void allow(const Lister& l) {
  for (const int value : allowed(l.game, l.state)) l.add(value);
}
inline void always(const Lister& l) { l.add(); }
inline ValueSet once_if(bool allowed) { return allowed ? ValueSet::of(0) : ValueSet{}; }
/// Numbers from `least` to `most`; none where `most` is less.
inline ValueSet numbers(int least, int most) {
  if (most < least) return {};
  return {{((std::uint64_t{2} << most) - 1) & ~((std::uint64_t{1} << least) - 1), 0}};
}
inline ValueSet area_values(std::uint64_t bits) { return {{bits, 0}}; }
inline ValueSet depots(const AreaContext&, const State& s) {
  return kind_places(s, 0, Kind::Depot);
}

// ---- Names of dice --------------------------------------------------------------------------

/// By the side whose Player-Turn it is.
inline void name_by_side(const AreaContext&, const State& s, play::ChanceKey& key) {
  key.ordinal = s.phasing;
}
/// By the place of the battle as well.
inline void name_battle(const AreaContext&, const State& s, play::ChanceKey& key) {
  key.ordinal = s.phasing;
  key.subject = s.work.combat.place;
}

// ---- Words of refusals ----------------------------------------------------------------------

inline const std::string& id(const AreaContext& game, int at) { return game.places[at].id; }
inline const std::string& area_id(const AreaContext& game, int area) { return game.areas[area].id; }
inline const std::string& leader_name(const AreaContext& game, int leader) {
  return game.leaders[leader].name;
}
inline bool adjoins(const AreaContext& game, int from, int to) {
  return game.adjacent[from].contains(to);
}
inline Verdict at_place(const AreaContext& game, int at, std::string rule, std::string reason) {
  return Verdict::no(std::move(rule), std::move(reason), id(game, at));
}
/// A number outside what there is.
inline Verdict refuse_number(std::string rule, std::string_view what, int least, int most,
                             std::string where) {
  return Verdict::no(std::move(rule),
                     least == most ? fmt::format("{}: {} and no other number", what, least)
                                   : fmt::format("{}: from {} to {}", what, least, most),
                     std::move(where));
}
/// A retreat from the battle, before combat or after it.
inline Verdict refuse_retreat(const AreaContext& game, const State& s, int at, std::string rule) {
  const int from = s.work.combat.place;
  if (!adjoins(game, from, at))
    return at_place(game, at, std::move(rule),
                    fmt::format("it does not adjoin {}", id(game, from)));
  return at_place(game, at, "Combat B", "enemy units are there");
}
inline Verdict refuse_retreat_to(const AreaContext& game, const State& s, int at) {
  return refuse_retreat(game, s, at, "Combat K");
}
inline Verdict refuse_drop_depot(const AreaContext& game, const State&, int at) {
  return at_place(game, at, "Supply D", "there is no Depot");
}
/// A Leader who is to go along from s.place: why he cannot at all, else `otherwise`. `done` is what
/// he may do once a segment.
inline Verdict refuse_leader_along(const AreaContext& game, const State& s, int leader,
                                   std::string_view done, Verdict otherwise) {
  const auto no = [&](std::string reason) {
    return Verdict::no("Leaders A", std::move(reason), leader_name(game, leader));
  };
  if (leader < game.leader_begin(s.phasing) || leader >= game.leader_end(s.phasing))
    return no("he is not yours");
  if (s.leader_place(leader) != s.place)
    return no(fmt::format("he is not in {}", id(game, s.place)));
  if (s.leaders[leader] & kMovedFlag) return no(fmt::format("he has {} in this segment", done));
  return otherwise;
}

inline constexpr ByKind<std::string_view> kKindNames{
    {"Infantry Corps", "Cavalry Corps", "Supply units", "Depots"}};

}  // namespace niemen::area_campaign
