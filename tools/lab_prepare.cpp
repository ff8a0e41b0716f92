// niemen lab plan: before a run.
#include <fmt/format.h>

#include <chrono>
#include <iostream>

#include "ai/lab/load_cell.h"
#include "ai/lab/progress.h"
#include "ai/lab/questions/question.h"
#include "ai/lab/questions/retrospect.h"
#include "ai/lab/run.h"
#include "ai/lab/stages.h"
#include "ai/lab/statistics/equivalence.h"
#include "ai/processors.h"
#include "engine/core/error.h"
#include "engine/play/game_folder.h"
#include "tools/command_line.h"
#include "tools/lab_commands.h"

namespace niemen::tools {

namespace {

std::string argument(const cxxopts::ParseResult& arguments, const std::string& usage) {
  if (!arguments.count("name")) throw UsageError("usage: niemen lab " + usage);
  return arguments["name"].as<std::string>();
}

void add_argument(cxxopts::Options& options, const std::string& help) {
  options.add_options()("name", help, cxxopts::value<std::string>());
  options.parse_positional({"name"});
  options.positional_help(help);
}

/// What playing a few campaigns showed.
struct Pilot {
  std::size_t played = 0;
  double each = 0;  ///< seconds of one campaign
};

/// Plays for about `seconds`, and three campaigns at least unless they take a minute: of every
/// combination in turn, of a tuning the first round. Says how far it is.
Pilot pilot(const lab::ExperimentSource& source, double seconds) {
  constexpr std::size_t kFewest = 3;
  constexpr double kPatience = 60;  // seconds
  const auto player = source.make_player();
  lab::ProgressLines lines(lab::progress_style(""));
  const auto start = std::chrono::steady_clock::now();
  Pilot pilot;
  double spent = 0;
  const auto enough = [&] {
    return spent >= kPatience || (spent >= seconds && pilot.played >= kFewest);
  };
  while ((pilot.played == 0 || !enough()) && pilot.played < source.scheduled() &&
         !interrupt_token().stop_requested()) {
    player->play(source.task(pilot.played++), interrupt_token());
    spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (spent >= seconds && lines.due(spent, false))
      lines.show(fmt::format("to learn the speed: {} campaigns played in {}", pilot.played,
                             lab::duration_text(spent)));
  }
  pilot.each = spent / static_cast<double>(std::max<std::size_t>(1, pilot.played));
  return pilot;
}

}  // namespace

std::filesystem::path experiment_file(const std::filesystem::path& named) {
  if (std::filesystem::exists(named)) return named;
  const auto shipped = play::configs_folder().parent_path() / named;
  return std::filesystem::is_regular_file(shipped) ? shipped : named;
}

int lab_plan_command(int argc, char** argv) {
  cxxopts::Options options("niemen lab plan", "Campaigns and hours, before a run.");
  add_argument(options, "FILE");
  options.add_options()("seconds", "How long to play to learn the speed",
                        cxxopts::value<std::string>()->default_value("3"));
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  const auto experiment = lab::read_experiment(experiment_file(argument(*arguments, "plan FILE")));
  if (experiment.question->looks_back()) {
    lab::open_parent(experiment, lab::load_cell);
    std::cout << fmt::format("{}: looks back at {}; {}\n", experiment.name,
                             experiment.parent_run.string(),
                             experiment.question->replays_in_words(experiment));
    return kGood;
  }
  lab::ExperimentSource source(experiment, lab::load_cell);
  lab::make_ready(source, lab::load_cell);
  if (source.scheduled() == 0) lab::add_first_stage(source);
  const auto played = pilot(source, seconds_option(*arguments, "seconds", 0.1));
  if (interrupt_token().stop_requested()) throw core::Interrupted();
  const double processors = ai::processors();
  const auto time = [&](double campaigns) {
    return lab::duration_text(campaigns * played.each / processors);
  };
  std::cout << fmt::format(
      "{}: {} over {} combinations, about {} on {} processors ({:.3g} s a campaign, from {} "
      "played)\n",
      experiment.name, lab::stages_in_words(experiment), source.cells().size(),
      time(static_cast<double>(lab::campaigns_in_all(experiment))), processors, played.each,
      played.played);
  if (const auto told = experiment.question->stop_in_words) std::cout << told(experiment, time);
  std::cout << "for one combination, an interval of\n";
  for (const int points : {10, 5, 3, 2, 1}) {
    constexpr double kNoDraws = 0.5;
    const int n = lab::campaigns_for_precision(points / 100.0, kNoDraws);
    std::cout << fmt::format("  +-{} points takes {} campaigns, {}\n", points, n, time(n));
  }
  const int even = lab::campaigns_for_equivalence(0.5, experiment.band, 0.9);
  std::cout << fmt::format(
      "to show an even game to lie within {:.0f} to {:.0f} %, with a chance of "
      "90 %: {} campaigns, {}\n",
      100 * experiment.band.low, 100 * experiment.band.high, even, time(even));
  return kGood;
}

}  // namespace niemen::tools
