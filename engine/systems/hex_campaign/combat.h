// What the rooms of combat have in common: who fights, and the stages that an attack goes through.
#pragma once

#include "engine/systems/hex_campaign/choices.h"
#include "engine/systems/hex_campaign/combat_values.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

inline Side attacker(const State& s) { return s.side; }
inline Side defender(const State& s) { return play::other(s.side); }
inline Side loser(const State& s) { return s.difference > 0 ? defender(s) : attacker(s); }
inline Side winner(const State& s) { return play::other(loser(s)); }
inline PieceSet defenders(const Context& c, const State& s) {
  return units_at(c, s, defender(s), s.places.combat.target);
}
inline PieceSet arm_of(const Context& c, Arm arm) {
  return c.arm_units[static_cast<std::size_t>(arm)];
}
/// The hex of a support, by its direction from the target.
inline int support_hex(const Context& c, const State& s, int direction) {
  return c.map.neighbour(static_cast<Hex>(s.places.combat.target), direction);
}

// combat_detail.cpp
/// Goes on in an attack, from the stage that it has come to.
void go_attack(Play& p);
/// Main stack that takes hits: ordered units, or all defenders.
PieceSet main_stack(const Context& c, const State& s, Side side);
PieceSet supporting_units(const Context& c, const State& s, Side side);
/// Whether all that can be chosen among is of one kind, so that nothing need be asked.
bool is_one_kind(const Context& c, const State& s, const PieceSet& units);
/// 11.19: Commanders of the stacks of this combat whose units have all fallen.
void find_left_alone(const Context& c, State& s);
/// The defenders are no more: the attacker may advance.
void end_defence(Play& p);

// A stage of an attack asks, rolls, or goes on. True: the stage that follows comes at once; false:
// what may happen at any moment comes first (sequence.cpp).
using GoStage = bool (*)(Play&);

// combat_overview.cpp
bool go_idle(Play& p);
bool go_target(Play& p);
bool go_ordering(Play& p);
bool go_taking(Play& p);
bool go_committing(Play& p);
bool go_testing(Play& p);
// combat_detail.cpp
bool go_lone_target(Play& p);
bool go_left_alone(Play& p);
bool go_end_of_combat(Play& p);
// supports.cpp
bool go_commit_defence(Play& p);
bool go_name_attack(Play& p);
bool go_roll_attack(Play& p);
bool go_name_defence(Play& p);
bool go_roll_defence(Play& p);
// combat_dice.cpp
bool go_senior_attack(Play& p);
bool go_senior_defence(Play& p);
bool go_attack_die(Play& p);
bool go_defence_die(Play& p);
// hits.cpp
/// 11.14: the winner of the combat, or chance in a tie, inflicts hits.
void begin_loser_hits(Play& p);
bool go_loser_hits(Play& p);
bool go_loser_extra(Play& p);
bool go_loser_die(Play& p);
bool go_winner_hits(Play& p);
bool go_winner_extra(Play& p);
// withdrawal.cpp
/// 11.11: why the defender may not withdraw from one hex to another.
Reason refuse_withdrawal(const Context& c, const State& s, int from, int to);
bool can_withdraw(const Context& c, const State& s, int from);
bool go_withdraw_before(Play& p);
bool go_withdraw(Play& p);
bool go_pursuit(Play& p);
bool go_withdraw_to(Play& p);
// overflow.cpp
bool go_overflow(Play& p);
bool go_overflow_commanders(Play& p);
bool go_overflow_to(Play& p);
bool go_overflow_loss(Play& p);
// advance.cpp
bool go_withdrawn(Play& p);
bool go_advance(Play& p);
bool go_take_advance(Play& p);

/// From none of the Combat Commands of whoever is asked to all of them.
inline void list_commands(const Lister& l) {
  const Side side = play::side_of(l.state.actor);
  for (int n = 0; n <= l.state.commands[at(side)]; ++n) l.add(n);
}
/// 9.1: of a side's Combat Commands no more than it has.
inline Reason refuse_commands(const Context&, const State& s, int n) {
  return n <= s.commands[at(play::side_of(s.actor))] ? Reason::Ok : Reason::NotEnoughCommands;
}
/// Takes so many of them.
inline void commit(State& s, Side side, int n) {
  s.committed[at(side)] = static_cast<std::uint8_t>(n);
  s.commands[at(side)] = static_cast<std::uint8_t>(s.commands[at(side)] - n);
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
