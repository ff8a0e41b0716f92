// The card of a picture: its title and the scale, beside the map.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

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

constexpr double kCardHeight = 66;
constexpr double kTitleLine = 17;    ///< more of the card, where the title has two lines
constexpr double kScaleHeight = 26;  ///< more of the card, where the scale is known

/// The size at which a line fits the card: `size`, or less where it is long; `letters` is how many
/// of size 1 fit.
double fitting_size(double size, double letters, std::string_view line) {
  return std::min(size, letters / static_cast<double>(std::max<std::size_t>(line.size(), 1)));
}

}  // namespace

std::vector<std::string> two_lines(const std::string& text, std::size_t longest) {
  if (text.size() <= longest) return {text};
  auto at = text.find(": ");
  if (at != text.npos) return {text.substr(0, at + 1), text.substr(at + 2)};
  // At the blank that is nearest to the middle.
  const auto off = [&](std::size_t blank) {
    return blank > text.size() / 2 ? blank - text.size() / 2 : text.size() / 2 - blank;
  };
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == ' ' && (at == text.npos || off(i) < off(at))) at = i;
  if (at == text.npos) return {text};
  return {text.substr(0, at), text.substr(at + 1)};
}

Card card_at(Point corner, const CardText& text, const Country& country) {
  constexpr std::size_t kLongTitle = 20;
  const auto titles = two_lines(text.title, kLongTitle);
  const double more = kTitleLine * static_cast<double>(titles.size() - 1);
  const double height = kCardHeight + more + (country.kilometre > 0 ? kScaleHeight : 0);
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
  svg += serif_text(middle, corner.y + more + 56, fitting_size(10, kLetters, text.last), text.last,
                    "text-anchor=\"middle\" font-style=\"italic\"");
  return {std::move(svg), height};
}

}  // namespace niemen::play::drawing
