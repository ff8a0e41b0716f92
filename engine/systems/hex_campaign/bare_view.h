// What a seat may see without what is told in words, for who counts and reads nothing.
#pragma once

#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

/// The view of an observation without choices, links, names, texts and states; of a counter side,
/// place, kind, strength, count, known and arrives are told, of a space as many marks, of tracks
/// and account the numbers. Counters are in no order.
play::View bare_view(const HexCampaign& game, const Observation& observation);

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
