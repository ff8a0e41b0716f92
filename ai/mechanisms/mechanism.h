// What a mechanism gives to everything that plays games without knowing them: agents, the lab,
// training. One file a mechanism instantiates it.
#pragma once

#include <array>
#include <memory>
#include <string>

#include "ai/agents/match.h"
#include "ai/lab/experiment_source.h"
#include "ai/training/train.h"
#include "engine/play/any_game.h"

namespace niemen::ai {

/// Entry points of one mechanism. Each takes a game of that mechanism.
struct Mechanism {
  std::unique_ptr<Match> (*make_match)(const play::AnyGame&,
                                       const std::array<AgentConfig, play::kSides>&);
  std::unique_ptr<lab::PreparedCell> (*make_cell)(std::shared_ptr<const play::AnyGame>,
                                                  const lab::Cell&);
  Training (*training)(const play::AnyGame&);
  void (*check_agents_data)(const play::AnyGame&);
};

/// Of the mechanism that the game names. Throws InputError where no program knows its games.
const Mechanism& mechanism_of(const play::AnyGame& game);

}  // namespace niemen::ai
