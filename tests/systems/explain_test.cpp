// What `show --explain` says of places agrees with the rules.
#include <catch2/catch.hpp>

#include "engine/play/game_folder.h"
#include "engine/play/random_play.h"
#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/hex_campaign.h"
#include "engine/systems/hex_campaign/load.h"
#include "engine/systems/registry.h"
#include "tests/systems/area_campaign/fixture.h"

using namespace niemen;

namespace {

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += line + '\n';
  return text;
}

std::shared_ptr<const hex_campaign::Context> hex_game(const std::string& title) {
  play::GameRequest request;
  request.folder = play::find_game_folder(title);
  return hex_campaign::load_context(request, play::open_game_folder(request));
}

/// The lines of one side, which stand under its name.
std::string of_side(const hex_campaign::Context& c, const std::string& text, play::Side side) {
  const auto from = text.find(c.side_names[play::index(side)] + ":\n");
  REQUIRE(from != std::string::npos);
  const auto other = text.find(c.side_names[1 - play::index(side)] + ":\n", from);
  return text.substr(from, other == std::string::npos ? other : other - from);
}

bool says(const std::string& text, const std::string& words) {
  return text.find("  " + words) != std::string::npos;
}

/// Compares every hex of a position with the rules' own boards.
void check_hexes(const hex_campaign::HexCampaign& game, const hex_campaign::State& state) {
  const auto& c = game.context();
  for (const auto side : {play::Side::A, play::Side::B}) {
    const auto fed = hex_campaign::supplied_hexes(c, state, side);
    const auto linked = hex_campaign::chain_reach(c, state, side);
    for (int hex : c.enterable[static_cast<std::size_t>(play::index(side))]) {
      const auto text = of_side(c, joined(game.explain(state, hex)), side);
      CAPTURE(hex_campaign::hex_name(c, hex), text);
      REQUIRE(says(text, "in General Supply:") == fed.contains(hex));
      REQUIRE(says(text, "not in General Supply") != fed.contains(hex));
      if (hex_campaign::has_depot(c, state, side, hex)) {
        REQUIRE(says(text, "its Depot hangs on the chain") == linked.contains(hex));
        REQUIRE(says(text, "its Depot is cut off") != linked.contains(hex));
      }
    }
  }
}

}  // namespace

TEST_CASE("a hex is explained as the rules of supply have it", "[explain][hex_campaign]") {
  const auto context = hex_game("lorn-valley");
  const hex_campaign::HexCampaign game(*context);
  constexpr std::uint64_t kKey = 11;
  auto decisions = play::decision_stream(kKey);
  play::ActionList legal;
  play::NullRecorder silent;
  auto state = game.initial();
  constexpr int kBetween = 170;
  for (int step = 0; game.actor(state) != play::Actor::Over; ++step) {
    if (step % kBetween == 0) check_hexes(game, state);
    game.apply(state, play::random_action(game, state, kKey, decisions, legal), silent);
  }
}

TEST_CASE("what bars a supply route is named where it stands", "[explain][hex_campaign]") {
  const auto context = hex_game("russia-1812");
  const hex_campaign::HexCampaign game(*context);
  const auto explain = [&](const std::string& position) {
    return joined(game.explain(
        game.parse_state("turn 3\nphase convert-depots\n" + position + "unit I-Vet-Inf-1 1807\n"),
        context->map.find(*map::parse_coordinates("1807"))));
  };
  CHECK(says(explain(""), "not in General Supply: the side has no Depot (6.1)\n"));
  const auto barred = explain("depot a 1808\n");
  CHECK(says(barred, "not in General Supply (6.1, 6.2)\n"));
  CHECK(says(barred,
             "  blocked in 1808 Wilno: an unfriendly city without a piece of the side (6.2)"));
  const auto open = explain("depot a 1808\nunit III-Vet-Inf-1 1808\n");
  CHECK(says(open, "in General Supply: 1 of 5 hexes to the Depot (6.1, 6.2)\n"));
  CHECK(says(open, "  1807 - 1808 Wilno\n"));
}

TEST_CASE("an Area next door is explained condition by condition", "[explain][area_campaign]") {
  using namespace niemen::area_campaign;
  const auto loaded = test::load("1-historical");
  const auto game = loaded.game();
  const int home = loaded.context->find_place("R44"), next = loaded.context->find_place("R45");
  auto state = game.initial();
  for (auto& side : state.units)
    for (auto& cell : side) cell = 0;
  const int area = loaded.context->area_of[static_cast<std::size_t>(home)];
  const int door = loaded.context->area_of[static_cast<std::size_t>(next)];
  state.set_full(std::uint64_t{1} << area);
  state.add(0, home, Kind::Infantry, 2);
  const auto text = [&] { return joined(game.explain(state, home)); };
  CHECK(says(text(), "not supplied: each Corps rolls a die"));
  CHECK_THAT(text(), Catch::Contains("no Supply unit of the side is in it (Supply G.4)"));
  state.add(0, next, Kind::Supply, 1);
  CHECK(says(text(), "supplied from next door (Supply G)"));
  state.add(1, next, Kind::Cavalry, 1);
  CHECK_THAT(text(), Catch::Contains("enemies are in it (Supply G.1)"));
  state.add(1, next, Kind::Cavalry, -1);
  state.add(0, next, Kind::Infantry, loaded.context->rules.adjacent_area_corps + 1);
  CHECK_THAT(text(), Catch::Contains("Corps of the side are in it (Supply G.2)"));
  state.set_full(std::uint64_t{1} << area | std::uint64_t{1} << door);
  CHECK_THAT(text(), Catch::Contains("it is 100% depleted (Supply G.3)"));
  state.set_full(0);
  CHECK(says(text(), "supplied: the Area feeds all 2 Corps of it"));
}

TEST_CASE("places of every game can be explained", "[explain]") {
  for (const auto& title : play::game_titles()) {
    play::GameRequest request;
    request.folder = play::find_game_folder(title);
    const auto any = systems::load_game(request);
    auto state = any->initial();
    constexpr int kSteps = 300;
    for (const auto action : any->random_actions(7, kSteps)) any->apply(state, action);
    const auto spaces = static_cast<int>(any->board().spaces.size());
    constexpr int kApart = 7;
    for (int place = 0; place < spaces; place += kApart) {
      CAPTURE(title, place);
      REQUIRE_FALSE(any->explain(state, place).empty());
    }
  }
}
