#include "engine/core/word_lanes.h"

#include <catch2/catch.hpp>
#include <set>

#include "engine/core/random.h"

using namespace niemen;

namespace {

constexpr std::size_t kWords = 72;
using Words = std::array<std::uint16_t, kWords>;
using Answer = std::array<std::uint64_t, 2>;

/// Every question that can be asked of lanes, about two runs of words.
template <class Lanes>
std::vector<Answer> answers(const Words& a, const Words& b, std::uint16_t mask) {
  const auto masks = Lanes::all(mask), none = Lanes::all(0);
  std::vector<Answer> all;
  const auto ask = [&](auto question) {
    const auto eight = [&](std::size_t first) {
      return question(Lanes::load(&a[first]), Lanes::load(&b[first]));
    };
    all.push_back(core::ask_words<kWords, false, Lanes>(eight));
    all.push_back(core::ask_words<kWords, true, Lanes>(eight));
  };
  ask([&](auto x, auto y) { return equal(x, y); });
  ask([&](auto x, auto y) { return equal(x & masks, y & masks); });
  ask([&](auto x, auto y) { return equal((x ^ y) & masks, none); });
  ask([&](auto x, auto y) { return equal((x - y) & masks, none); });
  ask([&](auto x, auto y) { return equal(excess(x, y) | excess(y, x), none); });
  ask([&](auto x, auto y) { return equal(excess(x, y), none); });
  ask([&](auto x, auto y) {
    return equal(x.template shifted_right<6>(), y.template shifted_right<6>());
  });
  ask([&](auto x, auto y) { return without(equal(x & masks, none), equal(y & masks, none)); });
  return all;
}

bool bit(const Answer& answer, std::size_t i) { return (answer[i / 64] >> (i % 64)) & 1U; }

}  // namespace

TEST_CASE("lanes of words give the answers of single words", "[core]") {
  core::RandomStream random(5, 0);
  std::set<Answer> seen;
  for (int trial = 0; trial < 500; ++trial) {
    Words a, b;
    for (std::size_t i = 0; i < a.size(); ++i) {
      a[i] = static_cast<std::uint16_t>(random.next());
      b[i] = random.below(2) ? a[i] : static_cast<std::uint16_t>(random.next());
    }
    const auto mask = static_cast<std::uint16_t>(1U << random.below(16));
    const auto plain = answers<core::PlainLanes>(a, b, mask);
    CHECK(plain == answers<core::WordLanes>(a, b, mask));
    bool right = true;
    for (std::size_t i = 0; i < kWords; ++i) {
      right &= bit(plain[0], i) == (a[i] == b[i]) && bit(plain[1], i) == (a[i] != b[i]);
      right &= bit(plain[10], i) == (a[i] <= b[i]);
      right &= bit(plain[12], i) == ((a[i] >> 6) == (b[i] >> 6));
      right &= bit(plain[14], i) == (!(a[i] & mask) && (b[i] & mask));
    }
    CHECK(right);
    CHECK(plain[1][1] >> (kWords - 64) == 0);  // nothing beyond the last word
    seen.insert(plain.begin(), plain.end());
  }
  CHECK(seen.size() > 500);
}
