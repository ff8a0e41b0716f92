// What the rule-of-thumb generals of 1813 answer where Austria's neutrality can be bought. Compiled
// for the middle size (CMakeLists.txt).
#include <catch2/catch.hpp>
#include <optional>

#include "ai/doctrine/hex_campaign/doctrines.h"
#include "engine/play/game_folder.h"
#include "engine/play/typed_game.h"
#include "engine/systems/hex_campaign/hex_campaign.h"
#include "engine/systems/registry.h"

using namespace niemen;
using hex_campaign::HexCampaign;

namespace {

/// A truce is in force by the dice, with as many battle points of the Coalition's before it.
struct Truce {
  std::unique_ptr<play::AnyGame> loaded;
  const HexCampaign& game;
  hex_campaign::State state;

  explicit Truce(int battle_points)
      : loaded(load()),
        game(dynamic_cast<const play::TypedGame<HexCampaign>&>(*loaded).game()),
        state(game.parse_state("turn 6\nphase end-of-turn\nbattle-points " +
                               std::to_string(battle_points) +
                               "\nunit XI-Line-Inf-1 3813\nunit Milo-Line-Inf-1 2913\n")) {
    for (const char* line : {"die 5", "die 1", "yes"}) act(line);
  }

  static std::unique_ptr<play::AnyGame> load() {
    play::GameRequest request;
    request.folder = play::find_game_folder("nemesis-1813");
    request.preset = "advanced";
    return systems::load_game(request);
  }
  void act(const std::string& text) {
    const auto action = game.parse_action(state, text);
    REQUIRE(action);
    play::NullRecorder silent;
    game.apply(state, *action, silent);
  }
  std::string answer(const std::string& doctrine = "") const {
    play::ActionList legal;
    game.legal(state, legal);
    core::RandomStream random(7);
    const auto general = ai::Doctrines<HexCampaign>::make(game, doctrine);
    return game.action_text(state, general->choose(state, legal, random));
  }
};

}  // namespace

TEST_CASE("the French offer what Austria's neutrality is worth, or what they have",
          "[doctrine][hex]") {
  CHECK(Truce(6).answer() == "take 4");
  CHECK(Truce(12).answer() == "take 3");  // 3 points come back by the truce (14.15e)
  CHECK(Truce(6).answer("derived") == "done");
}

TEST_CASE("the Coalition sells Austria's neutrality from five points", "[doctrine][hex]") {
  const auto reply = [](const char* offer, const std::string& doctrine = "") {
    Truce truce(6);
    truce.act(offer);
    return truce.answer(doctrine);
  };
  CHECK(reply("take 4") == "done");
  CHECK(reply("take 5") == "yes");
  CHECK(reply("take 9") == "yes");
  CHECK(reply("take 9", "derived") == "done");
}
