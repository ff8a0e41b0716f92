#include <catch2/catch.hpp>

#include "tests/support/conformance.h"
#include "tests/systems/area_campaign/fixture.h"

using namespace niemen;

namespace {

void conform(const std::string& preset, int campaigns, std::uint64_t seed) {
  for (const auto& scenario : area_campaign::test::scenarios()) {
    CAPTURE(scenario, preset);
    const auto loaded = area_campaign::test::load(scenario, preset);
    support::ConformanceOptions options;
    options.campaigns = campaigns;
    options.seed = seed;
    options.why_positions = 60;
    options.redeal_positions = 400;
    const auto result = support::check_conformance(loaded.game(), options);
    CHECK(result.positions > campaigns * 100L);
    CHECK(result.worlds_that_differ > 0);
    CHECK(result.compared_logs > 0);
  }
}

}  // namespace

TEST_CASE("area campaigns keep the contract by the standard rules",
          "[area_campaign][conformance]") {
  conform("standard", 5, 11);
}

TEST_CASE("area campaigns keep the contract by the optional rules",
          "[area_campaign][conformance]") {
  conform("optional", 5, 12);
}

TEST_CASE("another campaign over Areas keeps the contract", "[area_campaign][conformance]") {
  for (const char* preset : {"standard", "leaders"}) {
    CAPTURE(preset);
    play::GameRequest request;
    request.folder = play::find_game_folder("portugal-1810");
    request.preset = preset;
    play::GameInfo info;
    const auto context =
        area_campaign::load_area_context(request, play::open_game_folder(request), info);
    support::ConformanceOptions options;
    options.campaigns = 5;
    options.seed = 13;
    options.redeal_positions = 400;
    const area_campaign::AreaCampaign game(*context);
    CHECK(support::check_conformance(game, options).compared_logs > 0);
  }
}

TEST_CASE("area campaigns keep the contract for long", "[.long][area_campaign][conformance]") {
  conform("standard", 200, 21);
  conform("optional", 200, 22);
}
