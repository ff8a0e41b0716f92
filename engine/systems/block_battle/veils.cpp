#include "engine/systems/block_battle/veils.h"

#include <algorithm>

namespace niemen::block_battle {

BlockSet under_veil(const BlockContext& game, const State& s, int label) {
  const int side = game.side_of(label);
  BlockSet set = 0;
  const int first = game.first[at(side)];
  for (int i = 0; i < game.count[at(side)]; ++i)
    set |= static_cast<BlockSet>(s.veil[at(first + i)] == label) << i;
  return set;
}

bool is_known(const BlockContext& game, const State& s, int block) {
  return single(under_veil(game, s, s.veil[at(block)]));
}

void reveal(const BlockContext& game, State& s, int block) {
  const auto rest = under_veil(game, s, s.veil[at(block)]) & ~game.bit(block);
  if (rest && s.veil[at(block)] == block) {
    const int side = game.side_of(block);
    const auto label = static_cast<std::uint8_t>(first_of(game, side, rest));
    for_each(game, side, rest, [&](int other) { s.veil[at(other)] = label; });
  }
  s.veil[at(block)] = static_cast<std::uint8_t>(block);
  set_lost(s, block, s.lost(block), true);
}

void merge_veils(const BlockContext& game, State& s, int side, BlockSet blocks) {
  if (blocks == 0) return;
  int label = kNone;
  bool several = false;
  for_each(game, side, blocks, [&](int block) {
    const int veil = s.veil[at(block)];
    several |= label != kNone && veil != label;
    label = std::min(label, veil);
  });
  if (!several) return;
  std::array<bool, 256> merged{};
  for_each(game, side, blocks, [&](int block) { merged[s.veil[at(block)]] = true; });
  const int first = game.first[at(side)];
  for (int i = first; i < first + game.count[at(side)]; ++i)
    if (merged[s.veil[at(i)]]) s.veil[at(i)] = static_cast<std::uint8_t>(label);
}

BlockSet may_be_taken_for(const BlockContext& game, const State& s, int side, int area) {
  const auto i = at(side);
  return blocks_in(game, s, side, area) & ~(s.moved[i] | s.active[i] | s.fired[i]);
}

namespace {

/// Nobody but this block can have lost or gained the step.
void shift_bounds(const BlockContext& game, State& s, int block, int change) {
  auto& loss = s.loss[at(block)];
  const int last = game.faces[at(block)] - 1;
  loss = Loss::of(loss.lost(), std::clamp(loss.least() + change, 0, last),
                  std::clamp(loss.most() + change, 0, last));
}

}  // namespace

void blur_strength(const BlockContext& game, State& s, int side, BlockSet blocks, int change,
                   bool sure) {
  if (sure && single(blocks) && is_known(game, s, first_of(game, side, blocks)))
    return shift_bounds(game, s, first_of(game, side, blocks), change);
  std::array<bool, 256> veiled{};
  for_each(game, side, blocks, [&](int block) { veiled[s.veil[at(block)]] = true; });
  const int first = game.first[at(side)];
  for (int i = first; i < first + game.count[at(side)]; ++i) {
    if (!veiled[s.veil[at(i)]]) continue;
    auto& loss = s.loss[at(i)];
    const int last = game.faces[at(i)] - 1;
    loss = change > 0 ? Loss::of(loss.lost(), loss.least(), std::min(loss.most() + 1, last))
                      : Loss::of(loss.lost(), std::max(loss.least() - 1, 0), loss.most());
  }
}

void set_lost(State& s, int block, int lost, bool seen) {
  auto& loss = s.loss[at(block)];
  if (seen) {
    loss = Loss::of(lost, lost, lost);
  } else {
    loss = Loss::of(lost, std::min(loss.least(), lost), std::max(loss.most(), lost));
  }
}

}  // namespace niemen::block_battle
