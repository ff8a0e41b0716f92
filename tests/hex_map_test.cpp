#include <catch2/catch.hpp>

#include "engine/map/hex_map.h"

using namespace niemen::map;
using Sheet = HexMap<7>;
using Hexes = Sheet::HexSet;

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
  const Sheet map(hexes, {});
  for (Hex from : {map.find({1, 1}), map.find({6, 6}), map.find({7, 6}), map.find({12, 12})})
    for (int steps = 0; steps < 8; ++steps) {
      const auto reach = map.within(from, steps);
      for (int to : map.all())
        CHECK(reach.contains(to) == (map.distance(from, static_cast<Hex>(to)) <= steps));
    }
}

TEST_CASE("rivers part hexes, bridges join them again for routes") {
  const Sheet map({{5, 5}, {5, 6}, {6, 5}}, {{{5, 5}, {5, 6}, false}, {{5, 6}, {6, 5}, true}});
  const Hex north = map.find({5, 5}), south = map.find({5, 6}), west = map.find({6, 5});
  CHECK(map.river_between(north, south));
  CHECK_FALSE(map.bridge_between(north, south));
  CHECK_FALSE(map.crossable(north).contains(south));
  CHECK(map.river_between(south, west));
  CHECK(map.bridge_between(west, south));
  CHECK(map.crossable(west).contains(south));
  CHECK_FALSE(map.river_between(north, west));
  CHECK_THROWS(Sheet({{5, 5}, {5, 6}}, {{{5, 5}, {8, 6}, false}}));
  CHECK_THROWS(Sheet({{5, 5}, {5, 5}}, {}));
}

TEST_CASE("all hexes one step off are those that each hex can be left for") {
  std::vector<Coordinates> hexes;
  for (int c = 1; c <= 9; ++c)
    for (int r = 1; r <= 45; ++r) hexes.push_back({c, r});
  std::vector<Sheet::River> rivers;
  for (int r = 1; r <= 45; r += 2) rivers.push_back({{3, r}, {4, r}, r % 3 == 0});
  const Sheet map(hexes, rivers);
  Hexes from, expected;
  for (int hex = 0; hex < map.size(); hex = hex * 3 / 2 + 1) {
    from.insert(hex);
    expected |= map.crossable(static_cast<Hex>(hex));
    CHECK(map.across(Hexes::of(hex)) == map.crossable(static_cast<Hex>(hex)));
  }
  CHECK(from.count() > 10);
  CHECK(map.across(from) == expected);
  CHECK(map.across({}).empty());
}

TEMPLATE_TEST_CASE_SIG("a map holds 64 hexes a word and not one more", "", ((int Words), Words), 7,
                       10, 16) {
  std::vector<Coordinates> hexes;
  for (int h = 0; h < Words * 64; ++h) hexes.push_back({1 + h / 32, 1 + h % 32});
  const HexMap<Words> map(hexes, {});
  CHECK(map.size() == Words * 64);
  const Hex last = static_cast<Hex>(map.size() - 1);
  CHECK(map.within(0, Words * 64) == map.all());
  CHECK(map.across(HexSet<Words>::of(last)) == map.around(last));
  hexes.push_back({1 + Words * 2, 1});
  CHECK_THROWS(HexMap<Words>(hexes, {}));
}

TEST_CASE("a column of hexes is not too long to step across") {
  const auto columns = [](int rows) {
    std::vector<Coordinates> hexes;
    for (int c = 1; c <= 3; ++c)
      for (int r = 1; r <= rows; ++r) hexes.push_back({c, r});
    return hexes;
  };
  const Sheet longest(columns(63), {});
  for (int hex : longest.all()) CHECK(longest.across(Hexes::of(hex)).count() >= 2);
  CHECK_THROWS(Sheet(columns(90), {}));
}

TEST_CASE("a wall parts hexes for everybody") {
  const Sheet map({{5, 5}, {5, 6}, {6, 5}}, {{{5, 5}, {5, 6}, true}}, {{{5, 6}, {5, 5}}});
  const Hex north = map.find({5, 5}), south = map.find({5, 6}), west = map.find({6, 5});
  CHECK_FALSE(map.around(north).contains(south));
  CHECK_FALSE(map.river_between(south, north));
  CHECK(map.direction(south, north) == -1);
  CHECK(map.within(north, 1) == (Hexes::of(north) | Hexes::of(west)));
  CHECK(map.within(north, 2) == map.all());
  CHECK_THROWS(Sheet({{5, 5}, {5, 6}}, {}, {{{5, 5}, {8, 6}}}));
}
