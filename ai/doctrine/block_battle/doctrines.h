// The doctrines of block battles, where agents look for them.
#pragma once

#include "ai/policy/policy.h"
#include "engine/systems/block_battle/block_battle.h"

namespace niemen::ai {

/// One file of the game's doctrines/ folder each; the other side then plays its default.
template <>
struct Doctrines<niemen::block_battle::BlockBattle> {
  using G = niemen::block_battle::BlockBattle;
  static std::vector<std::string> names(const G& game);
  static std::vector<std::string> alternatives(const G& game, play::Side side);
  static std::unique_ptr<Policy<G>> make(const G& game, std::string_view name);
};

}  // namespace niemen::ai
