// Campaigns of uniformly random decisions, for fuzzing, measuring and counting positions.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "engine/core/hash.h"
#include "engine/play/bench_result.h"
#include "engine/play/game.h"

namespace niemen::play {

/// The stream of random decisions (as opposed to dice) of a campaign.
inline core::RandomStream decision_stream(std::uint64_t campaign_key) {
  constexpr std::uint64_t kDecisions = 1;
  return core::RandomStream(campaign_key, kDecisions);
}

/// The next action of a uniformly random campaign. Precondition: the campaign is not over.
/// `legal` is a list to work in.
template <Game G>
Action random_action(const G& game, const typename G::State& state, std::uint64_t campaign_key,
                     core::RandomStream& decisions, ActionList& legal) {
  if (game.actor(state) == Actor::Nature) return draw_chance(game, state, campaign_key);
  game.legal(state, legal);
  return legal[decisions.below(static_cast<std::uint32_t>(legal.size()))];
}

/// What a random campaign came to.
struct RandomCampaign {
  std::uint64_t actions = 0;    ///< decisions and dice
  std::uint64_t signature = 0;  ///< of every action and of the last position
  Outcome outcome;
};

/// Plays one campaign at random, with nothing checked.
template <Game G>
RandomCampaign play_random(const G& game, std::uint64_t campaign_key) {
  RandomCampaign result;
  NullRecorder silent;
  ActionList legal;
  auto decisions = decision_stream(campaign_key);
  auto state = game.initial();
  while (game.actor(state) != Actor::Over) {
    const auto action = random_action(game, state, campaign_key, decisions, legal);
    game.apply(state, action, silent);
    result.signature = core::mix(result.signature, action);
    ++result.actions;
  }
  result.signature = core::mix(result.signature, game.hash(state));
  result.outcome = game.outcome(state);
  return result;
}

/// The first broken promise of `state`, which is not over: an invariant, or an empty, unsorted or
/// repeating list of actions.
template <Game G>
std::optional<std::string> find_fault(const G& game, const typename G::State& state) {
  if (auto broken = game.check(state)) return broken;
  const auto actor = game.actor(state);
  if (is_side(actor)) {
    ActionList legal;
    game.legal(state, legal);
    if (legal.size() == 0) return "a dead end: no legal action";
    if (std::adjacent_find(legal.begin(), legal.end(), std::greater_equal<Action>()) != legal.end())
      return "the legal actions are not ascending";
  }
  if (actor == Actor::Nature) {
    ChanceList outcomes;
    game.chance(state, outcomes);
    double sum = 0;
    for (const auto& outcome : outcomes) sum += outcome.probability;
    constexpr double kRounding = 1e-9;
    if (sum < 1 - kRounding || sum > 1 + kRounding)
      return "the probabilities sum to " + std::to_string(sum);
  }
  return std::nullopt;
}

/// Plays one campaign at random, or its first `most_steps` actions, with every promise checked
/// after every action.
template <Game G>
std::optional<FuzzFault> fuzz_campaign(const G& game, std::uint64_t campaign_key,
                                       int most_steps = kWholeCampaign) {
  NullRecorder silent;
  ActionList legal;
  auto decisions = decision_stream(campaign_key);
  auto state = game.initial();
  for (int step = 0;; ++step) {
    if (auto fault = find_fault(game, state))
      return FuzzFault{*fault, step, game.state_text(state)};
    if (game.actor(state) == Actor::Over || step == most_steps) return std::nullopt;
    if (step >= game.max_decisions())
      return FuzzFault{"longer than the bound of the game", step, game.state_text(state)};
    game.apply(state, random_action(game, state, campaign_key, decisions, legal), silent);
  }
}

/// The number of sequences of `depth` actions from `state`, dice counted as actions; campaigns that
/// end earlier count once.
template <Game G>
std::uint64_t perft(const G& game, const typename G::State& state, int depth) {
  if (depth == 0) return 1;
  const auto actor = game.actor(state);
  if (actor == Actor::Over) return 1;
  NullRecorder silent;
  std::uint64_t count = 0;
  const auto descend = [&](Action action) {
    auto after = state;
    game.apply(after, action, silent);
    count += perft(game, after, depth - 1);
  };
  if (actor == Actor::Nature) {
    ChanceList outcomes;
    game.chance(state, outcomes);
    for (const auto& outcome : outcomes) descend(outcome.action);
  } else {
    ActionList legal;
    game.legal(state, legal);
    for (const auto action : legal) descend(action);
  }
  return count;
}

}  // namespace niemen::play
