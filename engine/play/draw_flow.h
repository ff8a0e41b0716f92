// The picture of a campaign's end: an army's strength as a band along its road, in the manner of
// Minard, and below it its strength turn by turn with what each turn cost.
#pragma once

#include <string>

#include "engine/play/features.h"
#include "engine/play/flow.h"

namespace niemen::play {

/// What stands on the card of the picture.
struct FlowText {
  std::string title;   ///< of the game
  std::string army;    ///< the side's name
  std::string ending;  ///< how the campaign ended
};

/// SVG, with the coasts and streams of the country where they are known, else with what the spaces
/// make. A board without spaces gives nothing.
std::string draw_flow(const Board& board, const Flow& flow, const FlowText& text,
                      const Country& country = {});

}  // namespace niemen::play
