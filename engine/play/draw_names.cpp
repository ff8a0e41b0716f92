// Everything that is written on the map.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "engine/play/draw_parts.h"

namespace niemen::play::drawing {

namespace {

bool occupied(const View& view, std::size_t place) {
  return std::any_of(view.counters.begin(), view.counters.end(), [&](const Counter& counter) {
    return counter.place == static_cast<int>(place);
  });
}

/// What stands on the map of a name such as "West Prussia / Pomerania (west of Vistula)".
std::string short_name(std::string name) {
  for (const auto* end : {" (", " / "}) name = name.substr(0, name.find(end));
  return name;
}

/// A name in one line, or in two where it has two parts and is long.
std::string name_svg(double x, double y, double size, const std::string& name,
                     std::string_view more) {
  constexpr std::size_t kLong = 12;
  for (const std::string_view part : {" - ", ": "})
    if (const auto at = name.find(part); at != name.npos && name.size() > kLong) {
      const auto first = name.substr(0, at) + (part == ": " ? ":" : " -");
      return text_at(x, y, size, kInk, first, more) +
             name_svg(x, y + size, size, name.substr(at + part.size()), more);
    }
  return text_at(x, y, size, kInk, name, more);
}

/// Size and weight follow what a place is worth.
std::string town_name_svg(const Space& space, double x, double y, double u) {
  const auto name = short_name(space.name);
  if (space.points >= 3)
    return name_svg(x, y, 12.5 * u, name, "class=\"n\" font-weight=\"700\" letter-spacing=\"1\"");
  if (space.points > 0) return name_svg(x, y, 11.2 * u, name, "class=\"n\" font-weight=\"600\"");
  return name_svg(x, y, 10 * u, name, "class=\"n\"");
}

/// The points of a place, framed in the shape of its owner, who may be nobody.
std::string points_svg(const Space& space, const SideStyle* owner, double x, double y, double u) {
  std::string svg;
  if (owner) svg += shape(*owner, x, y, 15 * u, 15 * u, u, owner->fill);
  svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\"/>\n", x, y,
                     5.6 * u, kWaxRed);
  return svg + text_at(x, y + 3 * u, 8.5 * u, "#fff", std::to_string(space.points),
                       fmt::format("font-family=\"{}\" font-weight=\"700\" text-anchor=\"middle\"",
                                   kSans));
}

struct NameStyle {
  std::string_view kind;
  std::string_view look;  ///< attributes
  double size;
};
constexpr NameStyle kNameStyles[] = {
    {"sea name", "fill=\"#34565E\" font-style=\"italic\" letter-spacing=\"2.5\"", 12},
    {"country name", "fill=\"#6E4B3A\" letter-spacing=\"4\"", 10.5},
    {"river name", "fill=\"#164A70\" font-style=\"italic\"", 9.6}};

std::string upper(std::string text) {
  for (auto& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

/// The two numbers of "h1904" or "1904": column and row; empty where a name has none.
std::pair<std::string, std::string> column_and_row(const std::string& id) {
  constexpr std::size_t kDigits = 4;
  if (id.size() < kDigits ||
      id.find_first_not_of("0123456789", id.size() - kDigits) != std::string::npos)
    return {};
  const auto digits = id.substr(id.size() - kDigits);
  return {digits.substr(0, 2), digits.substr(2)};
}

}  // namespace

std::string names_svg(const Board& board, const View& view, const Scale& scale,
                      const SideStyles& styles) {
  std::string svg;
  const double u = scale.unit;
  for (std::size_t place = 0; place < board.spaces.size(); ++place) {
    const auto& space = board.spaces[place];
    if (space.id.empty() || (space.name.empty() && space.points == 0)) continue;
    const bool full = occupied(view, place);
    const double x = space.centre.x, y = space.centre.y + (full ? 23 * u : 0);
    if (!full) {
      if (space.terrain == "fortress") {
        svg += fmt::format("<use href=\"#fortress\" x=\"{:.1f}\" y=\"{:.1f}\"/>\n", x, y - 9 * u);
      } else {
        svg += fmt::format(
            "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\" "
            "stroke=\"{}\" stroke-width=\"{:.2f}\"/>\n",
            x, y - 8 * u, (space.points > 0 ? 3 : 2) * u, kPaper, kInk, 1.1 * u);
      }
    }
    svg += town_name_svg(space, x, y + 3.5 * u, u);
    const int owner = place < view.spaces.size() ? view.spaces[place].owner : -1;
    const auto* style = owner < 0 ? nullptr : &styles[static_cast<std::size_t>(owner)];
    if (space.points > 0)
      svg += points_svg(space, style, x + (full ? 24 : 14) * u, y - (full ? 12 : 9) * u, u);
  }
  return svg;
}

std::string country_names_svg(const Country& country, const Scale& scale) {
  std::string svg;
  int number = 0;
  for (const auto& feature : country.features)
    for (const auto& style : kNameStyles) {
      if (feature.kind != style.kind) continue;
      svg += fmt::format(
          "<path id=\"name-{0}\" d=\"{1}\" fill=\"none\"/><text font-family=\"{2}\" "
          "font-size=\"{3:.1f}\" {4} text-anchor=\"middle\"><textPath href=\"#name-{0}\" "
          "startOffset=\"50%\">{5}</textPath></text>\n",
          ++number, path_of(feature.line, false), kSerif, style.size * scale.unit, style.look,
          escaped(feature.kind == "country name" ? upper(feature.name) : feature.name));
    }
  return svg;
}

std::string index_svg(const Board& board, const Scale& scale) {
  constexpr std::string_view kLook = "text-anchor=\"middle\" opacity=\"0.75\"";
  const double size = 7.5 * scale.unit;
  std::map<std::string, double> columns, rows;
  for (const auto& space : board.spaces) {
    const auto [column, row] = column_and_row(space.id);
    if (column.empty()) continue;
    columns[column] = space.centre.x;
    const auto found = rows.try_emplace(row, space.centre.y).first;
    found->second = std::min(found->second, space.centre.y);
  }
  std::string svg;
  for (const auto& [column, x] : columns)
    for (const double y : {size, board.height - 0.4 * size})
      svg += text_at(x, y, size, kInk, column, kLook);
  for (const auto& [row, y] : rows)
    for (const double x : {0.7 * size, board.width - 0.7 * size})
      svg += text_at(x, y + 0.4 * size, size, kInk, row, kLook);
  return svg;
}

std::string scale_bar_svg(const Country& country, Point middle, double widest) {
  constexpr double kVerst = 1.0668;  // kilometres
  constexpr int kSteps[] = {500, 200, 100, 50, 20, 10, 5, 2, 1};
  const double verst = country.kilometre * kVerst;
  if (verst <= 0) return {};
  const auto step = *std::find_if(std::begin(kSteps), std::end(kSteps) - 1,
                                  [&](int versts) { return versts * verst <= widest; });
  const double length = step * verst, left = middle.x - length / 2;
  return fmt::format(
             "<path d=\"M{0:.1f} {1:.1f}h{2:.1f}\" stroke=\"{3}\" stroke-width=\"3\"/><path "
             "d=\"M{4:.1f} {1:.1f}h{2:.1f}\" stroke=\"{3}\"/>\n",
             left, middle.y, length / 2, kInk, middle.x) +
         text_at(middle.x, middle.y + 10, 9, kInk,
                 fmt::format("{} versts are {:.0f} km", step, step * kVerst),
                 "text-anchor=\"middle\"");
}

}  // namespace niemen::play::drawing
