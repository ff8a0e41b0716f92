// Sets of places out of a position: many places looked at in a few instructions.
#pragma once

#include "engine/core/word_lanes.h"
#include "engine/systems/area_campaign/state.h"

namespace niemen::area_campaign {

using Words = std::array<std::uint16_t, kMaxPlaces>;

/// All bits of one Kind in a word of units.
constexpr std::uint16_t mask_of(Kind kind) {
  return static_cast<std::uint16_t>(kKindMost[kind] << kKindShift[kind]);
}

/// Places whose word, less its word of `taken`, has a bit of `mask`. Precondition: under the mask
/// no field of `taken` is larger.
inline PlaceSet places_with(const Words& words, const Words& taken, std::uint16_t mask) {
  using core::WordLanes;
  const auto masks = WordLanes::all(mask), none = WordLanes::all(0);
  return {core::ask_words<kMaxPlaces, true>([&](std::size_t first) {
    return equal((WordLanes::load(&words[first]) - WordLanes::load(&taken[first])) & masks, none);
  })};
}
/// Places whose word has a bit of `mask`.
inline PlaceSet places_with(const Words& words, std::uint16_t mask) {
  static constexpr Words kNothing{};
  return places_with(words, kNothing, mask);
}

inline const Words& units_of(const State& state, int side) { return state.units[side]; }
/// Places with Corps of `side`.
inline PlaceSet corps_places(const State& state, int side) {
  return places_with(units_of(state, side), kCorpsMask);
}
/// Places with units of a Kind of `side`.
inline PlaceSet kind_places(const State& state, int side, Kind kind) {
  return kind == Kind::Depot && side == 1 ? PlaceSet{}
                                          : places_with(units_of(state, side), mask_of(kind));
}
/// Places with Leaders of `side`; with `unmoved`, only Leaders that may still move.
inline PlaceSet leader_places(const AreaContext& game, const State& state, int side,
                              bool unmoved = false) {
  PlaceSet places;
  if (!game.rules.optional_rules) return places;
  for (int leader = game.leader_begin(side); leader < game.leader_end(side); ++leader) {
    const int at = unmoved ? state.leaders[leader] : state.leader_place(leader);
    if (at < kMaxPlaces) places.insert(at);
  }
  return places;
}
/// Places with any unit or Leader of `side`.
inline PlaceSet occupied_places(const AreaContext& game, const State& state, int side) {
  return places_with(units_of(state, side), kUnitMask[side]) | leader_places(game, state, side);
}
/// The Areas that places belong to.
inline std::uint64_t areas_of(const AreaContext& game, const PlaceSet& places) {
  std::uint64_t areas = 0;
  for (int at : places) areas |= std::uint64_t{1} << game.area_of[at];
  return areas;
}

}  // namespace niemen::area_campaign
