// What each seat is shown of a block battle, and told.
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/play/view_json.h"
#include "engine/systems/block_battle/procedure.h"
#include "tests/systems/block_battle/fixture.h"

using namespace niemen;
using namespace niemen::block_battle;

namespace {

/// Calls `look(game, state)` at every `every`-th position of a random battle of each scenario.
template <class Look>
void at_positions(int every, Look look) {
  for (const auto& scenario : test::scenarios()) {
    const auto loaded = test::load(scenario, "flanking");
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

/// What `viewer` is told of an action, in words; and what he sees after it.
std::pair<std::string, Observation> told(const BlockBattle& game, State state, play::Action action,
                                         play::Viewer viewer) {
  play::EventRecorder recorder;
  game.apply(state, action, recorder);
  std::string text;
  for (const auto& event : recorder.events)
    if (event.visible_to[static_cast<int>(viewer)]) text += game.event_text(event, viewer) + "\n";
  return {text, game.observe(state, viewer)};
}

}  // namespace

TEST_CASE("a view of a block battle is the same whatever the viewer cannot know",
          "[block_battle][view]") {
  core::RandomStream random(1);
  int differ = 0;
  at_positions(37, [&](const BlockBattle& game, const State& state) {
    for (const auto viewer : kAll) {
      const auto observation = game.observe(state, viewer);
      const auto seen = play::view_json(game.view(observation)).dump();
      const auto world = game.sample_world(observation, random);
      differ += !(world == state);
      CAPTURE(game.state_text(state), game.state_text(world));
      REQUIRE(play::view_json(game.view(game.observe(world, viewer))).dump() == seen);
    }
  });
  CHECK(differ > 100);
}

TEST_CASE("the side that decides a block battle is shown its legal decisions, and nobody else",
          "[block_battle][view]") {
  at_positions(29, [&](const BlockBattle& game, const State& state) {
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
        REQUIRE(view.choices[i].action == legal[i]);
        REQUIRE(game.parse_action(state, view.choices[i].notation) == legal[i]);
        words.insert(view.choices[i].words);
      }
      REQUIRE(words.size() == view.choices.size());
      REQUIRE(view.prompt.find('{') == std::string::npos);
      REQUIRE_FALSE(view.prompt.empty());
    }
  });
}

TEST_CASE("decisions that look alike to the enemy are told him alike", "[block_battle][hidden]") {
  long alike = 0;
  at_positions(23, [&](const BlockBattle& game, const State& state) {
    play::ActionList legal;
    game.legal(state, legal);
    for (const auto viewer : kAll) {
      std::map<play::PerceivedAction, std::pair<std::string, play::Action>> by_label;
      for (const auto action : legal) {
        const auto [text, observation] = told(game, state, action, viewer);
        const auto [first, fresh] =
            by_label.try_emplace(game.seen(state, action, viewer), text, action);
        if (fresh) continue;
        ++alike;
        CAPTURE(game.state_text(state), game.action_text(state, action),
                game.action_text(state, first->second.second), static_cast<int>(viewer));
        REQUIRE(first->second.first == text);
      }
    }
  });
  CHECK(alike > 500);
}

TEST_CASE("whatever is refused in a block battle is refused for a reason of its own",
          "[block_battle]") {
  at_positions(67, [&](const BlockBattle& game, const State& state) {
    game.encodable([&](play::Action action) {
      const auto verdict = game.why(state, action);
      if (verdict.ok) return;
      CAPTURE(game.state_text(state), game.action_text(state, action));
      REQUIRE_FALSE(verdict.rule.empty());
      REQUIRE(verdict.reason != "it is not among the choices now");
    });
  });
}

TEST_CASE("B-33 the enemy sees in which area a step came back, not whose nor at what price",
          "[block_battle][hidden]") {
  const auto loaded = test::load("borodino");
  const auto game = loaded.game();
  // The Guard (two points) and a division of the line under one veil, in two areas.
  const auto state = game.parse_state(
      "turn 2\nday 2\nstep supply\nphasing french\nfirst-player french\nblock napoleon fomkino\n"
      "block old-guard gryaz lost=1 known=0-1\n"
      "block delzons gryaz lost=1 known=0-1 veil=old-guard\n"
      "block friant yelnya lost=1 known=0-1 veil=old-guard\nblock kutuzov tatarinovo\n");
  REQUIRE_FALSE(game.check(state));
  const auto supply = [&](const char* id) {
    const auto action = game.parse_action(state, std::string("supply ") + id);
    REQUIRE(action);
    REQUIRE(game.why(state, *action).ok);
    return *action;
  };
  const auto guard = supply("old-guard"), line = supply("delzons"), other = supply("friant");
  const auto enemy = play::Viewer::SideB;
  CHECK(game.seen(state, guard, enemy) == game.seen(state, line, enemy));
  CHECK(told(game, state, guard, enemy) == told(game, state, line, enemy));
  CHECK(told(game, state, guard, enemy).first == "a French block in Gryaz regains a step\n");
  CHECK_FALSE(game.seen(state, guard, enemy) == game.seen(state, other, enemy));
  CHECK(told(game, state, other, enemy).first == "a French block in Yelnya regains a step\n");
  CHECK(told(game, state, guard, play::Viewer::SideA).first ==
        "3rd Guard Div (Old Guard) in Gryaz regains a step: strength 4\n");
}

TEST_CASE("B-33 the enemy sees in which areas blocks starve, in an order that tells no names",
          "[block_battle][hidden]") {
  const auto loaded = test::load("borodino");
  const auto game = loaded.game();
  // At the end of the day Russians hold every source of the French, who all lose a step; of two
  // whom the enemy cannot tell apart the one in Fomkino dies of it.
  const auto starving = [&](bool friant_dies) {
    const std::string weak = "fomkino lost=3", strong = "valuyevo";
    return game.parse_state(
        "turn 15\nday 2\nstep supply\nphase supply\nphasing russian\nfirst-player french\n"
        "index 1\nblock kutuzov gryaz\nblock barclay new-smolensk-west\nblock bagration yelnya\n"
        "block wuerttemberg tatarinovo lost=1\nblock napoleon borodino\nblock friant " +
        (friant_dies ? weak : strong) + " known=0-3\nblock delzons " +
        (friant_dies ? strong : weak) + " known=0-3 veil=friant\n");
  };
  const auto one = starving(true), other = starving(false);
  REQUIRE_FALSE(game.check(one));
  REQUIRE_FALSE(game.check(other));
  const auto end = game.parse_action(one, "end supply");
  REQUIRE(end);
  REQUIRE(game.why(one, *end).ok);
  const auto enemy = play::Viewer::SideB;
  REQUIRE(game.observe(one, enemy) == game.observe(other, enemy));
  CHECK(told(game, one, *end, enemy) == told(game, other, *end, enemy));
  CHECK(told(game, one, *end, enemy)
            .first.find("a French block in Fomkino is out of supply\n"
                        "a French block in Fomkino is gone\n") != std::string::npos);
}

TEST_CASE("a loss that can have fallen on one block only is known for certain",
          "[block_battle][hidden]") {
  const auto loaded = test::load("borodino");
  const auto game = loaded.game();
  auto state = game.parse_state(
      "turn 2\nday 2\nstep straggler-die\nphase straggle\nphasing french\npending dessaix\n"
      "pending-area fomkino\npending-to 20\nblock napoleon fomkino\nblock dessaix fomkino\n"
      "block kutuzov tatarinovo\n");
  state.pending_to = static_cast<std::uint8_t>(loaded.context->find_area("shevardino-redoubt"));
  play::NullRecorder silent;
  game.apply(state, encode(Verb::Roll, 1), silent);
  const auto& loss = state.loss[static_cast<std::size_t>(loaded.context->find_block("dessaix"))];
  CHECK(loss.least() == 1);
  CHECK(loss.most() == 1);
}

TEST_CASE("the board of the block battle has every area and border", "[block_battle][view]") {
  const auto loaded = test::load("borodino");
  const auto board = loaded.game().board();
  REQUIRE(board.spaces.size() == loaded.context->areas.size());
  int outlines = 0;
  for (std::size_t i = 0; i < board.spaces.size(); ++i) {
    const auto& space = board.spaces[i];
    CHECK(space.id == loaded.context->areas[i].id);
    outlines += space.polygon.size() >= 3;
    if (loaded.context->areas[i].gate) continue;
    CHECK((space.centre.x > 0 && space.centre.x < board.width));
    CHECK((space.centre.y > 0 && space.centre.y < board.height));
  }
  CHECK(outlines == 51);
}
