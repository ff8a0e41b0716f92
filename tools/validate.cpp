// niemen validate: every configuration, strictly, and whether it makes sense.
#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <map>

#include "ai/agents/agent_config.h"
#include "ai/agents/match.h"
#include "ai/lab/load_cell.h"
#include "engine/core/config.h"
#include "engine/core/error.h"
#include "engine/core/faults.h"
#include "engine/core/look.h"
#include "engine/core/names.h"
#include "engine/core/shell.h"
#include "engine/play/features.h"
#include "engine/play/game_folder.h"
#include "engine/systems/formats.h"
#include "engine/systems/registry.h"
#include "tools/command_line.h"
#include "tools/commands.h"

namespace niemen::tools {

namespace {

/// Collects what is wrong, each line once however many scenarios show it.
class Faults {
 public:
  void add(const std::string& line) {
    if (!known(line)) lines_.push_back(line);
  }
  void add(const core::InputError& error) {
    for (const auto& line : core::lines_of(error)) add(line);
  }
  bool known(const std::string& line) const {
    return std::find(lines_.begin(), lines_.end(), line) != lines_.end();
  }
  std::size_t count() const { return lines_.size(); }
  /// By file and line.
  void print() {
    core::sort_by_place(lines_);
    for (const auto& line : lines_) std::cerr << "niemen: " << line << '\n';
    if (!lines_.empty()) std::cerr << count() << (count() == 1 ? " fault\n" : " faults\n");
  }

 private:
  std::vector<std::string> lines_;
};

/// The file of the opening that is asked for, with ": "; nothing when there is none.
std::string opening_file(const play::GameRequest& request) {
  for (const auto& name : request.openings)
    if (!name.empty())
      return play::open_game_folder(request).find("openings/" + name + ".toml").string() + ": ";
  return "";
}

/// Loads what is asked for; adds what is wrong with it, and what makes no sense in it.
void check(const play::GameRequest& request, Faults& faults) {
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
void check_agents_data(const play::GameRequest& request, Faults& faults) {
  try {
    const auto any = systems::load_game(request);
    ai::check_agents_data(*any);
  } catch (const core::InputError& error) {
    faults.add(error);
  }
}

/// What the scenario can be played under; nothing when it cannot be read, which is added.
std::vector<std::string> presets_of(const play::GameRequest& request, Faults& faults) {
  try {
    return systems::load_game(request)->info().presets;
  } catch (const core::InputError& error) {
    faults.add(error);
    return {};
  }
}

/// Files in the folder that nothing reads, a name misspelt perhaps.
void check_files(const play::GameRequest& request, Faults& faults) {
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
void check_presets(const play::GameRequest& request, Faults& faults) {
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
void tell_older_rules(const play::GameRequest& request) {
  const auto older = systems::older_rules(request);
  if (older.empty()) return;
  std::string words;
  for (const auto& rule : older)
    words += (words.empty() ? "" : ", ") + rule.key + " = " + rule.value;
  std::cout << request.folder.string()
            << ": of an earlier format, which does not say, and is taken as "
            << "before: " << words << "; niemen new --renew " << core::shell_path(request.folder)
            << " writes this in\n";
}

/// The scenarios of a game that does not load, which may have faults of their own.
void check_other_scenarios(play::GameRequest request, Faults& faults) {
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

/// Every scenario under every preset, every opening of each side, every doctrine.
void check_game(const play::GameRequest& first, Faults& faults) {
  const auto before = faults.count();
  play::GameInfo info;
  try {
    info = systems::load_game(first)->info();
    tell_older_rules(first);
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
    std::cout << "good: " << info.title << " (" << counted(info.scenarios.size(), "scenario")
              << ", " << counted(info.presets.size(), "preset") << ", "
              << counted(info.openings[0].size() + info.openings[1].size(), "opening") << ")\n";
}

void check_agents(Faults& faults) {
  const auto before = faults.count();
  const auto names = ai::agent_names();
  for (const auto& name : names) {
    try {
      ai::find_agent(name);
    } catch (const core::InputError& error) {
      faults.add(error);
    }
  }
  if (faults.count() == before) std::cout << "good: " << names.size() << " agents\n";
}

/// Every experiment beside configs/, its games and agents loaded; templates are for people to fill
/// in.
void check_experiments(Faults& faults) {
  namespace fs = std::filesystem;
  const auto folder = play::configs_folder().parent_path() / "experiments";
  if (!core::is_there(folder)) return;
  const auto before = faults.count();
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".toml" && entry.path().parent_path().filename() != "templates")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    try {
      const auto experiment = lab::read_experiment(file);
      lab::ExperimentSource(experiment, lab::load_cell);
    } catch (const core::InputError& error) {
      faults.add(error);
    }
  }
  if (faults.count() == before) std::cout << "good: " << files.size() << " experiments\n";
}

/// A program answers some decisions of a small game, or forfeits it.
void try_program(const ai::AgentConfig& agent, Faults& faults) {
  constexpr int kDecisions = 20;
  play::GameRequest request;
  request.folder = play::find_game_folder("lorn-valley");
  const auto game = systems::load_game(request);
  const auto match = ai::make_match(*game, {agent, ai::find_agent("random")});
  match->introduce(request, {agent.name, "random"});
  std::stop_source stop;
  int asked = 0;
  const auto record = match->play({.clock = false,
                                   .stop = stop.get_token(),
                                   .watch = [&](const auto&, play::Actor actor, auto, auto*) {
                                     if (actor == play::Actor::SideA && ++asked == kDecisions)
                                       stop.request_stop();
                                   }});
  if (record.forfeit)
    faults.add(agent.name + ": in a campaign of lorn-valley: " + record.forfeit->reason);
  else
    std::cout << "good: " << agent.name << " (answers " << asked << " decisions of lorn-valley)\n";
}

/// An agent's file, strictly; a program of the user's is asked.
void check_agent_file(const std::filesystem::path& file, Faults& faults) {
  try {
    const auto agent = ai::load_agent(file);
    if (ai::traits_of(agent.kind).runs_program) return try_program(agent, faults);
    std::cout << "good: " << agent.name << '\n';
  } catch (const core::InputError& error) {
    faults.add(error);
  }
}

}  // namespace

int validate_command(int argc, char** argv) {
  cxxopts::Options options("niemen validate",
                           "Reads every configuration strictly, builds every scenario under every\n"
                           "preset and every opening, and checks that the data make sense: all\n"
                           "that is wrong at once, by file and line. With a folder it reads that\n"
                           "game; with files of agents those, and asks programs a few decisions.");
  options.positional_help("[GAME_FOLDER | AGENT_FILE...]");
  add_game_options(options);
  options.add_options()("agents", "The folder of a game, or files of agents",
                        cxxopts::value<std::vector<std::string>>());
  options.parse_positional("agents");
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  Faults faults;
  if (arguments->count("agents")) {
    for (const auto& file : (*arguments)["agents"].as<std::vector<std::string>>()) {
      if (!core::is_folder(file)) {
        check_agent_file(file, faults);
        continue;
      }
      play::GameRequest request;
      request.folder = play::find_game_folder(file);
      check_game(request, faults);
    }
  } else if (arguments->count("game")) {
    check_game(game_request(*arguments), faults);
  } else {
    for (const auto& title : play::game_titles()) {
      play::GameRequest request;
      request.folder = play::find_game_folder(title);
      check_game(request, faults);
    }
    check_agents(faults);
    check_experiments(faults);
  }
  faults.print();
  return faults.count() ? kBad : kGood;
}

}  // namespace niemen::tools
