// A quick chooser as a player.
#pragma once

#include <memory>
#include <utility>

#include "ai/agents/world_agent.h"
#include "ai/policy/policy.h"

namespace niemen::ai {

/// Plays a policy as an agent, in one world sampled from the observation. A game that can carry a
/// world on to what is seen next (`continue_world`) is asked to: then plans last, and it is
/// quicker.
template <play::Game G>
class PolicyAgent : public WorldAgent<G> {
 public:
  PolicyAgent(const G& game, std::unique_ptr<Policy<G>> policy)
      : WorldAgent<G>(game), policy_(std::move(policy)) {}

  void begin_campaign() override {
    policy_->forget();
    knows_ = false;
  }

 private:
  typename G::State imagine(const typename G::Observation& observation,
                            core::RandomStream& random) override {
    const G& game = this->game();
    if constexpr (requires { game.continue_world(observation, seen_, world_, random); }) {
      world_ = knows_ ? game.continue_world(observation, seen_, world_, random)
                      : game.sample_world(observation, random);
      seen_ = observation;
      knows_ = true;
      return world_;
    } else {
      return game.sample_world(observation, random);
    }
  }
  void consider(const typename G::Observation&, const typename G::State& world,
                core::RandomStream& random, const Budget&, Decision& decision) override {
    decision.action = policy_->choose(world, this->legal(), random);
    decision.report.worlds = 1;
  }

  bool knows_ = false;  ///< `seen_` and `world_` are of this campaign
  typename G::Observation seen_{};
  typename G::State world_{};
  std::unique_ptr<Policy<G>> policy_;
};

template <play::Game G>
std::unique_ptr<Agent<G>> make_random_agent(const G& game) {
  return std::make_unique<PolicyAgent<G>>(game, std::make_unique<RandomPolicy<G>>());
}

}  // namespace niemen::ai
