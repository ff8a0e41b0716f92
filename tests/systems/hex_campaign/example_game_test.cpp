// The invented example game: nothing in the mechanism knows the maps, sides and units of others.
#include <catch2/catch.hpp>

#include "engine/core/random.h"
#include "engine/systems/hex_campaign/hex_campaign.h"
#include "engine/systems/hex_campaign/load.h"
#include "engine/systems/hex_campaign/sense.h"

using namespace niemen;
using namespace niemen::hex_campaign;

namespace {

std::shared_ptr<const Context> load(const std::string& scenario, const std::string& preset) {
  play::GameRequest request;
  request.folder = play::find_game_folder("lorn-valley");
  request.scenario = scenario;
  request.preset = preset;
  return load_context(request, play::open_game_folder(request));
}

}  // namespace

TEST_CASE("the example game makes sense", "[hex][example]") {
  for (const std::string scenario : {"spring", "free"})
    for (const std::string preset : {"plain", "commanders"}) {
      CAPTURE(scenario, preset);
      const auto context = load(scenario, preset);
      CHECK(find_faults(*context).empty());
    }
}

TEST_CASE("the example game is won by both sides and drawn in 1,000 campaigns", "[hex][example]") {
  const auto context = load("spring", "plain");
  const HexCampaign game(*context);
  play::NullRecorder silent;
  play::ActionList actions;
  play::ChanceList chances;
  int winners[3] = {0, 0, 0};
  for (std::uint64_t campaign = 0; campaign < 1000; ++campaign) {
    core::RandomStream random(campaign);
    auto state = game.initial();
    for (int i = 0; game.actor(state) != play::Actor::Over; ++i) {
      REQUIRE(i < game.max_decisions());
      if (game.actor(state) == play::Actor::Nature) {
        game.chance(state, chances);
        const auto pick = random.below(static_cast<std::uint32_t>(chances.size()));
        game.apply(state, chances[pick].action, silent);
      } else {
        game.legal(state, actions);
        const auto pick = random.below(static_cast<std::uint32_t>(actions.size()));
        game.apply(state, actions[pick], silent);
      }
    }
    ++winners[static_cast<int>(game.outcome(state).winner)];
  }
  for (int count : winners) CHECK(count > 20);
}
