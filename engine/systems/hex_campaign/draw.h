// A position as a picture (SVG) for designers and for the page about the map.
#pragma once

#include <string>
#include <vector>

#include "engine/systems/hex_campaign/sense.h"
#include "engine/systems/hex_campaign/state.h"

namespace niemen::hex_campaign {

/// What is drawn besides the map.
struct Drawing {
  const Context& context;
  const State& state;
  PerSide<HexSet> supplied;   ///< hexes in General Supply of each side
  std::vector<Fault> faults;  ///< marked in red
};

/// An SVG document: hexes by terrain, rivers, bridges, borders of territories, cities, units,
/// Depots, Supply Trains, supply reach. Pointing at a hex tells its name, source and contents;
/// hexes that were reconstructed have a grey corner. It shows everything, whoever may know it.
std::string draw_svg(const Drawing& drawing);

}  // namespace niemen::hex_campaign
