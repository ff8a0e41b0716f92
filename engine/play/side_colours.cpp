#include "engine/play/side_colours.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace niemen::play {

namespace {

using core::ConfigValue;

/// Red, green and blue, 0 to 255.
using Rgb = std::array<int, 3>;

constexpr std::array<std::string_view, kSides> kKeys{"a", "b"};
constexpr Rgb kPaper{248, 242, 224}, kInk{42, 35, 26};

const SideStyles& published_styles() {
  static const SideStyles styles{
      SideStyle{"#1E3566", "#F8F2E0", "#0F1D3D", "#1E3566", "#8FA3CC", false},
      SideStyle{"#E4EBCB", "#173A1B", "#1E4620", "#1E4620", "#6C8A5E", true}};
  return styles;
}

bool is_colour(std::string_view text) {
  constexpr std::size_t kLength = 7;
  return text.size() == kLength && text.front() == '#' &&
         text.find_first_not_of("0123456789abcdefABCDEF", 1) == text.npos;
}

Rgb rgb_of(const std::string& colour) {
  const long number = std::stol(colour.substr(1), nullptr, 16);
  return {static_cast<int>(number >> 16), static_cast<int>(number >> 8 & 0xFF),
          static_cast<int>(number & 0xFF)};
}

std::string text_of(const Rgb& colour) {
  return fmt::format("#{:02X}{:02X}{:02X}", colour[0], colour[1], colour[2]);
}

/// Relative luminance, 0 to 1 (Web Content Accessibility Guidelines 2.2).
double luminance(const Rgb& colour) {
  constexpr std::array<double, 3> kWeights{0.2126, 0.7152, 0.0722};
  double sum = 0;
  for (std::size_t i = 0; i < colour.size(); ++i) {
    const double value = colour[i] / 255.0;
    sum +=
        kWeights[i] * (value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4));
  }
  return sum;
}

/// Contrast of two colours, 1 to 21 (the same source).
double contrast(const Rgb& a, const Rgb& b) {
  const double first = luminance(a), second = luminance(b);
  return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

/// `share` of the second colour in the first.
Rgb mixed(const Rgb& first, const Rgb& second, double share) {
  Rgb mix{};
  for (std::size_t i = 0; i < mix.size(); ++i)
    mix[i] = static_cast<int>(std::lround(first[i] + share * (second[i] - first[i])));
  return mix;
}

SideStyle style_of(const std::string& fill, bool eight_sided) {
  const auto ground = rgb_of(fill);
  const bool dark = contrast(ground, kPaper) > contrast(ground, kInk);
  constexpr double kEdgeOfDark = 0.5, kEdgeOfLight = 0.8,
                   kWeave = 0.5;  // parts of ink, of the sign
  const auto edge = mixed(ground, kInk, dark ? kEdgeOfDark : kEdgeOfLight);
  const auto& sign = dark ? kPaper : kInk;
  return {fill,
          text_of(sign),
          text_of(edge),
          dark ? fill : text_of(edge),
          text_of(mixed(ground, sign, kWeave)),
          eight_sided};
}

}  // namespace

SideColours take_side_colours(ConfigValue& game) {
  SideColours colours;
  const auto section = game.table.extract(std::string(kColours));
  if (!section) return colours;
  core::ConfigTable table(section.mapped());
  for (std::size_t side = 0; side < kKeys.size(); ++side) {
    if (!table.has(kKeys[side])) continue;
    colours[side] = table.text(kKeys[side]);
    if (!is_colour(colours[side]))
      table.fail(kKeys[side], "\"" + colours[side] + "\" is no colour; allowed: #rrggbb");
  }
  table.finish();
  constexpr double kLeast = 3;  // of graphical objects (1.4.11 of the same source)
  const auto styles = side_styles(colours);
  if (const double apart = contrast(rgb_of(styles[0].fill), rgb_of(styles[1].fill)); apart < kLeast)
    section.mapped().fail(fmt::format(
        "colours: {} and {} are too much alike in grey (a contrast of {:.1f}); allowed: {:.0f} at "
        "least, one dark and one light",
        styles[0].fill, styles[1].fill, apart, kLeast));
  return colours;
}

SideStyles side_styles(const SideColours& colours) {
  auto styles = published_styles();
  for (std::size_t side = 0; side < styles.size(); ++side)
    if (!colours[side].empty()) styles[side] = style_of(colours[side], styles[side].eight_sided);
  return styles;
}

}  // namespace niemen::play
