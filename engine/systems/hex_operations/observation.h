// What one viewer may know of a position: everything, for all pieces are open (H-58).
#pragma once

#include "engine/systems/hex_operations/state.h"

namespace niemen::hex_operations {

struct Observation {
  State shown;
  play::Viewer viewer;
  std::array<std::uint8_t, 7> spare;

  friend bool operator==(const Observation& a, const Observation& b) {
    return std::memcmp(&a, &b, sizeof(Observation)) == 0;
  }
};
static_assert(std::is_trivially_copyable_v<Observation>);
static_assert(std::has_unique_object_representations_v<Observation>);

}  // namespace niemen::hex_operations
