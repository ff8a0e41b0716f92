// 3.31 Stacking while blocks move: an area may be over its limit until the next block has left it
// (B-32).
#include "engine/systems/block_battle/procedure.h"

namespace niemen::block_battle {

namespace {

/// Blocks of the phasing side whose move is still to come in the phase at hand.
BlockSet left_to_move(const BlockContext& game, const State& s) {
  switch (s.phase) {
    case Step::Move: return s.active[at(s.phasing)] ? commanded(game, s, s.phasing) : 0;
    case Step::LeaderMove: return leaders_to_move(s);
    case Step::Straggle: return may_straggle(game, s);
    default: return 0;
  }
}

/// Those who can leave the area that is over its limit for one with room.
BlockSet must_leave(const BlockContext& game, const State& s) {
  BlockSet able = 0;
  const auto here = blocks_in(game, s, s.phasing, s.overfull);
  for_each(game, s.phasing, here & left_to_move(game, s), [&](int block) {
    if (move_ways(game, s, block).roomy) able |= game.bit(block);
  });
  return able;
}

}  // namespace

BlockSet may_move(const BlockContext& game, const State& s) {
  return s.overfull == kNone ? left_to_move(game, s) : must_leave(game, s);
}

AreaSet that_empty(const BlockContext& game, const State& s, int block, AreaSet full) {
  const auto i = at(s.phasing);
  const auto done = s.moved[i] | s.fired[i] | s.pinned[i] | s.acted[i] | game.bit(block);
  AreaSet open = 0;
  for (; full; full &= full - 1) {
    const int area = std::countr_zero(full);
    if ((blocks_in(game, s, s.phasing, area) & ~done) == 0) continue;
    State after = s;
    Play p{{game, after, nullptr}};
    spend_command(after);
    go(p, block, area);
    if (must_leave(game, after)) open |= area_bit(area);
  }
  return open;
}

}  // namespace niemen::block_battle
