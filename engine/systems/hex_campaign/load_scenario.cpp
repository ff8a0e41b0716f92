#include <algorithm>

#include "engine/core/faults.h"
#include "engine/core/names.h"
#include "engine/systems/hex_campaign/load_parts.h"
#include "engine/systems/hex_campaign/state.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

using core::ConfigTable;
using core::ConfigValue;

constexpr std::string_view kArms[] = {"infantry", "cavalry", "artillery"};
constexpr std::string_view kSetUps[] = {"historical", "free", "position"};
constexpr std::string_view kWhat[] = {"place", "losses", "battles", "exits"};
constexpr std::string_view kWhen[] = {"end", "by_turn", "held"};
constexpr std::string_view kTie[] = {"a", "b", "draw"};
constexpr std::string_view kPositionKeys[] = {"a",        "b",        "battle_points",
                                              "released", "captured", "supreme_left"};
constexpr int kMaxPoints = 1000;
constexpr int kMaxDistance = 40;

/// 14.1: hexes of the side's territory at most `steps` from the border, a border hex being the
/// first (ruling T-18).
HexSet near_border(const Context& context, Side side, int steps) {
  const auto& own = context.friendly[play::index(side)];
  HexSet near;
  for (int hex : own) {
    if ((context.map.around(static_cast<Hex>(hex)) - own).empty()) continue;
    near |= context.map.within(static_cast<Hex>(hex), steps - 1);
  }
  return near & own;
}

VictoryRow read_row(ConfigTable& table, const Places& places, const Context& context) {
  VictoryRow row;
  row.origin = core::origin_of(table.value());
  table.text("id");
  row.what = static_cast<VictoryRow::What>(table.choice("what", kWhat));
  row.when = static_cast<VictoryRow::When>(table.choice_or("when", 0, kWhen));
  row.points = static_cast<int>(table.integer("points", -kMaxPoints, kMaxPoints));
  if (row.when == VictoryRow::When::Held && row.what != VictoryRow::What::Place)
    table.fail("when", "only a place can be held; allowed: end, by_turn");
  if (row.what == VictoryRow::What::Place) {
    const auto* place = table.take("place");
    if (!place) table.fail("place", "\"place\" is missing; it must be a hex or a city");
    row.hex = places.one(*place);
    if (table.has("if_joined")) row.power = power_named(table, "if_joined", context);
  }
  if (row.what == VictoryRow::What::Exits) {
    const auto* hexes = table.take("places");
    if (!hexes) table.fail("places", "\"places\" is missing; it must name hexes");
    row.hexes = places.resolve(*hexes);
    if (row.hexes.empty()) table.fail("places", "a row of exits needs places");
  }
  // At the end a place is scored by whoever holds it.
  if (row.what != VictoryRow::What::Place || row.when != VictoryRow::When::End)
    row.side = read_side(table, "side");
  if (row.when == VictoryRow::When::ByTurn)
    row.turn = static_cast<int>(table.integer("turn", 1, context.rules.turns));
  if (row.when == VictoryRow::When::Held)
    row.turns_held = static_cast<int>(table.integer("turns_held", 1, context.rules.turns));
  table.finish();
  return row;
}

void read_levels(ConfigTable& victory, VictoryTable& table) {
  core::each_row(victory, "level", [&](ConfigTable& level) {
    level.text("id");
    table.levels.push_back(
        {level.text("name"), static_cast<int>(level.integer("from", -kMaxPoints, kMaxPoints))});
    level.finish();
    if (table.levels.size() > 1 &&
        table.levels[table.levels.size() - 2].from_margin >= table.levels.back().from_margin)
      level.fail("from", "levels must ascend");
  });
  if (table.levels.empty()) victory.value().fail("a victory table needs levels");
}

}  // namespace

void load_victory(const ConfigValue& game, const Places& places, Context& context) {
  ConfigTable victory(game.table.at("victory"));
  auto& table = context.victory;
  const int tie = victory.choice("tie_winner", kTie);
  table.tie_draws = tie == 2;
  table.tie_winner = tie == 1 ? Side::B : Side::A;
  core::each_row(victory, "row",
                 [&](ConfigTable& row) { table.rows.push_back(read_row(row, places, context)); });
  for (const auto& row : table.rows) table.exits[play::index(row.side)] |= row.hexes;
  if (table.rows.size() > static_cast<std::size_t>(kMaxVictoryRows))
    victory.fail("row", std::to_string(table.rows.size()) +
                            " rows; allowed: " + std::to_string(kMaxVictoryRows));
  core::each_row(victory, "sudden_death", [&](ConfigTable& row) {
    row.text("id");
    SuddenDeath death;
    death.origin = core::origin_of(row.value());
    death.winner = read_side(row, "winner");
    const auto* all = row.take("places");
    if (!all) row.fail("places", "\"places\" is missing; it must name hexes");
    death.places = places.resolve(*all);
    if (row.has("from_turn"))
      death.from_turn = static_cast<int>(row.integer("from_turn", 1, context.rules.turns));
    if (row.has("to_turn"))
      death.to_turn =
          static_cast<int>(row.integer("to_turn", death.from_turn, context.rules.turns));
    if (const auto* held = row.take("averted_by"))
      for (const auto& item : held->list) death.averted_by.push_back(places.resolve(item));
    row.finish();
    if (death.places.empty() && death.averted_by.empty())
      row.fail("places", "a sudden death needs places");
    table.sudden_deaths.push_back(death);
  });
  constexpr std::string_view kLeads[] = {"least_lead_a", "least_lead_b"};
  for (std::size_t s = 0; s < play::kSides; ++s)
    if (victory.has(kLeads[s]))
      table.least_lead[s] = static_cast<int>(victory.integer(kLeads[s], 1, kMaxPoints));
  read_levels(victory, table);
  const auto* wanted = victory.take("independence_places");
  if (wanted && wanted->text == "places") {
    for (const auto& row : table.rows)
      if (row.what == VictoryRow::What::Place) table.independence_places.insert(row.hex);
  } else if (wanted) {
    table.independence_places = places.resolve(*wanted);
  }
  if (context.rules.independence && table.independence_places.empty())
    victory.fail("independence_places", "rules.independence needs independence_places");
  victory.finish();
}

void load_scenario(const ConfigValue& game, Context& context) {
  ConfigTable table(game.table.at("scenario"));
  auto& scenario = context.scenario;
  scenario.name = table.text("name");
  scenario.title = table.text("title");
  const int set_up = table.choice("set_up", kSetUps);
  scenario.free_setup = set_up == 1 || (set_up == 2 && table.flag_or("free", false));
  scenario.preset = table.text_or("preset", "");
  context.overrides = table.texts_or_none("set");
  scenario.first_turn = static_cast<int>(table.integer("first_turn", 1, context.rules.turns));
  scenario.last_turn =
      static_cast<int>(table.integer("last_turn", scenario.first_turn, context.rules.turns));
  if (set_up == 2 && table.has("position")) scenario.position = table.text("position");
  // The end of a campaign of the first year is where the linked one goes on (17.1).
  if (game.table.count("parts") && scenario.position.find("phase over\n") != std::string::npos)
    scenario.last_turn = context.rules.turns;
  if (set_up == 2 && scenario.position.empty())
    for (auto key : kPositionKeys) table.take(key);
  context.deploys_first = table.choice_or("deploys_first", 1, kSideWords) == 0 ? Side::A : Side::B;
  for (const auto* key : {"source", "goes_on_with"}) table.text_or(key, "");
  core::each_row(table, "quota", [&](ConfigTable& row) {
    SetUpQuota quota;
    row.text("id");
    quota.side = read_side(row, "side");
    quota.arm = static_cast<Arm>(row.choice("arm", kArms));
    quota.count = static_cast<int>(row.integer("count", 1, kMaxPieces));
    quota.within_of_border = static_cast<int>(row.integer("within_of_border", 1, kMaxDistance));
    quota.hexes = near_border(context, quota.side, quota.within_of_border);
    row.finish();
    scenario.quotas.push_back(quota);
  });
  table.finish();
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
