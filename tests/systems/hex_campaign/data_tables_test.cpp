// What describe says of the files of a game, against the files themselves and their readers.
#include "engine/systems/hex_campaign/data_tables.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "engine/core/csv.h"
#include "engine/core/file_writer.h"
#include "engine/play/game_folder.h"

using namespace niemen;

namespace {

std::set<std::string> described(std::string_view name) {
  std::set<std::string> keys;
  for (const auto& table : hex_campaign::data_tables())
    if (table.name == name)
      for (const auto& row : table.rows) CHECK(keys.insert(row.key).second);
  return keys;
}

/// The names in the header of a CSV file.
std::set<std::string> columns(const std::filesystem::path& file) {
  const auto text = core::read_file(file);
  const auto name = file.string();
  for (core::CsvRecords records(text, name); records.next();)
    if (!records.cells().front().starts_with('#'))
      return {records.cells().begin(), records.cells().end()};
  return {};
}

/// The keys of every table in a list of tables.
std::set<std::string> keys_of_rows(const core::ConfigValue& root, const std::string& list) {
  std::set<std::string> keys;
  const auto rows = root.table.find(list);
  if (rows == root.table.end()) return keys;
  for (const auto& row : rows->second.list)
    for (const auto& [key, unused] : row.table) keys.insert(list + "." + key);
  return keys;
}

const std::vector<std::string> kGames{"russia-1812", "lorn-valley"};
/// Columns that the published games leave out (numbers-of-a-game.case has them).
const std::set<std::string> kColumnsOfOnesOwn{"strength", "occupancy"};

std::filesystem::path folder_of(const std::string& game) {
  return std::filesystem::path(NIEMEN_SOURCE_DIR) / "configs/games" / game;
}

}  // namespace

TEST_CASE("describe knows every column of the tables of a hex campaign, and no other",
          "[hex_campaign][describe]") {
  for (const std::string table : {"hexes", "hexsides", "downstream", "units", "commanders"}) {
    const auto names = described(table);
    std::set<std::string> used;
    for (const auto& game : {"russia-1812", "nemesis-1813", "lorn-valley"}) {
      const bool on_map = table == "hexes" || table == "hexsides" || table == "downstream";
      const auto file = folder_of(game) / (on_map ? "map" : "") / (table + ".csv");
      if (!std::filesystem::exists(file)) continue;
      CAPTURE(file);
      const auto found = columns(file);
      CHECK(std::ranges::includes(names, found));
      used.insert(found.begin(), found.end());
    }
    if (table == "units") used.insert(kColumnsOfOnesOwn.begin(), kColumnsOfOnesOwn.end());
    CHECK(used == names);
  }
}

TEST_CASE("describe knows every key of the victory of a hex campaign", "[hex_campaign][describe]") {
  const auto names = described("victory");
  for (const auto& game : kGames) {
    const auto victory = core::read_toml(folder_of(game) / "victory.toml");
    for (const std::string list : {"row", "level", "sudden_death"})
      for (const auto& key : keys_of_rows(victory, list)) {
        CAPTURE(game, key);
        CHECK(names.contains(key));
      }
  }
}
