#include "ai/table/worth.h"

#include <algorithm>

#include "ai/lab/statistics/multiplicity.h"

namespace niemen::ai::table {

namespace {

/// Campaigns between two reports: little enough for the first to come at once.
constexpr int kBatch = 8;

/// As much of the course as can be decided before something comes between.
play::AnyState carried_out(const play::AnyGame& game, play::AnyState world,
                           const std::vector<play::Action>& actions) {
  const auto actor = game.actor(world);
  for (const auto action : actions) {
    if (game.actor(world) != actor) break;
    const auto legal = game.legal(world);
    if (std::ranges::binary_search(legal, action)) game.apply(world, action);
  }
  return world;
}

void append(Endings& all, const Endings& more, std::size_t count) {
  const auto end = static_cast<std::ptrdiff_t>(count);
  all.scores.insert(all.scores.end(), more.scores.begin(), more.scores.begin() + end);
  all.margins.insert(all.margins.end(), more.margins.begin(), more.margins.begin() + end);
}

class Comparison {
 public:
  Comparison(const play::AnyGame& game, const play::AnyObservation& observation,
             const WorthOptions& options)
      : game_(game),
        observation_(observation),
        options_(options),
        oracle_(game, options.threads, options.seed) {}

  Worth run(const std::vector<play::Action>& actions, const std::vector<play::Action>& instead) {
    for (int played = 0; played < options_.campaigns && !options_.stop.stop_requested();
         played += kBatch) {
      play(actions, instead, std::min(kBatch, options_.campaigns - played),
           static_cast<std::size_t>(played));
      if (options_.progress) options_.progress(worth());
    }
    return worth();
  }

 private:
  void play(const std::vector<play::Action>& actions, const std::vector<play::Action>& instead,
            int campaigns, std::size_t first_lot) {
    const auto worlds = oracle_.worlds(observation_, campaigns, first_lot);
    const auto side = play::side_of(game_.actor(worlds.front()));
    const auto endings = [&](const std::vector<play::Action>& course) {
      auto ordered = worlds;
      for (auto& world : ordered) world = carried_out(game_, std::move(world), course);
      return oracle_.play_worlds(ordered, side, options_.stop, first_lot);
    };
    const auto with = endings(actions);
    const auto without = endings(instead);
    // A stop may have come between: only pairs count.
    const auto pairs = std::min(with.scores.size(), without.scores.size());
    append(with_, with, pairs);
    append(instead_, without, pairs);
  }

  Worth worth() const {
    Worth worth{.with = chance_of(with_),
                .instead = chance_of(instead_),
                .change = difference(instead_, with_)};
    for (std::size_t i = 0; i < with_.scores.size(); ++i)
      worth.otherwise += with_.scores[i] != instead_.scores[i];
    worth.complete = static_cast<int>(with_.scores.size()) >= options_.campaigns;
    return worth;
  }

  const play::AnyGame& game_;
  const play::AnyObservation& observation_;
  const WorthOptions& options_;
  Oracle oracle_;
  Endings with_, instead_;
};

/// `less` with an interval that holds for `ways` of them at once.
Chance allow_for(Chance less, std::size_t ways) {
  constexpr double kLevel = 0.95;
  const auto wider = lab::normal_quantile(0.5 + lab::level_of_each(kLevel, ways) / 2) /
                     lab::normal_quantile(0.5 + kLevel / 2);
  less.low = std::max(-1.0, less.value - wider * (less.value - less.low));
  less.high = std::min(1.0, less.value + wider * (less.high - less.value));
  return less;
}

}  // namespace

std::vector<Way> ways_of(const play::AnyGame& game, const play::AnyObservation& observation,
                         const std::vector<play::Action>& decisions, const WorthOptions& options) {
  Oracle oracle(game, options.threads);
  const auto worlds = oracle.worlds(observation, options.campaigns);
  const auto side = play::side_of(game.actor(worlds.front()));
  std::vector<Endings> endings;
  auto pairs = static_cast<std::size_t>(options.campaigns);
  for (const auto decision : decisions) {
    auto ordered = worlds;
    for (auto& world : ordered) world = carried_out(game, std::move(world), {decision});
    endings.push_back(oracle.play_worlds(ordered, side, options.stop));
    pairs = std::min(pairs, endings.back().scores.size());
  }
  std::vector<Way> ways;
  for (auto& one : endings) {
    one.scores.resize(pairs);
    one.margins.resize(pairs);
    ways.push_back({chance_of(one), allow_for(difference(one, endings.front()),
                                              std::max<std::size_t>(1, decisions.size() - 1))});
  }
  return ways;
}

Worth worth_of(const play::AnyGame& game, const play::AnyObservation& observation,
               const std::vector<play::Action>& actions, const std::vector<play::Action>& instead,
               const WorthOptions& options) {
  return Comparison(game, observation, options).run(actions, instead);
}

}  // namespace niemen::ai::table
