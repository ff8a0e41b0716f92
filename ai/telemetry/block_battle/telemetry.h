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
  static std::vector<Column> turn_columns() {
    return {{"lead", "number", "points by which the side is ahead"},
            {"blocks", "integer", "blocks on the board"},
            {"steps", "integer", "their strength"},
            {"areas", "integer", "areas with blocks of the side and none of the enemy"},
            {"redoubts", "integer", "redoubts among them"},
            {"active", "integer", "headquarters activated this turn"},
            {"lost_battle", "integer", "steps lost in battles this turn"},
            {"lost_bombardment", "integer", "steps lost to bombardment this turn"},
            {"lost_straggling", "integer", "steps lost by stragglers this turn"},
            {"lost_other", "integer", "steps lost otherwise this turn, those of commands apart"},
            {"dead", "integer", "blocks eliminated so far"}};
  }
  static std::vector<Column> battle_columns() {
    return {{"turn", "integer", "turn"},
            {"area", "string", "area"},
            {"attacker", "string", "a or b"},
            {"attacker_steps", "integer", "strength of the Attacker, reserves included"},
            {"defender_steps", "integer", "strength of the Defender, reserves included"},
            {"rounds", "integer", "rounds fought"},
            {"exchanged", "integer", "1: the roles changed"},
            {"attacker_losses", "integer", "steps"},
            {"defender_losses", "integer", "steps"},
            {"holder", "string", "who stands there afterwards: a, b or empty"}};
  }

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
    if (block_battle::verb_of(action) == block_battle::Verb::Activate) ++activated_[state.phasing];
    cause_ = cause_of(state.step);
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
  enum Cause { Battle, Bombardment, Straggling, Other, kCauses };

  static Cause cause_of(block_battle::Step step) {
    using block_battle::Step;
    if (step >= Step::BombardDice && step <= Step::Withdraw) return Bombardment;
    if (step == Step::StragglerDie) return Straggling;
    if (step >= Step::ChooseBattle && step <= Step::RegroupTo) return Battle;
    return Other;
  }
  /// Strength of the blocks other than headquarters, whose steps commands cost too.
  int steps(const State& state, int side) const {
    const auto& context = game_.context();
    int sum = 0;
    for (int i = 0; i < context.count[index(side)]; ++i) {
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
    for (int i = 0; i < context.count[index(side)]; ++i)
      number += state.at(context.block_of(side, i)) == block_battle::kDead;
    return number;
  }
  void begin(const State& state) {
    turn_ = state.turn;
    for (const int side : {0, 1}) steps_[index(side)] = steps(state, side);
  }
  void follow_steps(const State& state) {
    for (const int side : {0, 1}) {
      const int now = steps(state, side);
      const int lost = steps_[index(side)] - now;
      steps_[index(side)] = now;
      if (lost > 0) lost_[index(side)][cause_] += lost;
      if (lost > 0 && fighting_) battle_lost_[index(side)] += lost;
    }
  }

  void end_turn(const State& state) {
    const auto& context = game_.context();
    const int lead = game_.outcome(state).margin;
    tally_.end_turn(state);
    for (const auto side : {play::Side::A, play::Side::B}) {
      const int s = play::index(side);
      int number = 0;
      for (int area = 0; area < context.area_count(); ++area) number += state.crowded(s, area);
      const auto held = block_battle::friendly(state, s);
      add_turn_row(side,
                   {static_cast<double>(s == 0 ? lead : -lead), static_cast<double>(number),
                    static_cast<double>(steps(state, s)), static_cast<double>(std::popcount(held)),
                    static_cast<double>(std::popcount(held & context.redoubts)),
                    static_cast<double>(activated_[index(s)])},
                   lost_[index(s)]);
      turn_rows_.back().values.push_back(dead(state, s));
    }
    activated_ = {};
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
      begun_with_[index(side)] = 0;
      block_battle::for_each(
          game_.context(), side, block_battle::blocks_in(game_.context(), state, side, area_),
          [&](int block) {
            begun_with_[index(side)] += block_battle::strength(game_.context(), state, block);
          });
    }
  }
  void close_battle(const State& state) {
    fighting_ = false;
    const bool a = block_battle::in_set(state.held(0), area_);
    const bool b = block_battle::in_set(state.held(1), area_);
    const auto attacker = index(attacker_), defender = 1 - attacker;
    battle_rows_.push_back(
        {{std::to_string(turn_), game_.context().areas[index(area_)].id, attacker == 0 ? "a" : "b",
          std::to_string(begun_with_[attacker]), std::to_string(begun_with_[defender]),
          std::to_string(rounds_), exchanged_ ? "1" : "0", std::to_string(battle_lost_[attacker]),
          std::to_string(battle_lost_[defender]),
          a   ? "a"
          : b ? "b"
              : ""}});
  }

  Cause cause_ = Other;
  std::array<int, play::kSides> steps_{}, activated_{}, battle_lost_{}, begun_with_{};
  std::array<std::array<int, kCauses>, play::kSides> lost_{};
  bool fighting_ = false;
  int area_ = 0, attacker_ = 0, rounds_ = 0;
  bool exchanged_ = false;
};

}  // namespace niemen::lab
