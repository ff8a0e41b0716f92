// What the lab records of a hex campaign: the state of both sides at the end of each turn, every
// battle, losses by cause.
#pragma once

#include <array>
#include <bit>
#include <string>
#include <vector>

#include "ai/telemetry/hex_campaign/tally.h"
#include "ai/telemetry/mechanism_telemetry.h"
#include "engine/systems/hex_campaign/action.h"
#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/events.h"
#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::lab {

template <>
class Telemetry<hex_campaign::HexCampaign>
    : public MechanismTelemetry<hex_campaign::HexCampaign, HexTally> {
 public:
  static std::vector<Column> turn_columns() {
    return {{"lead", "number", "points by which the side is ahead"},
            {"points", "number", "victory points, as if the campaign ended here"},
            {"hexes", "integer", "hexes with its combat units"},
            {"cities", "integer", "cities with its combat units or Depot"},
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
            {"hex", "string", "the defenders' hex: h and its number on the map"},
            {"from_hex", "string", "the attackers' hex"},
            {"terrain", "string", "of the defenders' hex"},
            {"river", "integer", "1 when a river lies between"},
            {"attacker", "string", "a or b"},
            {"attacker_units", "integer", "undisrupted units, supports included"},
            {"defender_units", "integer", "undisrupted units, supports included"},
            {"attacker_commander", "integer", "1 when a Commander is with the attackers"},
            {"defender_commander", "integer", "1 when a Commander is with the defenders"},
            {"attack_value", "integer", "final value, die included"},
            {"defence_value", "integer", "final value, die included"},
            {"difference", "integer", "attack less defence"},
            {"attacker_losses", "integer", "units eliminated"},
            {"defender_losses", "integer", "units eliminated"}};
  }

  explicit Telemetry(const Game& game) : MechanismTelemetry(game) {}

  void before(const State& state, play::Actor) {
    tally_.before(state);
    if (turn_ == kSetUp) turn_ = game_.turn(state);
    if (state.lost_units != lost_) count_losses(state);
    if (game_.turn(state) != turn_) end_turn(state);
    follow_battle(state);
  }
  void after(const State& state, play::Actor actor, play::Action action, const ai::Decision*) {
    tally_.after(state, actor, action);
    previous_ = state;
    action_ = action;
  }

  void finish(const State& last, PlayedCampaign& played) {
    if (last.lost_units != lost_) count_losses(last);
    follow_battle(last);
    if (in_battle_) close_battle();
    end_turn(last);
    tally_.end(last);
    hand_over(played, hex_campaign::points_now(game_.context_of(last), last),
              {last.lost_units[0], last.lost_units[1]});
  }

  /// The winner by the points of the rules in force, where the campaign was not ended at once.
  static play::Outcome rescored(const Game& game, const State& last) {
    using Winner = play::Outcome::Winner;
    auto outcome = game.outcome(last);
    constexpr int kIndependent = 3;
    if (last.sudden || last.uprising == kIndependent) return outcome;
    const auto& victory = game.context_of(last).victory;
    if (outcome.margin != 0)
      outcome.winner = outcome.margin > 0 ? Winner::A : Winner::B;
    else if (victory.tie_draws)
      outcome.winner = Winner::Draw;
    else
      outcome.winner = victory.tie_winner == play::Side::A ? Winner::A : Winner::B;
    return outcome;
  }

 private:
  /// The columns of losses, in their order.
  enum LossColumn : std::uint8_t { Combat, March, Supply, Climate, Cossacks, Events, kColumns };

  static constexpr LossColumn column_of(hex_campaign::Cause cause) {
    using hex_campaign::Cause;
    switch (cause) {
      case Cause::OutOfSupply: return Supply;
      case Cause::MarchAttrition:
      case Cause::OverCapacity: return March;
      case Cause::Hit:
      case Cause::ExtraHit:
      case Cause::Pursuit:
      case Cause::CannotWithdraw:
      case Cause::Overflow:
      case Cause::NoWayOn:
      case Cause::NoRoomBeyond:
      case Cause::GarrisonFalls: return Combat;
      case Cause::Raid: return Cossacks;
      case Cause::CavalryReserve:
      case Cause::Winter: return Climate;
      case Cause::Card:
      case Cause::Uprising:
      case Cause::ContingentLeaves:
      case Cause::Count: break;
    }
    return Events;
  }

  /// One action may bring losses of several causes (a raid, then hunger as the next turn begins),
  /// so it is carried out once more, with its events told.
  void count_losses(const State& state) {
    auto again = previous_;
    play::EventRecorder recorder;
    game_.apply(again, action_, recorder);
    for (const auto& event : recorder.events)
      if (hex_campaign::kind_of(event) == hex_campaign::EventKind::UnitEliminated)
        ++losses_[static_cast<std::size_t>(event.side)][column_of(hex_campaign::cause_of(event))];
    lost_ = state.lost_units;
  }

  /// Rows of the turn that is over, as it left both sides.
  void end_turn(const State& state) {
    const auto& context = game_.context_of(state);
    tally_.end_turn(state);
    const auto points = hex_campaign::points_now(context, state);
    for (const auto side : {play::Side::A, play::Side::B}) {
      const auto s = static_cast<std::size_t>(play::index(side));
      int units = 0, disrupted = 0, supplied = 0;
      for (const int piece : context.units_of[s]) {
        if (!hex_campaign::on_map(state, piece)) continue;
        ++units;
        disrupted += hex_campaign::disrupted(state, piece);
        supplied += hex_campaign::has_status(state, piece, hex_campaign::kSupplied);
      }
      auto cities = state.combat_hexes[s] & context.city;
      cities |= hex_campaign::depot_hexes(context, state, side);
      add_turn_row(
          side,
          {static_cast<double>(points[s] - points[1 - s]), static_cast<double>(points[s]),
           static_cast<double>(state.combat_hexes[s].count()), static_cast<double>(cities.count()),
           static_cast<double>(units), static_cast<double>(disrupted),
           static_cast<double>(supplied), static_cast<double>(state.depots[s].count()),
           static_cast<double>(state.train_count[s])},
          losses_[s]);
    }
    turn_ = game_.turn(state);
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
      battle_.from = state.hex_a;
      battle_.turn = game_.turn(state);
      battle_.attacker = state.side;
      const auto attacker = state.side, defender = play::other(state.side);
      const auto& c = game_.context();
      battle_.commander = {!commanders_at(c, state, attacker, battle_.from).empty(),
                           !commanders_at(c, state, defender, battle_.hex).empty()};
    }
    if (!in_battle_) return;
    battle_.strength = state.strength;
    battle_.difference = state.difference;
    battle_.values = {state.attack_value, state.defence_value};
    battle_.fallen = state.fallen;
  }

  void close_battle() {
    const auto attacker = static_cast<std::size_t>(play::index(battle_.attacker));
    const auto defender = 1 - attacker;
    const auto& c = game_.context();
    const auto name = [&](int hex) { return "h" + c.map.name(static_cast<map::Hex>(hex)); };
    const bool river = c.map.river_between(static_cast<map::Hex>(battle_.from),
                                           static_cast<map::Hex>(battle_.hex));
    battle_rows_.push_back(
        {{std::to_string(battle_.turn), name(battle_.hex), name(battle_.from),
          c.terrain[static_cast<std::size_t>(battle_.hex)], river ? "1" : "0",
          attacker == 0 ? "a" : "b", std::to_string(battle_.strength[attacker]),
          std::to_string(battle_.strength[defender]), battle_.commander[0] ? "1" : "0",
          battle_.commander[1] ? "1" : "0", std::to_string(battle_.values[0]),
          std::to_string(battle_.values[1]), std::to_string(battle_.difference),
          std::to_string(battle_.fallen[attacker]), std::to_string(battle_.fallen[defender])}});
    in_battle_ = false;
  }

  struct Battle {
    int hex = 0, from = 0, turn = 0, difference = 0;
    play::Side attacker = play::Side::A;
    hex_campaign::PerSide<std::uint8_t> strength{}, fallen{};
    std::array<bool, 2> commander{};  ///< of the attacker, of the defender
    std::array<int, 2> values{};      ///< likewise
  };

  State previous_{};  ///< before the last action
  play::Action action_ = 0;
  hex_campaign::PerSide<std::uint8_t> lost_{};
  std::array<std::array<int, kColumns>, play::kSides> losses_{};
  bool in_battle_ = false;
  Battle battle_;
};

}  // namespace niemen::lab
