#include "tools/edit/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <set>

#include "engine/core/error.h"
#include "engine/core/names.h"

namespace niemen::edit {

namespace {

using Kind = core::ConfigValue::Kind;

std::string_view kind_word(Kind kind) {
  switch (kind) {
    case Kind::Text: return "text";
    case Kind::Integer: return "number";
    case Kind::Real: return "number";
    case Kind::Flag: return "flag";
    default: return "list";
  }
}

std::optional<std::size_t> number_of(std::string_view step) {
  if (!step.starts_with('[') || !step.ends_with(']')) return std::nullopt;
  std::size_t number = 0;
  const auto* end = step.data() + step.size() - 1;
  const auto read = std::from_chars(step.data() + 1, end, number);
  if (read.ptr != end || number == 0) return std::nullopt;
  return number - 1;
}

std::optional<std::size_t> column_of(const CsvPlaces& places, const std::string& name) {
  const auto found = std::ranges::find(places.columns, name);
  if (found == places.columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - places.columns.begin());
}

std::string joined(const std::vector<std::string>& path) {
  std::string all;
  for (const auto& step : path) all += (all.empty() || step.starts_with("[") ? "" : ".") + step;
  return all;
}

/// The ids of lists of tables, so that a table may be named by its own: "placed[2]" -> "west".
std::vector<std::string> named(const std::vector<std::string>& path,
                               const std::vector<TomlPlace>& places) {
  auto named = path;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (!path[i].starts_with("[")) continue;
    std::vector<std::string> id(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    id.emplace_back("id");
    const auto found = std::ranges::find(places, id, &TomlPlace::path);
    if (found != places.end()) named[i] = found->text;
  }
  return named;
}

const TomlPlace& toml_place(const std::vector<TomlPlace>& places, const std::string& file,
                            const std::vector<std::string>& path) {
  for (const auto& place : places)
    if (place.path == path || named(place.path, places) == path) return place;
  std::vector<std::string> all;
  for (const auto& place : places) all.push_back(joined(place.path));
  throw core::InputError(fmt::format("{}: no key \"{}\"; the nearest that is there: {}", file,
                                     joined(path), core::nearest_name(joined(path), all)));
}

const CsvRow& row_of(const CsvPlaces& places, const std::string& file, const std::string& row) {
  if (const auto* found = find_row(places, row)) return *found;
  throw core::InputError(
      fmt::format("{}: no row \"{}\"; it has {} rows", file, row, places.rows.size()));
}

Change one(std::string words, Splice splice) { return {std::move(words), {std::move(splice)}}; }

std::string lower(std::string text) {
  for (auto& letter : text)
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return text;
}

Json csv_table(const CsvPlaces& places, const Guide& guide, const std::string& file) {
  Json columns = Json::array(), rows = Json::array();
  for (const auto& name : places.columns) {
    auto column = guide.of(file, {name});
    column["name"] = name;
    columns.push_back(std::move(column));
  }
  for (std::size_t i = 0; i < places.rows.size(); ++i) {
    Json cells = Json::array();
    for (const auto& cell : places.rows[i].cells) cells.push_back(cell.text);
    rows.push_back({{"row", fmt::format("[{}]", i + 1)},
                    {"line", places.rows[i].line},
                    {"cells", std::move(cells)}});
  }
  return {{"form", "csv"}, {"columns", std::move(columns)}, {"rows", std::move(rows)}};
}

Json toml_table(const std::vector<TomlPlace>& places, const Guide& guide, const std::string& file) {
  Json rows = Json::array();
  for (const auto& place : places) {
    auto row = guide.of(file, place.path);
    row["path"] = place.path;
    row["name"] = named(place.path, places);
    row["line"] = place.line;
    row["form"] = kind_word(place.kind);
    row["text"] = place.text;
    rows.push_back(std::move(row));
  }
  return {{"form", "toml"}, {"rows", std::move(rows)}};
}

constexpr std::size_t kMostFound = 200;

/// Keeps what holds the text, up to the most that is told.
class Finder {
 public:
  Finder(const std::string& text, bool whole)
      : wanted_(whole ? text : lower(text)), whole_(whole) {}
  void look(const std::string& file, std::vector<std::string> path, int line,
            const std::string& text, const std::vector<TomlItem>& items = {}) {
    const bool holds =
        whole_ ? text == wanted_ || std::ranges::count(items, wanted_, &TomlItem::text) > 0
               : lower(text).find(wanted_) != std::string::npos;
    if (holds && found_.size() < kMostFound)
      found_.push_back({{"file", file}, {"path", std::move(path)}, {"line", line}, {"text", text}});
  }
  Json found() { return std::move(found_); }

 private:
  std::string wanted_;
  bool whole_;
  Json found_ = Json::array();
};

}  // namespace

bool is_csv(std::string_view file) { return file.ends_with(".csv"); }

Json Guide::of(const std::string& file, const std::vector<std::string>& path) const {
  const auto* row = tools::description_of(tables_, mechanism_, file, path);
  if (!row) return Json::object();
  return {{"type", row->type},
          {"default", row->default_value},
          {"allowed", row->allowed},
          {"help", row->help}};
}

Splice replacing(const Documents& documents, const std::string& file, Span span, std::string text) {
  const auto& old = documents.get(file).text;
  return {file, span.from, old.substr(span.from, span.to - span.from), std::move(text)};
}

const CsvRow* find_row(const CsvPlaces& places, const std::string& row) {
  if (const auto number = number_of(row))
    return *number < places.rows.size() ? &places.rows[*number] : nullptr;
  const auto id = column_of(places, "id");
  if (!id) return nullptr;
  for (const auto& one : places.rows)
    if (*id < one.cells.size() && one.cells[*id].text == row) return &one;
  return nullptr;
}

Json table_of(const Documents& documents, const Guide& guide, const std::string& file) {
  const auto& document = documents.get(file);
  Json table;
  try {
    table = is_csv(file) ? csv_table(csv_places(document.text, file), guide, file)
                         : toml_table(toml_places(document.text, file), guide, file);
  } catch (const core::InputError& error) {
    table = {{"form", "text"}, {"fault", error.what()}};
  }
  table["kind"] = "table";
  table["file"] = file;
  table["revision"] = documents.revision();
  table["fixed"] = document.fixed;
  table["source"] = document.text;
  return table;
}

Change set_value(const Documents& documents, const std::string& file,
                 const std::vector<std::string>& path, const std::string& text) {
  const auto& document = documents.get(file);
  const auto words = fmt::format("{} {}", file, joined(path));
  if (!is_csv(file)) {
    const auto places = toml_places(document.text, file);
    const auto& place = toml_place(places, file, path);
    return one(words, replacing(documents, file, place.span, toml_value(place.kind, text)));
  }
  if (path.size() != 2) throw core::InputError(file + ": a cell is named by its row and column");
  const auto places = csv_places(document.text, file);
  const auto& row = row_of(places, file, path[0]);
  const auto column = column_of(places, path[1]);
  if (!column)
    throw core::InputError(fmt::format("{}: no column \"{}\"; the nearest that is there: {}", file,
                                       path[1], core::nearest_name(path[1], places.columns)));
  if (*column >= row.cells.size())
    throw core::InputError(file, row.line, "has too few cells: change it as text");
  if (text.find_first_of("\r\n") != text.npos)
    throw core::InputError(file, row.line, "a cell has one line");
  return one(words, replacing(documents, file, row.cells[*column].span, csv_cell(text)));
}

Change copy_row(const Documents& documents, const std::string& file, const std::string& row) {
  if (!is_csv(file)) throw core::InputError(file + ": rows are copied in CSV; here as text");
  const auto& text = documents.get(file).text;
  const auto places = csv_places(text, file);
  const auto& from = row_of(places, file, row);
  auto copy = text.substr(from.span.from, from.span.to - from.span.from);
  const auto id = column_of(places, "id");
  if (id && *id < from.cells.size()) {
    std::set<std::string> taken;
    for (const auto& one : places.rows)
      if (*id < one.cells.size()) taken.insert(one.cells[*id].text);
    int number = 2;
    const auto& old = from.cells[*id];
    while (taken.count(fmt::format("{}-{}", old.text, number))) ++number;
    copy.replace(old.span.from - from.span.from, old.span.to - old.span.from,
                 csv_cell(fmt::format("{}-{}", old.text, number)));
  }
  const std::string end = text.find("\r\n") != text.npos ? "\r\n" : "\n";
  if (!copy.ends_with('\n')) copy = end + copy;
  return one(fmt::format("{} {}, a copy", file, row), {file, from.span.to, "", std::move(copy)});
}

Change delete_row(const Documents& documents, const std::string& file, const std::string& row) {
  if (!is_csv(file)) throw core::InputError(file + ": rows are deleted in CSV; here as text");
  const auto places = csv_places(documents.get(file).text, file);
  return one(fmt::format("{} {}, deleted", file, row),
             replacing(documents, file, row_of(places, file, row).span, ""));
}

Change set_text(const Documents& documents, const std::string& file, std::size_t from,
                std::size_t to, const std::string& text) {
  const auto& old = documents.get(file).text;
  if (from > to || to > old.size())
    throw core::InputError(file + ": has changed since; look again");
  return one(file + ", its text", replacing(documents, file, {from, to}, text));
}

Json found_in(const Documents& documents, const std::string& text, bool whole) {
  Finder finder(text, whole);
  for (const auto& file : documents.names()) {
    const auto& document = documents.get(file);
    try {
      if (is_csv(file)) {
        const auto places = csv_places(document.text, file);
        for (const auto& row : places.rows)
          for (std::size_t i = 0; i < std::min(row.cells.size(), places.columns.size()); ++i)
            finder.look(file,
                        {fmt::format("[{}]", &row - places.rows.data() + 1), places.columns[i]},
                        row.line, row.cells[i].text);
        continue;
      }
      for (const auto& place : toml_places(document.text, file)) {
        finder.look(file, place.path, place.line, place.text, place.items);
        if (!whole) continue;
        for (const auto& step : place.path)
          if (step == text) finder.look(file, place.path, place.line, text);
      }
    } catch (const core::InputError&) {
      // It is told among the faults.
    }
  }
  return finder.found();
}

}  // namespace niemen::edit
