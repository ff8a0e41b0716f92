// A campaign that is over, as a review reads it, and how it is cut: stretches that one side decided
// or that dice did, passages that belong together.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/play/log.h"
#include "engine/play/session.h"

namespace niemen::ai::table {

/// A whole campaign in memory. The session or replay that it was made from must outlive it.
struct Course {
  const play::AnyGame* game = nullptr;
  std::vector<play::Step> steps;
  std::vector<play::AnyState> states;  ///< the first position and the one after each step
  play::Outcome outcome;
  std::optional<play::Forfeit> forfeit;
};

/// Precondition: session.over().
Course course_of(const play::Session& session);
Course course_of(const play::Replay& replay);

/// To whom or what a change is owed: the side that asks, its enemy, the dice, or hidden facts that
/// came out.
enum class Owed : std::uint8_t { Mine, His, Dice, Reveal };
inline constexpr int kOwed = 4;

/// Decisions that one side took without a break, or dice that fell one after another; what was
/// forced goes along with what came before it.
struct Stretch {
  std::size_t from = 0, to = 0;  ///< steps [from, to)
  int turn = 0;
  Owed owed = Owed::Dice;
  /// What the side decided here brought hidden facts to light, at its last step.
  bool tells = false;
  /// Counts operations: a march with its attrition, a battle with its dice, what both sides do in a
  /// phase before a die falls.
  int passage = 0;
};

/// Cuts a campaign from the seat of `side`: every step belongs to one stretch.
std::vector<Stretch> stretches_of(const Course& course, play::Side side);

/// Whether what was decided at step `at` goes on with what the step before it began.
bool goes_on(const std::vector<play::Step>& steps, std::size_t at);

/// What happened in steps [from, to), as the diary tells it to `reader`: the first operations, else
/// their details; where nothing was told, what `side` decided (-1: anybody), in notation. One line.
std::string passage_words(const Course& course, std::size_t from, std::size_t to,
                          play::Viewer reader, int side);

}  // namespace niemen::ai::table
