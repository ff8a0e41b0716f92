// What the lab records of hex operations: the state of both sides at the end of each turn, every
// battle, losses by cause.
#pragma once

#include <array>
#include <bit>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ai/telemetry/hex_operations/blunders.h"
#include "ai/telemetry/hex_operations/tally.h"
#include "ai/telemetry/mechanism_telemetry.h"
#include "engine/systems/hex_operations/events.h"
#include "engine/systems/hex_operations/lookups.h"

namespace niemen::lab {

template <>
class Telemetry<hex_operations::HexOperations>
    : public MechanismTelemetry<hex_operations::HexOperations, OperationsTally> {
 public:
  /// As the next turn begins.
  static std::vector<Column> turn_columns() { return described(kTurnColumns); }
  /// Battles that were fought, by die or without.
  static std::vector<Column> battle_columns() { return described(kBattleColumns); }

  static bool sets_up(const State& state) { return state.step == hex_operations::Step::SetUp; }

  explicit Telemetry(const Game& game) : MechanismTelemetry(game), blunders_(game) {}

  void before(const State& state, play::Actor) {
    tally_.before(state);
    if (state.step == hex_operations::Step::SetUp) return;
    if (turn_ == kSetUp) turn_ = state.turn;
    if (state.turn != turn_) end_turn(state);
  }
  void after(const State& state, play::Actor, play::Action action, const ai::Decision*) {
    tally_.after(state, action);
    if (state.step == hex_operations::Step::MoveUnit &&
        hex_operations::verb_of(action) != hex_operations::Verb::EndMoves)
      return;  // nothing that is counted here comes of it
    auto next = state;
    play::EventRecorder recorder;
    game_.apply(next, action, recorder);
    for (const auto& event : recorder.events) listen(state, event);
  }

  void finish(const State& last, PlayedCampaign& played) {
    if (turn_ == kSetUp) return;
    tally_.before(last);
    end_turn(last);
    // One index counts for both: the invader's points.
    const int even = game_.context().rules.margin_at;
    hand_over(played, {game_.outcome(last).margin + even, even}, lost_);
  }

 private:
  /// What a side has at the end of a turn, and lost in it.
  struct Turn {
    int lead = 0, strength = 0, units = 0, corps = 0, disrupted = 0, supply_units = 0, depots = 0,
        leaders = 0, controlled = 0, depleted = 0, unsupplied = 0;
    int losses_attrition = 0, losses_march = 0, losses_combat = 0, losses_elimination = 0,
        losses_supply = 0, losses_politics = 0, losses_other = 0;
    int battles = 0, blunders_starved = 0, blunders_open = 0, blunders_left = 0, blunders_idle = 0,
        blunders_undone = 0, blunders_leaders = 0, blunders_unsupported = 0;
  };
  static constexpr TurnColumn<Turn> kTurnColumns[] = {
      {"lead", "number", "points by which the side is ahead", &Turn::lead},
      {"strength", "integer", "strength of the Combat units on the map", &Turn::strength},
      {"units", "integer", "Combat units on the map", &Turn::units},
      {"corps", "integer", "Corps among them", &Turn::corps},
      {"disrupted", "integer", "disrupted ones among them", &Turn::disrupted},
      {"supply_units", "integer", "Supply units on the map", &Turn::supply_units},
      {"depots", "integer", "Depots on the map", &Turn::depots},
      {"leaders", "integer", "Leaders on the map", &Turn::leaders},
      {"controlled", "integer", "places that count and that the side controls", &Turn::controlled},
      {"depleted", "integer", "Areas that are 100% depleted, whoever is there", &Turn::depleted},
      {"unsupplied", "integer", "Combat units that had no source of supply this turn",
       &Turn::unsupplied},
      {"losses_attrition", "integer", "Combat units lost to attrition this turn",
       &Turn::losses_attrition},
      {"losses_march", "integer", "Combat units lost or reduced in forced marches this turn",
       &Turn::losses_march},
      {"losses_combat", "integer", "Combat units lost in battles and retreats this turn",
       &Turn::losses_combat},
      {"losses_elimination", "integer", "Combat units automatically eliminated this turn",
       &Turn::losses_elimination},
      {"losses_supply", "integer", "unsupplied Combat units lost this turn", &Turn::losses_supply},
      {"losses_politics", "integer", "Corps lost for political reasons this turn",
       &Turn::losses_politics},
      {"losses_other", "integer", "Combat units lost in stacks and sieges this turn",
       &Turn::losses_other},
      {"battles", "integer", "battles begun as Attacker this turn", &Turn::battles},
      {"blunders_starved", "integer",
       "Combat units without a source this turn, in Areas that have one at hand",
       &Turn::blunders_starved},
      {"blunders_open", "integer",
       "places worth points that the side controls and left without a Combat unit at the end of "
       "the turn, three hexes from the enemy or nearer",
       &Turn::blunders_open},
      {"blunders_left", "integer",
       "places worth points that nobody stood in at the end of the campaign, the enemy's, three "
       "hexes from Combat units of the side or nearer",
       &Turn::blunders_left},
      {"blunders_idle", "integer",
       "Combat units that have stood still for four turns, more than six hexes from the enemy and "
       "in no place that counts",
       &Turn::blunders_idle},
      {"blunders_undone", "integer",
       "Combat units in good order back in the hex where they stood two turns before",
       &Turn::blunders_undone},
      {"blunders_leaders", "integer", "Leaders without a Combat unit, two hexes from the enemy",
       &Turn::blunders_leaders},
      {"blunders_unsupported", "integer",
       "battles begun at less than even odds while units at most three hexes off stood still",
       &Turn::blunders_unsupported},
  };

  struct BattleLine {
    int turn = 0;
    std::string place, from, attacker, result;
    int attack = 0, attack_bonus = 0, defence = 0, defence_bonus = 0, factor = 0;
    std::optional<int> odds, die;
    int attacker_losses = 0, defender_losses = 0;
  };
  static constexpr BattleColumn<BattleLine> kBattleColumns[] = {
      {"turn", "integer", "turn", &BattleLine::turn},
      {"place", "string", "hex of the Defender; several, out of a Fortress, with + between",
       &BattleLine::place},
      {"from", "string", "hex of the Attacker; around a Fortress the first", &BattleLine::from},
      {"attacker", "string", "a or b", &BattleLine::attacker},
      {"attack", "integer", "printed strength of the attackers", &BattleLine::attack},
      {"attack_bonus", "integer", "bonus of their Leaders, before it is capped",
       &BattleLine::attack_bonus},
      {"defence", "integer", "printed strength of the defenders", &BattleLine::defence},
      {"defence_bonus", "integer", "bonus of their Leaders, before it is capped",
       &BattleLine::defence_bonus},
      {"factor", "integer", "the Defender's factor for terrain; of several hexes the last",
       &BattleLine::factor},
      {"odds", "integer", "percentage; empty against a defence of nothing", &BattleLine::odds},
      {"die", "integer", "empty: no die was needed", &BattleLine::die},
      {"result", "string", "as the Combat Results Table prints it", &BattleLine::result},
      {"attacker_losses", "integer", "Combat units, retreats included",
       &BattleLine::attacker_losses},
      {"defender_losses", "integer", "Combat units, retreats included",
       &BattleLine::defender_losses},
  };

  struct Battle {
    std::string place, from, result;
    int attacker = 0;
    std::array<int, play::kSides> strength{}, bonus{}, losses{};  ///< by side
    int factor = 1, odds = 0, die = 0;
  };

  /// Where losses of a cause are counted.
  static int Turn::*losses_by(hex_operations::Cause cause) {
    using hex_operations::Cause;
    switch (cause) {
      case Cause::Attrition: return &Turn::losses_attrition;
      case Cause::ForcedMarch: return &Turn::losses_march;
      case Cause::AutomaticElimination: return &Turn::losses_elimination;
      case Cause::Unsupplied: return &Turn::losses_supply;
      case Cause::Political: return &Turn::losses_politics;
      case Cause::Stacking:
      case Cause::Siege: return &Turn::losses_other;
      default: return &Turn::losses_combat;
    }
  }

  /// `state`: before it happened.
  void listen(const State& state, const play::Event& event) {
    using hex_operations::EventKind;
    switch (static_cast<EventKind>(event.kind)) {
      case EventKind::PlayerTurnBegins:
      case EventKind::Advances: close_battle(); break;
      case EventKind::Battle: open_battle(state, event); break;
      case EventKind::CombatResult: result(event); break;
      case EventKind::Lost:
        lose(event, losses_by(static_cast<hex_operations::Cause>(event.amount)));
        break;
      case EventKind::Reduced: ++sides_[event.side].losses_march; break;
      case EventKind::Unsupplied:
        ++sides_[event.side].unsupplied;
        blunders_.unsupplied(state, event.side,
                             state.at(event.pieces.at(0) & (hex_operations::kAsDivision - 1)));
        break;
      case EventKind::Level: close_battle(); break;
      default: break;
    }
  }
  void lose(const play::Event& event, int Turn::*cause) {
    const int piece = event.pieces.at(0) & (hex_operations::kAsDivision - 1);
    if (!hex_operations::is_combat(game_.context().arm[piece])) return;
    ++lost_[event.side];
    ++(sides_[event.side].*cause);
    if (in_battle_ && cause == &Turn::losses_combat) ++battle_.losses[event.side];
  }

  std::string hex_at(const play::Event& event, std::size_t place) const {
    return game_.place_code(event.places.at(place));
  }
  // Out of a Fortress one battle is told once for each hex that is attacked, with one account.
  void open_battle(const State& state, const play::Event& event) {
    const auto from = hex_at(event, 0);
    if (in_battle_ && battle_.from == from && battle_.result.empty()) {
      battle_.place += "+" + hex_at(event, 1);
      return;
    }
    close_battle();
    in_battle_ = true;
    battle_ = {};
    battle_.place = hex_at(event, 1);
    battle_.from = from;
    battle_.odds = event.amount;
    for (const auto& modifier : event.modifiers) account(modifier);
    ++sides_[battle_.attacker].battles;
    constexpr int kEven = 100;
    if (battle_.odds != hex_operations::kSure && battle_.odds < kEven)
      blunders_.attacked_weakly(state, battle_.attacker,
                                game_.context().hexes[event.places.at(1)].code);
  }
  void account(const play::Modifier& modifier) {
    using hex_operations::ModifierCode;
    const auto code = static_cast<ModifierCode>(modifier.code);
    if (modifier.piece < 0) {
      battle_.factor = modifier.value;
      return;
    }
    const int side = hex_operations::side_of_piece(modifier.piece);
    if (modifier.value > 0) battle_.attacker = side;
    auto& sum = code == ModifierCode::Leader ? battle_.bonus : battle_.strength;
    sum[side] += std::abs(modifier.value);
  }
  void result(const play::Event& event) {
    battle_.die = event.face;
    battle_.result = hex_operations::result_text(event.amount);
  }
  void close_battle() {
    if (!std::exchange(in_battle_, false)) return;
    const int attacker = battle_.attacker, defender = 1 - attacker;
    BattleLine line;
    line.turn = turn_;
    line.place = battle_.place;
    line.from = battle_.from;
    line.attacker = side_name(attacker);
    line.attack = battle_.strength[attacker];
    line.attack_bonus = battle_.bonus[attacker];
    line.defence = battle_.strength[defender];
    line.defence_bonus = battle_.bonus[defender];
    line.factor = battle_.factor;
    if (battle_.odds != hex_operations::kSure) line.odds = battle_.odds;
    if (battle_.die != 0) line.die = battle_.die;
    line.result = battle_.result;
    line.attacker_losses = battle_.losses[attacker];
    line.defender_losses = battle_.losses[defender];
    add_battle_row(kBattleColumns, line);
  }

  /// Rows of the turn that is over.
  void end_turn(const State& state) {
    tally_.end_turn(state);
    blunders_.end_turn(state);
    const auto blunders = blunders_.take();
    const int lead = game_.outcome(state).margin;
    for (const auto side : {play::Side::A, play::Side::B}) {
      Turn& turn = sides_[play::index(side)];
      turn.lead = side == play::Side::A ? lead : -lead;
      count(state, play::index(side), turn);
      const auto& done = blunders[static_cast<std::size_t>(play::index(side))];
      turn.blunders_starved = done.starved;
      turn.blunders_open = done.open;
      turn.blunders_left = done.left;
      turn.blunders_idle = done.idle;
      turn.blunders_undone = done.undone;
      turn.blunders_leaders = done.leaders;
      turn.blunders_unsupported = done.unsupported;
      add_turn_row(side, kTurnColumns, turn);
    }
    turn_ = state.turn;
  }
  void count(const State& state, int side, Turn& turn) const {
    namespace ops = hex_operations;
    const auto& c = game_.context();
    const auto on_map = ops::pieces_on_map(state, side);
    for (int unit : on_map& c.combat_pieces[side]) {
      const int piece = ops::piece_of(side, unit);
      ++turn.units;
      turn.strength += ops::strength_of(c, state, piece);
      turn.corps += ops::is_corps(c, state, piece);
      turn.disrupted += state.disrupted(piece);
    }
    turn.supply_units = (on_map & c.supply_pieces[side]).count();
    turn.depots = (on_map & c.depot_pieces[side]).count();
    turn.leaders = (on_map & c.leader_pieces[side]).count();
    const int marked = std::popcount(state.control);
    turn.controlled = side == 0 ? marked : static_cast<int>(c.places.size()) - marked;
    turn.depleted = std::popcount(state.full);
  }

  OperationsBlunders blunders_;
  BySide<int> lost_{};
  BySide<Turn> sides_{};
  bool in_battle_ = false;
  Battle battle_;
};

}  // namespace niemen::lab
