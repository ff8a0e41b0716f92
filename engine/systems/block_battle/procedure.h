// The procedures of the rulebook, chapter by chapter: each changes the position and goes on to the
// next decision, die, or the end. For each step a chapter says what may be chosen (`list_...`) and
// what a choice sets going.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "engine/play/game.h"
#include "engine/systems/block_battle/action.h"
#include "engine/systems/block_battle/events.h"
#include "engine/systems/block_battle/veils.h"

namespace niemen::block_battle {

/// One call of apply: the game, the position that changes, and who listens (null: nobody).
struct Play {
  const BlockContext& game;
  State& s;
  play::EventRecorder* log;

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
  void ask(Step step, int side) {
    s.step = step;
    s.decider = static_cast<play::Actor>(side);
  }
  void roll(Step step) {
    s.step = step;
    s.decider = play::Actor::Nature;
  }
};

/// A legal list being filled, in ascending order of verbs and values.
struct Lister {
  const BlockContext& game;
  const State& s;
  play::ActionList& list;

  void add(Verb verb, int value = 0) { list.push_back(encode(verb, value)); }
  void add_areas(Verb verb, AreaSet areas) {
    for (; areas; areas &= areas - 1) add(verb, std::countr_zero(areas));
  }
  void add_blocks(Verb verb, int side, BlockSet blocks) {
    for_each(game, side, blocks, [&](int block) { add(verb, block); });
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
void list_deploy(Lister& l);
void deploy(Play& p, Verb verb, int value);

/// Whether a side goes through the phases of its Action.
inline bool in_action(Step step) {
  return step >= Step::Command && step <= Step::StraggleTo && step != Step::NameDefender &&
         step != Step::BombardDice && step != Step::BombardLoss && step != Step::Withdraw;
}
/// The enemy sees that the Action has come to the phase at hand.
inline void show_phase(State& s) { s.shown_phase = std::max(s.shown_phase, s.phase); }

// sequence.cpp (2)
void begin_turn(Play& p);
void list_initiative(const BlockContext& game, const State& s, play::ChanceList& list);
void initiative(Play& p, Verb verb, int value);
void begin_action(Play& p, int side);
/// Goes on with the Action or the battles where they stand; captured sources come first (7.33).
void proceed(Play& p);
void end_action(Play& p);
void begin_battles(Play& p);
void end_turn(Play& p);
void list_enter(Lister& l);
void enter(Play& p, Verb verb, int value);
void list_enter_at(Lister& l);
void enter_at(Play& p, Verb verb, int value);

// command.cpp (5.2, 5.5)
void begin_pins(Play& p);
BlockSet may_be_pinned(const BlockContext& game, const State& s);
void list_pin(Lister& l);
void pin(Play& p, Verb verb, int value);
/// Headquarters of the phasing side that may still activate.
BlockSet may_activate(const BlockContext& game, const State& s);
void begin_command(Play& p);
void list_command(Lister& l);
void command(Play& p, Verb verb, int value);
AreaSet activation_areas(const BlockContext& game, const State& s, int block);
void list_command_at(Lister& l);
void command_at(Play& p, Verb verb, int value);
void list_command_role(Lister& l);
void command_role(Play& p, Verb verb, int value);
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
void list_bombard(Lister& l);
void bombard(Play& p, Verb verb, int value);
void list_bombard_at(Lister& l);
void bombard_at(Play& p, Verb verb, int value);
void list_ordered_by(Lister& l);
void bombard_by(Play& p, Verb verb, int value);
void list_name(Lister& l);
void name_defender(Play& p, Verb verb, int value);
void list_bombard_dice(const BlockContext& game, const State& s, play::ChanceList& list);
void bombard_dice(Play& p, Verb verb, int value);
BlockSet bombard_victims(const BlockContext& game, const State& s, int side);
void list_bombard_loss(Lister& l);
void bombard_loss(Play& p, Verb verb, int value);
/// Whether whoever is asked where to withdraw has taken the hit, and stays.
bool has_taken_hit(const State& s);
AreaSet withdrawals(const BlockContext& game, const State& s, int block);
bool may_withdraw_off(const BlockContext& game, const State& s, int block);
void list_withdraw(Lister& l);
void withdraw(Play& p, Verb verb, int value);

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
void list_move(Lister& l);
void move(Play& p, Verb verb, int value);
void move_by(Play& p, Verb verb, int value);
void list_move_to(Lister& l);
void move_to(Play& p, Verb verb, int value);
void begin_leader_moves(Play& p);
BlockSet leaders_to_move(const State& s);
void list_leader_move(Lister& l);
void leader_move(Play& p, Verb verb, int value);
void leader_move_to(Play& p, Verb verb, int value);
void begin_straggling(Play& p);
BlockSet may_straggle(const BlockContext& game, const State& s);
void list_straggle(Lister& l);
void straggle(Play& p, Verb verb, int value);
void list_straggle_to(Lister& l);
void straggle_to(Play& p, Verb verb, int value);
void list_die(const BlockContext& game, const State& s, play::ChanceList& list);
void straggler_die(Play& p, Verb verb, int value);

// battle.cpp (6.1 to 6.4)
void next_battle(Play& p);
void list_battles(Lister& l);
void fight(Play& p, Verb verb, int value);
void list_main_border(Lister& l);
void main_border(Play& p, Verb verb, int value);
/// Blocks of `side` that take part in the battle now.
BlockSet fighting(const BlockContext& game, const State& s, int side);
BlockSet in_reserve(const BlockContext& game, const State& s, int side);
inline int defender(const State& s) { return 1 - s.attacker; }
/// After a turn, a hit or a retreat: on to whoever is next, or to the end.
void continue_round(Play& p);
BlockSet next_blocks(const BlockContext& game, const State& s);
void list_next(Lister& l);
void next_block(Play& p, Verb verb, int value);
void list_turn(Lister& l);
void block_turn(Play& p, Verb verb, int value);

// squares.cpp (6.6)
void begin_squares(Play& p);
void list_square(Lister& l);
void square(Play& p, Verb verb, int value);
BlockSet shelter_guests(const BlockContext& game, const State& s, int square);
void list_shelter(Lister& l);
void shelter(Play& p, Verb verb, int value);
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
void list_fire_dice(const BlockContext& game, const State& s, play::ChanceList& list);
void fire_dice(Play& p, Verb verb, int value);
BlockSet hit_candidates(const BlockContext& game, const State& s);
void list_take_hit(Lister& l);
void take_hit(Play& p, Verb verb, int value);
/// The strongest of a set (6.5).
BlockSet strongest(const BlockContext& game, const State& s, int side, BlockSet blocks);
bool has_double_defence(const BlockContext& game, const State& s, int side);

// retreats.cpp (6.7, 6.8)
AreaSet retreat_areas(const BlockContext& game, const State& s, int block);
bool may_retreat_off(const BlockContext& game, const State& s, int block);
bool may_retreat_now(const BlockContext& game, const State& s, int block);
void retreat(Play& p, int block, int to);
void retreat_die(Play& p, Verb verb, int value);
AreaSet onward_areas(const BlockContext& game, const State& s, int block);
void list_onward(Lister& l);
void onward(Play& p, Verb verb, int value);
void begin_regroup(Play& p);
AreaSet regroup_areas(const BlockContext& game, const State& s, int block);
void list_regroup(Lister& l);
void regroup(Play& p, Verb verb, int value);
void list_regroup_to(Lister& l);
void regroup_to(Play& p, Verb verb, int value);

// supply.cpp (7)
void begin_supply(Play& p);
/// Starts one side's share; what follows is supply in daylight or by night.
void begin_supply_of(Play& p, int side);
/// Areas joined to `source` by road through areas without enemies of `side` (7.31).
AreaSet supply_road(const BlockContext& game, const State& s, int side, int source);
/// Sources of `side` with a line to an area, a bit each in the order of source_list.
unsigned supply_lines(const BlockContext& game, const State& s, int side, int area);
BlockSet may_be_supplied(const BlockContext& game, const State& s, int side);
int points_of_source(const BlockContext& game, const State& s, int side, int position);
void list_supply(Lister& l);
void supply(Play& p, Verb verb, int value);
/// A source that some side stands on for the first time, as 3 * owner + position, or -1.
int source_to_capture(const BlockContext& game, const State& s);
void begin_capture(Play& p, int which);
/// Points of a captured source before any is spent (7.33).
int captured_points(const BlockContext& game, int area);
BlockSet may_be_supplied_by_capture(const BlockContext& game, const State& s);
void list_capture(Lister& l);
void capture(Play& p, Verb verb, int value);
unsigned burnable_bridges(const BlockContext& game, const State& s, int side);
void list_burn(Lister& l);
void burn(Play& p, Verb verb, int value);
void burn_die(Play& p, Verb verb, int value);

// night.cpp (9.3)
void begin_night(Play& p);
void continue_night(Play& p);
void list_transfer(Lister& l);
void transfer(Play& p, Verb verb, int value);
BlockSet may_redeploy(const BlockContext& game, const State& s);
void list_night_move(Lister& l);
void night_move(Play& p, Verb verb, int value);

// victory.cpp (8)
int victory_points(const BlockContext& game, const State& s, int side);
int redoubt_points(const BlockContext& game, int side);
void finish(Play& p);

}  // namespace niemen::block_battle
