// What one viewer may know of a position.
#pragma once

#include "engine/systems/area_campaign/state.h"

namespace niemen::area_campaign {

/// The position with everything hidden taken out, and what shows of it nevertheless.
///
/// Hidden from a viewer: the contents of every enemy stack that he has not seen since it
/// last changed out of sight; which units have moved in the enemy's segment, and how the enemy is
/// dividing a stack; a battle plan before it is revealed; the enemy's set-up while it goes on. He
/// does see where enemy units are, how many of each kind there are in all, and what shows openly.
struct Observation {
  State shown;
  std::array<PlaceSet, 2> hidden;  ///< by owner: places with units whose contents are hidden
  /// By owner: units of each kind in hidden places together.
  std::array<ByKind<std::uint8_t>, 2> totals;
  std::array<std::uint8_t, 4> hidden_leaders;  ///< bits of all leaders in hidden places
  /// Number of Corps in hidden places where it is known, else kNowhere.
  std::array<std::array<std::uint8_t, kMaxPlaces>, 2> corps;
  std::uint8_t viewer;
  std::array<std::uint8_t, 3> spare;

  friend bool operator==(const Observation& a, const Observation& b) {
    return std::memcmp(&a, &b, sizeof(Observation)) == 0;
  }
};
static_assert(std::is_trivially_copyable_v<Observation>);
static_assert(std::has_unique_object_representations_v<Observation>);

}  // namespace niemen::area_campaign
