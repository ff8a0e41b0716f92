// A short playthrough of every scenario.
#include <catch2/catch.hpp>

#include "tests/support/golden.h"
#include "tests/systems/area_campaign/fixture.h"

using namespace niemen;

TEST_CASE("playthroughs of all scenarios are as recorded", "[area_campaign][golden]") {
  constexpr int kSteps = 110;
  for (const auto& scenario : area_campaign::test::scenarios()) {
    const std::string preset = scenario.ends_with("free") ? "optional" : "standard";
    const auto loaded = area_campaign::test::load(scenario, preset);
    support::check_golden("strategic-1812-" + scenario,
                          support::playthrough(loaded.game(), loaded.info,
                                               scenario + ", " + preset + " rules", kSteps));
  }
}
