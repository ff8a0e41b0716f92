#include "engine/play/case_file.h"

#include <catch2/catch.hpp>

#include "engine/core/config.h"
#include "tests/play/toy_games.h"

using namespace niemen;

namespace {

play::CaseResult run(const std::string& text) {
  const auto cases = play::parse_cases(text, "x.case");
  REQUIRE(cases.size() == 1);
  return play::CaseRunner(toys::find_toy, toys::load_toy).run(cases[0]);
}

constexpr auto kPosition = "game kuhn\nposition {\ncards 2,0 dealt 2 bids 0 bets 0\n}\n";

}  // namespace

TEST_CASE("a case plays its steps and looks at what it expects") {
  const auto result = run(std::string(kPosition) + R"(
# A holds the king.
expect actor A
expect choices 2
legal bet
illegal deal 1 by turn
do pass
expect event pass
expect no event bet
do bet
expect actor Second
)");
  CHECK_FALSE(result.passed);
  CHECK(result.failure == "x.case:15: expected actor Second; found A (First)");
  CHECK(result.transcript.find("B (Second): bet") != std::string::npos);

  CHECK(run(std::string(kPosition) + "do bet\ndo bet\nexpect outcome A 2\nexpect actor Over\n")
            .passed);
  CHECK(run(std::string(kPosition) + "do bet\nexpect state cards 2,0 dealt 2 bids 1 bets 1\n")
            .passed);
  CHECK(run("game kuhn\nchance 1/3 deal 1\ndo deal 1\nchance 1/2 deal 0\nexpect turn 1\n").passed);
  CHECK(run("game pig\ndo roll\nchance 1/6 die 4\ndie 4\nexpect actor A\n").passed);
}

TEST_CASE("a case fails with the first difference, at its line") {
  const auto failure = [](const std::string& steps) {
    const auto result = run(kPosition + steps);
    CHECK_FALSE(result.passed);
    return result.failure;
  };
  CHECK_THAT(failure("do deal 1\n"), Catch::Contains("x.case:5") && Catch::Contains("rule turn"));
  CHECK_THAT(failure("do fold\n"), Catch::Contains("\"pass\", \"bet\""));
  CHECK_THAT(failure("legal deal 1\n"), Catch::Contains("should be legal"));
  CHECK_THAT(failure("illegal bet by turn\n"), Catch::Contains("it is legal"));
  CHECK_THAT(failure("illegal deal 1 by deal\n"), Catch::Contains("illegal by turn"));
  CHECK_THAT(failure("expect outcome A\n"), Catch::Contains("not over"));
  CHECK_THAT(failure("expect state cards 2,0\n"), Catch::Contains("found \"cards 2,0 dealt 2"));
  CHECK_THAT(failure("do bet\nexpect event pass\n"), Catch::Contains("found \"bet\""));
  CHECK_THAT(failure("expect modifier -1 river\n"), Catch::Contains("no modifiers"));
  CHECK_THAT(failure("chance x bet\n"), Catch::Contains("probability"));
}

TEST_CASE("cases of a file share what stands before the first of them") {
  const auto cases = play::parse_cases(
      "game kuhn\nset a=1\ncase one\nset b=2\ndo pass\ncase two\ndo bet\n", "x.case");
  REQUIRE(cases.size() == 2);
  CHECK(cases[0].title == "one");
  CHECK(cases[0].request.overrides == std::vector<std::string>{"a=1", "b=2"});
  CHECK(cases[1].request.overrides == std::vector<std::string>{"a=1"});
  CHECK(cases[1].line == 6);
}

TEST_CASE("cases that ask for the same game share its loading, and nothing else") {
  const auto cases = play::parse_cases(
      "game pig\ncase one\ndo roll\ndie 4\ncase two\ndo roll\nexpect no event die 4\n"
      "case three\nset a=1\ndo roll\n",
      "x.case");
  REQUIRE(cases.size() == 3);
  std::vector<std::vector<std::string>> loaded;
  play::CaseRunner runner(toys::find_toy, [&](const play::GameRequest& request) {
    loaded.push_back(request.overrides);
    return toys::load_toy(request);
  });
  for (const auto& one : cases) CHECK(runner.run(one).passed);
  CHECK(loaded == std::vector<std::vector<std::string>>{{}, {"a=1"}});

  auto unknown = cases[0];
  unknown.game = "chess";
  CHECK_THROWS_WITH(runner.run(unknown), Catch::Contains("no toy chess"));
  CHECK(runner.run(cases[0]).passed);
}

TEST_CASE("inline configuration keeps the lines of its file") {
  const auto cases = play::parse_cases("game kuhn\nconfig {\nturns = x\n}\ndo pass\n", "x.case");
  CHECK_THROWS_WITH(core::read_toml_text(cases[0].request.inline_config, "x.case"),
                    Catch::Contains("x.case:3"));
}

TEST_CASE("what is not a case is refused at its line") {
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      play::parse_cases(text, "x.case");
    } catch (const core::InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  CHECK_THAT(refusal(""), Catch::Contains("no \"game\""));
  CHECK_THAT(refusal("game kuhn\n"), Catch::Contains("no steps"));
  CHECK_THAT(refusal("game kuhn\nmove x\n"),
             Catch::Contains("x.case:2") && Catch::Contains("allowed"));
  CHECK_THAT(refusal("game kuhn\ndo\n"), Catch::Contains("x.case:2"));
  CHECK_THAT(refusal("game kuhn\nposition {\nabc\n"), Catch::Contains("x.case:2: the block"));
  CHECK_THAT(refusal("game kuhn\nposition x\n"), Catch::Contains("x.case:2"));
  CHECK_THAT(refusal("game kuhn\ndo pass\npreset x\n"), Catch::Contains("before the steps"));
  CHECK_THAT(refusal("game kuhn\ndo pass\ncase x\ndo pass\n"), Catch::Contains("x.case:3"));
  CHECK_THAT(refusal("game kuhn\nillegal pass\n"), Catch::Contains("by <rule>"));
  CHECK_THAT(refusal("game kuhn\nopening C x\n"), Catch::Contains("A|B"));
  CHECK_THROWS_WITH(run("game kuhn\nposition {\nnonsense\n}\ndo pass\n"),
                    Catch::Contains("x.case:2: position"));
}
