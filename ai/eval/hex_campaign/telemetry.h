// What the lab records of a hex campaign: the state of both sides at the end of each turn, every
// battle, losses by cause.
#pragma once

#include <array>
#include <bit>
#include <string>
#include <vector>

#include "ai/lab/game_cell.h"
#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::lab {

template <>
class Telemetry<hex_campaign::HexCampaign> {
 public:
  using Game = hex_campaign::HexCampaign;
  using State = hex_campaign::State;

  static std::vector<Column> turn_columns() {
    return {{"lead", "number", "points by which the side is ahead"},
            {"units", "integer", "combat units on the map"},
            {"disrupted", "integer", "disrupted combat units on the map"},
            {"supplied", "integer", "combat units in General Supply this turn"},
            {"depots", "integer", "depots"},
            {"trains", "integer", "supply trains on the map, dummies included"},
            {"losses_combat", "integer", "units lost in combat this turn"},
            {"losses_march", "integer", "units lost on the march this turn"},
            {"losses_supply", "integer", "units lost for want of supply this turn"},
            {"losses_climate", "integer", "units lost to climate and winter this turn"},
            {"losses_cossacks", "integer", "units lost to raids this turn"},
            {"losses_events", "integer", "units lost by cards and politics this turn"}};
  }
  static std::vector<Column> battle_columns() {
    return {{"turn", "integer", "turn"},
            {"hex", "string", "the defenders' hex, by its place in the map's list"},
            {"attacker", "string", "a or b"},
            {"attacker_units", "integer", "undisrupted units, supports included"},
            {"defender_units", "integer", "undisrupted units, supports included"},
            {"difference", "integer", "attack less defence, dice included"},
            {"attacker_losses", "integer", "units eliminated"},
            {"defender_losses", "integer", "units eliminated"}};
  }

  explicit Telemetry(const Game& game) : game_(game) {}

  void before(const State& state, play::Actor) {
    if (turn_ == kSetUp) turn_ = state.turn;
    if (state.lost_units != lost_) count_losses(state);
    if (state.turn != turn_) end_turn(state);
    follow_battle(state);
    phase_ = state.phase;
  }
  void after(const State&, play::Actor, play::Action, const ai::Decision*) {}

  void finish(const State& last, PlayedCampaign& played) {
    count_losses(last);
    follow_battle(last);
    if (in_battle_) close_battle();
    end_turn(last);
    played.turn_rows = std::move(rows_);
    played.battle_rows = std::move(battles_);
    played.a_losses = last.lost_units[0];
    played.b_losses = last.lost_units[1];
    played.decided_turn = decided_turn(played);
  }

  /// The winner by the points of the rules in force, where the campaign was not ended at once.
  static play::Outcome rescored(const Game& game, const State& last) {
    using Winner = play::Outcome::Winner;
    auto outcome = game.outcome(last);
    constexpr int kIndependent = 3;
    if (last.sudden || last.uprising == kIndependent) return outcome;
    const auto& victory = game.context().victory;
    if (outcome.margin != 0)
      outcome.winner = outcome.margin > 0 ? Winner::A : Winner::B;
    else if (victory.tie_draws)
      outcome.winner = Winner::Draw;
    else
      outcome.winner = victory.tie_winner == play::Side::A ? Winner::A : Winner::B;
    return outcome;
  }

 private:
  enum Cause { Combat, March, Supply, Climate, Cossacks, Events, kCauses };

  static Cause cause_of(hex_campaign::Phase phase) {
    using hex_campaign::Phase;
    switch (phase) {
      case Phase::Combat:
      case Phase::CombatEnd: return Combat;
      case Phase::Rally:
      case Phase::Movement:
      case Phase::MovementEnd: return March;
      case Phase::ReserveLosses:
      case Phase::WinterDecision:
      case Phase::WinterQuarters: return Climate;
      case Phase::Forage:
      case Phase::GeneralSupply:
      case Phase::ConvertDepots:
      case Phase::RemoveDepots:
      case Phase::AllocateTrains:
      case Phase::ForageMarkers:
      case Phase::EstablishDepots: return Supply;
      case Phase::Raids: return Cossacks;
      default: return Events;
    }
  }

  void count_losses(const State& state) {
    for (std::size_t side = 0; side < play::kSides; ++side) {
      const int lost = state.lost_units[side] - lost_[side];
      losses_[side][static_cast<std::size_t>(cause_of(phase_))] += lost;
    }
    lost_ = state.lost_units;
  }

  /// Rows of the turn that is over, as it left both sides.
  void end_turn(const State& state) {
    const auto& context = game_.context();
    const int lead = game_.outcome(state).margin;
    for (const auto side : {play::Side::A, play::Side::B}) {
      const auto s = static_cast<std::size_t>(play::index(side));
      int units = 0, disrupted = 0, supplied = 0;
      for (const int piece : context.units_of[s]) {
        if (!hex_campaign::on_map(state, piece)) continue;
        ++units;
        disrupted += hex_campaign::disrupted(state, piece);
        supplied += hex_campaign::has_status(state, piece, hex_campaign::kSupplied);
      }
      TurnRow row{turn_, side, {}};
      row.values = {static_cast<double>(side == play::Side::A ? lead : -lead),
                    static_cast<double>(units),
                    static_cast<double>(disrupted),
                    static_cast<double>(supplied),
                    static_cast<double>(std::popcount(state.depots[s])),
                    static_cast<double>(state.train_count[s])};
      for (auto& lost : losses_[s]) {
        row.values.push_back(lost);
        lost = 0;
      }
      rows_.push_back(std::move(row));
    }
    turn_ = state.turn;
  }

  void follow_battle(const State& state) {
    using hex_campaign::Step;
    const bool dice = state.step == Step::AttackDie || state.step == Step::DefenceDie;
    const bool over = state.phase != hex_campaign::Phase::Combat ||
                      state.step == Step::ChooseAttack || state.step == Step::ChooseTarget;
    if (in_battle_ && over) close_battle();
    if (dice && !in_battle_) {
      in_battle_ = true;
      battle_.hex = state.hex_b;
      battle_.turn = state.turn;
      battle_.attacker = state.side;
    }
    if (!in_battle_) return;
    battle_.strength = state.strength;
    battle_.difference = state.difference;
    battle_.fallen = state.fallen;
  }

  void close_battle() {
    const auto attacker = static_cast<std::size_t>(play::index(battle_.attacker));
    const auto defender = 1 - attacker;
    battles_.push_back(
        {{std::to_string(battle_.turn), "h" + std::to_string(battle_.hex),
          attacker == 0 ? "a" : "b", std::to_string(battle_.strength[attacker]),
          std::to_string(battle_.strength[defender]), std::to_string(battle_.difference),
          std::to_string(battle_.fallen[attacker]), std::to_string(battle_.fallen[defender])}});
    in_battle_ = false;
  }

  struct Battle {
    int hex = 0, turn = 0, difference = 0;
    play::Side attacker = play::Side::A;
    hex_campaign::PerSide<std::uint8_t> strength{}, fallen{};
  };

  Game game_;
  static constexpr int kSetUp = 0;  ///< no turn has begun
  int turn_ = kSetUp;
  hex_campaign::Phase phase_ = hex_campaign::Phase::SetUpFirst;
  hex_campaign::PerSide<std::uint8_t> lost_{};
  std::array<std::array<int, kCauses>, play::kSides> losses_{};
  bool in_battle_ = false;
  Battle battle_;
  std::vector<TurnRow> rows_;
  std::vector<BattleRow> battles_;
};

}  // namespace niemen::lab
