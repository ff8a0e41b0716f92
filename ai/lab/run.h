// Conducts an experiment from its file to its verdict, in a run folder.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "ai/lab/experiment_source.h"
#include "ai/lab/findings.h"
#include "ai/lab/progress.h"
#include "ai/lab/run_folder.h"
#include "ai/lab/runner.h"

namespace niemen::lab {

struct RunRequest {
  std::filesystem::path folder;
  CellFactory factory;
  int threads = 0;          ///< 0: all processors
  std::uint64_t total = 0;  ///< stop (resumable) when so many are played in all; 0: the plan
  double max_wall_seconds = 0;
  Shard shard;
  /// Of a shard: the run that the rounds played so far were merged into, empty in the first.
  std::filesystem::path after;
  /// Of a run that shards are merged into: play no stage of which they hold nothing yet, but say
  /// that a round is over.
  bool one_round = false;
  bool other_program = false;
  /// Empty: as the run was begun, and everything of a new one.
  std::optional<Keep> keep = {};
  ProgressStyle progress = ProgressStyle::Silent;
  std::stop_token stop = {};
  /// Whoever else looks on, as in RunOptions; may be empty. `side` is the name of side A.
  std::function<void(const RunProgress&, const std::string& side)> told = {};
  std::function<void(const CampaignSummary&)> seen = {};
  /// Told, in one line, of each place where a log is damaged; may be empty.
  std::function<void(const std::string&)> told_of_damage = {};
};

struct RunOutcome {
  RunEnd end = RunEnd::Complete;
  Answer answer;  ///< when complete (empty for a shard)
  RunProgress progress;
  std::uint64_t counted = 0;
  Mishaps mishaps;             ///< of the campaigns that count, or of all that were played
  bool reached_total = false;  ///< it ended because of `total`, and the plan is longer
  bool round_over = false;     ///< it ended because shards are to play another round
};

/// Plays (or goes on with) the experiment in request.folder and, when it is complete, writes its
/// tables and results. Throws InputError for whatever a person did wrong.
RunOutcome run_experiment(const Experiment& experiment, const RunRequest& request);

/// Checks what can be checked only with the games loaded, and gives a tuning its first combination:
/// what is wrong with an experiment is said before anything is played. Throws InputError.
void make_ready(ExperimentSource& source, const CellFactory& factory);

/// The identity of the run of an experiment whose games are loaded.
RunIdentity identity_of(const Experiment& experiment, const ExperimentSource& source);

}  // namespace niemen::lab
