#include "engine/systems/hex_operations/load.h"

#include <algorithm>

#include "engine/play/typed_game.h"

#include "engine/systems/hex_operations/load_parts.h"

namespace niemen::hex_operations {

namespace {

using core::ConfigTable;
using core::ConfigValue;

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// A text at the top of a file, read before the strict pass.
std::string peek_text(const ConfigValue& config, std::string_view key) {
  const auto it = config.table.find(key);
  if (it == config.table.end() || it->second.kind != ConfigValue::Kind::Text)
    config.fail("\"" + std::string(key) + "\" is missing; it must be text");
  return it->second.text;
}

std::string known(const std::vector<std::string>& names, const std::string& name,
                  const char* what) {
  if (std::find(names.begin(), names.end(), name) == names.end())
    throw core::InputError(std::string(what) + " \"" + name +
                           "\" is not known; allowed: " + joined(names));
  return name;
}

ConfigValue opening_file(const play::GameFolder& folder, const std::string& name) {
  return folder.toml("openings/" + known(folder.list("openings", "toml"), name, "opening") +
                     ".toml");
}

/// The scenario asked for, else the one that an opening is made for, else the folder's own.
std::string scenario_name(const play::GameRequest& request, const play::GameFolder& folder) {
  if (!request.scenario.empty()) return request.scenario;
  for (const auto& opening : request.openings)
    if (!opening.empty()) return peek_text(opening_file(folder, opening), "scenario");
  return peek_text(folder.config, "default_scenario");
}

std::vector<std::string> preset_names(const play::GameFolder& folder, const std::string& first) {
  std::vector<std::string> names{first};  // simplest first: the default, then the others by name
  for (const auto& name : folder.list("presets", "toml"))
    if (name != first) names.push_back(name);
  return names;
}

/// game.toml with rules.toml, the preset over both, the scenario beside it, and overrides last.
ConfigValue assemble(const play::GameRequest& request, const play::GameFolder& folder,
                     play::GameInfo& info) {
  ConfigValue config;
  config.file = folder.config.file;
  config.table["rules"] = folder.toml("rules.toml");
  core::overlay(config, folder.config);
  info.presets = preset_names(folder, peek_text(config, "default_preset"));
  info.preset =
      known(info.presets, request.preset.empty() ? info.presets[0] : request.preset, "preset");
  core::overlay(config, folder.toml("presets/" + info.preset + ".toml"));
  info.scenarios = folder.list("scenarios", "toml");
  info.scenario = known(info.scenarios, scenario_name(request, folder), "scenario");
  config.table["scenario"] = folder.toml("scenarios/" + info.scenario + ".toml");
  // Sections of rules.toml are named without the word before them, as `niemen describe` does.
  for (const auto& assignment : request.overrides) {
    const auto section = assignment.substr(0, assignment.find('.'));
    const bool of_rules = config.table["rules"].table.contains(section);
    core::apply_override(of_rules ? config.table["rules"] : config, assignment);
  }
  return config;
}

void read_sides(ConfigTable& game, OperationsContext& context) {
  auto sides = game.table("sides");
  context.side_names = {sides.text("invader"), sides.text("defender")};
  for (const auto key : {"invader", "defender"}) {
    const auto name = sides.text(key);
    if (name.empty() || name.find_first_of(" \t\n\r") != std::string::npos)
      sides.fail(key, "\"" + name + "\": the name of a side is a word without blanks");
  }
  if (context.side_names[0] == context.side_names[1])
    sides.fail("defender", "both sides are called " + context.side_names[0]);
  context.defender_country = sides.text("defender_country");
  context.rules.first_player = read_side(sides, "first_player", context);
  sides.text("barred_entry");
  sides.finish();
  auto doctrines = game.table("doctrines");
  for (std::size_t side = 0; side < 2; ++side)
    context.default_doctrines[side] = doctrines.text(context.side_names[side]);
  doctrines.finish();
}

void read_openings(const play::GameRequest& request, const play::GameFolder& folder,
                   OperationsContext& context, play::GameInfo& info) {
  for (int side : {0, 1}) {
    const auto& name = request.openings[side];
    if (name.empty()) continue;
    const auto opening = opening_file(folder, name);
    read_opening(opening, name, side, context);
    info.data_hash = core::hash_config(opening, info.data_hash);
  }
  for (const auto& name : folder.list("openings", "toml")) {
    const auto side = peek_text(opening_file(folder, name), "side");
    info.openings[side == context.side_names[0] ? 0 : 1].push_back(name);
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
  for (const auto& level : context.rules.levels) info.victory_levels.push_back(level.name);
  info.first_turn = context.scenario.first_turn;
  info.last_turn = context.rules.last_turn;
}

}  // namespace

std::shared_ptr<const OperationsContext> load_operations_context(const play::GameRequest& request,
                                                                 const play::GameFolder& folder,
                                                                 play::GameInfo& info) {
  auto context = std::make_shared<OperationsContext>();
  const auto config = assemble(request, folder, info);
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
