// niemen analyse FILE: what the computer thinks of a position of a recorded campaign.
#include "ai/agents/analyse.h"

#include <fmt/format.h>

#include <iostream>

#include "engine/core/error.h"
#include "engine/core/text.h"
#include "tools/command_line.h"
#include "tools/commands.h"

namespace niemen::tools {

namespace {

/// The first decision of a side with a choice, `step` steps into the campaign or later.
std::size_t decision_from(const play::Replay& replay, std::size_t step) {
  for (; step < replay.states.size(); ++step)
    if (play::is_side(replay.game->actor(replay.states[step])) &&
        replay.game->legal(replay.states[step]).size() > 1)
      return step;
  throw core::InputError("there is no decision to analyse so late in the campaign");
}

void print_progress(const ai::Decision& decision) {
  if (decision.report.alternatives.empty()) return;
  const auto& best = decision.report.alternatives.front();
  std::cerr << fmt::format("{:8} iterations: {} (win {:.1f} %)\n", decision.report.iterations,
                           best.text, 100 * best.win_probability);
}

}  // namespace

int analyse_command(int argc, char** argv) {
  cxxopts::Options options("niemen analyse",
                           "Thinks about one decision of a recorded campaign, from what the side "
                           "that decides may know. Ctrl-C ends it with the best so far.");
  options.add_options()("at", "Steps into the campaign",
                        cxxopts::value<std::string>()->default_value("0"))(
      "agent", "A searching agent: a name in configs/agents, or a file",
      cxxopts::value<std::string>()->default_value("general"))(
      "seconds", "How long (0: no clock)", cxxopts::value<std::string>()->default_value("10"))(
      "iterations", "At most so many (0: no bound)",
      cxxopts::value<std::string>()->default_value("0"))("quiet", "No progress");
  add_log_options(options);
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;

  const auto replay = read_log(*arguments);
  const auto step =
      decision_from(replay, static_cast<std::size_t>(whole_option(*arguments, "at", 0, INT64_MAX)));
  const auto& state = replay.states[step];
  ai::AnalyseOptions analysis;
  analysis.agent = ai::find_agent((*arguments)["agent"].as<std::string>());
  analysis.seconds = seconds_option(*arguments, "seconds", 0);
  analysis.iterations = key_option(*arguments, "iterations");
  analysis.stop = interrupt_token();
  if (!arguments->count("quiet")) analysis.progress = print_progress;
  const auto decision = ai::analyse(*replay.game, state, analysis);
  const auto& name =
      replay.game->info().side_names[play::index(play::side_of(replay.game->actor(state)))];
  std::cout << fmt::format(
      "step {}, turn {}, {} to decide; played was: {}\n{}", step, replay.game->turn(state),
      core::capitalised(name),
      step < replay.actions.size() ? replay.game->action_text(state, replay.actions[step]) : "-",
      ai::report_text(decision));
  return kGood;
}

}  // namespace niemen::tools
