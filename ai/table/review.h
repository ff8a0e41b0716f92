// What a campaign turned on: each change of the chance of winning, and to whom or what it is owed.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "ai/table/chance.h"
#include "engine/play/session.h"

namespace niemen::ai::table {

/// To whom or what a change is owed: the side that asks, its enemy, the dice, or hidden facts that
/// came out.
enum class Owed : std::uint8_t { Mine, His, Dice, Reveal };
inline constexpr int kOwed = 4;

/// One stretch of a campaign: decisions that one side took without a break, or one die.
struct Stretch {
  std::size_t from = 0, to = 0;  ///< steps [from, to)
  int turn = 0;
  Owed owed = Owed::Dice;
  Chance change;        ///< by what was decided or diced
  double reveal = 0;    ///< by what came out in it
  double chance = 0.5;  ///< of winning after it
  std::string words;    ///< what was decided, in notation
};

enum class Mark : std::uint8_t { None, Inaccuracy, Mistake, Blunder };
/// Only where the whole interval of what it cost is beyond the line: 5, 10 or 15 points.
Mark mark_of(const Stretch& stretch);
const char* mark_word(Mark mark);

struct Review {
  play::Side side = play::Side::A;
  double start = 0.5;   ///< the chance before the first step
  double result = 0.5;  ///< 1, 0.5 or 0
  std::vector<Stretch> stretches;
  std::array<double, kOwed> sums{};  ///< of the changes; with `start` they come to `result`
  int campaigns = 0;                 ///< played for each figure
  bool complete = true;              ///< false: stopped, the figures go as far as the last stretch
  std::size_t resumed = 0;           ///< stretches that an earlier, broken off review had judged
};

struct ReviewOptions {
  int campaigns = 24;  ///< the standard depth
  int threads = 2;
  std::stop_token stop = {};
  /// Keeps what is judged as it is judged, and goes on from there; empty: nowhere.
  std::filesystem::path file = {};
  /// Called after each stretch with the share that is done, 0 to 1.
  std::function<void(double)> progress = {};
};

/// Reviews a campaign that is over from the seat of `side`: each figure counts only what that side
/// could know at the time. Precondition: session.over(). Throws InputError where `file` cannot be
/// written.
Review review(const play::Session& session, play::Side side, const ReviewOptions& options);

/// How much better (or worse) the course that `again` takes from step `from` on is than that of
/// `first`, for `side`: each as far as the side decided without a break, played on from there by
/// rules of thumb in the same worlds with the same dice. Precondition: the sessions are the same up
/// to `from`, where `side` decides, and both have gone on.
Chance retried(const play::Session& first, const play::Session& again, std::size_t from,
               play::Side side, const ReviewOptions& options);

/// The stretches that changed most, largest first; none that changed nothing.
std::vector<Stretch> turning_points(const Review& review, std::size_t most);

}  // namespace niemen::ai::table
