#include "engine/systems/hex_campaign/join_parts.h"

#include <algorithm>
#include <map>
#include <set>

namespace niemen::hex_campaign {

namespace {

using core::ConfigTable;
using core::ConfigValue;

/// What the ids of the last part's own units begin with, so that all differ.
constexpr std::string_view kPrefix = "1813-";

std::string& cell(ConfigValue& row, const std::string& column) {
  auto& value = row.table[column];
  value.kind = ConfigValue::Kind::Text;
  if (value.file.empty()) {
    value.file = row.file;
    value.line = row.line;
  }
  return value.text;
}

std::string text_of(const ConfigValue& row, const std::string& column) {
  const auto it = row.table.find(column);
  return it == row.table.end() ? "" : it->second.text;
}

bool has_flag(const ConfigValue& row, std::string_view flag) {
  const std::string flags = ";" + text_of(row, "flags") + ";";
  return flags.find(";" + std::string(flag) + ";") != std::string::npos;
}

play::GameFolder open_part(const play::GameFolder& folder, ConfigTable& row) {
  const auto name = row.text("id");
  const auto file = folder.find(name + "/game.toml");
  if (file.empty()) row.fail("id", "no game.toml lies in a folder \"" + name + "\" of this game");
  play::GameRequest request;
  request.folder = file.parent_path();
  return play::open_game_folder(request);
}

/// Files of a part's own folder are files of the game.
void note_files(const play::GameFolder& folder, const play::GameFolder& part) {
  const auto& own = part.folders.back();
  for (const auto& file : play::files_of_game(std::span(&own, 1)))
    folder.asked->insert((own.filename() / file.lexically_relative(own)).string());
}

/// The piece comes from the part before, or is of a later one.
ConfigValue without_row(ConfigValue row, std::string_view flag) {
  for (const auto* column : {"set_up", "free_set_up", "arrival", "second_year"})
    cell(row, column).clear();
  for (const auto* column : {"counterpart_of", "late_arrival", "withdrawn", "withdrawn_corps",
                             "leaves_if_entered", "region", "region_from_turn"})
    if (row.table.count(column)) cell(row, column).clear();
  cell(row, "arrival_turn") = "0";
  cell(row, "flags") = std::string(flag);
  if (row.table.count("leaves_turn")) cell(row, "leaves_turn").clear();
  return row;
}

/// Designations do not count in the last part (17.9d), and its corps may have no unit.
ConfigValue without_corps(ConfigValue row) {
  if (text_of(row, "seniority") == "corps") cell(row, "seniority") = "none";
  cell(row, "commands").clear();
  return row;
}

ConfigValue renamed(ConfigValue row) {
  cell(row, "id").insert(0, kPrefix);
  if (!text_of(row, "counterpart_of").empty()) cell(row, "counterpart_of").insert(0, kPrefix);
  return row;
}

/// Rows of both lists by id; of those in both the second's, with the first's word for its zone.
void join_rows(ConfigValue& list, const ConfigValue& on_top, bool keep_zone) {
  std::map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < list.list.size(); ++i) known[text_of(list.list[i], "id")] = i;
  for (const auto& row : on_top.list) {
    const auto it = known.find(text_of(row, "id"));
    ConfigValue joined = row;
    if (keep_zone)
      cell(joined, "zone") = it == known.end() ? "" : text_of(list.list[it->second], "zone");
    if (it == known.end())
      list.list.push_back(std::move(joined));
    else
      list.list[it->second] = std::move(joined);
  }
}

/// The same where the list itself lies on top: rows of the other that it lacks, without a zone.
void join_below(ConfigValue& list, const ConfigValue& below, bool zones) {
  std::set<std::string> known;
  for (const auto& row : list.list) known.insert(text_of(row, "id"));
  for (auto row : below.list) {
    if (known.count(text_of(row, "id"))) continue;
    if (zones) cell(row, "zone").clear();
    list.list.push_back(std::move(row));
  }
}

void join_maps(std::vector<ConfigValue*>& trees) {
  ConfigValue& last = *trees.back();
  for (const char* key : {"hexes", "hexsides"}) {
    const bool zones = std::string_view(key) == "hexes";
    const ConfigValue first = trees.front()->table.at(key), top = last.table.at(key);
    for (auto* tree : trees)
      if (tree != &last) join_rows(tree->table.at(key), top, zones);
    join_below(last.table.at(key), first, zones);
  }
}

void join_units(std::vector<ConfigValue*>& trees) {
  ConfigValue& last = trees.back()->table.at("units");
  const ConfigValue first = trees.front()->table.at("units"), own = last;
  last.list.clear();
  for (const auto& row : first.list) last.list.push_back(without_row(row, "carried"));
  for (const auto& row : own.list) {
    if (has_flag(row, "star")) continue;
    last.list.push_back(renamed(row));
    for (auto* tree : trees)
      if (tree != trees.back())
        tree->table.at("units").list.push_back(without_row(renamed(row), "absent"));
  }
}

void join_commanders(std::vector<ConfigValue*>& trees) {
  ConfigValue& last = trees.back()->table.at("commanders");
  const ConfigValue first = trees.front()->table.at("commanders"), own = last;
  last.list.clear();
  const auto same = [](const ConfigValue& a, const ConfigValue& b) {
    return text_of(a, "id") == text_of(b, "id") && text_of(a, "side") == text_of(b, "side");
  };
  const auto find = [&](const ConfigValue& list, const ConfigValue& row) {
    return std::find_if(list.list.begin(), list.list.end(),
                        [&](const ConfigValue& other) { return same(row, other); });
  };
  for (const auto& row : first.list) {
    const auto it = find(own, row);
    last.list.push_back(without_corps(it == own.list.end() ? without_row(row, "carried") : *it));
  }
  for (auto row : own.list) {
    if (find(first, row) != first.list.end()) continue;
    // The same man on the other side is another piece.
    const auto taken = [&](const ConfigValue& known) {
      return text_of(known, "id") == text_of(row, "id");
    };
    if (std::any_of(first.list.begin(), first.list.end(), taken)) row = renamed(std::move(row));
    row = without_corps(std::move(row));
    last.list.push_back(row);
    for (auto* tree : trees)
      if (tree != trees.back())
        tree->table.at("commanders").list.push_back(without_row(row, "absent"));
  }
}

std::string listed(const std::vector<std::string>& names) {
  std::string all;
  for (const auto& name : names) all += (all.empty() ? "" : ", ") + name;
  return all;
}

bool is_among(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void join_parts(const play::GameFolder& folder, ConfigValue& tree) {
  const auto folders = open_parts(folder);
  if (folders.empty()) return;
  const auto preset = text_of(tree.table.at("game"), "preset");
  const auto presets = common_presets(folder, preset_names(folder));
  if (!is_among(presets, preset))
    throw core::InputError("preset \"" + preset + "\" is none of every part of " + folder.title +
                           "; allowed: " + listed(presets));
  ConfigTable scenario(tree.table.at("scenario"));
  ConfigValue parts;
  parts.kind = ConfigValue::Kind::List;
  for (const auto& part : folders) {
    play::GameRequest own;
    own.folder = part.folders.back();
    own.preset = preset;
    if (&part == &folders.back()) own.scenario = scenario.text_or("goes_on_with", "");
    parts.list.push_back(read_game(own, part));
    note_files(folder, part);
  }
  std::vector<ConfigValue*> trees{&tree};
  for (auto& part : parts.list) trees.push_back(&part);
  join_maps(trees);
  join_units(trees);
  join_commanders(trees);
  tree.table["parts"] = std::move(parts);
}

std::vector<std::string> common_presets(const play::GameFolder& folder,
                                        std::vector<std::string> presets) {
  for (const auto& part : open_parts(folder)) {
    const auto names = preset_names(part);
    std::erase_if(presets, [&](const auto& name) { return !is_among(names, name); });
  }
  return presets;
}

std::vector<play::GameFolder> open_parts(const play::GameFolder& folder) {
  std::vector<play::GameFolder> parts;
  for (auto& row : ConfigTable(folder.config).tables("part"))
    parts.push_back(open_part(folder, row));
  return parts;
}

}  // namespace niemen::hex_campaign
