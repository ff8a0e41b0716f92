// Counters off the board that are still to come, and who comes together.
#pragma once

#include <string>
#include <vector>

#include "engine/play/view.h"

namespace niemen::play {

/// "in Memel, Tilsit, 3 more places": those with a name first; of no places nothing.
std::string entry_words(std::vector<std::string> places);

/// Who comes together: on one turn, of one side, in the same places.
struct Arrival {
  int turn = 0;  ///< as View::turn counts them
  int side = -1;
  std::string where;  ///< as entry_words() says it; empty: not known, or as the rule says
  std::vector<std::string> units;  ///< "Davout", "2 x Infantry"
};

/// Whoever is still to come, by turn, then side.
std::vector<Arrival> arrivals(const View& view);

}  // namespace niemen::play
