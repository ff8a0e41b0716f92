// A plan of a whole turn, as turn_search.h races them: a doctrine, and where it is departed from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "engine/core/fixed_vector.h"
#include "engine/core/hash.h"
#include "engine/play/game.h"

namespace niemen::ai {

struct TurnDeviation {
  std::uint16_t ordinal;  ///< of one's own unforced decisions from now on
  play::Action action;
  std::uint64_t choice;  ///< between which actions, see choice_among()
};

/// What one playing of a plan came to, from the planning side's view.
struct TurnResult {
  float utility, win, margin;
  int length;  ///< own decisions in the turn
};

/// How far a playing of a plan has come.
struct TurnPlaying {
  int ordinal = 0;             ///< of my decisions
  std::uint64_t followed = 0;  ///< deviations of the plan, a bit each
};

/// Names a choice by what can be done: the same stack's march is the same choice, whether its
/// turn comes sooner or later.
inline std::uint64_t choice_among(const play::ActionList& legal) {
  std::uint64_t name = legal.size();
  for (const auto action : legal) name = core::mix(name, action);
  return name;
}

struct TurnPlan {
  /// Most deviations that a mutant gets at once.
  static constexpr std::size_t kMaxDrawn = 15;
  /// Decisions by which a choice may come up earlier or later than where it was planned.
  static constexpr int kNearby = 4;

  std::uint8_t doctrine = 0;
  core::FixedVector<TurnDeviation, 64> deviations{};
  core::FixedVector<int, kMaxDrawn> pending{};   ///< ordinals at which to draw a new deviation
  std::uint64_t draws = 0;                       ///< names what is drawn there
  int length = 0;                                ///< own decisions in the longest turn so far
  play::Action first = 0;                        ///< what it does now; known once it was played
  core::FixedVector<TurnResult, 512> results{};  ///< by world

  /// The deviation meant for this choice, or else for this decision, or -1. One that was followed
  /// is over: where the same choice comes up time and again it would be made each time.
  int deviation_at(const TurnPlaying& playing, std::uint64_t choice) const {
    int nearest = -1, at_ordinal = -1, distance = kNearby + 1;
    for (int i = 0; i < static_cast<int>(deviations.size()); ++i) {
      const auto& deviation = deviations[static_cast<std::size_t>(i)];
      if ((playing.followed >> i) & 1U) continue;
      if (deviation.ordinal == 0 && playing.ordinal > 0) continue;
      const int away = std::abs(deviation.ordinal - playing.ordinal);
      if (away == 0) at_ordinal = i;
      if (deviation.choice == choice && away < distance) {
        nearest = i;
        distance = away;
      }
    }
    return nearest >= 0 ? nearest : at_ordinal;
  }
  /// One deviation a decision: the last said.
  void set(const TurnDeviation& deviation) {
    for (auto& known : deviations)
      if (known.ordinal == deviation.ordinal) {
        known = deviation;
        return;
      }
    if (!deviations.full()) deviations.push_back(deviation);
  }
};

}  // namespace niemen::ai
