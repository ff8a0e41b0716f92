#include "ai/rollout/rollout.h"

#include <catch2/catch.hpp>

#include "ai/search/search.h"
#include "tests/support/toys/pig.h"

using namespace niemen;
using toys::Pig;

namespace {

/// Rolls once a turn, so that every turn but a won one ends after one die.
struct OnceATurn : ai::Policy<Pig> {
  std::unique_ptr<Policy> clone() const override { return std::make_unique<OnceATurn>(); }
  play::Action choose(const Pig::State& s, const play::ActionList&, core::RandomStream&) override {
    return s.gathered > 0 ? Pig::kHold : Pig::kRoll;
  }
};

/// A position is worth the number of its turn.
struct ByTurn : ai::Evaluator<Pig> {
  ai::Evaluation evaluate(const Pig::State& s) const override {
    return {s.turn / 100.0, static_cast<double>(s.turn)};
  }
};

ai::Evaluation played_on(Pig::State state, const ai::RolloutLimits& limits, std::uint64_t dice,
                         Pig::State* end = nullptr) {
  const Pig game;
  const ByTurn evaluator;
  OnceATurn policy;
  core::RandomStream random(1);
  ai::RolloutScratch scratch;
  const auto value =
      ai::rollout<Pig>(game, state, {&policy, &policy}, &evaluator, limits, dice, random, scratch);
  if (end) *end = state;
  return value;
}

}  // namespace

TEST_CASE("a rollout is worth the mean of the last ends of its turns", "[rollout]") {
  const auto start = Pig{}.initial();  // turn 1
  const auto margin = [&](int horizon, int evaluated) {
    return played_on(start, {.horizon_turns = horizon, .evaluated_turns = evaluated}, 3).margin_a;
  };
  CHECK(margin(0, 1) == 2);
  CHECK(margin(3, 1) == 5);
  CHECK(margin(3, 2) == 4.5);
  CHECK(margin(3, 3) == 4);
  CHECK(margin(3, 4) == 3.5);
  const auto value = played_on(start, {.horizon_turns = 3, .evaluated_turns = 3}, 3);
  CHECK(value.win_a == Approx(0.04));
}

TEST_CASE("a rollout that ends early is worth its end for the turns it missed", "[rollout]") {
  SECTION("when the campaign is over") {
    // B is to move, then A wins unless his die shows a 1.
    Pig::State start;
    start.banked = {Pig::kGoal - 2, 0};
    start.mover = 1;
    int won = 0;
    for (std::uint64_t dice = 0; dice < 10; ++dice) {
      Pig::State end;
      const auto value = played_on(start, {.horizon_turns = 3, .evaluated_turns = 4}, dice, &end);
      if (!Pig{}.over(end) || end.turn != 3) continue;
      ++won;
      const double at_the_end = Pig{}.outcome(end).margin;
      CHECK(value.margin_a == Approx((2 + 3 * at_the_end) / 4));
      CHECK(value.win_a == Approx((0.02 + 3 * 1) / 4));
    }
    CHECK(won > 0);
  }
  SECTION("when its decisions and dice are used up") {
    // Two decisions at most and a die a turn: the bound falls in turn 3 or soon after.
    Pig::State end;
    const auto value =
        played_on(Pig{}.initial(),
                  {.horizon_turns = 9, .horizon_decisions = 7, .evaluated_turns = 10}, 3, &end);
    REQUIRE(end.turn > 2);
    REQUIRE(end.turn < 9);
    double sum = 0;
    for (int turn = 2; turn <= end.turn; ++turn) sum += turn;
    const int missing = 10 - (end.turn - 1);
    CHECK(value.margin_a == Approx((sum + missing * end.turn) / 10));
  }
}

TEST_CASE("a set-up is played out and judged once, a turn as the options say", "[rollout]") {
  ai::SearchOptions options;
  options.rollout_turns = 3;
  options.evaluated_turns = 2;
  CHECK(ai::rollout_limits(options, 1).horizon_turns == 3);
  CHECK(ai::rollout_limits(options, 1).evaluated_turns == 2);
  CHECK(ai::rollout_limits(options, 0).horizon_turns == options.set_up_rollout_turns);
  CHECK(ai::rollout_limits(options, 0).evaluated_turns == 1);
}
