// What the lab sums over campaigns of hex operations: where Combat units stood at the ends of turns
// and came in, and which rules came into use: a choice taken (not declined), or a die rolled.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "ai/telemetry/campaign_tally.h"
#include "engine/systems/hex_operations/hex_operations.h"

namespace niemen::lab {

class OperationsTally : public CampaignTally<hex_operations::HexSet> {
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

 private:
  struct List;
  OperationsTally(const Game& game, std::shared_ptr<const List> list);
  /// Places with Combat units, in the order of places().
  hex_operations::HexSet standing(const State& state, int side) const;

  Game game_;
  std::shared_ptr<const List> list_;
};

}  // namespace niemen::lab
