// niemen validate: every configuration, strictly, and whether it makes sense.
#include <algorithm>
#include <filesystem>
#include <iostream>

#include "ai/agents/agent_config.h"
#include "ai/agents/match.h"
#include "ai/lab/load_cell.h"
#include "engine/core/error.h"
#include "engine/core/look.h"
#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"
#include "tools/check_game.h"
#include "tools/command_line.h"
#include "tools/commands.h"

namespace niemen::tools {

namespace {

/// By file and line.
void print(const FoundFaults& faults) {
  for (const auto& line : faults.sorted()) std::cerr << "niemen: " << line << '\n';
  if (faults.count())
    std::cerr << faults.count() << (faults.count() == 1 ? " fault\n" : " faults\n");
}

void check_agents(FoundFaults& faults) {
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
void check_experiments(FoundFaults& faults) {
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
void try_program(const ai::AgentConfig& agent, FoundFaults& faults) {
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
void check_agent_file(const std::filesystem::path& file, FoundFaults& faults) {
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
                           "that is wrong at once, by file and line. With a game it reads that\n"
                           "one; with files of agents those, and asks programs a few decisions.");
  options.positional_help("[GAME | AGENT_FILE...]");
  add_game_options(options);
  options.add_options()("agents", "A game, by title or folder, or files of agents",
                        cxxopts::value<std::vector<std::string>>());
  options.parse_positional("agents");
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  FoundFaults faults;
  if (arguments->count("agents")) {
    for (const auto& file : (*arguments)["agents"].as<std::vector<std::string>>()) {
      const auto titles = play::game_titles();
      if (!core::is_folder(file) && std::find(titles.begin(), titles.end(), file) == titles.end()) {
        check_agent_file(file, faults);
        continue;
      }
      play::GameRequest request;
      request.folder = play::find_game_folder(file);
      check_game(request, faults, std::cout);
    }
  } else if (arguments->count("game")) {
    check_game(game_request(*arguments), faults, std::cout);
  } else {
    for (const auto& title : play::game_titles()) {
      play::GameRequest request;
      request.folder = play::find_game_folder(title);
      check_game(request, faults, std::cout);
    }
    check_agents(faults);
    check_experiments(faults);
  }
  print(faults);
  return faults.count() ? kBad : kGood;
}

}  // namespace niemen::tools
