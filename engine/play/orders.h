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
  /// Decisions in notation that are taken wherever they are asked on the way: how many go, which
  /// commands are spent.
  std::vector<std::string> answers = {};
};

/// Why something cannot be ordered, as a person would say it. Both texts are without a full stop.
struct Refusal {
  std::string reason;   ///< empty: nothing forbids it
  std::string rule;     ///< its number; empty: none, or `reason` tells it
  std::string instead;  ///< what can be ordered; empty: nothing near it

  bool empty() const { return reason.empty(); }
  /// "reason (rule)".
  std::string words() const { return rule.empty() ? reason : reason + " (" + rule + ")"; }
  /// The same with what can be ordered instead.
  std::string told() const { return instead.empty() ? words() : words() + "; " + instead; }
};

/// An order as decisions, up to the first die, foreign decision or its end.
struct Expansion {
  std::vector<Action> actions;
  std::vector<int> route;    ///< spaces that are entered, in order
  bool arrives = false;      ///< false: it stops short, and may go on behind what interrupts it
  Refusal refusal = {};      ///< why there are no actions, or why it goes no farther from where it
                             ///< stops short; empty: nothing forbids it, or it arrives
  std::string caution = {};  ///< what the last of its decisions that has one strains, in words
};

/// A space as people say it: its name, or else its number.
std::string place_name(const Board& board, int place);

/// The space that a word means: its id, its name, or a beginning that only one of them has, in
/// capitals or not. Throws InputError that says what is near.
int find_space(const Board& board, std::string_view word);

/// Reads "PLACE to PLACE", "COUNTER to PLACE", "PLACE PLACE", each with "force" behind it or not,
/// as one seat sees the board, a commander standing for all at his place; nothing where the text is
/// no order of this kind. Throws InputError: an unknown place or counter, one that is not the
/// seat's own.
std::optional<Order> parse_order(const Board& board, const View& view, Side side,
                                 std::string_view text);

/// Reads "PLACE" or "COUNTER" alike: who is meant, for Order::from and Order::counters. Throws
/// InputError as parse_order does.
Order parse_stack(const Board& board, const View& view, Side side, std::string_view text);

/// The word behind an order that says Order::forced.
inline constexpr std::string_view kForce = "force";

/// The shortest course of the side's own decisions in `world` that brings the counters to where the
/// order sends them, as many of them as can go. `world` agrees with what the side knows and is not
/// changed; with what the side does not know it does not help. At most kMaxSearched positions are
/// looked at.
Expansion expand_order(const AnyGame& game, const AnyState& world, Side side, const Order& order);
inline constexpr int kMaxSearched = 3000;

/// What is asked on the way of an order beside who goes where, with what may be answered.
struct OrderQuestion {
  std::string prompt;
  std::vector<Choice> options;
  Action taken = 0;  ///< one of them
};
/// The questions of a course of `side` from `world`, behind its first decision.
std::vector<OrderQuestion> questions_of(const AnyGame& game, const AnyState& world, Side side,
                                        const Expansion& course);

/// A place that can be reached, with the shortest course there that strains least.
struct Reached {
  int place = -1;
  Expansion course;
};

/// Wherever the counters of an order can be brought by the side's own decisions, by place, but for
/// where they stand; Order::to says nothing. As in expand_order.
std::vector<Reached> reach_of(const AnyGame& game, const AnyState& world, Side side,
                              const Order& order);

/// Why nothing can be ordered at a place: what forbids there what is asked elsewhere, and where the
/// nearest place is that may be chosen. Empty where it may be chosen itself. `view` is what `side`
/// sees of `world`.
Refusal why_nothing_at(const AnyGame& game, const AnyState& world, const Board& board,
                       const View& view, int place);

/// Why `side` cannot end what it is asked; empty where it can, or the rules have no reason to tell.
Refusal why_no_end(const AnyGame& game, const AnyState& world, const Board& board,
                   const View& view);

}  // namespace niemen::play
