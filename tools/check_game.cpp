#include "tools/check_game.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <ostream>

#include "ai/agents/match.h"
#include "engine/core/config.h"
#include "engine/core/faults.h"
#include "engine/core/names.h"
#include "engine/core/shell.h"
#include "engine/play/features.h"
#include "engine/play/game_folder.h"
#include "engine/systems/formats.h"
#include "engine/systems/registry.h"
#include "tools/command_line.h"

namespace niemen::tools {

void FoundFaults::add(const core::InputError& error) {
  for (const auto& line : core::lines_of(error)) add(line);
}

bool FoundFaults::known(const std::string& line) const {
  return std::find(lines_.begin(), lines_.end(), line) != lines_.end();
}

std::vector<std::string> FoundFaults::sorted() const {
  auto lines = lines_;
  core::sort_by_place(lines);
  return lines;
}

namespace {

/// The file of the opening that is asked for, with ": "; nothing when there is none.
std::string opening_file(const play::GameRequest& request) {
  for (const auto& name : request.openings)
    if (!name.empty())
      return play::open_game_folder(request).find("openings/" + name + ".toml").string() + ": ";
  return "";
}

/// Loads what is asked for; adds what is wrong with it, and what makes no sense in it.
void check(const play::GameRequest& request, FoundFaults& faults) {
  try {
    const auto any = systems::load_game(request);
    const auto state = any->initial();
    // An opening is looked at when the game without it has been.
    const auto lines = any->fault_lines();
    for (const auto& line : lines)
      if (!faults.known(line)) faults.add(opening_file(request) + line);
    if (const auto broken = any->check(state); broken && lines.empty())
      faults.add(request_words(request) + ": the first position is broken: " + *broken);
  } catch (const core::InputError& error) {
    faults.add(error);
  }
}

/// Every doctrine of the game and its evaluation, read strictly.
void check_agents_data(const play::GameRequest& request, FoundFaults& faults) {
  try {
    const auto any = systems::load_game(request);
    ai::check_agents_data(*any);
  } catch (const core::InputError& error) {
    faults.add(error);
  }
}

/// What the scenario can be played under; nothing when it cannot be read, which is added.
std::vector<std::string> presets_of(const play::GameRequest& request, FoundFaults& faults) {
  try {
    return systems::load_game(request)->info().presets;
  } catch (const core::InputError& error) {
    faults.add(error);
    return {};
  }
}

/// Files in the folder that nothing reads, a name misspelt perhaps.
void check_files(const play::GameRequest& request, FoundFaults& faults) {
  auto known = systems::files_of(request);
  for (const auto* of_agents : {"doctrines/*.toml", "values.toml", "evaluation.toml"})
    known.emplace_back(of_agents);
  for (const auto& file : play::files_of_game(std::array{request.folder})) {
    const auto name = file.lexically_relative(request.folder);
    const auto all = (name.parent_path() / "*").concat(name.extension().string());
    const auto has = [&](const std::string& one) {
      return std::find(known.begin(), known.end(), one) != known.end();
    };
    if (!has(name.generic_string()) && !has(all.generic_string()))
      faults.add(file.string() + ": nothing reads this file; the nearest that is read: " +
                 core::nearest_name(name.generic_string(), known));
  }
}

/// True when a preset says nothing that the game does not say without it.
bool changes_nothing(const core::ConfigValue& preset, const core::ConfigValue& rules) {
  auto changed = rules;
  core::overlay(changed, preset);
  return core::hash_config(changed) == core::hash_config(rules);
}

/// Presets by name, files of presets/ or tables of game.toml: whether they change nothing.
std::map<std::string, bool> idle_presets(const play::GameFolder& folder) {
  std::map<std::string, bool> idle;
  for (const auto& name : folder.list("presets", "toml")) {
    auto preset = folder.toml("presets/" + name + ".toml");
    preset.table.erase("title");
    idle[name] = std::all_of(preset.table.begin(), preset.table.end(), [](const auto& part) {
      return part.second.kind == core::ConfigValue::Kind::Table && part.second.table.empty();
    });
  }
  const auto& config = folder.config.table;
  const auto presets = config.find("presets"), rules = config.find("rules");
  if (presets != config.end() && rules != config.end())
    for (const auto& [name, preset] : presets->second.table)
      idle[name] = changes_nothing(preset, rules->second);
  return idle;
}

/// More than one preset that changes nothing: they are the same game.
void check_presets(const play::GameRequest& request, FoundFaults& faults) {
  std::string empty;
  for (const auto& [name, idle] : idle_presets(play::open_game_folder(request))) {
    if (!idle) continue;
    if (!empty.empty())
      faults.add(request.folder.string() + ": the preset \"" + name +
                 "\" changes nothing, and neither does \"" + empty + "\"");
    empty = name;
  }
}

/// Says in one line what the game is taken to say because its format is an earlier one.
void tell_older_rules(const play::GameRequest& request, std::ostream& out) {
  const auto older = systems::older_rules(request);
  if (older.empty()) return;
  std::string words;
  for (const auto& rule : older)
    words += (words.empty() ? "" : ", ") + rule.key + " = " + rule.value;
  out << request.folder.string() << ": of an earlier format, which does not say, and is taken as "
      << "before: " << words << "; niemen new --renew " << core::shell_path(request.folder)
      << " writes this in\n";
}

/// The scenarios of a game that does not load, which may have faults of their own.
void check_other_scenarios(play::GameRequest request, FoundFaults& faults) {
  try {
    const auto folder = play::open_game_folder(request);
    for (const auto& scenario : folder.list("scenarios", "toml")) {
      request.scenario = scenario;
      check(request, faults);
    }
  } catch (const core::InputError& error) {
    faults.add(error);
  }
}

}  // namespace

void check_game(const play::GameRequest& first, FoundFaults& faults, std::ostream& out) {
  const auto before = faults.count();
  play::GameInfo info;
  try {
    info = systems::load_game(first)->info();
    tell_older_rules(first, out);
  } catch (const core::InputError& error) {
    faults.add(error);
    check_other_scenarios(first, faults);
    return;
  }
  auto request = first;
  for (const auto& scenario : info.scenarios) {
    request.scenario = scenario;
    for (const auto& preset : presets_of(request, faults)) {
      request.preset = preset;
      check(request, faults);
    }
    request.preset.clear();
  }
  if (info.scenarios.empty() || info.presets.empty()) check(first, faults);
  for (int side = 0; side < play::kSides; ++side) {
    for (const auto& opening : info.openings[side]) {
      request = first;
      request.openings[side] = opening;
      check(request, faults);
    }
  }
  check_agents_data(first, faults);
  try {
    (void)play::read_country(first);
    check_files(first, faults);
    check_presets(first, faults);
  } catch (const core::InputError& error) {
    faults.add(error);
  }
  const auto counted = [](std::size_t number, const char* what) {
    return std::to_string(number) + ' ' + what + (number == 1 ? "" : "s");
  };
  if (faults.count() == before)
    out << "good: " << info.title << " (" << counted(info.scenarios.size(), "scenario") << ", "
        << counted(info.presets.size(), "preset") << ", "
        << counted(info.openings[0].size() + info.openings[1].size(), "opening") << ")\n";
}

}  // namespace niemen::tools
