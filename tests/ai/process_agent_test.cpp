#include "ai/agents/process_agent.h"
#include "ai/agents/policy_agent.h"

#include <catch2/catch.hpp>
#include <chrono>

#include "ai/agents/play_campaign.h"
#include "ai/policy/policy.h"
#include "tests/support/toys/kuhn.h"
#include "tests/support/toys/pig.h"

using namespace niemen;
using Catch::Matchers::Contains;
using toys::Pig;

namespace {

constexpr double kPatience = 0.3;  // seconds

/// The campaign's end when side A is played by a shell script.
ai::CampaignRecord play_against(std::vector<std::string> command, double patience = kPatience) {
  const Pig game;
  ai::ProcessAgent<Pig> program(game, std::move(command), patience);
  auto random = ai::make_random_agent(game);
  ai::CampaignSetup<Pig> setup{.agents = {&program, random.get()}, .campaign_key = 4};
  setup.keep_actions = true;
  return ai::play_campaign(game, setup);
}
std::string forfeit_of(const std::string& script) {
  const auto record = play_against({"sh", "-c", script});
  if (!record.forfeit) return "none";
  CHECK(record.forfeit->side == play::Side::A);
  CHECK(record.outcome.winner == play::Outcome::Winner::B);
  return record.forfeit->reason;
}

const std::vector<std::string> kExample{
    "python3", std::string(NIEMEN_SOURCE_DIR) + "/scripts/example_agent.py"};
constexpr double kStartOfPython = 20;  // seconds; generous on a loaded machine

}  // namespace

TEST_CASE("the example program plays whole campaigns, the same each time", "[process]") {
  const auto first = play_against(kExample, kStartOfPython);
  INFO(first.forfeit.value_or(play::Forfeit{}).reason);
  CHECK_FALSE(first.forfeit);
  CHECK(play_against(kExample, kStartOfPython).actions == first.actions);
}

TEST_CASE("a program that misbehaves forfeits and never hangs", "[process]") {
  const auto start = std::chrono::steady_clock::now();
  CHECK_THAT(forfeit_of("exit 3"), Contains("ended"));
  CHECK_THAT(forfeit_of("read a; read b; kill -9 $$"), Contains("ended"));
  CHECK_THAT(forfeit_of("sleep 60"), Contains("in time"));
  CHECK_THAT(forfeit_of("yes | tr -d '\\n'"), Contains("floods"));
  CHECK_THAT(forfeit_of("yes"), Contains("not {"));
  CHECK_THAT(forfeit_of("echo '{\"action\": \"surrender\"}'; sleep 60"), Contains("not legal"));
  CHECK_THAT(forfeit_of("echo '{\"action\": 7}'; sleep 60"), Contains("not {"));
  const auto missing = play_against({"/no/such/program"});
  REQUIRE(missing.forfeit);
  CHECK_THAT(missing.forfeit->reason, Contains("/no/such/program"));
  // No bar on speed: this only tells a hang (a minute of sleep) from none.
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(50));
}

TEST_CASE("a program that failed is started afresh at the next campaign", "[process]") {
  const Pig game;
  ai::ProcessAgent<Pig> program(game, {"sh", "-c", "exit 0"}, kPatience);
  core::RandomStream random(1);
  CHECK_THROWS_AS(program.decide(game.initial(), random, {}), ai::AgentFailure);
  program.begin_campaign();
  CHECK_THROWS_AS(program.decide(game.initial(), random, {}), ai::AgentFailure);
}

TEST_CASE("a program is told a position that keeps the other side's secrets", "[process]") {
  // The program echoes the last words of the position it was shown as its (illegal) answer.
  const toys::Kuhn game;
  toys::Kuhn::State hand;
  hand.card = {1, 0};
  hand.dealt = 2;
  auto other = hand;
  other.card[1] = 2;
  std::string first;
  for (const auto& state : {hand, other}) {
    ai::ProcessAgent<toys::Kuhn> program(
        game, {"sh", "-c", "read a; read b; echo \"$b\" | tr '\"' \"'\""}, kPatience);
    core::RandomStream random(3);
    try {
      program.decide(game.observe(state, play::Viewer::SideA), random, {});
    } catch (const ai::AgentFailure& failure) {
      CHECK_THAT(failure.what(), Contains("cards 1,"));
      if (first.empty()) first = failure.what();
      CHECK(first == failure.what());
    }
  }
  CHECK_FALSE(first.empty());
}
