#include "ai/doctrine/block_battle/doctrines.h"
#include "ai/eval/block_battle/features.h"
#include "engine/systems/block_battle/bare_view.h"
#include "tools/python/typed_quick_game.h"

namespace niemen::python::mechanisms {

std::unique_ptr<QuickGame> block_battle(const play::AnyGame& game) {
  return quick_game_of<niemen::block_battle::BlockBattle>(game);
}

}  // namespace niemen::python::mechanisms
