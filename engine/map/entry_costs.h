// What it costs to enter a hex: one, or two or three through some of its sides.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "engine/map/hex_map.h"

namespace niemen::map {

inline constexpr int kMaxEntryCost = 3;

/// Entering the second hex from the first costs more than one: two or three.
struct DearSide {
  Hex from, into;
  int cost = 2;
};

/// Entry costs of a map's hexes, and how far one comes with a budget of them.
template <int Words>
class EntryCosts {
 public:
  using HexSet = map::HexSet<Words>;

  /// Every hex costs one.
  EntryCosts() = default;
  /// All sides but these cost one.
  EntryCosts(int hexes, const std::vector<DearSide>& dear) {
    for (const auto& [from, into, cost] : dear) {
      note(dear_, hexes, from, into);
      if (cost == kMaxEntryCost) note(dearest_, hexes, from, into);
    }
  }

  bool uniform() const { return dear_.from.empty(); }
  /// Entering `to` from its neighbour `from`: 1 to 3.
  int cost(int from, int to) const {
    if (uniform() || !dear_.from[static_cast<std::size_t>(from)].contains(to)) return 1;
    return has_dearest() && dearest_.from[static_cast<std::size_t>(from)].contains(to) ? 3 : 2;
  }

  /// Hexes that can be entered from `from` within the budget, and `from` itself, which is not
  /// tested; over no unbridged river, each hex inside `allowed`.
  HexSet reach(const HexMap<Words>& map, const HexSet& from, const HexSet& allowed,
               int budget) const {
    return uniform() ? even_reach(map, from, allowed, budget)
                     : grow(map, dear_.from, dearest_.from, from, allowed, map.all(), budget);
  }
  /// Hexes from which one of `goals` can be entered within the budget, and the goals: every hex on
  /// the way inside `routes`, the goal too, the hex where the way begins not.
  HexSet reach_back(const HexMap<Words>& map, const HexSet& goals, const HexSet& routes,
                    int budget) const {
    return uniform() ? even_reach_back(map, goals, routes, budget)
                     : grow(map, dear_.into, dearest_.into, goals, map.all(), routes, budget);
  }

 private:
  /// Of each hex, the neighbours that are dear to enter from it, and those from which it is.
  struct Sides {
    std::vector<HexSet> from, into;
  };
  static void note(Sides& sides, int hexes, Hex from, Hex into) {
    sides.from.resize(static_cast<std::size_t>(hexes));
    sides.into.resize(static_cast<std::size_t>(hexes));
    sides.from[static_cast<std::size_t>(from)].insert(into);
    sides.into[static_cast<std::size_t>(into)].insert(from);
  }
  bool has_dearest() const { return !dearest_.from.empty(); }

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
  HexSet grow(const HexMap<Words>& map, const std::vector<HexSet>& dear,
              const std::vector<HexSet>& dearest, const HexSet& from, const HexSet& enter,
              const HexSet& pass, int budget) const {
    constexpr std::size_t kRing = kMaxEntryCost + 1;
    HexSet reached = from, left;
    std::array<HexSet, kRing> ring{};  // reached at this cost, one more, two more, three more
    ring[0] = from;
    for (int spent = 0; spent < budget; ++spent) {
      const auto now = static_cast<std::size_t>(spent) % kRing;
      const HexSet frontier = (ring[now] & pass) - left;
      left |= frontier;
      ring[now].clear();
      for (const int hex : frontier) {
        const HexSet next = map.crossable(static_cast<Hex>(hex)) & enter;
        const auto i = static_cast<std::size_t>(hex);
        ring[(now + 1) % kRing] |= next - dear[i];
        if (spent + 2 > budget) continue;
        HexSet slow = next & dear[i];
        if (has_dearest()) {
          if (spent + 3 <= budget) ring[(now + 3) % kRing] |= slow & dearest[i];
          slow -= dearest[i];
        }
        ring[(now + 2) % kRing] |= slow;
      }
      reached |= ring[(now + 1) % kRing];
    }
    return reached;
  }

  Sides dear_;     ///< those that cost two or three
  Sides dearest_;  ///< those that cost three; none: no vectors
};

}  // namespace niemen::map
