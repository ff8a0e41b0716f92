// What is sealed comes back whole to who has the key, and to nobody else.
#include "engine/core/sealing.h"

#include <catch2/catch.hpp>

using namespace niemen;

TEST_CASE("a sealed text opens with its key alone, and only unchanged", "[sealing]") {
  const auto key = core::new_key(), other = core::new_key();
  CHECK(key.size() == 64);
  CHECK(key != other);
  for (const auto* text : {"", "a", "ab", "abc", "the Old Guard stands in the redoubt"}) {
    const auto sealed = core::seal_text(key, text);
    CHECK(core::open_sealed(key, sealed) == text);
    CHECK(core::seal_text(key, text) != sealed);
    CHECK_FALSE(core::open_sealed(other, sealed));
    for (std::size_t i = 0; i < sealed.size(); ++i) {
      auto changed = sealed;
      changed[i] = changed[i] == 'A' ? 'B' : 'A';
      CHECK(core::open_sealed(key, changed).value_or(text) == text);  // bits that base64 leaves out
    }
  }
  for (const auto* rubbish : {"", "A", "AAAA", "not base64!"})
    CHECK_FALSE(core::open_sealed(key, rubbish));
}

TEST_CASE("a keyed hash is the beginning of HMAC-SHA-256", "[sealing]") {
  // RFC 4231, test case 2.
  CHECK(core::keyed_hash("Jefe", "what do ya want for nothing?") == 0x5bdcc146bf60754eU);
}
