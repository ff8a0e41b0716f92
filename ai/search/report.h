// Turns what a search learned into the report of a decision.
#pragma once

#include <map>
#include <set>
#include <string>

#include "ai/policy/report.h"
#include "ai/search/search.h"

namespace niemen::ai {

struct ReportOptions {
  std::size_t alternatives = 8;
  std::size_t principal_steps = 12;
  int belief_worlds = 64;
  std::size_t beliefs = 12;
};

/// 95 % interval of a share that was measured by `visits` samples (E. B. Wilson, 1927).
struct ShareInterval {
  double low = 0, high = 1;
};
inline ShareInterval wilson_interval(double share, double visits) {
  if (visits <= 0) return {};
  constexpr double kZ = 1.959963984540054;
  const double z2 = kZ * kZ / visits;
  const double middle = (share + z2 / 2) / (1 + z2);
  const double half = kZ / (1 + z2) * std::sqrt(share * (1 - share) / visits + z2 / (4 * visits));
  return {std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

/// What the first alternative promises is what the decision promises; the others lose against
/// it. Only the best are kept.
/// Precondition: there is one.
inline void take_figures_of_first(Report& report, const ReportOptions& options) {
  const auto& best = report.alternatives.front();
  report.win_probability = best.win_probability;
  report.win_low = best.win_low;
  report.win_high = best.win_high;
  report.margin = best.margin;
  for (auto& alternative : report.alternatives)
    alternative.loss = best.win_probability - alternative.win_probability;
  if (report.alternatives.size() > options.alternatives)
    report.alternatives.resize(options.alternatives);
}

/// Lines of the position's text that differ between sampled worlds, with the share that has each.
template <play::Game G>
void report_beliefs(const G& game, const typename G::Observation& observation,
                    core::RandomStream& random, const ReportOptions& options, Report& report) {
  std::map<std::string, int> lines;
  for (int i = 0; i < options.belief_worlds; ++i) {
    const auto text = game.state_text(game.sample_world(observation, random));
    std::set<std::string> of_world;  // a line that occurs twice is still one world's
    for (std::size_t from = 0; from < text.size();) {
      const auto to = std::min(text.find('\n', from), text.size());
      of_world.insert(text.substr(from, to - from));
      from = to + 1;
    }
    for (const auto& line : of_world) ++lines[line];
  }
  for (const auto& [line, count] : lines)
    if (count < options.belief_worlds)
      report.beliefs.push_back({line, static_cast<double>(count) / options.belief_worlds});
  std::stable_sort(report.beliefs.begin(), report.beliefs.end(),
                   [](const Belief& a, const Belief& b) { return a.share > b.share; });
  if (report.beliefs.size() > options.beliefs) report.beliefs.resize(options.beliefs);
}

namespace detail {

template <play::Game G>
void report_alternatives(Search<G>& search, const typename G::State& world, play::Action chosen,
                         const ReportOptions& options, Report& report) {
  for (auto& edge : search.root_edges()) {
    const auto visits = edge.visits.load(std::memory_order_relaxed);
    if (visits == 0) continue;
    const auto value = value_of(edge, search.options());
    const auto interval = wilson_interval(value.win, visits);
    report.alternatives.push_back({edge.action, search.game().action_text(world, edge.action),
                                   visits, edge.prior, value.win, interval.low, interval.high,
                                   value.margin, 0});
  }
  // The decision taken leads, even where another has as many visits.
  std::stable_sort(report.alternatives.begin(), report.alternatives.end(),
                   [&](const Alternative& a, const Alternative& b) {
                     if ((a.action == chosen) != (b.action == chosen)) return a.action == chosen;
                     return a.visits > b.visits;
                   });
  if (report.alternatives.empty()) return;
  take_figures_of_first(report, options);
}

/// Follows the most visited edges in one world, and the likeliest outcome of each die.
template <play::Game G>
void report_principal_line(Search<G>& search, typename G::State world, play::Action first,
                           const ReportOptions& options, Report& report) {
  const auto& game = search.game();
  play::NullRecorder silent;
  auto action = first;
  while (report.principal_line.size() < options.principal_steps) {
    report.principal_line.push_back(game.action_text(world, action));
    game.apply(world, action, silent);
    const auto actor = game.actor(world);
    if (actor == play::Actor::Over) return;
    if (actor == play::Actor::Nature) {
      play::ChanceList outcomes;
      game.chance(world, outcomes);
      action = likeliest(outcomes);
      continue;
    }
    const auto edges = search.edges_at(world, play::side_of(actor));
    if (edges.empty()) return;
    const auto& best = edges[best_edge(edges, search.options())];
    if (best.visits.load(std::memory_order_relaxed) == 0) return;
    action = best.action;
  }
}

}  // namespace detail

/// Adds alternatives, principal line and beliefs to `report`, after a run. `world` is any world
/// sampled from the observation, `chosen` the decision taken.
template <play::Game G>
void fill_report(Search<G>& search, const typename G::Observation& observation,
                 const typename G::State& world, play::Action chosen, core::RandomStream& random,
                 Report& report, const ReportOptions& options = {}) {
  detail::report_alternatives(search, world, chosen, options, report);
  detail::report_principal_line(search, world, chosen, options, report);
  report_beliefs(search.game(), observation, random, options, report);
  report.nodes = search.tree().node_count();
  report.memory_bytes = search.tree().memory_bytes();
}

}  // namespace niemen::ai
