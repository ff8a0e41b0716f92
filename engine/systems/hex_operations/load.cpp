#include "engine/systems/hex_operations/load.h"

#include <algorithm>

#include "engine/play/typed_game.h"

#include "engine/play/game_files.h"
#include "engine/systems/hex_operations/load_parts.h"

namespace niemen::hex_operations {

namespace {

using core::ConfigTable;

void read_sides(ConfigTable& game, OperationsContext& context) {
  auto sides = game.table("sides");
  context.side_names = play::read_side_names(sides, {"invader", "defender"});
  context.defender_country = sides.text("defender_country");
  context.rules.first_player = read_side(sides, "first_player", context);
  sides.text("barred_entry");
  sides.finish();
  context.default_doctrines = play::read_default_doctrines(game, context.side_names);
}

void read_openings(const play::GameRequest& request, const play::GameFolder& folder,
                   OperationsContext& context, play::GameInfo& info) {
  for (int side : {0, 1}) {
    const auto& name = request.openings[side];
    if (name.empty()) continue;
    const auto opening = play::read_opening_file(folder, name);
    read_opening(opening, name, side, context);
    info.data_hash = core::hash_config(opening, info.data_hash);
  }
}

void fill_info(const play::GameFolder& folder, const OperationsContext& context,
               play::GameInfo& info) {
  for (auto file :
       {"terrain.csv", "map/hexes.csv", "map/hexsides.csv", "leaders.csv", "reinforcements.csv"})
    info.data_hash = core::hash_config(folder.csv(file), info.data_hash);
  info.title = folder.title;
  info.mechanism = "hex_operations";
  for (int side : {0, 1})
    info.side_names[side] = context.side_names[static_cast<std::size_t>(side)];
  play::list_openings(folder, info);
  for (const auto& level : context.rules.levels) info.victory_levels.push_back(level.name);
  info.first_turn = context.scenario.first_turn;
  info.last_turn = context.rules.last_turn;
}

}  // namespace

std::shared_ptr<const OperationsContext> load_operations_context(const play::GameRequest& request,
                                                                 const play::GameFolder& folder,
                                                                 play::GameInfo& info) {
  auto context = std::make_shared<OperationsContext>();
  const auto config = play::assemble_files(request, folder, info);
  ConfigTable game(config);
  for (auto key : {"mechanism", "default_scenario", "default_preset"}) game.text(key);
  context->dates = game.texts("dates");
  read_sides(game, *context);
  auto rules = game.table("rules");
  read_rules(rules, *context);
  rules.finish();
  read_map(folder, *context);
  read_pieces(folder, game, game.table("scenario"), info.scenario, *context);
  game.finish();
  info.data_hash = core::hash_config(config);
  context->folders = folder.folders;
  read_openings(request, folder, *context, info);
  fill_info(folder, *context, info);
  return context;
}

std::unique_ptr<play::AnyGame> load_game(const play::GameRequest& request,
                                         const play::GameFolder& folder) {
  static_assert(play::Presented<HexOperations>);
  play::GameInfo info;
  const auto context = load_operations_context(request, folder, info);
  return std::make_unique<play::TypedGame<HexOperations>>(HexOperations(*context), std::move(info),
                                                          context);
}

}  // namespace niemen::hex_operations
