#include <catch2/catch.hpp>

#include "tests/support/conformance.h"
#include "tests/systems/hex_operations/fixture.h"

using namespace niemen;

namespace {

/// `turns`: how many of each scenario are played; `readings`: switches set otherwise.
void conform(const std::string& preset, int campaigns, int turns, std::uint64_t seed,
             const std::vector<std::string>& readings = {}) {
  for (const auto& scenario : hex_operations::test::scenarios()) {
    CAPTURE(scenario, preset);
    const int first = hex_operations::test::load(scenario).info.first_turn;
    const int last = std::min(first + turns - 1, 19);
    auto overrides = readings;
    overrides.push_back("rules.last_turn=" + std::to_string(last));
    const auto loaded = hex_operations::test::load(scenario, preset, overrides);
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

/// What neither preset turns: Leaders give way (H-45), first hexes are free (H-7), units alone
/// close a siege (H-21), the marshes are open (H-52), politics cost nothing (H-31), doubtful units
/// stand (H-29), Supply units carry several Depots (H-50).
const std::vector<std::string> kOtherReadings{
    "rules.lone_leader_blocks=false", "rules.first_hex_must_be_free=false",
    "rules.siege_by_zones=false",     "rules.pripet_open=true",
    "rules.political_losses=false",   "rules.doubtful_units=true",
    "rules.depots_carried=3"};

}  // namespace

TEST_CASE("hex operations keep the contract by the published rules",
          "[hex_operations][conformance]") {
  conform("standard", 8, 2, 11);
}

TEST_CASE("hex operations keep the contract by the letter and by every other reading",
          "[hex_operations][conformance][trials]") {
  conform("letter", 4, 2, 13, kOtherReadings);
}

TEST_CASE("hex operations keep the contract for long", "[.long][hex_operations][conformance]") {
  conform("standard", 60, 19, 21);
  conform("letter", 60, 19, 22);
  conform("letter", 60, 19, 23, kOtherReadings);
}
