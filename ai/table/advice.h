// What would have been better: another course from one of a side's own decisions, proved by playing
// both on in the same worlds with the same dice.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "ai/agents/agent_config.h"
#include "ai/table/chance.h"
#include "ai/table/course.h"

namespace niemen::ai::table {

/// Playings of either course behind an advice; none of them helped to find it.
inline constexpr int kAdvicePlayings = 400;

struct Advice {
  std::size_t step = 0;  ///< the first decision in which it differs from what was done
  int turn = 0;
  std::vector<play::Action> better;  ///< decisions, up to the first die or foreign decision
  std::string order;                 ///< the first of them, in notation
  std::string words;                 ///< what they do, as the diary tells it
  Chance gain;  ///< of the chance of winning, over what was done; its interval is above nought
  int otherwise = 0;  ///< of gain.campaigns playings, how many end otherwise
};

struct AdviceOptions {
  AgentConfig level;  ///< whose search proposes courses, beside the rule of thumb
  int playings = kAdvicePlayings;
  int threads = 2;
  std::uint64_t seed = 0;  ///< names the worlds and dice
  std::stop_token stop = {};
  /// Called again and again with the share that is done, 0 to 1.
  std::function<void(double)> progress = {};
};

/// The better course from one of the decisions that `side` took in steps [from, to). Several are
/// tried; the best of them is played on again, in other worlds. Nothing: none is better for
/// certain, or it was stopped. All that is used is what the side could know. Throws InputError.
std::optional<Advice> advise(const Course& course, play::Side side, std::size_t from,
                             std::size_t to, const AdviceOptions& options);

/// "better: march 1808, with which ...: 14 points more (6 to 22); of 400 playings 31 end
/// otherwise".
std::string advice_words(const Advice& advice);

}  // namespace niemen::ai::table
