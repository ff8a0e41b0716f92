// What anybody who reads a campaign would call foolish, and was found once.
#include <catch2/catch.hpp>
#include <filesystem>

#include "ai/agents/agent_config.h"
#include "ai/agents/make_agent.h"
#include "ai/agents/mechanisms.h"
#include "engine/play/game_folder.h"
#include "engine/systems/area_campaign/places.h"
#include "engine/systems/registry.h"

using namespace niemen;

namespace {

/// The first Game-Turn of a campaign, both sides played by a level as in the lab: by its
/// iterations, without a clock, in one thread.
template <play::Game G>
typename G::State after_first_turn(const G& game, const char* level, std::uint64_t key) {
  auto config = ai::find_agent(level);
  config.clock = {};
  config.search.threads = 1;
  const std::array<std::unique_ptr<ai::Agent<G>>, play::kSides> agents{
      ai::make_agent(game, config), ai::make_agent(game, config)};
  std::array<core::RandomStream, play::kSides> random{core::RandomStream(core::mix(key, 1)),
                                                      core::RandomStream(core::mix(key, 2))};
  for (const auto& agent : agents) agent->begin_campaign();
  auto state = game.initial();
  play::NullRecorder silent;
  play::ActionList legal;
  while (game.turn(state) == 1) {
    const auto actor = game.actor(state);
    if (actor == play::Actor::Nature) {
      game.apply(state, play::draw_chance(game, state, key), silent);
      continue;
    }
    game.legal(state, legal);
    auto action = legal[0];
    if (legal.size() > 1) {
      const auto side = play::side_of(actor);
      const auto seat = static_cast<std::size_t>(play::index(side));
      const auto seen = game.observe(state, play::viewer_of(side));
      action = agents[seat]->decide(seen, random[seat], {}).action;
    }
    game.apply(state, action, silent);
  }
  return state;
}

}  // namespace

// A minute and a half. An evaluation that saw no farther than six Areas kept the army at home.
TEST_CASE("the French of the strongest level cross the frontier at once", "[.long][common_sense]") {
  using Area = area_campaign::AreaCampaign;
  play::GameRequest request;
  request.folder = std::filesystem::path(NIEMEN_SOURCE_DIR) / "configs/games/strategic-1812";
  request.scenario = "1-historical";
  const auto any = systems::load_game(request);
  const auto& game = dynamic_cast<const play::TypedGame<Area>&>(*any).game();
  const auto& country = game.context().defenders_country;
  constexpr std::uint64_t kCampaigns = 8;
  for (std::uint64_t key = 1; key <= kCampaigns; ++key) {
    const auto state = after_first_turn(game, "marshal", key);
    int across = 0, corps = 0;
    for (const int at : area_campaign::corps_places(state, 0)) {
      corps += state.corps(0, at);
      if (country.contains(at)) across += state.corps(0, at);
    }
    INFO("campaign " << key << ": " << across << " of " << corps << " Corps are across");
    CHECK(4 * across >= corps);
  }
}
