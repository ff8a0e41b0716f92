// What every agent does that looks at the position through sampled worlds.
#pragma once

#include <optional>

#include "ai/agents/agent.h"

namespace niemen::ai {

/// Answers forced moves at once; asks `consider` for the others.
template <play::Game G>
class WorldAgent : public Agent<G> {
 public:
  explicit WorldAgent(const G& game) : game_(game) {}

  Decision decide(const typename G::Observation& observation, core::RandomStream& random,
                  const Budget& budget) final {
    const auto world = shown_ ? *shown_ : imagine(observation, random);
    game_.legal(world, legal_);
    Decision decision;
    decision.action = legal_[0];
    decision.report.forced = legal_.size() == 1;
    if (!decision.report.forced) consider(observation, world, random, budget, decision);
    return decision;
  }

  void show(const typename G::State& position) final { shown_ = position; }

 protected:
  /// A world that fits the observation.
  virtual typename G::State imagine(const typename G::Observation& observation,
                                    core::RandomStream& random) {
    return game_.sample_world(observation, random);
  }
  /// Decides where there is a choice: changes `decision`, whose action is the first legal one.
  /// `world` is any world that fits the observation.
  virtual void consider(const typename G::Observation& observation, const typename G::State& world,
                        core::RandomStream& random, const Budget& budget, Decision& decision) = 0;

  const G& game() const { return game_; }
  const play::ActionList& legal() const { return legal_; }
  /// The position itself, where the agent is shown it; null elsewhere.
  const typename G::State* shown() const { return shown_ ? &*shown_ : nullptr; }

 private:
  G game_;
  std::optional<typename G::State> shown_;
  play::ActionList legal_;
};

}  // namespace niemen::ai
