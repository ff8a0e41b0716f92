#include <catch2/catch.hpp>

#include "tests/support/conformance.h"
#include "tests/systems/hex_operations/fixture.h"

using namespace niemen;

namespace {

/// `turns`: how many of each scenario are played.
void conform(const std::string& preset, int campaigns, int turns, std::uint64_t seed) {
  for (const auto& scenario : hex_operations::test::scenarios()) {
    CAPTURE(scenario, preset);
    const int first = hex_operations::test::load(scenario).info.first_turn;
    const int last = std::min(first + turns - 1, 19);
    const auto loaded =
        hex_operations::test::load(scenario, preset, {"rules.last_turn=" + std::to_string(last)});
    support::ConformanceOptions options;
    options.campaigns = campaigns;
    options.seed = seed;
    options.why_positions = 12;
    options.redeal_positions = 200;
    const auto result = support::check_conformance(loaded.game(), options);
    CHECK(result.positions > campaigns * 100L);
    CHECK(result.worlds_that_differ == 0);  // all pieces are open (HEX-16g)
  }
}

}  // namespace

TEST_CASE("hex operations keep the contract by the published rules",
          "[hex_operations][conformance]") {
  conform("standard", 8, 2, 11);
}

TEST_CASE("hex operations keep the contract by the letter", "[hex_operations][conformance]") {
  conform("letter", 8, 2, 12);
}

TEST_CASE("hex operations keep the contract for long", "[.long][hex_operations][conformance]") {
  conform("standard", 60, 19, 21);
  conform("letter", 60, 19, 22);
}
