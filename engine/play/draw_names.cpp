// Everything that is written on the map.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

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

/// The name of a place, centred on `at`, the foot of its first line.
struct Name {
  const Space* space = nullptr;
  double above = 0;               ///< from below its town or stack to above it, up to its last line
  double middle = 0, beside = 0;  ///< up to beside its town or stack, and away from its middle
  std::vector<std::string> lines;
  Point at;
  double size = 0;  ///< of the letters

  double width() const {
    std::size_t letters = 0;
    for (const auto& line : lines) letters = std::max(letters, line.size());
    return lettering_of(*space).letter * size * static_cast<double>(letters);
  }
  Box box(Point shift) const {
    constexpr double kAbove = 0.75, kBelow = 0.2;  // of the foot of a line, in its size
    const double x = at.x + shift.x, y = at.y + shift.y;
    const double last = y + size * static_cast<double>(lines.size() - 1);
    return {x - width() / 2, y - kAbove * size, x + width() / 2, last + kBelow * size};
  }
  /// Where it may stand, by how far from where it wishes to, best first: lower, above, to a side,
  /// beside its town or stack.
  std::vector<Point> places() const {
    const double up = above + static_cast<double>(lines.size() - 1) * size;
    const std::array down{0.0, 0.3 * size, 0.6 * size, -up, 0.9 * size, 1.2 * size};
    std::vector<Point> all;
    for (const double side : {0.0, 0.25, -0.25, 0.5, -0.5})  // of its width
      for (const double y : down) all.push_back({side * width(), y});
    for (const double side : {1.0, -1.0}) all.push_back({side * (beside + width() / 2), -middle});
    return all;
  }
};

/// Moves a name to where the least is covered by it of what stands already.
void give_way(Name& name, double map_width, const std::vector<Box>& taken) {
  double least = -1;
  Point best;
  for (const auto& shift : name.places()) {
    const auto box = name.box(shift);
    if (shift.x != 0 && (box.left < 0 || box.right > map_width)) continue;
    const double under = covered(box, taken);
    if (least >= 0 && under >= least) continue;
    least = under;
    best = shift;
  }
  name.at = {name.at.x + best.x, name.at.y + best.y};
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
    return fmt::format("<use xlink:href=\"#fortress\" x=\"{:.1f}\" y=\"{:.1f}\"/>\n", at.x,
                       at.y - 9 * u);
  return fmt::format(
      "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\" stroke=\"{}\" "
      "stroke-width=\"{:.2f}\"/>\n",
      at.x, at.y - 8 * u, (space.points > 0 ? 3 : 2) * u, kPaper, kInk, 1.1 * u);
}

/// The name of a place where it wishes to stand: below its town or its stack, on the map.
Name name_of(const Space& space, bool full, double map_width, double u) {
  constexpr double kBelowStack = 26.5, kBelowTown = 3.5, kAbove = -14;  // of the middle, in units
  constexpr double kFoot = 3.5, kTown = 8, kTownHalf = 6, kGap = 3;
  Name name;
  name.space = &space;
  name.lines = lines_of(short_name(space.name));
  name.size = lettering_of(space).size * u;
  const double below = full ? kBelowStack : kBelowTown;
  name.above = (below - kAbove) * u;
  name.middle = (full ? below - kFoot : below + kTown - kFoot) * u;
  name.beside = ((full ? kStackWidth / 2 : kTownHalf) + kGap) * u;
  name.at = {space.centre.x, space.centre.y + below * u};
  const double half = name.width() / 2;
  if (2 * half < map_width) name.at.x = std::clamp(name.at.x, half, map_width - half);
  return name;
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

constexpr double kPointsAside = 14, kPointsBesideStack = 24, kPointsBelowStack = 11;  // in units

/// Where the points of a place stand.
Point points_of(const Space& space, bool full, double u) {
  return {space.centre.x + (full ? kPointsBesideStack : kPointsAside) * u,
          space.centre.y + (full ? kPointsBelowStack : -kPointsAside) * u};
}

/// What is written on the map, each name where it stands, and all that it had to heed.
struct Writing {
  std::vector<Name> names;
  std::vector<Box> taken;
};
Writing writing_of(const Board& board, const View& view, const Scale& scale) {
  const double u = scale.unit;
  Writing all;
  all.taken = counters_over(board, view, scale);
  for (std::size_t place = 0; place < board.spaces.size(); ++place) {
    const auto& space = board.spaces[place];
    const bool full = occupied(view, place);
    if (space.id.empty() || (space.name.empty() && space.points == 0)) continue;
    if (space.points > 0)
      all.taken.push_back(box_about(points_of(space, full, u), kPoints / 2 * u, kPoints / 2 * u));
    all.names.push_back(name_of(space, full, board.width, u));
  }
  // Who is worth more stands where he wishes.
  std::stable_sort(all.names.begin(), all.names.end(),
                   [](const Name& a, const Name& b) { return a.space->points > b.space->points; });
  for (auto& name : all.names) {
    give_way(name, board.width, all.taken);
    all.taken.push_back(name.box({0, 0}));
  }
  return all;
}

/// The area that two cover.
double overlap(const Box& a, const Box& b) {
  const double width = std::min(a.right, b.right) - std::max(a.left, b.left);
  const double height = std::min(a.bottom, b.bottom) - std::max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

}  // namespace

Box box_about(const Point& at, double half_width, double half_height) {
  return {at.x - half_width, at.y - half_height, at.x + half_width, at.y + half_height};
}

double covered(const Box& box, const std::vector<Box>& others) {
  double sum = 0;
  for (const auto& other : others) sum += overlap(box, other);
  return sum;
}

Written names_svg(const Board& board, const View& view, const Scale& scale,
                  const SideStyles& styles) {
  Written written;
  const double u = scale.unit;
  const bool areas = is_of_areas(board);
  for (std::size_t place = 0; place < board.spaces.size(); ++place) {
    const auto& space = board.spaces[place];
    const bool full = occupied(view, place);
    if (space.id.empty() || (space.name.empty() && space.points == 0)) continue;
    // The name of an area is no town's.
    if (!full && (!areas || space.terrain == "fortress")) written.places += town_svg(space, u);
    if (space.points == 0) continue;
    const int owner = place < view.spaces.size() ? view.spaces[place].owner : -1;
    const auto* style = owner < 0 ? nullptr : &styles[static_cast<std::size_t>(owner)];
    const auto at = points_of(space, full, u);
    written.places += points_svg(space, style, at.x, at.y, u);
  }
  auto writing = writing_of(board, view, scale);
  for (const auto& name : writing.names) written.names += name_svg(name);
  written.over = std::move(writing.taken);
  return written;
}

std::string index_svg(const Board& board, const Scale& scale) {
  const auto look =
      fmt::format("font-family=\"{}\" text-anchor=\"middle\" opacity=\"0.75\"", kSans);
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
      svg += text_at(x, y, size, kInk, column, look);
  for (const auto& [row, y] : rows)
    for (const double x : {0.7 * size, board.width - 0.7 * size})
      svg += text_at(x, y + 0.4 * size, size, kInk, row, look);
  return svg;
}

std::string scale_bar_svg(const Country& country, Point middle, double widest) {
  constexpr double kVerst = 1.0668;  // kilometres
  constexpr int kSteps[] = {500, 200, 100, 50, 20, 10, 5, 2, 1};
  const double unit = country.kilometre * (country.versts ? kVerst : 1);
  if (unit <= 0) return {};
  const auto step = *std::find_if(std::begin(kSteps), std::end(kSteps) - 1,
                                  [&](int units) { return units * unit <= widest; });
  const double length = step * unit, left = middle.x - length / 2;
  return fmt::format(
             "<path d=\"M{0:.1f} {1:.1f}h{2:.1f}\" stroke=\"{3}\" stroke-width=\"3\"/><path "
             "d=\"M{4:.1f} {1:.1f}h{2:.1f}\" stroke=\"{3}\"/>\n",
             left, middle.y, length / 2, kInk, middle.x) +
         text_at(middle.x, middle.y + 10, 9, kInk,
                 country.versts ? fmt::format("{} versts are {:.0f} km", step, step * kVerst)
                                : fmt::format("{} km", step),
                 fmt::format("font-family=\"{}\" text-anchor=\"middle\"", kSerif));
}

}  // namespace niemen::play::drawing
