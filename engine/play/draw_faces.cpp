// The counters of a game one by one, as they are printed and cut out.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/play/draw_parts.h"

namespace niemen::play::drawing {

namespace {

// A face is drawn 100 units wide and high.
constexpr double kFace = 100, kMiddle = 50, kBody = 94, kCorner = 2.2;

/// The sign of what a counter is, about a point of which one unit is 1.
struct FaceSign {
  std::string_view kind, path;
  bool outlined;  ///< drawn as a line; else filled
};
constexpr std::array kFaceSigns{
    FaceSign{"infantry", "M-5.5 -2.7h11v5.4h-11z", false},
    FaceSign{"cavalry", "M-5.5 2.7v-5.4h11l-11 5.4zM-3.6 2.7h9.1v-4.4z", false},
    FaceSign{"artillery", "M-5.5 1.2l9-3.6 .7 1.7-5 2a2 2 0 1 1-3.6 .6z", false},
    FaceSign{"headquarters", "M-4 5.5v-11h9l-2.4 2.9 2.4 2.9h-9", true},
    FaceSign{"depot", "M-5 5v-5l-1.5 0 6.5-6 6.5 6h-1.5v5h-3.5v-4h-3v4z", false},
    FaceSign{"train", "M-6 2v-4q6-5 12 0v4zM-3.5 2a2 2 0 1 1-.1 .2zM6 2a2 2 0 1 1-.1 .2z", false},
    FaceSign{"supply", "M-6 2v-4q6-5 12 0v4zM-3.5 2a2 2 0 1 1-.1 .2zM6 2a2 2 0 1 1-.1 .2z", false},
    FaceSign{"dummy", "M-6 2v-4q6-5 12 0v4zM-3.5 2a2 2 0 1 1-.1 .2zM6 2a2 2 0 1 1-.1 .2z", true},
};

std::string sign_svg(const CounterKind& counter, const SideStyle& style, double y) {
  constexpr double kScale = 3.6;
  const auto sign = std::find_if(kFaceSigns.begin(), kFaceSigns.end(),
                                 [&](const FaceSign& one) { return one.kind == counter.kind; });
  if (sign == kFaceSigns.end()) return {};
  return fmt::format(
      "<path transform=\"translate({} {:.1f}) scale({})\" d=\"{}\" fill=\"{}\" stroke=\"{}\" "
      "stroke-width=\"{}\"/>\n",
      kMiddle, y, kScale, sign->path, sign->outlined ? "none" : style.sign, style.sign,
      sign->outlined ? "1" : "0");
}

/// A gold disc or a white diamond with the rating, as on the map.
std::string rating_svg(int side, int rating, double y) {
  constexpr double kHalf = 21, kDisc = 18;
  auto svg = side == 0 ? fmt::format(
                             "<circle cx=\"{}\" cy=\"{:.1f}\" r=\"{}\" fill=\"{}\" stroke=\"{}\" "
                             "stroke-width=\"2\"/>\n",
                             kMiddle, y, kDisc, kGold, kInk)
                       : fmt::format(
                             "<path d=\"M{0} {1:.1f}l{2} {2}l-{2} {2}l-{2} -{2}z\" fill=\"#fff\" "
                             "stroke=\"{3}\" stroke-width=\"2\"/>\n",
                             kMiddle, y - kHalf, kHalf, kInk);
  if (rating != 0)
    svg += text_at(
        kMiddle, y + 8, 23, kInk, std::to_string(rating),
        fmt::format("font-family=\"{}\" font-weight=\"700\" text-anchor=\"middle\"", kSans));
  return svg;
}

std::string words(double x, double y, double size, std::string_view fill, std::string_view text,
                  std::string_view anchor, bool bold) {
  return text_at(x, y, size, fill, text,
                 fmt::format("font-family=\"{}\" font-weight=\"{}\" text-anchor=\"{}\"", kSans,
                             bold ? 700 : 500, anchor));
}

/// The strengths from the full one down, the one that holds underlined.
std::string steps_svg(const CounterKind& counter, std::size_t face, const SideStyle& style) {
  constexpr double kApart = 11, kY = 74, kSize = 10.5;
  const auto number = static_cast<double>(counter.faces.size());
  double x = kMiddle - kApart * (number - 1) / 2;
  std::string svg;
  for (std::size_t i = 0; i < counter.faces.size(); ++i, x += kApart) {
    svg += words(x, kY, kSize, style.sign, std::to_string(counter.faces[i].strength), "middle",
                 i == face);
    if (i == face)
      svg += fmt::format("<path d=\"M{:.1f} {:.1f}h{}\" stroke=\"{}\" stroke-width=\"1.4\"/>\n",
                         x - 3.5, kY + 2.2, 7, style.sign);
  }
  return svg;
}

std::string name_svg(const std::vector<std::string>& lines, const SideStyle& style) {
  constexpr double kLargest = 13, kRoom = 86, kLetter = 0.54, kTop = 18;
  std::size_t letters = 1;
  for (const auto& line : lines) letters = std::max(letters, line.size());
  const double size = std::min(kLargest, kRoom / (kLetter * static_cast<double>(letters)));
  std::string svg;
  double y = lines.size() > 1 ? kTop - 2 : kTop;
  for (const auto& line : lines) {
    svg += words(kMiddle, y, size, style.sign, line, "middle", false);
    y += size * 1.05;
  }
  return svg;
}

std::string at(Point corner, double size, const std::string& face) {
  return fmt::format("<g transform=\"translate({:.2f} {:.2f}) scale({:.4f})\">\n{}</g>\n", corner.x,
                     corner.y, size / kFace, face);
}

}  // namespace

std::string face_svg(const CounterKind& counter, std::size_t face, const SideStyle& style,
                     Point corner, double size) {
  constexpr std::size_t kLongName = 14;
  constexpr double kSignY = 46, kFoot = 90, kLeft = 10, kRight = 90;
  const auto& shown = counter.faces[face];
  const bool named = counter.name != shown.label, rated = counter.kind == "commander";
  auto svg = shape(style, kMiddle, kMiddle, kBody, kBody, kCorner, style.fill);
  const auto lines = named ? two_lines(counter.name, kLongName) : std::vector<std::string>{};
  const double lower = lines.size() > 1 ? 6 : 0;
  svg += name_svg(lines, style);
  svg += rated ? rating_svg(counter.side, shown.strength, kSignY + lower + 6)
               : sign_svg(counter, style, kSignY + lower - (named ? 0 : 6));
  if (counter.faces.size() > 1 && !rated) svg += steps_svg(counter, face, style);
  if (!named) {
    svg += words(kMiddle, kFoot, 24, style.sign, shown.label, "middle", true);
  } else if (!rated) {
    if (shown.strength != 0)
      svg += words(kLeft, kFoot, 22, style.sign, std::to_string(shown.strength), "start", true);
    if (!counter.name.starts_with(shown.label))
      svg += words(kRight, kFoot, std::min(15.0, 90.0 / static_cast<double>(shown.label.size())),
                   style.sign, shown.label, "end", false);
  }
  return at(corner, size, svg);
}

std::string back_svg(int side, const SideStyle& style, Point corner, double size) {
  return at(corner, size,
            shape(style, kMiddle, kMiddle, kBody, kBody, kCorner, style.fill) +
                shape(style, kMiddle, kMiddle, kBody, kBody, kCorner,
                      side == 0 ? "url(#back-a)" : "url(#back-b)"));
}

}  // namespace niemen::play::drawing
