// areas.csv, borders.csv, shapes.csv: the map, and the hot copies that play uses.
#include <array>

#include "engine/core/faults.h"
#include "engine/core/names.h"
#include "engine/systems/block_battle/load_parts.h"

namespace niemen::block_battle {

namespace {

using core::ConfigTable;

constexpr std::array<std::string_view, 3> kTerrains{"clear", "woods", "swamp"};
constexpr std::array<std::string_view, 3> kWaters{"", "stream", "river"};
constexpr std::array<std::string_view, 4> kCrossings{"", "bridge", "dam", "ford"};
constexpr std::array<std::string_view, 4> kSlopes{"", "up", "down", "double"};
constexpr std::array<std::string_view, 3> kFlags{"false", "true", ""};
/// Kilometres beyond the edge of the board at which blocks are drawn that wait off it.
constexpr double kGateOff = 0.7;
/// Kilometres from the point that places are measured from.
constexpr double kFarthest = 10000;
constexpr std::array<std::string_view, 4> kEdges{"west", "north", "east", "south"};

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find(';', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// A column of true and false; false where it is left out or empty.
bool read_flag(ConfigTable& row, std::string_view key) {
  return row.choice_or(key, 0, kFlags) == 1;
}

/// Whether the area is the second side's ground: by its name, or as "east" of the Startline.
bool read_startline(ConfigTable& row, const BlockContext& context) {
  const std::array<std::string_view, 5> allowed{"west", "east", context.side_names[0],
                                                context.side_names[1], ""};
  const int found = row.choice_or("startline", 0, allowed);
  return found == 1 || found == 3;
}

std::uint8_t read_edges(ConfigTable& row) {
  std::uint8_t edges = 0;
  for (const auto& word : split(row.text_or("edge", ""))) {
    const auto found = std::find(kEdges.begin(), kEdges.end(), word);
    if (found == kEdges.end()) {
      core::report(row, "edge",
                   "\"" + word + "\"" +
                       core::likely_name(word, {"west", "north", "east", "south"}) +
                       "; allowed: west, north, east, south");
      continue;
    }
    edges = static_cast<std::uint8_t>(edges | 1U << (found - kEdges.begin()));
  }
  return edges;
}

void read_area_row(ConfigTable& row, BlockContext& context) {
  Area area;
  area.origin = core::origin_of(row.value());
  area.id = row.text("id");
  if (context.find_area(area.id) >= 0) row.fail("id", "there are two areas \"" + area.id + "\"");
  area.name = row.text("name");
  area.terrain = static_cast<Terrain>(row.choice("terrain", kTerrains));
  area.village = read_flag(row, "village");
  area.redoubt = read_flag(row, "redoubt");
  area.east = read_startline(row, context);
  if (const auto owner = row.text_or("supply_side", ""); !owner.empty())
    area.supply_side = read_side(row, "supply_side", context);
  if (!row.text_or("symbols", "").empty())
    area.symbols = static_cast<int>(row.integer("symbols", 0, 2));
  if ((area.symbols > 0) != (area.supply_side >= 0))
    row.fail("symbols", "a source of supply needs a side and symbols");
  area.edges = read_edges(row);
  area.x = row.real("x", -kFarthest, kFarthest);
  area.y = row.real("y", -kFarthest, kFarthest);
  area.source = row.text("source");
  row.finish();
  context.areas.push_back(std::move(area));
}

void read_border_row(ConfigTable& row, BlockContext& context) {
  Border border;
  border.origin = core::origin_of(row.value());
  border.id = row.text("id");
  border.first = read_area(row, "first", row.text("first"), context);
  border.second = read_area(row, "second", row.text("second"), context);
  border.terrain = static_cast<Terrain>(row.choice("terrain", kTerrains));
  border.water = static_cast<Water>(row.choice_or("water", 0, kWaters));
  border.crossing = static_cast<Crossing>(row.choice_or("crossing", 0, kCrossings));
  border.burnable = read_flag(row, "burnable");
  border.later = read_flag(row, "later");
  border.slope = static_cast<Slope>(row.choice_or("slope", 0, kSlopes));
  border.road = read_flag(row, "road");
  border.source = row.text("source");
  if (border.first == border.second) row.fail("second", "an area does not adjoin itself");
  if (context.border_of[border.first][border.second] != kNone)
    row.fail("second", "these areas have a border already");
  if (border.crossing != Crossing::None && border.water == Water::None)
    row.fail("crossing", "there is no water to cross");
  if ((border.burnable || border.later) && border.crossing != Crossing::Bridge)
    row.fail("crossing", "only a bridge burns or is built");
  row.finish();
  const auto index = static_cast<std::uint8_t>(context.borders.size());
  context.border_of[border.first][border.second] = index;
  context.border_of[border.second][border.first] = index;
  if (border.burnable || border.later) context.bridges.push_back(index);
  context.borders.push_back(std::move(border));
}

/// Ways in from off the map: areas after those of the board (9.1, B-55).
void add_gates(ConfigTable& game, BlockContext& context) {
  if (!game.has("entry")) return;
  auto entry = game.table("entry");
  entry.text("source");
  const auto limit = static_cast<std::uint8_t>(entry.integer("limit", 1, 3));
  for (const auto& id : entry.texts("areas")) {
    const int area = read_area(entry, "areas", id, context);
    if (context.areas[area].supply_side != 0)
      entry.fail("areas", id + " is no source of supply of " + context.side_names[0]);
    const int gate = context.area_count();
    Area off = context.areas[area];
    off.id = "off-" + off.id;
    off.name = "before " + off.name;
    off.terrain = Terrain::Clear;
    off.village = off.redoubt = off.east = false;
    off.supply_side = -1;
    off.symbols = 0;
    for (const auto& [x, y] : off.outline) {
      if (off.edges & kEast)
        off.x = std::max(off.x, x + kGateOff);
      else if (off.edges & kWest)
        off.x = std::min(off.x, x - kGateOff);
      else if (off.edges & kNorth)
        off.y = std::max(off.y, y + kGateOff);
      else if (off.edges & kSouth)
        off.y = std::min(off.y, y - kGateOff);
    }
    off.edges = 0;
    off.gate = true;
    off.outline.clear();
    context.areas.push_back(std::move(off));
    context.entry_areas.push_back(area);
    context.gate_areas.push_back(gate);
    const auto a = static_cast<std::size_t>(area), g = static_cast<std::size_t>(gate);
    Border way;
    way.id = context.areas[g].id;
    way.first = gate;
    way.second = area;
    way.road = true;
    way.source = context.areas[a].source;
    context.border_of[a][g] = context.border_of[g][a] =
        static_cast<std::uint8_t>(context.borders.size());
    context.borders.push_back(std::move(way));
    context.limit[g][a] = context.limit[a][g] = limit;
    context.limit_without[g][a] = context.limit_without[a][g] = limit;
    context.gates |= area_bit(gate);
    context.stack[g] = kMaxSide;
  }
  entry.finish();
}

int limit_of(const BlockContext& context, const Border& border, int from, bool bridged) {
  const auto& rules = context.rules;
  int limit = border.terrain == Terrain::Swamp   ? rules.limit_swamp
              : border.terrain == Terrain::Woods ? rules.limit_woods
                                                 : rules.limit_clear;
  if (border.water != Water::None)
    limit = std::min(limit, border.crossing != Crossing::None && bridged ? rules.limit_crossing
                                                                         : rules.limit_stream);
  const bool climbs = (border.slope == Slope::Up) == (border.first == from);
  if (border.slope == Slope::Double)
    limit = std::min({limit, rules.limit_slope_up, rules.limit_slope_down});
  else if (border.slope != Slope::None)
    limit = std::min(limit, climbs ? rules.limit_slope_up : rules.limit_slope_down);
  return limit;
}

// 3.34, B-9.
int bombard_modifier(const BlockContext& context, const Border& border, int from, int to) {
  const auto& rules = context.rules;
  const auto terrain = [&](int area) { return context.areas[area].terrain; };
  if (terrain(from) == Terrain::Swamp) return kForbidden;
  int modifier = 0;
  const int wooded = (terrain(from) == Terrain::Woods) + (terrain(to) == Terrain::Woods);
  modifier += rules.bombard_woods * (wooded == 0 && border.terrain == Terrain::Woods ? 1 : wooded);
  if (terrain(to) == Terrain::Swamp || border.terrain == Terrain::Swamp)
    modifier += rules.bombard_swamp;
  const bool climbs = (border.slope == Slope::Up) == (border.first == from);
  if (border.slope == Slope::Double) modifier += rules.bombard_slope_up + rules.bombard_slope_down;
  if (border.slope == Slope::Up || border.slope == Slope::Down)
    modifier += climbs ? rules.bombard_slope_up : rules.bombard_slope_down;
  return modifier;
}

/// Artillery needs a road in and through woods and swamp, and a crossing over water (3.2, B-42).
bool gun_passes(const BlockContext& context, const Border& border, bool bridged) {
  if (border.water != Water::None && (border.crossing == Crossing::None || !bridged)) return false;
  if (border.road) return true;
  const auto clear = [&](int area) { return context.areas[area].terrain == Terrain::Clear; };
  return border.terrain == Terrain::Clear && clear(border.first) && clear(border.second);
}

void add_way(BlockContext& context, const Border& border, unsigned out, bool bridged) {
  const auto a = static_cast<std::size_t>(border.first),
             b = static_cast<std::size_t>(border.second);
  const bool passable =
      border.water != Water::River || (border.crossing != Crossing::None && bridged);
  if (!passable) return;
  const bool gate = context.areas[a].gate;
  const auto join = [&](auto& sets) {
    sets[out][a] |= area_bit(border.second);
    if (!gate) sets[out][b] |= area_bit(border.first);
  };
  join(context.foot);
  if (gun_passes(context, border, bridged)) join(context.guns);
  if (border.road && (border.crossing == Crossing::None || bridged)) join(context.road);
}

void index_borders(BlockContext& context) {
  for (std::size_t i = 0; i < context.borders.size(); ++i) {
    const auto& border = context.borders[i];
    const auto a = static_cast<std::size_t>(border.first),
               b = static_cast<std::size_t>(border.second);
    const bool gate = context.areas[a].gate;
    context.touching[a] |= area_bit(border.second);
    context.touching[b] |= area_bit(border.first);
    const auto bridge =
        std::find(context.bridges.begin(), context.bridges.end(), static_cast<int>(i));
    const auto bit = bridge == context.bridges.end()
                         ? 0U
                         : 1U << static_cast<unsigned>(bridge - context.bridges.begin());
    for (unsigned out = 0; out < (1U << kMaxBridges); ++out)
      add_way(context, border, out, (out & bit) == 0);
    for (const bool forth : {true, false}) {
      const int from = forth ? border.first : border.second;
      const int to = forth ? border.second : border.first;
      const auto f = static_cast<std::size_t>(from), t = static_cast<std::size_t>(to);
      context.bombard[f][t] = static_cast<std::int8_t>(bombard_modifier(context, border, from, to));
      if (gate) continue;
      context.limit[f][t] = static_cast<std::uint8_t>(limit_of(context, border, from, true));
      context.limit_without[f][t] =
          static_cast<std::uint8_t>(limit_of(context, border, from, false));
    }
  }
}

/// The edges of the board behind a side: those that its sources of supply touch.
std::uint8_t own_edges(const BlockContext& context, int side) {
  std::uint8_t edges = 0;
  for (const auto& area : context.areas)
    if (area.supply_side == side) edges |= area.edges;
  return edges;
}

void index_areas(BlockContext& context) {
  const auto& rules = context.rules;
  for (int i = 0; i < context.area_count(); ++i) {
    const auto& area = context.areas[i];
    const auto bit = area_bit(i);
    if (area.gate) continue;
    context.board |= bit;
    if (area.redoubt) context.redoubts |= bit;
    if (area.redoubt && rules.works) context.works |= bit;
    if (area.redoubt) context.redoubt_list.push_back(i);
    if (area.village) context.villages |= bit;
    if (area.terrain == Terrain::Woods) context.woods |= bit;
    if (area.terrain == Terrain::Swamp) context.swamps |= bit;
    if (area.east) context.east |= bit;
    if (area.terrain == Terrain::Clear || context.road[0][i]) context.gun_places |= bit;
    if (area.supply_side >= 0) {
      context.sources[area.supply_side] |= bit;
      context.source_list[area.supply_side].push_back(i);
    }
    if (area.edges != 0)
      for (const auto side : {0, 1})
        if (!rules.own_edge_only || (area.edges & own_edges(context, side)))
          context.edges[side] |= bit;
    context.stack[i] =
        static_cast<std::uint8_t>(area.terrain == Terrain::Swamp   ? rules.stack_swamp
                                  : area.terrain == Terrain::Woods ? rules.stack_woods
                                                                   : rules.stack_clear);
  }
}

void check_sizes(const core::ConfigValue& areas, const BlockContext& context) {
  constexpr std::size_t kGates = 3;
  if (context.areas.size() + kGates > kMaxAreas)
    areas.fail(std::to_string(context.areas.size()) + " areas; at most " +
               std::to_string(kMaxAreas - kGates));
  if (context.borders.size() + kGates > kMaxBorders)
    areas.fail(std::to_string(context.borders.size()) + " borders; at most " +
               std::to_string(kMaxBorders - kGates));
  if (context.bridges.size() > kMaxBridges)
    areas.fail("more than " + std::to_string(kMaxBridges) + " bridges that burn or are built");
}

}  // namespace

int BlockContext::find_area(std::string_view id) const {
  for (std::size_t i = 0; i < areas.size(); ++i)
    if (areas[i].id == id) return static_cast<int>(i);
  return -1;
}

int read_area(ConfigTable& table, std::string_view key, const std::string& id,
              const BlockContext& context) {
  const int area = context.find_area(id);
  if (area >= 0 && !context.areas[area].gate) return area;
  std::vector<std::string> names;
  for (const auto& known : context.areas)
    if (!known.gate) names.push_back(known.id);
  core::fail_unknown(table, key, "area", id, names);
}

void read_map(const play::GameFolder& folder, ConfigTable& game, BlockContext& context) {
  for (auto& row : context.border_of) row.fill(kNone);
  const auto areas = folder.csv("areas.csv");
  core::each_row(areas, [&](ConfigTable& row) {
    if (context.areas.size() == kMaxAreas) row.fail("id", "more areas than a game may have");
    read_area_row(row, context);
  });
  const auto borders = folder.csv("borders.csv");
  core::each_row(borders, [&](ConfigTable& row) {
    if (context.borders.size() == kMaxBorders) row.fail("id", "more borders than a game may have");
    read_border_row(row, context);
  });
  check_sizes(areas, context);
  const auto shapes = folder.csv("shapes.csv");
  core::each_row(shapes, [&](ConfigTable& row) {
    row.text("id");
    row.text("source");
    const int area = read_area(row, "area", row.text("area"), context);
    const double x = row.real("x", -kFarthest, kFarthest), y = row.real("y", -kFarthest, kFarthest);
    context.areas[area].outline.push_back({x, y});
    row.finish();
  });
  core::attempt([&] { add_gates(game, context); });
  index_borders(context);
  index_areas(context);
  if (context.redoubt_list.size() > kMaxRedoubts)
    areas.fail("more than " + std::to_string(kMaxRedoubts) + " redoubts");
  for (const auto& list : context.source_list)
    if (core::all_was_read() && (list.empty() || list.size() > kMaxSources))
      areas.fail("each side needs 1 to " + std::to_string(kMaxSources) + " sources of supply");
}

}  // namespace niemen::block_battle
