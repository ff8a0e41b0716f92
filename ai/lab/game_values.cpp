#include "ai/lab/game_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/core/config.h"
#include "engine/play/game_folder.h"

namespace niemen::lab {

namespace {

using core::ConfigValue;
using Kind = ConfigValue::Kind;

bool is_plain(const ConfigValue& value) {
  return value.kind != Kind::Table &&
         (value.kind != Kind::List || std::ranges::all_of(value.list, is_plain));
}

std::string text_of(const ConfigValue& value) {
  switch (value.kind) {
    case Kind::Text: return value.text;
    case Kind::Integer: return fmt::format("{}", value.integer);
    case Kind::Real: return fmt::format("{}", value.real);
    case Kind::Flag: return value.flag ? "true" : "false";
    default: break;
  }
  std::string text;
  for (const auto& one : value.list) text += (text.empty() ? "" : ", ") + text_of(one);
  return "[" + text + "]";
}

/// What a row of a list is called: its id, or else its number from 1.
std::string name_of_row(const ConfigValue& row, std::size_t index) {
  const auto id = row.table.find("id");
  return id == row.table.end() ? fmt::format("{}", index + 1) : text_of(id->second);
}

void flatten(const ConfigValue& value, const std::string& key, GameValues& values) {
  if (is_plain(value)) {
    values[key] = text_of(value);
    return;
  }
  const auto below = [&](const std::string& name) {
    return key + (key.ends_with(' ') ? "" : ".") + name;
  };
  for (const auto& [name, one] : value.table) flatten(one, below(name), values);
  for (std::size_t i = 0; i < value.list.size(); ++i)
    flatten(value.list[i], below(name_of_row(value.list[i], i)), values);
}

}  // namespace

GameValues game_values(const play::GameRequest& request) {
  GameValues values;
  std::error_code ignored;
  if (!std::filesystem::exists(request.folder / "game.toml", ignored)) return values;
  const auto game = play::open_game_folder(request);
  for (const auto& folder : game.folders)
    for (const auto& file : play::files_of_game(std::array{folder})) {
      const auto name = file.lexically_relative(folder).generic_string();
      if (name == "game.toml" || name == "evaluation.toml") continue;
      flatten(file.extension() == ".csv" ? game.csv(name) : game.toml(name), name + ' ', values);
    }
  flatten(game.config, "game.toml ", values);
  return values;
}

std::string row_words(const GameValues& values, std::string_view key) {
  const auto end = key.rfind('.');
  const auto start = end == key.npos || end == 0 ? key.npos : key.rfind('.', end - 1);
  if (start == key.npos) return {};
  const auto row = key.substr(start + 1, end - start - 1);
  std::string what(key.substr(end + 1));
  std::ranges::replace(what, '_', ' ');
  if (what == "from") what = "least points";  // of a level of victory
  for (const auto title : {"title", "name", "place"}) {
    const auto wanted = fmt::format("{}.{}", row, title);
    for (const auto& [name, value] : values) {
      if (value.empty() || !name.ends_with(wanted)) continue;
      const auto before = name.size() - wanted.size();
      if (before > 0 && (name[before - 1] == ' ' || name[before - 1] == '.'))
        return fmt::format(" ({} of {})", what, value);
    }
  }
  return {};
}

std::string game_values_json(const GameValues& values) {
  return values.empty() ? "" : nlohmann::json(values).dump(1) + '\n';
}

GameValues parse_game_values(const std::string& json) {
  const auto parsed = nlohmann::json::parse(json, nullptr, false);
  GameValues values;
  if (!parsed.is_object()) return values;
  for (const auto& [key, value] : parsed.items())
    if (value.is_string()) values[key] = value.get<std::string>();
  return values;
}

}  // namespace niemen::lab
