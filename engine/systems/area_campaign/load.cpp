#include "engine/systems/area_campaign/load.h"
#include "engine/play/typed_game.h"

#include <algorithm>
#include <set>

#include "engine/core/defaults.h"
#include "engine/core/faults.h"
#include "engine/core/names.h"
#include "engine/play/game_files.h"
#include "engine/systems/area_campaign/load_rules.h"
#include "engine/systems/margins.h"

namespace niemen::area_campaign {

namespace {

using core::ConfigTable;
using core::ConfigValue;

void read_sides(ConfigTable& game, AreaContext& context) {
  auto sides = game.table("sides");
  context.side_names = play::read_side_names(sides, {"invader", "defender"});
  context.defender_country = sides.text("defender_country");
  context.rules.first_player = read_side(sides, "first_player", context);
  sides.finish();
  context.default_doctrines = play::read_default_doctrines(game, context.side_names);
}

PlaceSet read_place_list(ConfigTable& table, std::string_view key, const AreaContext& context) {
  PlaceSet places;
  for (const auto& id : table.texts_or_none(key))
    core::attempt([&] {
      const int at = place_named(table, key, id, context);
      if (context.point_of[at] == kNowhere)
        table.fail(key, id + " is worth no points and cannot be controlled");
      places.insert(at);
    });
  return places;
}

std::uint64_t read_area_list(ConfigTable& table, std::string_view key, const AreaContext& context) {
  std::uint64_t areas = 0;
  std::vector<std::string> names;
  for (const auto& area : context.areas) names.push_back(area.id);
  for (const auto& id : table.texts_or_none(key))
    core::attempt([&] {
      const auto found = std::find(names.begin(), names.end(), id);
      if (found == names.end()) core::fail_unknown(table, key, "Area", id, names);
      areas |= std::uint64_t{1} << (found - names.begin());
    });
  return areas;
}

int read_place(ConfigTable& table, std::string_view key, const AreaContext& context) {
  return place_named(table, key, table.text(key), context);
}

/// A position counts the rows of arrivals in a byte.
constexpr std::size_t kMaxRows = 255;

void check_rows(const ConfigTable& table, std::string_view key, const std::vector<Arrival>& rows) {
  if (rows.size() > kMaxRows)
    table.fail(key, std::to_string(rows.size()) + " rows; allowed: " + std::to_string(kMaxRows));
}

void read_reinforcements(ConfigTable& game, AreaContext& context) {
  auto table = game.table("reinforcements");
  context.fallback = read_places(table, "fallback", context, {});
  table.text("fallback_source");
  core::each_row(table, "row", [&](ConfigTable& row) {
    Arrival arrival;
    arrival.origin = core::origin_of(row.value());
    arrival.id = row.text("id");
    arrival.side = read_side(row, "side", context);
    arrival.turn = static_cast<int>(row.integer("turn", 1, context.rules.last_turn));
    arrival.at_free_fortress = row.text("areas") == "uncontrolled_fortress";
    if (!arrival.at_free_fortress) arrival.places = read_places(row, "areas", context, {});
    arrival.queue = queue_of(read_units(row, "units", context, arrival.side), context);
    row.text("source");
    row.finish();
    context.reinforcements.push_back(std::move(arrival));
  });
  check_rows(table, "row", context.reinforcements);
  table.finish();
  std::stable_sort(context.reinforcements.begin(), context.reinforcements.end(),
                   [](const Arrival& a, const Arrival& b) { return a.turn < b.turn; });
}

/// A Leader stands in one place, or deploys with one group.
void require_once(const ConfigTable& row, const UnitList& units, AreaContext& context,
                  std::set<int>& stands) {
  for (const int leader : units.leaders)
    if (!stands.insert(leader).second)
      core::report(row, "units",
                   "the leader " + context.leaders[leader].name + " (" +
                       context.leaders[leader].letter + ") is there twice");
}

void read_group(ConfigTable& row, AreaContext& context, std::set<int>& stands) {
  constexpr std::array<std::string_view, 3> kLimits{"none", "one_corps_each", "one_depot_each"};
  Arrival group;
  group.id = row.text("id");
  group.side = read_side(row, "side", context);
  group.places = read_places(row, "areas", context, context.scenario.controlled);
  const auto units = read_units(row, "units", context, group.side);
  require_once(row, units, context, stands);
  group.queue = queue_of(units, context);
  const int limit = row.choice("limit", kLimits);
  group.corps_limit = limit == 1;
  group.depot_limit = limit == 2;
  const int needed = limit == 1   ? units.counts[Kind::Infantry] + units.counts[Kind::Cavalry]
                     : limit == 2 ? units.counts[Kind::Depot]
                                  : 1;
  if (group.places.count() < needed) row.fail("areas", "too few places for these units");
  row.text("source");
  row.finish();
  context.scenario.groups.push_back(std::move(group));
}

void read_placed(ConfigTable& row, AreaContext& context, std::set<int>& stands) {
  PlacedUnits placed;
  row.text("id");
  placed.side = read_side(row, "side", context);
  placed.place = read_place(row, "area", context);
  placed.units = read_units(row, "units", context, placed.side);
  require_once(row, placed.units, context, stands);
  if (!context.rules.optional_rules) placed.units.leaders.clear();
  row.text("source");
  row.finish();
  context.scenario.placed.push_back(std::move(placed));
}

void read_scenario(ConfigTable table, const std::string& id, AreaContext& context) {
  auto& scenario = context.scenario;
  scenario.id = id;
  scenario.name = table.text("name");
  scenario.first_turn = static_cast<int>(table.integer("first_turn", 1, context.rules.last_turn));
  scenario.level = static_cast<int>(table.integer_or("level", 0, -99, 99));
  scenario.controlled = read_place_list(table, "controlled", context);
  table.text_or("controlled_source", "");
  scenario.half_depleted = read_area_list(table, "half_depleted", context);
  scenario.fully_depleted = read_area_list(table, "fully_depleted", context);
  if (scenario.half_depleted & scenario.fully_depleted)
    table.fail("fully_depleted", "an Area is half depleted too");
  table.text_or("depleted_source", "");
  if (table.has("position")) scenario.position = table.text("position");
  std::set<int> stands;
  core::each_row(table, "placed", [&](ConfigTable& row) { read_placed(row, context, stands); });
  core::each_row(table, "group", [&](ConfigTable& row) { read_group(row, context, stands); });
  check_rows(table, "group", scenario.groups);
  table.finish();
  context.level_offset = scenario.level;
  for (int at : scenario.controlled) context.level_offset -= context.places[at].points;
}

/// What an opening file puts where, checked against the group it belongs to.
void read_opening_row(ConfigTable& row, AreaContext& context, int side, std::vector<UnitList>& left,
                      std::vector<PlaceSet>& used) {
  const auto id = row.text("group");
  auto& groups = context.scenario.groups;
  std::size_t g = 0;
  while (g < groups.size() && (groups[g].id != id || groups[g].side != side)) ++g;
  if (g == groups.size()) row.fail("group", "this side has no group \"" + id + "\"");
  const int at = read_place(row, "area", context);
  if (!groups[g].places.contains(at))
    row.fail("area", "group " + id + " may not deploy in " + context.places[at].id);
  auto units = read_units(row, "units", context, side);
  if (!context.rules.optional_rules) units.leaders.clear();
  const int limited = groups[g].corps_limit
                          ? units.counts[Kind::Infantry] + units.counts[Kind::Cavalry]
                      : groups[g].depot_limit ? units.counts[Kind::Depot]
                                              : 0;
  if (limited > 1 || (limited == 1 && used[g].contains(at)))
    row.fail("units", "group " + id + " may have one of these in each place");
  if (limited == 1) used[g].insert(at);
  for (const Kind kind : kAllKinds)
    if ((left[g].counts[kind] -= units.counts[kind]) < 0)
      row.fail("units", "group " + id + " has fewer units");
  for (int leader : units.leaders)
    if (std::erase(left[g].leaders, leader) == 0)
      row.fail("units", "group " + id + " does not have this leader");
  row.finish();
  context.scenario.placed.push_back({side, at, std::move(units)});
}

void read_opening(const ConfigValue& value, const std::string& name, int side,
                  AreaContext& context) {
  ConfigTable table(value);
  play::read_opening_head(table, name, side, context.side_names, context.scenario.id);
  const auto& groups = context.scenario.groups;
  std::vector<UnitList> left(groups.size());
  std::vector<PlaceSet> used(groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (groups[g].side != side) continue;
    for (int unit : groups[g].queue) {
      if (unit < kKinds)
        ++left[g].counts[static_cast<Kind>(unit)];
      else
        left[g].leaders.push_back(unit - kKinds);
    }
  }
  core::each_row(table, "placed",
                 [&](ConfigTable& row) { read_opening_row(row, context, side, left, used); });
  core::stop_at_faults();
  for (std::size_t g = 0; g < groups.size(); ++g) {
    int missing = static_cast<int>(left[g].leaders.size());
    for (int count : left[g].counts) missing += count;
    if (missing > 0)
      table.fail("placed", "group " + groups[g].id + " has " + std::to_string(missing) +
                               " units that are not placed");
  }
  table.finish();
  context.scenario.opening[side] = true;
}

/// A place's word holds so many of each kind; all of a side's units may meet in one place.
void check_totals(const AreaContext& context) {
  std::array<ByKind<int>, 2> totals{};
  for (const auto& placed : context.scenario.placed)
    for (const Kind kind : kAllKinds) totals[placed.side][kind] += placed.units.counts[kind];
  const auto add = [&](const Arrival& arrival) {
    for (int unit : arrival.queue)
      if (unit < kKinds) ++totals[arrival.side][static_cast<Kind>(unit)];
  };
  for (const auto& group : context.scenario.groups)
    if (!context.scenario.opening[group.side]) add(group);
  for (const auto& row : context.reinforcements)
    if (row.turn >= context.scenario.first_turn) add(row);
  constexpr ByKind<std::string_view> kNames{
      {"Infantry Corps", "Cavalry Corps", "Supply units", "Depots"}};
  for (int side : {0, 1})
    for (const Kind kind : kAllKinds)
      if (totals[side][kind] > kKindMost[kind])
        throw core::InputError("scenario " + context.scenario.id + ": " + context.side_names[side] +
                               " has " + std::to_string(totals[side][kind]) + " " +
                               std::string(kNames[kind]) + "; at most " +
                               std::to_string(kKindMost[kind]));
}

std::vector<std::string> countries_of(const AreaContext& context) {
  std::vector<std::string> countries;
  for (const auto& place : context.places) countries.push_back(place.country);
  return countries;
}

/// A scenario that begins with a position has one that fits its rules and units.
void check_position(const AreaContext& context) {
  if (context.scenario.position.empty()) return;
  try {
    AreaCampaign(context).parse_state(context.scenario.position);
  } catch (const core::InputError& error) {
    throw core::InputError("scenario " + context.scenario.id + ": " + error.what());
  }
}

}  // namespace

std::shared_ptr<const AreaContext> load_area_context(const play::GameRequest& request,
                                                     const play::GameFolder& folder,
                                                     play::GameInfo& info) {
  auto context = std::make_shared<AreaContext>();
  const auto config = play::assemble_files(request, folder, info, {}, [](auto& tree) {
    core::say_defaults(tree, rule_sections(), systems::kMarginAt);
  });
  ConfigTable game(config);
  for (auto key : {"mechanism", "default_scenario", "default_preset"}) game.text(key);
  game.text_or("title", "");
  game.take(play::kFormatKey);
  game.take("presets");
  read_sides(game, *context);
  read_rules(game, *context);
  core::attempt([&] { read_map(folder, *context); });
  if (core::all_was_read() && context->defenders_country.empty())
    game.table("sides").fail(
        "defender_country",
        "no place of areas.csv lies in \"" + context->defender_country + "\"" +
            core::likely_name(context->defender_country, countries_of(*context)));
  core::attempt([&] { read_leaders(game, *context); });
  core::attempt([&] { read_reinforcements(game, *context); });
  core::attempt([&] { read_scenario(game.table("scenario"), info.scenario, *context); });
  context->turn_names = game.texts_or_none("turn_names");
  if (core::all_was_read()) game.finish();
  core::stop_at_faults();
  info.data_hash = core::hash_config(config);
  play::read_openings(request, folder, info,
                      [&](const ConfigValue& file, const std::string& name, int side) {
                        read_opening(file, name, side, *context);
                      });
  check_totals(*context);
  check_position(*context);
  context->folders = folder.folders;
  constexpr std::array<std::string_view, 2> kTables{"areas.csv", "borders.csv"};
  play::describe_folder(folder, "area_campaign", context->side_names, kTables, info);
  for (const auto& level : context->rules.levels) info.victory_levels.push_back(level.name);
  info.first_turn = context->scenario.first_turn;
  info.last_turn = context->rules.last_turn;
  return context;
}

std::vector<play::OlderRule> older_rules(const play::GameFolder& folder) {
  return play::older_doctrines(folder);
}

std::unique_ptr<play::AnyGame> load_game(const play::GameRequest& request,
                                         const play::GameFolder& folder) {
  static_assert(play::Game<AreaCampaign>);
  play::GameInfo info;
  const auto context = load_area_context(request, folder, info);
  return std::make_unique<play::TypedGame<AreaCampaign>>(AreaCampaign(*context), std::move(info),
                                                         context);
}

}  // namespace niemen::area_campaign
