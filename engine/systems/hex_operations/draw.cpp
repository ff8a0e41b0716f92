// A position as a picture: the board of the view, drawn.
#include <fmt/format.h>

#include <map>
#include <string_view>

#include "engine/systems/hex_operations/hex_operations.h"
#include "engine/systems/hex_operations/lookups.h"

namespace niemen::hex_operations {

namespace {

constexpr double kScale = 14;  ///< pixels to the side of a hex

std::string_view colour_of(std::string_view terrain) {
  static constexpr std::pair<std::string_view, std::string_view> kColours[] = {
      {"clear", "#f2ecd9"},    {"forest", "#b9d3a0"}, {"marsh", "#bcd8d2"},   {"rough", "#d9c7a0"},
      {"mountain", "#b9a183"}, {"lake", "#a9c9e6"},   {"fortress", "#e8b7a0"}};
  for (const auto& [name, colour] : kColours)
    if (name == terrain) return colour;
  return "#f2ecd9";
}

/// Text that may stand in a document.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text)
    out += c == '<'   ? std::string("&lt;")
           : c == '&' ? std::string("&amp;")
           : c == '"' ? std::string("&quot;")
                      : std::string(1, c);
  return out;
}

class Picture {
 public:
  Picture(const play::Board& board, const play::View& view) : board_(board), view_(view) {}

  std::string draw() {
    text_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" "
        "font-family=\"sans-serif\" font-size=\"8\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#cfe0ee\"/>\n<title>{}</title>\n",
        board_.width * kScale, board_.height * kScale, escaped(view_.turn_name));
    for (std::size_t i = 0; i < board_.spaces.size(); ++i) hex(i);
    for (const auto& edge : board_.edges) river(edge);
    for (const auto& space : board_.spaces)
      if (!space.name.empty())
        text_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                             space.centre.x * kScale, (space.centre.y - 0.45) * kScale,
                             escaped(space.name));
    std::map<int, std::vector<const play::Counter*>> stacks;
    for (const auto& counter : view_.counters)
      if (counter.place >= 0) stacks[counter.place].push_back(&counter);
    for (const auto& [place, counters] : stacks) stack(place, counters);
    return text_ + "</svg>\n";
  }

 private:
  void hex(std::size_t index) {
    const auto& space = board_.spaces[index];
    std::string points, marks;
    for (const auto& corner : space.polygon)
      points += fmt::format("{:.1f},{:.1f} ", corner.x * kScale, corner.y * kScale);
    for (const auto& mark : view_.spaces[index].marks) marks += ", " + mark;
    const int owner = view_.spaces[index].owner;
    text_ += fmt::format(
        "<polygon points=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\">"
        "<title>{} {} {} {}{}; {}</title></polygon>\n",
        points, marks.find("100%") != std::string::npos ? "#c9c2b4" : colour_of(space.terrain),
        owner == 0   ? "#2b4f9e"
        : owner == 1 ? "#2f7d3b"
                     : "#9a917c",
        owner >= 0 ? 2.0 : 0.3, space.id, escaped(space.name), space.terrain, space.region,
        escaped(marks), escaped(space.source));
  }
  void river(const play::Edge& edge) {
    text_ += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
        "stroke-width=\"2.5\"><title>{}</title></line>\n",
        edge.line[0].x * kScale, edge.line[0].y * kScale, edge.line[1].x * kScale,
        edge.line[1].y * kScale, edge.kind == "bridge" ? "#8a6d3b" : "#3f7fc1",
        escaped(edge.name + (edge.kind == "bridge" ? ", bridged" : "")));
  }
  /// Strength of the stack on one chip; pointing at it tells all that it holds.
  void stack(int place, const std::vector<const play::Counter*>& counters) {
    int strength = 0;
    std::string names;
    for (const auto* counter : counters) {
      strength += counter->strength * counter->count;
      names += (names.empty() ? "" : ", ") +
               (counter->count > 1 ? fmt::format("{} x ", counter->count) : "") + counter->name;
      for (const auto& state : counter->states) names += " " + state;
    }
    const auto& centre = board_.spaces[static_cast<std::size_t>(place)].centre;
    text_ += fmt::format(
        "<g><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"16\" height=\"12\" rx=\"2\" fill=\"{}\"/>"
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" fill=\"#fff\">{}</text>"
        "<title>{}</title></g>\n",
        centre.x * kScale - 8, centre.y * kScale - 5,
        counters[0]->side == 0 ? "#2b4f9e" : "#2f7d3b", centre.x * kScale, centre.y * kScale + 4,
        strength > 0 ? std::to_string(strength) : "*", escaped(names));
  }

  const play::Board& board_;
  const play::View& view_;
  std::string text_;
};

}  // namespace

std::string HexOperations::draw_svg(const State& state) const {
  const auto shown = board();
  const auto seen = whole_view(state);
  return Picture(shown, seen).draw();
}

}  // namespace niemen::hex_operations
