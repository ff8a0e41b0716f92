// What a seat is shown comes from what it may know, and from nothing else.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/play/game_folder.h"
#include "engine/play/random_play.h"
#include "engine/play/reach.h"
#include "engine/play/view_json.h"
#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/hex_campaign.h"
#include "engine/systems/hex_campaign/load.h"

using namespace niemen;
using namespace niemen::hex_campaign;

namespace {

constexpr play::Viewer kSeats[] = {play::Viewer::SideA, play::Viewer::SideB, play::Viewer::Public};

std::shared_ptr<const Context> load(const char* preset) {
  play::GameRequest request;
  request.folder = play::find_game_folder("russia-1812");
  request.preset = preset;
  return load_context(request, play::open_game_folder(request));
}

/// Calls `look` for about `positions` positions, spread over random campaigns.
void for_some_positions(const HexCampaign& game, int positions,
                        const std::function<void(const State&)>& look) {
  constexpr int kEvery = 7;  // no divisor of the length of a turn's parts
  play::NullRecorder silent;
  play::ActionList legal;
  for (std::uint64_t key = 1; positions > 0; ++key) {
    auto decisions = play::decision_stream(key);
    int step = 0;
    for (auto state = game.initial(); state.phase != Phase::Over && positions > 0; ++step) {
      if (step % kEvery == 0) {
        look(state);
        --positions;
      }
      game.apply(state, play::random_action(game, state, key, decisions, legal), silent);
    }
  }
}

std::string text_of(const play::View& view) { return play::view_json(view).dump(); }

}  // namespace

TEST_CASE("a view is the same in every world that its viewer may believe in", "[view]") {
  const auto context = load("two-year");
  const HexCampaign game(*context);
  core::RandomStream random(11, 0);
  int hidden = 0;
  for_some_positions(game, 1000, [&](const State& state) {
    for (const auto seat : kSeats) {
      const auto observation = game.observe(state, seat);
      const auto view = game.view(observation);
      const auto world = game.sample_world(observation, random);
      REQUIRE(text_of(view) == text_of(game.view(game.observe(world, seat))));
      for (const auto& counter : view.counters) hidden += !counter.known;
    }
  });
  CHECK(hidden > 0);
}

TEST_CASE("a view shows every choice of its viewer and what it touches", "[view]") {
  const auto context = load("advanced");
  const HexCampaign game(*context);
  play::ActionList legal;
  std::set<Verb> touching;
  for_some_positions(game, 400, [&](const State& state) {
    for (const auto seat : kSeats) {
      const auto view = game.view(game.observe(state, seat));
      const bool decides =
          play::is_side(state.actor) && seat == play::viewer_of(play::side_of(state.actor));
      if (!decides) {
        REQUIRE(view.choices.empty());
        continue;
      }
      game.legal(state, legal);
      REQUIRE(view.choices.size() == legal.size());
      for (std::size_t i = 0; i < legal.size(); ++i) {
        const auto& choice = view.choices[i];
        INFO(view.prompt << ": " << choice.notation);
        REQUIRE(choice.action == legal[i]);
        REQUIRE(game.parse_action(state, choice.notation) == legal[i]);
        REQUIRE(!choice.words.empty());
        REQUIRE(choice.from < context->map.size());
        REQUIRE(choice.to < context->map.size());
        for (const int counter : choice.counters) {
          const auto& touched = view.counters.at(static_cast<std::size_t>(counter));
          if (choice.from >= 0) REQUIRE(touched.place == choice.from);
          touching.insert(verb_of(choice.action));
        }
      }
    }
  });
  for (const auto verb : {Verb::March, Verb::StepTo, Verb::Attack, Verb::Pick, Verb::Take,
                          Verb::Discard, Verb::MoveTo})
    CHECK(touching.contains(verb));
}

TEST_CASE("the referee's view shows all pieces, and the account adds up", "[view]") {
  const auto context = load("advanced");
  const HexCampaign game(*context);
  for_some_positions(game, 200, [&](const State& state) {
    const auto view = game.whole_view(state);
    std::set<std::string> ids;
    int pieces = 0;
    for (const auto& counter : view.counters) {
      REQUIRE(ids.insert(counter.id).second);
      REQUIRE(counter.known);
    }
    for (const int piece : context->in_play) {
      if (!on_map(state, piece)) continue;
      ++pieces;
      REQUIRE(ids.contains(context->piece(piece).id));
    }
    REQUIRE(static_cast<int>(ids.size()) >= pieces);
    PerSide<int> sum{};
    for (const auto& line : view.account)
      if (line.side >= 0) sum[static_cast<std::size_t>(line.side)] += line.points;
    REQUIRE(sum == points_now(*context, state));
    for (const auto& link : view.links) {
      const auto side = static_cast<Side>(link.side);
      REQUIRE(has_depot(*context, state, side, link.to));
      REQUIRE(chain_reach(*context, state, side).contains(link.to));
    }
  });
}

TEST_CASE("marks say where a side would be fed, and where its cavalry holds the ground", "[view]") {
  const auto context = load("advanced");
  const HexCampaign game(*context);
  int zones = 0;
  for_some_positions(game, 40, [&](const State& state) {
    const auto view = game.whole_view(state);
    for (const Side side : {Side::A, Side::B}) {
      const auto& name = context->side_names[at(side)];
      const auto supplied = supplied_hexes(*context, state, side);
      for (const int hex : context->map.all()) {
        const auto& marks = view.spaces[static_cast<std::size_t>(hex)].marks;
        const auto has = [&](const std::string& mark) {
          return std::find(marks.begin(), marks.end(), mark) != marks.end();
        };
        REQUIRE(has(play::supplied_mark(name)) == supplied.contains(hex));
        const bool held = is_held(*context, state, play::other(side), hex);
        REQUIRE(has(play::zone_mark(name)) == held);
        zones += held;
      }
    }
  });
  CHECK(zones > 0);
}

TEST_CASE("a turn is called by its number and its month", "[view]") {
  const auto context = load("two-year");
  const HexCampaign game(*context);
  State state{};
  state.piece.fill(kNotInPlay);
  state.actor = play::Actor::Over;
  rebuild_caches(*context, state);
  CHECK(game.whole_view(state).turn_name == "Set-up");
  state.turn = 3;
  CHECK(game.whole_view(state).turn_name == "Turn 3, July 1812");
  state.second_year = 1;
  state.turn = 9;
  CHECK(game.whole_view(state).turn_name == "Turn 9, June 1813");
}

TEST_CASE("the board is the map", "[view]") {
  const auto context = load("basic");
  const HexCampaign game(*context);
  const auto board = game.board();
  REQUIRE(static_cast<int>(board.spaces.size()) >= context->map.size());
  for (int hex : context->map.all()) {
    const auto& space = board.spaces[static_cast<std::size_t>(hex)];
    CHECK(space.id == game.place_code(hex));
    REQUIRE(space.polygon.size() == 6);
    for (const auto& corner : space.polygon) {
      CHECK((corner.x >= 0 && corner.x <= board.width));
      CHECK((corner.y >= 0 && corner.y <= board.height));
    }
    CHECK(!space.source.empty());
  }
  std::set<std::string> kinds;
  for (const auto& edge : board.edges) {
    kinds.insert(edge.kind);
    REQUIRE(edge.line.size() == 2);
    if (edge.a < 0 || edge.b < 0) continue;
    const auto& a = board.spaces[static_cast<std::size_t>(edge.a)].centre;
    const auto& b = board.spaces[static_cast<std::size_t>(edge.b)].centre;
    // Neighbours of a grid of hexes with a radius of 34 are 58.9 apart.
    CHECK(std::hypot(a.x - b.x, a.y - b.y) == Approx(58.9).margin(0.2));
  }
  CHECK(kinds == std::set<std::string>{"bridge", "frontier", "river"});
}
