#include <catch2/catch.hpp>

#include "engine/core/bit_set.h"
#include "engine/core/fixed_vector.h"
#include "engine/core/hash.h"
#include "engine/core/random.h"

using namespace niemen;

TEST_CASE("philox4x32-10 gives the published known answers") {
  // Random123's known-answer tests for philox4x32 with 10 rounds.
  CHECK(core::philox4x32({0, 0, 0, 0}, {0, 0}) ==
        std::array<std::uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(core::philox4x32({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
                         {0xffffffff, 0xffffffff}) ==
        std::array<std::uint32_t, 4>{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(core::philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                         {0xa4093822, 0x299f31d0}) ==
        std::array<std::uint32_t, 4>{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("bit sets iterate in ascending order over every word") {
  core::BitSet<3> set;
  for (int i : {0, 63, 64, 130, 191}) set.insert(i);
  std::vector<int> members;
  for (int i : set) members.push_back(i);
  CHECK(members == std::vector<int>{0, 63, 64, 130, 191});
  CHECK(set.count() == 5);
  CHECK(set.first() == 0);
  set.erase(0);
  CHECK(set.first() == 63);
  CHECK(core::BitSet<3>{}.first() == -1);
  CHECK_FALSE(set.intersects(core::BitSet<3>::of(65)));
  CHECK(core::BitSet<3>::of(64).is_subset_of(set));
  const auto two = core::BitSet<3>::of(1) | core::BitSet<3>::of(64);
  CHECK((two ^ core::BitSet<3>::of(64)) == core::BitSet<3>::of(1));
  CHECK((two ^ core::BitSet<3>::of(2)).count() == 3);
}

TEST_CASE("a random stream is named by its key and gives every bounded value") {
  core::RandomStream first(7, 1), again(7, 1), other(7, 2);
  CHECK(first.next() == again.next());
  CHECK(first.next() != other.next());
  std::array<int, 6> counts{};
  for (int i = 0; i < 6000; ++i) ++counts[first.below(6)];
  for (int count : counts) CHECK(count > 850);
}
