#include <catch2/catch.hpp>

#include "engine/map/entry_costs.h"

using namespace niemen::map;

namespace {

using Map = HexMap<7>;
using Costs = EntryCosts<7>;

/// A row of hexes from north to south.
Map column(int rows) {
  std::vector<Coordinates> hexes;
  for (int row = 1; row <= rows; ++row) hexes.push_back({5, row});
  return Map(hexes, {});
}

/// Steps by brute force: the cheapest way from one hex to another.
int cheapest(const Map& map, const Costs& costs, Hex from, Hex to, const Map::HexSet& allowed) {
  std::vector<int> best(static_cast<std::size_t>(map.size()), 1000);
  best[static_cast<std::size_t>(from)] = 0;
  for (int round = 0; round < map.size(); ++round)
    for (int hex : map.all())
      for (int next : map.crossable(static_cast<Hex>(hex))) {
        if (!allowed.contains(next)) continue;
        const int way = best[static_cast<std::size_t>(hex)] + costs.cost(hex, next);
        best[static_cast<std::size_t>(next)] = std::min(best[static_cast<std::size_t>(next)], way);
      }
  return best[static_cast<std::size_t>(to)];
}

}  // namespace

TEST_CASE("a side that costs two shortens the reach one way only") {
  const Map map = column(5);
  const Costs costs(map, {{1, 2, 2}});
  CHECK(costs.cost(1, 2) == 2);
  CHECK(costs.cost(2, 1) == 1);
  const auto all = map.all();
  CHECK(costs.reach(map, Map::HexSet::of(0), all, 2).count() == 2);
  CHECK(costs.reach(map, Map::HexSet::of(0), all, 3).count() == 3);
  CHECK(costs.reach(map, Map::HexSet::of(4), all, 3).count() == 4);
  // Who wants to enter hex 2 from hex 0 spends three; from hex 4 two.
  CHECK(costs.reach_back(map, Map::HexSet::of(2), all, 2).count() == 4);
  CHECK(costs.reach_back(map, Map::HexSet::of(2), all, 3).count() == 5);
}

TEST_CASE("reach with costs is the cheapest way within the budget") {
  std::vector<Coordinates> hexes;
  for (int c = 1; c <= 6; ++c)
    for (int r = 1; r <= 6; ++r) hexes.push_back({c, r});
  const Map map(hexes, {{{3, 2}, {4, 2}, false}, {{3, 3}, {4, 3}, true}});
  std::vector<DearSide> dear;
  for (int hex = 0; hex < map.size(); hex += 5)
    for (int near : map.around(static_cast<Hex>(hex)))
      if (near % 3 != 0)
        dear.push_back({static_cast<Hex>(near), static_cast<Hex>(hex), near % 2 == 0 ? 3 : 2});
  auto allowed = map.all();
  allowed.erase(14);
  for (const auto& costs : {Costs(map, dear), Costs()})
    for (Hex hex : {Hex{0}, Hex{7}, Hex{20}})
      for (int budget = 0; budget <= 6; ++budget) {
        const auto out = costs.reach(map, Map::HexSet::of(hex), allowed, budget);
        auto routes = allowed;
        routes.insert(hex);
        const auto back = costs.reach_back(map, Map::HexSet::of(hex), routes, budget);
        for (int other : map.all()) {
          const auto to = static_cast<Hex>(other);
          if (other == hex) continue;
          CHECK(out.contains(other) == (cheapest(map, costs, hex, to, allowed) <= budget));
          CHECK(back.contains(other) == (cheapest(map, costs, to, hex, routes) <= budget));
        }
      }
}
