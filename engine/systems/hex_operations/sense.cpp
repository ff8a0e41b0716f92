// Data that can be read and make no sense.
#include <algorithm>

#include "engine/core/enum_array.h"
#include "engine/play/where.h"
#include "engine/systems/hex_operations/hex_operations.h"
#include "engine/systems/hex_operations/lookups.h"
#include "engine/systems/margins.h"

namespace niemen::hex_operations {

namespace {

std::string hexes(const OperationsContext& game, int first, int second) {
  return game.hex_text(first) + " and " + game.hex_text(second);
}

/// Hexes of an Area that can be reached from its first one without leaving it.
int joined_hexes(const OperationsContext& game, int area, int first) {
  HexSet seen = HexSet::of(first);
  std::vector<int> open{first};
  while (!open.empty()) {
    const int hex = open.back();
    open.pop_back();
    for (const auto next : game.neighbour[hex]) {
      if (next == kNoHex || game.area[next] != area || seen.contains(next)) continue;
      seen.insert(next);
      open.push_back(next);
    }
  }
  return seen.count();
}

void find_torn_areas(const OperationsContext& game, std::vector<std::string>& lines) {
  for (int area = 0; area < game.area_count(); ++area) {
    int first = kNoHex, total = 0;
    for (const auto& hex : game.hexes) {
      if (!game.open[hex.code] || game.area[hex.code] != area) continue;
      if (first == kNoHex) first = hex.code;
      ++total;
    }
    if (first != kNoHex && joined_hexes(game, area, first) != total)
      lines.push_back(game.hexes[game.find_hex(first)].origin.words() + "Area " + game.areas[area] +
                      " is in several pieces that do not touch");
  }
}

void find_neighbouring_fortresses(const OperationsContext& game, std::vector<std::string>& lines) {
  for (const auto& place : game.places)
    for (const auto next : game.neighbour[place.hex])
      if (place.fortress && next > place.hex && game.fortress_at(next))
        lines.push_back(place.origin.words() + "the Fortresses of " + hexes(game, place.hex, next) +
                        " touch; the rules of attacks out of one do not foresee it");
}

void find_idle_arrivals(const OperationsContext& game, std::vector<std::string>& lines) {
  for (const auto& arrival : game.arrivals) {
    if (arrival.turn > game.rules.last_turn)
      lines.push_back(arrival.origin.words() + "reinforcement " + arrival.id +
                      " comes after the last Game-Turn");
    if (arrival.entries.empty())
      lines.push_back(arrival.origin.words() + "reinforcement " + arrival.id +
                      " has no hex to enter the map by");
  }
}

std::string scenario_file(const OperationsContext& game) {
  return "scenarios/" + game.scenario.id + ".toml";
}

void find_missing_dates(const OperationsContext& game, std::vector<std::string>& lines) {
  const auto turns = static_cast<std::size_t>(game.rules.last_turn);
  const bool shorter =
      play::where(game.folders, scenario_file(game), {"rules", "last_turn"}).line != 0;
  if (game.dates.size() < turns || (game.dates.size() > turns && !shorter))
    lines.push_back(play::where(game.folders, "game.toml", {"dates"}).words() +
                    "dates: " + std::to_string(game.dates.size()) + " dates for " +
                    std::to_string(turns) + " Game-Turns");
}

/// Units are told apart by their numbers; of two kinds alike the second can never be named.
void find_kinds_alike(const OperationsContext& game, std::vector<std::string>& lines) {
  constexpr core::EnumArray<UnitClass, std::string_view> kKeys{
      {"infantry_corps", "infantry_division", "cavalry_corps", "cavalry_division", "leader",
       "supply_unit", "depot"}};
  for (const auto a : core::values_of<UnitClass>())
    for (const auto b : core::values_of<UnitClass>())
      if (a < b && a != UnitClass::Leader && b != UnitClass::Leader &&
          game.rules.units[a] == game.rules.units[b])
        lines.push_back(play::where(game.folders, "rules.toml", {"units", kKeys[b]}).words() +
                        std::string(kKeys[b]) + " and " + std::string(kKeys[a]) + " are both " +
                        std::to_string(game.rules.strength(a)) + "-" +
                        std::to_string(game.rules.allowance(a)) +
                        ": units are told apart by these numbers");
}

void find_unlike_levels(const OperationsContext& game, std::vector<std::string>& lines) {
  const bool leader = game.victory_leader >= 0;
  if (game.level_offset != 0 && leader)
    lines.push_back(play::where(game.folders, scenario_file(game), {"level"}).words() +
                    "scenario " + game.scenario.id + " begins with " +
                    std::to_string(game.scenario.level) +
                    " victory points; the places controlled " + "are worth " +
                    std::to_string(game.scenario.level - game.level_offset));
}

void find_isolated_hexes(const OperationsContext& game, std::vector<std::string>& lines) {
  for (const auto& hex : game.hexes) {
    if (!game.open[hex.code]) continue;
    const auto& around = game.neighbour[hex.code];
    if (std::all_of(around.begin(), around.end(), [](HexCode next) { return next == kNoHex; }))
      lines.push_back(hex.origin.words() + "hex " + game.hex_text(hex.code) +
                      " cannot be entered from anywhere");
  }
}

void find_enemies_together(const OperationsContext& game, std::vector<std::string>& lines) {
  for (int a = 0; a < kSidePieces; ++a)
    for (int b = kSidePieces; b < kPieces; ++b) {
      const auto hex = game.pieces[a].hex;
      if (hex == kNoHex || game.pieces[b].hex != hex) continue;
      const auto stands_there = [&](const core::ConfigValue& row) {
        const auto place = row.table.find("hex");
        return place != row.table.end() && game.hex_named(place->second.text) == hex;
      };
      lines.push_back(
          play::where_row(game.folders, scenario_file(game), "placed", stands_there).words() +
          "both sides begin on hex " + game.hex_text(hex));
    }
}

/// Points that nobody can win, and levels that ask for more than there are.
void find_unscorable(const OperationsContext& game, std::vector<std::string>& lines) {
  int most = game.level_offset;
  for (const auto& place : game.places) {
    most += place.points;
    if (place.points > 0 && !game.open[place.hex])
      lines.push_back(place.origin.words() + game.hex_text(place.hex) +
                      " is worth points, and nobody can enter it");
  }
  if (game.places.empty())
    lines.push_back("map/hexes.csv: no hex is worth points: there is nothing to win");
  const auto& levels = game.rules.levels;
  if (levels.size() > 1 && levels.front().from > most)
    lines.push_back(levels.front().origin.words() + "\"" + levels.front().name + "\" asks for " +
                    std::to_string(levels.front().from) + " victory points, and the map has " +
                    std::to_string(most));
}

void find_false_margin(const OperationsContext& game, std::vector<std::string>& lines) {
  const auto& levels = game.rules.levels;
  const auto threshold = systems::threshold_of(std::span<const VictoryLevel>(levels));
  if (const auto fault = systems::margin_fault(threshold, game.rules.margin_at); !fault.empty())
    lines.push_back(levels.front().origin.words() + fault);
}

}  // namespace

std::vector<std::string> HexOperations::fault_lines() const {
  std::vector<std::string> lines;
  find_torn_areas(*context_, lines);
  find_neighbouring_fortresses(*context_, lines);
  find_isolated_hexes(*context_, lines);
  find_idle_arrivals(*context_, lines);
  find_missing_dates(*context_, lines);
  find_kinds_alike(*context_, lines);
  find_unlike_levels(*context_, lines);
  find_enemies_together(*context_, lines);
  find_unscorable(*context_, lines);
  find_false_margin(*context_, lines);
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

}  // namespace niemen::hex_operations
