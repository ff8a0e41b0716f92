// Every choice says what it is about, with its rule; dice and cards that are drawn ask nothing.
#include <catch2/catch.hpp>

#include "engine/play/game_folder.h"
#include "engine/play/random_play.h"
#include "engine/systems/hex_campaign/hex_campaign.h"
#include "engine/systems/hex_campaign/load.h"

using namespace niemen;
using namespace niemen::hex_campaign;

TEST_CASE("every choice of a campaign says what it asks", "[hex_campaign]") {
  play::GameRequest request;
  request.folder = play::find_game_folder("russia-1812");
  request.preset = GENERATE("optional", "two-year");
  const auto context = load_context(request, play::open_game_folder(request));
  const HexCampaign game(*context);
  play::NullRecorder silent;
  play::ActionList legal;
  constexpr std::uint64_t kCampaigns = 20;
  for (std::uint64_t key = 1; key <= kCampaigns; ++key) {
    auto decisions = play::decision_stream(key);
    for (auto state = game.initial(); state.phase != Phase::Over;) {
      const bool asks = play::is_side(game.actor(state));
      const auto question = game.prompt(state);
      INFO("step " << static_cast<int>(state.step) << ": " << question);
      REQUIRE(question.empty() != asks);
      REQUIRE((!asks || question.find(", ") != std::string::npos));
      game.apply(state, play::random_action(game, state, key, decisions, legal), silent);
    }
  }
}
