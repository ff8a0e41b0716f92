// Quick choosers: the hook for doctrines, rollouts and priors.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/random.h"
#include "engine/play/game.h"

namespace niemen::ai {

/// Chooses quickly, in a world taken for true. The same policy serves as an agent (see
/// ai/agents/policy_agent.h), as the rollout policy of a search, and as the source of its priors,
/// so it is called millions of times: no heap after construction.
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

/// Where a mechanism offers its doctrines: specialised in ai/doctrine/<system>/doctrines.h. This
/// primary template is a toy without any: its only policy is uniformly random.
template <play::Game G>
struct Doctrines {
  // Else two translation units could disagree about who plays a mechanism's games.
  static_assert(
      !requires(const G& game) { game.context(); },
      "include the doctrines of this mechanism, or specialise Doctrines for it");
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
