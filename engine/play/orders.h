// Orders as people think them: "this stack to there", made of the small decisions of the rules.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/play/any_game.h"

namespace niemen::play {

/// Who is to go where. Empty names of counters: all of the side's that stand at `from`.
struct Order {
  int from = -1;                      ///< index of a space
  int to = -1;                        ///< index of a space
  std::vector<std::string> counters;  ///< ids of the counters that are meant
  bool forced = false;                ///< whoever gives it knows that it may strain them
};

/// An order as decisions, up to the first die, foreign decision or its end.
struct Expansion {
  std::vector<Action> actions;
  std::vector<int> route;    ///< spaces that are entered, in order
  bool arrives = false;      ///< false: it stops short, and may go on behind what interrupts it
  std::string why;           ///< why there are no actions, in words
  std::string halts;         ///< what the rules say of going on from where it stops short; empty:
                             ///< nothing forbids it, or it arrives
  std::string caution = {};  ///< what the last of its decisions that has one strains, in words
};

/// The space that a word means: its id, its name, or a beginning that only one of them has, in
/// capitals or not. Throws InputError that says what is near.
int find_space(const Board& board, std::string_view word);

/// Reads "PLACE to PLACE", "COUNTER to PLACE", "PLACE PLACE", each with "force" behind it or not,
/// as one seat sees the board, a commander standing for all at his place; nothing where the text is
/// no order of this kind. Throws InputError: an unknown place or counter, one that is not the
/// seat's own.
std::optional<Order> parse_order(const Board& board, const View& view, Side side,
                                 std::string_view text);

/// The word behind an order that says Order::forced.
inline constexpr std::string_view kForce = "force";

/// The shortest course of the side's own decisions in `world` that brings the counters to where the
/// order sends them, as many of them as can go. `world` agrees with what the side knows and is not
/// changed; with what the side does not know it does not help. At most kMaxSearched positions are
/// looked at.
Expansion expand_order(const AnyGame& game, const AnyState& world, Side side, const Order& order);
inline constexpr int kMaxSearched = 3000;

}  // namespace niemen::play
