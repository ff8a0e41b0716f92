// What would have been better in a turning point: found by others, proved by playing on.
#include "ai/table/advice.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

#include "ai/table/both_ways.h"
#include "ai/table/staff.h"
#include "ai/table/worth.h"
#include "engine/systems/registry.h"

using namespace niemen;
using play::Side;

namespace {

constexpr std::size_t kPassage = 60;  ///< steps that are looked through

/// A campaign of a small game between two agents.
play::Replay played(std::uint64_t key, const std::string& a, const std::string& b) {
  play::GameRequest request;
  request.folder = std::filesystem::path(NIEMEN_SOURCE_DIR) / "configs" / "games/strategic-1812";
  play::Replay replay;
  replay.game = systems::load_game(request);
  const auto match = ai::make_match(*replay.game, {ai::find_agent(a), ai::find_agent(b)});
  const auto record = match->play({.campaign_key = key,
                                   .agent_keys = ai::agent_keys_of(key),
                                   .keep_actions = true,
                                   .clock = false});
  replay.actions = record.actions;
  replay.outcome = record.outcome;
  replay.states = {replay.game->initial()};
  for (const auto action : replay.actions) {
    auto next = replay.states.back();
    replay.game->apply(next, action);
    replay.states.push_back(std::move(next));
  }
  return replay;
}

}  // namespace

TEST_CASE("advice on a campaign played at random is better, in other worlds too", "[review]") {
  const auto replay = played(4, "random", "doctrine");
  const auto course = ai::table::course_of(replay);
  const auto& game = *course.game;
  ai::table::AdviceOptions options{.level = ai::find_agent("recruit"), .threads = 1};
  int found = 0;
  for (std::size_t from = 0; from < course.steps.size() && found < 2; from += kPassage) {
    const auto to = std::min(from + kPassage, course.steps.size());
    const auto advice = ai::table::advise(course, Side::A, from, to, options);
    if (!advice) continue;
    ++found;
    REQUIRE(advice->step >= from);
    REQUIRE(advice->step < to);
    CHECK(course.steps[advice->step].actor == play::Actor::SideA);
    CHECK(advice->turn == course.steps[advice->step].turn);
    REQUIRE_FALSE(advice->better.empty());
    CHECK(advice->better.front() != course.steps[advice->step].action);
    const auto& before = course.states[advice->step];
    CHECK(std::ranges::binary_search(game.legal(before), advice->better.front()));
    CHECK(advice->order == game.action_text(before, advice->better.front()));
    CHECK(advice->gain.low > 0);
    CHECK(advice->gain.campaigns == ai::table::kAdvicePlayings);
    // What ends otherwise is at least what is won more often.
    CHECK(advice->otherwise >= advice->gain.value * advice->gain.campaigns - 1e-9);
    CHECK(advice->otherwise <= advice->gain.campaigns);
    CHECK_FALSE(advice->words.empty());
    // Other worlds, other dice.
    std::vector<play::Action> taken;
    for (auto i = advice->step; course.steps[i].actor == play::Actor::SideA; ++i)
      taken.push_back(course.steps[i].action);
    const auto again = ai::table::worth_of(game, game.observe(before, play::Viewer::SideA),
                                           advice->better, taken, {.campaigns = 1000, .seed = 77});
    CHECK(again.change.value > 0);
    // The same on more threads.
    options.threads = 3;
    const auto twin = ai::table::advise(course, Side::A, from, to, options);
    options.threads = 1;
    REQUIRE(twin);
    CHECK(twin->better == advice->better);
    CHECK(twin->gain.value == advice->gain.value);
  }
  CHECK(found == 2);
}

TEST_CASE("who decides by the rule of thumb is hardly advised by it", "[review]") {
  const auto replay = played(5, "doctrine", "doctrine");
  const auto course = ai::table::course_of(replay);
  const ai::table::AdviceOptions options{.level = ai::find_agent("doctrine"), .threads = 1};
  int passages = 0, advised = 0;
  for (std::size_t from = 0; from < course.steps.size(); from += kPassage) {
    ++passages;
    advised += ai::table::advise(course, Side::B, from, from + kPassage, options).has_value();
  }
  // It draws lots between its plans of battle, and one may be better in a position.
  CHECK(passages > 5);
  CHECK(advised <= 1);
}

TEST_CASE("advice that is stopped says nothing", "[review]") {
  const auto replay = played(4, "random", "doctrine");
  const auto course = ai::table::course_of(replay);
  std::stop_source stop;
  ai::table::AdviceOptions options{.level = ai::find_agent("recruit"), .threads = 1};
  options.stop = stop.get_token();
  options.progress = [&](double share) {
    CHECK(share >= 0);
    CHECK(share <= 1);
    stop.request_stop();
  };
  CHECK_FALSE(ai::table::advise(course, Side::A, 0, course.steps.size(), options));
  CHECK(stop.stop_requested());
}

TEST_CASE("both courses are played on to the end with the same dice", "[review]") {
  play::SessionSettings settings;
  settings.request.folder =
      std::filesystem::path(NIEMEN_SOURCE_DIR) / "configs" / "games/strategic-1812";
  settings.campaign_key = 9;
  auto session = play::Session::create({}, settings, systems::load_game);
  // A at random, B by the rule of thumb.
  ai::table::Staff staff;
  std::uint64_t luck = 1;
  while (!session.over()) {
    const auto side = play::side_of(session.actor());
    const auto choices = session.game().legal(session.world(side));
    luck = luck * 6364136223846793005ULL + 1442695040888963407ULL;
    session.decide(
        side, session.revision(),
        side == Side::A ? choices[(luck >> 33) % choices.size()] : staff.propose(session, side));
  }
  const auto course = ai::table::course_of(session);
  const ai::table::AdviceOptions options{.level = ai::find_agent("recruit"), .threads = 1};
  std::optional<ai::table::Advice> advice;
  for (std::size_t from = 0; from < course.steps.size() && !advice; from += kPassage)
    advice = ai::table::advise(course, Side::A, from,
                               std::min(from + kPassage, course.steps.size()), options);
  REQUIRE(advice);
  int told = 0;
  ai::table::BothWaysOptions both{.progress = [&](int pairs) { told = pairs; }};
  const auto ways = ai::table::play_both_ways(session, Side::A, advice->step, advice->better, both);
  CHECK(ways.pairs >= 1);
  CHECK(told >= ways.pairs);
  for (const auto* one : {&ways.played, &ways.better}) {
    CHECK(one->over());
    for (std::size_t at = 0; at < advice->step; ++at)
      REQUIRE(one->steps()[at].action == session.steps()[at].action);
  }
  CHECK(ways.played.steps()[advice->step].action == session.steps()[advice->step].action);
  for (std::size_t at = 0; at < advice->better.size(); ++at)
    CHECK(ways.better.steps()[advice->step + at].action == advice->better[at]);
  CHECK(ways.played.commitment() == ways.better.commitment());
  CHECK(ways.otherwise == (ways.played.outcome().score_a() != ways.better.outcome().score_a()));
  // Without another dice only those of the campaign.
  both.most = 1;
  const auto once = ai::table::play_both_ways(session, Side::A, advice->step, advice->better, both);
  CHECK(once.pairs == 1);
  CHECK(once.played.commitment() == session.commitment());
  CHECK_THROWS_AS(
      ai::table::play_both_ways(session, Side::A, session.steps().size(), advice->better, both),
      core::InputError);
}
