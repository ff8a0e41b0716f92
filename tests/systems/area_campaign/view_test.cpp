// What each seat is shown of an area campaign.
#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/play/view_json.h"
#include "engine/systems/area_campaign/steps.h"
#include "tests/systems/area_campaign/fixture.h"

using namespace niemen;
using namespace niemen::area_campaign;

namespace {

/// Calls `look(game, state)` at every `every`-th position of random campaigns of all scenarios.
template <class Look>
void at_positions(int every, Look look) {
  for (const auto& scenario : test::scenarios()) {
    const auto loaded = test::load(scenario, "optional");
    const auto game = loaded.game();
    core::RandomStream random(7);
    play::ActionList legal;
    auto state = game.initial();
    for (int step = 0; game.actor(state) != play::Actor::Over; ++step) {
      if (step % every == 0) look(game, state);
      play::Action action;
      if (game.actor(state) == play::Actor::Nature) {
        action = play::draw_chance(game, state, 7);
      } else {
        game.legal(state, legal);
        action = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
      }
      play::NullRecorder silent;
      game.apply(state, action, silent);
    }
  }
}

constexpr play::Viewer kAll[] = {play::Viewer::SideA, play::Viewer::SideB, play::Viewer::Public};

const play::Counter* find(const play::View& view, const std::string& id) {
  for (const auto& counter : view.counters)
    if (counter.id == id) return &counter;
  return nullptr;
}

}  // namespace

TEST_CASE("a view is the same whatever the viewer cannot know", "[area_campaign]") {
  core::RandomStream random(1);
  int differ = 0;
  at_positions(23, [&](const AreaCampaign& game, const State& state) {
    for (const auto viewer : kAll) {
      const auto observation = game.observe(state, viewer);
      const auto seen = play::view_json(game.view(observation)).dump();
      for (int deal = 0; deal < 2; ++deal) {
        const auto world = game.sample_world(observation, random);
        differ += !(world == state);
        CAPTURE(game.state_text(state), game.state_text(world));
        REQUIRE(play::view_json(game.view(game.observe(world, viewer))).dump() == seen);
      }
    }
  });
  CHECK(differ > 100);
}

TEST_CASE("the side that decides is shown its legal decisions, and nobody else",
          "[area_campaign]") {
  at_positions(11, [&](const AreaCampaign& game, const State& state) {
    play::ActionList legal;
    game.legal(state, legal);
    for (const auto viewer : kAll) {
      const auto view = game.view(game.observe(state, viewer));
      const bool decides = play::is_side(game.actor(state)) &&
                           play::viewer_of(play::side_of(game.actor(state))) == viewer;
      CAPTURE(game.state_text(state), static_cast<int>(viewer));
      REQUIRE(view.choices.size() == (decides ? legal.size() : 0));
      std::set<std::string> words;
      for (std::size_t i = 0; i < view.choices.size(); ++i) {
        const auto& choice = view.choices[i];
        REQUIRE(choice.action == legal[i]);
        REQUIRE(game.parse_action(state, choice.notation) == legal[i]);
        words.insert(choice.words);
        for (const int counter : choice.counters)
          REQUIRE(view.counters.at(static_cast<std::size_t>(counter)).side ==
                  static_cast<int>(state.decider));
      }
      REQUIRE(words.size() == view.choices.size());
      REQUIRE(view.prompt.find('{') == std::string::npos);
      REQUIRE_FALSE(view.prompt.empty());
    }
  });
}

TEST_CASE("a stack face down shows where it is and no more", "[area_campaign]") {
  const auto loaded = test::load("1-historical", "optional");
  const auto game = loaded.game();
  const auto state = game.parse_state(
      "turn 4\nstep move-stack\ndecider french\nphasing french\nsegment 1\ncontrol FP2\nhalf R22\n"
      "full R32\nleader Ney R21\nat R21 french 3ic 2cc 1su 1dp known\nat R36 russian 2ic\n"
      "at R57 russian 1ic 1cc counted\nat R60 russian 1su known\n");
  const auto seen = game.view(game.observe(state, play::Viewer::SideA));
  const auto* stack = find(seen, "russian-stack-R36");
  REQUIRE(stack);
  CHECK_FALSE(stack->known);
  CHECK(stack->count == 1);
  CHECK(find(seen, "russian-stack-R57")->count == 2);
  CHECK_FALSE(find(seen, "russian-infantry-R36"));
  CHECK(find(seen, "russian-supply-R60")->count == 1);
  CHECK(find(seen, "french-infantry-R21")->count == 3);
  CHECK(find(seen, "french-Ney")->kind == "commander");
  const auto whole = game.whole_view(state);
  CHECK(find(whole, "russian-infantry-R36")->count == 2);
  CHECK(std::ranges::count_if(whole.counters, [](auto& one) { return one.place >= 0; }) == 9);
  // Both know how many there are of each kind, though not where.
  for (const auto& track : seen.tracks) {
    if (track.id == "infantry-russian") CHECK(track.value == 3);
    if (track.id == "cavalry-french") CHECK(track.value == 2);
    if (track.id == "points") CHECK(track.value == 1);
  }
  REQUIRE(seen.account.size() == 1);
  CHECK(seen.account[0].words == "Danzig");
  const auto at = [&](const char* id) {
    return seen.spaces[static_cast<std::size_t>(loaded.context->find_place(id))];
  };
  CHECK(at("FP2").owner == 0);
  CHECK(at("R57").owner == 1);
  using Marks = std::vector<std::string>;
  CHECK(at("R22").marks == Marks{"half depleted", "supplied: french", "supplied: russian"});
  CHECK(at("R32").marks == Marks{"depleted"});  // next door R21 has too many Corps to share
}

TEST_CASE("the account and the points of the area game agree", "[area_campaign]") {
  at_positions(37, [&](const AreaCampaign& game, const State& state) {
    int total = 0;
    for (const auto& line : game.whole_view(state).account) total += line.points;
    REQUIRE(total == victory_points(game.context(), state));
  });
}

TEST_CASE("the board of the area game has every place and border", "[area_campaign]") {
  const auto loaded = test::load("1-historical");
  const auto board = loaded.game().board();
  REQUIRE(board.spaces.size() > loaded.context->places.size());
  std::size_t ways = 0, drawn = 0;
  for (const auto& neighbours : loaded.context->neighbours) ways += neighbours.size();
  CHECK(board.edges.size() == ways / 2);
  for (const auto& edge : board.edges) drawn += edge.line.size() >= 2;
  CHECK(drawn > board.edges.size() * 9 / 10);
  for (std::size_t i = 0; i < loaded.context->places.size(); ++i) {
    const auto& space = board.spaces[i];
    CHECK(space.id == loaded.context->places[i].id);
    CHECK(space.polygon.size() >= 3);
    CHECK(space.centre.x > 0);
    CHECK(space.centre.x < board.width);
    CHECK(space.centre.y > 0);
    CHECK(space.centre.y < board.height);
  }
  CHECK(board.spaces.back().terrain == "off limits");
}
