#include <catch2/catch.hpp>

#include "tests/support/conformance.h"
#include "tests/systems/block_battle/fixture.h"

using namespace niemen;

namespace {

void conform(const std::string& preset, int campaigns, std::uint64_t seed) {
  for (const auto& scenario : block_battle::test::scenarios()) {
    CAPTURE(scenario, preset);
    const auto loaded = block_battle::test::load(scenario, preset);
    support::ConformanceOptions options;
    options.campaigns = campaigns;
    options.seed = seed;
    options.why_positions = 60;
    options.redeal_positions = 400;
    const auto result = support::check_conformance(loaded.game(), options);
    CHECK(result.positions > campaigns * 500L);
    CHECK(result.worlds_that_differ > 0);
    CHECK(result.compared_logs > 0);
  }
}

}  // namespace

TEST_CASE("block battles keep the contract", "[block_battle][conformance]") {
  conform("standard", 3, 11);
}

TEST_CASE("block battles keep the contract with flanks", "[block_battle][conformance]") {
  conform("flanking", 3, 12);
}

TEST_CASE("block battles keep the contract for long", "[.long][block_battle][conformance]") {
  conform("standard", 100, 21);
  conform("flanking", 100, 22);
}
