#include "tools/rule_book.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "engine/core/text.h"
#include "engine/systems/registry.h"

namespace niemen::tools {

namespace {

using core::ConfigValue;

const ConfigValue* find_in(const ConfigValue& value, std::string_view key) {
  const auto found = value.table.find(key);
  return found == value.table.end() ? nullptr : &found->second;
}

/// Of what belongs to a number: "8.4" stands in "(8.4, ruling R-7)", not in "18.4" or "8.41".
bool names(std::string_view text, std::string_view number) {
  const auto belongs = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '.';
  };
  for (auto at = text.find(number); at != std::string_view::npos; at = text.find(number, at + 1)) {
    const auto end = at + number.size();
    const bool begins = at == 0 || !belongs(text[at - 1]);
    // A full stop ends a sentence, but "8.4.1" is another rule.
    const bool ends = end == text.size() || !belongs(text[end]) ||
                      (text[end] == '.' && (end + 1 == text.size() || !belongs(text[end + 1])));
    if (begins && ends) return true;
  }
  return false;
}

/// A value that a sentence has room for; empty: it has none, as for long lists.
std::string value_words(const ConfigValue& value) {
  constexpr std::size_t kLongest = 8;
  switch (value.kind) {
    case ConfigValue::Kind::Text: return value.text;
    case ConfigValue::Kind::Integer: return std::to_string(value.integer);
    case ConfigValue::Kind::Flag: return value.flag ? "yes" : "no";
    case ConfigValue::Kind::List: break;
    default: return {};
  }
  if (value.list.size() > kLongest) return {};
  std::string words;
  for (const auto& one : value.list) words += (words.empty() ? "" : ", ") + value_words(one);
  return words;
}

/// The three cells of a row of rulings; empty where a line is none.
std::array<std::string, 3> cells_of(std::string_view line) {
  std::array<std::string, 3> cells;
  for (auto& cell : cells) {
    const auto end = line.starts_with("| ") ? line.find(" |", 1) : std::string_view::npos;
    if (end == std::string_view::npos) return {};
    cell = core::trimmed(line.substr(1, end - 1));
    line.remove_prefix(end + 1);
  }
  return cells;
}

void add_rulings(std::vector<RuleLine>& lines, std::string_view text, std::string_view number) {
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    const auto [name, rules, words] = cells_of(text.substr(at, end - at));
    at = end + 1;
    if (name.find('-') == std::string::npos || name.starts_with("---")) continue;
    if (name == number || names(rules, number))
      lines.push_back({name, name == number ? "About " + rules + ": " + words : words, ""});
  }
}

}  // namespace

ConfigValue rules_of(const play::GameFolder& folder) {
  if (!folder.find("rules.toml").empty()) return folder.toml("rules.toml");
  const auto* rules = find_in(folder.config, "rules");
  return rules ? *rules : ConfigValue{};
}

ConfigValue preset_of(const play::GameFolder& folder, const std::string& preset) {
  const auto file = "presets/" + preset + ".toml";
  if (!folder.find(file).empty()) return folder.toml(file);
  ConfigValue changes;
  const auto* presets = find_in(folder.config, "presets");
  if (const auto* rules = presets ? find_in(*presets, preset) : nullptr)
    changes.table["rules"] = *rules;
  return changes;
}

std::vector<RuleLine> rule_lines(const play::GameRequest& request, const play::GameInfo& info,
                                 std::string_view number) {
  std::vector<RuleLine> lines;
  if (number.empty()) return lines;
  const auto folder = play::open_game_folder(request);
  auto rules = rules_of(folder);
  const auto preset = preset_of(folder, info.preset);
  if (const auto* changes = find_in(preset, "rules")) core::overlay(rules, *changes);
  for (const auto& table : systems::parameter_tables()) {
    if (table.name != info.mechanism && !table.name.starts_with(info.mechanism + ".")) continue;
    for (const auto& row : table.rows) {
      if (!names(row.help, number)) continue;
      const auto* value = find_in(rules, row.key);
      lines.push_back({"", row.help, value ? value_words(*value) : std::string()});
    }
  }
  for (const auto& rulings : all_rulings())
    if (rulings.mechanism == info.mechanism) add_rulings(lines, rulings.text, number);
  return lines;
}

}  // namespace niemen::tools
