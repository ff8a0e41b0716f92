// Splits the time a person allows for a turn over the decisions of that turn.
#pragma once

#include <algorithm>

namespace niemen::ai {

struct TurnClockOptions {
  double seconds_per_turn = 0;      ///< 0: no clock
  double seconds_per_decision = 1;  ///< cap
};

/// Seconds that a search needs to answer at all, whatever the clock leaves.
inline constexpr double kShortestSearch = 0.002;

/// What a decision may take: `usual`, and `most` while the choice is still open.
struct TimeShare {
  double usual = 0;
  double most = 0;
};

/// Counts the seconds of each turn. How many decisions a turn holds is learned from the turns
/// before; forced decisions do not count.
class TurnClock {
 public:
  explicit TurnClock(const TurnClockOptions& options) : options_(options) {}

  void begin_campaign() { *this = TurnClock(options_); }

  /// The share of the next decision, in turn `turn`.
  TimeShare next(int turn) {
    if (turn != turn_) {
      if (turn_ > 0) expected_ = (expected_ + decisions_) / 2;
      turn_ = turn;
      decisions_ = 0;
      spent_ = 0;
    }
    ++decisions_;
    // Keep a tail: a turn that is longer than expected goes on with smaller and smaller shares.
    const double left = std::max(kShortestTail, expected_ - decisions_ + 1);
    const double rest = std::max(0.0, options_.seconds_per_turn - spent_);
    TimeShare share;
    share.usual = std::min(options_.seconds_per_decision, rest / left);
    share.most = std::min({options_.seconds_per_decision, rest, kStretch * share.usual});
    return share;
  }
  void spend(double seconds) { spent_ += seconds; }

 private:
  static constexpr double kFirstGuess = 60;    // decisions a turn, before any turn was played
  static constexpr double kShortestTail = 10;  // decisions
  static constexpr double kStretch = 4;        // an open choice may take so many usual shares

  TurnClockOptions options_;
  int turn_ = 0;
  double expected_ = kFirstGuess;
  double decisions_ = 0;
  double spent_ = 0;
};

}  // namespace niemen::ai
