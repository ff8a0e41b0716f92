// Plays a world on quickly by a policy, to the end or to a horizon where an evaluation takes over.
#pragma once

#include "ai/agents/policy.h"
#include "ai/eval/evaluator.h"
#include "engine/play/game.h"

namespace niemen::ai {

struct RolloutLimits {
  /// Turns after the one in which the rollout starts; counted only when there is an evaluation.
  int horizon_turns = 1;
  /// Decisions and dice, a second bound for endless turns; likewise.
  int horizon_decisions = 400;
};

/// Scratch space, kept by its owner so that a rollout touches no heap.
struct RolloutScratch {
  play::ActionList legal;
  play::ChanceList outcomes;
};

/// Plays `state` on (and leaves it where the rollout ended). Without an evaluator the campaign is
/// played to its end.
template <play::Game G>
Evaluation rollout(const G& game, typename G::State& state, Policy<G>& policy,
                   const Evaluator<G>* evaluator, const RolloutLimits& limits,
                   core::RandomStream& random, RolloutScratch& scratch) {
  play::NullRecorder silent;
  const int last_turn = game.turn(state) + limits.horizon_turns;
  for (int step = 0;; ++step) {
    const auto actor = game.actor(state);
    if (actor == play::Actor::Over) return Evaluation::of(game.outcome(state));
    if (evaluator && (step >= limits.horizon_decisions || game.turn(state) > last_turn))
      return evaluator->evaluate(state);
    if (actor == play::Actor::Nature) {
      game.chance(state, scratch.outcomes);
      game.apply(state,
                 play::draw({scratch.outcomes.begin(), scratch.outcomes.size()}, random.next()),
                 silent);
      continue;
    }
    game.legal(state, scratch.legal);
    const auto action =
        scratch.legal.size() == 1 ? scratch.legal[0] : policy.choose(state, scratch.legal, random);
    game.apply(state, action, silent);
  }
}

}  // namespace niemen::ai
