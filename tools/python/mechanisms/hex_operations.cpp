#include "ai/doctrine/hex_operations/doctrines.h"
#include "ai/eval/hex_operations/features.h"
#include "engine/systems/hex_operations/bare_view.h"
#include "tools/python/typed_quick_game.h"

namespace niemen::python::mechanisms {

std::unique_ptr<QuickGame> hex_operations(const play::AnyGame& game) {
  return quick_game_of<niemen::hex_operations::HexOperations>(game);
}

}  // namespace niemen::python::mechanisms
