// Whether data that can be read make sense: what a strict reader lets pass and a player would trip
// over.
#pragma once

#include <string>
#include <vector>

#include "engine/systems/hex_campaign/context.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

/// Something that makes no sense, and where: on the map and in the files.
struct Fault {
  Hex hex = kNoHex;
  std::string text;
  core::Origin origin;  ///< none of what no single row says
};

/// Objectives that neither side can reach, set-up and arrival hexes from which no source of supply
/// can be reached over any number of Depots, cities cut off from everything, arrivals after the
/// last turn or too many for their hexes, exits inside the map or too far away, points that no
/// campaign can score, set-ups without room, and units that a prepared deployment leaves
/// unsupplied. (Rivers between hexes that do not touch, units where
/// they may not stand and reinforcements without a place are refused by the loader.)
std::vector<Fault> find_faults(const Context& context);

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
