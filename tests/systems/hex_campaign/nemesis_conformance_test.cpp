// A game of the middle size keeps the contract. Compiled for that size (CMakeLists.txt).
#include <catch2/catch.hpp>

#include "engine/play/game_folder.h"
#include "engine/play/typed_game.h"
#include "engine/systems/hex_campaign/hex_campaign.h"
#include "engine/systems/registry.h"
#include "tests/support/conformance.h"

using namespace niemen;

namespace {

void conform(const std::string& scenario, int campaigns, std::uint64_t seed,
             const std::string& preset = "basic") {
  play::GameRequest request;
  request.folder = play::find_game_folder("nemesis-1813");
  request.scenario = scenario;
  request.preset = preset;
  const auto loaded = systems::load_game(request);
  const auto& game =
      dynamic_cast<const play::TypedGame<hex_campaign::HexCampaign>&>(*loaded).game();
  support::ConformanceOptions options;
  options.campaigns = campaigns;
  options.seed = seed;
  options.why_positions = 20;
  options.redeal_positions = 40;
  const auto result = support::check_conformance(game, options);
  CHECK(result.positions > campaigns * 100L);
  CHECK(result.compared_logs > 0);
}

}  // namespace

TEST_CASE("the campaign of 1813 keeps the contract", "[hex_campaign][conformance]") {
  conform("spring", 2, 35);
}

TEST_CASE("1813 keeps the contract by the advanced rules", "[hex_campaign][conformance]") {
  conform("spring", 2, 36, "advanced");
}

TEST_CASE("the whole campaign of 1813 keeps the contract", "[.long][hex_campaign][conformance]") {
  conform("historical", 100, 44);
  conform("historical", 100, 47, "advanced");
}
