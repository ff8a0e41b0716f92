#include <algorithm>
#include <stdexcept>

#include "engine/core/faults.h"
#include "engine/core/names.h"
#include "engine/systems/hex_campaign/load_parts.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

using core::ConfigTable;
using core::ConfigValue;
using map::Coordinates;

/// "mire" is difficult even by road, "pass" is entered by its road only and difficult in winter.
constexpr std::string_view kPassages[] = {"open", "difficult", "closed", "mire", "pass"};
enum class Passage { Open, Difficult, Closed, Mire, Pass };
/// What a word of [terrain] means: how it is entered, and what that costs who is slowed there.
struct Terrain {
  Passage passage = Passage::Open;
  int cost = 1;
};
constexpr std::string_view kFlags[] = {"0", "1"};

struct HexRow {
  Coordinates at;
  std::string terrain, city, territory, zone, source, city_source;
  Passage passage = Passage::Open;
  int cost = 1;
  bool fortified = false;
  const ConfigValue* row = nullptr;
};

Coordinates read_coordinates(ConfigTable& table, std::string_view key) {
  const auto text = table.text(key);
  const auto at = map::parse_coordinates(text);
  if (!at)
    table.fail(key, "\"" + text +
                        "\" is no hex; write column and row in four digits, as 0110 (a spreadsheet "
                        "drops a leading nought)");
  return *at;
}

/// The words of [terrain], with colours for people.
std::map<std::string, Terrain> read_terrain(ConfigTable& sides, Context& context) {
  std::map<std::string, Terrain> words;
  auto terrain = sides.table("terrain");
  for (const auto& word : terrain.keys()) {
    auto row = terrain.table(word);
    auto& read = words[word];
    read.passage = static_cast<Passage>(row.choice("passage", kPassages));
    const int usual = read.passage == Passage::Open ? 1 : 2;
    read.cost = static_cast<int>(row.integer_or("cost", usual, 1, map::kMaxEntryCost));
    context.colours[word] = row.text("colour");
    row.finish();
  }
  if (words.empty()) terrain.value().fail("[terrain] has no ground for the hexes of the map");
  return words;
}

std::vector<HexRow> read_hexes(const ConfigValue& list,
                               const std::map<std::string, Terrain>& terrain) {
  std::vector<std::string_view> words;
  for (const auto& [word, unused] : terrain) words.push_back(word);
  std::vector<HexRow> rows;
  core::each_row(list, [&](ConfigTable& table) {
    HexRow row;
    row.row = &table.value();
    row.at = read_coordinates(table, "id");
    row.terrain = std::string(words[static_cast<std::size_t>(table.choice("terrain", words))]);
    row.passage = terrain.at(row.terrain).passage;
    row.cost = terrain.at(row.terrain).cost;
    row.city = table.text("city");
    row.fortified = table.choice("fortified", kFlags) == 1;
    table.choice("coast", kFlags);
    row.territory = table.text("territory");
    row.zone = table.text("zone");
    table.real("longitude", -180, 180);
    table.real("latitude", -90, 90);
    row.source = table.text("source");
    row.city_source = table.text("city_source");
    if (row.source.empty()) table.fail("source", "a hex needs a source");
    if (row.city.empty() && row.fortified) table.fail("fortified", "only a city can be fortified");
    if (!row.city.empty() && row.passage == Passage::Closed)
      table.fail("city", "city " + row.city + " in " + row.terrain + ", which nobody can enter");
    if (!row.city.empty() && row.city_source.empty())
      table.fail("city_source", "a city needs a source");
    if (row.passage != Passage::Closed && row.territory.empty())
      table.fail("territory", "an open hex needs a territory");
    table.finish();
    rows.push_back(std::move(row));
  });
  std::sort(rows.begin(), rows.end(), [](const HexRow& a, const HexRow& b) {
    return a.at.column != b.at.column ? a.at.column < b.at.column : a.at.row < b.at.row;
  });
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (rows[i].at == rows[i - 1].at) rows[i].row->fail("this hex has two rows");
  if (rows.empty()) list.fail("a map needs hexes");
  return rows;
}

/// The six hexes around one, for people.
std::string touching(const Coordinates& at) {
  std::string words;
  for (int d = 0; d < map::kDirections; ++d)
    words += (words.empty() ? "" : ", ") + map::coordinates_text(map::neighbour(at, d));
  return words;
}

/// A hexside has a river, a road, or both.
void read_hexsides(const ConfigValue& list, Context& context) {
  core::each_row(list, [&](ConfigTable& table) {
    const auto& value = table.value();
    Context::RiverSide side;
    table.text("id");
    side.a = read_coordinates(table, "a");
    side.b = read_coordinates(table, "b");
    side.river = table.text("river");
    table.text("basin");
    side.bridged = table.choice("bridged", kFlags) == 1;
    const bool road = !table.text("road").empty();
    side.source = table.text("source");
    if (map::distance(side.a, side.b) != 1)
      value.fail("a river or road between " + map::coordinates_text(side.a) + " and " +
                 map::coordinates_text(side.b) + ", which do not touch; " +
                 map::coordinates_text(side.a) + " touches " + touching(side.a));
    table.finish();
    if (road) context.roads.push_back({side.a, side.b});
    if (!side.river.empty())
      context.rivers.push_back(std::move(side));
    else if (!road || side.bridged)
      value.fail("a hexside needs a river or a road, and a bridge a river");
  });
}

using Pair = std::pair<Coordinates, Coordinates>;

/// Both orders of every hexside with a road.
std::vector<Pair> road_sides(const Context& context) {
  std::vector<Pair> sides;
  for (const auto& [a, b] : context.roads) {
    sides.push_back({a, b});
    sides.push_back({b, a});
  }
  return sides;
}

/// Sides through which passes cannot be entered: those without a road, outside first.
std::vector<Pair> sides_of_passes(const std::vector<HexRow>& rows, const std::vector<Pair>& roads) {
  std::vector<Pair> sides;
  for (const auto& row : rows) {
    if (row.passage != Passage::Pass) continue;
    for (int d = 0; d < map::kDirections; ++d) {
      const Pair side{map::neighbour(row.at, d), row.at};
      if (std::find(roads.begin(), roads.end(), side) == roads.end()) sides.push_back(side);
    }
  }
  return sides;
}

/// 2.2: what entering a hex costs a side: by its terrain off the road, mire even by road, a pass in
/// winter; difficult ground only sides whom it slows.
int entry_cost(const HexRow& row, bool by_road, bool winter, bool is_slowed) {
  switch (row.passage) {
    case Passage::Open: return by_road ? 1 : row.cost;
    case Passage::Difficult: return is_slowed && !by_road ? row.cost : 1;
    case Passage::Mire: return is_slowed ? row.cost : 1;
    case Passage::Pass: return is_slowed && winter ? row.cost : 1;
    case Passage::Closed: break;
  }
  return 1;
}

void fill_entry_costs(const std::vector<HexRow>& rows, const std::vector<Pair>& roads,
                      Context& context) {
  for (std::size_t s = 0; s < play::kSides; ++s) {
    const bool is_slowed =
        context.rules.difficult_terrain[s] == static_cast<int>(DifficultTerrain::Slow);
    for (const bool winter : {false, true}) {
      std::vector<map::DearSide> dear;
      for (const auto& row : rows)
        for (int d = 0; d < map::kDirections; ++d) {
          const Pair side{map::neighbour(row.at, d), row.at};
          const bool by_road = std::find(roads.begin(), roads.end(), side) != roads.end();
          const int cost = entry_cost(row, by_road, winter, is_slowed);
          if (cost > 1 && context.map.find(side.first) != kNoHex)
            dear.push_back({context.map.find(side.first), context.map.find(row.at), cost});
        }
      context.entry_costs[s][winter] = EntryCosts(context.map, dear);
    }
    for (const auto& row : rows) {
      if (row.passage == Passage::Pass || row.passage == Passage::Closed) continue;
      const int cost = entry_cost(row, false, false, is_slowed);
      if (cost > 1) context.slow[s][0].insert(context.map.find(row.at));
      if (cost > 2) context.slow[s][1].insert(context.map.find(row.at));
    }
  }
}

void note_roads(const std::vector<Pair>& roads, Context& context) {
  context.by_road.resize(static_cast<std::size_t>(context.map.size()));
  for (const auto& [from, to] : roads)
    if (context.map.find(from) != kNoHex && context.map.find(to) != kNoHex)
      context.by_road[context.map.find(from)].insert(context.map.find(to));
}

void build_hex_map(const ConfigValue& game, const std::vector<HexRow>& rows,
                   const std::vector<Pair>& roads, Context& context) {
  std::vector<Coordinates> open;
  for (const auto& row : rows)
    if (row.passage != Passage::Closed) open.push_back(row.at);
  std::vector<HexMap::River> sides;
  for (const auto& river : context.rivers) sides.push_back({river.a, river.b, river.bridged});
  constexpr int kMaxOpen = std::min<int>(kMaxHexes, kMaxPlaces);
  if (static_cast<int>(open.size()) > kMaxOpen)
    game.table.at("hexes").fail("has " + std::to_string(open.size()) +
                                " hexes to enter; allowed: " + std::to_string(kMaxOpen));
  try {
    context.map = HexMap(std::move(open), sides, sides_of_passes(rows, roads));
  } catch (const std::invalid_argument& error) {
    game.table.at("hexsides").fail(error.what());
  }
}

void fill_boards(const std::vector<HexRow>& rows, Context& context) {
  const auto size = static_cast<std::size_t>(context.map.size());
  context.city_at.assign(size, -1);
  context.terrain.resize(size);
  context.territory.resize(size);
  context.hex_source.resize(size);
  for (const auto& row : rows) {
    if (row.passage == Passage::Closed) {
      context.closed.push_back({row.at, row.terrain});
      continue;
    }
    const Hex hex = context.map.find(row.at);
    const auto i = static_cast<std::size_t>(hex);
    context.terrain[i] = row.terrain;
    context.territory[i] = row.territory;
    context.hex_source[i] = row.source;
    context.difficult.assign(hex,
                             row.passage == Passage::Difficult || row.passage == Passage::Mire);
    context.pass.assign(hex, row.passage == Passage::Pass);
    if (row.city.empty()) continue;
    for (const auto& city : context.cities)
      if (city.name == row.city) row.row->fail("two cities are called " + row.city);
    if (context.cities.size() == static_cast<std::size_t>(kMaxCities))
      row.row->fail("one city too many; allowed: " + std::to_string(kMaxCities));
    context.city.insert(hex);
    context.fortified.assign(hex, row.fortified);
    context.city_at[i] = static_cast<int>(context.cities.size());
    context.cities.push_back(
        {row.city, hex, row.fortified, row.city_source, core::origin_of(*row.row)});
  }
}

/// The hexes on each side of the sheet, and those of each zone.
Places make_places(const std::vector<HexRow>& rows, const Context& context) {
  const auto by_row = [](const HexRow& a, const HexRow& b) { return a.at.row < b.at.row; };
  const int east = rows.front().at.column, west = rows.back().at.column;
  const int north = std::min_element(rows.begin(), rows.end(), by_row)->at.row;
  const int south = std::max_element(rows.begin(), rows.end(), by_row)->at.row;
  std::map<std::string, HexSet> zones;
  std::map<std::string, HexSet> edges{{"east", {}}, {"west", {}}, {"north", {}}, {"south", {}}};
  for (const auto& row : rows) {
    const Hex hex = context.map.find(row.at);
    if (hex == kNoHex) continue;
    if (!row.zone.empty()) zones[row.zone].insert(hex);
    if (row.at.column == east) edges["east"].insert(hex);
    if (row.at.column == west) edges["west"].insert(hex);
    if (row.at.row == north) edges["north"].insert(hex);
    if (row.at.row == south) edges["south"].insert(hex);
  }
  return {context, std::move(zones), std::move(edges)};
}

HexSet hexes_of(ConfigTable& table, std::string_view key, const Places& places,
                std::optional<Side> home = {}) {
  const auto* value = table.take(key);
  if (!value) table.fail(key, std::string(key) + " is missing; it must name hexes");
  return places.resolve(*value, home);
}

HexSet cities_of(ConfigTable& table, std::string_view key, const Places& places,
                 const Context& context) {
  const auto hexes = hexes_of(table, key, places);
  for (int hex : hexes)
    if (!context.city.contains(hex))
      table.fail(key,
                 "must be cities; there is none in " + context.map.name(static_cast<Hex>(hex)));
  return hexes;
}

void read_territories(ConfigTable& table, Side side, Context& context) {
  for (const auto& name : table.texts("territories")) {
    bool known = false;
    for (Hex hex = 0; hex < context.map.size(); ++hex) {
      if (context.territory[static_cast<std::size_t>(hex)] != name) continue;
      known = true;
      if (context.friendly[play::index(play::other(side))].contains(hex))
        table.fail("territories", "\"" + name + "\" belongs to both sides");
      context.friendly[play::index(side)].insert(hex);
    }
    if (!known && core::all_was_read())
      core::report(table, "territories",
                   "no hex belongs to territory \"" + name + "\"" +
                       core::likely_name(name, context.territory));
  }
}

/// Territories that are friendly to neither side (may be left out).
void read_neutral(ConfigTable& sides, Context& context) {
  for (const auto& name : sides.texts_or_none("neutral")) {
    bool known = false;
    for (Hex hex = 0; hex < context.map.size(); ++hex) {
      if (context.territory[static_cast<std::size_t>(hex)] != name) continue;
      known = true;
      context.neutral.insert(hex);
    }
    if (!known && core::all_was_read())
      core::report(sides, "neutral",
                   "no hex belongs to territory \"" + name + "\"" +
                       core::likely_name(name, context.territory));
  }
  if (context.neutral.intersects(context.friendly[0] | context.friendly[1]))
    sides.fail("neutral", "a neutral territory belongs to a side");
}

/// Ground that counts as friendly for forage, Depots and routes only, in some turns or in all.
void read_supply_ground(ConfigTable& table, const Places& places, Side side, Context& context) {
  core::each_row(table, "supply_ground", [&](ConfigTable& row) {
    SupplyGround ground;
    const auto* where = row.take("places");
    if (!where) row.fail("places", "\"places\" is missing; it must name hexes");
    ground.hexes = places.resolve(*where, side);
    if (row.has("from_turn"))
      ground.from_turn = static_cast<int>(row.integer("from_turn", 1, kMaxTurns));
    if (row.has("to_turn"))
      ground.to_turn = static_cast<int>(row.integer("to_turn", ground.from_turn, kMaxTurns));
    row.finish();
    context.supply_ground[play::index(side)].push_back(ground);
  });
}

void read_sides(ConfigTable& sides, const Places& places, Context& context) {
  std::array<ConfigTable, 2> tables{sides.table("a"), sides.table("b")};
  for (auto side : {Side::A, Side::B})
    read_territories(tables[static_cast<std::size_t>(play::index(side))], side, context);
  read_neutral(sides, context);
  for (Hex hex = 0; hex < context.map.size(); ++hex)
    if (core::all_was_read() &&
        !(context.friendly[0] | context.friendly[1] | context.neutral).contains(hex))
      sides.value().fail("territory \"" + context.territory[static_cast<std::size_t>(hex)] +
                         "\" belongs to no side");
  for (std::size_t s = 0; s < 2; ++s)
    core::attempt([&] {
      auto& table = tables[s];
      const Side side = s == 0 ? Side::A : Side::B;
      context.enterable[s] = context.map.all();
      if (static_cast<DifficultTerrain>(context.rules.difficult_terrain[s]) ==
          DifficultTerrain::Impassable)
        context.enterable[s] -= context.difficult;
      context.no_depot[s] = cities_of(table, "no_depot", places, context);
      context.source_edge[s] = hexes_of(table, "source_edge", places, side) & context.enterable[s];
      context.source_city[s] = hexes_of(table, "source_city", places, side) & context.enterable[s];
      if (table.has("truce_zone"))
        context.truce_zone[s] = hexes_of(table, "truce_zone", places, side) & context.enterable[s];
      if (side == Side::A && table.has("confined"))
        context.confined = hexes_of(table, "confined", places, side);
      if (table.has("source_if_held"))
        context.source_if_held[s] = cities_of(table, "source_if_held", places, context);
      read_supply_ground(table, places, side, context);
      context.local_source[s] =
          hexes_of(table, "local_source", places, side) & context.enterable[s];
      context.steadfast[s] = cities_of(table, "steadfast", places, context);
      table.finish();
    });
}

/// Powers that may open their ground or change sides (may be left out).
void read_powers(ConfigTable& sides, const Places& places, Context& context) {
  core::each_row(sides, "power", [&](ConfigTable& row) {
    Power power;
    power.id = row.text("id");
    power.hexes = hexes_of(row, "places", places);
    power.wavers = row.flag_or("wavers", false);
    power.common = row.flag_or("common", false);
    if (row.has("cities")) power.cities = cities_of(row, "cities", places, context);
    if (row.has("sources")) power.sources = cities_of(row, "sources", places, context);
    if (row.has("sources_from_turn"))
      power.sources_from_turn = static_cast<int>(row.integer("sources_from_turn", 1, kMaxTurns));
    row.finish();
    context.powers.push_back(std::move(power));
    if (context.powers.size() > static_cast<std::size_t>(kMaxPowers))
      sides.fail("power", "one power too many; allowed: " + std::to_string(kMaxPowers));
  });
}

/// Ground closed to sides for a time (may be left out).
void read_closures(ConfigTable& sides, const Places& places, Context& context) {
  constexpr std::string_view kWhom[] = {"a", "b", "both"};
  core::each_row(sides, "closure", [&](ConfigTable& row) {
    Closure closure;
    closure.hexes = hexes_of(row, "places", places);
    const int whom = row.choice("to", kWhom);
    closure.closed = {whom != 1, whom != 0};
    closure.routes = row.flag_or("routes", true);
    if (row.has("to_turn"))
      closure.to_turn = static_cast<int>(row.integer("to_turn", 1, kMaxTurns));
    if (row.has("until_joined")) closure.power = power_named(row, "until_joined", context);
    closure.if_bought = row.flag_or("if_bought", false);
    row.finish();
    context.closures.push_back(closure);
  });
}

void read_special(ConfigTable& sides, const Places& places, Context& context) {
  auto table = sides.table("special");
  context.capital = cities_of(table, "capital", places, context);
  context.stay_contingents = cities_of(table, "stay_contingents", places, context);
  if (const auto* city = table.take("uprising_city"); city && !city->list.empty())
    context.uprising_city = places.one(*city);
  if (const auto* city = table.take("outpost")) context.outpost = places.one(*city);
  context.independence_area = hexes_of(table, "independence_area", places) & context.city;
  if (const auto* value = table.take("restoration"))
    context.restoration = places.resolve(*value, Side::B);
  table.finish();
}

/// 16.13: a city beside two rivers counts the cities downstream of it on both.
void read_downstream(const ConfigValue& list, const Places& places, Context& context) {
  context.downstream.assign(static_cast<std::size_t>(context.map.size()), {});
  core::each_row(list, [&](ConfigTable& table) {
    const auto& value = table.value();
    table.text("id");
    table.text("river");
    table.text("city");
    table.text("source");
    const auto hex = cities_of(table, "hex", places, context).first();
    const auto below = cities_of(table, "downstream", places, context);
    table.finish();
    if (hex < 0) value.fail("\"hex\" must be a city");
    context.downstream[static_cast<std::size_t>(hex)] |= below;
    if (!context.friendly[0].contains(hex)) context.baltic_city.insert(hex);
  });
}

}  // namespace

Places load_map(const ConfigValue& game, Context& context) {
  ConfigTable sides(game.table.at("sides"));
  const auto terrain = read_terrain(sides, context);
  const auto rows = read_hexes(game.table.at("hexes"), terrain);
  read_hexsides(game.table.at("hexsides"), context);
  const auto roads = road_sides(context);
  build_hex_map(game, rows, roads, context);
  fill_boards(rows, context);
  fill_entry_costs(rows, roads, context);
  note_roads(roads, context);
  auto places = make_places(rows, context);
  if (const auto* named = sides.take("places")) places.define(*named);
  core::attempt([&] { read_sides(sides, places, context); });
  read_powers(sides, places, context);
  read_closures(sides, places, context);
  core::attempt([&] { read_special(sides, places, context); });
  read_downstream(game.table.at("downstream"), places, context);
  for (auto key : {"reserve", "nationalities"}) sides.take(key);
  sides.finish();
  if (const auto* named = sides.take("places"))
    for (const auto& entry : named->table)
      core::attempt([&] {
        if (entry.first != "home" && places.resolve(entry.second, Side::A).empty())
          entry.second.fail("place \"" + entry.first + "\" is empty");
      });
  return places;
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
