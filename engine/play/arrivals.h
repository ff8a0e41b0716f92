// How views tell of counters off the board that are still to come: by their states.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/play/view.h"

namespace niemen::play {

/// The state "arrives on Game-Turn 5": the earliest turn, as View::turn counts them.
std::string arrival_mark(std::string_view turn_word, int turn);
/// The state "in Memel, Tilsit, 3 more places": those with a name first.
std::string entry_mark(std::vector<std::string> places);
/// The turn of a counter that is still to come; nothing for any other.
std::optional<int> arrival_turn(const Counter& counter);

/// Who comes together: on one turn, of one side, in the same places.
struct Arrival {
  int turn = 0;  ///< as View::turn counts them
  int side = -1;
  std::string where;  ///< as entry_mark() says it; empty: not known, or as the rule says
  std::vector<std::string> units;  ///< "Davout", "2 x Infantry"
};

/// Whoever is still to come, by turn, then side.
std::vector<Arrival> arrivals(const View& view);

}  // namespace niemen::play
