// Marks of a space that say how far a side reaches. A part of the contract: faces draw areas by
// them.
#pragma once

#include <string>
#include <string_view>

namespace niemen::play {

/// Units of the side that stand there would be in supply. `side`: as GameInfo names it.
inline std::string supplied_mark(std::string_view side) { return "supplied: " + std::string(side); }
/// A zone of control of known units of the side lies there.
inline std::string zone_mark(std::string_view side) {
  return "zone of control: " + std::string(side);
}

}  // namespace niemen::play
