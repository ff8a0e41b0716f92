// What the lab sums over block battles: who held and entered each area, and which rules came into
// use: a choice taken (not declined), or a die rolled.
#pragma once

#include <memory>
#include <vector>

#include "ai/telemetry/campaign_tally.h"
#include "engine/core/bit_set.h"
#include "engine/systems/block_battle/block_battle.h"

namespace niemen::lab {

class BlockTally : public CampaignTally<core::BitSet<1>> {
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

 private:
  struct List;
  BlockTally(std::size_t places, std::shared_ptr<const List> list);

  std::size_t places_;
  std::shared_ptr<const List> list_;
};

}  // namespace niemen::lab
