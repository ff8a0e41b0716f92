// The procedures of the rulebook, chapter by chapter: each changes the position and goes on to the
// next decision, die, or the end. Defined in the chapters' files, with the rows of their steps.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "engine/play/game.h"
#include "engine/systems/block_battle/action.h"
#include "engine/systems/block_battle/events.h"
#include "engine/systems/block_battle/steps.h"
#include "engine/systems/block_battle/veils.h"

namespace niemen::block_battle {

/// One call of apply, and how it tells what happens.
struct Play : play::Play<Mechanism> {
  /// Records an event that `fill` completes; where nobody listens nothing is even built.
  template <class Fill>
  void note(EventKind kind, std::string_view rule, Fill fill) {
    if (!log) return;
    play::Event event;
    event.kind = static_cast<std::uint16_t>(kind);
    event.rule = rule;
    fill(event);
    log->add(std::move(event));
  }
  /// The same about something that `block`'s enemy does not see.
  template <class Fill>
  void note_secret(EventKind kind, std::string_view rule, int block, Fill fill) {
    note(kind, rule, [&](play::Event& event) {
      event.side = game.side_of(block);
      event.pieces = {block};
      event.secret_of(static_cast<play::Side>(event.side));
      fill(event);
    });
  }
};

inline int decider(const State& s) { return static_cast<int>(s.decider); }

// pieces.cpp: what moves, loses steps, dies
/// Puts a block somewhere else; crowds and occupation follow.
void put_at(Play& p, int block, int where);
/// A block leaves the area it stands in without being seen which it was.
void leave_unseen(Play& p, int block);
/// Eliminates a block; `seen`: the enemy saw which it was.
void eliminate(Play& p, int block, bool seen);
/// Takes a step from a block that the enemy sees, or does not. A block without one more dies.
void lose_step(Play& p, int block, bool seen);
/// Out of the game, alive (3.4).
void leave_board(Play& p, int block, bool seen);
/// Enters an area where the enemy is: attacks or reinforces (6.1, 6.4).
void enter_battle(Play& p, int block, int from, int to);

// setup.cpp (1, 9)
void begin_campaign(Play& p);
void continue_deployment(Play& p);
AreaSet deployment_areas(const BlockContext& game, const State& s, int block);

/// Whether a side goes through the phases of its Action.
inline bool in_action(Step step) {
  return step >= Step::Command && step <= Step::StraggleTo && step != Step::NameDefender &&
         step != Step::BombardDice && step != Step::BombardLoss && step != Step::Withdraw;
}
/// The enemy sees that the Action has come to the phase at hand.
inline void show_phase(State& s) { s.shown_phase = std::max(s.shown_phase, s.phase); }

// sequence.cpp (2)
void begin_turn(Play& p);
void begin_action(Play& p, int side);
/// Goes on with the Action or the battles where they stand; captured sources come first (7.33).
void proceed(Play& p);
void end_action(Play& p);
void begin_battles(Play& p);
void end_turn(Play& p);

// command.cpp (5.2, 5.5)
void begin_pins(Play& p);
BlockSet may_be_pinned(const BlockContext& game, const State& s);
/// Headquarters of the phasing side that may still activate.
BlockSet may_activate(const BlockContext& game, const State& s);
void begin_command(Play& p);
void activate_at(Play& p, int area);
AreaSet activation_areas(const BlockContext& game, const State& s, int block);
/// Areas in range of a headquarters (5.21): traced as its command would be.
AreaSet in_range(const BlockContext& game, const State& s, int side, int from, int range);
/// The office that a headquarters holds now, by succession (6.93), or kNone.
int office_of(const BlockContext& game, const State& s, int block);
/// Blocks of `side` that a corps or an army headquarters face up commands where they stand.
BlockSet commanded_by_corps(const BlockContext& game, const State& s, int side);
BlockSet commanded_by_office(const BlockContext& game, const State& s, int side, int office);
BlockSet commanded(const BlockContext& game, const State& s, int side);
/// Offices whose command alone moves the block, a bit each; 0 where a corps headquarters does.
unsigned offices_for(const BlockContext& game, const State& s, int block);

// bombardment.cpp (5.3)
void begin_bombardment(Play& p);
/// Named blocks and half-hits last to the end of a Bombard phase (B-45).
void clear_redoubts(State& s);
BlockSet may_bombard(const BlockContext& game, const State& s);
AreaSet bombard_targets(const BlockContext& game, const State& s, int block);
int bombard_firepower(const BlockContext& game, int block, int from, int to);
BlockSet bombard_victims(const BlockContext& game, const State& s, int side);
/// Whether whoever is asked where to withdraw has taken the hit, and stays.
bool has_taken_hit(const State& s);
AreaSet withdrawals(const BlockContext& game, const State& s, int block);
bool may_withdraw_off(const BlockContext& game, const State& s, int block);

// stacking.cpp (3.31)
/// Blocks of the phasing side that may move next, in the phase at hand.
BlockSet may_move(const BlockContext& game, const State& s);
/// Those of the `full` areas that `block` may enter because somebody can leave them after it.
AreaSet that_empty(const BlockContext& game, const State& s, int block, AreaSet full);

// movement.cpp (5.4, 5.7)
/// Where a block can move: areas with room for it, and areas that are full.
struct Targets {
  AreaSet roomy = 0, full = 0;
};
Targets move_ways(const BlockContext& game, const State& s, int block);
AreaSet move_targets(const BlockContext& game, const State& s, int block);
/// The move itself.
void go(Play& p, int block, int to);
/// The army headquarters that ordered the move at hand has one command less.
void spend_command(State& s);
void begin_movement(Play& p);
void begin_leader_moves(Play& p);
BlockSet leaders_to_move(const State& s);
void begin_straggling(Play& p);
BlockSet may_straggle(const BlockContext& game, const State& s);

// battle.cpp (6.1 to 6.4)
void next_battle(Play& p);
/// Blocks of `side` that take part in the battle now.
BlockSet fighting(const BlockContext& game, const State& s, int side);
BlockSet in_reserve(const BlockContext& game, const State& s, int side);
inline int defender(const State& s) { return 1 - s.attacker; }
/// After a turn, a hit or a retreat: on to whoever is next, or to the end.
void continue_round(Play& p);
BlockSet next_blocks(const BlockContext& game, const State& s);

// squares.cpp (6.6)
void begin_squares(Play& p);
BlockSet shelter_guests(const BlockContext& game, const State& s, int square);
/// The block is no longer square or guest; its partner is in the open (B-47).
void leave_square(Play& p, int block);

// fire.cpp (6.5)
struct Fire {
  int dice = 0;
  int firepower = 0;
  bool possible() const { return dice > 0 && firepower > 0; }
};
/// What the block fires with at that target, and why, if anybody asks.
Fire fire_of(const BlockContext& game, const State& s, int block, Target target, bool charge,
             std::vector<play::Modifier>* why = nullptr);
/// Enemy blocks that the target names.
BlockSet targets_of(const BlockContext& game, const State& s, int side, Target target);
void fire(Play& p, int block, Target target, bool charge);
BlockSet hit_candidates(const BlockContext& game, const State& s);
/// The strongest of a set (6.5).
BlockSet strongest(const BlockContext& game, const State& s, int side, BlockSet blocks);
bool has_double_defence(const BlockContext& game, const State& s, int side);

// retreats.cpp (6.7, 6.8)
AreaSet retreat_areas(const BlockContext& game, const State& s, int block);
bool may_retreat_off(const BlockContext& game, const State& s, int block);
bool may_retreat_now(const BlockContext& game, const State& s, int block);
void retreat(Play& p, int block, int to);
AreaSet onward_areas(const BlockContext& game, const State& s, int block);
void begin_regroup(Play& p);
AreaSet regroup_areas(const BlockContext& game, const State& s, int block);

// supply.cpp (7)
void begin_supply(Play& p);
/// Starts one side's share; what follows is supply in daylight or by night.
void begin_supply_of(Play& p, int side);
void end_supply(Play& p);
/// Areas joined to `source` by road through areas without enemies of `side` (7.31).
AreaSet supply_road(const BlockContext& game, const State& s, int side, int source);
/// Sources of `side` with a line to an area, a bit each in the order of source_list.
unsigned supply_lines(const BlockContext& game, const State& s, int side, int area);
BlockSet may_be_supplied(const BlockContext& game, const State& s, int side);
int points_of_source(const BlockContext& game, const State& s, int side, int position);
/// A source that some side stands on for the first time, as 3 * owner + position, or -1.
int source_to_capture(const BlockContext& game, const State& s);
void begin_capture(Play& p, int which);
/// Points of a captured source before any is spent (7.33).
int captured_points(const BlockContext& game, int area);
BlockSet may_be_supplied_by_capture(const BlockContext& game, const State& s);
unsigned burnable_bridges(const BlockContext& game, const State& s, int side);

// night.cpp (9.3)
void begin_night(Play& p);
void continue_night(Play& p);
BlockSet may_redeploy(const BlockContext& game, const State& s);

// victory.cpp (8)
int victory_points(const BlockContext& game, const State& s, int side);
int redoubt_points(const BlockContext& game, int side);
void finish(Play& p);

}  // namespace niemen::block_battle
