// What an army did in a campaign, as a flow over the map: marches, losses, strength by turn.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/play/any_game.h"

namespace niemen::play {

/// Strength that went from place to place without a stop, in one turn.
struct March {
  int turn = 0;
  std::vector<int> places;
  int strength = 0;
  bool back = false;  ///< it ended nearer to where the army began than it started
};

/// Strength that left the board.
struct Loss {
  int turn = 0;
  int place = -1;
  int strength = 0;
  std::string phase;  ///< in which it was lost, as the game calls it
};

struct Flow {
  std::vector<March> marches;
  std::vector<Loss> losses;
  /// Strength on the board: where the campaign began, then at the end of each turn.
  std::vector<std::pair<int, int>> strength;
  int came = 0;  ///< strength that was there at first or came later
};

/// The flow of the army of `side` through positions that follow one another. Strength is that of
/// the counters on the board, commanders and supplies apart.
Flow flow_of(const AnyGame& game, std::span<const AnyState> states, Side side);

}  // namespace niemen::play
