// Fog of war: what an enemy knows of standing blocks, and what he does not.
#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "engine/systems/block_battle/procedure.h"
#include "tests/systems/block_battle/fixture.h"

using namespace niemen;
using block_battle::BlockBattle;
using block_battle::State;

namespace {

/// A position by hand: its blocks, over a step that leaves everything open.
State position(const BlockBattle& game, const std::string& lines) {
  return game.parse_state("turn 2\nday 2\nstep move\nphasing russian\nfirst-player russian\n" +
                          lines);
}

/// Of an Action, which may be in any of them as far as the enemy sees (B-61).
constexpr int kPhases = 3;

/// Worlds that the French draw from what they see, counted by the places and strengths of blocks.
std::map<std::string, int> worlds(const BlockBattle& game, const State& state, int number) {
  core::RandomStream random(1812, 7);
  const auto observation = game.observe(state, play::Viewer::SideA);
  std::map<std::string, int> count;
  for (int i = 0; i < number; ++i) ++count[game.state_text(game.sample_world(observation, random))];
  return count;
}

/// Every count lies within five standard deviations of its equal share.
void check_uniform(const std::map<std::string, int>& count, int number) {
  const double share = 1.0 / static_cast<double>(count.size());
  const double deviation = std::sqrt(number * share * (1 - share));
  for (const auto& [text, times] : count) {
    CAPTURE(text);
    CHECK(std::abs(times - number * share) < 5 * deviation);
  }
}

}  // namespace

TEST_CASE("worlds are uniform over who may stand where", "[block_battle][hidden]") {
  const auto loaded = block_battle::test::load("borodino");
  const auto game = loaded.game();
  // Three blocks under one veil, two in Gorki and one in Tatarinovo: three ways to stand.
  const auto state = position(game,
                              "block kutuzov gorki\nblock barclay knyazkovo\n"
                              "block wuerttemberg gorki\n"
                              "block olsufiev gorki veil=wuerttemberg\n"
                              "block konovnitsyn tatarinovo veil=wuerttemberg\n"
                              "block napoleon borodino\n");
  REQUIRE_FALSE(game.check(state));
  constexpr int kWorlds = 6000;
  const auto count = worlds(game, state, kWorlds);
  CHECK(count.size() == 3 * kPhases);
  check_uniform(count, kWorlds);
}

TEST_CASE("worlds are uniform over strengths within what was seen", "[block_battle][hidden]") {
  const auto loaded = block_battle::test::load("borodino");
  const auto game = loaded.game();
  // Two blocks, either may have lost none or one of its steps, and either may stand in Gorki.
  const auto state = position(game,
                              "block wuerttemberg gorki lost=1 known=0-1\n"
                              "block olsufiev tatarinovo known=0-1 veil=wuerttemberg\n"
                              "block napoleon borodino\n");
  REQUIRE_FALSE(game.check(state));
  constexpr int kWorlds = 8000;
  const auto count = worlds(game, state, kWorlds);
  CHECK(count.size() == 8 * kPhases);
  check_uniform(count, kWorlds);
}

TEST_CASE("a block that nobody saw leave comes under one veil with who might have",
          "[block_battle][hidden]") {
  const auto loaded = block_battle::test::load("borodino");
  const auto& context = *loaded.context;
  const auto game = loaded.game();
  auto state = position(game,
                        "block barclay gorki active\nholder-1st barclay\ncommands-1st 2\n"
                        "block wuerttemberg gorki\nblock olsufiev gorki\nblock napoleon fomkino\n");
  const auto known = [&](const char* id) {
    return block_battle::is_known(context, state, context.find_block(id));
  };
  REQUIRE(known("wuerttemberg"));
  play::NullRecorder silent;
  for (const char* action : {"move wuerttemberg", "to tatarinovo"}) {
    const auto parsed = game.parse_action(state, action);
    REQUIRE(parsed);
    REQUIRE(game.why(state, *parsed).ok);
    game.apply(state, *parsed, silent);
  }
  CHECK_FALSE(known("wuerttemberg"));
  CHECK_FALSE(known("olsufiev"));
  CHECK(known("barclay"));  // face up all the time
  // Who moved, and how many commands are left.
  CHECK(worlds(game, state, 500).size() == 2 * 3 * kPhases);
}

TEST_CASE("an observation does not tell positions apart that differ in hidden facts only",
          "[block_battle][hidden]") {
  const auto loaded = block_battle::test::load("borodino");
  const auto game = loaded.game();
  const std::string rest = "block napoleon borodino\n";
  const auto one = position(game,
                            "block wuerttemberg gorki\n"
                            "block korff tatarinovo lost=1 known=0-1 veil=wuerttemberg\n" +
                                rest);
  const auto other = position(game,
                              "block wuerttemberg tatarinovo\n"
                              "block korff gorki known=0-1 veil=wuerttemberg\n" +
                                  rest);
  CHECK(game.observe(one, play::Viewer::SideA) == game.observe(other, play::Viewer::SideA));
  CHECK(game.observe(one, play::Viewer::Public) == game.observe(other, play::Viewer::Public));
  CHECK_FALSE(game.observe(one, play::Viewer::SideB) == game.observe(other, play::Viewer::SideB));
}

TEST_CASE("10,000 redealt positions give the same bytes to whoever may not know",
          "[block_battle][hidden]") {
  long pairs = 0, differ = 0;
  for (const auto& scenario : block_battle::test::scenarios()) {
    const auto loaded = block_battle::test::load(scenario);
    const auto game = loaded.game();
    core::RandomStream random(1812, 0);
    play::NullRecorder silent;
    play::ActionList legal;
    play::ChanceList chances;
    for (int campaign = 0; campaign < 3; ++campaign) {
      auto state = game.initial();
      for (int step = 0; game.actor(state) != play::Actor::Over; ++step) {
        if (step % 2 == 0)
          for (const auto viewer : {play::Viewer::SideA, play::Viewer::SideB}) {
            const auto observation = game.observe(state, viewer);
            const auto world = game.sample_world(observation, random);
            ++pairs;
            differ += !(world == state);
            REQUIRE(game.observe(world, viewer) == observation);
          }
        if (game.actor(state) == play::Actor::Nature) {
          game.chance(state, chances);
          game.apply(state, play::draw({chances.begin(), chances.size()}, random.next()), silent);
        } else {
          game.legal(state, legal);
          game.apply(state, legal[random.below(static_cast<std::uint32_t>(legal.size()))], silent);
        }
      }
    }
  }
  CHECK(pairs > 10'000);
  CHECK(differ > 9'000);
}
