#include "engine/systems/hex_campaign/read_game.h"

#include <algorithm>

#include "engine/core/defaults.h"
#include "engine/core/faults.h"
#include "engine/core/names.h"
#include "engine/core/unsaid.h"
#include "engine/play/formats.h"
#include "engine/play/side_colours.h"
#include "engine/systems/hex_campaign/added_rules.h"
#include "engine/systems/hex_campaign/rules.h"

namespace niemen::hex_campaign {

using play::Side;

namespace {

using core::ConfigTable;
using core::ConfigValue;
using Kind = ConfigValue::Kind;

/// Parts of the tree that presets and game.toml may change.
constexpr std::string_view kSections[] = {"rules",      "sides",   "hexes",      "hexsides",
                                          "downstream", "victory", "commanders", "units",
                                          "cards",      "scenario"};

std::string listed(const std::vector<std::string>& names) {
  std::string all;
  for (const auto& name : names) all += (all.empty() ? "" : ", ") + name;
  return all.empty() ? "none" : all;
}

/// The file `<subfolder>/<name>.toml`; InputError that lists what there is, at the key of game.toml
/// that names it, if that does.
ConfigValue read_named(const play::GameFolder& folder, const std::string& subfolder,
                       const std::string& name, const std::string& what) {
  const auto names = folder.list(subfolder, "toml");
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    const auto message = "no " + what + " \"" + name + "\"" + core::likely_name(name, names) +
                         " in " + (folder.folders.back() / subfolder).string() +
                         "; allowed: " + listed(names);
    const auto key = folder.config.table.find(what);
    if (key != folder.config.table.end() && key->second.text == name) key->second.fail(message);
    throw core::InputError(message);
  }
  return folder.toml(subfolder + "/" + name + ".toml");
}

ConfigValue text_value(const std::string& text) {
  ConfigValue value;
  value.kind = Kind::Text;
  value.text = text;
  return value;
}

ConfigValue empty_like(Kind kind) {
  ConfigValue value;
  value.kind = kind;
  return value;
}

/// Columns of units.csv that may be missing, and so may each of their cells.
constexpr std::string_view kOptionalCells[] = {"strength", "occupancy"};
/// What entering terrain costs when its row does not say: 0.
constexpr std::string_view kTerrainCost = "cost";
/// Combat Commands by side, and what the first format called those of both.
constexpr std::string_view kCombatCommands[] = {"combat_commands_a", "combat_commands_b"};

/// Calls `each` with every row that may leave a cell out, its key and what it says then.
void visit_optional_cells(ConfigValue& tree, const auto& each) {
  for (auto& unit : tree.table["units"].list)
    for (auto cell : kOptionalCells) each(unit, cell, text_value(""));
  for (auto& [word, terrain] : tree.table["sides"].table["terrain"].table)
    if (terrain.kind == Kind::Table) each(terrain, kTerrainCost, empty_like(Kind::Integer));
}

/// Writes out what a game leaves out, so that overlays and overrides find it by its name.
void fill_in(ConfigValue& tree) {
  core::say_defaults(tree.table["rules"], own_rule_parameters());
  visit_optional_cells(tree, core::say_nowhere);
}

/// Takes out again what says no more than its default.
void leave_out_default(ConfigValue& rules, const core::Parameter<Rules>& parameter) {
  const auto found = rules.table.find(parameter.key);
  if (found != rules.table.end() &&
      core::hash_config(found->second) == core::hash_config(core::default_value_of(parameter)))
    rules.table.erase(found);
}

/// Takes it out again where nobody said it, so that the hash of the game does not know of it.
void leave_out(ConfigValue& tree) {
  for (const auto& parameter : own_rule_parameters())
    leave_out_default(tree.table["rules"], parameter);
  visit_optional_cells(tree, [](ConfigValue& row, std::string_view key, const ConfigValue&) {
    core::take_unsaid(row, key);
  });
}

/// The Combat Commands of both sides as the first format has them: a number each for all turns, in
/// one list; null where the rules say no such thing.
const ConfigValue* old_combat_commands(const ConfigValue& rules, int format) {
  if (format > play::kFirstFormat) return nullptr;
  const auto found = rules.table.find(kOldCombatCommands);
  if (found == rules.table.end()) return nullptr;
  const auto& both = found->second;
  if (both.kind != Kind::List || both.list.size() != play::kSides)
    both.fail("\"" + std::string(kOldCombatCommands) + "\" needs 2 numbers");
  return &both;
}

/// Says them by side, as the rules of today do.
void say_combat_commands(ConfigValue& rules, int format) {
  const auto* both = old_combat_commands(rules, format);
  if (!both) return;
  for (std::size_t side = 0; side < play::kSides; ++side) {
    auto list = empty_like(Kind::List);
    list.list = {both->list[side]};
    core::say_nowhere(rules, kCombatCommands[side], list);
  }
}

/// Calls `each` with every row of the victory table that counts a place before the end and names no
/// side: in the first format that was always side A.
template <class Victory>
void visit_sideless_rows(Victory& victory, int format, const auto& each) {
  if (format > play::kFirstFormat) return;
  const auto rows = victory.table.find("row");
  if (rows == victory.table.end()) return;
  const auto says = [](const ConfigValue& row, std::string_view key, std::string_view word) {
    const auto found = row.table.find(key);
    return found != row.table.end() && found->second.text == word;
  };
  for (auto& row : rows->second.list)
    if (says(row, "what", "place") && row.table.contains("when") && !says(row, "when", "end") &&
        !row.table.contains("side"))
      each(row);
}

/// Lays the sections that `change` has over the tree and takes them out of it.
void overlay_sections(ConfigValue& tree, ConfigValue& change) {
  for (auto section : kSections) {
    const auto it = change.table.find(section);
    if (it == change.table.end() || it->second.kind == Kind::Text) continue;
    auto& base = tree.table.at(std::string(section));
    if (it->second.kind != base.kind)
      it->second.fail("\"" + std::string(section) + "\" must be " +
                      (base.kind == Kind::List ? "a list of tables" : "a table"));
    core::overlay(base, it->second);
    change.table.erase(it);
  }
}

/// An opening is called by its name: "openings.north.depots" is of the side that plays it, under
/// whose word the tree has it.
std::string by_side(const std::string& assignment, const play::GameRequest& request) {
  constexpr std::string_view kOpenings = "openings.";
  for (std::size_t side = 0; side < play::kSides; ++side) {
    const auto named = std::string(kOpenings) + request.openings[side] + '.';
    if (!request.openings[side].empty() && assignment.starts_with(named))
      return std::string(kOpenings) + std::string(kSideWords[side]) + '.' +
             assignment.substr(named.size());
  }
  return assignment;
}

}  // namespace

ConfigValue read_game(const play::GameRequest& request, const play::GameFolder& changed) {
  auto folder = changed;
  folder.changes.clear();  // overrides are laid over the whole tree, behind presets
  ConfigValue tree;
  tree.file = (folder.folders.back() / "game.toml").string();
  auto game = folder.config;
  ConfigTable words(game);

  // An opening names the scenario that it is made for; asking for another one wins.
  auto scenario = request.scenario;
  auto& openings = tree.table["openings"];
  for (auto side : {Side::A, Side::B}) {
    const auto& name = request.openings[play::index(side)];
    if (name.empty()) continue;
    auto opening = read_named(folder, "openings", name, "opening");
    opening.table["name"] = text_value(name);
    const auto made_for = opening.table.find("scenario");
    if (scenario.empty() && made_for != opening.table.end()) scenario = made_for->second.text;
    openings.table[std::string(kSideWords[play::index(side)])] = std::move(opening);
  }
  if (scenario.empty()) scenario = words.text("scenario");
  auto preset = words.text("preset");

  tree.table["rules"] = folder.toml("rules.toml");
  tree.table["sides"] = folder.toml("sides.toml");
  tree.table["victory"] = folder.toml("victory.toml");
  tree.table["hexes"] = folder.csv("map/hexes.csv");
  tree.table["hexsides"] = folder.csv("map/hexsides.csv");
  const auto optional_csv = [&](const char* file) {
    return folder.find(file).empty() ? empty_like(Kind::List) : folder.csv(file);
  };
  tree.table["downstream"] = optional_csv("map/downstream.csv");
  tree.table["units"] = folder.csv("units.csv");
  tree.table["commanders"] = folder.csv("commanders.csv");
  tree.table["cards"] =
      folder.find("cards.toml").empty() ? empty_like(Kind::Table) : folder.toml("cards.toml");
  tree.table["scenario"] = read_named(folder, "scenarios", scenario, "scenario");
  tree.table["scenario"].table["name"] = text_value(scenario);
  core::stop_at_faults();  // little can be judged without one of these files
  ConfigTable own(tree.table["scenario"]);
  preset = own.text_or("preset", request.preset.empty() ? preset : request.preset);
  if (!request.preset.empty() && request.preset != preset)
    own.fail("preset", "this position is of the preset \"" + preset + "\" and of no other");
  const auto own_changes = own.texts_or_none("set");

  const int format = play::format_of(folder.config);
  play::say_added(tree.table["rules"], format, added_rules());
  fill_in(tree);
  // Sections of a scenario come first: a preset or a request may change what it sets.
  auto scenario_changes = tree.table["scenario"];
  overlay_sections(tree, scenario_changes);
  for (auto section : kSections) tree.table["scenario"].table.erase(std::string(section));
  auto changes = read_named(folder, "presets", preset, "preset");
  overlay_sections(tree, changes);
  overlay_sections(tree, game);
  ConfigTable title(changes);
  title.text("title");
  title.finish();
  if (auto colours = game.table.extract(std::string(play::kColours)))
    tree.table.insert(std::move(colours));
  game.table["scenario"] = text_value(scenario);
  game.table["preset"] = text_value(preset);
  tree.table["game"] = std::move(game);
  for (const auto& assignment : own_changes) core::apply_override(tree, assignment);
  for (const auto& assignment : request.overrides)
    core::apply_override(tree, by_side(assignment, request));
  play::take_side_colours(tree);
  leave_out(tree);
  say_combat_commands(tree.table["rules"], format);
  visit_sideless_rows(tree.table["victory"], format, [](ConfigValue& row) {
    core::say_nowhere(row, "side", text_value(std::string(kSideWords[0])));
  });
  return tree;
}

std::vector<play::OlderRule> older_rules(const play::GameFolder& folder) {
  const int format = play::format_of(folder.config);
  auto rules = folder.toml("rules.toml");
  if (const auto own = folder.config.table.find("rules"); own != folder.config.table.end())
    core::overlay(rules, own->second);
  auto older = play::older_of(rules, format, added_rules(), "rules.toml");
  if (const auto* both = old_combat_commands(rules, format))
    for (std::size_t side = 0; side < play::kSides; ++side)
      older.push_back({"rules.toml", std::string(kCombatCommands[side]),
                       "[" + std::to_string(both->list[side].integer) + "]",
                       std::string(kOldCombatCommands)});
  const auto victory = folder.toml("victory.toml");
  visit_sideless_rows(victory, format, [&](const ConfigValue& row) {
    const auto id = row.table.find("id");
    if (id != row.table.end())
      older.push_back({"victory.toml", id->second.text + ".side", core::toml_text(kSideWords[0])});
  });
  return older;
}

std::vector<std::string> scenario_names(const play::GameFolder& folder) {
  return folder.list("scenarios", "toml");
}

std::vector<std::string> preset_names(const play::GameFolder& folder) {
  auto names = folder.list("presets", "toml");
  // Simplest first: those that change fewer rules.
  const auto changes = [&](const std::string& name) {
    const auto preset = folder.toml("presets/" + name + ".toml");
    const auto rules = preset.table.find("rules");
    return rules == preset.table.end() ? 0 : rules->second.table.size();
  };
  std::stable_sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
    return changes(a) < changes(b);
  });
  return names;
}

std::vector<std::string> opening_names(const play::GameFolder& folder, Side side) {
  std::vector<std::string> names;
  for (const auto& name : folder.list("openings", "toml")) {
    const auto opening = folder.toml("openings/" + name + ".toml");
    ConfigTable table(opening);
    if (read_side(table, "side") == side) names.push_back(name);
  }
  return names;
}

Side read_side(ConfigTable& table, std::string_view key) {
  return table.choice(key, kSideWords) == 0 ? Side::A : Side::B;
}

}  // namespace niemen::hex_campaign
