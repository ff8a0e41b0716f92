// What the lab sums over block battles: who held and entered each area, and which rules came into
// use: a choice taken (not declined), or a die rolled.
#pragma once

#include <memory>
#include <vector>

#include "ai/lab/tally.h"
#include "engine/systems/block_battle/block_battle.h"

namespace niemen::lab {

class BlockTally {
 public:
  using Game = block_battle::BlockBattle;
  using State = block_battle::State;

  static std::vector<MapPlace> places(const Game& game);
  static std::vector<RuleUse> rules(const Game& game);
  static std::vector<DeployedPieces> deployment(const Game& game, play::Side side);

  explicit BlockTally(const Game& game);
  /// Somebody is about to decide.
  void before(const State& state);
  /// He has decided.
  void after(const State& state, play::Action action);
  /// A turn is over, leaving `state`.
  void end_turn(const State& state);
  Tally finish() { return std::move(tally_); }

 private:
  struct List;
  std::shared_ptr<const List> list_;
  Tally tally_;
  std::array<block_battle::AreaSet, play::kSides> stood_{};  ///< before the last action
  bool begun_ = false;                                       ///< the set-up is over
};

}  // namespace niemen::lab
