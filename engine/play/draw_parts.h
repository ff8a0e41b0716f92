// The parts that draw.cpp puts together, and the colours that they share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/play/view.h"

namespace niemen::play::drawing {

// Ground and ink.
inline constexpr std::string_view kPaper = "#F4ECD6", kPanel = "#FBF7EB", kInk = "#2A231A";
inline constexpr std::string_view kWaxRed = "#9A2A1E", kGold = "#F5C542", kWater = "#D3DEDA";
inline constexpr std::string_view kSerif =
    "Playfair, 'Playfair Display', Georgia, 'DejaVu Serif', serif";
inline constexpr std::string_view kSans =
    "'Source Sans 3', 'Source Sans Pro', 'DejaVu Sans Condensed', 'DejaVu Sans', sans-serif";

/// The look of a side's counters.
struct SideStyle {
  std::string_view fill, sign, edge;
  bool eight_sided;
};
inline constexpr SideStyle kSideStyles[] = {{"#1E3566", "#F8F2E0", "#0F1D3D", false},
                                            {"#E4EBCB", "#173A1B", "#1E4620", true}};

/// Sizes follow the middle size of a space: `unit` is the pixel of a hex that measures 41.
struct Scale {
  double space = 41;  ///< flat to flat
  double unit = 1;
};
Scale scale_of(const Board& board);

enum class Ground { Open, Forest, Marsh, Hills, Water, OffLimits, Unknown };
/// The ground that a word of a game's data means.
Ground ground_of(std::string_view terrain);

/// Text that may stand in an XML attribute or element.
std::string escaped(std::string_view text);
std::string path_of(const std::vector<Point>& points, bool closed);

/// Paper, ground, signs, borders, rivers, roads.
std::string ground_svg(const Board& board, const Scale& scale);
/// What the position does to the ground: eaten bare, held.
std::string marks_svg(const Board& board, const View& view);
/// Towns with names, fortresses, points; above all else. Names give way to stacks.
std::string names_svg(const Board& board, const View& view, const Scale& scale);
/// Links, stacks, commanders, Depots.
std::string counters_svg(const Board& board, const View& view, const Scale& scale);
/// A counter of a side in the legend: number, arms.
std::string sample_counter(int side, Point at, double unit, bool face_down);

/// Definitions that the parts use: signs and patterns.
std::string definitions(const Scale& scale);

}  // namespace niemen::play::drawing
