#include <catch2/catch.hpp>

#include "engine/play/typed_game.h"
#include "engine/systems/hex_campaign/hex_campaign.h"
#include "engine/systems/registry.h"
#include "tests/support/conformance.h"

using namespace niemen;

namespace {

void conform(const std::string& title, const std::string& scenario, const std::string& preset,
             int campaigns, std::uint64_t seed) {
  CAPTURE(title, scenario, preset);
  play::GameRequest request;
  request.folder = std::string(NIEMEN_SOURCE_DIR) + "/configs/games/" + title;
  request.scenario = scenario;
  request.preset = preset;
  const auto loaded = systems::load_game(request);
  const auto& game =
      dynamic_cast<const play::TypedGame<hex_campaign::HexCampaign>&>(*loaded).game();
  support::ConformanceOptions options;
  options.campaigns = campaigns;
  options.seed = seed;
  options.why_positions = 30;
  options.redeal_positions = 80;
  const auto result = support::check_conformance(game, options);
  CHECK(result.positions > campaigns * 100L);
  CHECK(result.worlds_that_differ > 0);
  CHECK(result.compared_logs > 0);
}

}  // namespace

TEST_CASE("hex campaigns keep the contract by simple rules", "[hex_campaign][conformance]") {
  for (const char* preset : {"basic", "optional"})
    conform("russia-1812", "historical", preset, 2, 31);
}

TEST_CASE("hex campaigns keep the contract by all rules", "[hex_campaign][conformance]") {
  for (const char* preset : {"advanced", "two-year"})
    conform("russia-1812", "historical", preset, 2, 31);
}

TEST_CASE("a hex campaign of free set-up keeps the contract", "[hex_campaign][conformance]") {
  conform("russia-1812", "free", "advanced", 1, 32);
}

TEST_CASE("an invented game keeps the contract, from data alone", "[hex_campaign][conformance]") {
  conform("lorn-valley", "", "", 5, 33);
}

TEST_CASE("the Italian campaign keeps the contract", "[hex_campaign][conformance]") {
  conform("italy-1799", "historical", "", 3, 34);
}

TEST_CASE("hex campaigns keep the contract for long", "[.long][hex_campaign][conformance]") {
  for (const char* preset : {"basic", "optional", "advanced", "two-year"})
    for (const char* scenario : {"historical", "free"})
      conform("russia-1812", scenario, preset, 50, 41);
  conform("lorn-valley", "", "", 1000, 42);
  conform("italy-1799", "historical", "", 300, 43);
}
