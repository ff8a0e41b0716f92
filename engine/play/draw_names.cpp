// Everything that is written on the map.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "engine/play/draw_parts.h"

namespace niemen::play::drawing {

namespace {

bool occupied(const View& view, std::size_t place, std::string_view kind = {}) {
  return std::any_of(view.counters.begin(), view.counters.end(), [&](const Counter& counter) {
    return counter.place == static_cast<int>(place) && (kind.empty() || counter.kind == kind);
  });
}

/// What stands on the map of a name such as "West Prussia / Pomerania (west of Vistula)".
std::string short_name(std::string name) {
  for (const auto* end : {" (", " / "}) name = name.substr(0, name.find(end));
  return name;
}

/// The lines of a name: one, or two where it has two parts and is long.
std::vector<std::string> lines_of(const std::string& name) {
  constexpr std::size_t kLong = 12;
  for (const std::string_view part : {" - ", ": "})
    if (const auto at = name.find(part); at != name.npos && name.size() > kLong) {
      auto lines = lines_of(name.substr(at + part.size()));
      lines.insert(lines.begin(), name.substr(0, at) + (part == ": " ? ":" : " -"));
      return lines;
    }
  return {name};
}

/// Size and weight follow what a place is worth.
struct Lettering {
  int points;             ///< from how many on
  double size;            ///< in units
  double letter;          ///< width of a letter, of the size
  std::string_view look;  ///< attributes
};
constexpr Lettering kLetterings[] = {
    {3, 12.5, 0.78, "class=\"n\" font-weight=\"700\" letter-spacing=\"1\""},
    {1, 11.2, 0.68, "class=\"n\" font-weight=\"600\""},
    {0, 10, 0.6, "class=\"n\""}};

const Lettering& lettering_of(const Space& space) {
  return *std::find_if(std::begin(kLetterings), std::end(kLetterings) - 1,
                       [&](const Lettering& one) { return space.points >= one.points; });
}

/// Ground that something covers.
struct Box {
  double left, top, right, bottom;
};
double overlap(const Box& a, const Box& b) {
  const double width = std::min(a.right, b.right) - std::max(a.left, b.left);
  const double height = std::min(a.bottom, b.bottom) - std::max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}
Box box_about(const Point& at, double half_width, double half_height) {
  return {at.x - half_width, at.y - half_height, at.x + half_width, at.y + half_height};
}

/// The name of a place, centred on `at`, the foot of its first line.
struct Name {
  const Space* space = nullptr;
  double above =
      0;  ///< from below its town or stack to above it, up to its last line; 0: it may not
  std::vector<std::string> lines;
  Point at;
  double size = 0;  ///< of the letters

  double width() const {
    std::size_t letters = 0;
    for (const auto& line : lines) letters = std::max(letters, line.size());
    return lettering_of(*space).letter * size * static_cast<double>(letters);
  }
  Box box(double down) const {
    constexpr double kAbove = 0.75, kBelow = 0.2;  // of the foot of a line, in its size
    const double last = at.y + down + size * static_cast<double>(lines.size() - 1);
    return {at.x - width() / 2, at.y + down - kAbove * size, at.x + width() / 2,
            last + kBelow * size};
  }
  /// Where it may stand, by how much lower than wished, best first.
  std::vector<double> places() const {
    std::vector<double> down{0, 0.3 * size, 0.6 * size};
    if (above > 0) down.push_back(-above - static_cast<double>(lines.size() - 1) * size);
    for (const double more : {0.9, 1.2}) down.push_back(more * size);
    return down;
  }
};

/// Moves a name to where the least is covered by it of what stands already.
void give_way(Name& name, const std::vector<Box>& taken) {
  double least = -1, best = 0;
  for (const double down : name.places()) {
    double covered = 0;
    for (const auto& other : taken) covered += overlap(name.box(down), other);
    if (least >= 0 && covered >= least) continue;
    least = covered;
    best = down;
  }
  name.at.y += best;
}

std::string name_svg(const Name& name) {
  std::string svg;
  double y = name.at.y;
  for (const auto& line : name.lines) {
    svg += text_at(name.at.x, y, name.size, kInk, line, lettering_of(*name.space).look);
    y += name.size;
  }
  return svg;
}

constexpr double kPoints = 15;  ///< width and height of the points of a place, in units

/// The points of a place, framed in the shape of its owner, who may be nobody.
std::string points_svg(const Space& space, const SideStyle* owner, double x, double y, double u) {
  std::string svg;
  if (owner) svg += shape(*owner, x, y, kPoints * u, kPoints * u, u, owner->fill);
  svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\"/>\n", x, y,
                     5.6 * u, kWaxRed);
  return svg + text_at(x, y + 3 * u, 8.5 * u, "#fff", std::to_string(space.points),
                       fmt::format("font-family=\"{}\" font-weight=\"700\" text-anchor=\"middle\"",
                                   kSans));
}

/// A town's ring, or a fortress.
std::string town_svg(const Space& space, double u) {
  const auto& at = space.centre;
  if (space.terrain == "fortress")
    return fmt::format("<use href=\"#fortress\" x=\"{:.1f}\" y=\"{:.1f}\"/>\n", at.x, at.y - 9 * u);
  return fmt::format(
      "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\" stroke=\"{}\" "
      "stroke-width=\"{:.2f}\"/>\n",
      at.x, at.y - 8 * u, (space.points > 0 ? 3 : 2) * u, kPaper, kInk, 1.1 * u);
}

/// The name of a place where it wishes to stand: below its town or its stack, on the map.
Name name_of(const Space& space, bool full, double map_width, double u) {
  constexpr double kBelowStack = 26.5, kBelowTown = 3.5, kAbove = -14;  // of the middle, in units
  Name name;
  name.space = &space;
  name.lines = lines_of(short_name(space.name));
  name.size = lettering_of(space).size * u;
  const double below = full ? kBelowStack : kBelowTown;
  name.above = (below - kAbove) * u;
  name.at = {space.centre.x, space.centre.y + below * u};
  const double half = name.width() / 2;
  if (2 * half < map_width) name.at.x = std::clamp(name.at.x, half, map_width - half);
  return name;
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
  std::vector<Name> names;
  std::vector<Box> taken;
  for (std::size_t place = 0; place < board.spaces.size(); ++place) {
    const auto& space = board.spaces[place];
    const bool full = occupied(view, place);
    if (full) taken.push_back(box_about(space.centre, kStackWidth / 2 * u, kStackHeight / 2 * u));
    if (space.id.empty() || (space.name.empty() && space.points == 0)) continue;
    if (!full) svg += town_svg(space, u);
    if (space.points > 0) {
      const int owner = place < view.spaces.size() ? view.spaces[place].owner : -1;
      const auto* style = owner < 0 ? nullptr : &styles[static_cast<std::size_t>(owner)];
      const Point at{space.centre.x + (full ? 24 : 14) * u, space.centre.y + (full ? 11 : -14) * u};
      svg += points_svg(space, style, at.x, at.y, u);
      taken.push_back(box_about(at, kPoints / 2 * u, kPoints / 2 * u));
    }
    names.push_back(name_of(space, full, board.width, u));
    if (occupied(view, place, "commander")) names.back().above = 0;  // his name stands there
  }
  // Who is worth more stands where he wishes.
  std::stable_sort(names.begin(), names.end(),
                   [](const Name& a, const Name& b) { return a.space->points > b.space->points; });
  for (auto& name : names) {
    give_way(name, taken);
    taken.push_back(name.box(0));
    svg += name_svg(name);
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
