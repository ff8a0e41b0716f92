// The doctrines of hex campaigns, for agents.
#pragma once

#include "ai/policy/policy.h"
#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::ai {

/// A name is a doctrine of the game's folder ("moscow-road"), "derived", or two of them, one for
/// each side, joined by "+". A side that is not named plays its standard doctrine.
template <>
struct Doctrines<hex_campaign::HexCampaign> {
  static std::vector<std::string> names(const hex_campaign::HexCampaign& game);
  static std::vector<std::string> alternatives(const hex_campaign::HexCampaign& game,
                                               play::Side side);
  static std::unique_ptr<Policy<hex_campaign::HexCampaign>> make(
      const hex_campaign::HexCampaign& game, std::string_view name);
};

}  // namespace niemen::ai
