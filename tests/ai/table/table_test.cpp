// The computer's seat at a table, chances, odds and the review.
#include <unistd.h>

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "ai/table/chance.h"
#include "ai/table/odds.h"
#include "ai/table/reason.h"
#include "ai/table/review.h"
#include "ai/table/thinker.h"
#include "ai/table/worth.h"
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
  ai::table::Thinker a(session, ai::find_agent(session.settings().seats[0]));
  ai::table::Thinker b(session, ai::find_agent(session.settings().seats[1]));
  while (!session.over()) {
    auto& mind = session.actor() == play::Actor::SideA ? a : b;
    mind.ask(ai::table::question_of(session));
    REQUIRE(ai::table::apply_answer(session, answer_of(mind)));
  }
}

}  // namespace

namespace {

struct Races {
  int applied = 0, undone = 0;
};

/// A question to the computer, and perhaps an undo before its answer is taken.
void race(play::Session& session, ai::table::Thinker& thinker, core::RandomStream& random,
          Races& count) {
  thinker.ask(ai::table::question_of(session));
  if (random.below(2)) std::this_thread::sleep_for(std::chrono::microseconds(random.below(3000)));
  const auto answer = session.can_undo(play::side_of(session.actor()));
  const auto revision = session.revision();
  if (answer.can && random.below(2)) {
    session.undo(play::side_of(session.actor()), revision, answer.to);
    ++count.undone;
  }
  const auto hash = session.game().hash(session.state());
  const bool stale = revision != session.revision();
  const auto thought = thinker.wait(stale ? 5ms : 10s);
  if (!thought) return;
  const bool done = ai::table::apply_answer(session, *thought);
  CHECK(done == !stale);
  if (stale) CHECK(session.game().hash(session.state()) == hash);
  count.applied += done;
}

Races race_often(int races) {
  Races count;
  core::RandomStream random(5);
  for (std::uint64_t key = 3; races > 0; ++key) {
    auto session = begin("strategic-1812", key);
    session.allow_practice();
    ai::table::Thinker thinker(session, ai::find_agent("recruit"));
    for (; races > 0 && !session.over(); --races) race(session, thinker, random, count);
  }
  return count;
}

}  // namespace

TEST_CASE("no answer to a question that has gone is ever carried out", "[table]") {
  const auto count = race_often(300);
  CHECK(count.applied > 20);
  CHECK(count.undone > 20);
}

TEST_CASE("ten thousand races carry out no answer that is too late", "[.long][table-races]") {
  const auto count = race_often(10'000);
  CHECK(count.applied > 1000);
  CHECK(count.undone > 1000);
}

TEST_CASE("a thinker that is dropped says nothing", "[table]") {
  auto session = begin("strategic-1812", 3);
  ai::table::Thinker thinker(session, ai::find_agent("marshal"));
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

TEST_CASE("another course is measured against the one that was taken", "[table]") {
  auto first = begin("lorn-valley", 4, "doctrine", "random");
  play_out(first);
  std::size_t from = 0;
  while (first.steps()[from].actor != play::Actor::SideA || first.steps()[from].forced) ++from;
  auto again = first.branch(Side::A, {}, from);
  const auto legal = first.game().legal(again.state());
  const auto other = std::ranges::find_if(
      legal, [&](const auto action) { return action != first.steps()[from].action; });
  REQUIRE(other != legal.end());
  again.decide(Side::A, again.revision(), *other);
  const auto change = ai::table::retried(first, again, from, Side::A, 6, 1);
  CHECK(change.campaigns == 6);
  CHECK(change.value == -ai::table::retried(again, first, from, Side::A, 6, 1).value);
  CHECK(ai::table::retried(first, first, from, Side::A, 6, 1).value == 0);
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

namespace {

/// Fights of one order, each resolved by dice of its own.
class Fights {
 public:
  Fights(const play::AnyGame& game, play::AnyState world, play::Action action)
      : game_(game), world_(std::move(world)), action_(action) {
    const auto rule_of_thumb = ai::find_agent("doctrine");
    match_ = ai::make_match(game, {rule_of_thumb, rule_of_thumb});
  }

  /// The hash of where one of them ends: the same kind of question again, one that the side may
  /// end, or another turn.
  std::uint64_t fight(core::RandomStream& random) {
    const auto kind = game_.step(world_).name;
    auto state = world_;
    game_.apply(state, action_);
    for (;;) {
      const auto actor = game_.actor(state);
      const bool asked =
          play::is_side(actor) && (game_.step(state).name == kind || begins_anew(state));
      if (actor == play::Actor::Over || game_.turn(state) != game_.turn(world_) || asked)
        return game_.hash(state);
      game_.apply(state, actor == play::Actor::Nature
                             ? play::draw(game_.chance(state), random.next())
                             : decision(state));
    }
  }

 private:
  /// Whether a side is asked for one operation after another; the enemy is within a fight too.
  bool begins_anew(const play::AnyState& state) const {
    const bool enemy = game_.actor(state) != game_.actor(world_);
    if (enemy && game_.step(state).chapter == game_.step(world_).chapter) return false;
    return std::ranges::any_of(game_.legal(state), [&](play::Action action) {
      return game_.action_text(state, action).starts_with("end ");
    });
  }

  play::Action decision(const play::AnyState& state) {
    const auto legal = game_.legal(state);
    if (legal.size() == 1) return legal.front();
    match_->begin_campaign();
    return match_->decide(state, game_.hash(state), {}).action;
  }

  const play::AnyGame& game_;
  play::AnyState world_;
  play::Action action_;
  std::unique_ptr<ai::Match> match_;
};

/// How likely it is that dice that follow the odds differ from them at least as much as the fights
/// do: Pearson's test, with results pooled until each is expected kLeast times.
double p_value(const play::AnyGame& game, const ai::table::Odds& odds, Fights& fights, int count,
               core::RandomStream& random) {
  constexpr double kLeast = 8;
  struct Cell {
    double expected = 0, observed = 0;
  };
  std::map<std::uint64_t, int> seen;
  for (int i = 0; i < count; ++i) ++seen[fights.fight(random)];
  std::vector<Cell> cells(1);
  double all = 0;
  for (const auto& end : odds.ends) {
    if (cells.back().expected >= kLeast) cells.emplace_back();
    const auto found = seen.find(game.hash(end.state));
    const double times = found == seen.end() ? 0 : found->second;
    cells.back().expected += end.share * count;
    cells.back().observed += times;
    all += times;
  }
  if (all != count) return 0;  // a fight ended as the odds do not know
  if (cells.size() > 1 && cells.back().expected < kLeast) {
    const auto last = cells.back();
    cells.pop_back();
    cells.back().expected += last.expected;
    cells.back().observed += last.observed;
  }
  if (cells.size() < 2) return 1;
  double statistic = 0;
  for (const auto& [expected, observed] : cells)
    statistic += (observed - expected) * (observed - expected) / expected;
  const boost::math::chi_squared law(static_cast<double>(cells.size() - 1));
  return boost::math::cdf(boost::math::complement(law, statistic));
}

/// `battles` orders of a campaign at random behind which dice fall, each against `count` fights.
/// The smallest of the probabilities, corrected for how many there are.
double worst_p_value(std::uint64_t key, int battles, int count) {
  auto session = begin("grand-tactical-1812", key, "person", "person");
  const auto& game = session.game();
  core::RandomStream random(key, 12);
  double worst = 1;
  int checked = 0;
  while (checked < battles && !session.over()) {
    const auto side = play::side_of(session.actor());
    const auto world = session.world(side);
    const auto legal = game.legal(world);
    const auto action = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
    auto after = world;
    game.apply(after, action);
    if (game.actor(after) == play::Actor::Nature) {
      const auto odds = ai::table::odds_of(game, session.observation(side), {action});
      // What lasts to the end of the turn is no battle, and asks for many decisions.
      const bool ends_soon = std::ranges::all_of(
          odds.ends, [&](const auto& end) { return game.turn(end.state) == game.turn(world); });
      if (odds.exact && ends_soon && odds.ends.size() > 1) {
        Fights fights(game, world, action);
        worst = std::min(worst, p_value(game, odds, fights, count, random));
        ++checked;
      }
    }
    session.decide(side, session.revision(), action);
  }
  CHECK(checked == battles);
  return std::min(1.0, worst * battles);
}

}  // namespace

TEST_CASE("odds are those of fights that are resolved", "[table][trials]") {
  CHECK(worst_p_value(6, 20, 400) > 0.001);
}

// Run by hand: a million fights (or NIEMEN_FIGHTS) take minutes, and each campaign says its own.
TEST_CASE("odds of many battles", "[.][odds-bench]") {
  constexpr int kBattles = 2, kCampaigns = 250;
  const char* wanted = std::getenv("NIEMEN_FIGHTS");
  const int fights = wanted ? std::stoi(wanted) : 1'000'000;
  double worst = 1;
  for (std::uint64_t key = 1; key <= kCampaigns; ++key) {
    const auto p = worst_p_value(key, kBattles, fights);
    WARN("campaign " << key << ": " << kBattles << " battles, " << fights
                     << " fights each, corrected p " << p);
    worst = std::min(worst, p);
  }
  CHECK(worst * kCampaigns > 0.001);
}

TEST_CASE("ways are compared with the same dice as a chance", "[table]") {
  auto session = begin("strategic-1812", 6, "person", "person");
  const auto side = play::side_of(session.actor());
  const auto seen = session.observation(side);
  const auto legal = session.game().legal(session.world(side));
  const ai::table::WorthOptions options{.campaigns = 12};
  const auto ways = ai::table::ways_of(session.game(), seen,
                                       {legal.front(), legal.back(), legal.front()}, options);
  REQUIRE(ways.size() == 3);
  CHECK(ways[0].chance.value == ways[2].chance.value);
  CHECK(ways[1].less.value == Approx(ways[0].chance.value - ways[1].chance.value));
  CHECK_FALSE(ways[2].worse());
  CHECK_FALSE(ways[2].better());
  // What is told of an order says the same.
  const auto worth = ai::table::worth_of(session.game(), seen, {legal.front()}, {}, options);
  CHECK(worth.with.value == ways[0].chance.value);
}

TEST_CASE("a reason rests on many playings, and calls what it cannot tell apart equal", "[table]") {
  ai::Decision decision;
  decision.action = 1;
  const auto way = [](play::Action action, std::uint64_t visits, double win, double reach) {
    return ai::Alternative{.action = action,
                           .text = "way " + std::to_string(action),
                           .visits = visits,
                           .win_probability = win,
                           .win_low = win - reach,
                           .win_high = win + reach};
  };
  decision.report.alternatives = {way(1, 400, 0.62, 0.05), way(2, 100, 0.42, 0.08),
                                  way(3, 90, 0.60, 0.08), way(4, 49, 0.1, 0.08)};
  const auto words = ai::table::reason_of(decision);
  CHECK(words.find("62 % to win (57 to 67)") != std::string::npos);
  CHECK(words.find("way 2 promised 20 points less (11 to 29)") != std::string::npos);
  CHECK(words.find("way 3 was equal to it") != std::string::npos);
  CHECK(words.find("way 4") == std::string::npos);
  CHECK(words.find("tries") == std::string::npos);
  decision.report.alternatives[0].visits = 49;
  CHECK(ai::table::reason_of(decision).empty());
}

TEST_CASE("what an order is worth is measured with the same dice", "[table]") {
  auto session = begin("strategic-1812", 6, "person", "person");
  const auto side = play::side_of(session.actor());
  const auto seen = session.observation(side);
  const auto legal = session.game().legal(session.world(side));
  const auto& game = session.game();
  int reports = 0;
  ai::table::WorthOptions options{.campaigns = 12};
  options.progress = [&](const ai::table::Worth& sofar) {
    ++reports;
    CHECK(sofar.complete == (sofar.with.campaigns == 12));
  };
  const auto worth = ai::table::worth_of(game, seen, {legal.front()}, {}, options);
  CHECK(worth.complete);
  CHECK(worth.with.campaigns == 12);
  CHECK(worth.change.value == Approx(worth.with.value - worth.instead.value));
  CHECK(worth.change.low <= worth.change.value);
  CHECK(worth.change.value <= worth.change.high);
  // Against itself an order changes nothing at all.
  const auto same = ai::table::worth_of(game, seen, {legal.front()}, {legal.front()}, options);
  CHECK(same.change.value == 0);
  CHECK(same.change.margin == 0);
  std::stop_source stop;
  stop.request_stop();
  options.stop = stop.get_token();
  options.progress = {};
  const auto stopped = ai::table::worth_of(game, seen, {legal.front()}, {}, options);
  CHECK_FALSE(stopped.complete);
  CHECK(stopped.with.campaigns == 0);
}
