// Plays a world on quickly by a policy, to the end or to a horizon where an evaluation takes over.
#pragma once

#include <array>

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

/// Plays `state` on (and leaves it where the rollout ended), each side by its policy. Without an
/// evaluator the campaign is played to its end. Dice are those of the campaign key `dice`: rollouts
/// that share it roll the same for the same purpose.
template <play::Game G>
Evaluation rollout(const G& game, typename G::State& state,
                   const std::array<Policy<G>*, play::kSides>& policies,
                   const Evaluator<G>* evaluator, const RolloutLimits& limits, std::uint64_t dice,
                   core::RandomStream& random, RolloutScratch& scratch) {
  play::NullRecorder silent;
  const int last_turn = game.turn(state) + limits.horizon_turns;
  for (int step = 0;; ++step) {
    const auto actor = game.actor(state);
    if (actor == play::Actor::Over) return Evaluation::of(game.outcome(state));
    if (evaluator && (step >= limits.horizon_decisions || game.turn(state) > last_turn))
      return evaluator->evaluate(state);
    if (actor == play::Actor::Nature) {
      game.apply(state, play::draw_chance(game, state, dice), silent);
      continue;
    }
    game.legal(state, scratch.legal);
    auto& policy = *policies[static_cast<std::size_t>(play::index(play::side_of(actor)))];
    const auto action =
        scratch.legal.size() == 1 ? scratch.legal[0] : policy.choose(state, scratch.legal, random);
    game.apply(state, action, silent);
  }
}

}  // namespace niemen::ai
