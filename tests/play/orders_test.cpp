// Orders as people think them, in the published games.
#include "engine/play/orders.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "engine/systems/registry.h"

using namespace niemen;
using Catch::Matchers::Contains;
using play::Side;

namespace {

std::unique_ptr<play::AnyGame> load(const std::string& title, const std::string& opening_a = "",
                                    const std::string& opening_b = "") {
  play::GameRequest request;
  request.folder = std::filesystem::path(NIEMEN_SOURCE_DIR) / "configs" / "games" / title;
  request.openings[0] = opening_a;
  request.openings[1] = opening_b;
  return systems::load_game(request);
}

/// Plays at random up to the first position after `steps` where a side may send a stack somewhere.
play::AnyState marching(const play::AnyGame& game, std::uint64_t key, int steps) {
  auto state = game.initial();
  int step = 0;
  for (const auto action : game.random_actions(key, 3000)) {
    if (++step > steps && play::is_side(game.actor(state))) {
      const auto view =
          game.view(game.observe(state, play::viewer_of(play::side_of(game.actor(state)))));
      const auto moves = [](const play::Choice& choice) {
        return choice.from >= 0 && choice.to < 0 && !choice.counters.empty();
      };
      if (std::ranges::count_if(view.choices, moves) > 3) return state;
    }
    game.apply(state, action);
  }
  FAIL("no stack may march");
  return state;
}

}  // namespace

TEST_CASE("a place is named by its id, its name, or a beginning of one", "[orders]") {
  const auto game = load("russia-1812");
  const auto board = game->board();
  const auto moscow = play::find_space(board, "Moscow");
  CHECK(board.spaces[static_cast<std::size_t>(moscow)].name == "Moscow");
  CHECK(play::find_space(board, board.spaces[static_cast<std::size_t>(moscow)].id) == moscow);
  CHECK(play::find_space(board, "mosc") == moscow);
  CHECK_THROWS_WITH(play::find_space(board, "Atlantis"), Contains("no place"));
  CHECK_THROWS_WITH(play::find_space(board, "S"), Contains("may be"));
}

TEST_CASE("an order becomes the decisions of the rules, all of them legal", "[orders]") {
  for (const auto* title : {"russia-1812", "strategic-1812"}) {
    const auto game = load(title);
    const auto board = game->board();
    int given = 0, arrived = 0, decisions = 0;
    for (std::uint64_t key = 1; key <= 4; ++key) {
      const auto state = marching(*game, key, 60 + 40 * static_cast<int>(key));
      const auto side = play::side_of(game->actor(state));
      const auto view = game->view(game->observe(state, play::viewer_of(side)));
      for (const auto& choice : view.choices) {
        if (choice.from < 0 || choice.to >= 0 || choice.counters.empty()) continue;
        // To each of the nearest places.
        const auto& from = board.spaces[static_cast<std::size_t>(choice.from)].centre;
        auto places = std::vector<int>(board.spaces.size());
        std::iota(places.begin(), places.end(), 0);
        std::ranges::sort(places, {}, [&](int place) {
          const auto& there = board.spaces[static_cast<std::size_t>(place)].centre;
          return std::hypot(there.x - from.x, there.y - from.y);
        });
        for (int near = 1; near <= 3; ++near) {
          const play::Order order{choice.from, places[static_cast<std::size_t>(near)], {}};
          const auto expansion = play::expand_order(*game, state, side, order);
          CHECK(expansion.actions.empty() == !expansion.why.empty());
          if (expansion.actions.empty()) continue;
          ++given;
          arrived += expansion.arrives;
          decisions += static_cast<int>(expansion.actions.size());
          auto world = state;
          for (const auto action : expansion.actions) {
            REQUIRE(game->actor(world) == play::actor_of(side));
            REQUIRE(game->why(world, action).ok);
            game->apply(world, action);
          }
        }
      }
    }
    INFO(title);
    CHECK(given > 10);
    CHECK(arrived > given / 2);
    CHECK(decisions > 2 * given);
  }
}

TEST_CASE("what is no order of one's own is told apart", "[orders]") {
  const auto game = load("russia-1812");
  const auto board = game->board();
  const auto state = marching(*game, 2, 80);
  const auto side = play::side_of(game->actor(state));
  const auto view = game->view(game->observe(state, play::viewer_of(side)));
  CHECK_FALSE(play::parse_order(board, view, side, "nonsense"));
  CHECK_FALSE(play::parse_order(board, view, side, "to Moscow"));
  CHECK_THROWS_WITH(play::parse_order(board, view, side, "nobody to Moscow"),
                    Contains("no place and no counter"));
  const auto foreign = std::ranges::find_if(view.counters, [&](const play::Counter& counter) {
    return counter.side == play::index(play::other(side)) && counter.place >= 0;
  });
  REQUIRE(foreign != view.counters.end());
  CHECK_THROWS_WITH(play::parse_order(board, view, side, foreign->id + " to Moscow"),
                    Contains("not yours"));
}
