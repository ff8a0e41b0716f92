#include "engine/play/draw_tints.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/core/text.h"
#include "engine/play/draw_parts.h"

namespace niemen::play {

namespace {

using namespace drawing;

constexpr double kFrame = 10, kRow = 20, kBox = 22;
constexpr double kLeastLegend = 340;  ///< beside the card

/// Shares from which a tint begins, and its strength; what is rarer has the last one.
struct Step {
  double from;
  double strength;
  std::string_view words;
};
constexpr std::array<Step, 4> kTurns{{{0.5, 0.72, "every second turn or more often"},
                                      {0.2, 0.5, "one turn in five or more"},
                                      {0.05, 0.32, "one turn in twenty or more"},
                                      {0, 0.16, "fewer turns"}}};
constexpr std::array<Step, 5> kCampaigns{{{0.9, 0.66, "in nearly all campaigns"},
                                          {0.5, 0.5, "in every second campaign or more"},
                                          {0.2, 0.36, "in one of five or more"},
                                          {0.05, 0.23, "in one of twenty or more"},
                                          {0, 0.12, "more seldom"}}};

/// The step that a share above 0 has reached.
template <std::size_t N>
int step_of(const std::array<Step, N>& steps, double share) {
  const auto reached =
      std::ranges::find_if(steps, [&](const Step& step) { return share >= step.from; });
  return static_cast<int>(reached - steps.begin());
}

/// The tints of one legend entry as one path: nothing shows where two places meet.
std::string tint_svg(const Board& board, const Tints& tints, int entry) {
  std::string path;
  for (std::size_t i = 0; i < std::min(board.spaces.size(), tints.of_place.size()); ++i)
    if (tints.of_place[i] == entry) path += path_of(board.spaces[i].polygon, true);
  if (path.empty()) return {};
  const auto& tint = tints.legend[entry];
  return fmt::format("<path d=\"{}\" fill=\"{}\" fill-opacity=\"{:.2f}\"/>\n", path, tint.colour,
                     tint.strength) +
         (tint.hatched ? fmt::format("<path d=\"{}\" fill=\"url(#hatched)\"/>\n", path) : "");
}

std::string legend_svg(const Tints& tints, double top) {
  std::string svg;
  double y = top;
  for (const auto& tint : tints.legend) {
    svg += fmt::format(
        "<rect x=\"{0:.0f}\" y=\"{1:.1f}\" width=\"{2:.0f}\" height=\"13\" fill=\"{3}\"/>"
        "<rect x=\"{0:.0f}\" y=\"{1:.1f}\" width=\"{2:.0f}\" height=\"13\" fill=\"{4}\" "
        "fill-opacity=\"{5:.2f}\" stroke=\"{6}\" stroke-width=\".6\"/>\n",
        kFrame, y, kBox, kPaper, tint.colour, tint.strength, kInk);
    if (tint.hatched)
      svg += fmt::format(
          "<rect x=\"{:.0f}\" y=\"{:.1f}\" width=\"{:.0f}\" height=\"13\" "
          "fill=\"url(#hatched)\"/>\n",
          kFrame, y, kBox);
    svg += serif_text(kFrame + kBox + 8, y + 10.5, 12, tint.words);
    y += kRow;
  }
  return svg;
}

}  // namespace

std::string draw_tints(const Board& board, const Tints& tints, const Country& country) {
  if (board.spaces.empty()) return {};
  const auto scale = scale_of(board);
  const double across = std::max(board.width, kLeastLegend + kCardWidth);
  const double width = across + 2 * kFrame;
  const auto card = card_at({across - kCardWidth, board.height + kFrame},
                            {tints.title, tints.below, ""}, country);
  const double height = board.height + 3 * kFrame +
                        std::max(card.height, kRow * static_cast<double>(tints.legend.size()));
  std::string svg = fmt::format(
      "<svg {0} viewBox=\"{1:.0f} {1:.0f} {2:.0f} {3:.0f}\" width=\"{2:.0f}\" "
      "height=\"{3:.0f}\">\n<title>{4}</title>\n",
      kLanguages, -kFrame, width, height, escaped(tints.title));
  const auto styles = side_styles(country.side_colours);
  svg += definitions(scale, styles);
  svg += fmt::format(
      "<defs><pattern id=\"hatched\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\">"
      "<path d=\"M0 7L7 0\" stroke=\"{}\" stroke-width=\".7\" stroke-opacity=\".55\"/></pattern>"
      "</defs>\n<rect x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.0f}\" height=\"{:.0f}\" "
      "fill=\"{}\"/>\n",
      kInk, -kFrame, -kFrame, width, height, kPanel);
  svg += ground_svg(board, country, scale);
  std::string tinted;
  for (std::size_t entry = 0; entry < tints.legend.size(); ++entry)
    tinted += tint_svg(board, tints, static_cast<int>(entry));
  svg += layer("tints", tinted);
  const auto names = names_svg(board, {}, scale, styles);
  svg += layer("places", names.places) +
         layer("names", country_names_svg(board, country, scale, names.over) + names.names);
  svg += fmt::format("<rect width=\"{:.0f}\" height=\"{:.0f}\" fill=\"none\" stroke=\"{}\"/>\n",
                     board.width, board.height, kInk);
  return svg + layer("card", card.svg) + layer("legend", legend_svg(tints, board.height + kFrame)) +
         "</svg>\n";
}

Tints control_tints(const std::string (&side_names)[kSides], std::span<const PlaceCount> counts,
                    const SideColours& colours) {
  const auto styles = side_styles(colours);
  Tints tints{"Who held the country", "units there as turns ended", {}, {}};
  for (std::size_t side = 0; side < kSides; ++side)
    for (const auto& step : kTurns) {
      auto words =
          fmt::format("{} at the end of {}", core::capitalised(side_names[side]), step.words);
      tints.legend.push_back({styles[side].tint, step.strength, side == 1, std::move(words)});
    }
  for (const auto& count : counts) {
    const bool second = count.held[1] > count.held[0];
    const double share = count.held[second];
    const int first = second ? static_cast<int>(kTurns.size()) : 0;
    tints.of_place.push_back(share > 0 ? first + step_of(kTurns, share) : -1);
  }
  return tints;
}

Tints traffic_tints(std::span<const PlaceCount> counts) {
  constexpr std::string_view kDust = "#8A3B12";
  Tints tints{"Where the campaigns went", "somebody came there", {}, {}};
  for (const auto& step : kCampaigns)
    tints.legend.push_back({std::string(kDust), step.strength, false, std::string(step.words)});
  for (const auto& count : counts)
    tints.of_place.push_back(count.entered > 0 ? step_of(kCampaigns, count.entered) : -1);
  return tints;
}

}  // namespace niemen::play
