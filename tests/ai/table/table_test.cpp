// The computer's seat at a table, chances, odds and the review.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <map>

#include "ai/table/chance.h"
#include "ai/table/odds.h"
#include "ai/table/review.h"
#include "ai/table/thinker.h"
#include "engine/play/session.h"
#include "engine/systems/registry.h"

using namespace niemen;
using namespace std::chrono_literals;
using play::Side;

namespace {

play::Session begin(const std::string& title, std::uint64_t key, const std::string& a = "person",
                    const std::string& b = "recruit") {
  play::SessionSettings settings;
  settings.request.folder = std::filesystem::path(NIEMEN_SOURCE_DIR) / "configs" / "games" / title;
  settings.campaign_key = key;
  settings.seats[0] = a;
  settings.seats[1] = b;
  return play::Session::create({}, settings, systems::load_game);
}

ai::table::Answer answer_of(ai::table::Thinker& thinker) {
  for (;;)
    if (auto answer = thinker.wait(100ms)) return *answer;
}

/// A whole campaign between two agents at a table.
void play_out(play::Session& session) {
  ai::table::Thinker a(session.game(), ai::find_agent(session.settings().seats[0]));
  ai::table::Thinker b(session.game(), ai::find_agent(session.settings().seats[1]));
  while (!session.over()) {
    auto& mind = session.actor() == play::Actor::SideA ? a : b;
    mind.ask(ai::table::question_of(session));
    REQUIRE(ai::table::apply_answer(session, answer_of(mind)));
  }
}

}  // namespace

TEST_CASE("no answer to a question that has gone is ever carried out", "[table]") {
  auto session = begin("strategic-1812", 3);
  session.allow_practice();
  ai::table::Thinker thinker(session.game(), ai::find_agent("recruit"));
  core::RandomStream random(5);
  int applied = 0, undone = 0;
  constexpr int kRaces = 300;
  for (int race = 0; race < kRaces && !session.over(); ++race) {
    thinker.ask(ai::table::question_of(session));
    if (random.below(2)) std::this_thread::sleep_for(std::chrono::microseconds(random.below(3000)));
    const auto side = play::side_of(session.actor());
    const auto answer = session.can_undo(side);
    const auto revision = session.revision();
    if (answer.can && random.below(2)) {
      session.undo(side, revision, answer.to);
      ++undone;
    }
    const auto hash = session.game().hash(session.state());
    const bool stale = revision != session.revision();
    const auto thought = thinker.wait(stale ? 5ms : 10s);
    if (!thought) continue;
    const bool done = ai::table::apply_answer(session, *thought);
    CHECK(done == !stale);
    if (stale) CHECK(session.game().hash(session.state()) == hash);
    applied += done;
  }
  CHECK(applied > 20);
  CHECK(undone > 20);
}

TEST_CASE("a thinker that is dropped says nothing", "[table]") {
  auto session = begin("strategic-1812", 3);
  ai::table::Thinker thinker(session.game(), ai::find_agent("marshal"));
  thinker.ask(ai::table::question_of(session));
  thinker.drop();
  CHECK_FALSE(thinker.wait(300ms));
  thinker.ask(ai::table::question_of(session));
  thinker.move_now();
  const auto answer = answer_of(thinker);
  CHECK(answer.failure.empty());
  CHECK(std::ranges::count(session.game().legal(session.state()), answer.decision.action) == 1);
}

TEST_CASE("what the computer was given replays each of its decisions", "[table]") {
  auto session = begin("strategic-1812", 8, "recruit", "recruit");
  play_out(session);
  // Asked again with nothing but what each side could see, by minds that never saw the session.
  const auto& game = session.game();
  const auto again = ai::make_match(game, {ai::find_agent("recruit"), ai::find_agent("recruit")});
  again->begin_campaign();
  int asked = 0;
  for (std::size_t i = 0; i < session.steps().size(); ++i) {
    const auto& step = session.steps()[i];
    if (!play::is_side(step.actor) || step.forced) continue;
    const auto seen = game.observe(session.state(i), play::viewer_of(play::side_of(step.actor)));
    core::RandomStream other(99, i);
    const auto decision = again->decide(game.sample_world(seen, other),
                                        ai::table::luck_of(session, i), {.want_report = true});
    REQUIRE(decision.action == step.action);
    ++asked;
  }
  CHECK(asked > 100);
}

TEST_CASE("the parts of a review add up to the result", "[table]") {
  auto session = begin("strategic-1812", 4, "doctrine", "random");
  play_out(session);
  for (const auto side : {Side::A, Side::B}) {
    ai::table::ReviewOptions options;
    options.campaigns = 3;
    options.threads = 1;
    const auto review = ai::table::review(session, side, options);
    REQUIRE(review.complete);
    double sum = review.start;
    for (const auto part : review.sums) sum += part;
    const auto score = session.outcome().score_a();
    CHECK(review.result == (side == Side::A ? score : 1 - score));
    CHECK(std::abs(sum - review.result) < 0.01);
    // Every step belongs to one stretch.
    std::size_t next = 0;
    for (const auto& stretch : review.stretches) {
      CHECK(stretch.from == next);
      next = stretch.to;
    }
    CHECK(next == session.steps().size());
    const auto points = ai::table::turning_points(review, 5);
    REQUIRE(points.size() == 5);
    const auto weight = [](const auto& s) { return std::abs(s.change.value + s.reveal); };
    CHECK(weight(points[0]) >= weight(points[4]));
  }
}

TEST_CASE("marks are given only where the whole interval is beyond the line", "[table]") {
  ai::table::Stretch stretch;
  stretch.owed = ai::table::Owed::Mine;
  const auto mark = [&](double low, double high) {
    stretch.change = {.value = (low + high) / 2, .low = low, .high = high};
    return ai::table::mark_of(stretch);
  };
  CHECK(mark(-0.4, -0.16) == ai::table::Mark::Blunder);
  CHECK(mark(-0.4, -0.14) == ai::table::Mark::Mistake);
  CHECK(mark(-0.4, -0.06) == ai::table::Mark::Inaccuracy);
  CHECK(mark(-0.4, -0.01) == ai::table::Mark::None);
  stretch.owed = ai::table::Owed::Dice;
  CHECK(mark(-0.4, -0.3) == ai::table::Mark::None);
}

TEST_CASE("odds are those of the dice that are rolled", "[table]") {
  auto session = begin("strategic-1812", 6, "person", "person");
  const auto& game = session.game();
  core::RandomStream random(12);
  int checked = 0;
  // Decisions behind which a die falls: the odds against dice that are rolled in the same worlds.
  for (int i = 0; i < 400 && checked < 20 && !session.over(); ++i) {
    const auto side = play::side_of(session.actor());
    const auto legal = game.legal(session.world(side));
    const auto action = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
    auto after = session.world(side);
    game.apply(after, action);
    if (game.actor(after) == play::Actor::Nature) {
      const auto odds =
          ai::table::odds_of(game, session.observation(side), {action}, {.worlds = 8});
      double sum = 0;
      for (const auto& result : odds.results) sum += result.share;
      CHECK(sum == Approx(1.0));
      CHECK(odds.exact == !odds.hidden);
      CHECK_FALSE(odds.ends.empty());
      ++checked;
    }
    session.decide(side, session.revision(), action);
  }
  CHECK(checked > 5);
}
