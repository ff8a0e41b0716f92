// What the lab sums over campaigns of hex operations: where Combat units stood at the ends of turns
// and came in, and which rules came into use: a choice taken (not declined), or a die rolled.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "ai/lab/tally.h"
#include "engine/systems/hex_operations/hex_operations.h"

namespace niemen::lab {

class OperationsTally {
 public:
  using Game = hex_operations::HexOperations;
  using State = hex_operations::State;

  /// All hexes that can be entered.
  static std::vector<MapPlace> places(const Game& game);
  static std::vector<RuleUse> rules(const Game& game);
  static std::vector<DeployedPieces> deployment(const Game& game, play::Side side);

  explicit OperationsTally(const Game& game);
  /// Somebody is about to decide.
  void before(const State& state);
  /// He has decided.
  void after(const State& state, play::Action action);
  /// A turn is over, leaving `state`.
  void end_turn(const State& state);
  Tally finish() { return std::move(tally_); }

 private:
  hex_operations::HexSet standing(const State& state, int side) const;

  struct List;
  Game game_;
  std::shared_ptr<const List> list_;
  Tally tally_;
  std::array<hex_operations::HexSet, play::kSides> stood_{};  ///< before the last action
  bool begun_ = false;                                        ///< the set-up is over
};

}  // namespace niemen::lab
