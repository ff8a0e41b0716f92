// What the lab records of hex operations: the state of both sides at the end of each turn, every
// battle, losses by cause.
#pragma once

#include <array>
#include <bit>
#include <string>
#include <utility>
#include <vector>

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
  static std::vector<Column> turn_columns() {
    return {{"lead", "number", "points by which the side is ahead"},
            {"strength", "integer", "strength of the Combat units on the map"},
            {"units", "integer", "Combat units on the map"},
            {"corps", "integer", "Corps among them"},
            {"disrupted", "integer", "disrupted ones among them"},
            {"supply_units", "integer", "Supply units on the map"},
            {"depots", "integer", "Depots on the map"},
            {"leaders", "integer", "Leaders on the map"},
            {"controlled", "integer", "places that count and that the side controls"},
            {"depleted", "integer", "Areas that are 100% depleted, whoever is there"},
            {"unsupplied", "integer", "Combat units that had no source of supply this turn"},
            {"losses_attrition", "integer", "Combat units lost to attrition this turn"},
            {"losses_march", "integer", "Combat units lost or reduced in forced marches this turn"},
            {"losses_combat", "integer", "Combat units lost in battles and retreats this turn"},
            {"losses_elimination", "integer", "Combat units automatically eliminated this turn"},
            {"losses_supply", "integer", "unsupplied Combat units lost this turn"},
            {"losses_politics", "integer", "Corps lost for political reasons this turn"},
            {"losses_other", "integer", "Combat units lost in stacks and sieges this turn"}};
  }
  /// Battles that were fought, by die or without.
  static std::vector<Column> battle_columns() {
    return {{"turn", "integer", "turn"},
            {"place", "string", "hex of the Defender; several, out of a Fortress, with + between"},
            {"from", "string", "hex of the Attacker; around a Fortress the first"},
            {"attacker", "string", "a or b"},
            {"attack", "integer", "printed strength of the attackers"},
            {"attack_bonus", "integer", "bonus of their Leaders, before it is capped"},
            {"defence", "integer", "printed strength of the defenders"},
            {"defence_bonus", "integer", "bonus of their Leaders, before it is capped"},
            {"factor", "integer", "the Defender's factor for terrain; of several hexes the last"},
            {"odds", "integer", "percentage; empty against a defence of nothing"},
            {"die", "integer", "empty: no die was needed"},
            {"result", "string", "as the Combat Results Table prints it"},
            {"attacker_losses", "integer", "Combat units, retreats included"},
            {"defender_losses", "integer", "Combat units, retreats included"}};
  }

  explicit Telemetry(const Game& game) : MechanismTelemetry(game) {}

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
    for (const auto& event : recorder.events) listen(event);
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
  enum Loss { Attrition, March, Combat, Elimination, Supply, Politics, Other, kLosses };
  struct Battle {
    std::string place, from, result;
    int attacker = 0;
    std::array<int, play::kSides> strength{}, bonus{}, losses{};  ///< by side
    int factor = 1, odds = 0, die = 0;
  };

  static Loss loss_of(hex_operations::Cause cause) {
    using hex_operations::Cause;
    switch (cause) {
      case Cause::Attrition: return Attrition;
      case Cause::ForcedMarch: return March;
      case Cause::AutomaticElimination: return Elimination;
      case Cause::Unsupplied: return Supply;
      case Cause::Political: return Politics;
      case Cause::Stacking:
      case Cause::Siege: return Other;
      default: return Combat;
    }
  }

  void listen(const play::Event& event) {
    using hex_operations::EventKind;
    switch (static_cast<EventKind>(event.kind)) {
      case EventKind::PlayerTurnBegins:
      case EventKind::Advances: close_battle(); break;
      case EventKind::Battle: open_battle(event); break;
      case EventKind::CombatResult: result(event); break;
      case EventKind::Lost:
        lose(event, loss_of(static_cast<hex_operations::Cause>(event.amount)));
        break;
      case EventKind::Reduced: ++losses_[index(event.side)][March]; break;
      case EventKind::Unsupplied: ++unsupplied_[index(event.side)]; break;
      case EventKind::Level: close_battle(); break;
      default: break;
    }
  }
  void lose(const play::Event& event, Loss cause) {
    const int piece = event.pieces.at(0) & (hex_operations::kAsDivision - 1);
    if (!hex_operations::is_combat(game_.context().arm[index(piece)])) return;
    const auto side = index(event.side);
    ++lost_[side];
    ++losses_[side][cause];
    if (in_battle_ && cause == Combat) ++battle_.losses[side];
  }

  std::string hex_at(const play::Event& event, std::size_t place) const {
    return game_.place_code(event.places.at(place));
  }
  // Out of a Fortress one battle is told once for each hex that is attacked, with one account.
  void open_battle(const play::Event& event) {
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
    sum[index(side)] += std::abs(modifier.value);
  }
  void result(const play::Event& event) {
    battle_.die = event.face;
    battle_.result = hex_operations::result_text(event.amount);
  }
  void close_battle() {
    if (!std::exchange(in_battle_, false)) return;
    const auto a = index(battle_.attacker), d = 1 - a;
    const auto number = [](int value) { return std::to_string(value); };
    battle_rows_.push_back(
        {{number(turn_), battle_.place, battle_.from, a == 0 ? "a" : "b",
          number(battle_.strength[a]), number(battle_.bonus[a]), number(battle_.strength[d]),
          number(battle_.bonus[d]), number(battle_.factor),
          battle_.odds == hex_operations::kSure ? "" : number(battle_.odds),
          battle_.die == 0 ? "" : number(battle_.die), battle_.result, number(battle_.losses[a]),
          number(battle_.losses[d])}});
  }

  /// Rows of the turn that is over.
  void end_turn(const State& state) {
    tally_.end_turn(state);
    const int lead = game_.outcome(state).margin;
    for (const auto side : {play::Side::A, play::Side::B})
      add_turn_row(side, side_values(state, play::index(side), lead),
                   losses_[index(play::index(side))]);
    unsupplied_ = {};
    turn_ = state.turn;
  }
  std::vector<double> side_values(const State& state, int side, int lead) {
    namespace ops = hex_operations;
    const auto& c = game_.context();
    const auto on_map = ops::pieces_on_map(state, side);
    const auto s = index(side);
    int strength = 0, corps = 0, disrupted = 0;
    for (int unit : on_map& c.combat_pieces[s]) {
      const int piece = ops::piece_of(side, unit);
      strength += ops::strength_of(c, state, piece);
      corps += ops::is_corps(c, state, piece);
      disrupted += state.disrupted(piece);
    }
    const int marked = std::popcount(state.control);
    std::vector<double> values;
    for (const int value :
         {side == 0 ? lead : -lead, strength, (on_map & c.combat_pieces[s]).count(), corps,
          disrupted, (on_map & c.supply_pieces[s]).count(), (on_map & c.depot_pieces[s]).count(),
          (on_map & c.leader_pieces[s]).count(),
          side == 0 ? marked : static_cast<int>(c.places.size()) - marked,
          std::popcount(state.full), unsupplied_[s]})
      values.push_back(value);
    return values;
  }

  std::array<int, play::kSides> lost_{}, unsupplied_{};
  std::array<std::array<int, kLosses>, play::kSides> losses_{};
  bool in_battle_ = false;
  Battle battle_;
};

}  // namespace niemen::lab
