#include "engine/play/draw_sheets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/play/draw_parts.h"

namespace niemen::play {

namespace {

using namespace drawing;

constexpr double kMargin = 10;              // millimetres that printers may leave white
constexpr double kMark = 5;                 // the length of a cut mark
constexpr double kFootHigh = 6;             // of the line of words below a sheet
constexpr double kFootSize = 3.2;           // of its letters
constexpr std::string_view kThin = "0.15";  // of marks

std::string page_begin(double width, double height, const Scale& scale, const SideStyles& styles) {
  return fmt::format(
             "<svg {2} width=\"{0}mm\" height=\"{1}mm\" viewBox=\"0 0 {0} {1}\">\n"
             "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
             width, height, kLanguages) +
         definitions(scale, styles);
}

std::string foot(double width, double height, const std::string& words) {
  return text_at(width / 2, height - kMargin, kFootSize, kInk, words,
                 fmt::format("font-family=\"{}\" text-anchor=\"middle\"", kSerif));
}

std::string line(double x1, double y1, double x2, double y2) {
  return fmt::format(
      "<path d=\"M{:.2f} {:.2f}L{:.2f} {:.2f}\" stroke=\"#000\" stroke-width=\"{}\"/>\n", x1, y1,
      x2, y2, kThin);
}

/// Where counters lie on a sheet.
struct Grid {
  double left, top, size;
  int columns, rows;

  Point cell(int number, bool mirrored) const {
    const int column = number % columns, row = number / columns;
    return {left + size * (mirrored ? columns - 1 - column : column), top + size * row};
  }
  /// Marks beyond the rim of the block, in line with every cut.
  std::string marks() const {
    constexpr double kGap = 1;
    const double right = left + size * columns, low = top + size * rows;
    std::string svg;
    for (int i = 0; i <= columns; ++i) {
      const double x = left + size * i;
      svg +=
          line(x, top - kGap - kMark, x, top - kGap) + line(x, low + kGap, x, low + kGap + kMark);
    }
    for (int i = 0; i <= rows; ++i) {
      const double y = top + size * i;
      svg += line(left - kGap - kMark, y, left - kGap, y) +
             line(right + kGap, y, right + kGap + kMark, y);
    }
    return svg;
  }
};

Grid grid_of(const SheetLayout& layout) {
  constexpr double kRoom = kMargin + kMark + 1;
  const double width = layout.paper.width - 2 * kRoom;
  const double height = layout.paper.height - 2 * kRoom - kFootHigh;
  Grid grid{};
  grid.size = layout.counter;
  grid.columns = static_cast<int>(width / layout.counter);
  grid.rows = static_cast<int>(height / layout.counter);
  grid.left = (layout.paper.width - grid.size * grid.columns) / 2;
  grid.top = kRoom;
  return grid;
}

/// One side's counters after the other's, each as often as it is needed.
std::vector<const CounterKind*> dealt(const CounterSet& set) {
  std::vector<const CounterKind*> all;
  for (int side = 0; side < kSides; ++side)
    for (const auto& kind : set.kinds())
      if (kind.side == side) all.insert(all.end(), static_cast<std::size_t>(kind.count), &kind);
  return all;
}

/// How a map is cut into pages.
struct Tiling {
  double page_width, page_height;  ///< of the paper as it is laid
  double width, height;            ///< of the window on a page
  double overlap;
  int columns, rows;

  int pages() const { return columns * rows; }
  Point begin(int column, int row) const {
    return {column * (width - overlap), row * (height - overlap)};
  }
};

Tiling tiling_of(double paper_width, double paper_height, double map_width, double map_height,
                 double overlap) {
  Tiling tiling{};
  tiling.page_width = paper_width;
  tiling.page_height = paper_height;
  tiling.width = paper_width - 2 * kMargin;
  tiling.height = paper_height - 2 * kMargin - kFootHigh;
  tiling.overlap = overlap;
  const auto parts = [&](double whole, double window) {
    return std::max(1, static_cast<int>(std::ceil((whole - overlap) / (window - overlap))));
  };
  tiling.columns = parts(map_width, tiling.width);
  tiling.rows = parts(map_height, tiling.height);
  return tiling;
}

/// A cross in a ring, in the middle of what two pages or four have in common.
std::string cross(double x, double y) {
  constexpr double kArm = 4, kRing = 2;
  return line(x - kArm, y, x + kArm, y) + line(x, y - kArm, x, y + kArm) +
         fmt::format(
             "<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{}\" fill=\"none\" stroke=\"#000\" "
             "stroke-width=\"{}\"/>\n",
             x, y, kRing, kThin);
}

std::string part_name(int column, int row) {
  return fmt::format("{}{}", static_cast<char>('A' + row % 26), column + 1);
}

std::string crosses(const Tiling& tiling, int column, int row) {
  std::string svg;
  const double left = kMargin + tiling.overlap / 2,
               right = kMargin + tiling.width - tiling.overlap / 2;
  const double top = kMargin + tiling.overlap / 2,
               low = kMargin + tiling.height - tiling.overlap / 2;
  const bool before = column > 0, after = column + 1 < tiling.columns;
  const bool above = row > 0, below = row + 1 < tiling.rows;
  for (const double y : {top, low}) {
    if (before) svg += cross(left, y);
    if (after) svg += cross(right, y);
  }
  for (const double x : {left, right}) {
    const bool drawn = x == left ? before : after;  // those of the corners are there
    if (above && !drawn) svg += cross(x, top);
    if (below && !drawn) svg += cross(x, low);
  }
  return svg;
}

}  // namespace

double counter_on_board(const Board& board) {
  constexpr double kOfHex = 0.72, kOfArea = 0.3;  // areas hold several stacks
  return (is_of_areas(board) ? kOfArea : kOfHex) * scale_of(board).space;
}

std::vector<Page> counter_sheets(const CounterSet& set, const PictureText& text,
                                 const SideColours& colours, const SheetLayout& layout) {
  const auto styles = side_styles(colours);
  const auto grid = grid_of(layout);
  const auto all = dealt(set);
  const auto each = static_cast<std::size_t>(grid.columns * grid.rows);
  const std::size_t sheets = (all.size() + each - 1) / each;
  std::vector<Page> pages;
  for (std::size_t sheet = 0; sheet < sheets; ++sheet) {
    const auto begin = sheet * each, end = std::min(all.size(), begin + each);
    for (const bool back : {false, true}) {
      if (back && !layout.backs) continue;
      auto page = page_begin(layout.paper.width, layout.paper.height, Scale{}, styles);
      for (auto i = begin; i < end; ++i) {
        const auto& style = styles[static_cast<std::size_t>(all[i]->side)];
        const auto corner = grid.cell(static_cast<int>(i - begin), back);
        page += back ? back_svg(all[i]->side, style, corner, grid.size)
                     : face_svg(*all[i], 0, style, corner, grid.size);
      }
      page += grid.marks();
      page += foot(layout.paper.width, layout.paper.height,
                   fmt::format("{}: {} {} of {}, {:g} mm each", text.title,
                               back ? "backs of sheet" : "counters, sheet", sheet + 1, sheets,
                               layout.counter));
      pages.push_back(page + "</svg>\n");
    }
  }
  return pages;
}

std::vector<Page> map_sheets(const Board& board, const View& view, const PictureText& text,
                             const Country& country, const SheetLayout& layout) {
  if (board.spaces.empty()) return {};
  const double unit = layout.counter / counter_on_board(board);  // millimetres
  const double width = board.width * unit, height = board.height * unit;
  const auto upright =
      tiling_of(layout.paper.width, layout.paper.height, width, height, layout.overlap);
  const auto across =
      tiling_of(layout.paper.height, layout.paper.width, width, height, layout.overlap);
  const auto& tiling = across.pages() < upright.pages() ? across : upright;
  const auto styles = side_styles(country.side_colours);
  const auto map = draw_map_layers(board, view, text, country, false);
  std::vector<Page> pages;
  for (int row = 0; row < tiling.rows; ++row)
    for (int column = 0; column < tiling.columns; ++column) {
      const auto from = tiling.begin(column, row);
      auto page = page_begin(tiling.page_width, tiling.page_height, scale_of(board), styles);
      page += fmt::format(
          "<clipPath id=\"window\"><rect x=\"{0}\" y=\"{0}\" width=\"{1:.2f}\" "
          "height=\"{2:.2f}\"/></clipPath>\n<g clip-path=\"url(#window)\">"
          "<g transform=\"translate({3:.3f} {4:.3f}) scale({5:.5f})\">\n{6}</g></g>\n",
          kMargin, tiling.width, tiling.height, kMargin - from.x, kMargin - from.y, unit, map);
      page += crosses(tiling, column, row);
      page +=
          foot(tiling.page_width, tiling.page_height,
               fmt::format("{}: map, part {} of {} by {}, {:g} mm common to neighbours", text.title,
                           part_name(column, row), tiling.columns, tiling.rows, layout.overlap));
      pages.push_back(page + "</svg>\n");
    }
  return pages;
}

namespace {
std::string alone(const std::string& drawn, double pixels, const SideStyles& styles) {
  return fmt::format("<svg {1} width=\"{0:g}\" height=\"{0:g}\" viewBox=\"0 0 {0:g} {0:g}\">\n",
                     pixels, kLanguages) +
         definitions(Scale{}, styles) + drawn + "</svg>\n";
}
}  // namespace

std::string draw_bare_map(const Board& board, const View& view, const PictureText& text,
                          const Country& country, double zoom) {
  return fmt::format(
             "<svg {4} width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {2:.1f} {3:.1f}\">\n",
             board.width * zoom, board.height * zoom, board.width, board.height, kLanguages) +
         definitions(scale_of(board), side_styles(country.side_colours)) +
         draw_map_layers(board, view, text, country, false) + "</svg>\n";
}

std::string draw_face(const CounterKind& counter, std::size_t face, const SideColours& colours,
                      double pixels) {
  const auto styles = side_styles(colours);
  return alone(
      face_svg(counter, face, styles[static_cast<std::size_t>(counter.side)], {0, 0}, pixels),
      pixels, styles);
}

std::string draw_back(int side, const SideColours& colours, double pixels) {
  const auto styles = side_styles(colours);
  return alone(back_svg(side, styles[static_cast<std::size_t>(side)], {0, 0}, pixels), pixels,
               styles);
}

}  // namespace niemen::play
