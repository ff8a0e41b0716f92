#include "engine/play/game_files.h"

#include <algorithm>

#include "engine/core/faults.h"
#include "engine/core/names.h"
#include "engine/core/text.h"
#include "engine/core/text_line.h"
#include "engine/core/unsaid.h"
#include "engine/play/side_colours.h"
#include "engine/play/where.h"

namespace niemen::play {

namespace {

using core::ConfigTable;
using core::ConfigValue;

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// `name`, if it is one of `names`; else an InputError, at the key of `config` that says it, if
/// that does.
const std::string& known(const std::vector<std::string>& names, const std::string& name,
                         const std::string& what, const ConfigValue* config = nullptr) {
  if (std::find(names.begin(), names.end(), name) != names.end()) return name;
  const auto message = what + " \"" + name + "\"" + core::likely_name(name, names) +
                       " is not known; allowed: " + listed(names);
  if (config)
    if (const auto key = config->table.find("default_" + what);
        key != config->table.end() && key->second.text == name)
      key->second.fail(message);
  throw core::InputError(message);
}

/// A text at the top of a file, read before the strict pass.
std::string peek_text(const ConfigValue& config, std::string_view key) {
  const auto it = config.table.find(key);
  if (it == config.table.end() || it->second.kind != ConfigValue::Kind::Text)
    config.fail("\"" + std::string(key) + "\" is missing; it must be text");
  return it->second.text;
}

/// The scenario that an opening is made for, the first of several; empty: it does not say.
std::string scenario_of_opening(const ConfigValue& opening) {
  if (!opening.table.contains("scenarios")) return peek_text(opening, "scenario");
  const auto scenarios = ConfigTable(opening).texts("scenarios");
  return scenarios.empty() ? "" : scenarios.front();
}

std::string scenario_name(const GameRequest& request, const GameFolder& folder) {
  if (!request.scenario.empty()) return request.scenario;
  for (const auto& opening : request.openings) {
    if (opening.empty()) continue;
    if (const auto name = scenario_of_opening(read_opening_file(folder, opening)); !name.empty())
      return name;
  }
  return peek_text(folder.config, "default_scenario");
}

const ConfigValue* preset_tables(const ConfigValue& config) {
  const auto it = config.table.find("presets");
  return it == config.table.end() ? nullptr : &it->second;
}

/// Simplest first: the default, then the others by name.
std::vector<std::string> preset_names(const ConfigValue& config, const GameFolder& folder) {
  std::vector<std::string> names{peek_text(config, "default_preset")};
  const auto add = [&](const std::string& name) {
    if (name != names.front()) names.push_back(name);
  };
  if (const auto* tables = preset_tables(config))
    for (const auto& [name, unused] : tables->table) add(name);
  else
    for (const auto& name : folder.list("presets", "toml")) add(name);
  return names;
}

void lay_preset(ConfigValue& config, const GameFolder& folder, const std::string& preset) {
  const auto* tables = preset_tables(config);
  if (!tables) return core::overlay(config, folder.toml("presets/" + preset + ".toml"));
  const auto it = tables->table.find(preset);
  if (it == tables->table.end())
    config.fail("default_preset is \"" + preset + "\", and \"presets\" has no such table");
  core::overlay(config.table["rules"], it->second);
}

constexpr std::string_view kOpenings = "openings";

/// Whether an override is of an opening that is played: "openings.north.places.morand=gryaz".
bool is_of_opening(std::string_view assignment) {
  return assignment.starts_with(kOpenings) && assignment.substr(kOpenings.size()).starts_with('.');
}

/// Whether an override is of a CSV file, and laid over it when that is read.
bool is_of_table(const GameFolder& folder, const std::string& assignment) {
  return std::any_of(folder.changes.begin(), folder.changes.end(), [&](const auto& changed) {
    const auto& all = changed.second;
    return std::find(all.begin(), all.end(), assignment) != all.end();
  });
}

/// The section of a game called so: of rules.toml, named without the word before it as `niemen
/// describe` does, or of game.toml; null when there is none.
ConfigValue* section_named(ConfigValue& config, std::string_view name) {
  auto& rules = config.table["rules"];
  for (auto* tables : {&rules, &config})
    if (const auto found = tables->table.find(name);
        found != tables->table.end() && found->second.kind == ConfigValue::Kind::Table)
      return &found->second;
  return nullptr;
}

/// Lays the sections that a scenario has over those of the game, and takes them out of it.
void lay_scenario(ConfigValue& config, ConfigValue& scenario) {
  for (auto part = scenario.table.begin(); part != scenario.table.end();) {
    auto* section = part->second.kind == ConfigValue::Kind::Table && part->first != "presets"
                        ? section_named(config, part->first)
                        : nullptr;
    if (!section) {
      ++part;
      continue;
    }
    core::overlay(*section, part->second);
    part = scenario.table.erase(part);
  }
}

void apply_overrides(ConfigValue& config, const GameFolder& folder,
                     const std::vector<std::string>& overrides) {
  for (const auto& assignment : overrides) {
    if (is_of_opening(assignment) || is_of_table(folder, assignment)) continue;
    const auto section = assignment.substr(0, assignment.find('.'));
    auto& rules = config.table["rules"];
    const auto it = rules.table.find(section);
    const bool of_rules = it != rules.table.end() && it->second.kind == ConfigValue::Kind::Table;
    core::apply_override(of_rules ? rules : config, assignment);
  }
}

/// What a row of an opening is called: the group whose units it places and where, "french-1/FP2".
/// Empty: it is no such row.
std::string name_of_row(const ConfigValue& row) {
  std::string name;
  for (std::string_view key : {"group", "area", "hex"})
    if (const auto it = row.table.find(key); it != row.table.end())
      name += (name.empty() ? "" : "/") + it->second.text;
  return name;
}

/// Gives the rows of an opening the names that overrides call them by.
void name_rows(ConfigValue& opening) {
  for (auto& [key, list] : opening.table)
    for (auto& row : list.list) {
      ConfigValue id;
      id.kind = ConfigValue::Kind::Text;
      id.text = name_of_row(row);
      if (row.kind == ConfigValue::Kind::Table) core::say_nowhere(row, "id", std::move(id));
    }
}

/// Takes those names away again.
void take_names(ConfigValue& opening) {
  for (auto& [key, list] : opening.table)
    for (auto& row : list.list) core::take_unsaid(row, "id");
}

/// The openings of a request by name, with what its overrides change.
ConfigValue openings_of(const GameRequest& request, const GameFolder& folder) {
  ConfigValue tree;
  auto& openings = tree.table[std::string(kOpenings)];
  for (const auto& name : request.openings)
    if (!name.empty()) openings.table[name] = read_opening_file(folder, name);
  for (auto& [name, opening] : openings.table) name_rows(opening);
  for (const auto& assignment : request.overrides) {
    if (!is_of_opening(assignment)) continue;
    if (openings.table.empty())
      throw core::InputError("--set " + assignment + ": no opening is played");
    core::apply_override(tree, assignment);
  }
  for (auto& [name, opening] : openings.table) take_names(opening);
  return std::move(openings);
}

}  // namespace

ConfigValue read_opening_file(const GameFolder& folder, const std::string& name) {
  return folder.toml("openings/" + known(folder.list("openings", "toml"), name, "opening") +
                     ".toml");
}

ConfigValue assemble_files(const GameRequest& request, const GameFolder& folder, GameInfo& info,
                           std::span<const AddedRule> added, const SayDefaults& say_defaults) {
  ConfigValue config = folder.config;
  if (!folder.find("rules.toml").empty()) {
    config.table = {{"rules", folder.toml("rules.toml")}};
    // Nothing can be judged by rules that cannot be read.
    if (config.table["rules"].table.empty()) core::stop_at_faults();
    core::overlay(config, folder.config);
  }
  if (!config.table.contains("rules"))
    config.fail("there are no rules; they are the table \"rules\", or a file rules.toml beside it");
  say_added(config.table["rules"], format_of(config), added);
  if (say_defaults) say_defaults(config);
  info.presets = preset_names(config, folder);
  info.preset = known(info.presets, request.preset.empty() ? info.presets.front() : request.preset,
                      "preset", &config);
  info.scenarios = folder.list("scenarios", "toml");
  info.scenario = known(info.scenarios, scenario_name(request, folder), "scenario", &config);
  auto scenario = folder.toml("scenarios/" + info.scenario + ".toml");
  lay_scenario(config, scenario);
  lay_preset(config, folder, info.preset);
  config.table["scenario"] = std::move(scenario);
  apply_overrides(config, folder, request.overrides);
  take_side_colours(config);
  return config;
}

SideNames read_side_titles(ConfigTable& table, const std::array<std::string_view, kSides>& keys) {
  SideNames names{table.text(keys[0]), table.text(keys[1])};
  for (std::size_t side = 0; side < kSides; ++side)
    if (!core::is_printable_line(names[side]))
      table.fail(keys[side],
                 "\"" + names[side] +
                     "\": the name of a side is one line that can be seen, no blank at its ends");
  if (core::lower(names[0]) == core::lower(names[1]))
    table.fail(keys[1], "both sides are called " + names[0]);
  return names;
}

SideNames read_side_names(ConfigTable& sides, const std::array<std::string_view, kSides>& keys) {
  auto names = read_side_titles(sides, keys);
  for (std::size_t side = 0; side < kSides; ++side)
    if (names[side].find(' ') != std::string::npos)
      sides.fail(keys[side],
                 "\"" + names[side] + "\": the name of a side is a word without blanks");
  return names;
}

SideNames read_default_doctrines(ConfigTable& game, const SideNames& sides) {
  if (!game.has("doctrines") && format_of(game.value()) == kFirstFormat) return {};
  auto doctrines = game.table("doctrines");
  SideNames names{doctrines.text(sides[0]), doctrines.text(sides[1])};
  doctrines.finish();
  return names;
}

std::vector<OlderRule> older_doctrines(const GameFolder& folder) {
  std::vector<OlderRule> older;
  const auto& config = folder.config;
  if (format_of(config) != kFirstFormat || config.table.contains("doctrines")) return older;
  const auto sides = config.table.find("sides");
  if (sides == config.table.end()) return older;
  for (const auto* key : {"invader", "defender", "first", "second"})
    if (const auto name = sides->second.table.find(key); name != sides->second.table.end())
      older.push_back({"game.toml", "doctrines." + name->second.text, "\"\""});
  return older;
}

core::InputError unknown_default_doctrine(std::span<const std::filesystem::path> folders,
                                          std::string_view name,
                                          const std::vector<std::string>& allowed) {
  const auto at = where(folders, "game.toml", {"doctrines"});
  return core::InputError(
      (at.line == 0 ? (folders.front() / "game.toml").string() + ": " : at.words()) +
      "[doctrines] names \"" + std::string(name) + "\"" + core::likely_name(name, allowed) +
      "; allowed: " + core::listed(allowed));
}

int read_side(ConfigTable& table, std::string_view key, const SideNames& sides) {
  const std::array<std::string_view, kSides> names{sides[0], sides[1]};
  return table.choice(key, names);
}

void read_openings(const GameRequest& request, const GameFolder& folder, GameInfo& info,
                   const OpeningReader& read) {
  const auto openings = openings_of(request, folder);
  for (int side = 0; side < kSides; ++side) {
    const auto& name = request.openings[side];
    if (name.empty()) continue;
    const auto& file = openings.table.at(name);
    read(file, name, side);
    info.data_hash = core::hash_config(file, info.data_hash);
  }
}

void read_opening_head(ConfigTable& opening, const std::string& name, int side,
                       const SideNames& sides, const std::string& scenario) {
  opening.text("name");
  opening.text("why");
  if (read_side(opening, "side", sides) != side)
    opening.fail("side", "opening \"" + name + "\" is not for " + sides[side]);
  const bool several = opening.has("scenarios");
  const auto scenarios =
      several ? opening.texts("scenarios") : std::vector<std::string>{opening.text("scenario")};
  if (std::find(scenarios.begin(), scenarios.end(), scenario) == scenarios.end())
    opening.fail(several ? "scenarios" : "scenario",
                 "opening \"" + name + "\" is for scenario " + listed(scenarios));
}

void describe_folder(const GameFolder& folder, std::string_view mechanism, const SideNames& sides,
                     std::span<const std::string_view> tables, GameInfo& info) {
  for (const auto file : tables)
    info.data_hash = core::hash_config(folder.csv(std::string(file)), info.data_hash);
  info.title = folder.title;
  info.mechanism = mechanism;
  std::copy(sides.begin(), sides.end(), std::begin(info.side_names));
  for (const auto& name : folder.list("openings", "toml")) {
    const auto side = peek_text(read_opening_file(folder, name), "side");
    info.openings[side == sides[0] ? 0 : 1].push_back(name);
  }
}

}  // namespace niemen::play
