#include "ai/table/staff.h"

#include <catch2/catch.hpp>

#include "engine/systems/registry.h"

using namespace niemen;

TEST_CASE("the staff sets up the rest, and the record says so", "[staff]") {
  play::SessionSettings settings;
  settings.request.folder = std::string(NIEMEN_SOURCE_DIR) + "/configs/games/russia-1812";
  settings.request.scenario = "historical";
  settings.seats[1] = "doctrine";
  settings.campaign_key = 3;
  auto session = play::Session::create({}, settings, systems::load_game);
  REQUIRE(session.game().turn(session.state()) == 0);
  const auto side = play::side_of(session.actor());
  ai::table::Staff staff;
  staff.decide_the_rest(session, side);
  CHECK(session.noted(side, "staff") == 1);
  CHECK(session.steps().size() > 20);
  // The other side sets up next.
  REQUIRE(session.actor() == play::actor_of(play::other(side)));
  CHECK_THROWS_AS(staff.decide_the_rest(session, side), play::Refused);
}

TEST_CASE("the staff decides one kind of question for the turn, and no other", "[staff]") {
  play::SessionSettings settings;
  settings.request.folder = std::string(NIEMEN_SOURCE_DIR) + "/configs/games/strategic-1812";
  settings.request.scenario = "1-historical";
  settings.campaign_key = 3;
  auto session = play::Session::create({}, settings, systems::load_game);
  const auto side = play::side_of(session.actor());
  const auto question = ai::table::question_at_hand(session, side);
  const auto before = session.steps().size();
  ai::table::Staff staff;
  staff.decide_the_rest(session, side);
  REQUIRE(session.steps().size() > before);
  for (auto i = before; i < session.steps().size(); ++i)
    if (session.steps()[i].actor == play::actor_of(side) && !session.steps()[i].forced)
      CHECK(session.game().step(session.state(i)).name == question);
  const bool asked_else = session.actor() != play::actor_of(side) ||
                          ai::table::question_at_hand(session, side) != question;
  CHECK(asked_else);
}
