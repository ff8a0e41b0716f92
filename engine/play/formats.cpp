#include "engine/play/formats.h"

#include "engine/core/error.h"
#include "engine/core/unsaid.h"

namespace niemen::play {

namespace {

using core::ConfigValue;

/// The value that a path of keys names, or null.
const ConfigValue* found_at(const ConfigValue& root, std::string_view path) {
  const auto dot = path.find('.');
  const auto it = root.table.find(path.substr(0, dot));
  if (it == root.table.end()) return nullptr;
  return dot == std::string_view::npos ? &it->second : found_at(it->second, path.substr(dot + 1));
}

/// Writes `value` at a path, with the tables on the way.
void say_at(ConfigValue& root, std::string_view path, const ConfigValue& value) {
  const auto dot = path.find('.');
  if (dot == std::string_view::npos) return core::say_nowhere(root, path, value);
  if (!root.table.contains(path.substr(0, dot)))
    core::say_nowhere(root, path.substr(0, dot), ConfigValue{});
  say_at(root.table.find(path.substr(0, dot))->second, path.substr(dot + 1), value);
}

}  // namespace

int take_format(ConfigValue& config, int otherwise) {
  const auto it = config.table.find(kFormatKey);
  if (it == config.table.end()) return otherwise;
  const auto value = it->second;
  config.table.erase(it);
  const auto allowed =
      "allowed: " + std::to_string(kFirstFormat) + " to " + std::to_string(kFormat);
  if (value.kind != ConfigValue::Kind::Integer || value.integer < kFirstFormat)
    value.fail("\"format\" must be a whole number; " + allowed);
  if (value.integer > kFormat)
    value.fail("\"format\" is " + std::to_string(value.integer) +
               ": this game was made with a newer niemen than this one, which plays formats " +
               std::to_string(kFirstFormat) + " to " + std::to_string(kFormat) +
               "; play it with that one");
  return static_cast<int>(value.integer);
}

void keep_format(ConfigValue& config, int format) {
  ConfigValue value;
  value.kind = ConfigValue::Kind::Integer;
  value.integer = format;
  core::say_nowhere(config, kFormatKey, value);
}

int format_of(const ConfigValue& config) {
  const auto* kept = found_at(config, kFormatKey);
  return kept ? static_cast<int>(kept->integer) : kFormat;
}

std::vector<AddedRule> unsaid_rules(const ConfigValue& rules, int format,
                                    std::span<const AddedRule> added) {
  std::vector<AddedRule> unsaid;
  for (const auto& rule : added)
    if (rule.since > format && !found_at(rules, rule.key)) unsaid.push_back(rule);
  return unsaid;
}

std::vector<OlderRule> older_of(const ConfigValue& rules, int format,
                                std::span<const AddedRule> added, const std::string& file) {
  std::vector<OlderRule> older;
  for (const auto& rule : unsaid_rules(rules, format, added))
    older.push_back({file, std::string(rule.key), std::string(rule.before)});
  return older;
}

void say_added(ConfigValue& rules, int format, std::span<const AddedRule> added) {
  for (const auto& rule : unsaid_rules(rules, format, added)) {
    const auto text = "before = " + std::string(rule.before);
    const auto before = core::read_toml_text(text, "");
    say_at(rules, rule.key, before.table.at("before"));
  }
}

}  // namespace niemen::play
