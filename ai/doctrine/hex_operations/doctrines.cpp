#include "ai/doctrine/hex_operations/doctrines.h"

#include "ai/doctrine/hex_operations/planner.h"
#include "engine/core/error.h"
#include "engine/core/faults.h"
#include "engine/play/game_files.h"

namespace niemen::ai {

using niemen::hex_operations::HexOperations;

std::vector<std::string> Doctrines<HexOperations>::names(const HexOperations& game) {
  return hex_operations::doctrine_names(game.context());
}

std::vector<std::string> Doctrines<HexOperations>::alternatives(const HexOperations& game,
                                                                play::Side side) {
  const auto& context = game.context();
  auto found = names(game);
  std::erase_if(found, [&](const std::string& name) {
    const auto file = hex_operations::doctrine_file(context, name);
    return hex_operations::read_doctrine(file, context).side != play::index(side) ||
           name == context.default_doctrines[play::index(side)];
  });
  return found;
}

std::unique_ptr<Policy<HexOperations>> Doctrines<HexOperations>::make(const HexOperations& game,
                                                                      std::string_view name) {
  const auto& context = game.context();
  std::array<hex_operations::Doctrine, 2> both;
  for (std::size_t side = 0; side < 2; ++side) {
    const auto& standard = context.default_doctrines[side];
    const auto file = hex_operations::doctrine_file(context, standard);
    if (file.empty()) {
      if (name.empty()) return std::make_unique<RandomPolicy<HexOperations>>();
      throw play::unknown_default_doctrine(context.folders, standard, names(game));
    }
    both[side] = hex_operations::read_doctrine(file, context);
    core::attempt([&] {
      if (both[side].side != static_cast<int>(side) && core::all_was_read())
        throw core::InputError(file.string() + ": is not a doctrine for " +
                               context.side_names[side]);
    });
  }
  if (!name.empty()) {
    const auto file = hex_operations::doctrine_file(context, std::string(name));
    if (file.empty()) return nullptr;
    auto doctrine = hex_operations::read_doctrine(file, context);
    const auto side = static_cast<std::size_t>(doctrine.side);
    both[side] = std::move(doctrine);
  }
  if (!core::all_was_read()) return nullptr;  // nobody plays by what is faulty
  return std::make_unique<hex_operations::Planner>(
      std::make_shared<hex_operations::PlannerBasis>(game, std::move(both)));
}

}  // namespace niemen::ai
