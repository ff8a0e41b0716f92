#include "ai/agents/process_agent.h"
#include "ai/agents/policy_agent.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <thread>

#include "ai/agents/play_campaign.h"
#include "ai/policy/policy.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/core/text.h"
#include "tests/support/toys/kuhn.h"
#include "tests/support/toys/pig.h"

using namespace niemen;
using Catch::Matchers::Contains;
using toys::Pig;

namespace {

constexpr double kPatience = 0.3;      // seconds
constexpr double kStartOfPython = 20;  // seconds; generous on a loaded machine

/// The campaign's end when side A is played by a shell script.
ai::CampaignRecord play_against(std::vector<std::string> command, double patience) {
  const Pig game;
  ai::ProcessAgent<Pig> program(game, {.command = std::move(command), .answer_seconds = patience});
  auto random = ai::make_random_agent(game);
  ai::CampaignSetup<Pig> setup{.agents = {&program, random.get()}, .campaign_key = 4};
  setup.keep_actions = true;
  return ai::play_campaign(game, setup);
}
std::string forfeit_of(const std::string& script, double patience) {
  const auto record = play_against({"sh", "-c", script}, patience);
  if (!record.forfeit) return "none";
  CHECK(record.forfeit->side == play::Side::A);
  CHECK(record.outcome.winner == play::Outcome::Winner::B);
  return record.forfeit->reason;
}

const std::vector<std::string> kExample{
    "python3", std::string(NIEMEN_SOURCE_DIR) + "/scripts/example_agent.py"};

}  // namespace

TEST_CASE("the example program plays whole campaigns, the same each time", "[process]") {
  const auto first = play_against(kExample, kStartOfPython);
  INFO(first.forfeit.value_or(play::Forfeit{}).reason);
  CHECK_FALSE(first.forfeit);
  CHECK(play_against(kExample, kStartOfPython).actions == first.actions);
}

TEST_CASE("a program that misbehaves forfeits and never hangs", "[process]") {
  const auto start = std::chrono::steady_clock::now();
  CHECK_THAT(forfeit_of("exit 3", kStartOfPython),
             Contains("turn 1, decision 1") && Contains("ended with exit status 3"));
  CHECK_THAT(forfeit_of("read a; read b; kill -9 $$", kStartOfPython),
             Contains("ended by signal 9"));
  CHECK_THAT(forfeit_of("sleep 60", kPatience), Contains("in time, within 0.3 s"));
  CHECK_THAT(forfeit_of("read a; read b; yes | tr -d '\\n'", kStartOfPython), Contains("floods"));
  CHECK_THAT(forfeit_of("read a; read b; yes", kStartOfPython), Contains("not {"));
  CHECK_THAT(
      forfeit_of("read a; read b; echo '{\"action\": \"surrender\"}'; sleep 60", kStartOfPython),
      Contains("not legal"));
  CHECK_THAT(forfeit_of("read a; read b; echo '{\"action\": 7}'; sleep 60", kStartOfPython),
             Contains("not {"));
  const auto missing = play_against({"/no/such/program"}, kPatience);
  REQUIRE(missing.forfeit);
  CHECK_THAT(missing.forfeit->reason, Contains("/no/such/program"));
  // No bar on speed: this only tells a hang (a minute of sleep) from none.
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(50));
}

TEST_CASE("a program that answers what was not asked is out of step", "[process]") {
  const std::string answer_twice =
      "read a; while read b; do printf '{\"action\": \"roll\"}\\n{\"action\": \"roll\"}\\n'; done";
  const auto record = play_against({"sh", "-c", answer_twice}, kStartOfPython);
  REQUIRE(record.forfeit);
  CHECK_THAT(record.forfeit->reason, Contains("out of step"));
  CHECK(record.decisions == 1);
  ai::DecisionRequest request;
  request.decision = 7;
  request.legal = {"roll", "hold"};
  CHECK(ai::read_answer(R"({"action": "hold"})", request) == 1);
  CHECK(ai::read_answer(R"({"action": "hold", "decision": 7})", request) == 1);
  CHECK_THROWS_WITH(ai::read_answer(R"({"action": "hold", "decision": 6})", request),
                    Contains("asked for decision 7"));
}

TEST_CASE("a program is told the campaign from its start to its result", "[process]") {
  const auto heard =
      std::filesystem::temp_directory_path() / ("niemen-heard-" + std::to_string(::getpid()));
  std::filesystem::remove(heard);
  const Pig game;
  {
    ai::ProcessAgent<Pig> program(
        game, {.command = {"sh", "-c",
                           "while read a; do echo \"$a\" >>" + heard.string() +
                               "; case \"$a\" in *'\"hold\"'*) echo '{\"action\": \"hold\"}';; "
                               "*legal*) echo '{\"action\": \"roll\"}';; esac; done"},
               .answer_seconds = kStartOfPython,
               .skip_forced = true});
    ai::CampaignCard card;
    card.info.title = "pig";
    card.request.overrides = {"victory.bid=3"};
    card.request.openings[0] = "mine";
    card.request.openings[1] = "theirs";
    card.players[1] = "random";
    program.introduce(std::make_shared<const ai::CampaignCard>(card));
    auto random = ai::make_random_agent(game);
    const auto record = ai::play_campaign(
        game, ai::CampaignSetup<Pig>{.agents = {&program, random.get()}, .campaign_key = 4});
    INFO(record.forfeit.value_or(play::Forfeit{}).reason);
    REQUIRE_FALSE(record.forfeit);
  }
  const auto lines = core::split_words(core::read_file(heard), "\n");
  REQUIRE(lines.size() > 3);
  for (const auto* part : {R"("campaign":"new","game":"pig")", R"("set":["victory.bid=3"])",
                           R"("openings":["mine",""])", R"("side":"A")", R"("opponent":"random")"})
    CHECK_THAT(lines.front(), Contains(part));
  CHECK_THAT(lines.back(), Contains(R"("campaign":"over","winner":)"));
  for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
    CHECK_THAT(lines[i], Contains(R"("limits":{"seconds":20.0})"));
    CHECK_THAT(lines[i], Contains("hold"));  // where there is no choice nobody is asked
  }
  std::filesystem::remove(heard);
}

TEST_CASE("what is filled in by lot is named", "[process]") {
  using Lines = std::vector<std::string>;
  CHECK(ai::guesses_in("a\nb\nc\n", {"a\nb\nc\n"}).empty());
  CHECK(ai::guesses_in("a\nb\nc\n", {"a\nx\nc\n", "y\nb\nc\n"}) == Lines{"a", "b"});
}

TEST_CASE("a program reads the end of its input and has the last word", "[process]") {
  const auto notes = std::filesystem::temp_directory_path() / "niemen-last-word";
  std::filesystem::remove(notes);
  {
    ai::ChildProcess child({"sh", "-c", "cat >/dev/null; echo goodbye >" + notes.string()});
    child.write_line("hello", kStartOfPython);
  }
  CHECK(core::read_file(notes) == "goodbye\n");
  std::filesystem::remove(notes);
}

TEST_CASE("a stop is heeded while a program thinks", "[process]") {
  std::stop_source stop;
  ai::ChildProcess child({"sleep", "60"});
  child.heed(stop.get_token());
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    stop.request_stop();
  });
  CHECK_THROWS_AS(child.read_line(60), core::Interrupted);
}

TEST_CASE("a program that failed is started afresh at the next campaign", "[process]") {
  const Pig game;
  ai::ProcessAgent<Pig> program(game,
                                {.command = {"sh", "-c", "exit 0"}, .answer_seconds = kPatience});
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
        game,
        {.command = {"sh", "-c",
                     "read a; read b; echo \"$b\" | tr '\"' \"'\" | sed \"s/.*'position'//\""},
         .answer_seconds = kStartOfPython});
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
