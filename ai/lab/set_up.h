// A side's set-up, decision by decision: what a search for openings varies.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/play/actor.h"
#include "engine/play/view.h"

namespace niemen::lab {

/// A set-up of one side that campaigns can begin with.
struct SetUp {
  std::string name;  ///< within its run, e.g. "french-found-12"
  std::vector<play::Action> decisions;
};

/// What came of playing a set-up.
struct PlayedSetUp {
  std::vector<play::Action> decisions;
  std::vector<int> places;              ///< of each decision, a space of the board; -1: none
  std::vector<play::Counter> counters;  ///< of the side, when it was done
};

/// A set-up decision of a side that is to be made.
struct SetUpQuestion {
  std::size_t number = 0;  ///< among those of the side
  std::span<const play::Action> legal;
  /// Where one of them puts something, a space of the board; -1: nowhere.
  std::function<int(play::Action)> place_of;
  /// What the side would then have on the board.
  std::function<std::vector<play::Counter>(play::Action)> after;
};
/// Answers with a position among the legal actions.
using SetUpChooser = std::function<std::size_t(const SetUpQuestion&)>;

/// The set-up of a game, to be played by one side alone.
class SetUpBoard {
 public:
  virtual ~SetUpBoard() = default;
  virtual const play::Board& board() const = 0;
  /// Plays the set-up of `side`; the other side puts its pieces down anywhere.
  virtual PlayedSetUp play(play::Side side, const SetUpChooser& choose) const = 0;
  /// The file of an opening of this set-up; nothing where the set-up is not whole.
  virtual std::optional<std::string> opening_file(play::Side side,
                                                  const std::vector<play::Action>& decisions,
                                                  const std::string& title) const = 0;
};

/// The set-up by which the side comes to have `target` on the board, as far as its set-up lets it:
/// an opening of the game, decision by decision.
SetUp decisions_to(const SetUpBoard& board, play::Side side, const std::string& name,
                   const std::vector<play::Counter>& target);

}  // namespace niemen::lab
