#include "engine/systems/registry.h"

#include <catch2/catch.hpp>

#include "ai/agents/match.h"
#include "tests/play/toy_games.h"

using namespace niemen;

TEST_CASE("a game of a mechanism that no program knows has no agents") {
  const auto pig = toys::wrap(toys::Pig{}, "pig");
  CHECK_THROWS_WITH(ai::make_match(*pig, {}), "no program knows the games of mechanism \"toy\"");
}

TEST_CASE("every mechanism describes its rules by its own name") {
  const auto names = systems::mechanism_names();
  CHECK(systems::parameter_tables().size() == names.size());
  for (const auto& table : systems::parameter_tables()) {
    CHECK(std::find(names.begin(), names.end(), table.name) != names.end());
    CHECK_FALSE(table.rows.empty());
    for (const auto& row : table.rows) {
      INFO(row.key);
      CHECK_FALSE(row.help.empty());
      CHECK_FALSE(row.type.empty());
      CHECK_FALSE(row.allowed.empty());
    }
  }
}
