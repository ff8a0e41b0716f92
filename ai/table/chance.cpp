#include "ai/table/chance.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "ai/lab/statistics/intervals.h"
#include "ai/parallel.h"
#include "ai/search/report.h"

namespace niemen::ai::table {

namespace {

/// Names the deals and dice of campaigns that are played on where no seed does.
constexpr std::uint64_t kLots = 0x6C6F7473;

double mean(const std::vector<double>& values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

Chance chance_of(const Endings& endings) {
  if (endings.scores.empty()) return {};
  Chance chance{.value = mean(endings.scores), .margin = mean(endings.margins)};
  chance.campaigns = static_cast<int>(endings.scores.size());
  const auto interval = wilson_interval(chance.value, chance.campaigns);
  chance.low = interval.low;
  chance.high = interval.high;
  return chance;
}

Chance difference(const Endings& first, const Endings& second) {
  assert(first.scores.size() == second.scores.size());
  std::vector<lab::Observation> before, after;
  for (std::size_t i = 0; i < first.scores.size(); ++i) {
    before.push_back({first.scores[i], i});
    after.push_back({second.scores[i], i});
  }
  Chance chance{.value = 0, .low = -1, .high = 1};
  chance.campaigns = static_cast<int>(before.size());
  if (before.empty()) return chance;
  const auto estimate = lab::paired_share_difference(before, after);
  chance.value = estimate.value;
  chance.low = std::max(-1.0, estimate.interval.low);
  chance.high = std::min(1.0, estimate.interval.high);
  chance.margin = mean(second.margins) - mean(first.margins);
  return chance;
}

Oracle::Oracle(const play::AnyGame& game, int threads, std::uint64_t seed)
    : game_(game), lots_(seed == 0 ? kLots : core::mix(kLots, seed)) {
  const auto rule_of_thumb = find_agent("doctrine");
  for (int i = 0; i < std::max(1, threads); ++i)
    matches_.push_back(make_match(game, {rule_of_thumb, rule_of_thumb}));
}

std::vector<play::AnyState> Oracle::worlds(const play::AnyObservation& observation, int count,
                                           std::size_t first_lot) const {
  std::vector<play::AnyState> list;
  for (int i = 0; i < count; ++i) {
    core::RandomStream random(lots_, first_lot + static_cast<std::uint64_t>(i));
    list.push_back(game_.sample_world(observation, random));
  }
  return list;
}

Endings Oracle::play_on(const play::AnyObservation& observation, play::Side side, int campaigns,
                        std::stop_token stop) {
  return play_worlds(worlds(observation, campaigns), side, std::move(stop));
}

Endings Oracle::play_worlds(const std::vector<play::AnyState>& worlds, play::Side side,
                            std::stop_token stop, std::size_t first_lot, const Watch& watch) {
  struct Ending {
    bool played = false;
    double score = 0, margin = 0;
  };
  std::vector<Ending> all(worlds.size());
  const auto workers = static_cast<int>(matches_.size());
  const auto play_one = [&](Match& match, std::size_t i) {
    const auto key = core::mix(lots_, first_lot + i);
    MatchSetup setup{.campaign_key = key,
                     .agent_keys = agent_keys_of(key),
                     .start = worlds[i],
                     .clock = false,
                     .stop = stop};
    if (watch)
      setup.watch = [&](const play::AnyState& before, play::Actor, play::Action action,
                        const Decision*) { watch(i, before, action); };
    const auto record = match.play(setup);
    if (!record.complete) return;
    const bool a = side == play::Side::A;
    const auto score = record.outcome.score_a();
    all[i] = {true, a ? score : 1 - score,
              static_cast<double>(a ? record.outcome.margin : -record.outcome.margin)};
  };
  run_workers(workers, [&](int worker) {
    for (auto i = static_cast<std::size_t>(worker); i < all.size();
         i += static_cast<std::size_t>(workers))
      play_one(*matches_[worker], i);
  });
  Endings endings;
  for (const auto& ending : all) {
    if (!ending.played) break;  // the lists stay comparable entry by entry
    endings.scores.push_back(ending.score);
    endings.margins.push_back(ending.margin);
  }
  return endings;
}

}  // namespace niemen::ai::table
