// What the lab records of a block battle: the state of both sides at the end of each turn, every
// battle, losses by cause.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
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

  static bool sets_up(const State& state) {
    return state.step == block_battle::Step::Deploy && !state.by_night();
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
    int battles = 0, blunders_unsupported = 0, blunders_works = 0, blunders_idle = 0,
        blunders_undone = 0, blunders_leaders = 0, blunders_left = 0;
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
      {"battles", "integer", "battles begun as Attacker this turn", &Turn::battles},
      {"blunders_unsupported", "integer",
       "of these, with less strength than the Defender while blocks next door that could have "
       "joined stood still",
       &Turn::blunders_unsupported},
      {"blunders_works", "integer",
       "redoubts that the side left empty this turn within two areas of the enemy",
       &Turn::blunders_works},
      {"blunders_idle", "integer",
       "blocks in masses of three or more that have stood still for four turns without an enemy "
       "next door, while the side is behind",
       &Turn::blunders_idle},
      {"blunders_undone", "integer", "blocks back where they stood two turns before",
       &Turn::blunders_undone},
      {"blunders_leaders", "integer", "headquarters alone next to the enemy",
       &Turn::blunders_leaders},
      {"blunders_left", "integer",
       "empty redoubts that the side does not hold as the battle ends, next door to its blocks",
       &Turn::blunders_left},
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
    last_ = before_last_ = state.place;
    for (const int side : {0, 1}) works_[side] = block_battle::friendly(state, side);
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
      count_blunders(state, s, turn);
      add_turn_row(side, kTurnColumns, turn);
    }
    turn_ = state.turn;
    before_last_ = last_;
    last_ = state.place;
    ++ends_;
  }
  /// What anybody would call a plain blunder of the turn that is over. Precondition: `turn` has the
  /// lead.
  void count_blunders(const State& state, int side, Turn& turn) {
    const auto& context = game_.context();
    const auto enemy = state.held(1 - side);
    const auto next_to_enemy = [&](int area) {
      return ((context.touching[area] | block_battle::area_bit(area)) & enemy) != 0;
    };
    const auto held = state.held(side);
    for (auto left = context.redoubts & works_[side] & ~held & ~enemy; left; left &= left - 1)
      turn.blunders_works += is_near(std::countr_zero(left), enemy);
    works_[side] = block_battle::friendly(state, side);
    if (state.step == block_battle::Step::Over)
      for (auto free = context.redoubts & ~held & ~enemy; free; free &= free - 1)
        turn.blunders_left += (context.touching[std::countr_zero(free)] & held) != 0;
    // The second side wins ties.
    const bool behind = side == 0 ? turn.lead <= 0 : turn.lead < 0;
    std::array<int, block_battle::kMaxAreas> still{};
    for (int i = 0; i < context.count[side]; ++i) {
      const int block = context.block_of(side, i), now = state.at(block);
      const bool stayed = ends_ > 0 && now == last_[block];
      const int turns = stayed ? still_[block] + 1 : 0;
      still_[block] = static_cast<std::uint8_t>(std::min(turns, kTurnsIdle));
      if (!block_battle::is_area(now)) continue;
      turn.blunders_undone += ends_ > 1 && !stayed && now == before_last_[block];
      still[now] += still_[block] == kTurnsIdle;
      turn.blunders_leaders +=
          block_battle::arm_of(context, block) == block_battle::Arm::Headquarters &&
          state.crowded(side, now) == 1 && next_to_enemy(now);
    }
    for (int area = 0; behind && area < context.area_count(); ++area)
      if (still[area] >= kMass && !next_to_enemy(area)) turn.blunders_idle += still[area];
  }
  /// Whether one of `areas` is at most two areas off on foot.
  bool is_near(int area, block_battle::AreaSet areas) const {
    const auto& ways = game_.context().foot[0];
    auto reached = ways[area];
    for (auto left = ways[area]; left; left &= left - 1) reached |= ways[std::countr_zero(left)];
    return (reached & areas) != 0;
  }
  /// Whether somebody next door who has not moved this turn could have come as well.
  bool lacks_support(const State& state) const {
    const auto& context = game_.context();
    if (begun_with_[attacker_] >= begun_with_[1 - attacker_] ||
        state.crowded(attacker_, area_) >= context.stack[area_])
      return false;
    bool found = false;
    for (auto left =
             context.foot[state.bridges_out][area_] & block_battle::friendly(state, attacker_);
         left; left &= left - 1) {
      const int from = std::countr_zero(left);
      if (block_battle::battle_limit(context, state, from, area_) <= 0) continue;
      block_battle::for_each(
          context, attacker_, block_battle::blocks_in(context, state, attacker_, from),
          [&](int block) {
            const auto arm = block_battle::arm_of(context, block);
            found |= last_[block] == from &&
                     (arm == block_battle::Arm::Infantry || arm == block_battle::Arm::Cavalry);
          });
    }
    return found;
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
    ++sides_[attacker_].battles;
    sides_[attacker_].blunders_unsupported += lacks_support(state);
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

  /// Turns after which whoever stands still is idle, and how many make a mass.
  static constexpr int kTurnsIdle = 4, kMass = 3;
  using Places = std::array<std::uint8_t, block_battle::kMaxBlocks>;
  Places last_{}, before_last_{};  ///< where blocks stood at the ends of turns
  Places still_{};                 ///< turns that they stood there, at most kTurnsIdle
  BySide<block_battle::AreaSet> works_{};
  int ends_ = 0;
};

}  // namespace niemen::lab
