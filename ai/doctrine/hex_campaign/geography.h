// Distances on foot, computed once for a game.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "engine/systems/hex_campaign/context.h"

namespace niemen::ai::hex_doctrine {
inline namespace NIEMEN_HEX_SIZE {

/// Steps between all pairs of hexes over what a side may enter, enemies apart.
class Geography {
 public:
  static constexpr int kFar = 60;  ///< further than any walk, or unreachable
  explicit Geography(const hex_campaign::Context& context);

  int steps(play::Side side, int from, int to) const { return steps_to(side, to)[from]; }
  /// Steps to one hex from each, by hex.
  const std::uint8_t* steps_to(play::Side side, int to) const {
    return steps_[static_cast<std::size_t>(play::index(side))].data() +
           static_cast<std::size_t>(to) * size_;
  }
  /// Steps to a hex from the nearest of some hexes; kFar if there are none.
  int nearest(play::Side side, const hex_campaign::HexSet& hexes, int to) const {
    const auto& rings =
        within_[static_cast<std::size_t>(play::index(side))][static_cast<std::size_t>(to)];
    const auto ring = std::partition_point(
        rings.begin(), rings.end(),
        [&](const hex_campaign::HexSet& near) { return !hexes.intersects(near); });
    return ring == rings.end() ? kFar : static_cast<int>(ring - rings.begin());
  }

 private:
  std::size_t size_;
  // By destination: whoever asks for many ways asks for ways to one place.
  std::array<std::vector<std::uint8_t>, play::kSides> steps_;
  /// By destination: the hexes at most 0, 1, 2, ... steps from it.
  std::array<std::vector<std::vector<hex_campaign::HexSet>>, play::kSides> within_;
};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::ai::hex_doctrine
