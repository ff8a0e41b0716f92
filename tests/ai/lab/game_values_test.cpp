#include "ai/lab/game_values.h"

#include <catch2/catch.hpp>

using niemen::lab::GameValues;
using niemen::lab::row_words;

TEST_CASE("the key of a row is said by what the game calls the row", "[lab]") {
  const GameValues values{{"units.csv Guard-Inf.name", "Old Guard"},
                          {"units.csv West-Guard-Inf.name", "another"},
                          {"victory.toml moscow.place", "Moscow"},
                          {"victory.toml raiders.place", ""},
                          {"rules.toml victory.level.narrow.name", "A narrow win"},
                          {"rules.toml march", "3"}};
  CHECK(row_words(values, "victory.moscow.points") == " (points of Moscow)");
  CHECK(row_words(values, "units.Guard-Inf.arrival_turn") == " (arrival turn of Old Guard)");
  CHECK(row_words(values, "victory.narrow.from") == " (least points of A narrow win)");
  CHECK(row_words(values, "victory.raiders.points").empty());
  CHECK(row_words(values, "rules.march").empty());
  CHECK(row_words(values, "a.agent").empty());
  CHECK(row_words(values, ".").empty());
  CHECK(row_words(values, "").empty());
}
