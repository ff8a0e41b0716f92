#include "engine/systems/block_battle/load.h"

#include <algorithm>
#include <array>

#include "engine/core/defaults.h"
#include "engine/core/faults.h"
#include "engine/play/game_files.h"
#include "engine/play/typed_game.h"
#include "engine/systems/block_battle/load_parts.h"

namespace niemen::block_battle {

namespace {

using core::ConfigTable;

constexpr std::array<std::string_view, 2> kDays{"first_day", "second_day"};

void read_sides(ConfigTable& game, BlockContext& context) {
  auto sides = game.table("sides");
  context.side_names = play::read_side_names(sides, {"first", "second"});
  sides.finish();
  context.default_doctrines = play::read_default_doctrines(game, context.side_names);
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
  core::each_row(victory, "level", [&](ConfigTable& row) {
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
  });
  if (context.rules.levels.empty() || context.rules.levels.front().from > -kMaxLevel)
    victory.fail("level", "the first level must begin at -999");
}

}  // namespace

int read_side(ConfigTable& table, std::string_view key, const BlockContext& context) {
  return play::read_side(table, key, context.side_names);
}

void read_rules(ConfigTable& game, BlockContext& context) {
  for (const auto& section : rule_sections())
    core::attempt([&] {
      auto table = game.table(section.name);
      core::read_parameters(table, section.parameters, context.rules);
      if (section.name == "victory") read_levels(table, context);
      table.finish();
    });
  for (const int day : {0, 1})
    if (game.has(kDays[static_cast<std::size_t>(day)]))
      read_day(game, kDays[static_cast<std::size_t>(day)], context.days[day]);
}

void need_days(const ConfigTable& game, const Scenario& scenario) {
  if (scenario.first_day && !game.has(kDays[0]))
    game.fail(kDays[0], "the scenario fights the first day, and [first_day] is missing");
  if (scenario.second_day && !game.has(kDays[1]))
    game.fail(kDays[1], "the scenario fights the second day, and [second_day] is missing");
}

std::shared_ptr<const BlockContext> load_block_context(const play::GameRequest& request,
                                                       const play::GameFolder& folder,
                                                       play::GameInfo& info) {
  auto context = std::make_shared<BlockContext>();
  const auto config = play::assemble_files(
      request, folder, info, {}, [](auto& tree) { core::say_defaults(tree, rule_sections()); });
  ConfigTable game(config);
  for (auto key : {"mechanism", "default_scenario", "default_preset"}) game.text(key);
  game.text_or("title", "");
  game.take(play::kFormatKey);
  game.take("presets");
  read_sides(game, *context);
  read_rules(game, *context);
  core::attempt([&] { read_map(folder, game, *context); });
  core::attempt([&] { read_blocks(folder, game, *context); });
  context->scenario.id = info.scenario;
  core::attempt([&] { read_scenario(game.table("scenario"), *context); });
  core::attempt([&] { need_days(game, context->scenario); });
  if (core::all_was_read()) game.finish();
  core::stop_at_faults();
  info.data_hash = core::hash_config(config);
  play::read_openings(request, folder, info,
                      [&](const core::ConfigValue& file, const std::string& name, int side) {
                        read_opening(file, name, side, *context);
                      });
  context->folders = folder.folders;
  constexpr std::array<std::string_view, 3> kTables{"areas.csv", "borders.csv", "blocks.csv"};
  play::describe_folder(folder, "block_battle", context->side_names, kTables, info);
  for (const auto& level : context->rules.levels) info.victory_levels.push_back(level.name);
  info.first_turn = 1;
  info.last_turn = (context->scenario.first_day ? context->days[0].turns : 0) +
                   (context->scenario.second_day ? context->days[1].turns : 0);
  return context;
}

std::vector<play::OlderRule> older_rules(const play::GameFolder& folder) {
  return play::older_doctrines(folder);
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
