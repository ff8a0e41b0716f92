// Names for every draw of chance, and the driver that draws them.
#pragma once

#include <cassert>
#include <cstdint>
#include <span>

#include "engine/core/random.h"
#include "engine/play/actor.h"

namespace niemen::play {

/// Names one draw of chance within a campaign. Two campaigns with the same campaign key give the
/// same bits to the same name, even after their decisions have parted.
struct ChanceKey {
  std::uint16_t turn = 0;
  std::uint16_t purpose = 0;  ///< what the die is for (the mechanism's own enumeration)
  std::uint32_t subject = 0;  ///< whom or what it concerns (a hex, a unit, a card deck)
  std::uint32_t ordinal = 0;  ///< the how-manieth such draw of that subject in that turn
  bool operator==(const ChanceKey&) const = default;
};

/// The 64 random bits that belong to `key` in the campaign with `campaign_key`.
inline std::uint64_t chance_bits(std::uint64_t campaign_key, const ChanceKey& key) {
  return core::random_bits(
      campaign_key,
      (std::uint64_t{key.turn} << 48) | (std::uint64_t{key.purpose} << 32) | key.subject,
      key.ordinal);
}

/// Picks an outcome by the cumulative probabilities. Precondition: the list is not empty and its
/// probabilities sum to 1 (up to rounding).
inline Action draw(std::span<const ChanceOutcome> outcomes, std::uint64_t bits) {
  assert(!outcomes.empty());
  double remaining = core::unit_interval(bits);
  for (const auto& outcome : outcomes) {
    remaining -= outcome.probability;
    if (remaining < 0) return outcome.action;
  }
  return outcomes.back().action;
}

}  // namespace niemen::play
