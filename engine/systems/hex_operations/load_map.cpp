// terrain.csv, map/hexes.csv and map/hexsides.csv.
#include <algorithm>
#include <map>

#include "engine/core/faults.h"
#include "engine/core/names.h"
#include "engine/systems/hex_operations/load_parts.h"

namespace niemen::hex_operations {

namespace {

using core::ConfigTable;

struct Terrain {
  int cost = 0;
  int defence = 1;
  bool closed = false;
};
using Terrains = std::map<std::string, Terrain, std::less<>>;

/// The word of an Area that has no supply (H-52).
constexpr std::string_view kOffLimits = "off";
/// Words for the way a hex takes part, read from 0/1 cells.
bool read_switch(ConfigTable& row, std::string_view key) {
  return read_number(row, key, 0, 1) == 1;
}

Terrains read_terrain(const play::GameFolder& folder) {
  constexpr int kMaxDigit = 9;
  Terrains terrains;
  core::each_row(folder.csv("terrain.csv"), [&](ConfigTable& row) {
    auto& terrain = terrains[row.text("id")];
    terrain.cost = read_number(row, "cost", 0, kMaxDigit);
    terrain.defence = read_number(row, "defence", 1, kMaxDigit);
    terrain.closed = read_switch(row, "closed");
    if (!terrain.closed && terrain.cost == 0)
      row.fail("cost", "a hex that can be entered costs at least 1");
    row.text("source");
    row.finish();
  });
  return terrains;
}

HexCode read_hex_number(ConfigTable& row, std::string_view key) {
  const auto text = row.text(key);
  const bool digits = text.size() == 4 && text.find_first_not_of("0123456789") == std::string::npos;
  const int number = digits ? std::stoi(text) : 0;
  const int column = number / 100, row_number = number % 100;
  if (column < 1 || column > kMaxColumn || row_number < 1 || row_number > kMaxRow)
    row.fail(key, "\"" + text + "\" is no hex; column and row in four digits, 0101 to 6262" +
                      (text.size() == 3 ? " (a spreadsheet drops a leading nought)" : ""));
  return hex_code(column, row_number);
}

struct HexRow {
  Hex hex;
  std::string area;
  Terrain terrain;
};

HexRow read_hex_row(ConfigTable& row, const Terrains& terrains) {
  constexpr int kMaxVictoryPoints = 99;
  HexRow read;
  auto& hex = read.hex;
  hex.origin = core::origin_of(row.value());
  hex.code = read_hex_number(row, "id");
  hex.terrain = row.text("terrain");
  const auto terrain = terrains.find(hex.terrain);
  if (terrain == terrains.end()) {
    std::vector<std::string> words;
    for (const auto& [word, unused] : terrains) words.push_back(word);
    core::fail_unknown(row, "terrain", "row of terrain.csv called", hex.terrain, words);
  }
  read.terrain = terrain->second;
  hex.name = row.text("name");
  hex.fortress = read_switch(row, "fortress");
  hex.points = read_number(row, "points", 0, kMaxVictoryPoints);
  read.area = row.text("area");
  hex.country = row.text("country");
  hex.source = row.text("source");
  row.finish();
  const bool supplied = !read.area.empty() && read.area != kOffLimits;
  if (!read.terrain.closed && read.area.empty())
    row.fail("area", "a hex that can be entered lies in an Area, or is \"off\"");
  if ((hex.fortress || hex.points > 0) && (read.terrain.closed || !supplied))
    row.fail("points",
             "a Fortress, or a place with points, is a hex of an Area that can be entered");
  if ((hex.fortress || hex.points > 0) && hex.name.empty())
    row.fail("name", "a Fortress, or a place with points, has a name");
  return read;
}

void enter_place(const Hex& hex, OperationsContext& context) {
  PointPlace place{hex.code, hex.points, hex.fortress, hex.country == context.defender_country,
                   hex.name, hex.origin};
  if (context.places.size() == kMaxPoints)
    throw core::InputError("map/hexes.csv: more than " + std::to_string(kMaxPoints) +
                           " hexes with a fortress or points");
  const auto bit = 1U << context.places.size();
  context.place[hex.code] = static_cast<std::uint8_t>(context.places.size());
  if (hex.fortress) context.fortresses |= bit;
  if (place.in_defenders_country) context.defenders_places |= bit;
  context.places.push_back(std::move(place));
}

void enter_hex(const HexRow& read, const std::map<std::string, int>& area_index,
               OperationsContext& context) {
  const auto code = read.hex.code;
  const bool off = read.area == kOffLimits;
  const bool open = !read.terrain.closed && (!off || context.rules.pripet_open);
  context.open[code] = open;
  if (!open) return;
  context.entry_cost[code] = static_cast<std::uint8_t>(read.terrain.cost);
  context.defence[code] = static_cast<std::uint8_t>(
      read.hex.fortress ? std::max(read.terrain.defence, context.rules.fortress_defence)
                        : read.terrain.defence);
  if (!off) context.area[code] = static_cast<std::uint8_t>(area_index.at(read.area));
  if (read.hex.fortress || read.hex.points > 0) enter_place(read.hex, context);
}

/// The order of Areas is that of their numbers: FW9 before FW13, R22 before R101.
bool before(const std::string& a, const std::string& b) {
  const auto split = [](const std::string& id) {
    const auto digits = std::min(id.find_first_of("0123456789"), id.size());
    return std::pair(id.substr(0, digits), std::string(id.substr(digits)));
  };
  const auto [letters_a, number_a] = split(a);
  const auto [letters_b, number_b] = split(b);
  if (letters_a != letters_b) return letters_a < letters_b;
  if (number_a.size() != number_b.size()) return number_a.size() < number_b.size();
  return number_a < number_b;
}

void read_hexes(const play::GameFolder& folder, OperationsContext& context) {
  const auto terrains = read_terrain(folder);
  const auto file = folder.csv("map/hexes.csv");
  std::vector<HexRow> rows;
  core::each_row(file, [&](ConfigTable& row) {
    rows.push_back(read_hex_row(row, terrains));
    if (!rows.back().hex.name.empty())
      for (std::size_t i = 0; i + 1 < rows.size(); ++i)
        if (rows[i].hex.name == rows.back().hex.name)
          row.fail("name", "two hexes are called " + rows[i].hex.name);
  });
  if (core::all_was_read() && std::none_of(rows.begin(), rows.end(), [&](const HexRow& row) {
        return row.hex.country == context.defender_country;
      }))
    core::attempt([&] {
      file.fail("no hex lies in \"" + context.defender_country + "\", the country of the defender");
    });
  std::sort(rows.begin(), rows.end(),
            [](const HexRow& a, const HexRow& b) { return a.hex.code < b.hex.code; });
  for (const auto& row : rows)
    if (!row.area.empty() && row.area != kOffLimits &&
        std::find(context.areas.begin(), context.areas.end(), row.area) == context.areas.end())
      context.areas.push_back(row.area);
  if (context.areas.size() > kMaxAreas)
    file.fail("more than " + std::to_string(kMaxAreas) + " Areas");
  std::sort(context.areas.begin(), context.areas.end(), before);
  std::map<std::string, int> area_index;
  for (std::size_t i = 0; i < context.areas.size(); ++i)
    area_index[context.areas[i]] = static_cast<int>(i);
  context.area.fill(kNoArea);
  context.place.fill(kNoPlace);
  for (auto& row : rows) {
    enter_hex(row, area_index, context);
    context.hexes.push_back(std::move(row.hex));
  }
}

/// The hex next to this one, whether or not it exists: even columns stand half a hex lower.
int beside(int code, int direction) {
  constexpr std::array<int, kDirections> kColumns{0, 1, 1, 0, -1, -1};
  constexpr std::array<std::array<int, kDirections>, 2> kRows{
      {{-1, 0, 1, 1, 1, 0}, {-1, -1, 0, 1, 0, -1}}};  // even, odd columns
  const auto d = static_cast<std::size_t>(direction);
  const int column = column_of(code) + kColumns[d];
  const int row = row_of(code) + kRows[column_of(code) & 1][d];
  const bool inside = column >= 1 && column <= kMaxColumn && row >= 1 && row <= kMaxRow;
  return inside ? hex_code(column, row) : kNoHex;
}

void link_hexes(OperationsContext& context) {
  for (const auto& hex : context.hexes) {
    if (!context.open[hex.code]) continue;
    for (int d = 0; d < kDirections; ++d) {
      const int next = beside(hex.code, d);
      if (next != kNoHex && context.open[next])
        context.neighbour[hex.code][d] = static_cast<HexCode>(next);
    }
  }
}

/// A hex that map/hexes.csv has.
HexCode read_map_hex(ConfigTable& row, std::string_view key, const OperationsContext& context) {
  const auto hex = read_hex_number(row, key);
  const auto* faults = core::Faults::of_thread();
  if (context.find_hex(hex) >= 0) return hex;
  if (faults && faults->knows(OperationsContext::hex_id(hex))) throw core::ToldFault("left out");
  row.fail(key, "map/hexes.csv has no hex " + OperationsContext::hex_id(hex));
}

void read_hexside(ConfigTable& row, OperationsContext& context) {
  River river;
  row.text("id");
  river.first = read_map_hex(row, "first", context);
  river.second = read_map_hex(row, "second", context);
  river.name = row.text("river");
  river.bridged = read_switch(row, "bridged");
  river.source = row.text("source");
  row.finish();
  int direction = -1;
  for (int d = 0; d < kDirections; ++d)
    if (beside(river.first, d) == river.second) direction = d;
  if (direction < 0) {
    std::string touching;
    for (int d = 0; d < kDirections; ++d)
      if (const int next = beside(river.first, d); next != kNoHex && context.find_hex(next) >= 0)
        touching += (touching.empty() ? "" : ", ") + OperationsContext::hex_id(next);
    row.fail("second", "the two hexes do not touch; " + OperationsContext::hex_id(river.first) +
                           " touches " + touching);
  }
  if ((context.river[river.first] >> direction) & 1U)
    row.fail("second", "this hexside has a river already");
  const auto mark = [&](HexCode hex, int d) {
    const auto bit = static_cast<std::uint8_t>(1U << d);
    context.river[hex] |= bit;
    if (!river.bridged) context.unbridged[hex] |= bit;
  };
  mark(river.first, direction);
  mark(river.second, opposite(direction));
  context.rivers.push_back(std::move(river));
}

void link_costs_and_zones(OperationsContext& context) {
  const auto& rules = context.rules;
  for (const auto& hex : context.hexes) {
    if (!context.open[hex.code]) continue;
    int least = 0xFF;
    for (std::size_t d = 0; d < kDirections; ++d) {
      const auto next = context.neighbour[hex.code][d];
      if (next == kNoHex) continue;
      const bool river = (context.river[hex.code] >> d) & 1U;
      const bool unbridged = (context.unbridged[hex.code] >> d) & 1U;
      const int cost = context.entry_cost[next] + (unbridged ? rules.river_cost
                                                   : river   ? rules.bridge_cost
                                                             : 0);
      context.step_cost[hex.code][d] = static_cast<std::uint8_t>(cost);
      least = std::min(least, cost);
      const bool fortress = context.fortress_at(hex.code) || context.fortress_at(next);
      if (!unbridged && !fortress) context.zone[hex.code] |= static_cast<std::uint8_t>(1U << d);
      const auto here = context.area[hex.code], there = context.area[next];
      if (here != kNoArea && there != kNoArea && here != there)
        context.area_neighbours[here] |= std::uint64_t{1} << there;
    }
    context.least_exit[hex.code] = static_cast<std::uint8_t>(least);
  }
}

}  // namespace

void read_map(const play::GameFolder& folder, OperationsContext& context) {
  read_hexes(folder, context);
  link_hexes(context);
  core::each_row(folder.csv("map/hexsides.csv"),
                 [&](ConfigTable& row) { read_hexside(row, context); });
  link_costs_and_zones(context);
}

}  // namespace niemen::hex_operations
