// The number of points at which neither side is ahead, in games whose levels of victory are reached
// by the points of side A alone.
#pragma once

#include <cmath>
#include <span>
#include <string>
#include <string_view>

#include "engine/core/parameters.h"

namespace niemen::systems {

inline constexpr std::string_view kMarginAt = "margin_at";

/// Where the winner changes: from `low`, the lowest points with which side B does not win, to
/// `high`, the lowest with which side A does. Without a draw they are the same.
struct Threshold {
  int low = 0, high = 0;
  bool known = false;  ///< either side can win

  /// The middle of the draw, or what side A needs.
  int even() const {
    if (!known) return 0;
    return low < high ? static_cast<int>(std::floor((low + high - 1) / 2.0)) : high;
  }
  /// Whether who is ahead of these points is not behind by the levels.
  bool agrees(int points) const {
    if (!known) return true;
    return low < high ? low <= points && points < high : high - 1 <= points && points <= high;
  }
};

/// Of levels with `from` and `winner_side` (0, 1, or neither), from the highest down.
template <class Level>
Threshold threshold_of(std::span<const Level> levels) {
  Threshold threshold;
  bool a = false, b = false;
  for (const auto& level : levels) {
    if (level.winner_side == 0) {
      threshold.high = level.from;
      a = true;
    }
    if (level.winner_side == 1) {
      b = true;
      break;
    }
    threshold.low = level.from;
  }
  threshold.known = a && b;
  return threshold;
}

/// Reads the section "victory" of a game; whether it states `margin_at`, which may be left out.
template <class Owner>
bool read_victory_section(core::ConfigTable& table,
                          std::span<const core::ParameterSection<Owner>> sections, Owner& owner) {
  const bool stated = table.has(kMarginAt);
  for (const auto& section : sections) {
    if (section.name != "victory") continue;
    for (const auto& parameter : section.parameters)
      if (parameter.key != kMarginAt || stated)
        core::read_parameters(table, std::span(&parameter, 1), owner);
  }
  return stated;
}

/// What makes no sense in a stated `margin_at`; empty: nothing.
inline std::string margin_fault(const Threshold& threshold, int margin_at) {
  if (threshold.agrees(margin_at)) return {};
  return "victory.margin_at is " + std::to_string(margin_at) + ", and the winner changes at " +
         (threshold.low < threshold.high ? std::to_string(threshold.low) + " to " : std::string()) +
         std::to_string(threshold.high) +
         " points: a margin of 0 is not where it does; left out, it follows from the levels (" +
         std::to_string(threshold.even()) + ")";
}

}  // namespace niemen::systems
