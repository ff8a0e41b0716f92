#include "engine/systems/block_battle/load.h"

#include <algorithm>

#include "engine/play/typed_game.h"
#include "engine/systems/block_battle/load_parts.h"

namespace niemen::block_battle {

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

ConfigValue read_opening_file(const play::GameFolder& folder, const std::string& name) {
  const auto known = folder.list("openings", "toml");
  if (std::find(known.begin(), known.end(), name) == known.end())
    throw core::InputError("opening \"" + name + "\" is not known; allowed: " + joined(known));
  return folder.toml("openings/" + name + ".toml");
}

/// The scenario asked for, else the first that an opening is made for, else the folder's own.
std::string scenario_name(const play::GameRequest& request, const play::GameFolder& folder) {
  if (!request.scenario.empty()) return request.scenario;
  for (const auto& opening : request.openings) {
    if (opening.empty()) continue;
    const auto file = read_opening_file(folder, opening);
    const auto scenarios = ConfigTable(file).texts("scenarios");
    if (!scenarios.empty()) return scenarios.front();
  }
  return peek_text(folder.config, "default_scenario");
}

/// game.toml with the preset laid over its rules, the scenario beside it, and overrides last.
ConfigValue assemble(const play::GameRequest& request, const play::GameFolder& folder,
                     play::GameInfo& info) {
  auto config = folder.config;
  info.scenario = scenario_name(request, folder);
  info.preset = request.preset.empty() ? peek_text(config, "default_preset") : request.preset;
  const auto presets = config.table.find("presets");
  if (presets == config.table.end()) config.fail("\"presets\" is missing; it must be a table");
  info.presets = {peek_text(config, "default_preset")};
  for (const auto& [name, unused] : presets->second.table)
    if (name != info.presets[0]) info.presets.push_back(name);
  const auto preset = presets->second.table.find(info.preset);
  if (preset == presets->second.table.end())
    throw core::InputError("preset \"" + info.preset +
                           "\" is not known; allowed: " + joined(info.presets));
  core::overlay(config.table["rules"], preset->second);
  info.scenarios = folder.list("scenarios", "toml");
  if (std::find(info.scenarios.begin(), info.scenarios.end(), info.scenario) ==
      info.scenarios.end())
    throw core::InputError("scenario \"" + info.scenario +
                           "\" is not known; allowed: " + joined(info.scenarios));
  config.table["scenario"] = folder.toml("scenarios/" + info.scenario + ".toml");
  for (const auto& assignment : request.overrides) core::apply_override(config, assignment);
  return config;
}

void read_sides(ConfigTable& game, BlockContext& context) {
  auto sides = game.table("sides");
  context.side_names = {sides.text("first"), sides.text("second")};
  for (const auto key : {"first", "second"}) {
    const auto name = sides.text(key);
    if (name.empty() || name.find_first_of(" \t\n\r") != std::string::npos)
      sides.fail(key, "\"" + name + "\": the name of a side is a word without blanks");
  }
  if (context.side_names[0] == context.side_names[1])
    sides.fail("second", "both sides are called " + context.side_names[0]);
  sides.finish();
  auto doctrines = game.table("doctrines");
  for (std::size_t side = 0; side < 2; ++side)
    context.default_doctrines[side] = doctrines.text(context.side_names[side]);
  doctrines.finish();
}

void read_day(ConfigTable& game, std::string_view key, Day& day) {
  constexpr int kHours = 24;
  auto table = game.table(key);
  day.name = table.text("name");
  day.turns = static_cast<int>(table.integer("turns", 1, kMaxTurns));
  day.first_hour = static_cast<int>(table.integer("first_hour", 0, kHours - 1));
  day.main_symbols = static_cast<int>(table.integer("main_symbols", 1, 2));
  table.text("source");
  table.finish();
}

void read_levels(ConfigTable& victory, BlockContext& context) {
  constexpr int kMaxLevel = 999;
  for (auto& row : victory.tables("level")) {
    VictoryLevel level;
    row.text("id");
    row.text("source");
    level.name = row.text("name");
    level.from = static_cast<int>(row.integer("from", -kMaxLevel, kMaxLevel));
    level.winner = read_side(row, "winner", context);
    if (!context.rules.levels.empty() && level.from <= context.rules.levels.back().from)
      row.fail("from", "levels must ascend");
    row.finish();
    context.rules.levels.push_back(std::move(level));
  }
  if (context.rules.levels.empty() || context.rules.levels.front().from > -kMaxLevel)
    victory.fail("level", "the first level must begin at -999");
}

}  // namespace

int read_side(ConfigTable& table, std::string_view key, const BlockContext& context) {
  const auto name = table.text(key);
  for (int side : {0, 1})
    if (context.side_names[static_cast<std::size_t>(side)] == name) return side;
  table.fail(key,
             "\"" + name + "\"; allowed: " + context.side_names[0] + ", " + context.side_names[1]);
}

void read_rules(ConfigTable& game, BlockContext& context) {
  for (const auto& section : rule_sections()) {
    auto table = game.table(section.name);
    core::read_parameters(table, section.parameters, context.rules);
    if (section.name == "victory") read_levels(table, context);
    table.finish();
  }
  read_day(game, "first_day", context.days[0]);
  read_day(game, "second_day", context.days[1]);
}

std::shared_ptr<const BlockContext> load_block_context(const play::GameRequest& request,
                                                       const play::GameFolder& folder,
                                                       play::GameInfo& info) {
  auto context = std::make_shared<BlockContext>();
  const auto config = assemble(request, folder, info);
  ConfigTable game(config);
  for (auto key : {"mechanism", "default_scenario", "default_preset"}) game.text(key);
  game.text_or("title", "");
  game.take("presets");
  read_sides(game, *context);
  read_rules(game, *context);
  read_map(folder, game, *context);
  read_blocks(folder, game, *context);
  context->scenario.id = info.scenario;
  read_scenario(game.table("scenario"), *context);
  game.finish();
  info.data_hash = core::hash_config(config);
  for (int side : {0, 1}) {
    const auto& name = request.openings[side];
    if (name.empty()) continue;
    const auto opening = read_opening_file(folder, name);
    read_opening(opening, name, side, *context);
    info.data_hash = core::hash_config(opening, info.data_hash);
  }
  for (const auto& name : folder.list("openings", "toml")) {
    const auto side = peek_text(folder.toml("openings/" + name + ".toml"), "side");
    info.openings[side == context->side_names[0] ? 0 : 1].push_back(name);
  }
  for (auto file : {"areas.csv", "borders.csv", "blocks.csv"})
    info.data_hash = core::hash_config(folder.csv(file), info.data_hash);
  context->folders = folder.folders;
  info.title = folder.title;
  info.mechanism = "block_battle";
  for (int side : {0, 1})
    info.side_names[side] = context->side_names[static_cast<std::size_t>(side)];
  for (const auto& level : context->rules.levels) info.victory_levels.push_back(level.name);
  info.first_turn = 1;
  info.last_turn = (context->scenario.first_day ? context->days[0].turns : 0) +
                   (context->scenario.second_day ? context->days[1].turns : 0);
  return context;
}

std::unique_ptr<play::AnyGame> load_game(const play::GameRequest& request,
                                         const play::GameFolder& folder) {
  static_assert(play::Game<BlockBattle>);
  play::GameInfo info;
  const auto context = load_block_context(request, folder, info);
  return std::make_unique<play::TypedGame<BlockBattle>>(BlockBattle(*context), std::move(info),
                                                        context);
}

}  // namespace niemen::block_battle
