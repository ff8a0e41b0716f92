// Who decides, who looks, and what is decided: the vocabulary of the contract.
#pragma once

#include <cstdint>
#include <string>

namespace niemen::play {

/// The two sides of a game. Their names are data (`side_a`, `side_b`).
enum class Side : std::uint8_t { A, B };
inline constexpr int kSides = 2;
constexpr Side other(Side side) { return side == Side::A ? Side::B : Side::A; }
constexpr int index(Side side) { return static_cast<int>(side); }

/// Who takes the next decision: a side, Nature (a die, a card, a hidden shuffle), or nobody.
enum class Actor : std::uint8_t { SideA, SideB, Nature, Over };
constexpr Actor actor_of(Side side) { return side == Side::A ? Actor::SideA : Actor::SideB; }
constexpr bool is_side(Actor actor) { return actor == Actor::SideA || actor == Actor::SideB; }
/// Precondition: is_side(actor).
constexpr Side side_of(Actor actor) { return actor == Actor::SideA ? Side::A : Side::B; }

/// Whose eyes an observation is made for.
enum class Viewer : std::uint8_t { SideA, SideB, Public };
inline constexpr int kViewers = 3;
constexpr Viewer viewer_of(Side side) { return side == Side::A ? Viewer::SideA : Viewer::SideB; }

/// One small decision or one outcome of chance, as an integer. Each mechanism documents its bits in
/// its `action.h`.
using Action = std::uint32_t;

/// An outcome of chance with its exact probability.
struct ChanceOutcome {
  Action action;
  double probability;
};

/// A side that lost because its player failed, and how.
struct Forfeit {
  Side side = Side::A;
  std::string reason;  ///< one line
  bool operator==(const Forfeit&) const = default;
};

/// How a finished campaign ended.
struct Outcome {
  enum class Winner : std::uint8_t { A, B, Draw };
  Winner winner = Winner::Draw;
  /// Victory margin in the game's own points, positive when side A is ahead.
  int margin = 0;
  /// Index into the game's list of victory levels (0 where a game has none); kNoLevel for a
  /// forfeit.
  int level = 0;
  static constexpr int kNoLevel = -1;
  /// The score of side A: 1, 0.5 or 0.
  constexpr double score_a() const {
    return winner == Winner::A ? 1.0 : winner == Winner::B ? 0.0 : 0.5;
  }
  /// What a forfeit comes to: the other side wins, by nothing.
  static constexpr Outcome of_forfeit(Side failed) {
    return {.winner = failed == Side::A ? Winner::B : Winner::A, .level = kNoLevel};
  }
  bool operator==(const Outcome&) const = default;
};

}  // namespace niemen::play
