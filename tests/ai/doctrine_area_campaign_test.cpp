#include <catch2/catch.hpp>

#include "ai/agents/policy.h"
#include "ai/doctrine/area_campaign/doctrine.h"
#include "ai/doctrine/area_campaign/doctrines.h"
#include "tests/systems/area_campaign/fixture.h"

using namespace niemen;
using area_campaign::AreaCampaign;

namespace {

struct Played {
  play::Outcome outcome;
  std::uint64_t hash;
};

Played play_out(const AreaCampaign& game, std::array<ai::Policy<AreaCampaign>*, 2> policies,
                std::uint64_t key) {
  std::array<ai::PolicyAgent<AreaCampaign>, 2> agents{
      ai::PolicyAgent<AreaCampaign>(game, policies[0]->clone()),
      ai::PolicyAgent<AreaCampaign>(game, policies[1]->clone())};
  auto state = game.initial();
  core::RandomStream random(key);
  play::NullRecorder silent;
  while (game.actor(state) != play::Actor::Over) {
    const auto actor = game.actor(state);
    if (actor == play::Actor::Nature) {
      game.apply(state, play::draw_chance(game, state, key), silent);
      continue;
    }
    const auto side = play::side_of(actor);
    const auto decision = agents[static_cast<std::size_t>(play::index(side))].decide(
        game.observe(state, play::viewer_of(side)), random, {});
    REQUIRE(game.why(state, decision.action).ok);
    game.apply(state, decision.action, silent);
  }
  return {game.outcome(state), game.hash(state)};
}

}  // namespace

TEST_CASE("every doctrine of the area game loads and plays legally", "[area_campaign][doctrine]") {
  for (const char* preset : {"standard", "optional"})
    for (const char* scenario : {"1-free", "3-historical"}) {
      const auto loaded = area_campaign::test::load(scenario, preset);
      const auto game = loaded.game();
      const auto names = ai::Doctrines<AreaCampaign>::names(game);
      CHECK(names.size() >= 4);
      for (const auto& name : names) {
        CAPTURE(preset, scenario, name);
        const auto policy = ai::Doctrines<AreaCampaign>::make(game, name);
        REQUIRE(policy);
        const auto first = play_out(game, {policy.get(), policy.get()}, 5);
        const auto again = play_out(game, {policy.get(), policy.get()}, 5);
        CHECK(first.hash == again.hash);
      }
    }
}

TEST_CASE("the default doctrines beat random play on either side", "[area_campaign][doctrine]") {
  const auto loaded = area_campaign::test::load("1-historical");
  const auto game = loaded.game();
  const auto planner = ai::Doctrines<AreaCampaign>::make(game, "");
  ai::RandomPolicy<AreaCampaign> random;
  double as_french = 0, as_russian = 0;
  constexpr int kCampaigns = 20;
  for (std::uint64_t key = 0; key < kCampaigns; ++key) {
    as_french += play_out(game, {planner.get(), &random}, key).outcome.score_a();
    as_russian += 1 - play_out(game, {&random, planner.get()}, key).outcome.score_a();
  }
  CHECK(as_french > 0.9 * kCampaigns);
  CHECK(as_russian > 0.9 * kCampaigns);
}

TEST_CASE("a doctrine that does not exist is no policy; a bad one is one clear line",
          "[area_campaign][doctrine]") {
  const auto loaded = area_campaign::test::load("1-historical");
  CHECK_FALSE(ai::Doctrines<AreaCampaign>::make(loaded.game(), "no-such"));
  CHECK_THROWS_AS(
      ai::area_campaign::read_doctrine(
          area_campaign::test::game_folder() + "/scenarios/1-free.toml", *loaded.context),
      core::InputError);
}
