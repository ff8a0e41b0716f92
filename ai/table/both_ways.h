// What was played and what would have been better, side by side: both courses played on to the end
// with the same dice, each a campaign of its own to be looked at.
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "engine/play/session.h"

namespace niemen::ai::table {

/// Pairs that are played in the search of one that ends otherwise.
inline constexpr int kMostPairs = 40;

struct BothWays {
  play::Session played, better;  ///< in memory, over
  int pairs = 0;                 ///< played, up to and with this one
  bool otherwise = false;        ///< whether they end in another score
};

struct BothWaysOptions {
  int most = kMostPairs;
  std::stop_token stop = {};
  /// Called after each pair, with how many there were.
  std::function<void(int)> progress = {};
};

/// Goes back in `first`, which is open to all, before its step `from`, where `side` decides. Takes
/// up there what it decided then, and instead `better`, as far as either goes without a break;
/// rules of thumb lead both sides from there to the end. The first pair has the dice of `first`,
/// each further one fresh ones, until one ends otherwise; none of `most`: the first pair. Throws
/// InputError where `better` is not legal there, or where it was stopped.
BothWays play_both_ways(const play::Session& first, play::Side side, std::size_t from,
                        const std::vector<play::Action>& better, const BothWaysOptions& options);

}  // namespace niemen::ai::table
