// The printed tables, cell by cell, written down a second time, and the totals of the set-ups.
#include <catch2/catch.hpp>

#include "engine/systems/hex_operations/chapters.h"
#include "tests/systems/hex_operations/fixture.h"

using namespace niemen;
using namespace niemen::hex_operations;

namespace {

using play::Outcome;

/// A result as the table prints it.
std::string cell_text(const CombatResult& result) {
  constexpr std::array<std::string_view, 5> kNames{"", "e", "rs", "r1", "r2"};
  std::string text;
  if (result.attacker != SideResult::None)
    text += "A" + std::string(kNames[static_cast<std::size_t>(result.attacker)]);
  if (result.exchange) text += "ex";
  if (result.defender != SideResult::None)
    text += "D" + std::string(kNames[static_cast<std::size_t>(result.defender)]);
  return text;
}

template <std::size_t N>
std::string march_text(const std::array<MarchResult, N>& row) {
  std::string text;
  for (const auto result : row) text += "*ode"[static_cast<std::size_t>(result)];
  return text;
}

/// Pieces of a side by class, on the map at the start or to be deployed.
std::array<int, kUnitClasses> starters(const OperationsContext& game, int side) {
  std::array<int, kUnitClasses> counts{};
  for (int piece = side * kSidePieces; piece < (side + 1) * kSidePieces; ++piece) {
    const auto& info = game.pieces[static_cast<std::size_t>(piece)];
    if (!info.exists || info.arrival >= 0) continue;
    const int division = info.division ? 1 : 0;
    const auto unit =
        info.arm == Arm::Infantry  ? static_cast<int>(UnitClass::InfantryCorps) + division
        : info.arm == Arm::Cavalry ? static_cast<int>(UnitClass::CavalryCorps) + division
        : info.arm == Arm::Leader  ? static_cast<int>(UnitClass::Leader)
        : info.arm == Arm::Supply  ? static_cast<int>(UnitClass::SupplyUnit)
                                   : static_cast<int>(UnitClass::Depot);
    ++counts[static_cast<std::size_t>(unit)];
  }
  return counts;
}

/// The end of a campaign with this many victory points.
Outcome outcome_at(const OperationsContext& context, int points) {
  auto changed = context;
  changed.level_offset = points;
  auto state = HexOperations(context).initial();
  state.control = 0;
  return HexOperations(changed).outcome(state);
}

}  // namespace

TEST_CASE("HEX-2a, 2b all cells of the Attrition Tables, H-27 the counters of Divisions",
          "[hex_operations]") {
  const auto loaded = test::load("1-june");
  const auto& rules = loaded.context->rules;
  using Faces = std::array<int, kDieFaces>;
  CHECK(rules.attrition_infantry[0] == Faces{0, 0, 0, 1, 1, 1});
  CHECK(rules.attrition_cavalry[0] == Faces{0, 1, 1, 0, 0, 1});
  CHECK(rules.attrition_infantry[1] == Faces{0, 0, 0, 0, 0, 1});
  CHECK(rules.attrition_cavalry[1] == Faces{0, 0, 0, 0, 1, 0});
  CHECK(rules.division_counters[1] == std::array{15, 4});
}

TEST_CASE("HEX-4b, 4c, 4e, 4f all cells of the Forced March Tables", "[hex_operations]") {
  const auto loaded = test::load("1-june");
  const auto& rules = loaded.context->rules;
  CHECK(march_text(rules.march_first[0]) == "**oooe");
  CHECK(march_text(rules.march_second[0][2]) == "****de");
  CHECK(march_text(rules.march_second[0][3]) == "***dde");
  CHECK(march_text(rules.march_second[0][4]) == "**ddee");
  CHECK(march_text(rules.march_first[1]) == "**ooee");
  CHECK(march_text(rules.march_second[1][2]) == "***dee");
  CHECK(march_text(rules.march_second[1][3]) == "**ddee");
}

TEST_CASE("HEX-8f all cells of the Combat Results Table, and where its columns begin",
          "[hex_operations]") {
  const std::array<std::array<std::string_view, kOddsColumns>, kDieFaces> printed{{
      {"Ars", "Ars", "Ars", "Ar1Drs", "Dr1", "Drs", "Drs", "Drs", "Drs", "ex", "De"},
      {"Ars", "Ars", "Ar1Drs", "Ar1Drs", "Dr2", "Drs", "Drs", "Drs", "ex", "De", "De"},
      {"Ars", "Ars", "Ar1Drs", "Dr1", "Dr2", "Drs", "Drs", "Drs", "De", "De", "De"},
      {"Ars", "Ar1Drs", "Dr1", "Dr2", "Drs", "Drs", "Drs", "ex", "De", "De", "De"},
      {"Ars", "Ar1Drs", "Dr1", "Drs", "Drs", "Drs", "Drs", "De", "De", "De", "De"},
      {"Ae", "Ar1Drs", "Dr2", "Drs", "Drs", "Drs", "ex", "De", "De", "De", "De"},
  }};
  const auto loaded = test::load("1-june");
  const auto& rules = loaded.context->rules;
  for (std::size_t die = 0; die < printed.size(); ++die)
    for (std::size_t column = 0; column < kOddsColumns; ++column) {
      CAPTURE(die + 1, column);
      CHECK(cell_text(rules.combat_table[die][column]) == printed[die][column]);
    }
  int column = 0;
  for (const int from : {80, 100, 110, 120, 140, 160, 180, 200, 300, 400}) {
    CHECK(column_of_odds(rules, from - 1) == column);
    CHECK(column_of_odds(rules, from) == ++column);
  }
  CHECK(column_of_odds(rules, 0) == 0);
  CHECK(column_of_odds(rules, kSure) == kOddsColumns - 1);
}

TEST_CASE("HEX-12k, 12l the Area Depletion Chart", "[hex_operations]") {
  const auto loaded = test::load("1-june");
  const auto& rules = loaded.context->rules;
  using Columns = std::array<int, 3>;
  CHECK(rules.depletion_columns[0][1] == Columns{5, 7, 15});
  CHECK(rules.depletion_columns[0][0] == Columns{3, 4, 8});
  CHECK(rules.depletion_columns[1][1] == Columns{3, 4, 8});
  CHECK(rules.depletion_columns[1][0] == Columns{2, 3, 5});
  CHECK(rules.depletion_becomes[0] == std::array{0, 0, 50, 100});
  CHECK(rules.depletion_becomes[1] == std::array{50, 100, 100, 100});
}

TEST_CASE("HEX-15b the Index of all Game-Turns", "[hex_operations]") {
  const auto loaded = test::load("1-june");
  const std::array<int, 19> printed{7,  8,  9,  10, 12, 13, 15, 16, 17, 18,
                                    19, 19, 20, 20, 20, 20, 21, 21, 22};
  for (std::size_t turn = 0; turn < printed.size(); ++turn)
    CHECK(loaded.context->rules.victory_index[turn] == printed[turn]);
}

TEST_CASE("HEX-15c the levels of victory, and where they begin", "[hex_operations]") {
  const auto loaded = test::load("1-june");
  struct Level {
    int least, most;
    Outcome::Winner winner;
    std::string_view name;
  };
  const std::array<Level, 5> printed{{
      {22, 33, Outcome::Winner::A, "French decisive victory"},
      {18, 21, Outcome::Winner::A, "French marginal victory"},
      {15, 17, Outcome::Winner::Draw, "Draw (Russian moral victory)"},
      {12, 14, Outcome::Winner::B, "Russian substantive victory"},
      {0, 11, Outcome::Winner::B, "Russian decisive victory"},
  }};
  for (const auto& level : printed)
    for (const int points : {level.least, level.most}) {
      CAPTURE(points);
      const auto outcome = outcome_at(*loaded.context, points);
      CHECK(outcome.winner == level.winner);
      CHECK(loaded.context->rules.levels[static_cast<std::size_t>(outcome.level)].name ==
            level.name);
    }
}

TEST_CASE("HEX-16a, 16b, 16c totals of the set-ups", "[hex_operations]") {
  struct Expected {
    const char* scenario;
    /// Infantry Corps and Divisions, Cavalry Corps and Divisions, Leaders, Supply units, Depots.
    std::array<int, kUnitClasses> french, russian;
  };
  const std::array<Expected, 3> expected{{
      {"1-june", {18, 0, 9, 0, 14, 4, 0}, {7, 0, 5, 0, 6, 2, 0}},
      {"2-august", {8, 13, 2, 7, 13, 5, 0}, {7, 0, 2, 4, 6, 2, 0}},
      {"3-october", {8, 10, 1, 8, 14, 3, 2}, {7, 5, 5, 1, 7, 2, 0}},
  }};
  for (const auto& row : expected) {
    CAPTURE(row.scenario);
    const auto loaded = test::load(row.scenario);
    CHECK(starters(*loaded.context, 0) == row.french);
    CHECK(starters(*loaded.context, 1) == row.russian);
  }
}
