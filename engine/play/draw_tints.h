// What was counted of each place of a map as tints over it, in the style of all maps: who held the
// country, where campaigns went.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/play/features.h"
#include "engine/play/view.h"

namespace niemen::play {

/// One tint, with what it means.
struct Tint {
  std::string colour;    ///< "#rrggbb"
  double strength = 1;   ///< 0 to 1: how much of it lies over the ground
  bool hatched = false;  ///< told apart where colours cannot be
  std::string words;
};

struct Tints {
  std::string title, below;  ///< of the card
  std::vector<Tint> legend;
  std::vector<int> of_place;  ///< by space of the board: position in `legend`, or -1
};

/// The map with the tints, and below it what they mean. SVG; a board without spaces gives nothing.
std::string draw_tints(const Board& board, const Tints& tints, const Country& country = {});

/// What was counted of one place.
struct PlaceCount {
  double held[kSides] = {};  ///< share of the ends of turns with units of the side in it, 0 to 1
  double entered = 0;        ///< share of the campaigns in which anybody came into it, 0 to 1
};

/// Who stood where at the ends of turns: the side that did so more often, and how often.
Tints control_tints(const std::string (&side_names)[kSides], std::span<const PlaceCount> counts,
                    const SideColours& colours = {});
/// In how many campaigns anybody came into each place.
Tints traffic_tints(std::span<const PlaceCount> counts);

}  // namespace niemen::play
