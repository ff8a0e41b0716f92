// niemen train: fits an evaluation to self-play.
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <iostream>
#include <mutex>
#include <set>

#include "ai/lab/build_info.h"
#include "ai/lab/progress.h"
#include "ai/training/train.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/systems/registry.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/plot_script.h"

namespace niemen::tools {

namespace {

/// How far training is. Called from any thread.
class TrainingProgress {
 public:
  /// `whose`: a scenario, where several are played.
  TrainingProgress(int families, std::string whose)
      : whose_(std::move(whose)), families_(families) {}
  void show(int done, int kept) {
    const std::lock_guard lock(mutex_);
    const bool resumed = done == kept && kept > 0, last = done == families_;
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    if (!lines_.due(seconds, resumed || last)) return;
    auto line =
        fmt::format("{}{}{}/{} families", whose_, whose_.empty() ? "" : ": ", done, families_);
    if (resumed) line += " were played before";
    if (last)
      line += whose_.empty() ? ", now the fit" : ", all";
    else if (done > kept)
      line += fmt::format(", {} left",
                          lab::duration_text(seconds / (done - kept) * (families_ - done)));
    lines_.show(line);
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::mutex mutex_;
  lab::ProgressLines lines_{lab::progress_style("")};
  const std::string whose_;
  const int families_;
  const Clock::time_point start_ = Clock::now();
};

using Games = std::vector<std::unique_ptr<play::AnyGame>>;

/// The game that is asked for, once for each scenario.
Games load_games(const cxxopts::ParseResult& arguments) {
  auto request = game_request(arguments);
  const auto all = systems::load_game(request)->info().scenarios;
  Games games;
  std::set<std::string> named;
  for (const auto& scenario : wanted_names(arguments, "scenarios", request.scenario, all)) {
    request.scenario = scenario;
    games.push_back(systems::load_game(request));
    if (!named.insert(scenario).second)
      throw UsageError("--scenarios names " + scenario + " twice");
  }
  if (games.empty()) throw UsageError("--scenarios names none");
  return games;
}

/// What the games come to, in families; those of one of several scenarios lie in a folder of its
/// name.
std::vector<ai::TrainingSet> collect(const Games& games, ai::TrainOptions& training,
                                     const std::filesystem::path& out) {
  std::vector<ai::TrainingSet> sets;
  for (const auto& game : games) {
    const auto whose = games.size() > 1 ? game->info().scenario : "";
    TrainingProgress progress(training.campaigns, whose);
    training.progress = [&](int done, int kept) { progress.show(done, kept); };
    training.folder = out / whose;
    sets.push_back(ai::collect_positions(*game, training));
    if (training.stop.stop_requested())
      throw core::Interrupted(
          fmt::format("interrupted; {} keeps what was played, the same command goes on",
                      (training.folder / "families.log").string()));
  }
  return sets;
}

/// How well chances are told on the positions of each scenario: by the new weights, and by those
/// in `file` when one is given.
void print_losses(const Games& games, const std::vector<ai::TrainingSet>& sets,
                  const ai::LinearModel& fitted, const std::string& file) {
  for (std::size_t i = 0; i < games.size(); ++i) {
    auto line = fmt::format("{}: {} positions, log loss {:.4f}", games[i]->info().scenario,
                            sets[i].rows(), ai::log_loss_of(fitted, sets[i]));
    if (!file.empty())
      line += fmt::format(", by {} {:.4f}", file,
                          ai::log_loss_of(ai::weights_of(*games[i], file), sets[i]));
    std::cout << line << '\n';
  }
}

ai::TrainOptions train_options(const cxxopts::ParseResult& arguments) {
  constexpr int kLeastCampaigns = 5, kMaxTrained = 1'000'000;
  ai::TrainOptions training;
  training.agents = {ai::find_agent(arguments["agent-a"].as<std::string>()),
                     ai::find_agent(arguments["agent-b"].as<std::string>())};
  training.campaigns =
      static_cast<int>(whole_option(arguments, "campaigns", kLeastCampaigns, kMaxTrained));
  training.seed = key_option(arguments, "seed");
  training.threads = static_cast<int>(whole_option(arguments, "threads", 1, kMaxThreads));
  training.program = lab::program_sha256();
  training.stop = interrupt_token();
  return training;
}

}  // namespace

int train_command(int argc, char** argv) {
  cxxopts::Options options(
      "niemen train",
      "Plays campaigns, fits an evaluation to them, and writes its weights and its calibration.\n"
      "What was played is kept in the folder: the same command goes on, with more campaigns too.\n"
      "An agent of kind doctrine that names none plays each doctrine of its side in turn.\n"
      "One evaluation may be fitted to several scenarios.");
  add_game_options(options);
  options.add_options()("scenarios", "Several scenarios between commas, or all",
                        cxxopts::value<std::string>())(
      "agent-a", "Agent of the first side",
      cxxopts::value<std::string>()->default_value("doctrine"))(
      "agent-b", "Agent of the second side",
      cxxopts::value<std::string>()->default_value("doctrine"))(
      "campaigns", "How many families of campaigns that differ by one turn, a scenario",
      cxxopts::value<std::string>()->default_value("500"))(
      "compare", "Weights to be judged by the same positions",
      cxxopts::value<std::string>()->default_value(""))(
      "seed", "Names the campaigns", cxxopts::value<std::string>()->default_value("1"))(
      "threads", "Campaigns at a time", cxxopts::value<std::string>()->default_value("2"))(
      "out", "Folder of families.log, weights.toml, calibration.csv and calibration.png",
      cxxopts::value<std::string>()->default_value("out/train"));
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  const auto games = load_games(*arguments);
  const auto compared = (*arguments)["compare"].as<std::string>();
  if (!compared.empty()) ai::weights_of(*games.front(), compared);
  auto training = train_options(*arguments);
  const std::filesystem::path out = (*arguments)["out"].as<std::string>();
  std::error_code ignored;
  std::filesystem::create_directories(out, ignored);
  for (const auto* name : {"weights.toml", "calibration.csv"}) core::check_writable(out / name);
  const auto sets = collect(games, training, out);
  std::vector<const play::AnyGame*> handles;
  for (const auto& game : games) handles.push_back(game.get());
  const auto result = ai::fit_positions(handles, sets, training);
  core::write_file(out / "weights.toml", ai::model_text(result.model));
  core::write_file(out / "calibration.csv", ai::calibration_csv(result));
  std::cout << fmt::format(
      "{}: log loss {:.4f} (guessing the mean: {:.4f}), calibration error {:.4f}, {:.1f} % of the "
      "variance between siblings explained\n",
      (out / "weights.toml").string(), result.log_loss, result.log_loss_of_mean,
      result.calibration_error, 100 * result.explained);
  if (games.size() > 1 || !compared.empty()) print_losses(games, sets, result.model, compared);
  run_plot_script("calibration_plot.py", out);
  return kGood;
}

}  // namespace niemen::tools
