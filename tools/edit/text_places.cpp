#include "tools/edit/text_places.h"

#include <fmt/format.h>
#include <toml++/toml.h>
#include <algorithm>

#include "engine/core/error.h"

namespace niemen::edit {

namespace {

using Kind = core::ConfigValue::Kind;

/// The byte order mark that some editors put before a text.
constexpr std::string_view kMark = "\xEF\xBB\xBF";

/// Reads a CSV text cell by cell, as core::CsvRecords does, and keeps where each stands.
class CsvScanner {
 public:
  CsvScanner(std::string_view text, const std::string& name) : text_(text), name_(name) {
    if (text_.starts_with(kMark)) at_ = kMark.size();
  }

  bool next(CsvRow& row) {
    if (at_ >= text_.size()) return false;
    row = {line_, {at_, at_}, {}};
    for (;;) {
      row.cells.push_back(at_ < text_.size() && text_[at_] == '"' ? quoted() : plain());
      if (at_ >= text_.size() || text_[at_] != ',') break;
      ++at_;
    }
    if (at_ < text_.size() && text_[at_] == '\r') ++at_;
    if (at_ < text_.size() && text_[at_] == '\n') {
      ++at_;
      ++line_;
    }
    row.span.to = at_;
    return true;
  }

 private:
  bool ends_line() const {
    return text_[at_] == '\n' ||
           (text_[at_] == '\r' && (at_ + 1 == text_.size() || text_[at_ + 1] == '\n'));
  }
  CsvCell plain() {
    CsvCell cell{{at_, at_}, {}};
    while (at_ < text_.size() && text_[at_] != ',' && !ends_line()) ++at_;
    cell.span.to = at_;
    cell.text = text_.substr(cell.span.from, at_ - cell.span.from);
    return cell;
  }
  CsvCell quoted() {
    CsvCell cell{{at_, at_}, {}};
    const int begun = line_;
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\n') ++line_;
      if (text_[at_] == '"') {
        if (at_ + 1 >= text_.size() || text_[at_ + 1] != '"') break;
        ++at_;
      }
      cell.text += text_[at_];
    }
    if (at_ >= text_.size())
      throw core::InputError(name_, begun, "a cell's quotation mark is not closed");
    cell.span.to = ++at_;
    return cell;
  }

  std::string_view text_;
  const std::string& name_;
  std::size_t at_ = 0;
  int line_ = 1;
};

/// Where lines of a text begin, to find what a reader of TOML names by line and letter.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {
    begins_.push_back(text.starts_with(kMark) ? kMark.size() : 0);
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') begins_.push_back(i + 1);
  }
  std::size_t byte_of(const toml::source_position& position) const {
    auto at = begins_.at(position.line - 1);
    // Columns count letters: the later bytes of one are 10xxxxxx.
    for (auto left = position.column - 1; left > 0 && at < text_.size(); --left)
      for (++at; at < text_.size() && (static_cast<unsigned char>(text_[at]) & 0xC0) == 0x80;) ++at;
    return at;
  }

 private:
  std::string_view text_;
  std::vector<std::size_t> begins_;
};

bool holds_tables(const toml::array& list) {
  return std::any_of(list.begin(), list.end(), [](const auto& item) {
    return item.is_table() || (item.is_array() && holds_tables(*item.as_array()));
  });
}

Kind kind_of(const toml::node& node) {
  if (node.is_string()) return Kind::Text;
  if (node.is_integer()) return Kind::Integer;
  if (node.is_boolean()) return Kind::Flag;
  if (node.is_array()) return Kind::List;
  return Kind::Real;
}

class TomlWalk {
 public:
  explicit TomlWalk(std::string_view text) : text_(text), lines_(text) {}

  void table(const toml::table& table) {
    for (const auto& [key, child] : table) {
      path_.emplace_back(key.str());
      key_ = span_of(key.source());
      node(child);
      path_.pop_back();
    }
  }
  std::vector<TomlPlace> found() {
    std::ranges::sort(found_, {}, [](const TomlPlace& place) { return place.span.from; });
    return std::move(found_);
  }

 private:
  Span span_of(const toml::source_region& source) const {
    return {lines_.byte_of(source.begin), lines_.byte_of(source.end)};
  }
  void node(const toml::node& node) {
    if (const auto* inner = node.as_table()) return table(*inner);
    if (const auto* list = node.as_array(); list && holds_tables(*list)) {
      for (std::size_t i = 0; i < list->size(); ++i) {
        path_.push_back(fmt::format("[{}]", i + 1));
        this->node((*list)[i]);
        path_.pop_back();
      }
      return;
    }
    value(node);
  }
  void value(const toml::node& node) {
    const auto& source = node.source();
    TomlPlace place;
    place.path = path_;
    place.kind = kind_of(node);
    place.line = static_cast<int>(source.begin.line);
    place.span = span_of(source);
    place.key = key_;
    const auto written = text_.substr(place.span.from, place.span.to - place.span.from);
    place.text = node.is_string() ? node.as_string()->get() : std::string(written);
    if (const auto* list = node.as_array())
      for (const auto& item : *list)
        if (item.is_string())
          place.items.push_back({item.as_string()->get(), span_of(item.source())});
    // What does not read as the same is not to be changed.
    if (reads_as(written, node)) found_.push_back(std::move(place));
  }
  static bool reads_as(std::string_view written, const toml::node& node) {
    try {
      const auto again = toml::parse("value = " + std::string(written));
      const auto& read = *again.get("value");
      if (const auto* text = node.as_string())
        return read.is_string() && *read.as_string() == *text;
      if (const auto* list = node.as_array()) return read.is_array() && *read.as_array() == *list;
      return read.type() == node.type();
    } catch (const toml::parse_error&) {
      return false;
    }
  }

  std::string_view text_;
  Lines lines_;
  std::vector<std::string> path_;
  Span key_;  ///< of the value that is looked at
  std::vector<TomlPlace> found_;
};

}  // namespace

CsvPlaces csv_places(std::string_view text, const std::string& name) {
  CsvPlaces places;
  CsvScanner scanner(text, name);
  for (CsvRow row; scanner.next(row);) {
    const bool empty = std::ranges::all_of(row.cells, [](const auto& c) { return c.text.empty(); });
    if (empty || row.cells.front().text.starts_with('#')) continue;
    if (places.columns.empty()) {
      for (const auto& cell : row.cells) places.columns.push_back(cell.text);
      places.header_line = row.line;
    } else {
      places.rows.push_back(row);
    }
  }
  return places;
}

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == text.npos && !text.starts_with('#'))
    return std::string(text);
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"') quoted += '"';
    quoted += letter;
  }
  return quoted + '"';
}

std::vector<TomlPlace> toml_places(std::string_view text, const std::string& name) {
  const auto bare = text.starts_with(kMark) ? text.substr(kMark.size()) : text;
  core::read_toml_text(bare, name);  // or says what is wrong as everybody else is told
  TomlWalk walk(text);
  walk.table(toml::parse(bare, std::string_view(name)));
  return walk.found();
}

std::string toml_value(Kind kind, std::string_view text) {
  if (kind == Kind::Text) return core::toml_text(text);
  const std::string written(text);
  const bool one_line = text.find_first_of("\r\n#") == text.npos;
  try {
    if (one_line || kind == Kind::List) {
      const auto read = core::read_toml_text("value = " + written, "value");
      if (read.table.size() == 1) return written;
    }
  } catch (const core::InputError&) {
    if (kind == Kind::List)
      throw core::InputError(
          fmt::format("\"{}\" is no list, as in [1, 2] or [\"one\", \"two\"]", text));
  }
  return core::toml_text(text);
}

}  // namespace niemen::edit
