#include "ai/doctrine/block_battle/doctrines.h"

#include "ai/doctrine/block_battle/planner.h"
#include "ai/doctrine/files.h"

namespace niemen::ai {

namespace {

using niemen::block_battle::BlockBattle;

struct BlockBattleFiles {
  using Doctrine = block_battle::Doctrine;
  using Planner = block_battle::Planner;
  using Basis = block_battle::Basis;
  static constexpr auto names = block_battle::doctrine_names;
  static constexpr auto file = block_battle::doctrine_file;
  static constexpr auto read = block_battle::read_doctrine;
};
using BlockBattleDoctrines = FileDoctrines<BlockBattle, BlockBattleFiles>;

}  // namespace

std::vector<std::string> Doctrines<BlockBattle>::names(const BlockBattle& game) {
  return BlockBattleDoctrines::names(game);
}
std::vector<std::string> Doctrines<BlockBattle>::alternatives(const BlockBattle& game,
                                                              play::Side side) {
  return BlockBattleDoctrines::alternatives(game, side);
}
std::unique_ptr<Policy<BlockBattle>> Doctrines<BlockBattle>::make(const BlockBattle& game,
                                                                  std::string_view name) {
  return BlockBattleDoctrines::make(game, name);
}

}  // namespace niemen::ai
