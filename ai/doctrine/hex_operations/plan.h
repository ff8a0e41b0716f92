// The plan of one Player-Turn: who marches where, and who attacks what together.
#pragma once

#include <array>
#include <memory>

#include "ai/doctrine/hex_operations/doctrine.h"
#include "engine/core/fixed_vector.h"
#include "engine/systems/hex_operations/chapters.h"
#include "engine/systems/hex_operations/hex_operations.h"

namespace niemen::ai::hex_operations {

/// What stays the same for all planners of a game: the map and both doctrines.
struct PlannerBasis {
  engine::HexOperations game;
  std::array<Doctrine, 2> doctrines;
  /// Movement Points from each hex to each place by the cheapest way, at most kFar.
  std::vector<std::array<std::uint8_t, engine::kHexCodes>> distance;
  static constexpr int kFar = 200;

  PlannerBasis(const engine::HexOperations& game, std::array<Doctrine, 2> doctrines);
};

/// The strength of a side's units summed up around each hex. Only what changed is summed anew:
/// strengths are whole numbers, so nothing is lost by rounding.
class StrengthAround {
 public:
  /// `reach`: how far a unit counts, in hexes.
  explicit StrengthAround(int reach) : reach_(reach) {}
  float operator[](int hex) const { return sums_[static_cast<std::size_t>(hex)]; }
  /// Looks at these pieces of a side (all on the map), and at no others any more.
  void look(const engine::OperationsContext& game, const engine::State& state, int side,
            const engine::PieceSet& pieces);

 private:
  void add_around(int hex, int strength);

  int reach_;
  std::array<std::int16_t, engine::kHexCodes> sums_{};
  std::array<std::uint16_t, engine::kSidePieces> at_{};       ///< where each stood, or kNoHex
  std::array<std::uint8_t, engine::kSidePieces> strength_{};  ///< and how strong
};

/// How strong both sides are around each hex, seen by one of them.
class Strengths {
 public:
  std::array<std::uint8_t, engine::kMaxAreas> corps;  ///< own Corps in each Area
  std::uint64_t stocked;                              ///< Areas with a friendly Depot

  void look(const engine::OperationsContext& game, const engine::State& state, int side);
  /// The part that changes while one's own units move.
  void look_at_own(const engine::OperationsContext& game, const engine::State& state, int side);
  /// Enemy strength that could come up next turn.
  float threat(int hex) const { return threats_[1 - side_][hex]; }
  /// Own strength close by.
  float support(int hex) const { return supports_[side_][hex]; }

 private:
  /// How far an enemy comes up in a turn, and how far off friends still help, in hexes.
  static constexpr int kThreatReach = 6, kSupportReach = 2;

  int side_ = 0;
  // By whose units they are: a planner plays both sides in turn.
  std::array<StrengthAround, 2> threats_{StrengthAround(kThreatReach),
                                         StrengthAround(kThreatReach)};
  std::array<StrengthAround, 2> supports_{StrengthAround(kSupportReach),
                                          StrengthAround(kSupportReach)};
};

/// What each piece of a side is to do this turn.
struct TurnPlan {
  int turn = -1;
  int side = -1;
  std::array<std::uint8_t, engine::kSidePieces> goal;       ///< place to march to
  std::array<std::uint16_t, engine::kSidePieces> assembly;  ///< hex to attack from, or kNoHex
  engine::PieceSet considered;                              ///< has been told to stay

  void make(const PlannerBasis& basis, const engine::State& state, int side_to_plan,
            const Strengths& strengths);

 private:
  void assign_goals(const PlannerBasis& basis, const engine::State& state,
                    const Strengths& strengths);
  void assign_attacks(const PlannerBasis& basis, const engine::State& state,
                      const Strengths& strengths);
};

/// Enemy Combat strength within a few hexes of a place.
int strength_near(const engine::OperationsContext& game, const engine::State& state, int side,
                  int hex, int reach);

}  // namespace niemen::ai::hex_operations
