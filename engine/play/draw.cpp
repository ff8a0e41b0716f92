#include "engine/play/draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/core/text.h"
#include "engine/play/draw_parts.h"

namespace niemen::play {

namespace {

using namespace drawing;

constexpr double kFrame = 10;
constexpr double kFaultHeight = 16;
/// Of the legend's lines: of the counters, which are higher, and of the signs.
constexpr double kFirstLine = 20, kLine = 28, kBelowLegend = 26;
/// The width that a legend has at least, so that it is whole beside the card of a small map.
constexpr double kLeastLegend = 300;

/// A sign of the map, with the word that says what it is.
struct LegendSign {
  std::string_view word, drawn;
};
struct GroundSign {
  Ground ground;
  LegendSign sign;
};
constexpr GroundSign kGroundSigns[] = {
    {Ground::Forest, {"forest", "<use xlink:href=\"#tree\"/>"}},
    {Ground::Marsh, {"marsh", "<use xlink:href=\"#marsh\"/>"}},
    {Ground::Hills, {"hills", "<use xlink:href=\"#hill\"/>"}},
    {Ground::Mountains, {"mountains", "<use xlink:href=\"#hill\"/>"}},
    {Ground::OffLimits, {"off limits", "<use xlink:href=\"#marsh\"/>"}},
};
/// Ground without a sign of its own: by the word of the game's data.
constexpr std::string_view kOtherGround =
    "<g fill=\"#8C7B5A\"><circle cx=\"-5\" cy=\"-3\" r=\"1.2\"/><circle cx=\"4\" cy=\"-1\" "
    "r=\"1.2\"/><circle cx=\"-1\" cy=\"4\" r=\"1.2\"/></g>";
/// By the kind of an edge.
struct NamedSign {
  std::string_view name;
  LegendSign sign;
};
constexpr NamedSign kEdgeSigns[] = {
    {"river",
     {"river",
      "<path d=\"M-9 2q5-6 9 0t9 0\" fill=\"none\" stroke=\"#A8C8DA\" stroke-width=\"4\"/>"
      "<path d=\"M-9 2q5-6 9 0t9 0\" fill=\"none\" stroke=\"#1F5A86\" stroke-width=\"1.8\"/>"}},
    {"stream",
     {"stream",
      "<path d=\"M-9 2q5-6 9 0t9 0\" fill=\"none\" stroke=\"#6E9BB5\" stroke-width=\"1.6\"/>"}},
    {"bridge",
     {"bridge",
      "<path d=\"M-6 -5q6 3.4 12 0M-6 5q6 -3.4 12 0\" fill=\"none\" stroke=\"#2A231A\"/>"}},
    {"slope",
     {"slope",
      "<path d=\"M-9 -2h18M-7 -2v5M-3 -2v5M1 -2v5M5 -2v5\" fill=\"none\" stroke=\"#7A5A36\"/>"}},
    {"frontier",
     {"frontier",
      "<path d=\"M-9 0h18\" stroke=\"#7A2A38\" stroke-width=\"1.7\" "
      "stroke-dasharray=\"6 2 1.5 2\"/>"}},
    {"start line",
     {"start line",
      "<path d=\"M-9 0h18\" stroke=\"#7A2A38\" stroke-width=\"1.4\" stroke-dasharray=\"4 3\"/>"}},
};
constexpr LegendSign kTownSign{
    "town", "<circle r=\"3\" fill=\"#F4ECD6\" stroke=\"#2A231A\" stroke-width=\"1.1\"/>"};
constexpr LegendSign kFortressSign{"fortress", "<use xlink:href=\"#fortress\"/>"};
constexpr LegendSign kRoadSign{
    "road",
    "<path d=\"M-9 2q9-6 18 0\" fill=\"none\" stroke=\"#8A6A45\" stroke-opacity=\"0.6\" "
    "stroke-width=\"3\"/><path d=\"M-9 2q9-6 18 0\" fill=\"none\" stroke=\"#F4ECD6\" "
    "stroke-width=\"1.5\"/>"};
constexpr std::string_view kReachSign =
    "<path d=\"M-9 0h18\" fill=\"none\" stroke=\"#2A231A\" stroke-width=\"3.2\" "
    "stroke-linecap=\"round\" stroke-dasharray=\"0 5.2\"/>";
/// By how the mark of a space begins.
constexpr NamedSign kMarkSigns[] = {
    {"half",
     {"half depleted",
      "<rect x=\"-9\" y=\"-7\" width=\"18\" height=\"14\" fill=\"url(#eaten)\" "
      "stroke=\"#8C7B5A\"/>"}},
    {"depleted",
     {"depleted",
      "<rect x=\"-9\" y=\"-7\" width=\"18\" height=\"14\" fill=\"url(#bare)\" "
      "stroke=\"#8C7B5A\"/>"}},
};

/// Entries of the legend, left to right and line by line.
class Legend {
 public:
  /// `shrink` is of the signs, which are as large as the map wants them.
  Legend(Point at, double right, const SideStyles& styles, double shrink)
      : left_(at.x), x_(at.x), y_(at.y), right_(right), styles_(styles), shrink_(shrink) {}

  void counter(int side, const std::string& name, bool face_down = false) {
    constexpr double kText = 42;
    make_room(kText, name);
    svg_ += sample_counter(side, {x_ + 18, y_}, 1, face_down, styles_);
    label(kText, name);
  }
  void sign(const LegendSign& sign) {
    constexpr double kText = 24;
    make_room(kText, sign.word);
    svg_ += fmt::format("<g transform=\"translate({:.1f} {:.1f}) scale({:.3f})\">{}</g>\n", x_ + 10,
                        y_, sign.drawn.starts_with("<use") ? shrink_ : 1, sign.drawn);
    label(kText, std::string(sign.word));
  }
  void new_line() {
    if (x_ > left_) y_ += kLine;
    x_ = left_;
  }
  std::string take() { return std::move(svg_); }
  double end() const { return end_; }  ///< how far to the right it reaches
  double foot() const { return y_; }   ///< the middle of its last line

 private:
  static constexpr double kLetter = 6.2, kGap = 16;
  static double width_of(double offset, std::string_view name) {
    return offset + kLetter * static_cast<double>(name.size());
  }
  void make_room(double offset, std::string_view name) {
    if (x_ + width_of(offset, name) > right_) new_line();
  }
  void label(double offset, const std::string& name) {
    svg_ += serif_text(x_ + offset, y_ + 4, 11, name);
    x_ += width_of(offset, name) + kGap;
    end_ = std::max(end_, x_);
  }
  double left_, x_, y_, right_, end_ = 0;
  const SideStyles& styles_;
  double shrink_;
  std::string svg_;
};

bool has_edge(const Board& board, std::string_view kind) {
  return std::any_of(board.edges.begin(), board.edges.end(),
                     [&](const Edge& edge) { return edge.kind == kind; });
}
bool has_ground(const Board& board, Ground ground) {
  return std::any_of(board.spaces.begin(), board.spaces.end(),
                     [&](const Space& space) { return ground_of(space.terrain) == ground; });
}
/// Each word of ground without a sign of its own, once.
std::vector<std::string_view> other_grounds(const Board& board) {
  std::vector<std::string_view> words;
  for (const auto& space : board.spaces)
    if (ground_of(space.terrain) == Ground::Unknown &&
        std::find(words.begin(), words.end(), space.terrain) == words.end())
      words.push_back(space.terrain);
  return words;
}
bool has_place(const Board& board, bool fortress) {
  return std::any_of(board.spaces.begin(), board.spaces.end(), [&](const Space& space) {
    return fortress ? space.terrain == "fortress"
                    : !space.name.empty() && space.terrain != "fortress";
  });
}
bool has_road(const Board& board, const Country& country) {
  return has_edge(board, "road") ||
         std::any_of(country.features.begin(), country.features.end(),
                     [](const Feature& feature) { return feature.kind == "road"; });
}
bool has_mark(const View& view, std::string_view start) {
  return std::any_of(view.spaces.begin(), view.spaces.end(), [&](const SpaceState& space) {
    return std::any_of(space.marks.begin(), space.marks.end(),
                       [&](const std::string& mark) { return mark.starts_with(start); });
  });
}

/// What was drawn, how far to the right it reaches, and how far down.
struct Drawn {
  std::string svg;
  double end, foot;
};

/// Whose counters are whose; below, the signs of the map that are on it.
Drawn legend(const Board& board, const View& view, const PictureText& text, const Country& country,
             const Scale& scale, Point at, double right) {
  const auto styles = side_styles(country.side_colours);
  constexpr double kLargestSign = 1.4;
  const double shrink = std::min(1.0, kLargestSign / scale.sign);
  Legend all({at.x, at.y + kFirstLine}, right, styles, shrink);
  for (int side = 0; side < kSides; ++side)
    all.counter(side, core::capitalised(text.side_names[side]));
  for (int side = 0; side < kSides; ++side)
    if (std::any_of(view.counters.begin(), view.counters.end(),
                    [&](const Counter& counter) { return counter.side == side && !counter.known; }))
      all.counter(side, "face down", true);
  all.sign({"victory points", "<circle r=\"5.6\" fill=\"#9A2A1E\"/>"});
  if (!is_of_areas(board) && has_place(board, false)) all.sign(kTownSign);
  if (has_place(board, true)) all.sign(kFortressSign);
  all.new_line();
  for (const auto& [ground, sign] : kGroundSigns)
    if (has_ground(board, ground)) all.sign(sign);
  for (const auto word : other_grounds(board)) all.sign({word, kOtherGround});
  for (const auto& [kind, sign] : kEdgeSigns)
    if (has_edge(board, kind)) all.sign(sign);
  if (has_road(board, country)) all.sign(kRoadSign);
  for (const auto& [start, sign] : kMarkSigns)
    if (has_mark(view, start)) all.sign(sign);
  if (text.reach >= 0) all.sign({"supply ends", kReachSign});
  return {all.take(), all.end(), all.foot()};
}

std::string frame_svg(const Board& board) {
  return fmt::format(
      "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"none\" stroke=\"{2}\"/><rect x=\"-4\" "
      "y=\"-4\" width=\"{3:.0f}\" height=\"{4:.0f}\" fill=\"none\" stroke=\"{2}\" "
      "stroke-width=\"2\"/>\n",
      board.width, board.height, kInk, board.width + 8, board.height + 8);
}

std::string faults_svg(const std::vector<std::string>& faults, double line) {
  std::string svg;
  for (const auto& fault : faults) {
    svg += serif_text(kFrame, line, 12, fault, fmt::format("style=\"fill:{}\"", kWaxRed));
    line += kFaultHeight;
  }
  return svg;
}

}  // namespace

std::string draw_map_layers(const Board& board, const View& view, const PictureText& text,
                            const Country& country, bool with_counters) {
  const auto scale = scale_of(board);
  const auto styles = side_styles(country.side_colours);
  View bare;
  bare.spaces = view.spaces;
  const auto& shown = with_counters ? view : bare;
  std::string svg = ground_svg(board, country, scale);
  svg += layer("spaces", places_svg(board)) + layer("marks", marks_svg(board, shown));
  if (text.reach >= 0) {
    const auto side = static_cast<std::size_t>(text.reach);
    svg +=
        layer("supply", reach_svg(board, shown, text.side_names[side], styles[side], scale.unit));
  }
  const auto names = names_svg(board, shown, scale, styles);
  svg += layer("places", names.places);
  svg += layer("names", country_names_svg(board, country, scale, names.over) +
                            index_svg(board, scale) + names.names);
  return svg + layer("counters", counters_svg(board, shown, scale, styles)) +
         layer("frame", frame_svg(board));
}

std::string draw_svg(const Board& board, const View& view, const PictureText& text,
                     const Country& country) {
  if (board.spaces.empty()) return {};
  const auto scale = scale_of(board);
  const double across = std::max(board.width, 2 * kFrame + kCardWidth + kLeastLegend);
  const double width = across + 2 * kFrame, strip = board.height + kFrame;
  const auto& phase = view.phase == view.turn_name ? "" : view.phase;
  const auto card = card_at({0, strip}, {text.title, view.turn_name, phase}, country);
  const auto signs =
      legend(board, view, text, country, scale, {kCardWidth + kFrame, strip}, across);
  const double foot = std::max(strip + card.height + 2 * kFrame, signs.foot + kBelowLegend);
  const double height = foot + kFrame + kFaultHeight * static_cast<double>(text.faults.size());
  std::string svg = fmt::format(
      "<svg {0} viewBox=\"{1:.0f} {1:.0f} {2:.0f} {3:.0f}\" width=\"{2:.0f}\" "
      "height=\"{3:.0f}\">\n<title>{4}</title>\n",
      kLanguages, -kFrame, width, height, escaped(text.title));
  svg += definitions(scale, side_styles(country.side_colours));
  svg += layer("sheet", fmt::format("<rect x=\"{0:.0f}\" y=\"{0:.0f}\" width=\"{1:.0f}\" "
                                    "height=\"{2:.0f}\" fill=\"{3}\"/>\n",
                                    -kFrame, width, height, kPanel));
  svg += draw_map_layers(board, view, text, country, true);
  svg += layer("card", card.svg) + layer("legend", signs.svg);
  return svg + layer("faults", faults_svg(text.faults, foot)) + "</svg>\n";
}

std::string draw_ground(const Board& board, const Country& country) {
  const auto scale = scale_of(board);
  return fmt::format(
             "<svg {2} viewBox=\"0 0 {0:.1f} {1:.1f}\" width=\"{0:.1f}\" height=\"{1:.1f}\">\n",
             board.width, board.height, kLanguages) +
         definitions(scale, side_styles(country.side_colours)) + ground_svg(board, country, scale) +
         "</svg>\n";
}

std::string draw_legend(const Board& board, const PictureText& text, const Country& country) {
  constexpr double kLeast = 720;  // so that signs are as large on every map of few of them
  constexpr double kHeight = 74, kEndless = 1e6;
  const auto drawn = legend(board, {}, text, country, {}, {kFrame + 6, 0}, kEndless);
  return fmt::format("<svg {2} viewBox=\"0 0 {0:.0f} {1}\" width=\"{0:.0f}\" height=\"{1}\">\n",
                     std::max(kLeast, drawn.end + kFrame), kHeight, kLanguages) +
         definitions(Scale{}, side_styles(country.side_colours)) + drawn.svg + "</svg>\n";
}

std::string draw_svg(const AnyGame& game, const View& view, const Country& country, int reach) {
  const auto& info = game.info();
  PictureText text;
  text.reach = reach;
  text.title = country.title.empty() ? info.title : country.title;
  text.faults = game.fault_lines();
  for (int side = 0; side < kSides; ++side) text.side_names[side] = info.side_names[side];
  return draw_svg(game.board(), view, text, country);
}

}  // namespace niemen::play
