// Joins the rows of the chapters; play/steps.h runs the mechanism by them.
#include "engine/systems/block_battle/steps.h"

#include <fmt/format.h>

#include "engine/systems/block_battle/block_battle.h"
#include "engine/systems/block_battle/procedure.h"

namespace niemen::block_battle {

const play::RowTable<Mechanism>& Mechanism::rows() {
  static constexpr auto kRows = play::join_rows<Mechanism>(
      deploy_row, initiative_dice_row, enter_row, enter_at_row, pin_row, command_row,
      command_at_row, command_role_row, bombard_row, bombard_at_row, bombard_by_row,
      name_defender_row, bombard_dice_row, bombard_loss_row, withdraw_row, move_row, move_by_row,
      move_to_row, leader_move_row, leader_move_to_row, straggle_row, straggle_to_row,
      straggler_die_row, choose_battle_row, main_border_row, square_row, shelter_row,
      next_block_row, block_turn_row, retreat_die_row, fire_dice_row, take_hit_row, onward_row,
      regroup_row, regroup_to_row, supply_row, capture_row, burn_row, burn_die_row, transfer_row,
      night_move_row, over_row);
  return kRows;
}

bool Mechanism::is_action(const BlockContext& game, play::Action action) {
  if (!block_battle::is_action(action)) return false;
  const auto range = range_of(verb_of(action));
  const int value = value_of(action) - lowest_value(range);
  return value >= 0 && value < value_count(game, range);
}

play::Verdict Mechanism::not_now(const BlockContext&, const State& state, Verb verb) {
  const auto& due = Steps::row_of(state);
  // Headquarters move when no command is left: whoever is still to move lacks one, not the way.
  if (verb == Verb::Move && due.step == Step::LeaderMove)
    return play::Verdict::no(
        "5.2", "no command is left: what is due is leader-move, of the headquarters themselves");
  const auto rule = state.step == Step::Over ? due.rule : Steps::rule_of(verb);
  return play::Verdict::no(std::string(rule),
                           fmt::format("not now; what is due is {} ({})", due.name, due.rule));
}

State BlockBattle::initial() const {
  State state{};
  Play p{{*context_, state, nullptr}};
  begin_campaign(p);
  return state;
}

void BlockBattle::legal(const State& state, play::ActionList& list) const {
  Steps::legal(*context_, state, list);
}
void BlockBattle::chance(const State& state, play::ChanceList& list) const {
  Steps::chance(*context_, state, list);
}
play::ChanceKey BlockBattle::chance_key(const State& state) const {
  return Steps::chance_key(*context_, state);
}
void BlockBattle::apply(State& state, play::Action action, play::NullRecorder&) const {
  Steps::apply(*context_, state, action, nullptr);
}
void BlockBattle::apply(State& state, play::Action action, play::EventRecorder& recorder) const {
  Steps::apply(*context_, state, action, &recorder);
}
play::Verdict BlockBattle::why(const State& state, play::Action action) const {
  return Steps::why(*context_, state, action);
}

play::Outcome BlockBattle::outcome(const State& state) const {
  const auto& game = *context_;
  play::Outcome outcome;
  outcome.margin = victory_points(game, state, 0) - victory_points(game, state, 1) - game.rules.bid;
  for (std::size_t i = 0; i < game.rules.levels.size(); ++i) {
    const auto& level = game.rules.levels[i];
    if (outcome.margin < level.from) break;
    outcome.level = static_cast<int>(i);
    outcome.winner = level.winner == 0 ? play::Outcome::Winner::A : play::Outcome::Winner::B;
  }
  return outcome;
}

int BlockBattle::turn(const State& state) const {
  return state.step == Step::Deploy && !state.by_night() ? 0 : state.turn;
}

play::StepRow BlockBattle::step(const State& state) const { return Steps::row_of(state); }

}  // namespace niemen::block_battle
