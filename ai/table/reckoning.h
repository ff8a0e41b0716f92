// What an attack is reckoned from, before its dice are cast.
#pragma once

#include "ai/table/odds.h"

namespace niemen::ai::table {

/// A value of one side and the parts that it is put together from.
struct Reckoning {
  std::string name;  ///< of the kind of event that would tell it, e.g. "attack-value"
  int side = -1;     ///< whose value it is, by index
  std::vector<play::Modifier> parts;  ///< rendered
};

/// The values that come of `actions` and of what follows until the operation is over, as in
/// odds_of; of each only the parts that are the same however the dice fall and whatever lies
/// hidden. Values that are told with a single part are left out, and those that come up in less
/// than half of the courses. `options.trials` courses are followed.
std::vector<Reckoning> reckonings_of(const play::AnyGame& game,
                                     const play::AnyObservation& observation,
                                     const std::vector<play::Action>& actions,
                                     const OddsOptions& options);

}  // namespace niemen::ai::table
