// A run that lies in a folder, with its experiment loaded again: for whoever looks at it later.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "ai/lab/experiment_source.h"
#include "ai/lab/run_folder.h"

namespace niemen::lab {

struct OpenedRun {
  std::filesystem::path folder;
  Manifest manifest;
  std::unique_ptr<Experiment> experiment;
  std::unique_ptr<ExperimentSource> source;  ///< with every stage that the results led to
  std::unique_ptr<RecordedRun> run;
  std::string knowledge;  ///< of its agents now, as in Manifest
};

/// Loads the experiment of a run and its campaigns. Throws InputError when the folder holds no run,
/// or when the game's files have changed since (saying so).
OpenedRun open_run(const std::filesystem::path& folder, const CellFactory& factory);

/// Throws InputError when its campaigns would come out otherwise if played again: the doctrines or
/// the evaluation of its agents have changed since.
void check_replayable(const OpenedRun& opened);

/// Who waits while campaigns of the run are played again.
struct Onlooker {
  std::stop_token stop = {};
  /// Told at the start and after each campaign, by one thread at a time; may be empty.
  std::function<void(std::size_t done, std::size_t planned)> progress = {};

  void told(std::size_t done, std::size_t planned) const {
    if (progress) progress(done, planned);
  }
};

/// A campaign that did not come out as recorded.
struct Mismatch {
  std::uint64_t id = 0;
  std::string recorded, replayed;  ///< lines of campaigns.csv
};

/// Plays `sample` campaigns of the run again, chosen by `seed`, and compares their lines; those
/// that were `played` before `onlooker` asked to stop count. Throws InputError as check_replayable
/// does.
std::vector<Mismatch> verify_run(const OpenedRun& opened, std::size_t sample, std::uint64_t seed,
                                 std::size_t& played, const Onlooker& onlooker);

}  // namespace niemen::lab
