// What a campaign turned on: found, looked at closely, and named only where it clears nought.
#include "ai/table/review.h"

#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>

#include "ai/lab/statistics/multiplicity.h"
#include "ai/table/review_log.h"
#include "ai/table/scores.h"
#include "engine/core/random.h"
#include "engine/systems/registry.h"

using namespace niemen;
using ai::table::Owed;
using play::Side;

namespace {

/// A campaign between two agents, as niemen record keeps it.
play::Replay played(const std::string& title, std::uint64_t key, const std::string& a,
                    const std::string& b) {
  play::GameRequest request;
  request.folder = std::filesystem::path(NIEMEN_SOURCE_DIR) / "configs" / "games" / title;
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

double weight(const ai::table::TurningPoint& point) { return std::abs(point.change.value); }

}  // namespace

TEST_CASE("the parts of a review add up to the result", "[review][trials]") {
  const auto replay = played("strategic-1812", 4, "doctrine", "random");
  const auto course = ai::table::course_of(replay);
  for (const auto side : {Side::A, Side::B}) {
    const auto review = ai::table::review(course, side, {.depth = 3000, .threads = 1});
    REQUIRE(review.complete);
    double sum = review.start.value;
    for (const auto& part : review.sums) {
      sum += part.value;
      CHECK(part.low <= part.value);
      CHECK(part.value <= part.high);
    }
    const auto score = course.outcome.score_a();
    CHECK(review.result == (side == Side::A ? score : 1 - score));
    CHECK(std::abs(sum - review.result) < 1e-9);
    CHECK(review.curve.front().step == 0);
    CHECK(review.curve.back().step == course.steps.size());
    CHECK(std::ranges::is_sorted(review.points, std::ranges::greater{}, weight));
    for (const auto& point : review.points) {
      CHECK((point.change.low > 0 || point.change.high < 0));
      CHECK_FALSE(point.words.empty());
      CHECK(point.words.find('\n') == std::string::npos);
      CHECK(course.steps[point.from].turn == point.turn);
      const auto actor = course.steps[point.from].actor;
      CHECK((point.owed == Owed::Dice) == (actor == play::Actor::Nature));
    }
    // Twice the same, on however many threads.
    const auto again = ai::table::review(course, side, {.depth = 3000, .threads = 3});
    CHECK(again.points.size() == review.points.size());
    for (std::size_t i = 0; i < review.sums.size(); ++i)
      CHECK(again.sums[i].value == review.sums[i].value);
  }
}

TEST_CASE("every step of a campaign belongs to one stretch, and passages follow each other",
          "[review]") {
  for (const auto* title : {"lorn-valley", "borodino-1812"}) {
    const auto replay = played(title, 3, "doctrine", "doctrine");
    const auto course = ai::table::course_of(replay);
    std::size_t next = 0;
    int passage = 0;
    const auto stretches = ai::table::stretches_of(course, Side::A);
    for (const auto& stretch : stretches) {
      CHECK(stretch.from == next);
      CHECK(stretch.passage - passage >= 0);
      CHECK(stretch.passage - passage <= 1);
      passage = stretch.passage;
      next = stretch.to;
      for (auto i = stretch.from; i < stretch.to; ++i) {
        const auto& step = course.steps[i];
        CHECK(step.turn == stretch.turn);
        const auto owed = step.actor == play::Actor::Nature  ? Owed::Dice
                          : step.actor == play::Actor::SideA ? Owed::Mine
                                                             : Owed::His;
        CHECK((step.forced || owed == stretch.owed));
      }
    }
    CHECK(next == course.steps.size());
    CHECK(passage > 10);
    // Dice that follow each other are one stretch, and operations hold several.
    CHECK(stretches.size() < course.steps.size() / 2);
    CHECK(static_cast<std::size_t>(passage) < stretches.size());
  }
}

TEST_CASE("another seed names what turned a campaign much, with the same sign",
          "[review][trials]") {
  // A search against a rule of thumb: much is decided, and plainly.
  const auto replay = played("strategic-1812", 26, "corporal", "doctrine");
  const auto course = ai::table::course_of(replay);
  const auto first = ai::table::review(course, Side::A, {.depth = 12'000, .seed = 1});
  const auto second = ai::table::review(course, Side::A, {.depth = 12'000, .seed = 2});
  CHECK(first.start.value != second.start.value);
  REQUIRE_FALSE(first.points.empty());
  constexpr double kMuch = 0.15;
  int compared = 0;
  for (const auto& point : first.points) {
    if (weight(point) < kMuch) continue;
    const auto same = std::ranges::find_if(second.points, [&](const auto& other) {
      return other.from == point.from && other.owed == point.owed;
    });
    REQUIRE(same != second.points.end());
    CHECK((same->change.value > 0) == (point.change.value > 0));
    ++compared;
  }
  CHECK(compared > 0);
}

TEST_CASE("a review that was broken off goes on where it stopped", "[review]") {
  const auto replay = played("lorn-valley", 4, "doctrine", "random");
  const auto course = ai::table::course_of(replay);
  const auto file =
      std::filesystem::temp_directory_path() / ("niemen-review-" + std::to_string(::getpid()));
  std::filesystem::remove(file);
  ai::table::ReviewOptions options{.depth = 2000, .threads = 1};
  const auto whole = ai::table::review(course, Side::A, options);
  CHECK(whole.resumed == 0);
  std::stop_source stop;
  options.file = file;
  options.stop = stop.get_token();
  int told = 0;
  options.progress = [&](double share) {
    CHECK(share > 0);
    CHECK(share <= 1);
    if (++told == 5) stop.request_stop();
  };
  const auto broken = ai::table::review(course, Side::A, options);
  CHECK_FALSE(broken.complete);
  CHECK(broken.curve.size() > 2);
  CHECK(broken.points.empty());
  options.stop = {};
  options.progress = {};
  const auto resumed = ai::table::review(course, Side::A, options);
  CHECK(resumed.complete);
  CHECK(resumed.resumed == broken.campaigns);
  CHECK(resumed.result == whole.result);
  CHECK(resumed.points.size() == whole.points.size());
  for (std::size_t i = 0; i < whole.sums.size(); ++i)
    CHECK(resumed.sums[i].value == whole.sums[i].value);
  // One that goes deeper uses what was played; one with other dice does not.
  options.depth = 4000;
  // In the rounds after the first look it may go elsewhere.
  CHECK(ai::table::review(course, Side::A, options).resumed > whole.campaigns / 2);
  options.seed = 5;
  CHECK(ai::table::review(course, Side::A, options).resumed == 0);
  std::filesystem::remove(file);
}

TEST_CASE("a campaign that was given up turned on that", "[review]") {
  auto replay = played("strategic-1812", 4, "doctrine", "doctrine");
  const auto half = replay.actions.size() / 2;
  replay.actions.resize(half);
  replay.states.resize(half + 1);
  REQUIRE(play::is_side(replay.game->actor(replay.states.back())));
  const auto side = play::side_of(replay.game->actor(replay.states.back()));
  replay.forfeit = play::Forfeit{side, "tired"};
  replay.outcome = play::Outcome::of_forfeit(side);
  const auto course = ai::table::course_of(replay);
  const auto review = ai::table::review(course, side, {.depth = 3000, .threads = 1});
  CHECK(review.result == 0);
  if (review.curve[review.curve.size() - 2].chance.value > 0.2) {
    const auto gave_up = std::ranges::find(review.points, half, &ai::table::TurningPoint::from);
    REQUIRE(gave_up != review.points.end());
    CHECK(gave_up->owed == Owed::Mine);
    CHECK(gave_up->words == "the campaign is given up");
  }
}

TEST_CASE("marks are given only where the whole interval is beyond the line", "[review]") {
  ai::table::TurningPoint point;
  point.owed = Owed::Mine;
  const auto mark = [&](double low, double high) {
    point.change = {.value = (low + high) / 2, .low = low, .high = high};
    return ai::table::mark_of(point);
  };
  CHECK(mark(-0.4, -0.16) == ai::table::Mark::Blunder);
  CHECK(mark(-0.4, -0.14) == ai::table::Mark::Mistake);
  CHECK(mark(-0.4, -0.06) == ai::table::Mark::Inaccuracy);
  CHECK(mark(-0.4, -0.01) == ai::table::Mark::None);
  point.owed = Owed::Dice;
  CHECK(mark(-0.4, -0.3) == ai::table::Mark::None);
  point.owed = Owed::Reveal;
  CHECK(mark(-0.4, -0.3) == ai::table::Mark::None);
}

namespace {

/// Scores of a course on which nothing matters: each position turns the score of one lot in
/// `rarity` round by a coin.
ai::table::Scores equal_course(std::size_t positions, int lots, std::uint32_t rarity,
                               core::RandomStream& random) {
  std::vector<std::vector<double>> all(positions);
  for (int lot = 0; lot < lots; ++lot) {
    double score = random.below(2);
    for (auto& scores : all) {
      if (random.below(rarity) == 0) score = random.below(2);
      scores.push_back(score);
    }
  }
  ai::table::Scores scores(positions);
  for (std::size_t i = 0; i < positions; ++i) scores.add(i, all[i]);
  return scores;
}

}  // namespace

TEST_CASE("where all choices are equal none is named", "[review]") {
  constexpr std::size_t kPositions = 301;
  constexpr int kCampaigns = 60, kLots = 100;
  core::RandomStream random(7);
  for (const std::uint32_t rarity : {2u, 20u, 200u}) {
    int named = 0;
    for (int campaign = 0; campaign < kCampaigns; ++campaign) {
      const auto scores = equal_course(kPositions, kLots, rarity, random);
      const auto level = lab::level_of_each(0.95, kPositions - 1);
      const auto reach = lab::student_critical(level, kLots - 1);
      bool any = false;
      for (std::size_t i = 0; i + 1 < kPositions; ++i) {
        const auto change = scores.measure({{i, -1}, {i + 1, 1}});
        any = any || std::abs(change.value) > reach * change.error;
      }
      named += any;
    }
    CHECK(named <= 6);  // at most 5 % of them, and the luck of sixty
  }
}

TEST_CASE("a sum over positions is covered by its interval, whoever was played on further",
          "[review]") {
  constexpr int kTimes = 400;
  core::RandomStream random(11);
  int covered = 0;
  for (int time = 0; time < kTimes; ++time) {
    // The first three share their lots; the last has four times as many as the first.
    ai::table::Scores scores(4);
    std::vector<double> lists[4];
    for (int lot = 0; lot < 160; ++lot) {
      const auto luck = random.below(100);
      const std::uint32_t lines[] = {50, 60, 40, 45};
      for (int i = 0; i < 4; ++i)
        if (lot < (i == 3 ? 160 : i == 2 ? 80 : 40))
          lists[i].push_back((i == 3 ? random.below(100) : luck) < lines[i] ? 1 : 0);
    }
    for (std::size_t i = 0; i < 4; ++i) scores.add(i, lists[i]);
    const auto sum = scores.measure({{0, -1}, {1, 1}, {2, -1}, {3, 1}});
    covered += std::abs(sum.value - 0.15) <= 1.96 * sum.error;
  }
  CHECK(covered >= 0.92 * kTimes);
  ai::table::Scores known(2);
  known.fix(0, 0.25);
  known.fix(1, 1);
  CHECK(known.measure({{0, -1}, {1, 1}}).value == 0.75);
  CHECK(known.measure({{0, -1}, {1, 1}}).error == 0);
}
