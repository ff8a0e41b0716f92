// 13.2: who is still to come.
#pragma once

#include "engine/systems/hex_campaign/context.h"
#include "engine/systems/hex_campaign/state.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

/// Whether a piece that has not arrived has a row of the card that counts as things stand.
bool has_row(const Context& c, const State& s, int piece);

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
