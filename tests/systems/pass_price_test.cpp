// What costs something says so before it is ordered.
#include <catch2/catch.hpp>

#include "engine/play/any_game.h"
#include "engine/play/orders.h"
#include "engine/play/sweep.h"
#include "engine/systems/registry.h"

using namespace niemen;

TEST_CASE("a pass that gives a Supply Train up says so, and no other does (7.4)", "[hex][view]") {
  play::GameRequest request;
  request.folder = std::string(NIEMEN_SOURCE_DIR) + "/configs/games/russia-1812";
  request.scenario = "historical";
  const auto game = systems::load_game(request);
  int costly = 0;
  auto state = game->initial();
  for (const auto action : game->random_actions(7, 1500)) {
    const auto actor = game->actor(state);
    if (play::is_side(actor) && game->step(state).name == "allocate-train") {
      const auto view = game->view(game->observe(state, play::viewer_of(play::side_of(actor))));
      for (const auto& choice : play::closing_choices(view.choices)) {
        auto after = state;
        bool given_up = false;
        for (const auto& event : game->apply(after, choice.action))
          given_up |= game->event_row(event).name == "train-given-up";
        CHECK(choice.caution.empty() == !given_up);
        costly += given_up;
      }
    }
    game->apply(state, action);
  }
  CHECK(costly > 5);
}
