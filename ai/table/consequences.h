// What came between two views of one campaign, in words: losses, moves, states, places.
#pragma once

#include <string>
#include <vector>

#include "engine/play/any_game.h"

namespace niemen::ai::table {

struct Consequences {
  std::vector<std::string> losses;  ///< who has lost or gained what; enemies that have moved
  std::vector<std::string> traces;  ///< states, strengths and places that have changed
};

/// From `before` to `after`, as they are told to `side`. Both views are of one board.
Consequences consequences(const play::GameInfo& info, const play::Board& board,
                          const play::View& before, const play::View& after, play::Side side);

}  // namespace niemen::ai::table
