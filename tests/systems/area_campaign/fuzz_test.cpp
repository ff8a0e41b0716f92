// Random campaigns in numbers, by hand: faults, and how fast they go.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <ctime>

#include "tests/systems/area_campaign/fixture.h"

using namespace niemen;
using area_campaign::AreaCampaign;

namespace {

/// Plays one campaign at random; `look` sees every position. Returns the decisions, dice included.
template <class Look>
int play_random(const AreaCampaign& game, std::uint64_t seed, Look look) {
  core::RandomStream random(seed, 77);
  auto state = game.initial();
  play::ActionList list;
  play::NullRecorder silent;
  int decisions = 0;
  for (; game.actor(state) != play::Actor::Over; ++decisions) {
    look(state);
    play::Action action;
    if (game.actor(state) == play::Actor::Nature) {
      action = play::draw_chance(game, state, seed);
    } else {
      game.legal(state, list);
      REQUIRE(!list.empty());
      action = list[random.below(static_cast<std::uint32_t>(list.size()))];
    }
    game.apply(state, action, silent);
  }
  look(state);
  return decisions;
}

/// NIEMEN_FUZZ_CAMPAIGNS in the environment, or `otherwise`.
int wanted_campaigns(int otherwise) {
  const char* text = std::getenv("NIEMEN_FUZZ_CAMPAIGNS");
  return text ? std::atoi(text) : otherwise;
}

}  // namespace

TEST_CASE("random campaigns end within bounds with every position sound",
          "[.long][area_campaign][fuzz]") {
  const int campaigns = wanted_campaigns(10'000);
  long positions = 0;
  int longest = 0, done = 0;
  for (const char* preset : {"standard", "optional"})
    for (const auto& scenario : area_campaign::test::scenarios()) {
      const auto loaded = area_campaign::test::load(scenario, preset);
      const auto game = loaded.game();
      for (int i = 0; i < campaigns / 12 + 1; ++i, ++done) {
        CAPTURE(scenario, preset, i);
        const int length = play_random(game, static_cast<std::uint64_t>(i), [&](const auto& state) {
          ++positions;
          if (const auto broken = game.check(state)) FAIL(*broken + "\n" + game.state_text(state));
        });
        longest = std::max(longest, length);
        if (length >= game.max_decisions()) FAIL("too long");
      }
    }
  WARN(done << " campaigns, " << positions << " positions, longest " << longest);
  CHECK(longest < 60'000);
}

TEST_CASE("speed of random campaigns", "[.benchmark][area_campaign]") {
  for (const char* preset : {"standard", "optional"})
    for (const auto& scenario : area_campaign::test::scenarios()) {
      const auto loaded = area_campaign::test::load(scenario, preset);
      const auto game = loaded.game();
      constexpr int kCampaigns = 5000;
      long decisions = 0;
      const auto start = std::clock();  // processor time: others may use the machine
      for (int i = 0; i < kCampaigns; ++i)
        decisions += play_random(game, static_cast<std::uint64_t>(i), [](const auto&) {});
      const double time = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
      WARN(scenario << " " << preset << ": " << static_cast<long>(decisions / time)
                    << " decisions/s, " << static_cast<long>(kCampaigns / time) << " campaigns/s, "
                    << decisions / kCampaigns << " decisions each");
      CHECK(decisions > kCampaigns);
    }
}
