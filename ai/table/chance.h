// How a campaign may end from here, judged from what one seat knows.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "ai/agents/match.h"

namespace niemen::ai::table {

/// Campaigns that are played on for a chance, wherever one is shown; the same lots of worlds and
/// dice each time, so that one position has one chance.
inline constexpr int kChanceCampaigns = 160;
/// A chance of fewer is not shown.
inline constexpr int kFewestPlayings = 32;
/// Who is imagined to lead both sides in what is played on.
inline constexpr const char* kImagined = "rules of thumb on both sides";

/// A chance of winning (a draw counts half) or a change of one, with a 95 % interval.
struct Chance {
  double value = 0.5;
  double low = 0, high = 1;
  double margin = 0;  ///< expected, in the game's points, for the side it is told to
  int campaigns = 0;  ///< played for it
};

/// What campaigns played on from a position came to, each for `side`. The n-th of every list was
/// dealt and diced by the same lot, so lists are compared entry by entry.
struct Endings {
  std::vector<double> scores;  ///< 1, 0.5 or 0
  std::vector<double> margins;
};

/// Mean of the scores with Wilson's interval.
Chance chance_of(const Endings& endings);
/// How much more the second promises than the first, entry by entry, with an interval that allows
/// for differences too rare to have shown.
/// Precondition: as long as each other.
Chance difference(const Endings& first, const Endings& second);

/// Plays campaigns on by rules of thumb, on as many threads as it was given.
class Oracle {
 public:
  /// `game` must outlive it. Throws InputError.
  /// `seed` names the deals and dice, the same for every position.
  Oracle(const play::AnyGame& game, int threads, std::uint64_t seed = 0);
  /// `campaigns` endings for `side` from worlds that agree with `observation`; fewer when stopped.
  Endings play_on(const play::AnyObservation& observation, play::Side side, int campaigns,
                  std::stop_token stop = {});
  /// Sees a world's position before each decision and die; slow. Of one world it is called in
  /// order.
  using Watch = std::function<void(std::size_t world, const play::AnyState&, play::Action)>;
  /// The same where the position itself is known (over, or with its worlds at hand). The n-th world
  /// has the dice of lot `first_lot` + n.
  Endings play_worlds(const std::vector<play::AnyState>& worlds, play::Side side,
                      std::stop_token stop = {}, std::size_t first_lot = 0,
                      const Watch& watch = {});
  /// The worlds that play_on() deals: those of `count` lots from `first_lot` on.
  std::vector<play::AnyState> worlds(const play::AnyObservation& observation, int count,
                                     std::size_t first_lot = 0) const;

 private:
  const play::AnyGame& game_;
  std::uint64_t lots_;                           ///< names the deals and dice
  std::vector<std::unique_ptr<Match>> matches_;  ///< one a thread
};

}  // namespace niemen::ai::table
