// What may come of an order: the distribution over every die, by the code that resolves them.
#pragma once

#include <optional>
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

/// What becomes of a place that is attacked. Shares; together they are 1.
struct AttackOdds {
  int place = -1;
  double taken = 0;                    ///< the attackers stand there, and nobody else
  double left = 0;                     ///< nobody stands there any more
  double fought = 0;                   ///< both stand there: it is not decided yet
  double held = 0;                     ///< the defenders stand there
  double lost[play::kSides] = {};      ///< units that each side loses, on average
  double strength[play::kSides] = {};  ///< and what they were worth
};

struct Odds {
  std::vector<OddsResult> results;   ///< likeliest first
  std::vector<std::string> always;   ///< losses that come in any case, where there are others too
  std::optional<AttackOdds> attack;  ///< of OddsOptions::target
  bool exact = false;                ///< every die was counted; false: dice were rolled, or what
                                     ///< lies hidden was dealt by lot
  bool hidden = false;               ///< the seat does not know all that matters
  int trials = 0;                    ///< dealt or rolled; 0: none
  double widest = 0;                 ///< half of the widest 95 % interval of a share
  bool complete = true;              ///< false: it was stopped; what it had counted till then
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
  int target = -1;  ///< a place that is attacked: it is followed till dice have fallen and no
                    ///< two sides stand there, and nothing else is done meanwhile
  std::stop_token stop = {};
};

/// Carries `actions` (decisions of the side that observes, one after another) out in every world
/// that the seat holds for possible, and the dice after them, until the operation is over: the next
/// decision is of the kind that the first was, a side is asked for one operation after another
/// until it ends that, or another turn begins. Whoever must decide on the way does it by the rule
/// of thumb. Any order will do behind which a die may fall: attacks, marches and their attrition,
/// raids, sieges, rallies; none at all asks what becomes of the position as it stands. What all
/// results have in common is left out of their words.
Odds odds_of(const play::AnyGame& game, const play::AnyObservation& observation,
             const std::vector<play::Action>& actions, const OddsOptions& options = {});

/// "you take Wilno 62 %, it holds 38 %; you lose 1.2 units on average, the Russians 2.0", as the
/// attacker is told.
std::string attack_words(const play::GameInfo& info, const play::Board& board, play::Side attacker,
                         const AttackOdds& odds);

/// The place of the last of `actions` that goes to where enemies of `side` stand; -1: none does.
int target_of(const play::AnyGame& game, const play::AnyState& world, play::Side side,
              const std::vector<play::Action>& actions);

}  // namespace niemen::ai::table
