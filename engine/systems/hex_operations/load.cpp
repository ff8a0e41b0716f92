#include "engine/systems/hex_operations/load.h"

#include <algorithm>

#include "engine/core/defaults.h"
#include "engine/core/faults.h"
#include "engine/play/game_files.h"
#include "engine/play/typed_game.h"
#include "engine/systems/hex_operations/added_rules.h"
#include "engine/systems/hex_operations/load_parts.h"
#include "engine/systems/margins.h"

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

}  // namespace

std::shared_ptr<const OperationsContext> load_operations_context(const play::GameRequest& request,
                                                                 const play::GameFolder& folder,
                                                                 play::GameInfo& info) {
  auto context = std::make_shared<OperationsContext>();
  const auto config = play::assemble_files(request, folder, info, added_rules(), [](auto& tree) {
    core::say_defaults(tree.table["rules"], rule_sections(), systems::kMarginAt);
  });
  ConfigTable game(config);
  for (auto key : {"mechanism", "default_scenario", "default_preset"}) game.text(key);
  game.text_or("title", "");
  game.take(play::kFormatKey);
  context->dates = game.texts("dates");
  read_sides(game, *context);
  auto rules = game.table("rules");
  read_rules(rules, *context);
  rules.finish();
  core::attempt([&] { read_map(folder, *context); });
  core::attempt(
      [&] { read_pieces(folder, game, game.table("scenario"), info.scenario, *context); });
  if (core::all_was_read()) game.finish();
  core::stop_at_faults();
  info.data_hash = core::hash_config(config);
  context->folders = folder.folders;
  play::read_openings(request, folder, info,
                      [&](const core::ConfigValue& file, const std::string& name, int side) {
                        read_opening(file, name, side, *context);
                      });
  constexpr std::array<std::string_view, 5> kTables{
      "terrain.csv", "map/hexes.csv", "map/hexsides.csv", "leaders.csv", "reinforcements.csv"};
  play::describe_folder(folder, "hex_operations", context->side_names, kTables, info);
  for (const auto& level : context->rules.levels) info.victory_levels.push_back(level.name);
  info.first_turn = context->scenario.first_turn;
  info.last_turn = context->rules.last_turn;
  return context;
}

std::vector<play::OlderRule> older_rules(const play::GameFolder& folder) {
  auto older = play::older_doctrines(folder);
  const auto rules = folder.toml("rules.toml");
  const auto added =
      play::older_of(rules, play::format_of(folder.config), added_rules(), "rules.toml");
  older.insert(older.end(), added.begin(), added.end());
  return older;
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
