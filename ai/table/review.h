// What a campaign turned on: each change of the chance of winning, and to whom or what it is owed.
//
// A first look plays on from every stretch, with the same lots of worlds and dice. Then campaigns
// go where the change may be large: each round keeps the half of the parts that may have changed
// most, and doubles their lots (successive halving). What is named in the end clears nought by an
// interval that allows for all that was looked at, in every round.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "ai/table/chance.h"
#include "ai/table/course.h"

namespace niemen::ai::table {

/// What the campaign turned on: what one side decided, or the dice, or what came out, in one
/// passage.
struct TurningPoint {
  std::size_t from = 0,
              to = 0;  ///< steps [from, to); the first of its owner's, to the passage's end
  int turn = 0;
  Owed owed = Owed::Dice;
  Chance change;       ///< its interval allows for all that was looked at
  double after = 0.5;  ///< the chance of winning behind the passage
  std::string words;   ///< what happened
};

enum class Mark : std::uint8_t { None, Inaccuracy, Mistake, Blunder };
/// Of a decision. Only where the whole interval of what it cost is beyond the line: 5, 10 or 15
/// points.
Mark mark_of(const TurningPoint& point);
const char* mark_word(Mark mark);

/// Whether the seat itself decided there, and the campaign went on behind it.
bool may_be_retried(const TurningPoint& point);
/// Whether what the seat decided there lowered its chance.
bool cost_something(const TurningPoint& point);

/// The chance of winning at one moment of the campaign.
struct Moment {
  std::size_t step = 0;  ///< decisions and dice before it
  int turn = 0;
  Chance chance;
};

struct Review {
  play::Side side = play::Side::A;
  Chance start;               ///< the chance before the first step
  double result = 0.5;        ///< 1, 0.5 or 0; of a review that was broken off, the chance so far
  std::vector<Moment> curve;  ///< in order
  std::array<Chance, kOwed> sums{};  ///< of the changes; their values with `start` come to `result`
  std::vector<TurningPoint> points;  ///< largest first
  double others = 1;                 ///< what else changed it did so hardly by more than this
  std::size_t looked_at = 0;         ///< parts that could have been named
  int campaigns = 0;                 ///< played on, in all
  bool complete = true;              ///< false: stopped; the figures go as far as they go
  int resumed = 0;                   ///< of the campaigns, taken from an earlier, broken off review
};

/// Campaigns of the standard depth, in all.
inline constexpr int kReviewDepth = 50'000;

struct ReviewOptions {
  int depth = kReviewDepth;  ///< campaigns to be played on in all, about; never under 8 a position
  int threads = 2;
  std::uint64_t seed = 0;  ///< names the worlds and dice that are played on with
  std::stop_token stop = {};
  /// Keeps what is played as it is played, and goes on from there; empty: nowhere.
  std::filesystem::path file = {};
  /// Called again and again with the share that is done, 0 to 1.
  std::function<void(double)> progress = {};
  /// Called with what is found so far: after the first look, and after each round.
  std::function<void(const Review&)> found = {};
};

/// Reviews a campaign that is over from the seat of `side`: each figure counts only what that side
/// could know at the time. Throws InputError where `file` cannot be written.
Review review(const Course& course, play::Side side, const ReviewOptions& options);

/// How much better (or worse) the course that `again` takes from step `from` on is than that of
/// `first`, for `side`: each as far as the side decided without a break, played on from there by
/// rules of thumb in the same worlds with the same dice, `campaigns` times each. Precondition: the
/// sessions are the same up to `from`, where `side` decides, and both have gone on.
Chance retried(const play::Session& first, const play::Session& again, std::size_t from,
               play::Side side, int campaigns, int threads);

/// The interval of a change in whole points of winning, "(-13 to 0)".
std::string interval_words(const Chance& change);

/// The review in one paragraph, for a person.
std::string review_words(const Review& review, const play::GameInfo& info);
/// "your decisions", "the decisions of the French", "the dice", "what came out".
std::string owed_words(Owed owed, play::Side side, const play::GameInfo& info);

}  // namespace niemen::ai::table
