// A question that an experiment may ask: all that the lab knows of it, in one row. Each has a file
// of its own beside this one, which defines its row, and a line in questions.cpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ai/lab/findings.h"
#include "ai/lab/recorded.h"
#include "ai/lab/runner.h"
#include "engine/core/config.h"
#include "engine/core/parameters.h"

namespace niemen::lab {

/// A run that is looked back at, and by what experiment.
struct LookBack {
  const Experiment& experiment;
  const OpenedRun& parent;
  const CellFactory& factory;
  const std::filesystem::path& folder;  ///< of the answer
  int threads;                          ///< 0: all of the machine
  const Onlooker& onlooker;
};

struct Question {
  std::string_view name;
  /// Reads the keys of the file beside its name, purpose and question, and makes the combinations
  /// that are played. Throws InputError with file and line.
  void (*read)(core::ConfigTable& file, Experiment& experiment) = nullptr;
  /// The keys of its own tables, for people.
  std::vector<core::ParameterDescription> (*parameters)() = nullptr;
  /// Sets what is its own in the resolved experiment; nullptr: nothing.
  void (*resolve)(const Experiment& experiment, nlohmann::ordered_json& root) = nullptr;

  // Of questions that play campaigns:
  /// Checks before anything is played what needs the game; nullptr: nothing.
  void (*make_ready)(ExperimentSource& source, const CellFactory& factory) = nullptr;
  /// Adds the campaigns of the next stage to the schedule, of the first where `run` is nullptr;
  /// false when there is none. nullptr: all combinations in turn are all there is.
  bool (*add_stage)(ExperimentSource& source, const RecordedRun* run) = nullptr;
  /// Chooses campaigns while others are played, from an empty schedule on; null where
  /// the file asks for none; nullptr: no file of it can. Made again for the same source it adds
  /// nothing that is there. add_stage() is asked when it has added all it will.
  std::unique_ptr<Scheduler> (*scheduler)(ExperimentSource& source) = nullptr;
  /// Whether it does so: then no campaign is scheduled otherwise.
  bool (*schedules_itself)(const Experiment& experiment) = nullptr;
  /// Campaigns of all stages together, and in words; nullptr: those that the file says.
  std::uint64_t (*campaigns_in_all)(const Experiment& experiment) = nullptr;
  std::string (*stages_in_words)(const Experiment& experiment) = nullptr;
  /// The rule by which a run may end before its campaigns run out, null where the file asks for
  /// none; nullptr: no file of it can.
  std::unique_ptr<StopRule> (*stop_rule)(const Experiment& experiment) = nullptr;
  /// What that rule will take, in a line with its end or empty; `time` says how long so many
  /// campaigns last. nullptr where `stop_rule` is.
  std::string (*stop_in_words)(const Experiment& experiment,
                               const std::function<std::string(double)>& time) = nullptr;
  Answer (*answer)(const ExperimentSource& source, const RecordedRun& run,
                   std::uint64_t counted) = nullptr;
  /// Leaves files in the folder of a run that is complete; nullptr: none.
  void (*leave)(const ExperimentSource& source, const RecordedRun& run, std::uint64_t counted,
                const CellFactory& factory, const std::filesystem::path& folder) = nullptr;

  // Of questions that look back at a run:
  /// Checks that the run can answer it; nullptr: any complete one can.
  void (*check_parent)(const Experiment& experiment, const OpenedRun& parent,
                       const CellFactory& factory) = nullptr;
  Answer (*look_back)(const LookBack& look) = nullptr;
  /// What it will play again, in words.
  std::string (*replays_in_words)(const Experiment& experiment) = nullptr;
  bool keeps_replays = false;  ///< leaves logs of campaigns in folder/replays

  bool looks_back() const { return look_back != nullptr; }
};

/// All of them, in the order in which they are listed for people.
std::span<const Question* const> all_questions();

}  // namespace niemen::lab
