#include "engine/systems/visit.h"

#include <catch2/catch.hpp>

#include "engine/systems/registry.h"
#include "tests/play/toy_games.h"

using namespace niemen;

TEST_CASE("visiting finds the game behind a handle, or says that nobody knows it") {
  const systems::TypeList<toys::Kuhn, toys::Pig> list;
  const auto size_of = [](const auto& game) { return sizeof(game.initial()); };
  const auto kuhn = toys::wrap(toys::Kuhn{}, "kuhn"), pig = toys::wrap(toys::Pig{}, "pig");
  const auto pennies = toys::wrap(toys::Pennies{}, "pennies");
  CHECK(systems::with_game_of<std::size_t>(list, *kuhn, size_of) == sizeof(toys::Kuhn::State));
  CHECK(systems::with_game_of<std::size_t>(list, *pig, size_of) == sizeof(toys::Pig::State));
  int visits = 0;
  systems::with_game_of<void>(list, *pig, [&](const auto&) { ++visits; });
  CHECK(visits == 1);
  CHECK_THROWS_AS(systems::with_game_of<std::size_t>(list, *pennies, size_of), core::InputError);
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
      CHECK_FALSE(row.default_value.empty());
    }
  }
}
