// Positions as files: a scenario from any position, an opening from any set-up.
#pragma once

#include <string>
#include <string_view>

#include "engine/systems/hex_campaign/state.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

/// A file for scenarios/ that starts from a position, under the preset and with the changes of this
/// game. `position` is its text, as state_text gives it.
std::string scenario_toml(const Context& context, const State& state, std::string_view title,
                          std::string_view position);

/// A file for openings/ that sets `side` up as it stands in `state`: its units and Commanders of
/// the set-up, and its Depots, those nearer to a source first (7.8). InputError when one of them is
/// not on the map.
std::string opening_toml(const Context& context, const State& state, Side side,
                         std::string_view title);

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
