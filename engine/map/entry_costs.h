// What it costs to enter a hex: one, or two through some of its sides.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "engine/map/hex_map.h"

namespace niemen::map {

/// Entry costs of a map's hexes, and how far one comes with a budget of them.
template <int Words>
class EntryCosts {
 public:
  using HexSet = map::HexSet<Words>;

  /// Every hex costs one.
  EntryCosts() = default;
  /// Entering the second hex of a pair from the first costs two; the others cost one.
  EntryCosts(int hexes, const std::vector<std::pair<Hex, Hex>>& dear) {
    if (dear.empty()) return;
    dear_from_.resize(static_cast<std::size_t>(hexes));
    dear_into_.resize(static_cast<std::size_t>(hexes));
    for (const auto& [from, to] : dear) {
      dear_from_[static_cast<std::size_t>(from)].insert(to);
      dear_into_[static_cast<std::size_t>(to)].insert(from);
    }
  }

  bool uniform() const { return dear_from_.empty(); }
  /// Entering `to` from its neighbour `from`: 1 or 2.
  int cost(int from, int to) const {
    return !uniform() && dear_from_[static_cast<std::size_t>(from)].contains(to) ? 2 : 1;
  }

  /// Hexes that can be entered from `from` within the budget, and `from` itself, which is not
  /// tested; over no unbridged river, each hex inside `allowed`.
  HexSet reach(const HexMap<Words>& map, const HexSet& from, const HexSet& allowed,
               int budget) const {
    return uniform() ? even_reach(map, from, allowed, budget)
                     : grow(map, dear_from_, from, allowed, map.all(), budget);
  }
  /// Hexes from which one of `goals` can be entered within the budget, and the goals: every hex on
  /// the way inside `routes`, the goal too, the hex where the way begins not.
  HexSet reach_back(const HexMap<Words>& map, const HexSet& goals, const HexSet& routes,
                    int budget) const {
    return uniform() ? even_reach_back(map, goals, routes, budget)
                     : grow(map, dear_into_, goals, map.all(), routes, budget);
  }

 private:
  static HexSet even_reach(const HexMap<Words>& map, HexSet from, const HexSet& allowed,
                           int budget) {
    HexSet reached = from;
    for (int i = 0; i < budget && !from.empty(); ++i) {
      from = (map.across(from) & allowed) - reached;
      reached |= from;
    }
    return reached;
  }
  static HexSet even_reach_back(const HexMap<Words>& map, const HexSet& goals, const HexSet& routes,
                                int budget) {
    HexSet reached = goals, passed, frontier = goals & routes;
    for (int i = 0; i < budget && !frontier.empty(); ++i) {
      passed |= frontier;
      const HexSet next = map.across(frontier);
      reached |= next;
      frontier = (next & routes) - passed;
    }
    return reached;
  }
  /// Breadth first by cost: hexes inside `enter` are reached, those inside `pass` left again.
  HexSet grow(const HexMap<Words>& map, const std::vector<HexSet>& dear, const HexSet& from,
              const HexSet& enter, const HexSet& pass, int budget) const {
    HexSet reached = from, left;
    std::array<HexSet, 3> ring{};  // reached at this cost, one more, two more
    ring[0] = from;
    for (int spent = 0; spent < budget; ++spent) {
      const auto now = static_cast<std::size_t>(spent) % 3;
      const HexSet frontier = (ring[now] & pass) - left;
      left |= frontier;
      ring[now].clear();
      for (const int hex : frontier) {
        const HexSet next = map.crossable(static_cast<Hex>(hex)) & enter;
        const HexSet& slow = dear[static_cast<std::size_t>(hex)];
        ring[(now + 1) % 3] |= next - slow;
        if (spent + 2 <= budget) ring[(now + 2) % 3] |= next & slow;
      }
      reached |= ring[(now + 1) % 3];
    }
    return reached;
  }

  std::vector<HexSet> dear_from_;  ///< neighbours that cost two when they are entered from a hex
  std::vector<HexSet> dear_into_;  ///< neighbours from which entering a hex costs two
};

}  // namespace niemen::map
