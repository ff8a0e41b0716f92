// What the lab records of a block battle: the state of both sides at the end of each turn, every
// battle, losses by cause.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "ai/telemetry/block_battle/tally.h"
#include "ai/telemetry/mechanism_telemetry.h"
#include "engine/systems/block_battle/procedure.h"

namespace niemen::lab {

template <>
class Telemetry<block_battle::BlockBattle>
    : public MechanismTelemetry<block_battle::BlockBattle, BlockTally> {
 public:
  static std::vector<Column> turn_columns() { return described(kTurnColumns); }
  static std::vector<Column> battle_columns() { return described(kBattleColumns); }

  explicit Telemetry(const Game& game) : MechanismTelemetry(game) {}

  void before(const State& state, play::Actor) {
    tally_.before(state);
    if (state.step == block_battle::Step::Deploy && !state.by_night()) return;
    if (turn_ == kSetUp) begin(state);
    follow_steps(state);
    follow_battle(state);
    if (state.turn != turn_) end_turn(state);
  }
  void after(const State& state, play::Actor, play::Action action, const ai::Decision*) {
    using block_battle::Step;
    tally_.after(state, action);
    if (block_battle::verb_of(action) == block_battle::Verb::Activate)
      ++sides_[state.phasing].active;
    losses_ = losses_by(state.step);
  }

  void finish(const State& last, PlayedCampaign& played) {
    if (turn_ == kSetUp) return;
    follow_steps(last);
    follow_battle(last);
    tally_.before(last);
    end_turn(last);
    const auto& context = game_.context();
    hand_over(played,
              {block_battle::victory_points(context, last, 0),
               block_battle::victory_points(context, last, 1)},
              {dead(last, 0), dead(last, 1)});
  }

 private:
  /// What a side has at the end of a turn, and lost in it.
  struct Turn {
    int lead = 0, blocks = 0, steps = 0, areas = 0, redoubts = 0, active = 0, lost_battle = 0,
        lost_bombardment = 0, lost_straggling = 0, lost_other = 0, dead = 0;
  };
  static constexpr TurnColumn<Turn> kTurnColumns[] = {
      {"lead", "number", "points by which the side is ahead", &Turn::lead},
      {"blocks", "integer", "blocks on the board", &Turn::blocks},
      {"steps", "integer", "their strength", &Turn::steps},
      {"areas", "integer", "areas with blocks of the side and none of the enemy", &Turn::areas},
      {"redoubts", "integer", "redoubts among them", &Turn::redoubts},
      {"active", "integer", "headquarters activated this turn", &Turn::active},
      {"lost_battle", "integer", "steps lost in battles this turn", &Turn::lost_battle},
      {"lost_bombardment", "integer", "steps lost to bombardment this turn",
       &Turn::lost_bombardment},
      {"lost_straggling", "integer", "steps lost by stragglers this turn", &Turn::lost_straggling},
      {"lost_other", "integer", "steps lost otherwise this turn, those of commands apart",
       &Turn::lost_other},
      {"dead", "integer", "blocks eliminated so far", &Turn::dead},
  };

  struct BattleLine {
    int turn = 0;
    std::string area, attacker, holder;
    int attacker_steps = 0, defender_steps = 0, rounds = 0, exchanged = 0, attacker_losses = 0,
        defender_losses = 0;
  };
  static constexpr BattleColumn<BattleLine> kBattleColumns[] = {
      {"turn", "integer", "turn", &BattleLine::turn},
      {"area", "string", "area", &BattleLine::area},
      {"attacker", "string", "a or b", &BattleLine::attacker},
      {"attacker_steps", "integer", "strength of the Attacker, reserves included",
       &BattleLine::attacker_steps},
      {"defender_steps", "integer", "strength of the Defender, reserves included",
       &BattleLine::defender_steps},
      {"rounds", "integer", "rounds fought", &BattleLine::rounds},
      {"exchanged", "integer", "1: the roles changed", &BattleLine::exchanged},
      {"attacker_losses", "integer", "steps", &BattleLine::attacker_losses},
      {"defender_losses", "integer", "steps", &BattleLine::defender_losses},
      {"holder", "string", "who stands there afterwards: a, b or empty", &BattleLine::holder},
  };

  /// Where losses are counted that come of a decision or die.
  static int Turn::*losses_by(block_battle::Step step) {
    using block_battle::Step;
    if (step >= Step::BombardDice && step <= Step::Withdraw) return &Turn::lost_bombardment;
    if (step == Step::StragglerDie) return &Turn::lost_straggling;
    if (step >= Step::ChooseBattle && step <= Step::RegroupTo) return &Turn::lost_battle;
    return &Turn::lost_other;
  }
  /// Strength of the blocks other than headquarters, whose steps commands cost too.
  int steps(const State& state, int side) const {
    const auto& context = game_.context();
    int sum = 0;
    for (int i = 0; i < context.count[side]; ++i) {
      const int block = context.block_of(side, i);
      const bool leader = block_battle::arm_of(context, block) == block_battle::Arm::Headquarters;
      if (!leader && !block_battle::is_out(state.at(block)))
        sum += block_battle::strength(context, state, block);
    }
    return sum;
  }
  int dead(const State& state, int side) const {
    const auto& context = game_.context();
    int number = 0;
    for (int i = 0; i < context.count[side]; ++i)
      number += state.at(context.block_of(side, i)) == block_battle::kDead;
    return number;
  }
  void begin(const State& state) {
    turn_ = state.turn;
    for (const int side : {0, 1}) steps_[side] = steps(state, side);
  }
  void follow_steps(const State& state) {
    for (const int side : {0, 1}) {
      const int now = steps(state, side);
      const int lost = steps_[side] - now;
      steps_[side] = now;
      if (lost > 0) sides_[side].*losses_ += lost;
      if (lost > 0 && fighting_) battle_lost_[side] += lost;
    }
  }

  void end_turn(const State& state) {
    const auto& context = game_.context();
    const int lead = game_.outcome(state).margin;
    tally_.end_turn(state);
    for (const auto side : {play::Side::A, play::Side::B}) {
      const int s = play::index(side);
      Turn& turn = sides_[s];
      for (int area = 0; area < context.area_count(); ++area) turn.blocks += state.crowded(s, area);
      const auto held = block_battle::friendly(state, s);
      turn.lead = s == 0 ? lead : -lead;
      turn.steps = steps(state, s);
      turn.areas = std::popcount(held);
      turn.redoubts = std::popcount(held & context.redoubts);
      turn.dead = dead(state, s);
      add_turn_row(side, kTurnColumns, turn);
    }
    turn_ = state.turn;
  }

  void follow_battle(const State& state) {
    if (fighting_ && (state.battle != area_ || state.round == 0)) close_battle(state);
    if (!fighting_ && state.battle != block_battle::kNone && state.round > 0) open_battle(state);
    if (!fighting_) return;
    rounds_ = state.round;
    exchanged_ = state.exchanged;
  }
  void open_battle(const State& state) {
    fighting_ = true;
    area_ = state.battle;
    attacker_ = state.attacker;
    battle_lost_ = {};
    for (const int side : {0, 1}) {
      begun_with_[side] = 0;
      block_battle::for_each(
          game_.context(), side, block_battle::blocks_in(game_.context(), state, side, area_),
          [&](int block) {
            begun_with_[side] += block_battle::strength(game_.context(), state, block);
          });
    }
  }
  void close_battle(const State& state) {
    fighting_ = false;
    const bool a = block_battle::in_set(state.held(0), area_);
    const bool b = block_battle::in_set(state.held(1), area_);
    const int defender = 1 - attacker_;
    BattleLine line;
    line.turn = turn_;
    line.area = game_.context().areas[area_].id;
    line.attacker = side_name(attacker_);
    line.attacker_steps = begun_with_[attacker_];
    line.defender_steps = begun_with_[defender];
    line.rounds = rounds_;
    line.exchanged = exchanged_;
    line.attacker_losses = battle_lost_[attacker_];
    line.defender_losses = battle_lost_[defender];
    if (a || b) line.holder = side_name(a ? 0 : 1);
    add_battle_row(kBattleColumns, line);
  }

  int Turn::*losses_ = &Turn::lost_other;
  BySide<int> steps_{}, battle_lost_{}, begun_with_{};
  BySide<Turn> sides_{};
  bool fighting_ = false;
  int area_ = 0, attacker_ = 0, rounds_ = 0;
  bool exchanged_ = false;
};

}  // namespace niemen::lab
