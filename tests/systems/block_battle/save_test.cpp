// Positions written as files, and read again.
#include <catch2/catch.hpp>

#include "engine/core/error.h"
#include "tests/support/extended_folder.h"
#include "tests/systems/block_battle/fixture.h"

using namespace niemen;
using namespace niemen::block_battle;

namespace {

/// A folder of its own that extends the published game.
class Folder : public support::ExtendedFolder {
 public:
  Folder() : ExtendedFolder(test::game_folder()) {}

  test::Loaded load(const std::string& scenario, const std::string& opening_a = "",
                    const std::string& opening_b = "") const {
    play::GameRequest request;
    request.folder = path();
    request.scenario = scenario;
    request.openings[0] = opening_a;
    request.openings[1] = opening_b;
    test::Loaded loaded;
    loaded.context = load_block_context(request, play::open_game_folder(request), loaded.info);
    return loaded;
  }
};

}  // namespace

TEST_CASE("a set-up of a block battle is an opening that deploys it", "[block_battle][save]") {
  Folder folder;
  for (const std::string opening : {"french-historical", "french-north", "french-grand-battery"}) {
    CAPTURE(opening);
    const auto loaded = test::load("borodino", "standard", {}, opening, "russian-depth");
    const auto state = loaded.game().initial();
    for (const auto side : {play::Side::A, play::Side::B})
      folder.add(side == play::Side::A ? "openings/again-a.toml" : "openings/again-b.toml",
                 loaded.game().opening_toml(state, side, "Saved \"here\""));
    const auto again = folder.load("borodino", "again-a", "again-b");
    REQUIRE(again.game().initial() == state);
  }
}

TEST_CASE("a block battle before its first move is a scenario that begins so",
          "[block_battle][save]") {
  Folder folder;
  const auto loaded = test::load("borodino", "standard", {}, "french-south", "russian-historical");
  const auto state = loaded.game().initial();
  folder.add("scenarios/saved.toml", loaded.game().scenario_toml(state, "Saved"));
  const auto again = folder.load("saved");
  const auto start = again.game().initial();
  CHECK(start.place == state.place);
  CHECK(start.crowd == state.crowd);
  CHECK(start.step == state.step);
  CHECK(start.given == state.given);
  CHECK(start.bridges_out == state.bridges_out);
  for (int block = 0; block < loaded.context->block_count(); ++block)
    CHECK(start.lost(block) == state.lost(block));
  CHECK(again.context->scenario.name == "Saved");
}

TEST_CASE("what is no set-up of a block battle is not saved as one", "[block_battle][save]") {
  const auto loaded = test::load("borodino");
  const auto game = loaded.game();
  const auto later = game.parse_state(
      "turn 2\nstep command\nphasing french\nblock napoleon fomkino\nblock kutuzov gorki\n");
  CHECK_THROWS_AS(game.opening_toml(later, play::Side::A, "x"), core::InputError);
  CHECK_THROWS_AS(game.scenario_toml(later, "x"), core::InputError);
  CHECK_THROWS_WITH(game.opening_toml(game.initial(), play::Side::B, "x"),
                    Catch::Contains("has no place yet"));
}

TEST_CASE("the published block battle makes sense; a map that is cut does not",
          "[block_battle][save]") {
  for (const auto& scenario : test::scenarios())
    CHECK(test::load(scenario).game().fault_lines().empty());
  auto cut = *test::load("borodino").context;
  const int gorki = cut.find_area("gorki");
  for (auto& ways : cut.foot[0]) ways &= ~area_bit(gorki);
  cut.foot[0][static_cast<std::size_t>(gorki)] = 0;
  const auto lines = BlockBattle(cut).fault_lines();
  REQUIRE(lines.size() == 1);
  const auto& row = cut.areas[static_cast<std::size_t>(gorki)].origin;
  CHECK_THAT(row.file, Catch::EndsWith("areas.csv"));
  CHECK(lines[0] == row.words() + "gorki: nobody can walk there");
}
