// What anybody who reads a campaign would call foolish, and was found once.
#include <catch2/catch.hpp>
#include <filesystem>
#include <optional>
#include <stop_token>

#include "ai/agents/agent_config.h"
#include "ai/agents/make_agent.h"
#include "ai/agents/play_campaign.h"
#include "ai/doctrine/area_campaign/doctrines.h"
#include "ai/doctrine/hex_campaign/doctrines.h"
#include "ai/eval/area_campaign/features.h"
#include "ai/eval/hex_campaign/features.h"
#include "engine/play/game_folder.h"
#include "engine/play/typed_game.h"
#include "engine/systems/area_campaign/places.h"
#include "engine/systems/registry.h"

using namespace niemen;

namespace {

/// Keeps the position after the first Game-Turn, and stops there.
template <play::Game G>
struct FirstTurn {
  const G& game;
  std::stop_source stop{};
  std::optional<typename G::State> end{};

  void before(const typename G::State& state, play::Actor) {
    if (end || game.turn(state) == 1) return;
    end = state;
    stop.request_stop();
  }
  void after(const typename G::State&, play::Actor, play::Action, const ai::Decision*) {}
};

/// Where a campaign stands then, both sides played by a level as in the lab: by its iterations,
/// without a clock, in one thread.
template <play::Game G>
typename G::State after_first_turn(const G& game, const char* level, std::uint64_t key) {
  auto config = ai::find_agent(level);
  config.clock = {};
  config.search.threads = 1;
  const auto a = ai::make_agent(game, config), b = ai::make_agent(game, config);
  FirstTurn<G> first{game};
  ai::play_campaign(game,
                    ai::CampaignSetup<G>{.agents = {a.get(), b.get()},
                                         .campaign_key = key,
                                         .clock = false,
                                         .stop = first.stop.get_token()},
                    first);
  return first.end.value();
}

}  // namespace

// Nearly three minutes. An evaluation that saw no farther than six Areas kept the army at home.
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
