// Rules that choose an edge of a node, free of any game.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "ai/search/options.h"
#include "ai/search/tree.h"
#include "engine/play/game.h"

namespace niemen::ai {

/// What the deciding side makes of an edge, averaged over its completed visits.
struct EdgeValue {
  double win = 0.5;
  double margin = 0;
  double utility = 0.5;  ///< what the search maximises, 0..1
};

/// Mixes winning and margin into the one number that is maximised.
double utility(double win, double margin, const SearchOptions& options);
/// Means of an edge. Precondition: visits > 0.
EdgeValue value_of(const Edge& edge, const SearchOptions& options);

/// How many edges of a node with `visits` are open, out of `count`.
std::size_t open_width(std::size_t count, std::uint32_t visits, const SearchOptions& options);

/// PUCT among the first `open` edges. Visits in flight count as losses, which spreads threads.
std::size_t select_puct(std::span<Edge> edges, std::size_t open, const SearchOptions& options);

/// Nature's turn: a draw among the outcomes that lag behind their exact probability, in proportion
/// to the lag. The first visit is a plain draw; after n visits each outcome was taken n*p times to
/// within about one, so the mean over a die has hardly any sampling error of its own. `weights` are
/// the probabilities in the world at hand (0: not to be taken), `lot` is uniform in [0, 1).
std::size_t select_chance(std::span<Edge> edges, std::span<const double> weights, double lot);

/// The outcome with the greatest probability, the first of equals. Precondition: there is one.
inline play::Action likeliest(const play::ChanceList& outcomes) {
  return std::max_element(
             outcomes.begin(), outcomes.end(),
             [](const auto& a, const auto& b) { return a.probability < b.probability; })
      ->action;
}

/// The current policy of regret matching: positive regrets in proportion, or uniform.
void regret_policy(std::span<Edge> edges, std::span<float> policy);
/// The average policy, which is what converges.
void average_policy(std::span<Edge> edges, std::span<float> policy);

/// The edge to play: most visits, then the higher utility, then the earlier edge (higher prior).
std::size_t best_edge(std::span<Edge> edges, const SearchOptions& options);

}  // namespace niemen::ai
