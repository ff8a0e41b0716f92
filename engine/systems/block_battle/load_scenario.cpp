// Scenarios and openings: who takes part, and where he stands.
#include "engine/core/faults.h"
#include "engine/play/game_files.h"
#include "engine/systems/block_battle/load_parts.h"

namespace niemen::block_battle {

namespace {

using core::ConfigTable;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

void read_places(ConfigTable table, BlockContext& context, int side) {
  auto& scenario = context.scenario;
  for (const auto& id : table.keys())
    core::attempt([&] {
      table.has(id);
      const int block = read_block(table, id, id, context);
      if (side >= 0 && context.blocks[at(block)].side != side)
        table.fail(id, id + " is not of " + context.side_names[at(side)]);
      const int area = read_area(table, id, table.text(id), context);
      auto& place = scenario.place[at(block)];
      if (place != kNone && side >= 0) table.fail(id, id + " has its place from the scenario");
      if (scenario.absent[at(block)]) table.fail(id, id + " is absent, and has no place");
      if (scenario.enters[at(block)])
        table.fail(id, id + " enters with his corps, and has no place at the start");
      if (is_artillery(context.blocks[at(block)].arm) && !((context.gun_places >> area) & 1U))
        table.fail(id, id + ": artillery cannot stand in " + context.areas[at(area)].id);
      place = static_cast<std::uint8_t>(area);
    });
  table.finish();
}

void read_reductions(ConfigTable table, BlockContext& context) {
  table.text_or("source", "");
  for (const auto& id : table.keys())
    core::attempt([&] {
      if (id == "source" || !table.has(id)) return;
      const int block = read_block(table, id, id, context);
      context.scenario.lost[at(block)] =
          static_cast<std::uint8_t>(table.integer(id, 0, context.blocks[at(block)].faces - 1));
    });
  table.finish();
}

void read_ranges(ConfigTable table, BlockContext& context) {
  for (const auto& id : table.keys())
    core::attempt([&] {
      table.has(id);
      const int block = read_block(table, id, id, context);
      for (const auto& leader : table.texts(id)) {
        const int of = read_block(table, id, leader, context);
        if (context.blocks[at(of)].arm != Arm::Headquarters ||
            context.blocks[at(of)].side != context.blocks[at(block)].side)
          table.fail(id, leader + " is no headquarters of this side");
        context.scenario.deploys_with[at(block)] |= context.bit(of);
      }
    });
  table.finish();
}

void read_entering(ConfigTable& table, BlockContext& context) {
  for (const auto& id : table.texts_or_none("enters"))
    core::attempt([&] {
      const int leader = read_block(table, "enters", id, context);
      if (context.blocks[at(leader)].side != 0 ||
          context.blocks[at(leader)].arm != Arm::Headquarters)
        table.fail("enters", id + " is no headquarters of " + context.side_names[0]);
      context.scenario.entering.push_back(leader);
      for (int block = 0; block < context.count[0]; ++block)
        if (block == leader || context.blocks[at(block)].attached == leader)
          context.scenario.enters[at(block)] = true;
    });
}

void read_absent(ConfigTable& table, BlockContext& context) {
  for (const auto& id : table.texts_or_none("absent"))
    core::attempt([&] {
      const int block = read_block(table, "absent", id, context);
      if (context.blocks[at(block)].side != 0)
        table.fail("absent", id + ": only blocks of " + context.side_names[0] + " come later");
      context.scenario.absent[at(block)] = true;
    });
}

}  // namespace

void read_scenario(ConfigTable table, BlockContext& context) {
  auto& scenario = context.scenario;
  scenario.place.fill(kNone);
  scenario.name = table.text("name");
  scenario.first_day = table.flag("first_day");
  scenario.second_day = table.flag("second_day");
  if (!scenario.first_day && !scenario.second_day)
    table.fail("second_day", "a scenario needs a day of battle");
  for (const auto day : {0, 1})
    if (constexpr std::array<std::string_view, 2> kTurns{"first_day_turns", "second_day_turns"};
        table.has(kTurns[at(day)]))
      context.days[at(day)].turns = static_cast<int>(table.integer(kTurns[at(day)], 1, kMaxTurns));
  // Its name before there were games of others than Russians.
  const auto* redoubt_key =
      table.has("russian_redoubt_points") ? "russian_redoubt_points" : "second_redoubt_points";
  scenario.second_redoubt = static_cast<int>(table.integer_or(redoubt_key, 0, 0, kMaxPoints));
  read_entering(table, context);
  read_absent(table, context);
  read_places(table.table("places"), context, -1);
  read_ranges(table.table("deploys_with"), context);
  read_reductions(table.table("reduced"), context);
  table.finish();
}

void read_opening(const core::ConfigValue& value, const std::string& name, int side,
                  BlockContext& context) {
  ConfigTable table(value);
  play::read_opening_head(table, name, side, context.side_names, context.scenario.id);
  const auto before = context.scenario.place;
  read_places(table.table("places"), context, side);
  table.finish();
  core::stop_at_faults();
  for (int i = 0; i < context.count[at(side)]; ++i) {
    const int block = context.block_of(side, i);
    const auto& scenario = context.scenario;
    const bool here = !scenario.absent[at(block)] && !scenario.enters[at(block)];
    if (here && scenario.place[at(block)] == kNone)
      table.fail("places", "opening \"" + name + "\" leaves " + context.blocks[at(block)].id +
                               " without a place");
    context.scenario.by_opening[at(block)] = before[at(block)] == kNone;
  }
  context.scenario.opening[at(side)] = true;
}

}  // namespace niemen::block_battle
