// What a side, or the public, may know of a position.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "engine/systems/hex_campaign/state.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

/// A counter of a secret stack (15.1): where and in what state it is, and to which veil group it
/// belongs, but not which of the group's pieces it is.
struct VeiledCounter {
  std::uint16_t word = 0;  ///< place and status, as in Position::piece
  std::uint8_t veil = 0;   ///< lowest piece of the veil group
  std::uint8_t marks = 0;  ///< bit 0 moved, 1 locked, 2 held, 3 in the group under way
  auto operator<=>(const VeiledCounter&) const = default;
};

/// A position with everything hidden from the viewer put into a canonical form: equal for all
/// states that the viewer cannot tell apart.
///
/// - pieces in secret stacks have place kVeiled; their counters are in `counters`, sorted
/// - face-down trains of others lose their genuine bit; `genuine` and `misleading` say how many of
///   each the side has, allocated or not
/// - cards of others are 255 in hand and drawn, and count as not drawn in `shown.deck`
struct Observation {
  State shown;
  PerSide<std::uint8_t> genuine;       ///< face-down genuine trains plus those to allocate
  PerSide<std::uint8_t> misleading;    ///< dummies on the map plus those to allocate
  PerSide<std::uint8_t> exhausted;     ///< announced: no genuine trains left to allocate (R-26)
  PerSide<std::uint8_t> single_drawn;  ///< 1: the card drawn must be played at once
  std::uint8_t viewer;
  std::uint8_t counter_count;
  std::array<std::uint8_t, 6> spare;  ///< always zero
  std::array<VeiledCounter, kMaxPieces + 2 * kMaxBlanks> counters;

  bool operator==(const Observation&) const = default;
};
static_assert(std::is_trivially_copyable_v<Observation>);
static_assert(std::has_unique_object_representations_v<Observation>);

/// Place of a piece whose whereabouts the viewer does not know.
inline constexpr int kVeiled = 0x3F8;

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
