// Games that the small size does not hold are loaded in the next one, behind the same handle.
#include <catch2/catch.hpp>

#include "engine/play/game_folder.h"
#include "engine/play/typed_game.h"
#include "engine/systems/hex_campaign/hex_campaign.h"
#include "engine/systems/registry.h"

using namespace niemen;

namespace {

std::unique_ptr<play::AnyGame> load(const char* title) {
  play::GameRequest request;
  request.folder = play::find_game_folder(title);
  return systems::load_game(request);
}

/// Plays at random through the handle: every action listed is legal, and nothing else is asked.
int play_at_random(const play::AnyGame& game, std::uint64_t key, int most) {
  auto random = core::RandomStream(key, 1);
  auto state = game.initial();
  int steps = 0;
  for (; steps < most && game.actor(state) != play::Actor::Over; ++steps) {
    play::Action action = 0;
    if (game.actor(state) == play::Actor::Nature) {
      const auto outcomes = game.chance(state);
      action = outcomes[random.below(static_cast<std::uint32_t>(outcomes.size()))].action;
    } else {
      const auto legal = game.legal(state);
      REQUIRE_FALSE(legal.empty());
      action = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
    }
    REQUIRE(game.why(state, action).ok);
    game.apply(state, action);
    REQUIRE_FALSE(game.check(state).has_value());
  }
  return steps;
}

}  // namespace

TEST_CASE("a game is made in the smallest size that holds it", "[hex_campaign]") {
  using Small = play::TypedGame<hex_campaign::HexCampaign>;
  CHECK(dynamic_cast<const Small*>(load("russia-1812").get()) != nullptr);
  CHECK(dynamic_cast<const Small*>(load("italy-1799").get()) != nullptr);
  const auto nemesis = load("nemesis-1813");
  CHECK(dynamic_cast<const Small*>(nemesis.get()) == nullptr);
  CHECK(nemesis->info().mechanism == "hex_campaign");
}

TEST_CASE("a game of the middle size is played to its end", "[hex_campaign]") {
  const auto game = load("nemesis-1813");
  for (std::uint64_t key : {1, 2}) CHECK(play_at_random(*game, key, 20000) < 20000);
}

TEST_CASE("a position of the middle size is read as it is written", "[hex_campaign]") {
  const auto game = load("nemesis-1813");
  auto state = game->initial();
  for (int i = 0; i < 200; ++i) {
    const auto legal = game->legal(state);
    if (game->actor(state) == play::Actor::Nature)
      game->apply(state, game->chance(state).front().action);
    else
      game->apply(state, legal.back());
  }
  CHECK(game->parse_state(game->state_text(state)) == state);
}
