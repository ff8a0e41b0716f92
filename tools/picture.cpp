#include "tools/picture.h"

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/play/draw.h"

namespace niemen::tools {

std::string picture_of(const play::AnyGame& any, const play::AnyState& state) {
  auto svg = play::draw_svg(any, any.whole_view(state));
  if (svg.empty()) svg = any.draw_svg(state);
  if (svg.empty())
    throw core::InputError("the games of " + any.info().mechanism + " cannot be drawn");
  return svg;
}

std::string picture_of_view(const play::AnyGame& any, const play::View& view) {
  const auto board = any.board();
  if (board.spaces.empty())
    throw core::InputError("the games of " + any.info().mechanism + " cannot be drawn");
  const auto escaped = [](const std::string& text) {
    std::string out;
    for (const char letter : text)
      out += letter == '<' ? "&lt;" : letter == '&' ? "&amp;" : std::string(1, letter);
    return out;
  };
  const auto text_height = board.width / 150;
  auto svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.1f} {:.1f}\" "
      "font-family=\"sans-serif\" "
      "font-size=\"{:.2f}\" text-anchor=\"middle\">\n",
      board.width, board.height, text_height);
  for (std::size_t place = 0; place < board.spaces.size(); ++place) {
    const auto& space = board.spaces[place];
    std::string corners, stack;
    for (const auto& point : space.polygon)
      corners += fmt::format("{:.1f},{:.1f} ", point.x, point.y);
    svg += fmt::format(
        "<polygon points=\"{}\" fill=\"#f4f0e4\" stroke=\"#998\" stroke-width=\"{:.2f}\"/>\n",
        corners, text_height / 8);
    double line = space.centre.y - text_height;
    const auto write = [&](const std::string& words, const char* colour) {
      svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"{}\">{}</text>\n", space.centre.x,
                         line, colour, escaped(words));
      line += text_height;
    };
    write(space.name.empty() ? space.id : space.id + " " + space.name, "#776");
    for (const auto& counter : view.counters)
      if (counter.place == static_cast<int>(place))
        write(!counter.known          ? "?"
              : counter.label.empty() ? counter.name
                                      : counter.label,
              counter.side == 0 ? "#0072B2" : "#A03000");
  }
  return svg + "</svg>\n";
}

}  // namespace niemen::tools
