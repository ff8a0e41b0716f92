// The card of a picture: its title in the emptiest corner of the map, and the scale.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/play/draw_parts.h"

namespace niemen::play::drawing {

std::string serif_text(double x, double y, double size, std::string_view text,
                       std::string_view more) {
  return fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\" fill=\"{}\" font-family=\"{}\" "
      "{}>{}</text>\n",
      x, y, size, kInk, kSerif, more, escaped(text));
}

namespace {

constexpr double kFrame = 10;
constexpr double kCardWidth = 190, kCardHeight = 66;
constexpr double kTitleLine = 17;    ///< more of the card, where the title has two lines
constexpr double kScaleHeight = 26;  ///< more of the card, where the scale is known

/// The size at which a line fits the card: `size`, or less where it is long; `letters` is how many
/// of size 1 fit.
double fitting_size(double size, double letters, std::string_view line) {
  return std::min(size, letters / static_cast<double>(std::max<std::size_t>(line.size(), 1)));
}

/// A title in the lines that the card has for it: two where it is long and can be parted.
std::vector<std::string> title_lines(const std::string& title) {
  constexpr std::size_t kLong = 20;
  if (title.size() <= kLong) return {title};
  auto at = title.find(": ");
  if (at != title.npos) return {title.substr(0, at + 1), title.substr(at + 2)};
  // At the blank that is nearest to the middle.
  const auto off = [&](std::size_t blank) {
    return blank > title.size() / 2 ? blank - title.size() / 2 : title.size() / 2 - blank;
  };
  for (std::size_t i = 0; i < title.size(); ++i)
    if (title[i] == ' ' && (at == title.npos || off(i) < off(at))) at = i;
  if (at == title.npos) return {title};
  return {title.substr(0, at), title.substr(at + 1)};
}

/// The corner of the map with the fewest places under a card.
Point emptiest_corner(const Board& board, const View& view, double card) {
  const double right = board.width - kCardWidth - kFrame, low = board.height - card - kFrame;
  const std::array<Point, 4> corners{
      {{kFrame, kFrame}, {right, kFrame}, {kFrame, low}, {right, low}}};
  const auto covered = [&](const Point& corner) {
    int number = 0;
    for (std::size_t i = 0; i < board.spaces.size(); ++i) {
      const auto& at = board.spaces[i].centre;
      if (at.x < corner.x - kFrame || at.x > corner.x + kCardWidth + kFrame ||
          at.y < corner.y - kFrame || at.y > corner.y + card + kFrame ||
          ground_of(board.spaces[i].terrain) == Ground::Water)
        continue;
      number += 1 + (board.spaces[i].points > 0 ? 3 : 0) +
                (i < view.spaces.size() && view.spaces[i].owner >= 0 ? 1 : 0);
    }
    return number;
  };
  return *std::min_element(corners.begin(), corners.end(),
                           [&](const Point& a, const Point& b) { return covered(a) < covered(b); });
}

}  // namespace

std::string card_svg(const Board& board, const View& view, const CardText& text,
                     const Country& country) {
  const auto titles = title_lines(text.title);
  const double more = kTitleLine * static_cast<double>(titles.size() - 1);
  const double height = kCardHeight + more + (country.kilometre > 0 ? kScaleHeight : 0);
  const auto corner = emptiest_corner(board, view, height);
  const double middle = corner.x + kCardWidth / 2;
  std::string svg = fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"{}\" "
      "stroke-width=\"2\"/><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\" "
      "fill=\"none\" stroke=\"{}\"/>\n",
      corner.x, corner.y, kCardWidth, height, kPanel, kInk, corner.x + 4, corner.y + 4,
      kCardWidth - 8, height - 8, kInk);
  constexpr std::string_view kCentred = "text-anchor=\"middle\"";
  constexpr double kBoldLetters = 215, kLetters = 305;
  double size = 17;
  for (const auto& line : titles) size = fitting_size(size, kBoldLetters, line);
  double y = corner.y + 27;
  for (const auto& line : titles) {
    svg += serif_text(middle, y, size, line,
                      "text-anchor=\"middle\" font-weight=\"700\" letter-spacing=\"1\"");
    y += kTitleLine;
  }
  svg += serif_text(middle, corner.y + more + 43, fitting_size(11, kLetters, text.below),
                    text.below, kCentred);
  svg += scale_bar_svg(country, {middle, corner.y + more + kCardHeight + 4}, 0.8 * kCardWidth);
  return svg + serif_text(middle, corner.y + more + 56, fitting_size(10, kLetters, text.last),
                          text.last, "text-anchor=\"middle\" font-style=\"italic\"");
}

}  // namespace niemen::play::drawing
