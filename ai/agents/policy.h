// Quick choosers: the hook for doctrines, rollouts and priors.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ai/agents/world_agent.h"
#include "engine/core/random.h"
#include "engine/play/game.h"

namespace niemen::ai {

/// Chooses quickly, in a world taken for true. The same policy serves as an agent (PolicyAgent), as
/// the rollout policy of a search, and as the source of its priors, so it is called millions of
/// times: no heap after construction.
///
/// A policy may keep a plan (of the turn, say) in members. It must notice by itself when the plan
/// is stale (another turn, another side), and `forget` drops it. One object serves both sides and
/// one thread.
template <play::Game G>
class Policy {
 public:
  using State = typename G::State;
  virtual ~Policy() = default;

  /// Another object with the same settings and an empty memory, for another thread.
  virtual std::unique_ptr<Policy> clone() const = 0;
  /// Another world or campaign follows: drop every plan. Called at the start of each rollout.
  virtual void forget() {}
  /// One of `legal` (never empty) for the side to move in `world`.
  virtual play::Action choose(const State& world, const play::ActionList& legal,
                              core::RandomStream& random) = 0;
  /// Whether a search should trust `choose` for its priors (uniformly random choice is no advice).
  virtual bool guides() const { return true; }
  /// Prior weights, one for each of `legal`: positive, of any sum. Uniform unless overridden. An
  /// override must not depend on what the side to move cannot know.
  virtual void weigh(const State& /*world*/, const play::ActionList& /*legal*/,
                     std::span<float> weights) {
    std::fill(weights.begin(), weights.end(), 1.0F);
  }
};

/// Every legal action with equal probability.
template <play::Game G>
class RandomPolicy : public Policy<G> {
 public:
  std::unique_ptr<Policy<G>> clone() const override { return std::make_unique<RandomPolicy>(); }
  play::Action choose(const typename G::State&, const play::ActionList& legal,
                      core::RandomStream& random) override {
    return legal[random.below(static_cast<std::uint32_t>(legal.size()))];
  }
  bool guides() const override { return false; }
};

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

/// Where a mechanism offers its doctrines: specialised in ai/doctrine/<system>/doctrines.h. This
/// primary template is a game without any: its only policy is uniformly random.
template <play::Game G>
struct Doctrines {
  /// The names that `make` knows, for messages; "random" is always known.
  static std::vector<std::string> names(const G&) { return {}; }
  /// Those of them that a side can play instead of its default.
  static std::vector<std::string> alternatives(const G&, play::Side) { return {}; }
  /// The policy called `name` (empty: the default doctrines of the game, one for each side), or
  /// null when there is none. Must not keep references to `name`.
  static std::unique_ptr<Policy<G>> make(const G&, std::string_view name) {
    return name.empty() ? std::make_unique<RandomPolicy<G>>() : nullptr;
  }
};

}  // namespace niemen::ai
