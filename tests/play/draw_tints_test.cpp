#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "engine/play/draw_tints.h"

using namespace niemen::play;

namespace {

constexpr int kNone = -1;

/// Counts of places that side A, side B, and nobody held.
std::vector<PlaceCount> some_counts() {
  std::vector<PlaceCount> counts(4);
  counts[0].held[0] = 0.6;
  counts[0].held[1] = 0.3;
  counts[1].held[1] = 0.06;
  counts[1].entered = 1;
  counts[2].entered = 0.01;
  return counts;
}

Board squares() {
  Board board;
  board.width = board.height = 400;
  for (int i = 0; i < 4; ++i) {
    Space space;
    space.id = std::to_string(i);
    const double x = 100.0 * i;
    space.centre = {x + 50, 50};
    space.polygon = {{x, 0}, {x + 100, 0}, {x + 100, 100}, {x, 100}};
    board.spaces.push_back(space);
  }
  return board;
}

}  // namespace

TEST_CASE("a place has the tint of the side that held it more often, by how often", "[play]") {
  const std::string sides[kSides] = {"Red", "Blue"};
  const auto tints = control_tints(sides, some_counts());
  REQUIRE(tints.legend.size() == 8);
  CHECK(tints.of_place == std::vector<int>{0, 6, kNone, kNone});
  CHECK(tints.legend[0].words.starts_with("Red"));
  CHECK(tints.legend[4].words.starts_with("Blue"));
  CHECK(control_tints(sides, some_counts(), {"#6B1E2E", ""}).legend.front().colour == "#6B1E2E");
  // Told apart without colours too: the second side's are hatched, the rarer the fainter.
  CHECK_FALSE(tints.legend[0].hatched);
  CHECK(tints.legend[4].hatched);
  CHECK(tints.legend[0].strength > tints.legend[1].strength);
}

TEST_CASE("traffic has a tint by the share of campaigns", "[play]") {
  const auto tints = traffic_tints(some_counts());
  CHECK(tints.of_place == std::vector<int>{kNone, 0, 4, kNone});
}

TEST_CASE("a map of tints shows each that is on it, with its words", "[play]") {
  const auto tints = traffic_tints(some_counts());
  const auto svg = draw_tints(squares(), tints);
  CHECK(svg.ends_with("</svg>\n"));
  for (const auto& tint : tints.legend) CHECK(svg.find(tint.words) != std::string::npos);
  CHECK(draw_tints({}, tints).empty());
}
