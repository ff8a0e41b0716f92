// What the lab sums over area campaigns: who held and entered each place, and which rules came into
// use.
//
// A rule counts as used when one of its choices was taken (not declined), one of its dice rolled,
// one of its plans chosen or one of its modifiers applied. Only what the rules in force can bring
// about is listed.
#pragma once

#include <memory>
#include <vector>

#include "ai/telemetry/campaign_tally.h"
#include "engine/systems/area_campaign/area_campaign.h"
#include "engine/systems/area_campaign/events.h"
#include "engine/systems/area_campaign/places.h"

namespace niemen::lab {

class AreaTally : public CampaignTally<area_campaign::PlaceSet> {
 public:
  using Game = area_campaign::AreaCampaign;
  using State = area_campaign::State;

  static std::vector<MapPlace> places(const Game& game);
  static std::vector<RuleUse> rules(const Game& game);
  static std::vector<DeployedPieces> deployment(const Game& game, play::Side side);

  explicit AreaTally(const Game& game);
  /// Somebody is about to decide.
  void before(const State& state);
  /// He has decided.
  void after(const State& state, play::Action action);
  /// A turn is over, leaving `state`.
  void end_turn(const State& state);

 private:
  struct List;
  AreaTally(const Game& game, std::shared_ptr<const List> list);
  void use_modifier(area_campaign::ModifierCode code);

  Game game_;
  std::shared_ptr<const List> list_;
};

}  // namespace niemen::lab
