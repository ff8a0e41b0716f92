// A short playthrough of every scenario, compared line by line. To write them anew after a rule has
// changed: NIEMEN_WRITE_GOLDEN=1 build/release/niemen_tests "[golden]", then read the difference.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/systems/block_battle/fixture.h"

using namespace niemen;

namespace {

struct Start {
  std::string name, scenario, preset, opening_a, opening_b;
  int from_turn = 0;  ///< what comes before is played and not told
};

/// Battles begin with their set-ups given where there are any: deploying is one action over again.
const Start kStarts[] = {
    {"borodino", "borodino", "standard", "french-historical", "russian-historical"},
    {"flanking", "borodino", "flanking", "french-south", "russian-left"},
    {"shevardino", "shevardino", "standard", "", "russian-kolocha"},
    {"campaign", "campaign", "standard", "", "russian-kolocha", 7},  // and the night after it
};

/// Uniformly random decisions, `steps` of them, each with what it brings about; then the position.
std::string playthrough(const Start& start, int steps) {
  constexpr std::uint64_t kKey = 1812;
  const auto loaded =
      block_battle::test::load(start.scenario, start.preset, {}, start.opening_a, start.opening_b);
  const auto game = loaded.game();
  auto state = game.initial();
  core::RandomStream random(kKey);
  play::ActionList list;
  std::ostringstream text;
  text << "# " << start.scenario << ", " << start.preset << " rules, random play, key " << kKey
       << "\n";
  for (int step = 0; step < steps && game.actor(state) != play::Actor::Over;) {
    const bool told = game.turn(state) >= start.from_turn;
    step += told;
    play::Action action;
    std::string who = "nature";
    if (game.actor(state) == play::Actor::Nature) {
      action = play::draw_chance(game, state, kKey);
    } else {
      game.legal(state, list);
      action = list[random.below(static_cast<std::uint32_t>(list.size()))];
      who = loaded.info.side_names[play::index(play::side_of(game.actor(state)))] + " of " +
            std::to_string(list.size());
    }
    if (told) text << who << ": " << game.action_text(state, action) << "\n";
    play::EventRecorder recorder;
    game.apply(state, action, recorder);
    if (!told) continue;
    for (const auto& event : recorder.events) {
      text << "    " << game.event_text(event, play::Viewer::Public) << "\n";
      for (const auto& modifier : event.modifiers)
        text << "      " << modifier.value << " " << game.modifier_text(modifier) << "\n";
    }
  }
  text << "position\n" << game.state_text(state) << "\n";
  return text.str();
}

}  // namespace

TEST_CASE("block battles of all scenarios go as recorded", "[block_battle][golden]") {
  for (const auto& start : kStarts) {
    const auto file =
        std::string(NIEMEN_SOURCE_DIR) + "/tests/golden/borodino-1812-" + start.name + ".txt";
    const auto played = playthrough(start, 300);
    if (std::getenv("NIEMEN_WRITE_GOLDEN")) std::ofstream(file) << played;
    std::ifstream in(file);
    std::stringstream recorded;
    recorded << in.rdbuf();
    std::istringstream a(played), b(recorded.str());
    std::string expected, found;
    for (int line = 1; std::getline(b, expected); ++line) {
      CAPTURE(file, line);
      REQUIRE(std::getline(a, found));
      REQUIRE(found == expected);
    }
    CHECK(played == recorded.str());
  }
}
