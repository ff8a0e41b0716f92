// Positions written as files, and read again.
#include <catch2/catch.hpp>

#include "engine/core/error.h"
#include "tests/support/extended_folder.h"
#include "tests/systems/area_campaign/fixture.h"

using namespace niemen;
using namespace niemen::area_campaign;

namespace {

/// A folder of its own that extends the published game.
class Folder : public support::ExtendedFolder {
 public:
  Folder() : ExtendedFolder(test::game_folder()) {}

  test::Loaded load(const std::string& scenario, const std::string& preset,
                    const std::string& opening_a = "") const {
    play::GameRequest request;
    request.folder = path();
    request.scenario = scenario;
    request.preset = preset;
    request.openings[0] = opening_a;
    test::Loaded loaded;
    loaded.context = load_area_context(request, play::open_game_folder(request), loaded.info);
    return loaded;
  }
};

}  // namespace

TEST_CASE("a position of the area game is a scenario that begins with it", "[area_campaign]") {
  Folder folder;
  for (const std::string preset : {"standard", "optional"}) {
    const auto loaded = test::load("1-historical", preset);
    const auto game = loaded.game();
    core::RandomStream random(5);
    play::ActionList legal;
    auto state = game.initial();
    for (int step = 0; game.actor(state) != play::Actor::Over; ++step) {
      if (step % 97 == 0) {
        folder.add("scenarios/saved.toml", game.scenario_toml(state, "Saved \"here\""));
        const auto again = folder.load("saved", preset);
        CAPTURE(game.state_text(state));
        REQUIRE(again.game().initial() == state);
        REQUIRE(again.context->level_offset == loaded.context->level_offset);
        REQUIRE(again.context->scenario.name == "Saved \"here\"");
      }
      play::Action action;
      if (game.actor(state) == play::Actor::Nature) {
        action = play::draw_chance(game, state, 5);
      } else {
        game.legal(state, legal);
        action = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
      }
      play::NullRecorder silent;
      game.apply(state, action, silent);
    }
  }
}

TEST_CASE("a set-up of the area game is an opening that deploys it", "[area_campaign]") {
  Folder folder;
  for (const std::string opening : {"french-historical", "french-north", "french-south"}) {
    CAPTURE(opening);
    const auto loaded = test::load("1-free", "optional", {}, opening, "russian-historical");
    const auto state = loaded.game().initial();
    folder.add("openings/again.toml", loaded.game().opening_toml(state, play::Side::A, opening));
    const auto again = folder.load("1-free", "optional", "again");
    // The defender of `again` has yet to deploy.
    const auto start = again.game().initial();
    for (int at = 0; at < loaded.context->place_count(); ++at)
      REQUIRE(start.word(0, at) == state.word(0, at));
    for (int leader = 0; leader < loaded.context->first_defender_leader; ++leader)
      REQUIRE(start.leader_place(leader) == state.leader_place(leader));
  }
}

TEST_CASE("what is no set-up of the area game is not saved as one", "[area_campaign]") {
  const auto loaded = test::load("1-free", "standard", {}, "french-north", "russian-historical");
  auto state = loaded.game().initial();
  state.add(0, loaded.context->find_place("R57"), Kind::Infantry, 1);
  CHECK_THROWS_WITH(loaded.game().opening_toml(state, play::Side::A, "x"),
                    "this position is no set-up of french in scenario 1-free");
  const auto open = test::load("1-free", "standard");
  CHECK_THROWS_AS(open.game().scenario_toml(open.game().initial(), "x"), core::InputError);
}

TEST_CASE("the published area game makes sense; a map that is cut does not", "[area_campaign]") {
  for (const auto& scenario : test::scenarios())
    CHECK(test::load(scenario, "optional").game().fault_lines().empty());
  const auto loaded = test::load("1-historical", "standard");
  auto cut = *loaded.context;
  const auto moscow = static_cast<std::size_t>(cut.find_place("R57"));
  for (auto& adjacent : cut.adjacent) adjacent.erase(static_cast<int>(moscow));
  cut.adjacent[moscow] = {};
  cut.places[moscow].outlines.clear();
  const auto lines = AreaCampaign(cut).fault_lines();
  REQUIRE(lines.size() == 2);
  const auto& row = cut.places[moscow].origin;
  CHECK_THAT(row.file, Catch::EndsWith("areas.csv"));
  CHECK(row.line > 1);
  CHECK(lines[0] == row.words() + "Moscow (R57) is worth points, and the invader cannot reach it");
  CHECK(lines[1] == row.words() + "Moscow (R57) has no outline in shapes.csv");
}
