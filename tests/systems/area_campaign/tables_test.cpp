// The printed tables, cell by cell, written down a second time.
#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/systems/area_campaign/fixture.h"

using namespace niemen;
using namespace niemen::area_campaign;

TEST_CASE("AREA-9d all cells of the Combat Results Table", "[area_campaign]") {
  // Rows -2 to 9; a, d: the stack goes; h, g: half of the Attacker's, the Defender's Infantry; x:
  // half exchange; 1 2: the Attacker retreats, himself or the Defender names where; 3 4: the
  // Defender, likewise.
  constexpr std::array<std::string_view, kTableRows> kPrinted{
      "aaah1111xx", "aaah1xxxx3", "aah1xxxxxg", "aa11xxx33d", "ah1xx4333d", "ah1x4433gd",
      "h2x4443gdd", "h2x444gddd", "2x44ggdddd", "2x44dddddd", "x4gddddddd", "x4dddddddd"};
  constexpr std::string_view kLetters = "ahx1234gd";  // in the order of CombatResult
  const auto loaded = test::load("1-historical");
  for (std::size_t row = 0; row < kPrinted.size(); ++row)
    for (std::size_t column = 0; column < kOddsColumns; ++column) {
      CAPTURE(row, column);
      const auto result = loaded.context->rules.combat_table[row][column];
      CHECK(kLetters[static_cast<std::size_t>(result)] == kPrinted[row][column]);
    }
}

TEST_CASE("AREA-10b all cells of the Pursuit Table", "[area_campaign]") {
  constexpr std::array<std::string_view, kTableRows> kPrinted{"xxxxx", "xxxxx", "xxxx1", "xx-11",
                                                              "--112", "--122", "--122", "-1222",
                                                              "11222", "11222", "12222", "12222"};
  constexpr std::string_view kLetters = "-x12";  // in the order of PursuitResult
  const auto loaded = test::load("1-historical");
  for (std::size_t row = 0; row < kPrinted.size(); ++row)
    for (std::size_t column = 0; column < kPursuitColumns; ++column) {
      CAPTURE(row, column);
      const auto result = loaded.context->rules.pursuit_table[row][column];
      CHECK(kLetters[static_cast<std::size_t>(result)] == kPrinted[row][column]);
    }
}

TEST_CASE("AREA-14f leaders as on the counter sheet", "[area_campaign]") {
  const auto loaded = test::load("1-historical", "optional");
  std::string cavalry;
  int points[2] = {0, 0};
  for (const auto& leader : loaded.context->leaders) {
    points[leader.side] += leader.points;
    if (leader.cavalry) cavalry += leader.name + " ";
  }
  CHECK(loaded.context->leaders.size() == 25);
  CHECK(points[0] == 25);
  CHECK(points[1] == 13);
  CHECK(cavalry == "Grouchy Murat Platov ");
}

TEST_CASE("AREA-17d totals of the set-ups, AREA-17e corrections", "[area_campaign]") {
  struct Expected {
    const char* scenario;
    std::array<int, 4> russian, french;
  };
  const std::vector<Expected> expected{
      {"1-historical", {7, 5, 2, 0}, {20, 10, 4, 0}}, {"1-free", {7, 5, 2, 0}, {20, 10, 4, 0}},
      {"2-historical", {9, 4, 2, 0}, {13, 7, 4, 0}},  {"2-free", {9, 4, 2, 0}, {13, 7, 4, 0}},
      {"3-historical", {10, 4, 1, 0}, {12, 6, 4, 3}}, {"3-free", {10, 4, 1, 0}, {12, 6, 4, 2}}};
  for (const auto& row : expected) {
    CAPTURE(row.scenario);
    const auto loaded = test::load(row.scenario);
    const auto& scenario = loaded.context->scenario;
    std::array<std::array<int, 4>, 2> totals{};
    for (const auto& placed : scenario.placed)
      for (std::size_t k = 0; k < 4; ++k)
        totals[static_cast<std::size_t>(placed.side)][k] += placed.units.counts.values[k];
    for (const auto& group : scenario.groups)
      for (int unit : group.queue)
        ++totals[static_cast<std::size_t>(group.side)][static_cast<std::size_t>(unit)];
    CHECK(totals[1] == row.russian);
    CHECK(totals[0] == row.french);
  }
}

TEST_CASE("AREA-17a to AREA-17c the controlled places give the printed level", "[area_campaign]") {
  for (const auto& scenario : test::scenarios()) {
    CAPTURE(scenario);
    const auto loaded = test::load(scenario);
    CHECK(loaded.context->level_offset == 0);
    CHECK(victory_points(*loaded.context, loaded.game().initial()) ==
          loaded.context->scenario.level);
  }
}

TEST_CASE("AREA-13d the levels of victory", "[area_campaign]") {
  const auto loaded = test::load("1-historical");
  const auto game = loaded.game();
  const auto level_of = [&](int points) {
    auto state = game.initial();
    state.bonus = static_cast<std::int8_t>(points - loaded.context->scenario.level);
    return loaded.info.victory_levels.at(static_cast<std::size_t>(game.outcome(state).level));
  };
  CHECK(level_of(40) == "French decisive victory");
  CHECK(level_of(22) == "French decisive victory");
  CHECK(level_of(21) == "French marginal victory");
  CHECK(level_of(18) == "French marginal victory");
  CHECK(level_of(17) == "Draw (Russian moral victory)");
  CHECK(level_of(15) == "Draw (Russian moral victory)");
  CHECK(level_of(14) == "Russian substantive victory");
  CHECK(level_of(12) == "Russian substantive victory");
  CHECK(level_of(11) == "Russian decisive victory");
  CHECK(level_of(-5) == "Russian decisive victory");
}

TEST_CASE("the rules describe themselves with the numbers of the published game",
          "[area_campaign]") {
  const auto loaded = test::load("1-historical");
  Rules published = loaded.context->rules, defaults;
  std::size_t described = 0;
  for (const auto& section : rule_sections())
    for (const auto& parameter : section.parameters) {
      CAPTURE(section.name, parameter.key);
      ++described;
      if (parameter.list) {
        const auto a = parameter.list(published), b = parameter.list(defaults);
        CHECK(std::equal(a.begin(), a.end(), b.begin(), b.end()));
      } else {
        CHECK(parameter.at(published) == parameter.at(defaults));
      }
      const auto key = std::string(section.name) + "." + std::string(parameter.key);
      CHECK_THROWS_AS(test::load("1-historical", "", {key + "=12345"}), core::InputError);
    }
  CHECK(describe_rules().size() == described);
  CHECK(describe_rules().front().key == "rules.optional_rules");
}

TEST_CASE("the map is one piece and every border has two sides", "[area_campaign]") {
  const auto loaded = test::load("1-historical");
  const auto& context = *loaded.context;
  CHECK(context.place_count() == 72);
  CHECK(context.area_count() == 63);
  PlaceSet reached = PlaceSet::of(0), edge = reached;
  while (!edge.empty()) {
    PlaceSet next;
    for (int at : edge)
      for (int to : context.neighbours[static_cast<std::size_t>(at)]) {
        next.insert(to);
        const auto& back = context.neighbours[static_cast<std::size_t>(to)];
        CHECK(std::find(back.begin(), back.end(), at) != back.end());
      }
    edge = next - reached;
    reached |= next;
  }
  CHECK(reached.count() == 72);
  // The Pripet Marsh parts these.
  const auto adjoin = [&](const char* a, const char* b) {
    const auto& list = context.neighbours[static_cast<std::size_t>(context.find_place(a))];
    return std::find(list.begin(), list.end(), context.find_place(b)) != list.end();
  };
  CHECK_FALSE(adjoin("R26", "R27b"));
  CHECK_FALSE(adjoin("R38", "R40a"));
  CHECK(adjoin("R25", "R27a"));
}
