// Plays a world on quickly by a policy, to the end or to a horizon where an evaluation takes over.
#pragma once

#include <array>

#include "ai/eval/evaluator.h"
#include "ai/policy/policy.h"
#include "engine/play/game.h"

namespace niemen::ai {

struct RolloutLimits {
  /// Turns after the one in which the rollout starts; counted only when there is an evaluation.
  int horizon_turns = 1;
  /// Decisions and dice, a second bound for endless turns; likewise.
  int horizon_decisions = 400;
  /// Ends of turns that are evaluated, the last of the horizon; what counts is their mean.
  int evaluated_turns = 1;
};

/// Scratch space, kept by its owner so that a rollout touches no heap.
struct RolloutScratch {
  play::ActionList legal;
  play::ChanceList outcomes;
};

/// Plays `state` on (and leaves it where the rollout ended), each side by its policy. Without an
/// evaluator the campaign is played to its end. A rollout that ends before its horizon is worth for
/// the turns it missed what it is worth where it ended. Dice are those of the campaign key `dice`:
/// rollouts that share it roll the same for the same purpose.
template <play::Game G>
Evaluation rollout(const G& game, typename G::State& state,
                   const std::array<Policy<G>*, play::kSides>& policies,
                   const Evaluator<G>* evaluator, const RolloutLimits& limits, std::uint64_t dice,
                   core::RandomStream& random, RolloutScratch& scratch) {
  play::NullRecorder silent;
  const int last_turn = game.turn(state) + limits.horizon_turns;
  int next_evaluated = last_turn - limits.evaluated_turns + 1;
  int missing = limits.evaluated_turns;
  Evaluation sum{0, 0};
  const auto mean_with = [&](Evaluation last) -> Evaluation {
    return {(sum.win_a + missing * last.win_a) / limits.evaluated_turns,
            (sum.margin_a + missing * last.margin_a) / limits.evaluated_turns};
  };
  for (int step = 0;; ++step) {
    const auto actor = game.actor(state);
    if (actor == play::Actor::Over) return mean_with(Evaluation::of(game.outcome(state)));
    if (evaluator) {
      const int turn = game.turn(state);
      if (turn > last_turn || step >= limits.horizon_decisions)
        return mean_with(evaluator->evaluate(state));
      if (turn > next_evaluated) {
        const auto here = evaluator->evaluate(state);
        sum.win_a += here.win_a;
        sum.margin_a += here.margin_a;
        --missing;
        next_evaluated = turn;
      }
    }
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
