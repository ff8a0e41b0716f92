// What the rooms of Rally and Movement have in common: the march under way, and its stages.
#pragma once

#include "engine/systems/hex_campaign/choices.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

/// 15.2: trains that go along for capacity.
inline int attached(const State& s) { return s.work.march.trains; }
inline int steps_done(const State& s) { return s.path_length - 1; }
/// Where the march has come to.
inline int march_hex(const State& s) {
  return s.places.march.path[static_cast<std::size_t>(s.path_length - 1)];
}
inline PieceSet group_units(const Context& c, const State& s) { return s.group & c.combat_units; }
/// MarchPlaces::losses.
inline int to_eliminate(const State& s) { return s.places.march.losses >> 2; }
inline int to_disrupt(const State& s) { return s.places.march.losses & 3; }
inline void set_losses(State& s, int eliminate, int disrupt) {
  s.places.march.losses = static_cast<std::uint16_t>(eliminate << 2 | disrupt);
}

// rally.cpp (8.1)
void go_rally(Play& p);
/// Hexes with genuine trains of the side that can still be used there.
HexSet own_train_hexes(const State& s, Side side);
/// 16.6: whether units of the group would be left without a Commander of their nation if this one
/// does not go with them. `others`: Commanders who go, or still may.
bool is_needed(const Context& c, const State& s, int commander, const PieceSet& others);

// movement_end.cpp
void go_movement_end(Play& p);

// march_groups.cpp (8.2-8.4)
/// Why a group may not go from `from` to `to`, its size apart. `first` is the first hex of the
/// move, `was_held` whether enemy cavalry held the group when movement began.
Reason refuse_route(const Context& c, const State& s, int from, int to, bool first, bool was_held);
/// Half factors that find room in a hex, the group apart.
int room(const Context& c, const State& s, Side side, int hex);
/// 15.2: notes trains that raise the capacity of a hex.
void raise_capacity(State& s, int hex, int trains);
/// A march, or what was chosen instead, is over: the other side is next.
void end_march(Play& p);

// march.cpp (8.4)
/// Hexes marched, difficult ones counted double off the road (8.4, R-40).
int march_cost(const Context& c, const State& s);
/// Cost of the march under way beyond a normal march.
int forced_hexes(const Context& c, const State& s);

// A stage of a march asks, rolls, or goes on. True: the stage that follows comes at once; false:
// what may happen at any moment comes first (sequence.cpp).
using GoMarch = bool (*)(Play&);

// march_groups.cpp
bool go_next_march(Play& p);
bool go_choose_group(Play& p);
bool go_take_group(Play& p);
bool go_attach(Play& p);
bool go_senior_of_hex(Play& p);
bool go_senior_of_group(Play& p);
bool go_reluctance(Play& p);
bool go_chaos(Play& p);
// march.cpp
bool go_marching(Play& p);
// march_attrition.cpp
bool go_arrived(Play& p);
bool go_march_losses(Play& p);

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
