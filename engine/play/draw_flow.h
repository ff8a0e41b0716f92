// The picture of a campaign's end: an army's strength as a band along its road, in the manner of
// Minard, and below it its strength turn by turn with what each turn cost.
#pragma once

#include <string>

#include "engine/play/flow.h"

namespace niemen::play {

/// What stands on the card of the picture.
struct FlowText {
  std::string title;   ///< of the game
  std::string army;    ///< the side's name
  std::string ending;  ///< how the campaign ended
};

/// SVG. A board without spaces gives nothing.
std::string draw_flow(const Board& board, const Flow& flow, const FlowText& text);

/// The same from the positions of a whole campaign.
std::string draw_flow(const AnyGame& game, std::span<const AnyState> states, Side side,
                      const std::string& ending);

}  // namespace niemen::play
