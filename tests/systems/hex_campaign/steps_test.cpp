// Every choice and every die says what it is about.
#include <catch2/catch.hpp>
#include <set>

#include "engine/play/game_folder.h"
#include "engine/play/random_play.h"
#include "engine/systems/hex_campaign/hex_campaign.h"
#include "engine/systems/hex_campaign/load.h"
#include "engine/systems/hex_campaign/steps.h"

using namespace niemen;
using namespace niemen::hex_campaign;

TEST_CASE("every choice and die of a campaign says what it is about", "[hex_campaign]") {
  play::GameRequest request;
  request.folder = play::find_game_folder("russia-1812");
  request.preset = GENERATE("advanced", "two-year");
  const auto context = load_context(request, play::open_game_folder(request));
  const HexCampaign game(*context);
  play::NullRecorder silent;
  play::ActionList legal;
  constexpr std::uint64_t kCampaigns = 8;
  for (std::uint64_t key = 1; key <= kCampaigns; ++key) {
    auto decisions = play::decision_stream(key);
    for (auto state = game.initial(); state.phase != Phase::Over;) {
      const auto row = game.step(state);
      const auto prompt = game.prompt(state);
      const bool asks = play::is_side(game.actor(state));
      INFO(row.name << ": " << prompt);
      REQUIRE(Steps::row_of(state).step == state.step);
      REQUIRE(Steps::row_of(state).is_nature == !asks);
      REQUIRE((row.barrier == play::Barrier::Die) == !asks);
      REQUIRE(!prompt.empty());
      REQUIRE(prompt.find('{') == std::string::npos);
      REQUIRE((prompt.find("nobody") == std::string::npos || prompt.ends_with("or nobody")));
      REQUIRE(prompt.find("nowhere") == std::string::npos);
      game.apply(state, play::random_action(game, state, key, decisions, legal), silent);
    }
  }
}

TEST_CASE("steps have names of their own", "[hex_campaign]") {
  std::set<std::string_view> names;
  for (const auto* row : Mechanism::rows()) CHECK(names.insert(row->name).second);
}
