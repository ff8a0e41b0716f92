// The procedures of the rulebook, chapter by chapter: each changes the position and goes on to the
// next decision, die, or the end. Templates over the recorder; defined in the chapters' files.
#pragma once

#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "engine/play/game.h"
#include "engine/systems/hex_operations/action.h"
#include "engine/systems/hex_operations/events.h"
#include "engine/systems/hex_operations/move_map.h"

namespace niemen::hex_operations {

/// One call of apply: the game, the position that changes, and who listens.
template <class Recorder>
struct Play {
  const OperationsContext& game;
  State& state;
  Recorder& recorder;

  /// Records what happened; with the null recorder nothing is even built.
  void tell(EventKind what, Facts facts = {}) {
    if constexpr (Recorder::kRecords) record(game, state, recorder, what, std::move(facts));
  }
  void ask(Step step, int side) {
    state.step = step;
    state.decider = static_cast<play::Actor>(side);
  }
  void roll(Step step) {
    state.step = step;
    state.decider = play::Actor::Nature;
  }
};

/// Fills a legal list; callers add in ascending order of verbs and values.
struct Lister {
  const OperationsContext& game;
  const State& state;
  play::ActionList& list;
  void add(Verb verb, int value = 0) const { list.push_back(encode(verb, value)); }
};

/// The reason against an action that its step's list leaves out; never asked for one in the list.
struct Refusal {
  const OperationsContext& game;
  const State& state;
  Verb verb;
  int value;
};
using Verdict = play::Verdict;

// pieces.cpp: what every chapter does to pieces
template <class R>
void eliminate(Play<R>& p, int piece, Cause cause);
/// Marks a unit as disrupted; a unit that is so already is eliminated; Leaders never are.
template <class R>
void disrupt(Play<R>& p, int piece, Marker marker);
/// Puts a piece on a hex: control of places, and Depots left alone beside enemies.
template <class R>
void enter_hex(Play<R>& p, int piece, int hex);
/// Depots that stand alone beside enemy Combat units are eliminated (Supply C).
template <class R>
void lose_lone_depots(Play<R>& p);
/// The same for those on a hex and beside it, which alone a step to or from the hex concerns.
template <class R>
void lose_lone_depots_by(Play<R>& p, int hex);
/// Takes off the markers of the same phase of the turn before (Disruption B).
void end_disruption(State& state, Marker marker);
void clear_marks(State& state);
/// True for the lowest slot among pieces of its side and hex that nothing tells apart.
bool first_of_its_kind(const OperationsContext& game, const State& state, int piece);
/// The piece with the lowest slot that nothing tells apart from this one.
int stands_for(const OperationsContext& game, const State& state, int piece);
/// A Corps becomes a Division, or dies where no counter is left (H-27).
template <class R>
void reduce(Play<R>& p, int piece);

// setup.cpp
template <class R>
void next_deployment(Play<R>& p);
template <class R>
void do_set_up(Play<R>& p, Verb verb, int value);
void list_set_up(const Lister& l);
Verdict refuse_set_up(const Refusal& r);

// sequence.cpp
template <class R>
void begin_turn(Play<R>& p);
template <class R>
void begin_player_turn(Play<R>& p);
template <class R>
void end_player_turn(Play<R>& p);
template <class R>
void end_turn(Play<R>& p);

// attrition.cpp
template <class R>
void next_arrival(Play<R>& p);
template <class R>
void do_arrive(Play<R>& p, Verb verb, int value);
void list_arrive(const Lister& l);
Verdict refuse_arrive(const Refusal& r);
template <class R>
void do_attrition_die(Play<R>& p, Verb verb, int die);
template <class R>
void do_attrition_loss(Play<R>& p, Verb verb, int value);
void list_attrition_loss(const Lister& l);
Verdict refuse_attrition_loss(const Refusal& r);

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
template <class R>
void step_to(Play<R>& p, int hex);
/// True when the zone of control on the hex stops the piece.
bool stops(const MoveMap& map, int piece, int hex);
/// True when a Combat unit on the hex could attack from there: an enemy stands next to it.
bool can_attack_from(const MoveMap& map, int hex);
/// True for pieces that wait outside the map and are due.
bool is_due(const OperationsContext& game, const State& state, int piece);
/// Movement Points that a piece from outside pays for this hex, or kNoWay.
int entry_price(const MoveMap& map, int piece, int hex);
/// Ends the move of the moving unit.
template <class R>
void end_move(Play<R>& p);
/// True for a stack that must still be broken up, and can be (Stacking J).
bool must_break_up(const MoveMap& map, int hex);
template <class R>
void begin_movement(Play<R>& p);
template <class R>
void next_move(Play<R>& p);
template <class R>
void do_move_unit(Play<R>& p, Verb verb, int value);
void list_move_unit(const Lister& l);
Verdict refuse_move_unit(const Refusal& r);
template <class R>
void do_move_step(Play<R>& p, Verb verb, int value);
void list_move_step(const Lister& l);
Verdict refuse_move_step(const Refusal& r);
template <class R>
void next_stack_loss(Play<R>& p);
template <class R>
void do_stack_loss(Play<R>& p, Verb verb, int value);
void list_stack_loss(const Lister& l);
Verdict refuse_stack_loss(const Refusal& r);

// forced_march.cpp
/// Ends the allowance that the moving unit spends: the end of its move, or a die.
template <class R>
void end_allowance(Play<R>& p);
template <class R>
void do_march_die(Play<R>& p, Verb verb, int die);
template <class R>
void do_march_option(Play<R>& p, Verb verb, int value);
void list_march_option(const Lister& l);
Verdict refuse_march_option(const Refusal& r);
template <class R>
void do_march_second_die(Play<R>& p, Verb verb, int die);

// automatic_elimination.cpp
void list_crushes(const Lister& l, const MoveMap& map);
Verdict refuse_crush(const Refusal& r);
template <class R>
void crush(Play<R>& p, int value);
template <class R>
void remove_doomed(Play<R>& p);

// supply_units.cpp: what Supply units do at the end of a Movement Phase
template <class R>
void end_movement(Play<R>& p);
template <class R>
void do_create_depot(Play<R>& p, Verb verb, int value);
void list_create_depot(const Lister& l);
Verdict refuse_create_depot(const Refusal& r);
template <class R>
void do_scorch(Play<R>& p, Verb verb, int value);
void list_scorch(const Lister& l);
Verdict refuse_scorch(const Refusal& r);

// combat.cpp: who attacks whom, and in which order
template <class R>
void begin_combat(Play<R>& p);
template <class R>
void do_declare(Play<R>& p, Verb verb, int value);
void list_declare(const Lister& l);
Verdict refuse_declare(const Refusal& r);
template <class R>
void next_battle(Play<R>& p);
template <class R>
void do_choose_battle(Play<R>& p, Verb verb, int value);
void list_choose_battle(const Lister& l);
Verdict refuse_choose_battle(const Refusal& r);
template <class R>
void end_combat(Play<R>& p);

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
template <class R>
void begin_withdrawals(Play<R>& p);
template <class R>
void do_withdraw(Play<R>& p, Verb verb, int value);
void list_withdraw(const Lister& l);
Verdict refuse_withdraw(const Refusal& r);
template <class R>
void do_withdraw_step(Play<R>& p, Verb verb, int value);
void list_withdraw_step(const Lister& l);
Verdict refuse_withdraw_step(const Refusal& r);

/// Leaders alone on a hex that a Combat unit enters leave it (H-45): true while one of them is
/// asked where to; who has nowhere to go is lost.
template <class R>
bool leaders_leave(Play<R>& p, int hex);
template <class R>
void do_leader_flees(Play<R>& p, Verb verb, int value);
void list_leader_flees(const Lister& l);
Verdict refuse_leader_flees(const Refusal& r);

// combat_results.cpp
template <class R>
void begin_battle(Play<R>& p, int attack);
template <class R>
void do_commit_leader(Play<R>& p, Verb verb, int value);
void list_commit_leader(const Lister& l);
Verdict refuse_commit_leader(const Refusal& r);
template <class R>
void do_combat_die(Play<R>& p, Verb verb, int die);
template <class R>
void do_exchange_loss(Play<R>& p, Verb verb, int value);
void list_exchange_loss(const Lister& l);
Verdict refuse_exchange_loss(const Refusal& r);
template <class R>
void defender_half(Play<R>& p);
template <class R>
void apply_result(Play<R>& p, const CombatResult& result, int die);
template <class R>
void end_battle(Play<R>& p);

// retreats.cpp
template <class R>
void begin_retreats(Play<R>& p);
template <class R>
void do_retreat_unit(Play<R>& p, Verb verb, int value);
void list_retreat_unit(const Lister& l);
Verdict refuse_retreat_unit(const Refusal& r);
template <class R>
void do_retreat_step(Play<R>& p, Verb verb, int value);
void list_retreat_step(const Lister& l);
Verdict refuse_retreat_step(const Refusal& r);

// advance.cpp
template <class R>
void begin_advances(Play<R>& p);
template <class R>
void do_advance(Play<R>& p, Verb verb, int value);
void list_advance(const Lister& l);
Verdict refuse_advance(const Refusal& r);

// supply.cpp and depletion.cpp
template <class R>
void begin_supply(Play<R>& p);
template <class R>
void do_feed_fortress(Play<R>& p, Verb verb, int value);
void list_feed_fortress(const Lister& l);
Verdict refuse_feed_fortress(const Refusal& r);
template <class R>
void do_feed_unit(Play<R>& p, Verb verb, int value);
void list_feed_unit(const Lister& l);
Verdict refuse_feed_unit(const Refusal& r);
template <class R>
void expend_depots(Play<R>& p);
template <class R>
void next_track(Play<R>& p, int area);
template <class R>
void do_supply_track(Play<R>& p, Verb verb, int value);
void list_supply_track(const Lister& l);
Verdict refuse_supply_track(const Refusal& r);
template <class R>
void next_unsupplied(Play<R>& p);
template <class R>
void do_unsupplied_die(Play<R>& p, Verb verb, int die);
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
template <class R>
void judge_sieges(Play<R>& p);

// victory.cpp
template <class R>
void begin_victory(Play<R>& p);
template <class R>
void do_political_loss(Play<R>& p, Verb verb, int value);
void list_political_loss(const Lister& l);
Verdict refuse_political_loss(const Refusal& r);

}  // namespace niemen::hex_operations
