#include "engine/play/random_play.h"

#include <catch2/catch.hpp>

#include "tests/play/toy_games.h"

using namespace niemen;

namespace {

/// Pennies with one promise broken at a time.
struct Broken : toys::Pennies {
  enum class Fault { Invariant, DeadEnd, Order, Endless } fault = Fault::Invariant;
  std::optional<std::string> check(const State& state) const {
    if (fault == Fault::Invariant && actor(state) == play::Actor::SideB) return "as asked";
    return toys::Pennies::check(state);
  }
  void legal(const State& state, play::ActionList& list) const {
    toys::Pennies::legal(state, list);
    if (fault == Fault::DeadEnd && actor(state) == play::Actor::SideB) list.clear();
    if (fault == Fault::Order && actor(state) == play::Actor::SideB) list.push_back(list[0]);
  }
  int max_decisions() const { return fault == Fault::Endless ? 0 : toys::Pennies::max_decisions(); }
};

}  // namespace

TEST_CASE("perft counts every sequence of deals and bids") {
  const toys::Kuhn kuhn;
  CHECK(play::perft(kuhn, kuhn.initial(), 0) == 1);
  CHECK(play::perft(kuhn, kuhn.initial(), 2) == 6);
  // Five ways to bid for each of six deals.
  CHECK(play::perft(kuhn, kuhn.initial(), 9) == 30);
}

TEST_CASE("random campaigns depend on nothing but their key") {
  const toys::Pig pig;
  const auto one = play::play_random(pig, 1);
  CHECK(one.signature == play::play_random(pig, 1).signature);
  CHECK(one.signature != play::play_random(pig, 2).signature);
  CHECK(one.actions > 0);
  CHECK_FALSE(play::fuzz_campaign(pig, 1));
}

TEST_CASE("fuzzing finds a broken promise and where it broke") {
  using Fault = Broken::Fault;
  for (const auto& [fault, words] : {std::pair{Fault::Invariant, "as asked"},
                                     {Fault::DeadEnd, "dead end"},
                                     {Fault::Order, "not ascending"},
                                     {Fault::Endless, "bound"}}) {
    Broken game;
    game.fault = fault;
    const auto found = play::fuzz_campaign(game, 1);
    REQUIRE(found);
    CHECK_THAT(found->what, Catch::Contains(words));
    CHECK(found->step == (fault == Fault::Endless ? 0 : 1));
    CHECK_FALSE(found->position.empty());
  }
}
