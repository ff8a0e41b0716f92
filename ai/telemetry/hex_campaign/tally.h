// What the lab sums over hex campaigns: who held and entered each hex, and which rules came into
// use.
//
// A rule counts as used when one of its choices was taken (not declined), one of its dice rolled,
// one of its modifiers applied, its card played, or its place scored against the owner. Only what
// the rules in force can bring about is listed.
#pragma once

#include <memory>
#include <vector>

#include "ai/telemetry/campaign_tally.h"
#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::lab {
inline namespace NIEMEN_HEX_SIZE {

class HexTally : public CampaignTally<hex_campaign::HexSet> {
 public:
  using Game = hex_campaign::HexCampaign;
  using State = hex_campaign::State;

  static std::vector<MapPlace> places(const Game& game);
  static std::vector<RuleUse> rules(const Game& game);
  static std::vector<DeployedPieces> deployment(const Game& game, play::Side side);

  explicit HexTally(const Game& game);
  /// Somebody is about to decide.
  void before(const State& state);
  /// He has decided.
  void after(const State& state, play::Actor actor, play::Action action);
  /// A turn is over, leaving `state`.
  void end_turn(const State& state);
  /// The campaign is over: counts what was scored in the end.
  void end(const State& last);

 private:
  struct List;
  HexTally(const Game& game, std::shared_ptr<const List> list);
  void count_modifiers(const State& state, play::Action action);

  Game game_;
  std::shared_ptr<const List> list_;
};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::lab
