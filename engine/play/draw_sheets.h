// Sheets to print and cut out: the counters of a game, and its map in parts that are laid together.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/play/counter_set.h"
#include "engine/play/draw.h"

namespace niemen::play {

/// Of paper, upright, in millimetres.
struct Paper {
  std::string_view name;
  double width, height;
};
inline constexpr Paper kPapers[] = {{"a4", 210, 297}, {"letter", 215.9, 279.4}};

/// How sheets are laid out, in millimetres.
struct SheetLayout {
  Paper paper = kPapers[0];
  double counter = 16;  ///< the side of a counter
  double overlap = 10;  ///< of parts of the map that are laid together
  bool backs = false;   ///< a sheet of backs behind each of counters, for both sides of the paper
};
/// What a layout may ask for.
inline constexpr double kLeastCounter = 8, kMostCounter = 40, kMostOverlap = 40;

/// A page: a picture (SVG) of the size of its paper.
using Page = std::string;

/// The size on the board of a counter that fits its places: what maps and counters are printed by.
double counter_on_board(const Board& board);

/// Sheets of counters, as many of each as the set says, with cut marks at the rim.
std::vector<Page> counter_sheets(const CounterSet& set, const PictureText& text,
                                 const SideColours& colours, const SheetLayout& layout);

/// The map, bare, so large that a counter fits its places, over as many pages as that takes: each
/// overlaps the next, and crosses that lie on each other when the pages lie right.
std::vector<Page> map_sheets(const Board& board, const View& view, const PictureText& text,
                             const Country& country, const SheetLayout& layout);

/// The bare map alone, `zoom` pixels for a unit of the board.
std::string draw_bare_map(const Board& board, const View& view, const PictureText& text,
                          const Country& country, double zoom);

/// A face of a counter alone, and the back of a side's, as pictures `pixels` wide and high.
std::string draw_face(const CounterKind& counter, std::size_t face, const SideColours& colours,
                      double pixels);
std::string draw_back(int side, const SideColours& colours, double pixels);

}  // namespace niemen::play
