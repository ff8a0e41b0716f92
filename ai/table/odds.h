// What may come of an order: the distribution over every die, by the code that resolves them.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "ai/agents/match.h"

namespace niemen::ai::table {

/// A result with its share: what each side has lost, and who has moved.
struct OddsResult {
  double share = 0;
  std::string words;
};

struct Odds {
  std::vector<OddsResult> results;  ///< likeliest first
  bool exact = false;               ///< every die was counted; false: dice were rolled, or what
                                    ///< lies hidden was dealt by lot
  bool hidden = false;              ///< the seat does not know all that matters
  int trials = 0;                   ///< dealt or rolled; 0: none
  double widest = 0;                ///< half of the widest 95 % interval of a share
  bool complete = true;             ///< false: it was stopped; what it had counted till then
  /// Every position that came of it, with its share.
  struct End {
    play::AnyState state;
    double share = 0;
  };
  std::vector<End> ends;
};

struct OddsOptions {
  int worlds = 64;         ///< dealt of what the seat does not see
  int positions = 20'000;  ///< at most so many are looked at before dice are rolled instead
  int trials = 2'000;      ///< then
  std::stop_token stop = {};
};

/// Carries `actions` (decisions of the side that observes, one after another) out in every world
/// that the seat holds for possible, and the dice after them, until the operation is over: the next
/// decision is of the kind that the first was, a side is asked for one operation after another
/// until it ends that, or another turn begins. Whoever must decide on the way does it by the rule
/// of thumb. Any order will do behind which a die may fall: attacks, marches and their attrition,
/// raids, sieges, rallies; none at all asks what becomes of the position as it stands. What all
/// results have in common is left out of their words, but for losses.
Odds odds_of(const play::AnyGame& game, const play::AnyObservation& observation,
             const std::vector<play::Action>& actions, const OddsOptions& options = {});

}  // namespace niemen::ai::table
