// Sides as people say them.
#pragma once

#include <string>
#include <string_view>

#include "engine/core/text.h"

namespace niemen::play {

/// A side as the people it is, with a verb in the plural behind it: "the French", "the Russians",
/// "the Coalition".
inline std::string people(std::string_view side) {
  return "the " + core::capitalised(std::string(side)) + (side.ends_with("an") ? "s" : "");
}

}  // namespace niemen::play
