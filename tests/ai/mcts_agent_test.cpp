#include "ai/agents/mcts_agent.h"
#include "ai/agents/policy_agent.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "ai/agents/play_campaign.h"
#include "tests/support/allocation_count.h"
#include "tests/support/toys/kuhn.h"
#include "tests/support/toys/pennies.h"
#include "tests/support/toys/pig.h"

using namespace niemen;
using toys::Kuhn;
using toys::Pennies;
using toys::Pig;

namespace {

ai::SearchOptions small_options() {
  ai::SearchOptions options;
  options.iterations = 300;
  options.memory_mb = 2;
  return options;
}

template <class G>
ai::MctsAgent<G> agent_of(const G& game, const ai::SearchOptions& options = small_options()) {
  return ai::MctsAgent<G>(game, options, ai::RandomPolicy<G>(), nullptr);
}

/// Everything a search counted, as text.
std::string counters(const ai::Decision& decision) {
  std::ostringstream text;
  const auto& report = decision.report;
  text << decision.action << ' ' << report.iterations << ' ' << report.worlds << ' '
       << report.nodes;
  for (const auto& a : report.alternatives)
    text << '|' << a.action << ' ' << a.visits << ' ' << a.win_probability << ' ' << a.margin;
  for (const auto& step : report.principal_line) text << '>' << step;
  for (const auto& belief : report.beliefs) text << '?' << belief.fact << belief.share;
  return text.str();
}

Pig::State pig_position() {
  Pig::State s;
  s.banked = {14, 17};
  s.gathered = 9;
  return s;
}

}  // namespace

TEST_CASE("hidden facts dealt again change neither decision nor counters", "[mcts]") {
  const auto same_for_all = [](const auto& game, const auto& states, play::Side side) {
    std::string first;
    for (const auto& state : states) {
      auto agent = agent_of(game);
      core::RandomStream random(5);
      const auto decision =
          agent.decide(game.observe(state, play::viewer_of(side)), random, {.want_report = true});
      if (first.empty()) first = counters(decision);
      CHECK(counters(decision) == first);
    }
  };
  Kuhn::State hand;
  hand.card = {1, 0};
  hand.dealt = 2;
  auto other = hand;
  other.card[1] = 2;
  same_for_all(Kuhn{}, std::vector{hand, other}, play::Side::A);

  auto heads = Pennies{}.initial(), tails = heads;
  heads.coin = Pennies::kHeads;
  tails.coin = Pennies::kTails;
  same_for_all(Pennies{}, std::vector{heads, tails}, play::Side::B);
}

TEST_CASE("the opponent is not credited with my secrets", "[mcts]") {
  // I hold the highest card and bet: an opponent who knew it would always pass; one who does not
  // calls with the middle card now and then, so betting earns more than the ante.
  const Kuhn game;
  Kuhn::State hand;
  hand.card = {2, 1};
  hand.dealt = 2;
  auto options = small_options();
  options.win_weight = 0;
  options.margin_scale = 2;
  options.iterations = 20000;
  options.early_stop = false;
  const auto bet_margin = [&](double public_share) {
    options.public_share = public_share;
    auto agent = agent_of(game, options);
    core::RandomStream random(6);
    const auto decision =
        agent.decide(game.observe(hand, play::Viewer::SideA), random, {.want_report = true});
    for (const auto& a : decision.report.alternatives)
      if (a.action == Kuhn::kBet) return a.margin;
    return 0.0;
  };
  CHECK(bet_margin(0.5) > 1.02);
}

TEST_CASE("a search repeats bit for bit on one thread", "[mcts]") {
  const Pig game;
  std::string first;
  for (int run = 0; run < 2; ++run) {
    auto agent = agent_of(game);
    core::RandomStream random(8);
    const auto decision = agent.decide(pig_position(), random, {.want_report = true});
    CHECK(decision.report.iterations > 0);
    CHECK(decision.report.alternatives.size() == 2);
    CHECK_FALSE(decision.report.principal_line.empty());
    if (run == 0) first = counters(decision);
    CHECK(counters(decision) == first);
  }
}

TEST_CASE("a search iteration does not touch the heap", "[mcts]") {
  const Kuhn game;
  auto options = small_options();
  ai::Search<Kuhn> search(game, options, ai::RandomPolicy<Kuhn>(), nullptr);
  Kuhn::State hand;
  hand.card = {1, 0};
  hand.dealt = 2;
  const auto observation = game.observe(hand, play::Viewer::SideA);
  core::RandomStream random(2);
  const auto before = support::allocations();
  search.run(observation, random, {.iterations = 5000});
  CHECK(support::allocations() == before);
}

TEST_CASE("a full tree goes on with what it has", "[mcts]") {
  const Pig game;
  auto options = small_options();
  options.memory_mb = 1;
  options.early_stop = false;
  auto agent = agent_of(game, options);
  core::RandomStream random(3);
  Pig::State s;
  const auto decision = agent.decide(
      [&] {
        s.gathered = 2;
        return s;
      }(),
      random, {.iterations = 100000});
  CHECK(decision.report.memory_full);
  CHECK(decision.report.iterations == 100000);
  CHECK_THROWS_AS(ai::Tree(0), core::InputError);
}

TEST_CASE("later decisions find what earlier ones learned", "[mcts]") {
  const Pig game;
  auto options = small_options();
  options.early_stop = false;
  ai::Search<Pig> search(game, options, ai::RandomPolicy<Pig>(), nullptr);
  auto state = pig_position();
  core::RandomStream random(4);
  search.run(state, random, {.iterations = 2000});
  play::NullRecorder silent;
  game.apply(state, Pig::kRoll, silent);
  game.apply(state, Pig::kFace + 4, silent);
  std::uint64_t known = 0;
  for (auto& edge : search.edges_at(state, play::Side::A)) known += edge.visits.load();
  CHECK(known > 50);
  search.run(state, random, {.iterations = 100});
  std::uint64_t after = 0;
  for (auto& edge : search.root_edges()) after += edge.visits.load();
  CHECK(after >= known + 100);
}

TEST_CASE("forced moves are made at once and clear choices early", "[mcts]") {
  const Pig game;
  auto agent = agent_of(game);
  core::RandomStream random(1);
  const auto forced = agent.decide(Pig::State{}, random, {.iterations = 1000000000});
  CHECK(forced.report.forced);
  CHECK(forced.action == Pig::kRoll);
  Pig::State won;  // one more point wins, and a roll is safe only five times in six
  won.banked = {20, 5};
  won.gathered = 3;
  const auto clear = agent.decide(won, random, {.iterations = 4000});
  CHECK(clear.report.iterations < 4000);
}

TEST_CASE("beside a clock a search stops at its iterations", "[mcts]") {
  const Pig game;
  auto options = small_options();
  options.early_stop = false;
  options.iterations = 90;
  ai::MctsAgent<Pig> agent(game, options, ai::RandomPolicy<Pig>(), nullptr,
                           {.seconds_per_turn = 1000});
  core::RandomStream random(1);
  CHECK(agent.decide(pig_position(), random, {}).report.iterations == 90);
}

TEST_CASE("a search obeys the clock and the stop token", "[mcts]") {
  const Pig game;
  auto options = small_options();
  options.early_stop = false;
  auto agent = agent_of(game, options);
  core::RandomStream random(1);
  const auto timed = agent.decide(pig_position(), random, {.seconds = 0.05});
  CHECK(timed.report.iterations > 10);
  std::stop_source source;
  std::jthread impatient([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    source.request_stop();
  });
  const auto stopped =
      agent.decide(pig_position(), random, {.seconds = 3600, .stop = source.get_token()});
  CHECK(stopped.report.iterations > 0);
}

TEST_CASE("threads share one tree and lose no visit", "[mcts]") {
  const Pig game;
  auto options = small_options();
  options.threads = 2;
  options.early_stop = false;
  ai::Search<Pig> search(game, options, ai::RandomPolicy<Pig>(), nullptr);
  core::RandomStream random(12);
  const auto statistics = search.run(pig_position(), random, {.iterations = 20000});
  CHECK(statistics.iterations == 20000);
  std::uint64_t visits = 0, in_flight = 0;
  for (auto& edge : search.root_edges()) {
    visits += edge.visits.load();
    in_flight += edge.in_flight.load();
  }
  CHECK(visits == 20000);
  CHECK(in_flight == 0);
}

TEST_CASE("the turn clock keeps within its turn and adapts to longer ones", "[mcts]") {
  ai::TurnClock clock({.seconds_per_turn = 60, .seconds_per_decision = 1});
  double first_turn = 0;
  for (int decision = 0; decision < 500; ++decision) {
    const auto share = clock.next(1);
    CHECK(share.usual <= 1);
    CHECK(share.most <= 1);
    CHECK(share.most >= share.usual);
    clock.spend(share.most);
    first_turn += share.most;
  }
  CHECK(first_turn <= 60.0 + 1e-9);
  CHECK(first_turn > 40);
  CHECK(clock.next(2).usual < 0.3);  // 280 decisions expected now
}

TEST_CASE("a search beats random play at Pig", "[mcts]") {
  const Pig game;
  auto search = agent_of(game);
  auto random = ai::make_random_agent(game);
  double score = 0;
  constexpr int kCampaigns = 60;
  for (int i = 0; i < kCampaigns; ++i) {
    ai::CampaignSetup<Pig> setup{.agents = {random.get(), &search},
                                 .campaign_key = static_cast<std::uint64_t>(i)};
    score += 1 - ai::play_campaign(game, setup).outcome.score_a();
  }
  CHECK(score > 0.7 * kCampaigns);
}
