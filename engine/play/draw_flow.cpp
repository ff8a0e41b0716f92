#include "engine/play/draw_flow.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <map>
#include <numeric>

#include "engine/core/text.h"
#include "engine/play/draw_lines.h"
#include "engine/play/draw_parts.h"

namespace niemen::play {

namespace {

using namespace drawing;

constexpr double kWidth = 1180;  // of the map; everything else is measured by it
constexpr double kMargin = 24;
constexpr double kCardWidth = 372, kCardHeight = 252;
constexpr double kChartHeight = 220;
constexpr std::string_view kOut = "#D8B27C", kBack = "#2E2822";
constexpr std::string_view kSea = "#E1E9E2", kShore = "#7E9A9C", kBorder = "#DDD0B0",
                           kStream = "#6E9BB5";

const std::string kOtherTimes = "at other times";

/// The looks of losses, by how many were lost in a phase; whatever is beyond shares the last.
constexpr std::array<std::string_view, 4> kLossFills{"#9A2A1E", "url(#hatched)", "#FFFFFF",
                                                     "#BFD3DC"};
constexpr std::size_t kHatched = 1;  // too small for a hatch where it is a sign
constexpr std::array<std::string_view, 4> kLossInks{"#FFFFFF", "#2A231A", "#2A231A", "#2A231A"};

std::string words(double x, double y, double size, std::string_view text,
                  std::string_view more = "", std::string_view ink = kInk) {
  return fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\" fill=\"{}\" {}>{}</text>\n", x, y, size,
      ink, more, escaped(text));
}

/// A number on a road or a sign.
std::string figure(double x, double y, double size, int number, std::string_view ink) {
  return words(x, y, size, std::to_string(number),
               fmt::format("text-anchor=\"middle\" font-family=\"{}\" font-weight=\"700\"", kSans),
               ink);
}

/// A line through the middles between the points: no corner is left in it.
std::string smooth(const std::vector<Point>& line) {
  auto path = fmt::format("M{:.1f} {:.1f}", line.front().x, line.front().y);
  for (std::size_t i = 1; i + 1 < line.size(); ++i)
    path += fmt::format("Q{:.1f} {:.1f} {:.1f} {:.1f}", line[i].x, line[i].y,
                        (line[i].x + line[i + 1].x) / 2, (line[i].y + line[i + 1].y) / 2);
  return path + fmt::format("L{:.1f} {:.1f}", line.back().x, line.back().y);
}

/// Lays out the map at kWidth, with whatever the flow puts on it.
class Picture {
 public:
  Picture(const Board& board, const Flow& flow, const FlowText& text, const Country& country)
      : board_(board),
        flow_(flow),
        text_(text),
        country_(country),
        stretch_(kWidth / std::max(1.0, board.width)) {
    space_ = scale_of(board).space * stretch_;
    height_ = board.height * stretch_;
    int most = 1;
    for (const auto& march : flow.marches) most = std::max(most, march.strength);
    constexpr double kUsual = 0.16, kWidest = 0.85;  // of a space
    band_ = std::min(kUsual * space_, kWidest * space_ / most);
    rank_phases();
  }

  std::string svg() {
    const double whole = height_ + kChartHeight + 3 * kMargin;
    std::string out = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
        "width=\"{0:.0f}\" height=\"{1:.0f}\" font-family=\"{2}\">\n<title>{3}</title>\n",
        kWidth + 2 * kMargin, whole, kSerif, escaped(text_.army + ": " + text_.ending));
    out += fmt::format(
        "<defs><pattern id=\"hatched\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\">"
        "<rect width=\"5\" height=\"5\" fill=\"#E0B43C\"/><path d=\"M0 5L5 0\" "
        "stroke=\"#7A5A1E\"/></pattern><clipPath id=\"sheet\"><rect width=\"{:.1f}\" "
        "height=\"{:.1f}\"/></clipPath></defs>\n<rect width=\"100%\" height=\"100%\" "
        "fill=\"{}\"/>\n",
        kWidth, height_, kPanel);
    out += fmt::format(
        "<g transform=\"translate({0} {0})\">\n<g clip-path=\"url(#sheet)\">{1}{2}</g>\n", kMargin,
        ground(), bands());
    out += towns() + figures() + losses() + card();
    out += fmt::format("<g transform=\"translate(0 {:.1f})\">{}</g>\n", height_ + kMargin, chart());
    return out + "</g>\n</svg>\n";
  }

 private:
  Point at(int place) const {
    const auto& centre = board_.spaces[place].centre;
    return {centre.x * stretch_, centre.y * stretch_};
  }

  std::vector<Point> stretched(const std::vector<Point>& line) const {
    std::vector<Point> out;
    for (const auto& point : line) out.push_back({point.x * stretch_, point.y * stretch_});
    return out;
  }

  // --- The map ---

  /// Every line of the country of one of these kinds.
  std::string features(std::initializer_list<std::string_view> kinds, bool closed) const {
    std::string path;
    for (const auto& feature : country_.features)
      if (std::ranges::count(kinds, feature.kind) > 0)
        path += path_of(stretched(feature.line), closed);
    return path;
  }

  std::string edges(std::string_view kind) const {
    std::string path;
    for (const auto& edge : board_.edges)
      if (edge.kind == kind) path += path_of(stretched(edge.line), false);
    return path;
  }

  /// Rivers follow the sides of spaces: without their corners they look like rivers.
  std::string rivers() const {
    constexpr double kCut = 0.2;
    std::vector<Line> pieces;
    for (const auto& edge : board_.edges)
      if (edge.kind == "river") pieces.push_back(stretched(edge.line));
    std::string path;
    for (auto& line : joined(std::move(pieces)))
      path += path_of(cut_corners(std::move(line), kCut, 2, false), false);
    return path;
  }

  /// Seas and lakes as they are, or else the spaces of water.
  std::string water() const {
    if (const auto shores = features({"sea", "lake"}, true); !shores.empty())
      return fmt::format(
          "<path d=\"{}\" fill=\"{}\" fill-rule=\"evenodd\" stroke=\"{}\" "
          "stroke-width=\".8\"/>\n",
          shores, kSea, kShore);
    std::string path;
    for (const auto& space : board_.spaces)
      if (ground_of(space.terrain) == Ground::Water)
        path += path_of(stretched(space.polygon), true);
    return fmt::format(
        "<path d=\"{0}\" fill=\"{1}\" stroke=\"{1}\" stroke-width=\"{2:.1f}\" "
        "stroke-linejoin=\"round\"/>\n",
        path, kSea, space_ / 5);
  }

  /// Areas have borders; a grid of hexes would only disturb.
  std::string borders() const {
    constexpr std::size_t kHexCorners = 6;
    if (board_.spaces.front().polygon.size() == kHexCorners) return {};
    if (const auto shared = edges("border"); !shared.empty()) return shared;
    std::string path;
    for (const auto& space : board_.spaces)
      if (ground_of(space.terrain) != Ground::Water)
        path += path_of(stretched(space.polygon), true);
    return path;
  }

  std::string ground() const {
    const auto lines = [](const std::string& path, std::string_view ink, std::string_view more) {
      return fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" {}/>\n", path, ink, more);
    };
    return water() + lines(borders(), kBorder, "stroke-width=\".7\"") +
           lines(features({"stream"}, false), kStream, "stroke-width=\".6\"") +
           lines(rivers(), kStream, "stroke-width=\"1.2\" stroke-linejoin=\"round\"") +
           lines(edges("frontier"), kShore, "stroke-width=\".9\" stroke-dasharray=\"7 2 1.5 2\"");
  }

  std::vector<Point> line_of(const March& march) const {
    std::vector<Point> line;
    for (const int place : march.places) line.push_back(at(place));
    return line;
  }

  /// The broad ones first, so that nothing is hidden; those that go back above those that go out.
  std::string bands() const {
    std::vector<const March*> order;
    for (const auto& march : flow_.marches) order.push_back(&march);
    std::ranges::stable_sort(order, [](const March* a, const March* b) {
      return std::pair(a->back, -a->strength) < std::pair(b->back, -b->strength);
    });
    std::string out = "<g fill=\"none\" stroke-linejoin=\"round\">\n";
    for (const auto* march : order) {
      const auto path = smooth(line_of(*march));
      const double width = band_ * march->strength;
      out += fmt::format(
          "<path d=\"{0}\" stroke=\"{1}\" stroke-width=\"{2:.1f}\"/><path d=\"{0}\" "
          "stroke=\"{3}\" stroke-width=\"{4:.1f}\"/>\n",
          path, kPanel, width + 1.2, march->back ? kBack : kOut, width);
    }
    return out + "</g>\n";
  }

  /// How many went, on the road itself, wherever there is room.
  std::string figures() const {
    std::vector<const March*> order;
    for (const auto& march : flow_.marches)
      if (march.strength > 1) order.push_back(&march);
    std::ranges::stable_sort(order, [](auto* a, auto* b) { return a->strength > b->strength; });
    std::vector<Point> taken;
    std::string out;
    for (const auto* march : order) {
      const auto line = line_of(*march);
      const auto &a = line[(line.size() - 1) / 2], &b = line[line.size() / 2];
      const Point middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
      const bool free = std::ranges::none_of(taken, [&](const Point& other) {
        return std::hypot(other.x - middle.x, other.y - middle.y) < space_;
      });
      if (!free) continue;
      taken.push_back(middle);
      constexpr double kFigure = 11;
      const bool fits = march->strength * band_ >= kFigure;
      out += figure(middle.x, middle.y + 4, kFigure, march->strength,
                    march->back && fits ? kPanel : kInk);
    }
    return out;
  }

  bool touched(int place) const {
    return std::ranges::any_of(flow_.marches, [&](const March& march) {
      return march.places.back() == place || march.places.front() == place;
    });
  }

  /// Those with points, and those where a march began or ended.
  std::string towns() const {
    std::string out;
    for (std::size_t i = 0; i < board_.spaces.size(); ++i) {
      const auto& space = board_.spaces[i];
      if (space.name.empty() || (space.points == 0 && !touched(static_cast<int>(i)))) continue;
      const auto here = at(static_cast<int>(i));
      out +=
          fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.8\" fill=\"#fff\" stroke=\"{}\"/>",
                      here.x, here.y, kInk);
      out += words(here.x + 5, here.y - 5, space.points > 0 ? 12.5 : 10.5, space.name,
                   fmt::format("paint-order=\"stroke\" stroke=\"{}\" stroke-width=\"2.6\" "
                               "stroke-linejoin=\"round\" font-weight=\"{}\"",
                               kPanel, space.points > 0 ? 600 : 400));
    }
    return out;
  }

  // --- Losses ---

  void rank_phases() {
    std::map<std::string, int> sums;
    for (const auto& loss : flow_.losses) sums[loss.phase] += loss.strength;
    phases_.assign(sums.begin(), sums.end());
    std::ranges::stable_sort(phases_, [](auto& a, auto& b) { return a.second > b.second; });
    for (std::size_t i = kLossFills.size(); i < phases_.size(); ++i)
      phases_[kLossFills.size() - 1].second += phases_[i].second;
    if (phases_.size() > kLossFills.size()) {
      phases_.resize(kLossFills.size());
      phases_.back().first = kOtherTimes;
    }
  }

  std::size_t rank(const std::string& phase) const {
    const auto found = std::ranges::find(phases_, phase, &std::pair<std::string, int>::first);
    return std::min(static_cast<std::size_t>(found - phases_.begin()), phases_.size() - 1);
  }

  /// A diamond, a disc, a square, a triangle: told apart without colour.
  static std::string loss_sign(std::size_t rank, double x, double y, double r) {
    constexpr std::array<std::string_view, 4> kShapes{
        "M0 -1.3L1.3 0L0 1.3L-1.3 0Z", "M-1 0A1 1 0 0 0 1 0A1 1 0 0 0 -1 0Z", "M-.9 -.9H.9V.9H-.9Z",
        "M0 -1.2L1.2 .9H-1.2Z"};
    return fmt::format(
        "<path transform=\"translate({:.1f} {:.1f}) scale({:.1f})\" d=\"{}\" fill=\"{}\" "
        "stroke=\"{}\" stroke-width=\".14\"/>",
        x, y, r, kShapes[rank], rank == kHatched ? kGold : kLossFills[rank], kInk);
  }

  std::string losses() const {
    std::map<std::pair<int, std::size_t>, int> sums;
    for (const auto& loss : flow_.losses) sums[{loss.place, rank(loss.phase)}] += loss.strength;
    std::map<int, int> here;
    std::string out;
    for (const auto& [key, strength] : sums) {
      const auto [place, kind] = key;
      const auto point = at(place);
      const double r = 7, x = point.x + 4 + 2.3 * r * here[place]++, y = point.y + r;
      out += loss_sign(kind, x, y, r);
      out += figure(x, y + 3.2, 9, strength, kLossInks[kind]);
    }
    return out;
  }

  // --- The card ---

  /// The corner with the least under a card, roads counting more than country.
  Point corner() const {
    const double right = kWidth - kCardWidth - 12, low = height_ - kCardHeight - 12;
    const std::array<Point, 4> corners{{{right, low}, {right, 12}, {12, low}, {12, 12}}};
    const auto covered = [&](const Point& p) {
      const auto under = [&](int place) {
        const auto point = at(place);
        return point.x > p.x - space_ / 2 && point.x < p.x + kCardWidth + space_ / 2 &&
               point.y > p.y - space_ / 2 && point.y < p.y + kCardHeight + space_ / 2;
      };
      constexpr int kRoad = 10;
      int number = 0;
      for (std::size_t i = 0; i < board_.spaces.size(); ++i)
        number += board_.spaces[i].points > 0 && under(static_cast<int>(i));
      for (const auto& march : flow_.marches)
        for (const int place : march.places) number += under(place) ? kRoad : 0;
      return number;
    };
    return *std::ranges::min_element(corners, {}, covered);
  }

  std::string card() const {
    const auto p = corner();
    const double x = p.x + 22;
    const int lost = std::accumulate(flow_.losses.begin(), flow_.losses.end(), 0,
                                     [](int sum, const Loss& loss) { return sum + loss.strength; });
    const int left = flow_.strength.empty() ? 0 : flow_.strength.back().second;
    std::string out = fmt::format(
        "<rect x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{2}\" height=\"{3}\" fill=\"{4}\" "
        "stroke=\"{5}\" stroke-width=\"2\"/><rect x=\"{6:.1f}\" y=\"{7:.1f}\" width=\"{8}\" "
        "height=\"{9}\" fill=\"none\" stroke=\"{5}\"/>\n",
        p.x, p.y, kCardWidth, kCardHeight, kPanel, kInk, p.x + 4, p.y + 4, kCardWidth - 8,
        kCardHeight - 8);
    constexpr double kLettersAcross = 560;  // a long title is set smaller
    const auto title = "of the army: " + core::capitalised(text_.army);
    const auto game = text_.title;
    out += words(x, p.y + 30, 13, "Figurative map", "font-style=\"italic\"");
    out += words(x, p.y + 54, 20, title, "font-weight=\"600\"");
    out += words(
        x, p.y + 76,
        std::min(16.0, kLettersAcross / static_cast<double>(std::max<std::size_t>(game.size(), 1))),
        game);
    out += words(x, p.y + 98, 12.5, "The width of a band is the strength that passed.");
    out += fmt::format(
        "<rect x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"34\" height=\"12\" fill=\"{2}\"/><rect "
        "x=\"{3:.1f}\" y=\"{1:.1f}\" width=\"34\" height=\"12\" fill=\"{4}\"/>\n",
        x, p.y + 108, kOut, x + 120, kBack);
    out +=
        words(x + 40, p.y + 118, 12.5, "going out") + words(x + 160, p.y + 118, 12.5, "going back");
    out += words(x, p.y + 140, 12.5,
                 fmt::format("{} came, {} lost, {} left.", flow_.came, lost, left));
    out += words(x, p.y + 158, 12.5, text_.ending + ".", "font-weight=\"600\"");
    return out + legend(x, p.y + 178);
  }

  std::string legend(double x, double y) const {
    std::string out;
    constexpr double kLine = 18;
    for (std::size_t i = 0; i < phases_.size(); ++i) {
      const double line = y + kLine * static_cast<double>(i);
      const auto& name = phases_[i].first.empty() ? kOtherTimes : phases_[i].first;
      out += loss_sign(i, x + 7, line, 6);
      out += words(x + 20, line + 4, 12, fmt::format("{} lost: {}", phases_[i].second, name));
    }
    return out;
  }

  // --- Strength turn by turn ---

  std::string chart() const {
    if (flow_.strength.size() < 2) return {};
    constexpr double kLeft = 60, kTop = 44, kHigh = 96, kBlock = 7;
    const double step = (kWidth - kLeft - 20) / static_cast<double>(flow_.strength.size() - 1);
    int most = 1;
    for (const auto& [turn, strength] : flow_.strength) most = std::max(most, strength);
    const auto y = [&](int strength) { return kTop + kHigh * (1 - double(strength) / most); };
    std::string line, figures;
    for (std::size_t i = 0; i < flow_.strength.size(); ++i) {
      const auto [turn, strength] = flow_.strength[i];
      const double x = kLeft + step * static_cast<double>(i);
      line += fmt::format("{}{:.1f} {:.1f}", i == 0 ? "M" : "L", x, y(strength));
      figures += words(
          x, y(strength) - 6, 11, std::to_string(strength),
          fmt::format("text-anchor=\"middle\" font-family=\"{}\" font-weight=\"600\"", kSans));
      figures += words(x, kTop + kHigh + 74, 11, i == 0 ? "start" : std::to_string(turn),
                       fmt::format("text-anchor=\"middle\" font-family=\"{}\"", kSans));
      figures += blocks(turn, i == 0, x, kTop + kHigh + 4, kBlock);
    }
    const double right = kLeft + step * static_cast<double>(flow_.strength.size() - 1);
    return fmt::format(
               "<path d=\"M0 0H{0:.1f}\" stroke=\"{1}\"/>\n<path d=\"{2}L{3:.1f} {4}L{5} {4}Z\" "
               "fill=\"{6}\"/><path d=\"{2}\" fill=\"none\" stroke=\"{1}\" "
               "stroke-width=\"1.6\"/>\n",
               kWidth, kInk, line, right, kTop + kHigh, kLeft, kOut) +
           words(0, 18, 14, "Strength turn by turn, and what each turn cost",
                 "font-weight=\"600\"") +
           figures;
  }

  /// A block for each strength that was lost in a turn; a whole column where there are many.
  std::string blocks(int turn, bool start, double x, double top, double high) const {
    if (start) return {};
    std::string out;
    std::vector<int> lost(kLossFills.size(), 0);
    for (const auto& loss : flow_.losses)
      if (loss.turn == turn) lost[rank(loss.phase)] += loss.strength;
    const int all = std::accumulate(lost.begin(), lost.end(), 0);
    constexpr double kColumn = 56;
    const double one = std::min(high, kColumn / std::max(1, all));
    double y = top;
    for (std::size_t kind = 0; kind < lost.size(); ++kind)
      for (int i = 0; i < lost[kind]; ++i, y += one)
        out += fmt::format(
            "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"14\" height=\"{:.1f}\" fill=\"{}\" "
            "stroke=\"{}\" stroke-width=\".6\"/>",
            x - 7, y, std::max(1.0, one - 1), kLossFills[kind], kInk);
    return out;
  }

  const Board& board_;
  const Flow& flow_;
  const FlowText& text_;
  const Country& country_;
  double stretch_;
  double space_ = 1, height_ = 1;
  double band_ = 1;                                  ///< pixels of width for one of strength
  std::vector<std::pair<std::string, int>> phases_;  ///< in which most was lost, most first
};

}  // namespace

std::string draw_flow(const Board& board, const Flow& flow, const FlowText& text,
                      const Country& country) {
  if (board.spaces.empty()) return {};
  return Picture(board, flow, text, country).svg();
}

}  // namespace niemen::play
