// What it costs to enter a hex: one, or two or three through some of its sides.
#pragma once

#include <algorithm>
#include <array>
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
  EntryCosts(const HexMap<Words>& map, const std::vector<DearSide>& dear) {
    if (dear.empty()) return;
    dear_.resize(static_cast<std::size_t>(map.size()));
    for (const auto& [from, into, cost] : dear) {
      dear_[static_cast<std::size_t>(from)][static_cast<std::size_t>(cost - 2)].insert(into);
      most_ = std::max(most_, cost);
    }
    out_of_.resize(dear_.size());
    into_.resize(dear_.size());
    for (int from = 0; from < map.size(); ++from)
      for (const int to : map.crossable(static_cast<Hex>(from))) {
        const auto i = static_cast<std::size_t>(cost(from, to) - 1);
        out_of_[static_cast<std::size_t>(from)][i].insert(static_cast<Hex>(from), to);
        into_[static_cast<std::size_t>(to)][i].insert(static_cast<Hex>(to), from);
      }
  }

  bool uniform() const { return most_ == 1; }
  /// Entering `to` from its neighbour `from`: 1 to 3.
  int cost(int from, int to) const {
    if (uniform()) return 1;
    const auto& dear = dear_[static_cast<std::size_t>(from)];
    return dear[1].contains(to) ? 3 : dear[0].contains(to) ? 2 : 1;
  }

  /// Hexes that can be entered from `from` within the budget, and `from` itself, which is not
  /// tested; over no unbridged river, each hex inside `allowed`.
  HexSet reach(const HexMap<Words>& map, const HexSet& from, const HexSet& allowed,
               int budget) const {
    return uniform() ? even_reach(map, from, allowed, budget)
                     : grow(out_of_, from, allowed, map.all(), budget);
  }
  /// Hexes from which one of `goals` can be entered within the budget, and the goals: every hex on
  /// the way inside `routes`, the goal too, the hex where the way begins not.
  HexSet reach_back(const HexMap<Words>& map, const HexSet& goals, const HexSet& routes,
                    int budget) const {
    return uniform() ? even_reach_back(map, goals, routes, budget)
                     : grow(into_, goals, map.all(), routes, budget);
  }

 private:
  /// Neighbours of a hex over no unbridged river: those that cost one, two, three.
  using Ways = std::array<Nearby, kMaxEntryCost>;

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
  HexSet grow(const std::vector<Ways>& ways, const HexSet& from, const HexSet& enter,
              const HexSet& pass, int budget) const {
    return most_ == 2 ? grow_by<2>(ways, from, enter, pass, budget)
                      : grow_by<kMaxEntryCost>(ways, from, enter, pass, budget);
  }
  /// Breadth first by cost, which is `Most` at most: hexes inside `enter` are reached, those inside
  /// `pass` left again.
  template <std::size_t Most>
  static HexSet grow_by(const std::vector<Ways>& ways, const HexSet& from, const HexSet& enter,
                        const HexSet& pass, int budget) {
    HexSet reached = from, left, now = from;
    std::array<Gathered<Words>, Most + 1> ahead{};  // at one more, two more ... than is spent
    for (int spent = 0; spent < budget; ++spent) {
      const HexSet frontier = (now & pass) - left;
      left |= frontier;
      visit_by_word(frontier, [&](std::size_t word, std::size_t hex) {
        for (std::size_t more = 0; more < Most; ++more) ahead[more].add(word, ways[hex][more]);
      });
      now = ahead[0].set() & enter;
      reached |= now;
      std::copy(ahead.begin() + 1, ahead.end(), ahead.begin());  // the last is never written
    }
    return reached;
  }

  int most_ = 1;  ///< what the dearest side costs; the tables are empty where it is one
  std::vector<std::array<HexSet, kMaxEntryCost - 1>> dear_;  ///< by hex: who costs two, three
  std::vector<Ways> out_of_, into_;  ///< by hex: where one comes from it, and to it
};

}  // namespace niemen::map
