// The procedures of the rulebook, chapter by chapter: each changes the position and goes on to the
// next decision, die, or the end. Defined in the chapters' files, with the rows of their steps.
#pragma once

#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "engine/play/game.h"
#include "engine/systems/hex_operations/action.h"
#include "engine/systems/hex_operations/events.h"
#include "engine/systems/hex_operations/move_map.h"
#include "engine/systems/hex_operations/steps.h"

namespace niemen::hex_operations {

/// One call of apply, and how it tells what happens.
struct Play : play::Play<Mechanism> {
  /// Records what happened; where nobody listens nothing is even built.
  void tell(EventKind what, Facts facts = {}) {
    if (log) record(game, state, *log, what, std::move(facts));
  }
};

/// Of a choice without a value that the step always takes.
inline void always(const Lister& l) { l.add(); }
/// Names a die by the side whose Player-Turn it is.
inline void name_by_side(const OperationsContext&, const State& s, play::ChanceKey& key) {
  key.ordinal = s.phasing;
}
using Verdict = play::Verdict;

// pieces.cpp: what every chapter does to pieces
void eliminate(Play& p, int piece, Cause cause);
/// Marks a unit as disrupted; a unit that is so already is eliminated; Leaders never are.
void disrupt(Play& p, int piece, Marker marker);
/// Puts a piece on a hex: control of places, and Depots left alone beside enemies.
void enter_hex(Play& p, int piece, int hex);
/// Depots that stand alone beside enemy Combat units are eliminated (Supply C).
void lose_lone_depots(Play& p);
/// The same for those on a hex and beside it, which alone a step to or from the hex concerns.
void lose_lone_depots_by(Play& p, int hex);
/// Takes off the markers of the same phase of the turn before (Disruption B).
void end_disruption(State& state, Marker marker);
void clear_marks(State& state);
/// True for the lowest slot among pieces of its side and hex that nothing tells apart.
bool first_of_its_kind(const OperationsContext& game, const State& state, int piece);
/// The piece with the lowest slot that nothing tells apart from this one.
int stands_for(const OperationsContext& game, const State& state, int piece);
/// A Corps becomes a Division, or dies where no counter is left (H-27).
void reduce(Play& p, int piece);

// setup.cpp
void next_deployment(Play& p);

// sequence.cpp
void begin_turn(Play& p);
void begin_player_turn(Play& p);
void end_player_turn(Play& p);
void end_turn(Play& p);

// attrition.cpp
void next_arrival(Play& p);

// movement.cpp
/// A piece on its way: where it is and what it still has.
struct Mover {
  int piece;
  int at;        ///< kNoHex: outside the map
  int points;    ///< of this allowance
  int start;     ///< hex in which it began the phase; kNoHex when it came from outside
  bool first;    ///< its first step of the phase
  bool attacks;  ///< could attack where it ends
};
/// The piece as it would begin to move now.
Mover fresh_mover(const OperationsContext& game, const State& state, int piece);
/// The piece that is moving, in the middle of its move.
Mover current_mover(const OperationsContext& game, const State& state);
/// Movement Points for a step to the next hex in this direction, or kNoWay.
inline constexpr int kNoWay = 0xFF;
int step_price_among_others(const MoveMap& map, const Mover& mover, int direction);
inline int step_price(const MoveMap& map, const Mover& mover, int direction) {
  constexpr std::uint8_t kHere = MoveMap::kCombat | MoveMap::kPartial | MoveMap::kTotal;
  constexpr std::uint8_t kThere = MoveMap::kEnemy | MoveMap::kWreck;
  const auto& game = map.game();
  const auto next = game.neighbour[mover.at][direction];
  // Most steps have nobody near: then the price is what the map says.
  if (next != kNoHex && !map.has(mover.at, kHere) && !map.has(next, kThere))
    return game.step_cost[mover.at][direction];
  return step_price_among_others(map, mover, direction);
}
/// True when the mover, having entered `hex` with `points` left, can end its allowance lawfully
/// there or farther on (Stacking J, H-34).
bool can_finish(const MoveMap& map, const Mover& mover, int hex, int points);
bool can_end_among_others(const MoveMap& map, const Mover& mover, int hex);
inline bool can_end(const MoveMap& map, const Mover& mover, int hex) {
  return !map.has(hex, MoveMap::kCombat) || can_end_among_others(map, mover, hex);
}
/// True when a friendly Combat unit other than the piece stands on the hex.
bool others_at(const MoveMap& map, int piece, int hex);
/// True where enemies bar the hex to the piece: all of them, but for Leaders alone where these give
/// way to Combat units (Movement D, H-45).
bool barred(const MoveMap& map, int piece, int hex);
/// Depots that the moving Supply unit takes along (Movement L).
PieceSet carried_depots(const OperationsContext& game, const State& state);
/// Moves the moving unit to a hex next to it, or onto the map.
void step_to(Play& p, int hex);
/// True when the zone of control on the hex stops the piece.
bool stops(const MoveMap& map, int piece, int hex);
/// True when a Combat unit on the hex could attack from there: an enemy stands next to it.
bool can_attack_from(const MoveMap& map, int hex);
/// True for pieces that wait outside the map and are due.
bool is_due(const OperationsContext& game, const State& state, int piece);
/// Movement Points that a piece from outside pays for this hex, or kNoWay.
int entry_price(const MoveMap& map, int piece, int hex);
/// Ends the move of the moving unit.
void end_move(Play& p);
/// True for a stack that must still be broken up, and can be (Stacking J).
bool must_break_up(const MoveMap& map, int hex);
void begin_movement(Play& p);
void next_move(Play& p);
void next_stack_loss(Play& p);

// forced_march.cpp
/// Ends the allowance that the moving unit spends: the end of its move, or a die.
void end_allowance(Play& p);

// automatic_elimination.cpp
void list_crushes(const Lister& l, const MoveMap& map);
Verdict refuse_crush(const OperationsContext& game, const State& s, int value);
void crush(Play& p, int value);
void remove_doomed(Play& p);

// supply_units.cpp: what Supply units do at the end of a Movement Phase
void end_movement(Play& p);

// combat.cpp: who attacks whom, and in which order
void begin_combat(Play& p);
void next_battle(Play& p);
void end_combat(Play& p);

// odds.cpp
/// Strengths of a battle, and how they came about.
struct Odds {
  int attack = 0;
  int defence = 0;
  int percent = 0;         ///< kSure against nothing
  bool unbridged = false;  ///< some attack crosses an unbridged river
  bool crosses = false;    ///< some attack crosses a river
};
/// What a defence counts: standing pieces of a side on a hex, `crossed` when a river is between.
int defence_of(const OperationsContext& game, const State& state, int side, int hex, bool crossed,
               bool all);
/// The odds of the battle that the attack with this index belongs to. `promised` counts every
/// Leader of the attackers, as before battles are fought; else those who take part.
Odds odds_of(const OperationsContext& game, const State& state, int attack, bool promised);
/// Same with the modifiers for the record.
std::vector<play::Modifier> odds_modifiers(const OperationsContext& game, const State& state,
                                           int attack);
int column_of_odds(const Rules& rules, int percent);
/// Attacks of the same battle as a set of indices: all against one Fortress, or one alone.
std::uint64_t attacks_of_battle(const OperationsContext& game, const State& state, int attack);
/// Combat units that take part in the attacks from a hex.
PieceSet attackers_at(const OperationsContext& game, const State& state, int side, int hex);
/// Combined strength against `target` from `from`, as if attacked now: for Automatic Elimination.
int crush_percent(const OperationsContext& game, const State& state, int from, int direction);

// withdrawal.cpp: Retreat Before Combat
void begin_withdrawals(Play& p);

/// Leaders alone on a hex that a Combat unit enters leave it (H-45): true while one of them is
/// asked where to; who has nowhere to go is lost.
bool leaders_leave(Play& p, int hex);

// combat_results.cpp
void begin_battle(Play& p, int attack);
void defender_half(Play& p);
void apply_result(Play& p, const CombatResult& result, int die);
void end_battle(Play& p);

// retreats.cpp
void begin_retreats(Play& p);

// advance.cpp
void begin_advances(Play& p);

// supply.cpp and depletion.cpp
void begin_supply(Play& p);
void expend_depots(Play& p);
void next_track(Play& p, int area);
void next_unsupplied(Play& p);
/// An undisrupted Supply unit of the side is in the Area.
bool supply_unit_in(const OperationsContext& game, const State& state, int side, int area);
int combat_units_in(const OperationsContext& game, const State& state, int side, int area);
/// Sources of a Combat unit but for the Fortress it may stand in.
struct Sources {
  bool depot = false;
  std::uint64_t areas = 0;
  int count() const { return (depot ? 1 : 0) + std::popcount(areas); }
};
Sources sources_in(const OperationsContext& game, const State& state, int side, int area);

// fortresses.cpp
/// True when the enemies of whoever controls the place surround it (Fortresses F).
bool besieged(const OperationsContext& game, const State& state, int place);
/// True when a Fortress can serve `side`: its own country's, never passed by the enemy.
bool serves(const OperationsContext& game, const State& state, int place, int side);
/// The side that a place belonged to before anybody moved.
inline int first_owner(const OperationsContext& game, int place) {
  return (game.defenders_places >> place) & 1U ? 1 : 0;
}
inline bool controls(const State& state, int side, int place) {
  return (((state.control >> place) & 1U) == 0) == (side == 1);
}
/// Judges all sieges when the game is over.
void judge_sieges(Play& p);

// victory.cpp
void begin_victory(Play& p);

}  // namespace niemen::hex_operations
