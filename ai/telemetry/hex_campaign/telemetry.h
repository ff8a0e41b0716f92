// What the lab records of a hex campaign: the state of both sides at the end of each turn, every
// battle, losses by cause.
#pragma once

#include <array>
#include <bit>
#include <string>
#include <vector>

#include "ai/telemetry/hex_campaign/blunders.h"
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
  static std::vector<Column> turn_columns() { return described(kTurnColumns); }
  static std::vector<Column> battle_columns() { return described(kBattleColumns); }

  static bool sets_up(const State& state) {
    return state.phase == hex_campaign::Phase::SetUpFirst ||
           state.phase == hex_campaign::Phase::SetUpSecond;
  }

  explicit Telemetry(const Game& game) : MechanismTelemetry(game), blunders_(game) {}

  void before(const State& state, play::Actor) {
    tally_.before(state);
    if (turn_ == kSetUp) {
      turn_ = game_.turn(state);
      lost_ = state.lost_units;  // those of a saved position are of no turn that is told
    }
    if (state.lost_units != lost_) count_losses(state);
    blunders_.marched(state, previous_, action_);
    if (game_.turn(state) != turn_) end_turn(state);
    blunders_.before(state, previous_, action_);
    follow_battle(state);
  }
  void after(const State& state, play::Actor actor, play::Action action, const ai::Decision*) {
    tally_.after(state, actor, action);
    blunders_.after(state, action);
    previous_ = state;
    action_ = action;
  }

  void finish(const State& last, PlayedCampaign& played) {
    if (turn_ != kSetUp && last.lost_units != lost_) count_losses(last);
    follow_battle(last);
    if (in_battle_) close_battle();
    blunders_.marched(last, previous_, action_);
    end_turn(last);
    tally_.end(last);
    hand_over(played, hex_campaign::points_now(game_.context_of(last), last),
              {last.lost_units[0], last.lost_units[1]});
  }

  /// The winner by the points of the rules in force, where the campaign was not ended at once.
  static play::Outcome rescored(const Game& game, const State& last) {
    using Winner = play::Outcome::Winner;
    auto outcome = game.outcome(last);
    if (last.sudden || last.uprising == hex_campaign::kIndependent) return outcome;
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
  /// What a side has at the end of a turn, and lost in it.
  struct Turn {
    int lead = 0, points = 0, hexes = 0, cities = 0, units = 0, disrupted = 0, supplied = 0,
        depots = 0, trains = 0;
    int losses_combat = 0, losses_march = 0, losses_supply = 0, losses_climate = 0,
        losses_cossacks = 0, losses_events = 0;
    int battles = 0, blunders_starved = 0, blunders_trains = 0, blunders_open = 0,
        blunders_idle = 0, blunders_undone = 0, blunders_leaderless = 0, blunders_left = 0,
        blunders_unsupported = 0;
  };
  static constexpr TurnColumn<Turn> kTurnColumns[] = {
      {"lead", "number", "points by which the side is ahead", &Turn::lead},
      {"points", "number", "victory points, as if the campaign ended here", &Turn::points},
      {"hexes", "integer", "hexes with its combat units", &Turn::hexes},
      {"cities", "integer", "cities with its combat units or Depot", &Turn::cities},
      {"units", "integer", "combat units on the map", &Turn::units},
      {"disrupted", "integer", "disrupted combat units on the map", &Turn::disrupted},
      {"supplied", "integer", "combat units in General Supply this turn", &Turn::supplied},
      {"depots", "integer", "depots", &Turn::depots},
      {"trains", "integer", "supply trains on the map, dummies included", &Turn::trains},
      {"losses_combat", "integer", "units lost in combat this turn", &Turn::losses_combat},
      {"losses_march", "integer", "units lost on the march this turn", &Turn::losses_march},
      {"losses_supply", "integer", "units lost for want of supply this turn", &Turn::losses_supply},
      {"losses_climate", "integer", "units lost to climate and winter this turn",
       &Turn::losses_climate},
      {"losses_cossacks", "integer", "units lost to raids this turn", &Turn::losses_cossacks},
      {"losses_events", "integer", "units lost by cards and politics this turn",
       &Turn::losses_events},
      {"battles", "integer", "battles fought as attacker this turn", &Turn::battles},
      {"blunders_starved", "integer",
       "units hurt for want of supply at the start of this turn that a train of the turn before "
       "could have fed",
       &Turn::blunders_starved},
      {"blunders_trains", "integer",
       "trains given up this turn, or left over after the marches, that fed nobody",
       &Turn::blunders_trains},
      {"blunders_open", "integer",
       "places that count left without a unit at the end of the turn, in reach of an enemy with a "
       "Commander",
       &Turn::blunders_open},
      {"blunders_idle", "integer",
       "units in masses of five or more that have stood still for four turns, away from enemies "
       "and from places that count",
       &Turn::blunders_idle},
      {"blunders_undone", "integer",
       "units in good order back in the hex where they stood two turns before",
       &Turn::blunders_undone},
      {"blunders_leaderless", "integer", "units in stacks of four or more without a Commander",
       &Turn::blunders_leaderless},
      {"blunders_left", "integer",
       "empty places that count, the enemy's, in reach of the side as the campaign ends",
       &Turn::blunders_left},
      {"blunders_unsupported", "integer",
       "attacks with fewer units than the Defender that one next door was told not to support",
       &Turn::blunders_unsupported},
  };

  struct BattleLine {
    int turn = 0;
    std::string hex, from_hex, terrain, attacker;
    int river = 0, attacker_units = 0, defender_units = 0, attacker_commander = 0,
        defender_commander = 0, attack_value = 0, defence_value = 0, difference = 0,
        attacker_losses = 0, defender_losses = 0;
  };
  static constexpr BattleColumn<BattleLine> kBattleColumns[] = {
      {"turn", "integer", "turn", &BattleLine::turn},
      {"hex", "string", "the defenders' hex: h and its number on the map", &BattleLine::hex},
      {"from_hex", "string", "the attackers' hex", &BattleLine::from_hex},
      {"terrain", "string", "of the defenders' hex", &BattleLine::terrain},
      {"river", "integer", "1 when a river lies between", &BattleLine::river},
      {"attacker", "string", "a or b", &BattleLine::attacker},
      {"attacker_units", "integer", "undisrupted units, supports included",
       &BattleLine::attacker_units},
      {"defender_units", "integer", "undisrupted units, supports included",
       &BattleLine::defender_units},
      {"attacker_commander", "integer", "1 when a Commander is with the attackers",
       &BattleLine::attacker_commander},
      {"defender_commander", "integer", "1 when a Commander is with the defenders",
       &BattleLine::defender_commander},
      {"attack_value", "integer", "final value, die included", &BattleLine::attack_value},
      {"defence_value", "integer", "final value, die included", &BattleLine::defence_value},
      {"difference", "integer", "attack less defence", &BattleLine::difference},
      {"attacker_losses", "integer", "units eliminated", &BattleLine::attacker_losses},
      {"defender_losses", "integer", "units eliminated", &BattleLine::defender_losses},
  };

  /// Where losses of a cause are counted.
  static constexpr int Turn::*losses_by(hex_campaign::Cause cause) {
    using hex_campaign::Cause;
    switch (cause) {
      case Cause::OutOfSupply: return &Turn::losses_supply;
      case Cause::MarchAttrition:
      case Cause::OverCapacity: return &Turn::losses_march;
      case Cause::Hit:
      case Cause::ExtraHit:
      case Cause::Pursuit:
      case Cause::CannotWithdraw:
      case Cause::Overflow:
      case Cause::NoWayOn:
      case Cause::NoRoomBeyond:
      case Cause::GarrisonFalls: return &Turn::losses_combat;
      case Cause::Raid: return &Turn::losses_cossacks;
      case Cause::CavalryReserve:
      case Cause::Winter: return &Turn::losses_climate;
      case Cause::Card:
      case Cause::Uprising:
      case Cause::ContingentLeaves:
      case Cause::Count: break;
    }
    return &Turn::losses_events;
  }

  /// One action may bring losses of several causes (a raid, then hunger as the next turn begins),
  /// so it is carried out once more, with its events told.
  void count_losses(const State& state) {
    auto again = previous_;
    play::EventRecorder recorder;
    game_.apply(again, action_, recorder);
    for (const auto& event : recorder.events)
      if (hex_campaign::kind_of(event) == hex_campaign::EventKind::UnitEliminated)
        ++(sides_[event.side].*losses_by(hex_campaign::cause_of(event)));
    lost_ = state.lost_units;
  }

  /// Rows of the turn that is over, as it left both sides.
  void end_turn(const State& state) {
    const auto& context = game_.context_of(state);
    tally_.end_turn(state);
    blunders_.end_turn(state);
    const auto blunders = blunders_.take();
    const auto points = hex_campaign::points_now(context, state);
    for (const auto side : {play::Side::A, play::Side::B}) {
      const int s = play::index(side);
      Turn& turn = sides_[s];
      for (const int piece : context.units_of[s]) {
        if (!hex_campaign::on_map(state, piece)) continue;
        ++turn.units;
        turn.disrupted += hex_campaign::disrupted(state, piece);
        turn.supplied += hex_campaign::has_status(state, piece, hex_campaign::kSupplied);
      }
      auto cities = state.combat_hexes[s] & context.city;
      cities |= hex_campaign::depot_hexes(context, state, side);
      turn.lead = points[s] - points[1 - s];
      turn.points = points[s];
      turn.hexes = state.combat_hexes[s].count();
      turn.cities = cities.count();
      turn.depots = state.depots[s].count();
      turn.trains = state.train_count[s];
      turn.blunders_starved = blunders[s].starved;
      turn.blunders_trains = blunders[s].trains;
      turn.blunders_open = blunders[s].open;
      turn.blunders_idle = blunders[s].idle;
      turn.blunders_undone = blunders[s].undone;
      turn.blunders_leaderless = blunders[s].leaderless;
      turn.blunders_left = blunders[s].left;
      turn.blunders_unsupported = blunders[s].unsupported;
      add_turn_row(side, kTurnColumns, turn);
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
      battle_.hex = state.places.combat.target;
      battle_.from = state.places.combat.from;
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
    const int attacker = play::index(battle_.attacker), defender = 1 - attacker;
    const auto& c = game_.context();
    const auto name = [&](int hex) { return "h" + c.map.name(static_cast<map::Hex>(hex)); };
    BattleLine line;
    line.turn = battle_.turn;
    line.hex = name(battle_.hex);
    line.from_hex = name(battle_.from);
    line.terrain = c.terrain[battle_.hex];
    line.river = c.map.river_between(static_cast<map::Hex>(battle_.from),
                                     static_cast<map::Hex>(battle_.hex));
    line.attacker = side_name(attacker);
    line.attacker_units = battle_.strength[attacker];
    line.defender_units = battle_.strength[defender];
    line.attacker_commander = battle_.commander[0];
    line.defender_commander = battle_.commander[1];
    line.attack_value = battle_.values[0];
    line.defence_value = battle_.values[1];
    line.difference = battle_.difference;
    line.attacker_losses = battle_.fallen[attacker];
    line.defender_losses = battle_.fallen[defender];
    add_battle_row(kBattleColumns, line);
    ++sides_[attacker].battles;
    in_battle_ = false;
  }

  struct Battle {
    int hex = 0, from = 0, turn = 0, difference = 0;
    play::Side attacker = play::Side::A;
    hex_campaign::PerSide<std::uint8_t> strength{}, fallen{};
    std::array<bool, 2> commander{};  ///< of the attacker, of the defender
    std::array<int, 2> values{};      ///< likewise
  };

  HexBlunders blunders_;
  State previous_{};  ///< before the last action
  play::Action action_ = 0;
  hex_campaign::PerSide<std::uint8_t> lost_{};
  BySide<Turn> sides_{};
  bool in_battle_ = false;
  Battle battle_;
};

}  // namespace niemen::lab
