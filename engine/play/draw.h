// A board and what a seat sees of a position as one picture (SVG), in the same style for all games:
// a staff map with paper counters. It shows what the view holds and nothing else.
//
// Sides differ by shape, lightness and hue: side A is square, side B eight-sided, and where the
// game does not say its own colours A is dark and B light.
#pragma once

#include <string>

#include "engine/play/any_game.h"
#include "engine/play/features.h"
#include "engine/play/view.h"

namespace niemen::play {

/// What stands on the cartouche and in the legend.
struct PictureText {
  std::string title;
  std::string side_names[kSides];
  std::vector<std::string> faults;  ///< what makes no sense in the data, in red below the map
  int reach = -1;                   ///< the side whose reach of supply is drawn; -1: of none
};

/// The map with the position on it, the card and the legend below. A view without spaces gives the
/// bare map. Its layers, which Inkscape shows and locks by their names: "sheet", "ground" (land,
/// seas, terrain), "grid", "water" (coasts and rivers), "borders", "roads", "spaces" (each outline
/// with its id, which is seen by nobody), "marks", "supply", "places", "names", "counters",
/// "frame", "card", "legend", "faults".
std::string draw_svg(const Board& board, const View& view, const PictureText& text,
                     const Country& country = {});

/// The layers of the map alone, from "ground" to "frame": what a picture holds inside its frame,
/// with or without the position's counters. They use definitions() of draw_parts.h.
std::string draw_map_layers(const Board& board, const View& view, const PictureText& text,
                            const Country& country, bool with_counters);

/// The ground alone, as large as the board and without a word on it: a page writes and stands its
/// counters over it.
std::string draw_ground(const Board& board, const Country& country);

/// The signs of the map and the counters of both sides with their words, to lie beside it.
std::string draw_legend(const Board& board, const PictureText& text, const Country& country);

/// The same for a game: all of a position, as the referee sees it. `reach` as in the text.
std::string draw_svg(const AnyGame& game, const View& view, const Country& country = {},
                     int reach = -1);

}  // namespace niemen::play
