// niemen train: fits an evaluation to self-play.
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <iostream>
#include <mutex>

#include "ai/lab/build_info.h"
#include "ai/lab/progress.h"
#include "ai/training/train.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/plot_script.h"

namespace niemen::tools {

namespace {

/// How far training is. Called from any thread.
class TrainingProgress {
 public:
  explicit TrainingProgress(int families) : families_(families) {}
  void show(int done, int kept) {
    const std::lock_guard lock(mutex_);
    const bool resumed = done == kept && kept > 0, last = done == families_;
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    if (!lines_.due(seconds, resumed || last)) return;
    auto line = fmt::format("{}/{} families", done, families_);
    if (resumed) line += " were played before";
    if (last)
      line += ", now the fit";
    else if (done > kept)
      line += fmt::format(", {} left",
                          lab::duration_text(seconds / (done - kept) * (families_ - done)));
    lines_.show(line);
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::mutex mutex_;
  lab::ProgressLines lines_{lab::progress_style("")};
  const int families_;
  const Clock::time_point start_ = Clock::now();
};

}  // namespace

int train_command(int argc, char** argv) {
  cxxopts::Options options(
      "niemen train",
      "Plays campaigns, fits an evaluation to them, and writes its weights and its calibration.\n"
      "What was played is kept in the folder: the same command goes on, with more campaigns too.\n"
      "An agent of kind doctrine that names none plays each doctrine of its side in turn.");
  add_game_options(options);
  options.add_options()("agent-a", "Agent of the first side",
                        cxxopts::value<std::string>()->default_value("doctrine"))(
      "agent-b", "Agent of the second side",
      cxxopts::value<std::string>()->default_value("doctrine"))(
      "campaigns", "How many families of campaigns that differ by one turn",
      cxxopts::value<std::string>()->default_value("500"))(
      "seed", "Names the campaigns", cxxopts::value<std::string>()->default_value("1"))(
      "threads", "Campaigns at a time", cxxopts::value<std::string>()->default_value("2"))(
      "out", "Folder of families.log, weights.toml, calibration.csv and calibration.png",
      cxxopts::value<std::string>()->default_value("out/train"));
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  const auto game = load_game(*arguments);
  ai::TrainOptions training;
  training.agents = {ai::find_agent((*arguments)["agent-a"].as<std::string>()),
                     ai::find_agent((*arguments)["agent-b"].as<std::string>())};
  constexpr int kLeastCampaigns = 5, kMaxTrained = 1'000'000;
  training.campaigns =
      static_cast<int>(whole_option(*arguments, "campaigns", kLeastCampaigns, kMaxTrained));
  training.seed = key_option(*arguments, "seed");
  training.threads = static_cast<int>(whole_option(*arguments, "threads", 1, kMaxThreads));
  const std::filesystem::path out = (*arguments)["out"].as<std::string>();
  std::error_code ignored;
  std::filesystem::create_directories(out, ignored);
  for (const auto* name : {"weights.toml", "calibration.csv"}) core::check_writable(out / name);
  training.folder = out;
  training.program = lab::program_sha256();
  training.stop = interrupt_token();
  ai::FitResult result;
  {
    TrainingProgress progress(training.campaigns);
    training.progress = [&](int done, int kept) { progress.show(done, kept); };
    result = ai::train(*game, training);
  }
  if (interrupt_token().stop_requested())
    throw core::Interrupted(
        fmt::format("interrupted; {} keeps what was played, the same command goes on",
                    (out / "families.log").string()));
  core::write_file(out / "weights.toml", ai::model_text(result.model));
  core::write_file(out / "calibration.csv", ai::calibration_csv(result));
  std::cout << fmt::format(
      "{}: log loss {:.4f} (guessing the mean: {:.4f}), calibration error {:.4f}, {:.1f} % of the "
      "variance between siblings explained\n",
      (out / "weights.toml").string(), result.log_loss, result.log_loss_of_mean,
      result.calibration_error, 100 * result.explained);
  run_plot_script("calibration_plot.py", out);
  return kGood;
}

}  // namespace niemen::tools
