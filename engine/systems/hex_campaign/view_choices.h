// The choices of a decision as a view shows them: what each touches, and how a person says it.
#pragma once

#include <vector>

#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

/// All that may be chosen in `world`, whose viewer decides; `view` has his counters.
std::vector<play::Choice> choices_of(const HexCampaign& game, const State& world,
                                     const play::View& view);

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
