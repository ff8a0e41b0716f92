// The Victory Points Interphase: the level, political losses, and who won.
#include <algorithm>

#include "engine/systems/hex_operations/chapters.h"
#include "engine/systems/hex_operations/hex_operations.h"

namespace niemen::hex_operations {

namespace {

bool may_be_given(const OperationsContext& game, const State& state, int piece) {
  return side_of_piece(piece) == 0 && state.is_on_map(piece) && is_corps(game, state, piece);
}

play::Modifier index_of_turn(int index) {
  return {
      .value = index, .code = static_cast<std::uint16_t>(ModifierCode::Index), .rule = "Victory B"};
}

void next_political_loss(Play& p) {
  auto& s = p.state;
  for (int index : pieces_on_map(s, 0) & p.game.combat_pieces[0])
    if (s.work.attrition.due[0] > 0 && may_be_given(p.game, s, index))
      return p.ask(Step::PoliticalLoss, 0);
  end_turn(p);
}

}  // namespace

void begin_victory(Play& p) {
  auto& s = p.state;
  const auto& rules = p.game.rules;
  s.work = {};
  clear_marks(s);
  // After the last Game-Turn sieges are judged, and no Corps is lost any more (H-48).
  const bool last = s.turn >= rules.last_turn;
  if (last) judge_sieges(p);
  const int level = victory_points(p.game, s);
  const int index = rules.victory_index[s.turn - 1];
  if (p.log) p.tell(EventKind::Level, {.amount = level, .modifiers = {index_of_turn(index)}});
  if (last || level >= index || !rules.political_losses) return end_turn(p);
  s.work.attrition.due[0] = static_cast<std::uint8_t>(rules.political_loss_corps);
  next_political_loss(p);
}

namespace {

void list_political_loss(const Lister& l) {
  for (int index : pieces_on_map(l.state, 0) & l.game.combat_pieces[0])
    if (may_be_given(l.game, l.state, index) && first_of_its_kind(l.game, l.state, index))
      l.add(index);
}

void lose_politically(Play& p, int value) {
  --p.state.work.attrition.due[0];
  eliminate(p, value, Cause::Political);
  lose_lone_depots(p);
  next_political_loss(p);
}

Verdict refuse_political_loss(const OperationsContext& game, const State&, int value) {
  return Verdict::no("Victory B", "a Corps on the map is lost", game.pieces[value].id);
}

}  // namespace

play::Outcome HexOperations::outcome(const State& state) const {
  const auto& rules = context_->rules;
  const int points = victory_points(*context_, state);
  play::Outcome outcome;
  outcome.margin = points - rules.margin_at;
  outcome.level = static_cast<int>(rules.levels.size()) - 1;
  for (std::size_t i = rules.levels.size(); i-- > 0;)
    if (points >= rules.levels[i].from) outcome.level = static_cast<int>(i);
  const int winner = rules.levels[outcome.level].winner_side;
  outcome.winner = winner == 0   ? play::Outcome::Winner::A
                   : winner == 1 ? play::Outcome::Winner::B
                                 : play::Outcome::Winner::Draw;
  return outcome;
}

constinit const RowOf<Step::PoliticalLoss> political_loss_row{
    {"political-loss", "Victory", "Victory B", "Choose the Corps that politics cost"},
    {{Verb::Lose, "Victory B", list_political_loss, refuse_political_loss, lose_politically}}};

constinit const RowOf<Step::Over> over_row{
    {"over", "Victory", "Victory C", "The campaign is over"}};

}  // namespace niemen::hex_operations
