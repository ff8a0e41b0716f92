// 8 Victory.
#include "engine/systems/block_battle/choices.h"

namespace niemen::block_battle {

int redoubt_points(const BlockContext& game, int side) {
  return side == 1 ? game.scenario.second_redoubt : game.rules.redoubt;
}

// 8.2 to 8.5, B-24: the enemy's dead, and redoubts with a block in them.
int victory_points(const BlockContext& game, const State& s, int side) {
  int points = 0;
  for (int i = 0; i < game.count[at(1 - side)]; ++i) {
    const int block = game.block_of(1 - side, i);
    if (s.at(block) == kDead) points += game.blocks[at(block)].points;
  }
  const int held = std::popcount(game.redoubts & friendly(s, side));
  return points + held * redoubt_points(game, side);
}

void finish(Play& p) {
  for (int side : {0, 1})
    p.note(EventKind::Points, "8.1", [&](play::Event& e) {
      e.side = side;
      e.amount = victory_points(p.game, p.state, side);
    });
  p.state.step = Step::Over;
  p.state.decider = play::Actor::Over;
}

constinit const RowOf<Step::Over> over_row{{"over", "8 Victory", "8.1", "The battle is over"}};

}  // namespace niemen::block_battle
