#include <catch2/catch.hpp>

#include "engine/map/hex_map.h"

using namespace niemen::map;

TEST_CASE("even column row r touches odd column rows r and r+1") {
  // The pairs that the rulebook of The Invasion of Russia gives as alternative set-up hexes.
  for (auto [even, odd] : {std::pair{"1808", "1709"}, {"2012", "2113"}, {"2310", "2209"}})
    CHECK(distance(*parse_coordinates(even), *parse_coordinates(odd)) <= 2);
  CHECK(distance({18, 8}, {17, 9}) == 1);
  CHECK(distance({20, 12}, {21, 13}) == 1);
  CHECK(distance({22, 9}, {23, 10}) == 1);
  CHECK(distance({22, 9}, {23, 11}) == 2);
}

TEST_CASE("distance equals the number of steps on the grid") {
  std::vector<Coordinates> hexes;
  for (int c = 1; c <= 12; ++c)
    for (int r = 1; r <= 12; ++r) hexes.push_back({c, r});
  const HexMap map(hexes, {});
  for (Hex from : {map.find({1, 1}), map.find({6, 6}), map.find({7, 6}), map.find({12, 12})})
    for (int steps = 0; steps < 8; ++steps) {
      const auto reach = map.within(from, steps);
      for (int to : map.all())
        CHECK(reach.contains(to) == (map.distance(from, static_cast<Hex>(to)) <= steps));
    }
}

TEST_CASE("rivers part hexes, bridges join them again for routes") {
  const HexMap map({{5, 5}, {5, 6}, {6, 5}}, {{{5, 5}, {5, 6}, false}, {{5, 6}, {6, 5}, true}});
  const Hex north = map.find({5, 5}), south = map.find({5, 6}), west = map.find({6, 5});
  CHECK(map.river_between(north, south));
  CHECK_FALSE(map.bridge_between(north, south));
  CHECK_FALSE(map.crossable(north).contains(south));
  CHECK(map.river_between(south, west));
  CHECK(map.bridge_between(west, south));
  CHECK(map.crossable(west).contains(south));
  CHECK_FALSE(map.river_between(north, west));
  CHECK_THROWS(HexMap({{5, 5}, {5, 6}}, {{{5, 5}, {8, 6}, false}}));
  CHECK_THROWS(HexMap({{5, 5}, {5, 5}}, {}));
}
