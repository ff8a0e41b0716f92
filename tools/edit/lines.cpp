#include "tools/edit/lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <utility>

#include "engine/core/error.h"
#include "tools/edit/moves.h"
#include "tools/edit/tables.h"

namespace niemen::edit {

namespace {

constexpr double kSame = 2.5;  ///< units of the board: corners that are nearer are one
constexpr const char* kShapes = "shapes.csv";
constexpr const char* kAreas = "areas.csv";
constexpr const char* kFeatures = "map/features.csv";
constexpr const char* kHexsides = "map/hexsides.csv";

double distance(play::Point a, play::Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// A number in a file.
struct Figure {
  Span span;
  double value = 0;
};

/// The numbers in a cell, whatever divides them.
std::vector<Figure> figures_in(const std::string& text, Span cell) {
  constexpr std::string_view kOfNumbers = "0123456789.-+eE";
  std::vector<Figure> figures;
  for (auto at = cell.from; at < cell.to;) {
    if (kOfNumbers.find(text[at]) == kOfNumbers.npos) {
      ++at;
      continue;
    }
    const auto end = std::min(text.find_first_not_of(kOfNumbers, at), cell.to);
    figures.push_back({{at, end}, std::strtod(text.substr(at, end - at).c_str(), nullptr)});
    at = end;
  }
  return figures;
}

/// A file of the game as rows; without rows where it is missing or cannot be read.
struct RowsOfFile {
  RowsOfFile(const Documents& documents, const std::string& file) {
    if (!documents.has(file)) return;
    text = documents.get(file).text;
    try {
      places = csv_places(text, file);
    } catch (const core::InputError&) {
      places = {};  // it is told among the faults
    }
  }
  std::optional<std::size_t> column(std::string_view name) const {
    const auto found = std::ranges::find(places.columns, name);
    if (found == places.columns.end()) return std::nullopt;
    return static_cast<std::size_t>(found - places.columns.begin());
  }
  std::string cell(const CsvRow& row, std::string_view name) const {
    const auto at = column(name);
    return at && *at < row.cells.size() ? row.cells[*at].text : "";
  }
  /// The numbers of a row in a column.
  std::vector<Figure> figures(const CsvRow& row, std::string_view name) const {
    const auto at = column(name);
    if (!at || *at >= row.cells.size()) return {};
    return figures_in(text, row.cells[*at].span);
  }

  std::string text;
  CsvPlaces places;
};

/// How numbers of a file stand on the board along one axis.
struct Axis {
  double scale = 1, zero = 0;
  double on_board(double value) const { return zero + scale * value; }
  double in_file(double value) const { return scale == 0 ? 0 : (value - zero) / scale; }
};

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The line through most of the pairs (Theil and Sen): a few that stand apart do not count.
Axis axis_of(const std::vector<std::pair<double, double>>& pairs) {
  std::vector<double> slopes, zeros;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (const double run = pairs[i].first - pairs[j].first; std::abs(run) > 1e-9)
        slopes.push_back((pairs[i].second - pairs[j].second) / run);
  const Axis slope{median(std::move(slopes)), 0};
  for (const auto& [value, there] : pairs) zeros.push_back(there - slope.on_board(value));
  return {slope.scale, median(std::move(zeros))};
}

/// What an outline covers.
struct Extent {
  double west = kFar, east = -kFar, south = kFar, north = -kFar;
  bool is_known() const { return west < east && south < north; }
  void include(double x, double y) {
    west = std::min(west, x);
    east = std::max(east, x);
    south = std::min(south, y);
    north = std::max(north, y);
  }

 private:
  static constexpr double kFar = 1e9;
};

/// From the numbers of outlines to the board: as what they cover lies there, north up.
class Projection {
 public:
  Projection(const RowsOfFile& shapes, const play::Board& board) {
    const auto extents = extents_of(shapes);
    std::vector<std::pair<double, double>> xs, ys;
    for (const auto& space : board.spaces) {
      const auto found = extents.find(space.id);
      Extent there;
      for (const auto& corner : space.polygon) there.include(corner.x, corner.y);
      if (space.id.empty() || found == extents.end() || !there.is_known()) continue;
      const auto& here = found->second;
      xs.insert(xs.end(), {{here.west, there.west}, {here.east, there.east}});
      ys.insert(ys.end(), {{here.north, there.south}, {here.south, there.north}});
    }
    x_ = axis_of(xs);
    y_ = axis_of(ys);
  }
  bool is_known() const { return x_.scale != 0 && y_.scale != 0; }
  play::Point on_board(double x, double y) const { return {x_.on_board(x), y_.on_board(y)}; }
  play::Point in_file(play::Point at) const { return {x_.in_file(at.x), y_.in_file(at.y)}; }

 private:
  /// Of the first outline of each area: a row has all of it, or each row a corner.
  static std::map<std::string, Extent> extents_of(const RowsOfFile& shapes) {
    std::map<std::string, Extent> extents;
    for (const auto& row : shapes.places.rows) {
      const auto area = shapes.cell(row, "area");
      const auto figures = shapes.figures(row, "outline");
      if (!figures.empty() && extents.count(area)) continue;
      auto& extent = extents[area];
      for (std::size_t i = 0; i + 1 < figures.size(); i += 2)
        extent.include(figures[i].value, figures[i + 1].value);
      const auto x = shapes.figures(row, "x"), y = shapes.figures(row, "y");
      if (x.size() == 1 && y.size() == 1) extent.include(x[0].value, y[0].value);
    }
    std::erase_if(extents, [](const auto& one) { return !one.second.is_known(); });
    return extents;
  }

  Axis x_, y_;
};

/// A number as it is written: with as many places as the old one had, and some at least.
std::string figure_text(const std::string& old, double value, int least) {
  const auto point = old.find('.');
  const int places = point == old.npos ? 0 : static_cast<int>(old.size() - point - 1);
  auto text = fmt::format("{:.{}f}", value, std::max(places, least));
  if (text.find_first_not_of("-0.") == text.npos && text.starts_with('-')) text.erase(0, 1);
  return text;
}

/// Two columns, or pairs of numbers in one.
void add_points(std::vector<MapPoint>& points, const std::string& what, const std::string& file,
                const std::vector<Figure>& figures, const Projection* projection) {
  for (std::size_t i = 0; i + 1 < figures.size(); i += 2) {
    const double x = figures[i].value, y = figures[i + 1].value;
    points.push_back({what, file, figures[i].span, figures[i + 1].span,
                      projection ? projection->on_board(x, y) : play::Point{x, y}});
  }
}

std::vector<Figure> both(std::vector<Figure> x, const std::vector<Figure>& y) {
  if (x.size() != 1 || y.size() != 1) return {};
  x.push_back(y.front());
  return x;
}

}  // namespace

std::vector<MapPoint> map_points(const Documents& documents, const play::Board& board) {
  std::vector<MapPoint> points;
  const RowsOfFile areas(documents, kAreas), shapes(documents, kShapes),
      features(documents, kFeatures);
  const Projection projection(shapes, board);
  if (projection.is_known()) {
    for (const auto& row : shapes.places.rows) {
      add_points(points, "corner", kShapes, shapes.figures(row, "outline"), &projection);
      add_points(points, "corner", kShapes,
                 both(shapes.figures(row, "x"), shapes.figures(row, "y")), &projection);
    }
    for (const auto& row : areas.places.rows)
      for (const auto& [x, y] : {std::pair("x", "y"), std::pair("longitude", "latitude")})
        add_points(points, "middle", kAreas, both(areas.figures(row, x), areas.figures(row, y)),
                   &projection);
  }
  for (const auto& row : features.places.rows)
    if (features.cell(row, "kind") != "scale")
      add_points(points, "line", kFeatures, features.figures(row, "line"), nullptr);
  return points;
}

serve::Json points_message(const std::vector<MapPoint>& points) {
  serve::Json told = serve::Json::array();
  std::map<std::string, std::vector<play::Point>> known;
  for (const auto& point : points) {
    auto& same = known[point.what];
    const auto here = [&](play::Point other) { return distance(point.at, other) < kSame; };
    if (point.what == "corner" && std::ranges::any_of(same, here)) continue;
    if (point.what == "corner") same.push_back(point.at);
    told.push_back({{"what", point.what}, {"x", point.at.x}, {"y", point.at.y}});
  }
  return told;
}

Change move_point(const Documents& documents, const play::Board& board, const std::string& what,
                  play::Point from, play::Point to) {
  const RowsOfFile areas(documents, kAreas), shapes(documents, kShapes);
  const Projection projection(shapes, board);
  auto points = map_points(documents, board);
  std::erase_if(points, [&](const MapPoint& point) {
    return point.what != what || distance(point.at, from) >= kSame;
  });
  if (what != "corner" && points.size() > 1) {
    std::ranges::sort(points, {}, [&](const auto& point) { return distance(point.at, from); });
    points.resize(1);
  }
  if (points.empty()) throw core::InputError("nothing that can be moved lies there");
  const auto& file = points.front().file;
  const bool degrees = areas.column("longitude").has_value();
  const auto there = what == "line" ? to : projection.in_file(to);
  const int least = what == "line" ? 1 : degrees ? 3 : 2;
  std::vector<std::pair<Span, double>> figures;
  for (const auto& point : points) {
    figures.emplace_back(point.x, there.x);
    figures.emplace_back(point.y, there.y);
  }
  // From the end, so that what comes before stays where it is.
  std::ranges::sort(figures, std::greater(), [](const auto& one) { return one.first.from; });
  const auto& old = documents.get(file).text;
  auto text = old;
  for (const auto& [span, value] : figures) {
    const auto length = span.to - span.from;
    text.replace(span.from, length, figure_text(old.substr(span.from, length), value, least));
  }
  return {fmt::format("{}, a {} moved", file, what == "line" ? "point" : what),
          {difference(file, old, text)}};
}

namespace {

/// The names of the columns with the two hexes of a side.
std::pair<std::string, std::string> ends_of(const RowsOfFile& sides) {
  if (sides.column("first")) return {"first", "second"};
  return {"a", "b"};
}

/// The row that lies nearest to the line between two hexes, with a river; null: none has one.
const CsvRow* nearest_river(const RowsOfFile& sides, const play::Board& board, play::Point at) {
  const auto [first, second] = ends_of(sides);
  const CsvRow* best = nullptr;
  double least = 0;
  for (const auto& row : sides.places.rows) {
    if (sides.cell(row, "river").empty()) continue;
    play::Point middle;
    int found = 0;
    for (const auto& space : board.spaces)
      if (!space.id.empty() && (space.id.ends_with(sides.cell(row, first)) ||
                                space.id.ends_with(sides.cell(row, second)))) {
        middle = {middle.x + space.centre.x / 2, middle.y + space.centre.y / 2};
        ++found;
      }
    if (found != 2) continue;
    if (!best || distance(middle, at) < least) {
      best = &row;
      least = distance(middle, at);
    }
  }
  return best;
}

/// A hex by its number alone.
std::string bare(const std::string& id) { return id.starts_with('h') ? id.substr(1) : id; }

play::Point centre_of(const play::Board& board, const std::string& id) {
  for (const auto& space : board.spaces)
    if (!id.empty() && bare(space.id) == bare(id)) return space.centre;
  throw core::InputError("no place \"" + id + "\" on this map");
}

/// A row of CSV in which some cells are others.
std::string row_with(const RowsOfFile& sides, const CsvRow& row,
                     const std::map<std::string, std::string>& others) {
  std::string text;
  for (std::size_t i = 0; i < sides.places.columns.size(); ++i) {
    const auto other = others.find(sides.places.columns[i]);
    text += i ? "," : "";
    text += csv_cell(other != others.end()  ? other->second
                     : i < row.cells.size() ? row.cells[i].text
                                            : "");
  }
  return text;
}

/// The bytes of a row without the end of its line.
Span bare_span(const CsvRow& row) { return {row.span.from, row.cells.back().span.to}; }

/// A hexside that is in the file: the row goes, but for one with a road, which has its river or
/// none.
Splice turned(const Documents& documents, const RowsOfFile& sides, const CsvRow& row,
              const CsvRow* like) {
  if (sides.cell(row, "road").empty()) return replacing(documents, kHexsides, row.span, "");
  std::map<std::string, std::string> others{{"river", ""}, {"basin", ""}, {"bridged", "0"}};
  if (sides.cell(row, "river").empty()) {
    if (!like)
      throw core::InputError("map/hexsides.csv: has no river that a new one could be like");
    others = {{"river", sides.cell(*like, "river")}, {"basin", sides.cell(*like, "basin")}};
  }
  return replacing(documents, kHexsides, bare_span(row), row_with(sides, row, others));
}

}  // namespace

Change turn_river(const Documents& documents, const play::Board& board, const std::string& a,
                  const std::string& b) {
  const auto here = centre_of(board, a), there = centre_of(board, b);
  const RowsOfFile sides(documents, kHexsides);
  if (sides.places.columns.empty())
    throw core::InputError("the rivers of this game lie in no map/hexsides.csv of its folder");
  const auto [first, second] = ends_of(sides);
  const std::array ends{std::min(bare(a), bare(b)), std::max(bare(a), bare(b))};
  const auto* like = nearest_river(sides, board, {(here.x + there.x) / 2, (here.y + there.y) / 2});
  const auto words = fmt::format("{} to {}, a river or none", ends[0], ends[1]);
  for (const auto& row : sides.places.rows) {
    const auto one = sides.cell(row, first), other = sides.cell(row, second);
    if (std::min(one, other) == ends[0] && std::max(one, other) == ends[1])
      return {words, {turned(documents, sides, row, like)}};
  }
  if (!like) throw core::InputError("map/hexsides.csv: has no river that a new one could be like");
  const auto row = row_with(sides, *like,
                            {{"id", ends[0] + "-" + ends[1]},
                             {first, ends[0]},
                             {second, ends[1]},
                             {"bridged", "0"},
                             {"road", ""}});
  const std::string end = sides.text.find("\r\n") != std::string::npos ? "\r\n" : "\n";
  const auto at = like->span.to;
  const bool ended = at > 0 && sides.text[at - 1] == '\n';
  return {words, {{kHexsides, at, "", ended ? row + end : end + row}}};
}

}  // namespace niemen::edit
