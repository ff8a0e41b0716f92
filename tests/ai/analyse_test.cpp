#include "ai/agents/analyse.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "engine/core/error.h"
#include "engine/systems/registry.h"

using namespace niemen;
using Catch::Matchers::Contains;

namespace {

std::unique_ptr<play::AnyGame> game_of(const std::string& title) {
  play::GameRequest request;
  request.folder = std::filesystem::path(NIEMEN_SOURCE_DIR) / "configs/games" / title;
  return systems::load_game(request);
}

/// The first position with a choice, dice as they fall.
play::AnyState first_choice(const play::AnyGame& game) {
  auto state = game.initial();
  for (std::uint64_t step = 0;; ++step) {
    if (game.actor(state) == play::Actor::Nature) {
      game.apply(state, play::draw(game.chance(state), core::random_bits(1, 2, step)));
    } else if (const auto legal = game.legal(state); legal.size() > 1) {
      return state;
    } else {
      game.apply(state, legal[0]);
    }
  }
}

ai::AnalyseOptions options_of(const std::string& kind) {
  ai::AnalyseOptions options;
  options.agent.kind = kind == "turn" ? ai::AgentKind::Turn : ai::AgentKind::Mcts;
  options.agent.search.memory_mb = 4;
  options.agent.search.rollout_turns = 0;
  options.agent.search.rollout_decisions = 40;
  options.seconds = 0;
  options.iterations = 1200;
  return options;
}

}  // namespace

TEST_CASE("a position of every game is analysed and reported", "[analyse]") {
  for (const std::string title : {"russia-1812", "strategic-1812"}) {
    const auto game = game_of(title);
    const auto state = first_choice(*game);
    auto options = options_of("mcts");
    options.iterations = 60;
    int calls = 0;
    options.progress = [&](const ai::Decision&) { ++calls; };
    const auto decision = ai::analyse(*game, state, options);
    INFO(title);
    CHECK(calls >= 1);
    CHECK(decision.report.iterations > 0);
    CHECK(decision.report.iterations <= options.iterations);
    REQUIRE_FALSE(decision.report.alternatives.empty());
    CHECK(decision.report.alternatives[0].action == decision.action);
    CHECK_THAT(ai::report_text(decision),
               Contains(decision.report.alternatives[0].text) && Contains("iterations"));
    CHECK(ai::analyse(*game, state, options).action == decision.action);
  }
}

TEST_CASE("an analysis stops on request with the best so far", "[analyse]") {
  const auto game = game_of("russia-1812");
  auto options = options_of("mcts");
  options.iterations = 0;
  options.seconds = 3600;
  std::stop_source source;
  options.stop = source.get_token();
  options.progress_seconds = 0.05;
  options.progress = [&](const ai::Decision&) { source.request_stop(); };
  const auto decision = ai::analyse(*game, first_choice(*game), options);
  CHECK(decision.report.iterations > 0);
}

TEST_CASE("an analysis without budget or decision is refused", "[analyse]") {
  const auto game = game_of("russia-1812");
  auto options = options_of("mcts");
  options.iterations = 0;
  CHECK_THROWS_WITH(ai::analyse(*game, first_choice(*game), options), Contains("needs"));
}

TEST_CASE("an agent that does not search has nothing to analyse with", "[analyse]") {
  const auto game = game_of("russia-1812");
  auto options = options_of("mcts");
  options.agent.kind = ai::AgentKind::Doctrine;
  CHECK_THROWS_WITH(ai::analyse(*game, first_choice(*game), options), Contains("does not search"));
}

TEST_CASE("the slices of an analysis by plans add up", "[analyse]") {
  const auto game = game_of("strategic-1812");
  auto options = options_of("turn");
  std::vector<std::uint64_t> visits;
  options.progress = [&](const ai::Decision& sofar) {
    visits.push_back(0);
    for (const auto& alternative : sofar.report.alternatives) visits.back() += alternative.visits;
  };
  const auto decision = ai::analyse(*game, first_choice(*game), options);
  REQUIRE(visits.size() >= 3);
  for (std::size_t slice = 1; slice < visits.size(); ++slice)
    CHECK(visits[slice] > visits[slice - 1]);
  CHECK(decision.report.alternatives[0].action == decision.action);
  for (const auto& alternative : decision.report.alternatives) CHECK(alternative.visits >= 3);
}
