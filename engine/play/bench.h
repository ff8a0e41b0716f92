// How fast a game is, and a number that only a change of behaviour changes.
#pragma once

#include <array>
#include <cstdint>
#include <ctime>
#include <string>
#include <vector>

#include "engine/play/bench_result.h"
#include "engine/play/random_play.h"

namespace niemen::play {

/// Plays campaigns 1 to `campaigns` and counts.
template <Game G>
BenchCounts bench_counts(const G& game, int campaigns) {
  BenchCounts counts;
  counts.campaigns = campaigns;
  NullRecorder silent;
  ActionList legal;
  std::uint64_t lists = 0, listed = 0;
  for (int key = 1; key <= campaigns; ++key) {
    const auto campaign_key = static_cast<std::uint64_t>(key);
    auto decisions = decision_stream(campaign_key);
    auto state = game.initial();
    std::uint64_t length = 0;
    for (auto actor = game.actor(state); actor != Actor::Over; actor = game.actor(state)) {
      const auto action = random_action(game, state, campaign_key, decisions, legal);
      if (is_side(actor)) {
        ++lists;
        listed += legal.size();
        counts.longest_list = std::max<std::size_t>(counts.longest_list, legal.size());
      }
      ++counts.by_kind[std::string(game.decision_kind(action))];
      counts.signature = core::mix(counts.signature, action);
      game.apply(state, action, silent);
      ++length;
    }
    counts.signature = core::mix(counts.signature, game.hash(state));
    counts.actions += length;
    counts.longest_campaign = std::max(counts.longest_campaign, length);
  }
  counts.mean_list = lists ? static_cast<double>(listed) / static_cast<double>(lists) : 0;
  return counts;
}

/// What the side to decide sees, at decisions spread evenly over campaign `campaign_key`.
template <Game G>
std::vector<typename G::Observation> observations_of(const G& game, std::uint64_t campaign_key) {
  constexpr int kEvery = 16;  // decisions of a side
  std::vector<typename G::Observation> seen;
  NullRecorder silent;
  ActionList legal;
  auto decisions = decision_stream(campaign_key);
  auto state = game.initial();
  int decided = 0;
  for (auto actor = game.actor(state); actor != Actor::Over; actor = game.actor(state)) {
    if (is_side(actor) && decided++ % kEvery == 0)
      seen.push_back(game.observe(state, viewer_of(side_of(actor))));
    game.apply(state, random_action(game, state, campaign_key, decisions, legal), silent);
  }
  return seen;
}

/// Nanoseconds of processor time that one world sampled from an observation takes.
template <Game G>
double world_nanoseconds(const G& game) {
  constexpr std::uint64_t kCampaigns = 5;
  constexpr int kWorlds = 20'000;
  std::vector<typename G::Observation> seen;
  for (std::uint64_t key = 1; key <= kCampaigns; ++key)
    for (const auto& observation : observations_of(game, key)) seen.push_back(observation);
  core::RandomStream random(kCampaigns, 0);
  const auto start = std::clock();
  for (int world = 0; world < kWorlds; ++world) {
    const auto state =
        game.sample_world(seen[static_cast<std::size_t>(world) % seen.size()], random);
    // The compiler must take the world for read here.
    __asm__ volatile("" : : "r"(&state) : "memory");
  }
  return static_cast<double>(std::clock() - start) * 1e9 / CLOCKS_PER_SEC / kWorlds;
}

/// Measures for about `seconds`.
template <Game G>
BenchSpeeds bench_speeds(const G& game, double seconds) {
  const auto now = [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; };
  BenchSpeeds speeds;
  speeds.state_bytes = sizeof(typename G::State);
  std::uint64_t actions = 0, campaigns = 0;
  const auto start = now();
  double elapsed = 0;
  while (elapsed < seconds) {
    actions += play_random(game, ++campaigns).actions;
    elapsed = now() - start;
  }
  speeds.actions_a_second = static_cast<double>(actions) / elapsed;
  speeds.campaigns_a_second = static_cast<double>(campaigns) / elapsed;

  constexpr int kStates = 64, kRounds = 20000;
  std::array<typename G::State, kStates> states;
  states.fill(game.initial());
  const auto copy_start = now();
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 1; i < kStates; ++i) states[i] = states[i - 1];
    // The compiler must take the states for read and written here.
    __asm__ volatile("" : : "r"(states.data()) : "memory");
  }
  speeds.copy_nanoseconds = (now() - copy_start) * 1e9 / (kRounds * (kStates - 1.0));
  speeds.world_nanoseconds = world_nanoseconds(game);
  return speeds;
}

}  // namespace niemen::play
