// What an order does to the chance of winning: given, and not given, with the same dice.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "ai/table/chance.h"
#include "engine/play/view.h"

namespace niemen::ai::table {

/// Two courses from the position that a seat sees, each played on by rules of thumb in the same
/// worlds with the same dice.
struct Worth {
  Chance with;            ///< the order is given
  Chance instead;         ///< the other course is taken
  Chance change;          ///< of the chance of winning by the order, paired
  int otherwise = 0;      ///< pairs of playings that end in another score
  bool complete = false;  ///< false: it was stopped, or is under way
};

struct WorthOptions {
  int campaigns = kChanceCampaigns;  ///< played for each course
  int threads = 1;
  std::stop_token stop = {};
  /// Called with what is known so far, after every few campaigns.
  std::function<void(const Worth&)> progress = {};
  std::uint64_t seed = 0;  ///< names the worlds and dice; 0: those that chances are shown from
};

/// Compares `actions` with `instead`, decisions of the side that observes, one after another up to
/// the first die or foreign decision. No `instead`: whatever the rule of thumb would do. All that
/// is used is what the side may know. Precondition: the side is to decide. Throws InputError.
Worth worth_of(const play::AnyGame& game, const play::AnyObservation& observation,
               const std::vector<play::Action>& actions, const std::vector<play::Action>& instead,
               const WorthOptions& options = {});

/// One of several ways to go on.
struct Way {
  Chance chance;  ///< of winning by it
  Chance less;    ///< what the first way promises more, paired; its interval allows for all ways
  /// Whether the first way is certainly better: the interval leaves nought out.
  bool worse() const { return less.low > 0; }
  bool better() const { return less.high < 0; }
};

/// What each of several decisions of the side that observes comes to, each played on by rules of
/// thumb in the same worlds with the same dice. Fewer campaigns where it is stopped; then perhaps
/// none. Precondition: the side is to decide. Throws InputError.
std::vector<Way> ways_of(const play::AnyGame& game, const play::AnyObservation& observation,
                         const std::vector<play::Action>& decisions,
                         const WorthOptions& options = {});

}  // namespace niemen::ai::table
