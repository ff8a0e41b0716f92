// A game of the largest size, in parts that follow one another, keeps the contract. Compiled for
// that size (CMakeLists.txt).
#include <catch2/catch.hpp>

#include "engine/play/game_folder.h"
#include "engine/play/typed_game.h"
#include "engine/systems/hex_campaign/hex_campaign.h"
#include "engine/systems/registry.h"
#include "tests/support/conformance.h"

using namespace niemen;
using hex_campaign::HexCampaign;

namespace {

std::unique_ptr<play::AnyGame> load(const std::string& scenario) {
  play::GameRequest request;
  request.folder = play::find_game_folder("linked-1812-1813");
  request.scenario = scenario;
  return systems::load_game(request);
}

const HexCampaign& game_in(const play::AnyGame& loaded) {
  return dynamic_cast<const play::TypedGame<HexCampaign>&>(loaded).game();
}

void conform(const std::string& scenario, int campaigns, std::uint64_t seed) {
  const auto loaded = load(scenario);
  support::ConformanceOptions options;
  options.campaigns = campaigns;
  options.seed = seed;
  options.why_positions = 20;
  options.redeal_positions = 40;
  const auto result = support::check_conformance(game_in(*loaded), options);
  CHECK(result.positions > campaigns * 100L);
  CHECK(result.compared_logs > 0);
}

}  // namespace

TEST_CASE("some campaigns of both years keep the contract", "[hex_campaign][conformance]") {
  conform("historical", 3, 45);
}

TEST_CASE("the campaign of both years keeps the contract", "[.long][hex_campaign][conformance]") {
  conform("historical", 60, 46);
}

TEST_CASE("the parts of a linked campaign share map and pieces", "[hex_campaign][linked]") {
  const auto loaded = load("");
  const auto& first = game_in(*loaded).context();
  int parts = 1;
  for (const auto* part = first.next.get(); part; part = part->next.get(), ++parts) {
    CHECK(part->part == parts);
    REQUIRE(part->map.size() == first.map.size());
    for (int hex = 0; hex < first.map.size(); ++hex)
      CHECK(part->map.coordinates(static_cast<map::Hex>(hex)) ==
            first.map.coordinates(static_cast<map::Hex>(hex)));
    REQUIRE(part->pieces.size() == first.pieces.size());
    CHECK(part->units == first.units);
    for (std::size_t i = 0; i < first.pieces.size(); ++i) {
      CHECK(part->pieces[i].id == first.pieces[i].id);
      CHECK(part->pieces[i].side == first.pieces[i].side);
    }
  }
  CHECK(parts == 3);
}

TEST_CASE("a campaign of 1812 that is under way is not taken up", "[hex_campaign][linked]") {
  play::GameRequest request;
  request.folder = play::find_game_folder("russia-1812");
  const auto first = systems::load_game(request);
  auto state = first->initial();
  for (int i = 0; i < 10; ++i) first->apply(state, first->legal(state)[0]);
  const auto text = first->state_text(state);
  CHECK_THROWS_WITH(load("")->parse_state(text),
                    Catch::Contains("goes on here once it is over") && !Catch::Contains("\n"));
}

TEST_CASE("no unit with a star comes in 1813", "[hex_campaign][linked]") {
  const auto loaded = load("");
  const auto& first = game_in(*loaded).context();
  const auto is_called = [](const char* id) {
    return [id](const hex_campaign::PieceData& piece) { return piece.id == id; };
  };
  CHECK(std::ranges::none_of(first.pieces, is_called("1813-VIII-Vet-Inf-1")));
  CHECK(std::ranges::any_of(first.pieces, is_called("1813-III-Cons-Inf-1")));
}

TEST_CASE("whether to switch sources is about no place, whoever switched before (17.4)",
          "[hex_campaign][linked]") {
  using hex_campaign::Step;
  const auto loaded = load("");
  const auto& game = game_in(*loaded);
  auto state = game.parse_state(
      "part 2\nturn 3\nphase switch-sources\n"
      "unit I-Vet-Inf-1 3512\nunit 1-II-Line-Inf-1 2512\n");
  REQUIRE(state.step == Step::ChooseSources);
  REQUIRE(state.actor == play::Actor::SideB);
  play::NullRecorder silent;
  game.apply(state, hex_campaign::make_action(hex_campaign::Verb::Yes), silent);
  REQUIRE(state.step == Step::ChooseSources);
  REQUIRE(state.actor == play::Actor::SideA);
  const auto view = game.view(game.observe(state, play::Viewer::SideA));
  REQUIRE(view.choices.size() == 2);
  for (const auto& choice : view.choices) CHECK(choice.from == -1);
}
