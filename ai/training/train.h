// Self-play for an evaluation: campaigns between configured agents, sampled positions, a fit.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "ai/agents/agent_config.h"
#include "ai/eval/fit.h"
#include "engine/play/any_game.h"

namespace niemen::ai {

struct TrainOptions {
  /// An agent of kind doctrine that names none plays each doctrine of its side in turn.
  std::array<AgentConfig, play::kSides> agents;
  int campaigns = 500;  ///< families of siblings
  std::uint64_t seed = 1;
  int threads = 1;
  FitOptions fit = {};
  /// A folder that keeps families as they are played ("families.log"), to be found again by whoever
  /// trains in it with the same game, agents and seed, for as many families or others; empty: none
  /// are kept.
  std::filesystem::path folder = {};
  /// Names the program: what another one began is not gone on with.
  std::string program = {};
  std::stop_token stop = {};
  /// Called from any thread; `kept` of those done were found in the folder.
  std::function<void(int done, int kept)> progress = {};
};

/// What training needs of a mechanism. Lives no longer than the game it was made of.
struct Training {
  std::span<const std::string_view> features;  ///< empty: the mechanism has none
  std::function<TrainingSet(std::uint64_t data_hash, const TrainOptions&)> collect = {};
  /// An agent in words, with how many doctrines it takes in turn.
  std::function<std::string(play::Side, const AgentConfig&)> player = {};
};
/// Of the mechanism of the game.
Training find_training(const play::AnyGame& game);

/// The same set for any number of threads, gone on with or not. Forfeited campaigns are left out.
/// When it is stopped, what was not played is missing. Throws InputError when the mechanism has no
/// features, or the folder is in use, cannot be written, or keeps families of something else.
TrainingSet collect_positions(const play::AnyGame& game, const TrainOptions& options);

/// Fits one model to the positions of games of one mechanism: `sets[i]` was collected from
/// `games[i]` with these options. The model names its mechanism and where it comes from.
FitResult fit_positions(std::span<const play::AnyGame* const> games,
                        std::span<const TrainingSet> sets, const TrainOptions& options);

/// Weights in a file, of any game of the mechanism. Throws InputError for those of another.
LinearModel weights_of(const play::AnyGame& game, const std::filesystem::path& file);

}  // namespace niemen::ai
