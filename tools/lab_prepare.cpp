// niemen lab new, plan, watch: before and around a run.
#include <fmt/format.h>

#include <chrono>
#include <functional>
#include <iostream>
#include <thread>

#include "ai/lab/load_cell.h"
#include "ai/lab/progress.h"
#include "ai/lab/run.h"
#include "ai/lab/statistics/equivalence.h"
#include "ai/lab/statistics/sequential.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/play/game_folder.h"
#include "tools/command_line.h"
#include "tools/lab_commands.h"

namespace niemen::tools {

namespace {

namespace fs = std::filesystem;

std::string argument(const cxxopts::ParseResult& arguments, const std::string& usage) {
  if (!arguments.count("name")) throw UsageError("usage: niemen lab " + usage);
  return arguments["name"].as<std::string>();
}

void add_argument(cxxopts::Options& options, const std::string& help) {
  options.add_options()("name", help, cxxopts::value<std::string>());
  options.parse_positional({"name"});
  options.positional_help(help);
}

/// The shipped experiment of a question, which is also its template.
fs::path template_of(const std::string& question) {
  const auto folder = play::configs_folder().parent_path() / "experiments" / "templates";
  const auto file = folder / (question + ".toml");
  if (fs::exists(file)) return file;
  std::string allowed;
  for (const auto& entry : fs::directory_iterator(folder))
    allowed += (allowed.empty() ? "" : ", ") + entry.path().stem().string();
  throw core::InputError("no kind of experiment \"" + question + "\"; allowed: " + allowed);
}

/// Seconds of one campaign, by playing for about `seconds`.
double pilot(const lab::ExperimentSource& source, double seconds, std::size_t& played) {
  const auto player = source.make_player();
  const auto start = std::chrono::steady_clock::now();
  double spent = 0;
  played = 0;
  while (spent < seconds && played < source.scheduled() && !interrupt_token().stop_requested()) {
    player->play(source.task(played++), {});
    spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  return spent / static_cast<double>(std::max<std::size_t>(1, played));
}

/// What the experiment's own stop rule will take.
void print_stop(const lab::Experiment& experiment, const std::function<std::string(double)>& time) {
  const auto& stop = experiment.stop;
  if (stop.kind == lab::StopSpec::Kind::Precision) {
    constexpr double kNoDraws = 0.5;
    const int n = lab::campaigns_for_precision(stop.half_width, kNoDraws);
    std::cout << fmt::format("the asked +-{:g} points take at most {} campaigns, {}\n",
                             100 * stop.half_width, n, time(n));
  } else if (stop.kind == lab::StopSpec::Kind::Sequential) {
    const auto& design = stop.sequential;
    const auto length = [&](double rate) { return lab::expected_length(design, rate); };
    const double either = length(design.null_rate),
                 between = length((design.null_rate + design.alternative_rate) / 2);
    std::cout << fmt::format(
        "the sequential test takes {:.0f} campaigns on average ({}) where {:g} or {:g} % is true, "
        "up to {:.0f} ({}) where the truth lies between\n",
        either, time(either), 100 * design.null_rate, 100 * design.alternative_rate, between,
        time(between));
  }
}

}  // namespace

int lab_new_command(int argc, char** argv) {
  cxxopts::Options options("niemen lab new", "Writes a commented experiment to fill in.");
  add_argument(options, "KIND");
  options.add_options()("out", "The file to write (default: KIND.toml)",
                        cxxopts::value<std::string>()->default_value(""));
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  const auto question = argument(*arguments, "new KIND");
  const auto text = core::read_file(template_of(question));
  fs::path file = (*arguments)["out"].as<std::string>();
  if (file.empty()) file = question + ".toml";
  if (fs::exists(file)) throw core::InputError(file.string() + ": is there already");
  core::write_file(file, text);
  std::cout << file.string() << ": fill it in, then niemen lab plan " << file.string() << '\n';
  return kGood;
}

int lab_plan_command(int argc, char** argv) {
  cxxopts::Options options("niemen lab plan", "Campaigns and hours, before a run.");
  add_argument(options, "FILE");
  options.add_options()("seconds", "How long to play to learn the speed",
                        cxxopts::value<std::string>()->default_value("3"));
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  const auto experiment = lab::read_experiment(argument(*arguments, "plan FILE"));
  if (experiment.question == lab::Question::Why || experiment.question == lab::Question::Rescore) {
    const bool why = experiment.question == lab::Question::Why;
    std::cout << fmt::format(
        "{}: looks back at {}; {}\n", experiment.name,
        (why ? experiment.why_run : experiment.rescore.run).string(),
        why ? "it plays its exemplars again"
            : fmt::format("it plays {} campaigns again", experiment.rescore.sample));
    return kGood;
  }
  lab::ExperimentSource source(experiment, lab::load_cell);
  if (source.cells().empty()) {
    source.add_cell(
        lab::cell_with(experiment, experiment.factors.at(0).key, experiment.factors[0].low));
    source.add_task(0, 0, 1);
  }
  std::size_t played = 0;
  const double each = pilot(source, seconds_option(*arguments, "seconds", 0.1), played);
  const double processors = std::max(1U, std::thread::hardware_concurrency());
  const auto time = [&](double campaigns) {
    return lab::duration_text(campaigns * each / processors);
  };
  std::cout << fmt::format(
      "{}: {} campaigns over {} combinations, about {} on {} processors "
      "({:.3g} s a campaign, from {} played)\n",
      experiment.name, experiment.campaigns, source.cells().size(),
      time(static_cast<double>(experiment.campaigns)), processors, each, played);
  print_stop(experiment, time);
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
