// Joins the rows of the chapters; play/steps.h runs the mechanism by them.
#include "engine/systems/hex_operations/steps.h"

#include "engine/core/hash.h"
#include "engine/systems/hex_operations/chapters.h"
#include "engine/systems/hex_operations/hex_operations.h"

namespace niemen::hex_operations {

const play::RowTable<Mechanism>& Mechanism::rows() {
  static constexpr auto kRows = play::join_rows<Mechanism>(
      set_up_row, arrive_row, attrition_die_row, attrition_loss_row, move_unit_row, move_step_row,
      march_die_row, march_option_row, march_second_die_row, stack_loss_row, create_depot_row,
      scorch_row, declare_attack_row, withdraw_row, withdraw_step_row, choose_battle_row,
      commit_leader_row, combat_die_row, exchange_loss_row, retreat_unit_row, retreat_step_row,
      advance_row, feed_fortress_row, feed_unit_row, supply_track_row, unsupplied_die_row,
      political_loss_row, leader_flees_row, over_row);
  return kRows;
}

bool Mechanism::is_action(const OperationsContext& game, play::Action action) {
  if (!hex_operations::is_action(action)) return false;
  const int value = value_of(action);
  const auto is_hex = [&](int hex) { return hex < kHexCodes && game.open[hex]; };
  const auto is_piece = [&](int piece) {
    return piece < kPieces && !game.pieces[piece].id.empty();
  };
  const int what = directed_what(value), way = directed_way(value);
  switch (range_of(verb_of(action))) {
    case ValueRange::Nothing: return value == 0;
    case ValueRange::Die: return value >= 1 && value <= kDieFaces;
    case ValueRange::Hex: return is_hex(value);
    case ValueRange::Piece: return is_piece(value);
    case ValueRange::HexWay: return is_hex(what) && way < kDirections && game.neighbour[what][way];
    case ValueRange::PieceWay: return is_piece(what) && way < kDirections;
    case ValueRange::Area: return value < game.area_count();
  }
  return false;
}

play::Verdict Mechanism::not_now(const OperationsContext&, const State& state, Verb verb) {
  const auto& row = Steps::row_of(state);
  const std::string prompt(row.prompt);
  if (state.step == Step::Over) return Verdict::no("Game Length", "the campaign is over");
  if (row.is_nature) return Verdict::no(std::string(row.rule), "a die is rolled first: " + prompt);
  return Verdict::no(std::string(Steps::rule_of(verb)), "now it is asked: " + prompt);
}

bool Mechanism::out_of_the_question(const State& state, Verb verb, int value) {
  if (range_of(verb) == ValueRange::HexWay)
    return pieces_at(state, state.phasing, directed_what(value)).empty();
  if (verb != Verb::StepTo) return false;
  const int walker = state.step == Step::MoveStep      ? state.work.movement.piece
                     : state.step == Step::LeaderFlees ? state.work.movement.leader
                                                       : state.work.combat.piece;
  return state.is_on_map(walker) && hex_distance(state.at(walker), value) != 1;
}

void HexOperations::legal(const State& state, play::ActionList& list) const {
  Steps::legal(*context_, state, list);
}
void HexOperations::chance(const State& state, play::ChanceList& list) const {
  Steps::chance(*context_, state, list);
}
play::ChanceKey HexOperations::chance_key(const State& state) const {
  return Steps::chance_key(*context_, state);
}
void HexOperations::apply(State& state, play::Action action, play::NullRecorder&) const {
  Steps::apply(*context_, state, action, nullptr);
}
void HexOperations::apply(State& state, play::Action action, play::EventRecorder& recorder) const {
  Steps::apply(*context_, state, action, &recorder);
}
play::Verdict HexOperations::why(const State& state, play::Action action) const {
  return Steps::why(*context_, state, action);
}

play::StepRow HexOperations::step(const State& state) const { return Steps::row_of(state); }

std::uint64_t HexOperations::hash(const State& state) const {
  return core::hash_bytes(std::as_bytes(std::span(&state, 1)));
}

}  // namespace niemen::hex_operations
