#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "ai/agents/policy_agent.h"
#include "ai/doctrine/area_campaign/doctrine.h"
#include "ai/doctrine/area_campaign/doctrines.h"
#include "ai/doctrine/area_campaign/planner.h"
#include "ai/policy/policy.h"
#include "tests/systems/area_campaign/fixture.h"

using namespace niemen;
using area_campaign::AreaCampaign;

namespace {

struct Played {
  play::Outcome outcome;
  std::uint64_t hash;
  area_campaign::State last;
};

Played play_out(const AreaCampaign& game, std::array<ai::Policy<AreaCampaign>*, 2> policies,
                std::uint64_t key) {
  std::array<ai::PolicyAgent<AreaCampaign>, 2> agents{
      ai::PolicyAgent<AreaCampaign>(game, policies[0]->clone()),
      ai::PolicyAgent<AreaCampaign>(game, policies[1]->clone())};
  auto state = game.initial();
  core::RandomStream random(key);
  play::NullRecorder silent;
  while (game.actor(state) != play::Actor::Over) {
    const auto actor = game.actor(state);
    if (actor == play::Actor::Nature) {
      game.apply(state, play::draw_chance(game, state, key), silent);
      continue;
    }
    const auto side = play::side_of(actor);
    const auto decision = agents[static_cast<std::size_t>(play::index(side))].decide(
        game.observe(state, play::viewer_of(side)), random, {});
    REQUIRE(game.why(state, decision.action).ok);
    game.apply(state, decision.action, silent);
  }
  return {game.outcome(state), game.hash(state), state};
}

}  // namespace

TEST_CASE("every doctrine of the area game loads and plays legally", "[area_campaign][doctrine]") {
  for (const char* preset : {"standard", "optional"})
    for (const char* scenario : {"1-free", "3-historical"}) {
      const auto loaded = area_campaign::test::load(scenario, preset);
      const auto game = loaded.game();
      const auto names = ai::Doctrines<AreaCampaign>::names(game);
      CHECK(names.size() >= 4);
      for (const auto& name : names) {
        CAPTURE(preset, scenario, name);
        const auto policy = ai::Doctrines<AreaCampaign>::make(game, name);
        REQUIRE(policy);
        const auto first = play_out(game, {policy.get(), policy.get()}, 5);
        const auto again = play_out(game, {policy.get(), policy.get()}, 5);
        CHECK(first.hash == again.hash);
      }
    }
}

TEST_CASE("a side's alternatives are its own doctrines but the default",
          "[area_campaign][doctrine]") {
  const auto loaded = area_campaign::test::load("1-historical");
  using Names = std::vector<std::string>;
  const auto of = [&](play::Side side) {
    return ai::Doctrines<AreaCampaign>::alternatives(loaded.game(), side);
  };
  CHECK(of(play::Side::A) == Names{"columns", "petersburg"});
  CHECK(of(play::Side::B) == Names{"detachments", "forward-defence"});
}

TEST_CASE("doctrines that were searched for beat the default of the other side",
          "[area_campaign][doctrine]") {
  const auto loaded = area_campaign::test::load("1-historical");
  const auto game = loaded.game();
  const auto plain = ai::Doctrines<AreaCampaign>::make(game, "");
  const auto columns = ai::Doctrines<AreaCampaign>::make(game, "columns");
  const auto detachments = ai::Doctrines<AreaCampaign>::make(game, "detachments");
  double as_french = 0, as_russian = 0;
  constexpr int kCampaigns = 40;
  for (std::uint64_t key = 0; key < kCampaigns; ++key) {
    as_french += play_out(game, {columns.get(), plain.get()}, key).outcome.score_a();
    as_russian += 1 - play_out(game, {plain.get(), detachments.get()}, key).outcome.score_a();
  }
  CHECK(as_french > 0.8 * kCampaigns);
  CHECK(as_russian > 0.6 * kCampaigns);
}

TEST_CASE("the default doctrines beat random play on either side", "[area_campaign][doctrine]") {
  const auto loaded = area_campaign::test::load("1-historical");
  const auto game = loaded.game();
  const auto planner = ai::Doctrines<AreaCampaign>::make(game, "");
  ai::RandomPolicy<AreaCampaign> random;
  double as_french = 0, as_russian = 0;
  constexpr int kCampaigns = 20;
  for (std::uint64_t key = 0; key < kCampaigns; ++key) {
    as_french += play_out(game, {planner.get(), &random}, key).outcome.score_a();
    as_russian += 1 - play_out(game, {&random, planner.get()}, key).outcome.score_a();
  }
  CHECK(as_french > 0.9 * kCampaigns);
  CHECK(as_russian > 0.9 * kCampaigns);
}

TEST_CASE("a doctrine that does not exist is no policy; a bad one is one clear line",
          "[area_campaign][doctrine]") {
  const auto loaded = area_campaign::test::load("1-historical");
  CHECK_FALSE(ai::Doctrines<AreaCampaign>::make(loaded.game(), "no-such"));
  CHECK_THROWS_AS(
      ai::area_campaign::read_doctrine(
          area_campaign::test::game_folder() + "/scenarios/1-free.toml", *loaded.context),
      core::InputError);
}

namespace {

/// What the default doctrines do in a position of the game with Leaders, from `step` on: decisions
/// of `side` alone, each as text, until another side or Nature is due.
std::vector<std::string> decisions(const AreaCampaign& game, const std::string& step,
                                   const std::string& side, const std::string& lines) {
  auto state =
      game.parse_state("turn 2\nstep " + step + "\ndecider " + side + "\nphasing french\n" +
                       "segment 1\ncontrol FP2 FP3 FP5 FW7 FW11 FW13 FA16\n" + lines);
  const auto planner = ai::Doctrines<AreaCampaign>::make(game, "");
  core::RandomStream random(3);
  play::NullRecorder silent;
  play::ActionList legal;
  std::vector<std::string> done;
  for (const auto actor = game.actor(state); game.actor(state) == actor;) {
    game.legal(state, legal);
    const auto action = planner->choose(state, legal, random);
    done.push_back(game.action_text(state, action));
    game.apply(state, action, silent);
  }
  return done;
}

bool contains(const std::vector<std::string>& done, const std::string& part) {
  return std::any_of(done.begin(), done.end(),
                     [&](const auto& text) { return text.find(part) != std::string::npos; });
}

}  // namespace

TEST_CASE("a Leader whom his troops have left rides to the army", "[area_campaign][doctrine]") {
  const auto game_data = area_campaign::test::load("1-historical", "optional");
  const auto game = game_data.game();
  const auto done = decisions(game, "march-stack", "french",
                              "leader Ney R22\nleader Napoleon R23\nat R23 french 6ic 2cc\n"
                              "at R60 russian 1ic\n");
  INFO(Catch::Detail::stringify(done));
  CHECK(contains(done, "from R22"));
  CHECK(contains(done, "to R23"));
  CHECK_FALSE(contains(done, "from R23"));
}

TEST_CASE("troops without a General do not march to attack, with one they do",
          "[area_campaign][doctrine]") {
  const auto game_data = area_campaign::test::load("1-historical", "optional");
  const auto game = game_data.game();
  const std::string armies = "at R22 french 4ic\nat R32 russian 1ic\nat R60 russian 1ic\n";
  const auto alone = decisions(game, "move-stack", "french", armies);
  const auto led = decisions(game, "move-stack", "french", "leader Napoleon R22\n" + armies);
  INFO(Catch::Detail::stringify(alone) + Catch::Detail::stringify(led));
  CHECK_FALSE(contains(alone, "to R32"));
  CHECK(contains(led, "to R32"));
}

TEST_CASE("Leaders leave a stack that is lost, Napoleon one in doubt",
          "[area_campaign][doctrine]") {
  const auto game_data = area_campaign::test::load("1-historical", "optional");
  const auto game = game_data.game();
  const auto retiring = [&](int infantry) {
    auto state = game.parse_state(
        "turn 2\nstep march-stack\ndecider russian\nphasing russian\n"
        "control FP2 FP3 FP5 FW7 FW11 FW13 FA16\nleader Napoleon R22\nleader Ney R22\n"
        "leader Barclay R22\nat R60 russian 1ic\nat R22 russian 6ic\nat R22 french " +
        std::to_string(infantry) + "ic\n");
    play::NullRecorder silent;
    for (const char* text :
         {"end march", "end depots", "attack by B Contact", "defend by F Entrench"}) {
      const auto action = game.parse_action(state, text);
      REQUIRE(action);
      game.apply(state, *action, silent);
    }
    const auto planner = ai::Doctrines<AreaCampaign>::make(game, "");
    core::RandomStream random(3);
    play::ActionList legal;
    std::string names;
    while (state.step == area_campaign::Step::RetireLeaders &&
           game.actor(state) == play::Actor::SideA) {
      game.legal(state, legal);
      const auto action = planner->choose(state, legal, random);
      names += game.action_text(state, action) + "; ";
      game.apply(state, action, silent);
    }
    return names;
  };
  CHECK(retiring(6) == "retire no more leaders; ");
  CHECK(retiring(5) == "retire leader Napoleon; retire no more leaders; ");
  CHECK(retiring(2) == "retire leader Napoleon; retire leader Ney; ");
}

TEST_CASE("Leaders are deployed with the troops, Napoleon with many", "[area_campaign][doctrine]") {
  const auto game_data = area_campaign::test::load("1-free", "optional");
  const auto game = game_data.game();
  const auto planner = ai::Doctrines<AreaCampaign>::make(game, "");
  core::RandomStream random(3);
  play::NullRecorder silent;
  play::ActionList legal;
  auto state = game.initial();
  while (state.step == area_campaign::Step::SetUp) {
    game.legal(state, legal);
    game.apply(state, planner->choose(state, legal, random), silent);
  }
  using area_campaign::Kind;
  const auto& context = game.context();
  for (int leader = 0; leader < static_cast<int>(context.leaders.size()); ++leader) {
    const int at = state.leader_place(leader);
    if (at >= context.place_count()) continue;
    CAPTURE(context.leaders[static_cast<std::size_t>(leader)].name);
    CHECK(state.corps(leader < context.first_defender_leader ? 0 : 1, at) > 0);
  }
  // Other groups deploy after his.
  CHECK(state.count(0, state.leader_place(context.victory_leader), Kind::Infantry) >= 4);
}

TEST_CASE("between doctrines few Leaders die", "[area_campaign][doctrine]") {
  const auto game_data = area_campaign::test::load("2-historical", "optional");
  const auto game = game_data.game();
  const auto planner = ai::Doctrines<AreaCampaign>::make(game, "");
  constexpr int kCampaigns = 20;
  long dead = 0;
  for (std::uint64_t key = 0; key < kCampaigns; ++key) {
    const auto& leaders = play_out(game, {planner.get(), planner.get()}, key).last.leaders;
    dead += std::count(leaders.begin(), leaders.end(), area_campaign::kDead);
  }
  CHECK(dead <= kCampaigns);
}

TEST_CASE("on the last turn a free place worth points is marched into",
          "[area_campaign][doctrine]") {
  const auto game_data = area_campaign::test::load("1-historical");
  const auto game = game_data.game();
  const auto& c = game.context();
  int tried = 0;
  for (const int place : c.with_points& c.defenders_country) {
    const int points = c.points[c.point_of[static_cast<std::size_t>(place)]];
    const auto& around = c.neighbours[static_cast<std::size_t>(place)];
    // From where nothing dearer is to be had, for which Corps march on any turn.
    const auto is_plain = [&](int next) {
      const auto& beyond = c.neighbours[static_cast<std::size_t>(next)];
      return !c.with_points.contains(next) &&
             std::none_of(beyond.begin(), beyond.end(), [&](int far) {
               const int point = c.point_of[static_cast<std::size_t>(far)];
               return point != area_campaign::kNowhere && c.points[point] > 3;
             });
    };
    const auto* from = std::find_if(around.begin(), around.end(), is_plain);
    if (points < 1 || points > 3 || from == around.end()) continue;
    const auto& id = c.places[static_cast<std::size_t>(place)].id;
    const auto& start = c.places[*from].id;
    const auto march = [&](int turn) {
      auto state = game.parse_state("turn " + std::to_string(turn) +
                                    "\nstep march-stack\ndecider french\nphasing french\n"
                                    "segment 1\ncontrol FP2 FP3 FP5 FW7 FW11 FW13 FA16\nat " +
                                    start + " french 2ic\n");
      const auto planner = ai::Doctrines<AreaCampaign>::make(game, "");
      core::RandomStream random(3);
      play::ActionList legal;
      game.legal(state, legal);
      return game.action_text(state, planner->choose(state, legal, random));
    };
    CAPTURE(id, start);
    CHECK(march(c.rules.last_turn) == "march from " + start);
    CHECK(march(c.rules.last_turn - 1) == "end march");
    ++tried;
  }
  CHECK(tried > 3);
}

TEST_CASE("who holds what is threatened and finishes beats who does neither",
          "[area_campaign][doctrine]") {
  const auto loaded = area_campaign::test::load("1-historical");
  const auto game = loaded.game();
  const auto& c = game.context();
  std::array<ai::area_campaign::Doctrine, 2> doctrines;
  for (const std::size_t side : {0U, 1U})
    doctrines[side] = ai::area_campaign::read_doctrine(
        ai::area_campaign::doctrine_file(c, c.default_doctrines[side]), c);
  const auto make = [&] {
    using namespace ai::area_campaign;
    return std::make_unique<Planner>(std::make_shared<PlannerBasis>(game, doctrines));
  };
  const auto now = make();
  for (auto& doctrine : doctrines) doctrine.hold = 0, doctrine.finishes = false;
  const auto before = make();
  double as_french = 0, as_russian = 0;
  constexpr int kCampaigns = 100;
  for (std::uint64_t key = 0; key < kCampaigns; ++key) {
    const auto base = play_out(game, {before.get(), before.get()}, key).outcome.margin;
    as_french += play_out(game, {now.get(), before.get()}, key).outcome.margin - base;
    as_russian += base - play_out(game, {before.get(), now.get()}, key).outcome.margin;
  }
  CAPTURE(as_french, as_russian);
  CHECK(as_russian > 0.3 * kCampaigns);
  CHECK(as_french + as_russian > 0);
}
