// How training campaigns are related.
#pragma once

#include <cstddef>

namespace niemen::ai {

/// Campaigns of one family: the same dice and the same players, but for one turn.
inline constexpr std::size_t kSiblings = 4;

}  // namespace niemen::ai
