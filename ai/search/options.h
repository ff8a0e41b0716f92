// Every parameter of the tree search, with its meaning and range, declared once.
#pragma once

#include <cstdint>

namespace niemen::ai {

/// How a decision is chosen inside the tree.
enum class Selection : std::uint8_t {
  Puct,    ///< value plus exploration weighted by priors (Silver et al. 2017)
  Regret,  ///< outcome-sampling regret matching (Lanctot et al. 2009), for secret choices
};

struct SearchOptions {
  Selection selection = Selection::Puct;
  /// Iterations of one decision, where the budget gives none. 0: as time allows; only with a clock.
  std::uint64_t iterations = 1000;
  int threads = 1;
  /// Memory of the tree. When it is full the search goes on without growing it.
  int memory_mb = 64;
  /// Exploration constant of PUCT.
  double exploration = 1.0;
  /// An action not yet tried is taken to be worth the node's mean less this.
  double first_play_reduction = 0.1;
  /// Share of the prior that goes to the action the policy itself would choose; the rest follows
  /// the policy's weights.
  double guide = 0.4;
  /// Actions open at a node with n visits: widening_base * (n + 1) ^ widening_power.
  double widening_base = 4;
  double widening_power = 0.5;
  /// Most actions that a node other than the root ever opens.
  int width = 48;
  /// Share of winning in what is maximised; the rest is the margin, so that a side that is losing
  /// (or winning) anyway still plays for points.
  double win_weight = 0.9;
  /// Margin, in the game's points, that counts as everything.
  double margin_scale = 50;
  /// Rollouts: turns played by the policy before the evaluation, where the game has one.
  int rollout_turns = 0;
  int rollout_decisions = 400;
  /// Ends of turns that are evaluated, the last of those of a rollout; their mean counts. At most
  /// one more than rollout_turns. A single evaluation favours what looks well at that moment.
  int evaluated_turns = 1;
  /// As rollout_turns, for what is set up before turn 1: with no bound of decisions, and evaluated
  /// once. What a deployment is worth shows late: evaluations of the first turns rank it wrongly.
  int set_up_rollout_turns = 1000;
  /// Share of iterations in worlds drawn from the public's view, in which the opponent learns to
  /// answer without knowing my secrets. Only where anything is hidden.
  double public_share = 0.5;
  /// Share of uniformly random choice that regret matching keeps.
  double regret_exploration = 0.4;
  /// Stop when the choice can no longer change.
  bool early_stop = true;
};

/// Parameters of the turn planner beside the shared ones.
struct TurnSearchOptions {
  /// Most plans that race the one in force.
  int population = 24;
  /// Most worlds in which a race plays a plan.
  int worlds = 128;
  /// Standard errors by which a plan must be better to come into force, when it races alone.
  double confidence = 1.5;
  /// Share of what is left, once all that can be done now was raced, that goes into looking at it
  /// again in more worlds, before later decisions are varied. What is given up after a few worlds
  /// is else given up for good.
  double second_look = 0;
  /// Iterations of one's whole set-up before turn 1, in place of those of each decision. They are
  /// spent as early as the clock allows, since nothing is revealed in between. With less than a
  /// thousand luck finds worse deployments than the doctrine's, which is kept at 0.
  std::uint64_t set_up_iterations = 0;
};

}  // namespace niemen::ai
