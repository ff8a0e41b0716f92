#include "engine/core/byte_lanes.h"

#include <catch2/catch.hpp>

#include "engine/core/random.h"

using namespace niemen;

TEST_CASE("bytes that have none of some bits are found among many", "[core]") {
  constexpr std::size_t kBytes = 72;
  core::RandomStream random(1, 1);
  std::array<std::uint8_t, kBytes> bytes{};
  int found_any = 0, missed_any = 0;
  for (int round = 0; round < 1000; ++round) {
    const auto mask = static_cast<std::uint8_t>(1 + random.below(255));
    // Every other round mostly with bytes that have nothing, or everything, set.
    for (auto& byte : bytes) {
      const auto drawn = static_cast<std::uint8_t>(random.below(256));
      byte = round % 2 == 0 ? drawn : drawn < 128 ? 0 : drawn < 192 ? 0xFF : drawn;
    }
    const auto answer = core::bytes_without<kBytes>(bytes.data(), mask);
    for (std::size_t i = 0; i < kBytes; ++i) {
      const bool none = (bytes[i] & mask) == 0;
      REQUIRE(((answer[i / 64] >> (i % 64)) & 1U) == (none ? 1U : 0U));
      (none ? found_any : missed_any) += 1;
    }
    REQUIRE(answer[1] >> (kBytes - 64) == 0);
  }
  REQUIRE(found_any > 1000);
  REQUIRE(missed_any > 1000);
}
