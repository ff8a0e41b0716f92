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

/// From `before` to `after`, as they are told to `side`, who is addressed as "you". Both views are
/// of one board. `target`: a place that `side` attacks, which is told first; -1: none.
Consequences consequences(const play::GameInfo& info, const play::Board& board,
                          const play::View& before, const play::View& after, play::Side side,
                          int target = -1);

/// A side as the people it is: "the French", "the Russians".
std::string people_words(const play::GameInfo& info, play::Side side);

/// Whether a counter holds the place where it stands; Depots, trains and blanks do not.
bool holds_its_place(const play::Counter& counter);
/// Whether counters of a side hold a place.
bool holds_place(const play::View& view, int place, int side);

/// Units of a side that stand on the board, by number and by what their counters are worth.
struct Force {
  int units = 0;
  int strength = 0;
};
Force force_of(const play::View& view, int side);

}  // namespace niemen::ai::table
