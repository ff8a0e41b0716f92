// The turn planner as a player.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "ai/agents/turn_clock.h"
#include "ai/agents/world_agent.h"
#include "ai/search/report.h"
#include "ai/search/turn_search.h"

namespace niemen::ai {

template <play::Game G>
class TurnAgent : public WorldAgent<G> {
 public:
  TurnAgent(const G& game, const SearchOptions& options, const TurnSearchOptions& turn,
            const TurnDoctrines<G>& doctrines, std::shared_ptr<const Evaluator<G>> evaluator,
            const TurnClockOptions& clock = {})
      : WorldAgent<G>(game),
        search_(game, options, turn, doctrines, std::move(evaluator)),
        clock_(clock),
        clock_options_(clock),
        set_up_iterations_(turn.set_up_iterations),
        set_up_left_(turn.set_up_iterations) {}

  void begin_campaign() override {
    search_.forget();
    decided_.reset();
    set_up_left_ = set_up_iterations_;
    clock_.begin_campaign();
  }

 private:
  void consider(const typename G::Observation& observation, const typename G::State& world,
                core::RandomStream& random, const Budget& budget, Decision& decision) override {
    const bool own_budget = budget.iterations == 0 && budget.seconds <= 0;
    SearchLimits limits{.iterations = budget.iterations,
                        .seconds = budget.seconds,
                        .stop = budget.stop,
                        .again = budget.again};
    const bool sets_up = own_budget && this->game().turn(world) == 0;
    if (own_budget) {
      limits.iterations =
          sets_up ? std::max<std::uint64_t>(1, set_up_left_) : search_.options().iterations;
      if (clock_options_.seconds_per_turn > 0)
        limits.seconds = std::max(kShortestSearch, clock_.next(this->game().turn(world)).usual);
    }
    if (decided_ && !budget.again) search_.advance(*decided_);
    const auto statistics = search_.run(observation, random, limits, this->shown());
    if (sets_up) set_up_left_ -= std::min(set_up_left_, statistics.iterations);
    clock_.spend(statistics.seconds);
    decision.report.iterations = statistics.iterations;
    decision.report.worlds = statistics.worlds;
    decision.report.seconds = statistics.seconds;
    decision.action = search_.choice();
    decided_ = decision.action;
    if (budget.want_report) report(observation, world, random, decision.report);
  }

  /// The step taken first, then the others by how much was given up by not taking them; how the
  /// plan goes on; what was held for likely.
  void report(const typename G::Observation& observation, const typename G::State& world,
              core::RandomStream& random, Report& report, const ReportOptions& options = {}) {
    const auto taken = search_.choice();
    const auto steps = search_.first_steps();
    const auto first = std::ranges::find(steps, taken, &TurnSearch<G>::FirstStep::action);
    for (const auto& step : steps) {
      double win = step.win / step.played, margin = step.margin / step.played;
      if (first != steps.end() && step.action != taken && step.compared > 0) {
        win = std::clamp(first->win / first->played + step.more_win / step.compared, 0.0, 1.0);
        margin = first->margin / first->played + step.more_margin / step.compared;
      }
      const auto interval = wilson_interval(win, step.played);
      report.alternatives.push_back({step.action, this->game().action_text(world, step.action),
                                     static_cast<std::uint64_t>(step.played), 0, win, interval.low,
                                     interval.high, margin, 0});
    }
    std::stable_sort(report.alternatives.begin(), report.alternatives.end(),
                     [&](const Alternative& a, const Alternative& b) {
                       if ((a.action == taken) != (b.action == taken)) return a.action == taken;
                       return a.win_probability > b.win_probability;
                     });
    take_figures_of_first(report, options);
    search_.follow(world, options.principal_steps, random,
                   [&](const typename G::State& state, play::Action action) {
                     report.principal_line.push_back(this->game().action_text(state, action));
                   });
    report_beliefs(this->game(), observation, random, options, report);
    report.memory_bytes = search_.memory_bytes();
  }

  TurnSearch<G> search_;
  TurnClock clock_;
  TurnClockOptions clock_options_;
  std::uint64_t set_up_iterations_, set_up_left_;
  std::optional<play::Action> decided_;  ///< in the last decision, which may be asked for again
};

}  // namespace niemen::ai
