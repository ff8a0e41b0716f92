// The parts of `niemen lab`, one function a subcommand.
#pragma once

#include <array>
#include <chrono>
#include <filesystem>
#include <string>

#include "ai/lab/progress.h"
#include "ai/lab/recorded.h"
#include "tools/command_line.h"

namespace niemen::tools {

int lab_new_command(int argc, char** argv);
int lab_plan_command(int argc, char** argv);
int lab_balance_command(int argc, char** argv);
int lab_submit_command(int argc, char** argv);
int lab_status_command(int argc, char** argv);
int lab_report_command(int argc, char** argv);
int lab_compare_command(int argc, char** argv);
int lab_replay_command(int argc, char** argv);
int lab_verify_command(int argc, char** argv);
int lab_watch_command(int argc, char** argv);

/// The seconds of an option that is written like "11h50m", "90s" or "15"; 0 where it is empty.
/// Throws UsageError.
double duration_option(const cxxopts::ParseResult& arguments, const std::string& name);

/// The file of an experiment that the user names: as named, or, where none is here, the same path
/// beside the folder of configurations, so that "experiments/quickstart.toml" is found from
/// everywhere.
std::filesystem::path experiment_file(const std::filesystem::path& named);

/// The sides where the game is not loaded, whose names for them are not known.
inline const std::array<std::string, play::kSides> kSideWords{"first", "second"};

/// Shows how many campaigns of a run were played again, until the first Ctrl-C.
class ReplayedProgress {
 public:
  explicit ReplayedProgress(lab::ProgressStyle style) : printer_(style, "") {}

  /// Valid while this lives.
  lab::Onlooker onlooker() {
    return {.stop = interrupt_token(), .progress = [this](std::size_t done, std::size_t planned) {
              const auto spent = std::chrono::steady_clock::now() - start_;
              printer_.show({.done = done,
                             .planned = planned,
                             .this_session = done,
                             .seconds = std::chrono::duration<double>(spent).count()});
            }};
  }

 private:
  lab::ProgressPrinter printer_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Draws the pictures of a complete run with scripts/lab_report.py: all of the report, or only the
/// picture of the balance. Says on standard error when they cannot be drawn; false then.
bool draw_run(const std::filesystem::path& folder, bool picture_only);

/// Beside each log in a folder its diary (`<id>.txt`) and a map for each turn (`<id>-maps`); the
/// number of logs. `game` is the folder of their game.
std::size_t write_diaries(const std::filesystem::path& logs, const std::filesystem::path& game);

}  // namespace niemen::tools
