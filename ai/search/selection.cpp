#include "ai/search/selection.h"

#include <algorithm>
#include <cmath>

namespace niemen::ai {

namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;

void normalise(std::span<float> policy, double total) {
  for (auto& share : policy)
    share =
        total > 0 ? static_cast<float>(share / total) : 1.0F / static_cast<float>(policy.size());
}

}  // namespace

double utility(double win, double margin, const SearchOptions& options) {
  const double points = std::clamp(margin / options.margin_scale, -1.0, 1.0);
  return options.win_weight * win + (1 - options.win_weight) * (0.5 + 0.5 * points);
}

EdgeValue value_of(const Edge& edge, const SearchOptions& options) {
  const double visits = edge.visits.load(kRelaxed);
  EdgeValue value;
  value.win = static_cast<double>(edge.win_sum.load(kRelaxed)) / (kWinUnit * visits);
  value.margin = static_cast<double>(edge.margin_sum.load(kRelaxed)) / (kMarginUnit * visits);
  value.utility = utility(value.win, value.margin, options);
  return value;
}

std::size_t open_width(std::size_t count, std::uint32_t visits, const SearchOptions& options) {
  const double open = options.widening_base * std::pow(visits + 1.0, options.widening_power);
  return std::clamp<std::size_t>(static_cast<std::size_t>(open), 1, count);
}

std::size_t select_puct(std::span<Edge> edges, std::size_t open, const SearchOptions& options) {
  double total_visits = 0, total_value = 0;
  for (std::size_t i = 0; i < open; ++i) {
    const double visits = edges[i].visits.load(kRelaxed);
    total_visits += visits + edges[i].in_flight.load(kRelaxed);
    if (visits > 0) total_value += visits * value_of(edges[i], options).utility;
  }
  const double mean = total_visits > 0 ? total_value / total_visits : 0.5;
  const double reach = options.exploration * std::sqrt(total_visits + 1);
  std::size_t best = 0;
  double best_score = -1;
  for (std::size_t i = 0; i < open; ++i) {
    const double visits = edges[i].visits.load(kRelaxed);
    const double begun = visits + edges[i].in_flight.load(kRelaxed);
    double value = std::max(0.0, mean - options.first_play_reduction);
    if (visits > 0) value = value_of(edges[i], options).utility * visits / begun;
    const double score = value + reach * edges[i].prior / (1 + begun);
    if (score > best_score) {
      best_score = score;
      best = i;
    }
  }
  return best;
}

std::size_t select_chance(std::span<Edge> edges, std::span<const double> weights, double lot) {
  double next_visit = 1;
  for (const auto& edge : edges)
    next_visit += edge.visits.load(kRelaxed) + edge.in_flight.load(kRelaxed);
  const auto shortfall = [&](std::size_t i) {
    const double begun = edges[i].visits.load(kRelaxed) + edges[i].in_flight.load(kRelaxed);
    return std::max(0.0, weights[i] * next_visit - begun);
  };
  double total = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) total += shortfall(i);
  double left = lot * total;
  std::size_t choice = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const double share = shortfall(i);
    if (share <= 0) continue;
    choice = i;
    if ((left -= share) < 0) break;
  }
  return choice;
}

void regret_policy(std::span<Edge> edges, std::span<float> policy) {
  double total = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    policy[i] = std::max(0.0F, edges[i].regret.load(kRelaxed));
    total += policy[i];
  }
  normalise(policy, total);
}

void average_policy(std::span<Edge> edges, std::span<float> policy) {
  double total = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    policy[i] = edges[i].strategy.load(kRelaxed);
    total += policy[i];
  }
  normalise(policy, total);
}

std::size_t best_edge(std::span<Edge> edges, const SearchOptions& options) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < edges.size(); ++i) {
    const auto visits = edges[i].visits.load(kRelaxed);
    const auto most = edges[best].visits.load(kRelaxed);
    if (visits < most || visits == 0) continue;
    const bool better = visits > most || value_of(edges[i], options).utility >
                                             value_of(edges[best], options).utility;
    if (better) best = i;
  }
  return best;
}

}  // namespace niemen::ai
