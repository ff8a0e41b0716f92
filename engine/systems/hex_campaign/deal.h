// Secret stacks (15.1) dealt again: who could stand where, by what the opponent sees.
#pragma once

#include "engine/core/random.h"
#include "engine/systems/hex_campaign/observation.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

/// Puts the side's pieces that are veiled in `s` (and its unknown blanks) under the counters of
/// `o`, at random among the ways that agree with what `o` shows: a unit in every hex declared to
/// hold one, undisrupted cavalry where it is declared and nowhere else, no hex too full,
/// nothing but units disrupted, no more blanks than units (15.1). With an earlier world `before`,
/// whoever can is left where he was in it. Places and statuses only: caches are rebuilt by the
/// caller. No heap.
void deal_stacks(const Context& c, const Observation& o, State& s, Side side, const State* before,
                 core::RandomStream& random);

/// What markers show of a stack.
inline constexpr std::uint16_t kMarkerBits = kForcedMarch | kFoughtMask | kForage | kSupplied;
/// Markers lie on stacks: what any unit of the hex shows, every counter of it shows.
std::uint16_t stack_markers(const Context& c, const State& s, int hex);

// Bits of VeiledCounter::marks.
inline constexpr std::uint8_t kMovedMark = 1, kLockedMark = 2, kHeldMark = 4, kGroupMark = 8;

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
