#include "ai/doctrine/block_battle/doctrines.h"

#include "ai/doctrine/block_battle/planner.h"
#include "engine/core/error.h"
#include "engine/core/faults.h"
#include "engine/play/game_files.h"

namespace niemen::ai {

using niemen::block_battle::BlockBattle;

std::vector<std::string> Doctrines<BlockBattle>::names(const BlockBattle& game) {
  return block_battle::doctrine_names(game.context());
}

std::vector<std::string> Doctrines<BlockBattle>::alternatives(const BlockBattle& game,
                                                              play::Side side) {
  const auto& context = game.context();
  auto found = names(game);
  std::erase_if(found, [&](const std::string& name) {
    const auto file = block_battle::doctrine_file(context, name);
    return block_battle::read_doctrine(file, context).side != play::index(side) ||
           name == context.default_doctrines[play::index(side)];
  });
  return found;
}

std::unique_ptr<Policy<BlockBattle>> Doctrines<BlockBattle>::make(const BlockBattle& game,
                                                                  std::string_view name) {
  const auto& context = game.context();
  std::array<block_battle::Doctrine, 2> both;
  for (std::size_t side = 0; side < 2; ++side) {
    const auto& standard = context.default_doctrines[side];
    const auto file = block_battle::doctrine_file(context, standard);
    if (file.empty()) {
      if (name.empty()) return std::make_unique<RandomPolicy<BlockBattle>>();
      throw play::unknown_default_doctrine(context.folders, standard, names(game));
    }
    both[side] = block_battle::read_doctrine(file, context);
    core::attempt([&] {
      if (both[side].side != static_cast<int>(side) && core::all_was_read())
        throw core::InputError(file.string() + ": is not a doctrine for " +
                               context.side_names[side]);
    });
  }
  if (!name.empty()) {
    const auto file = block_battle::doctrine_file(context, std::string(name));
    if (file.empty()) return nullptr;
    auto doctrine = block_battle::read_doctrine(file, context);
    const auto side = static_cast<std::size_t>(doctrine.side);
    both[side] = std::move(doctrine);
  }
  if (!core::all_was_read()) return nullptr;  // nobody plays by what is faulty
  return std::make_unique<block_battle::Planner>(
      std::make_shared<block_battle::Basis>(game, std::move(both)));
}

}  // namespace niemen::ai
