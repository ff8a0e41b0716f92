// Self-play for an evaluation: campaigns between configured agents, sampled positions, a fit.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <stop_token>

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
  std::stop_token stop = {};
  std::function<void(int done)> progress = {};  ///< called from any thread
};

/// The same set for any number of threads. Forfeited campaigns are left out. Throws InputError
/// when the mechanism has no features.
TrainingSet collect_positions(const play::AnyGame& game, const TrainOptions& options);

/// Collects and fits; the model names its mechanism and where it comes from.
FitResult train(const play::AnyGame& game, const TrainOptions& options);

}  // namespace niemen::ai
