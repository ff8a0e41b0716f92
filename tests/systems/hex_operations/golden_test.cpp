// A short playthrough of every scenario.
#include <catch2/catch.hpp>

#include "tests/support/golden.h"
#include "tests/systems/hex_operations/fixture.h"

using namespace niemen;

TEST_CASE("playthroughs of all scenarios of hex operations are as recorded",
          "[hex_operations][golden]") {
  constexpr int kSteps = 300;
  for (const auto& scenario : hex_operations::test::scenarios()) {
    const std::string preset = scenario == "3-october" ? "letter" : "standard";
    const auto loaded = hex_operations::test::load(scenario, preset);
    support::check_golden("grand-tactical-1812-" + scenario,
                          support::playthrough(loaded.game(), loaded.info,
                                               scenario + ", " + preset + " rules", kSteps));
  }
}
