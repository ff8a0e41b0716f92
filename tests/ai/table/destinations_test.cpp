// Where a stack can go, and the risk that is told of it, against marches that are carried out.
#include "ai/table/destinations.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "engine/play/game_folder.h"
#include "engine/play/reach.h"
#include "engine/systems/registry.h"

using namespace niemen;

namespace {

std::unique_ptr<play::AnyGame> load(const std::string& title) {
  play::GameRequest request;
  request.folder = play::find_game_folder(title);
  return systems::load_game(request);
}

/// A position of a random campaign in which a stack may march, after at least `steps` actions.
play::AnyState marching(const play::AnyGame& game, std::uint64_t key, int steps) {
  auto state = game.initial();
  int step = 0;
  for (const auto action : game.random_actions(key, 3000)) {
    const auto marches = [&](play::Action one) {
      return game.action_text(state, one).starts_with("march ");
    };
    if (++step > steps && game.step(state).name == "choose-march" &&
        std::ranges::any_of(game.legal(state), marches))
      return state;
    game.apply(state, action);
  }
  FAIL("nobody may march");
  return state;
}

int units_of(const play::View& view, play::Side side) {
  int units = 0;
  for (const auto& counter : view.counters)
    if (counter.side == play::index(side) && counter.place >= 0 &&
        (counter.kind == "infantry" || counter.kind == "cavalry" || counter.kind == "artillery"))
      units += counter.count;
  return units;
}

/// How often units were lost till another decision was asked, of `times` marches.
double share_lost(const play::AnyGame& game, const play::AnyState& world, play::Side side,
                  const std::vector<play::Action>& actions, int times) {
  core::RandomStream random(3);
  const auto root = game.step(world).name;
  const int before = units_of(game.whole_view(world), side);
  int lost = 0;
  for (int i = 0; i < times; ++i) {
    auto state = world;
    for (const auto action : actions) game.apply(state, action);
    for (;;) {
      const auto actor = game.actor(state);
      if (actor == play::Actor::Nature)
        game.apply(state, play::draw(game.chance(state), random.next()));
      else if (actor == play::actor_of(side) && game.step(state).name != root)
        game.apply(state, game.legal(state).front());
      else
        break;
    }
    lost += units_of(game.whole_view(state), side) < before;
  }
  return static_cast<double>(lost) / times;
}

}  // namespace

TEST_CASE("the risk of a march is that of its dice", "[table][trials]") {
  for (const auto* title : {"russia-1812", "nemesis-1813"}) {
    const auto game = load(title);
    const auto board = game->board();
    int places = 0, risky = 0, unsupplied = 0, strained = 0;
    for (std::uint64_t key = 1; key <= 3; ++key) {
      const auto state = marching(*game, key, 300);
      const auto side = play::side_of(game->actor(state));
      const auto view = game->view(game->observe(state, play::viewer_of(side)));
      const auto mark = play::supplied_mark(game->info().side_names[play::index(side)]);
      for (const auto& choice : view.choices) {
        if (!choice.notation.starts_with("march")) continue;
        for (const auto& destination :
             ai::table::destinations_of(*game, state, board, view, side, {choice.from, -1, {}})) {
          ++places;
          const auto& reached = destination.reached;
          const auto& marks = view.spaces[static_cast<std::size_t>(reached.place)].marks;
          REQUIRE(destination.supplied);
          CHECK(*destination.supplied == (std::ranges::count(marks, mark) > 0));
          unsupplied += !*destination.supplied;
          strained += !reached.course.caution.empty();
          if (destination.is_attack) continue;
          REQUIRE(destination.counted);
          constexpr int kTimes = 150, kLooked = 4;
          if (places % kLooked != 0) continue;
          INFO(title << ": " << ai::table::title_of(board, destination));
          const auto seen = share_lost(*game, state, side, reached.course.actions, kTimes);
          CHECK(std::abs(destination.lost - seen) < 0.16);
          if (destination.lost == 0) CHECK(seen == 0);
          risky += destination.lost > 0;
        }
      }
    }
    INFO(title);
    CHECK(places > 20);
    CHECK(risky > 2);
    CHECK(unsupplied > 0);
    CHECK(strained > 5);
  }
}

TEST_CASE("what is told of a place names its risk, its supply and the enemy next to it",
          "[table]") {
  const auto game = load("russia-1812");
  const auto board = game->board();
  ai::table::Destination destination;
  destination.reached.place = play::find_space(board, "Kowno");
  destination.reached.course.route = {0, destination.reached.place};
  destination.counted = true;
  destination.lost = 0.17;
  destination.hurt = 0.5;
  destination.supplied = false;
  destination.beside = {play::find_space(board, "Wilno")};
  CHECK(ai::table::title_of(board, destination) == "Kowno, 2 hexes");
  CHECK(ai::table::destination_words(board, destination) ==
        std::vector<std::string>{"17 % to lose a unit", "50 % to lose or disrupt one",
                                 "out of supply there", "next to the enemy at Wilno"});
}
