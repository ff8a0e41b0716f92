// The tree search as a player.
#pragma once

#include <memory>

#include "ai/agents/turn_clock.h"
#include "ai/agents/world_agent.h"
#include "ai/search/report.h"
#include "ai/search/search.h"

namespace niemen::ai {

template <play::Game G>
class MctsAgent : public WorldAgent<G> {
 public:
  MctsAgent(const G& game, const SearchOptions& options, const Policy<G>& policy,
            std::shared_ptr<const Evaluator<G>> evaluator, const TurnClockOptions& clock = {})
      : WorldAgent<G>(game),
        search_(game, options, policy, std::move(evaluator)),
        clock_(clock),
        clock_options_(clock) {}

  void begin_campaign() override {
    search_.forget();
    clock_.begin_campaign();
  }

 private:
  void consider(const typename G::Observation& observation, const typename G::State& world,
                core::RandomStream& random, const Budget& budget, Decision& decision) override {
    // What earlier decisions learned is kept while there is room.
    if (search_.tree().fill() > kFullEnough) search_.forget();
    think(observation, this->game().turn(world), random, budget, decision.report);
    const auto edges = search_.root_edges();
    if (!edges.empty()) decision.action = edges[choose(edges, random)].action;
    if (budget.want_report)
      fill_report(search_, observation, world, decision.action, random, decision.report);
  }

  static constexpr double kFullEnough = 0.5;
  /// Share of the visits from which a leader that also has the best value needs no more time.
  static constexpr double kSettledShare = 0.7;

  void think(const typename G::Observation& observation, int turn, core::RandomStream& random,
             const Budget& budget, Report& report) {
    SearchLimits limits{
        .iterations = budget.iterations, .seconds = budget.seconds, .stop = budget.stop};
    const bool clocked =
        !limits.iterations && limits.seconds <= 0 && clock_options_.seconds_per_turn > 0;
    if (!clocked) {
      if (!limits.iterations && limits.seconds <= 0)
        limits.iterations = search_.options().iterations;
      add(search_.run(observation, random, limits), report);
      return;
    }
    const auto share = clock_.next(turn);
    const auto most = search_.options().iterations;
    for (double left = share.most; left > 0 && (most == 0 || report.iterations < most);) {
      if (most > 0) limits.iterations = most - report.iterations;
      limits.seconds = std::min(left, std::max(share.usual, kShortestSearch));
      add(search_.run(observation, random, limits), report);
      left = share.most - report.seconds;
      if (budget.stop.stop_requested() || settled()) break;
    }
    clock_.spend(report.seconds);
  }

  static void add(const SearchStatistics& part, Report& report) {
    report.iterations += part.iterations;
    report.worlds += part.worlds;
    report.seconds += part.seconds;
    report.memory_full = part.memory_full;
  }

  /// Whether the most visited action leads by far and nothing looks better.
  bool settled() {
    const auto edges = search_.root_edges();
    if (edges.empty()) return true;
    const auto best = best_edge(edges, search_.options());
    double total = 0;
    double highest = 0;
    for (const auto& edge : edges) {
      const double visits = edge.visits.load(std::memory_order_relaxed);
      total += visits;
      if (visits > 0) highest = std::max(highest, value_of(edge, search_.options()).utility);
    }
    const double visits = edges[best].visits.load(std::memory_order_relaxed);
    return visits == 0 || (visits >= kSettledShare * total &&
                           value_of(edges[best], search_.options()).utility >= highest);
  }

  std::size_t choose(std::span<Edge> edges, core::RandomStream& random) {
    if (search_.options().selection == Selection::Puct) return best_edge(edges, search_.options());
    average_policy(edges, std::span(policy_.data(), edges.size()));
    double left = random.uniform();
    std::size_t choice = 0;
    while (choice + 1 < edges.size() && (left -= policy_[choice]) >= 0) ++choice;
    return choice;
  }

  Search<G> search_;
  TurnClock clock_;
  TurnClockOptions clock_options_;
  std::array<float, play::kMaxLegalActions> policy_{};
};

}  // namespace niemen::ai
