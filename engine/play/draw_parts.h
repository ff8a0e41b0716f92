// The parts that draw.cpp puts together, and the colours that they share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/play/counter_set.h"
#include "engine/play/features.h"
#include "engine/play/view.h"

namespace niemen::play::drawing {

// Ground and ink.
inline constexpr std::string_view kPaper = "#F4ECD6", kPanel = "#FBF7EB", kInk = "#2A231A";
inline constexpr std::string_view kWaxRed = "#9A2A1E", kGold = "#F5C542", kWater = "#D3DEDA";
inline constexpr std::string_view kSerif =
    "Playfair, 'Playfair Display', Georgia, 'DejaVu Serif', serif";
inline constexpr std::string_view kSans =
    "'Source Sans 3', 'Source Sans Pro', 'DejaVu Sans Condensed', 'DejaVu Sans', sans-serif";

/// Sizes follow the middle size of a space: `unit` is the pixel of a hex that measures 41.
struct Scale {
  double space = 41;  ///< flat to flat
  double unit = 1;
  double sign = 1;  ///< the same for signs of the ground: small hexes have as few as large ones
};
Scale scale_of(const Board& board);
/// Whether a map is one of areas, with outlines of their own; else it is one of hexes.
bool is_of_areas(const Board& board);
/// The size of a space, in units, that signs of the ground and lines of water are spaced for.
inline constexpr double kSpaceOfSigns = 41;

enum class Ground { Open, Forest, Marsh, Hills, Mountains, Water, OffLimits, Unknown };
/// The ground that a word of a game's data means.
Ground ground_of(std::string_view terrain);

/// What stands in the first element of every picture: the languages that it is written in. `use`
/// and text along a line name what they show as SVG 1.1 has it, which every program reads.
inline constexpr std::string_view kLanguages =
    "xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
    "xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\"";
/// A part of a picture as a layer, which Inkscape shows, hides and locks by its name; nothing where
/// there is nothing in it. `more`: further attributes.
std::string layer(std::string_view name, const std::string& svg, std::string_view more = "");

/// Text that may stand in an XML attribute or element.
std::string escaped(std::string_view text);
std::string path_of(const std::vector<Point>& points, bool closed);
/// A side's shape about a point: square corners, or eight sides.
std::string shape(const SideStyle& style, double x, double y, double w, double h, double u,
                  std::string_view fill);
std::string text_at(double x, double y, double size, std::string_view fill, std::string_view text,
                    std::string_view more);

/// Words of the text's own type.
std::string serif_text(double x, double y, double size, std::string_view text,
                       std::string_view more = "");

/// A text in the lines that it has room for: two where it is longer than `longest` letters and can
/// be parted, behind ": " or at the blank nearest to the middle.
std::vector<std::string> two_lines(const std::string& text, std::size_t longest);

/// What stands on the card of a picture, line by line.
struct CardText {
  std::string title, below, last;
};
/// A card beside the map, with a scale where the scale is known.
struct Card {
  std::string svg;
  double height;
};
inline constexpr double kCardWidth = 190;
Card card_at(Point corner, const CardText& text, const Country& country);

/// Paper, water, ground, signs, borders, rivers, roads, in layers; no words.
std::string ground_svg(const Board& board, const Country& country, const Scale& scale);
/// Seas and lakes with an engraver's lines, and the line of the shore.
std::string water_svg(const Board& board, const Country& country, const Scale& scale);
std::string coast_svg(const Board& board, const Country& country, const Scale& scale);
/// Nothing that is seen: every place with a title that says what it is and its source.
std::string places_svg(const Board& board);
/// What the position does to the ground: eaten bare, held.
std::string marks_svg(const Board& board, const View& view);
/// How far the supply of a side reaches, by the marks of the view; `side` as the game names it.
std::string reach_svg(const Board& board, const View& view, const std::string& side,
                      const SideStyle& style, double unit);
/// Ground that something covers.
struct Box {
  double left, top, right, bottom;
};
Box box_about(const Point& at, double half_width, double half_height);
/// How much of a box the others cover, each counted for itself.
double covered(const Box& box, const std::vector<Box>& others);
/// Towns, fortresses and points; what is written beside them, and the ground that it, the stacks
/// and the points cover.
struct Written {
  std::string places, names;
  std::vector<Box> over;
};
/// Names give way to stacks.
Written names_svg(const Board& board, const View& view, const Scale& scale,
                  const SideStyles& styles);
/// Seas, countries and rivers along their lines, moved to where the least is under them of what is
/// `taken`.
std::string country_names_svg(const Board& board, const Country& country, const Scale& scale,
                              std::vector<Box> taken);
/// Columns and rows along the edges of a map whose places are numbered by both.
std::string index_svg(const Board& board, const Scale& scale);
/// A scale with its middle at a point; empty where the scale is not known.
std::string scale_bar_svg(const Country& country, Point middle, double widest);
/// Of the counter of a stack, in units.
inline constexpr double kStackWidth = 33, kStackHeight = 21;
/// Links, stacks, commanders, Depots.
std::string counters_svg(const Board& board, const View& view, const Scale& scale,
                         const SideStyles& styles);
/// The ground that they cover.
std::vector<Box> counters_over(const Board& board, const View& view, const Scale& scale);
/// A counter of a side in the legend: number, arms.
std::string sample_counter(int side, Point at, double unit, bool face_down,
                           const SideStyles& styles);

/// A counter as it is printed: a square `size` wide and high with that corner, what its face says.
std::string face_svg(const CounterKind& counter, std::size_t face, const SideStyle& style,
                     Point corner, double size);
/// The back of a side's counters.
std::string back_svg(int side, const SideStyle& style, Point corner, double size);

/// Definitions that the parts use: signs and patterns.
std::string definitions(const Scale& scale, const SideStyles& styles);

}  // namespace niemen::play::drawing
