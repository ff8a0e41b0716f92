// Where a stack can be sent now, and what that costs and risks, place by place, before anything is
// ordered.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/play/orders.h"

namespace niemen::ai::table {

struct Destination {
  play::Reached reached;
  /// What the dice behind it may do to those who go, till somebody decides something else.
  double lost = 0;       ///< chance that one of them or more are lost
  double hurt = 0;       ///< chance that one of them or more are lost or disrupted
  bool counted = false;  ///< every die was counted; false: there are more than can be, or it is a
                         ///< battle
  /// Whether they would be in supply there as things stand; nothing: the game does not tell.
  std::optional<bool> supplied;
  bool in_zone = false;     ///< in a zone of control of the enemy that is seen
  bool is_attack = false;   ///< enemies stand there
  std::vector<int> beside;  ///< places next to it where enemies stand
};

/// All places that the counters of an order can be brought to (play::Order::to says nothing), by
/// place. `world` agrees with what `side` knows, `view` is what the side sees of it. What lies
/// hidden counts for nothing.
std::vector<Destination> destinations_of(const play::AnyGame& game, const play::AnyState& world,
                                         const play::Board& board, const play::View& view,
                                         play::Side side, const play::Order& order);

/// "Kowno, 2 hexes".
std::string title_of(const play::Board& board, const Destination& destination);
/// What it costs and risks, a phrase each: "17 % to lose a unit", "out of supply there", ...
std::vector<std::string> destination_words(const play::Board& board,
                                           const Destination& destination);

}  // namespace niemen::ai::table
