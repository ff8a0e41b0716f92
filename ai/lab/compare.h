// Two runs side by side as they were recorded, whatever has become of their games since.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "ai/lab/game_values.h"
#include "ai/lab/run_folder.h"

namespace niemen::lab {

/// A run that lies in a folder; nothing of its game is loaded again.
struct PastRun {
  std::filesystem::path folder;
  Manifest manifest;
  std::unique_ptr<RecordedRun> run;
  std::string game;
  std::array<std::string, play::kSides> side_names;
  std::vector<std::string> cells;  ///< by index; those without a campaign are empty
  GameValues values;               ///< of its game then; empty: an older run, which does not say
};
/// Throws InputError when the folder holds no run, or one without a campaign.
PastRun read_past_run(const std::filesystem::path& folder);

/// A metric of two runs.
struct MetricComparison {
  std::string cell_id;
  std::string metric;
  bool share = false;  ///< of campaigns, 0 to 1
  Estimate first, second;
  Estimate difference;     ///< second minus first
  bool paired = false;     ///< by shared dice
  double correlation = 0;  ///< of the two runs' campaigns, where they are paired
  /// The share of campaigns that sharing the dice saved, against runs of separate dice.
  double saved = 0;
};

/// What two runs differ in, in words, and their metrics' differences.
struct RunComparison {
  std::vector<std::string> edits;        ///< of the game: "rules.toml river_attack: -3 -> -1"
  std::vector<std::string> differences;  ///< of plan, program and agents
  std::vector<MetricComparison> metrics;
};
/// Throws InputError when they cannot be compared (other sides, no combination in common).
RunComparison compare_runs(const PastRun& first, const PastRun& second);

/// What was edited between two games, a line each, in the order of files and keys.
std::vector<std::string> edits_between(const GameValues& before, const GameValues& after);

}  // namespace niemen::lab
