#include "ai/table/staff.h"

#include <catch2/catch.hpp>
#include <map>

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

TEST_CASE("an order is carried out as it was planned, whatever has no choice in between",
          "[staff]") {
  play::SessionSettings settings;
  settings.request.folder = std::string(NIEMEN_SOURCE_DIR) + "/configs/games/russia-1812";
  settings.request.scenario = "historical";
  int forced = 0;
  for (std::uint64_t key = 1; key <= 40 && forced < 3; ++key) {
    settings.campaign_key = key;
    auto session = play::Session::create({}, settings, systems::load_game);
    ai::table::Staff staff;
    // What the staff would decide in a row is an order; a copy takes it in one go.
    for (int i = 0; i < 400 && !session.over() && forced < 3; ++i) {
      const auto side = play::side_of(session.actor());
      const auto begun = session.steps().size();
      const auto before = session.copy();
      while (session.actor() == play::actor_of(side) && session.steps().size() < begun + 40)
        session.decide(side, session.revision(), staff.propose(session, side));
      std::vector<play::Action> course;
      bool inner = false;
      for (auto at = begun; at < session.steps().size(); ++at) {
        const auto& step = session.steps()[at];
        if (step.actor != play::actor_of(side)) break;
        inner |= step.forced && at + 1 < session.steps().size() &&
                 session.steps()[at + 1].actor == play::actor_of(side);
        course.push_back(step.action);
      }
      if (!inner) continue;
      ++forced;
      auto again = before.copy();
      ai::table::decide_course(again, side, course);
      REQUIRE(again.steps().size() >= begun + course.size());
      for (std::size_t at = 0; at < course.size(); ++at)
        CHECK(again.steps()[begun + at].action == course[at]);
    }
  }
  CHECK(forced == 3);
}

TEST_CASE("what is left of a set-up stands as an opening has it", "[staff]") {
  const auto title = GENERATE(as<std::string>(), "russia-1812", "borodino-1812");
  play::SessionSettings settings;
  settings.request.folder = std::string(NIEMEN_SOURCE_DIR) + "/configs/games/" + title;
  settings.campaign_key = 3;
  auto session = play::Session::create({}, settings, systems::load_game);
  REQUIRE(session.game().turn(session.state()) == 0);
  const auto side = play::side_of(session.actor());
  auto request = settings.request;
  request.openings[play::index(side)] =
      std::string(side == play::Side::A ? "french" : "russian") + "-historical";
  const auto opening = systems::load_game(request);
  ai::table::Staff staff;
  staff.set_up_as(session, side, *opening);
  CHECK(session.noted(side, "staff") == 1);
  const auto places = [&](const play::View& view) {
    std::map<std::string, int> found;
    for (const auto& counter : view.counters)
      if (counter.side == play::index(side)) found[counter.id] = counter.place;
    return found;
  };
  const auto wanted =
      places(opening->view(opening->observe(opening->initial(), play::viewer_of(side))));
  int there = 0;
  const auto stands = places(session.view(side));
  for (const auto& [id, place] : wanted) {
    const auto found = stands.find(id);
    there += found != stands.end() && found->second == place;
  }
  INFO(title << ": " << there << " of " << wanted.size());
  CHECK(there * 4 >= static_cast<int>(wanted.size()) * 3);  // units alike may change places
  CHECK_THROWS_AS(staff.set_up_as(session, side, *opening), play::Refused);
}
