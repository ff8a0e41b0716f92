#include "engine/core/config.h"

#include <toml++/toml.h>
#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <numeric>
#include <sstream>
#include <utility>
#include <vector>

#include "engine/core/csv.h"
#include "engine/core/faults.h"
#include "engine/core/file_writer.h"
#include "engine/core/hash.h"
#include "engine/core/names.h"
#include "engine/core/unsaid.h"

namespace niemen::core {

namespace {

using Kind = ConfigValue::Kind;

std::string_view kind_name(Kind kind) {
  switch (kind) {
    case Kind::Text: return "text";
    case Kind::Integer: return "a whole number";
    case Kind::Real: return "a number";
    case Kind::Flag: return "true or false";
    case Kind::List: return "a list";
    case Kind::Table: return "a table";
  }
  return "?";
}

/// Where the string that starts at `start` ends: its last quotation mark, or the end of its line
/// or text when it is not closed.
std::size_t end_of_string(std::string_view text, std::size_t start) {
  const char quote = text[start];
  const std::string three(3, quote);
  const auto mark = text.substr(start, 3) == three ? three : three.substr(0, 1);
  for (auto i = start + mark.size(); i < text.size(); ++i) {
    if (text[i] == '\\' && quote == '"') {
      ++i;
    } else if (text[i] == '\n' && mark.size() == 1) {
      return i - 1;
    } else if (text.substr(i, mark.size()) == mark) {
      i += mark.size() - 1;
      // A long string may end with one or two quotation marks of its own.
      for (int own = 0; own < 2 && mark.size() == 3 && i + 1 < text.size() && text[i + 1] == quote;
           ++own)
        ++i;
      return i;
    }
  }
  return text.size();
}

/// toml++ goes one call deeper for each part of a key ("a.b.c") and has no limit of its own.
void refuse_long_keys(std::string_view text, const std::string& name) {
  constexpr int kMaxParts = 16;
  constexpr std::string_view kBetweenKeys = "=,\n[{";
  int parts = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (letter == '"' || letter == '\'') {
      i = end_of_string(text, i);
    } else if (letter == '#') {
      i = std::min(text.find('\n', i), text.size()) - 1;
    } else if (letter == '.' && ++parts > kMaxParts) {
      const auto before = text.substr(0, i);
      throw InputError(name, static_cast<int>(1 + std::count(before.begin(), before.end(), '\n')),
                       "a key of more than " + std::to_string(kMaxParts) + " parts");
    } else if (kBetweenKeys.find(letter) != std::string_view::npos) {
      parts = 1;
    }
  }
}

const ConfigValue* find_id(const ConfigValue& row) {
  if (row.kind != Kind::Table) return nullptr;
  const auto id = row.table.find("id");
  return id == row.table.end() ? nullptr : &id->second;
}

/// Files that extend others find rows by their ids, and so does whoever reads of one.
void require_own_ids(const std::vector<ConfigValue>& rows) {
  std::map<std::pair<std::string_view, std::int64_t>, int> lines;
  for (const auto& row : rows) {
    const auto* id = find_id(row);
    if (!id) continue;
    const auto [first, own] = lines.try_emplace({id->text, id->integer}, row.line);
    if (own) continue;
    const auto name = id->kind == Kind::Integer ? std::to_string(id->integer) : id->text;
    try {
      row.fail("two rows have the id " + name + "; the other is line " +
               std::to_string(first->second));
    } catch (const InputError& error) {
      auto* faults = Faults::of_thread();
      if (!faults) throw;
      faults->add(row, "id", error);
    }
  }
}

ConfigValue convert(const toml::node& node, const std::string& file, int depth = 1) {
  constexpr int kDeepest = 64;
  ConfigValue value;
  value.file = file;
  value.line = static_cast<int>(node.source().begin.line);
  if (depth > kDeepest)
    throw InputError(
        file, value.line,
        "too many tables or lists within one another; allowed: " + std::to_string(kDeepest));
  if (const auto* table = node.as_table()) {
    value.kind = Kind::Table;
    for (const auto& [key, child] : *table) {
      auto converted = convert(child, file, depth + 1);
      if (converted.line == 0) converted.line = static_cast<int>(key.source().begin.line);
      value.table.emplace(std::string(key.str()), std::move(converted));
    }
  } else if (const auto* array = node.as_array()) {
    value.kind = Kind::List;
    for (const auto& child : *array) value.list.push_back(convert(child, file, depth + 1));
    require_own_ids(value.list);
  } else if (const auto* text = node.as_string()) {
    value.kind = Kind::Text;
    value.text = text->get();
  } else if (const auto* integer = node.as_integer()) {
    value.kind = Kind::Integer;
    value.integer = integer->get();
  } else if (const auto* real = node.as_floating_point()) {
    value.kind = Kind::Real;
    value.real = real->get();
  } else if (const auto* flag = node.as_boolean()) {
    value.kind = Kind::Flag;
    value.flag = flag->get();
  } else {
    throw InputError(file, value.line, "dates and times are not used here");
  }
  return value;
}

bool same_id(const ConfigValue& a, const ConfigValue& b) {
  const auto *x = find_id(a), *y = find_id(b);
  return x && y && x->kind == y->kind && x->text == y->text && x->integer == y->integer;
}

bool is_deletion(const ConfigValue& row) {
  const auto it = row.table.find("delete");
  return it != row.table.end() && it->second.kind == Kind::Flag && it->second.flag;
}

void overlay_rows(ConfigValue& base, const ConfigValue& change) {
  for (const auto& row : change.list) {
    auto old = base.list.begin();
    while (old != base.list.end() && !same_id(*old, row)) ++old;
    if (is_deletion(row)) {
      if (old == base.list.end()) row.fail("delete: no row with this id in what it extends");
      base.list.erase(old);
    } else if (old != base.list.end()) {
      overlay(*old, row);
    } else {
      base.list.push_back(row);
    }
  }
}

/// Whether people and the writers of JSON can read the text (TOML is checked by its own reader).
bool is_utf8(const std::string& text) {
  try {
    return !nlohmann::json(text).dump().empty();
  } catch (const nlohmann::json::type_error&) {
    return false;
  }
}

}  // namespace

void ConfigValue::fail(const std::string& message) const {
  if (line > 0) throw InputError(file, line, message);
  throw InputError(file + ": " + message);
}

std::string toml_text(std::string_view text) {
  std::string quoted = "\"";
  for (const char letter : text) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    const auto code = static_cast<unsigned char>(letter);
    if (code < ' ' || letter == '\x7f') {
      quoted += std::string("\\u00") + kDigits[code >> 4] + kDigits[code & 15];
    } else {
      if (letter == '"' || letter == '\\') quoted += '\\';
      quoted += letter;
    }
  }
  return quoted + '"';
}

namespace {

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const auto first = text.find_first_not_of(kBlanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

/// What may be wrong with a value that TOML cannot read: forgotten quotation marks, a decimal
/// comma. Empty: something else.
std::string slip_of_value(std::string_view value) {
  const auto word = without_blanks(value.substr(0, value.find_first_of(",]#")));
  if (word.empty() || word == "true" || word == "false") return "";
  const bool number = word.find_first_not_of("0123456789-") == word.npos;
  const auto rest = value.substr(std::min(value.find(',') + 1, value.size()));
  if (number && is_digit(word.back()) && value.find(',') != value.npos && !rest.empty() &&
      is_digit(rest[0]))
    return "a number has a point, not a comma: " + std::string(word) + "." +
           std::string(rest.substr(0, rest.find_first_not_of("0123456789")));
  for (const std::string_view yes : {"yes", "Yes", "True", "TRUE", "on"})
    if (word == yes) return "a switch is true or false: true";
  for (const std::string_view no : {"no", "No", "False", "FALSE", "off"})
    if (word == no) return "a switch is true or false: false";
  const bool quoted = word[0] == '"' || word[0] == '\'';
  const bool leading_nought = number && word.size() > 1 && word[0] == '0';
  if (leading_nought || (!quoted && !number && word[0] != '[' && word[0] != '{'))
    return "text stands in quotation marks: \"" + std::string(word) + "\"";
  if (quoted && std::count(value.begin(), value.end(), word[0]) % 2 == 1)
    return "a closing quotation mark is missing";
  return "";
}

/// What a person may have got wrong in a line that TOML cannot read; empty: who knows.
std::string slip_of_line(std::string_view line) {
  line = without_blanks(line);
  if (line.empty()) return "";
  if (line[0] == '[' && line.find('=') == line.npos && line.back() != ']')
    return "the name of a table ends with ]";
  const auto equals = line.find('=');
  if (equals == line.npos)
    return line[0] == '[' || line[0] == '"' ? slip_of_value(line.substr(0, line.find(']')))
                                            : "a line says key = value, or [table]";
  auto value = without_blanks(line.substr(equals + 1));
  if (value.empty() || value[0] == '#') return "nothing stands after the =";
  if (value[0] != '[') return slip_of_value(value);
  for (value.remove_prefix(1); !value.empty();) {
    if (const auto slip = slip_of_value(without_blanks(value)); !slip.empty()) return slip;
    value.remove_prefix(std::min(value.find(','), value.size() - 1) + 1);
  }
  return "";
}

/// What cannot be read as TOML, in a person's words; those of its reader where nothing better is
/// known.
std::string toml_slip(std::string_view text, int number, std::string_view description) {
  if (description.find("redefine") != description.npos) return "this is said twice in one table";
  for (int line = 1; line < number; ++line)
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  const auto slip = slip_of_line(text.substr(0, text.find('\n')));
  return slip.empty() ? "cannot be read as TOML: " + std::string(description) : slip;
}

}  // namespace

ConfigValue read_toml_text(std::string_view text, const std::string& name) {
  refuse_long_keys(text, name);
  try {
    return convert(toml::parse(text, std::string_view(name)), name);
  } catch (const toml::parse_error& error) {
    const auto line = static_cast<int>(error.source().begin.line);
    throw InputError(name, line, toml_slip(text, line, error.description()));
  }
}

ConfigValue read_toml(const std::filesystem::path& file) {
  return read_toml_text(read_file(file), file.string());
}

namespace {

/// The header line of a table. Throws InputError: a column twice, cells divided by something else.
std::vector<std::string> read_header(const std::vector<std::string>& cells, const std::string& file,
                                     int line) {
  const auto& first = cells.front();
  for (const char divider : {';', '\t'})
    if (cells.size() == 1 && first.find(divider) != std::string::npos)
      throw InputError(file, line,
                       std::string("cells are divided by commas; here they are divided by ") +
                           (divider == ';' ? "semicolons (;)" : "tabs") +
                           ": save the table again as CSV with commas");
  for (auto name = cells.begin(); name != cells.end(); ++name)
    if (std::find(cells.begin(), name, *name) != name)
      throw InputError(file, line, "two columns are called \"" + *name + "\"");
  return cells;
}

/// What may have made too many cells: a decimal comma, or a comma in a text.
std::string comma_in_cell(const std::vector<std::string>& cells, std::size_t wanted) {
  if (cells.size() <= wanted) return "";
  const auto digits = [](std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
  };
  for (std::size_t i = 0; i + 1 < cells.size(); ++i)
    if (digits(cells[i]) && digits(cells[i + 1]) && !cells[i + 1].starts_with('-'))
      return "; if " + cells[i] + "," + cells[i + 1] +
             " is one number, write it with a point: " + cells[i] + "." + cells[i + 1];
  return "; a text with a comma stands in quotation marks";
}

ConfigValue read_row(const std::vector<std::string>& header, const std::vector<std::string>& cells,
                     const std::string& file, int line) {
  ConfigValue row;
  row.file = file;
  row.line = line;
  for (std::size_t i = 0; i < std::min(cells.size(), header.size()); ++i) {
    ConfigValue cell;
    cell.kind = Kind::Text;
    cell.file = file;
    cell.line = line;
    cell.text = cells[i];
    row.table.emplace(header[i], std::move(cell));
  }
  if (cells.size() == header.size()) return row;
  if (auto* faults = Faults::of_thread()) faults->leave_out(row);
  throw InputError(file, line,
                   "has " + std::to_string(cells.size()) + " cells; the header has " +
                       std::to_string(header.size()) + comma_in_cell(cells, header.size()));
}

}  // namespace

ConfigValue read_csv(const std::filesystem::path& file) {
  ConfigValue rows;
  rows.kind = Kind::List;
  rows.file = file.string();
  rows.line = 1;
  const auto text = read_file(file);
  std::vector<std::string> header;
  for (CsvRecords records(text, rows.file); records.next();) {
    const auto& cells = records.cells();
    const bool empty =
        std::all_of(cells.begin(), cells.end(), [](const auto& c) { return c.empty(); });
    if (empty || cells.front().starts_with('#')) continue;
    if (!std::all_of(cells.begin(), cells.end(), is_utf8))
      throw InputError(rows.file, records.line(), "is not UTF-8 text");
    if (!header.empty()) {
      attempt([&] { rows.list.push_back(read_row(header, cells, rows.file, records.line())); });
      continue;
    }
    header = read_header(cells, rows.file, records.line());
    if (auto* faults = Faults::of_thread()) faults->note_header(rows.file, records.line());
  }
  if (header.empty()) throw InputError(rows.file + ": is empty; a header line is needed");
  require_own_ids(rows.list);
  return rows;
}

void overlay(ConfigValue& base, const ConfigValue& change) {
  if (base.kind == Kind::Table && change.kind == Kind::Table) {
    for (const auto& [key, value] : change.table) {
      const auto old = base.table.find(key);
      if (old == base.table.end())
        base.table.emplace(key, value);
      else
        overlay(old->second, value);
    }
    base.file = change.file;
    base.line = change.line;
    return;
  }
  const bool rows = base.kind == Kind::List && change.kind == Kind::List && !change.list.empty() &&
                    find_id(change.list.front()) != nullptr;
  if (rows)
    overlay_rows(base, change);
  else
    base = change;
}

namespace {

/// The value of an override: TOML syntax, or else a bare word as text.
ConfigValue read_value(const std::string& text, const std::string& name) {
  for (const auto& line : {"value = " + text, "value = \"" + text + "\""}) {
    refuse_long_keys(line, name);
    try {
      const auto parsed = toml::parse(line);
      if (parsed.size() == 1) return convert(*parsed.get("value"), "--set");
    } catch (const toml::parse_error&) {
      continue;
    }
  }
  throw InputError(name + ": the value cannot be read");
}

/// The next part of a path of keys, which it loses; a part in quotation marks may hold dots.
std::string_view take_part(std::string_view& path) {
  const bool quoted = path.starts_with('"') && path.find('"', 1) != std::string_view::npos;
  const auto end = quoted ? path.find('"', 1) + 1 : std::min(path.find('.'), path.size());
  const auto part = quoted ? path.substr(1, end - 2) : path.substr(0, end);
  path.remove_prefix(end);
  if (path.starts_with('.')) path.remove_prefix(1);
  return part;
}

/// What a row is called by its id, a word or a number.
std::string called(const ConfigValue& id) {
  return id.kind == Kind::Integer ? std::to_string(id.integer) : id.text;
}

/// The row of a list that is called `name`, or null.
ConfigValue* find_row(ConfigValue& list, std::string_view name) {
  for (auto& row : list.list)
    if (const auto* id = find_id(row); id && called(*id) == name) return &row;
  return nullptr;
}

/// What can be named below a value: keys, ids of rows, and of a table's lists the ids of their
/// rows.
std::vector<std::string> names_below(const ConfigValue& value) {
  std::vector<std::string> names;
  const auto add_rows = [&](const ConfigValue& list) {
    for (const auto& row : list.list)
      if (const auto* id = find_id(row)) names.push_back(called(*id));
  };
  add_rows(value);
  for (const auto& [key, child] : value.table) {
    names.push_back(key);
    add_rows(child);
  }
  return names;
}

/// The value called `part` below `value`: a key, a row by its id, or a row of one of a table's
/// lists ("victory.moscow" for "victory.row.moscow"). Null when there is none.
ConfigValue* find_below(ConfigValue& value, std::string_view part, const std::string& name) {
  if (value.kind == Kind::List) return find_row(value, part);
  if (value.kind != Kind::Table) return nullptr;
  if (const auto child = value.table.find(part); child != value.table.end()) return &child->second;
  ConfigValue* found = nullptr;
  std::string lists;
  for (auto& [key, child] : value.table) {
    auto* row = child.kind == Kind::List ? find_row(child, part) : nullptr;
    if (!row) continue;
    if (found)
      throw InputError(name + ": \"" + std::string(part) + "\" is a row of " + lists + " and of " +
                       key + "; name one of them before it");
    found = row;
    lists = key;
  }
  return found;
}

/// A number of a plain list by its position: "[8]" counts from 1.
ConfigValue& at_position(ConfigValue& list, std::string_view position, const std::string& name) {
  std::size_t number = 0;
  const auto* end = position.data() + position.size();
  const bool read = std::from_chars(position.data(), end, number).ptr == end;
  if (list.kind != Kind::List || !read || number < 1 || number > list.list.size())
    throw InputError(name + ": [" + std::string(position) + "]: " +
                     (list.kind == Kind::List
                          ? "a position goes from 1 to " + std::to_string(list.list.size())
                          : "only lists have positions"));
  if (const auto* id = find_id(list.list[number - 1]))
    throw InputError(name + ": rows are called by their names; here: " + called(*id));
  return list.list[number - 1];
}

/// What may be named below a value instead of `wrong`.
std::string allowed_below(std::string_view wrong, const ConfigValue& value) {
  const auto names = names_below(value);
  return names.empty() ? "nothing can be named here" : "allowed: " + allowed_names(wrong, names);
}

/// The value that a path of keys leads to.
ConfigValue& value_at(ConfigValue& root, std::string_view path, const std::string& name) {
  ConfigValue* target = &root;
  while (!path.empty()) {
    auto part = take_part(path);
    std::string_view position;
    if (const auto bracket = part.rfind('['); bracket != part.npos && part.ends_with(']')) {
      position = part.substr(bracket + 1, part.size() - bracket - 2);
      part = part.substr(0, bracket);
    }
    auto* child = find_below(*target, part, name);
    if (!child)
      throw InputError(name + ": there is no \"" + std::string(part) + "\" here; " +
                       allowed_below(part, *target));
    target = position.empty() ? child : &at_position(*child, position, name);
  }
  return *target;
}

}  // namespace

void apply_override(ConfigValue& root, std::string_view assignment) {
  const auto equals = assignment.find('=');
  const std::string name = "--set " + std::string(assignment);
  if (equals == std::string_view::npos || equals == 0)
    throw InputError(name + ": write it as key=value");
  auto& target = value_at(root, assignment.substr(0, equals), name);
  ConfigValue value = read_value(std::string(assignment.substr(equals + 1)), name);
  if (target.kind == Kind::Real && value.kind == Kind::Integer) {
    value.kind = Kind::Real;
    value.real = static_cast<double>(value.integer);
  }
  // A cell of a table is text, whatever it says.
  if (target.kind == Kind::Text && value.kind != Kind::List && value.kind != Kind::Text) {
    value.kind = Kind::Text;
    value.text = assignment.substr(equals + 1);
  }
  if (value.kind != target.kind)
    throw InputError(name + ": must be " + std::string(kind_name(target.kind)));
  value.line = 0;
  value.file = name;
  target = std::move(value);
}

std::uint64_t hash_config(const ConfigValue& value, std::uint64_t seed) {
  std::uint64_t hash = mix(seed, static_cast<std::uint64_t>(value.kind) + 1);
  switch (value.kind) {
    case Kind::Text: return hash_text(value.text, hash);
    case Kind::Integer: return mix(hash, static_cast<std::uint64_t>(value.integer));
    case Kind::Real: return mix(hash, std::bit_cast<std::uint64_t>(value.real));
    case Kind::Flag: return mix(hash, value.flag);
    case Kind::List:
      for (const auto& child : value.list) hash = hash_config(child, hash);
      return mix(hash, value.list.size());
    case Kind::Table: {
      std::size_t said = 0;
      for (const auto& [key, child] : value.table) {
        if (is_unsaid(child)) continue;
        hash = hash_config(child, hash_text(key, hash));
        ++said;
      }
      return mix(hash, said);
    }
  }
  return hash;
}

ConfigTable::ConfigTable(const ConfigValue& table)
    : value_(&table), asked_(std::make_shared<std::set<std::string, std::less<>>>()) {
  if (table.kind != Kind::Table) table.fail("must be a table");
}

bool ConfigTable::has(std::string_view key) const {
  asked_->insert(std::string(key));
  return value_->table.find(key) != value_->table.end();
}

const ConfigValue* ConfigTable::take(std::string_view key) {
  asked_->insert(std::string(key));
  const auto it = value_->table.find(key);
  return it == value_->table.end() ? nullptr : &it->second;
}

namespace {

bool is_cell(const ConfigValue& row) { return row.file.ends_with(".csv"); }

/// Calls a getter. What is wrong with its key is told where somebody collects, and `fallback` read
/// instead.
template <class Value, class Get>
Value told_or(const ConfigValue& row, std::string_view key, Value fallback, Get get) {
  auto* faults = Faults::of_thread();
  if (!faults) return get();
  try {
    return get();
  } catch (const InputError& error) {
    faults->add(row, key, error);
    return fallback;
  }
}

/// Tells that a key is missing, with what may be meant for it among those that nobody asked for.
[[noreturn]] void fail_missing(const ConfigValue& row, std::string_view key, Kind kind,
                               const std::set<std::string, std::less<>>& asked) {
  auto* faults = Faults::of_thread();
  // It may stand in a file that cannot be read.
  if (faults && faults->lacks_files()) throw ToldFault("is missing");
  if (row.line == 0 && !row.text.empty())
    row.fail("the table [" + row.text + "] is missing; it says \"" + std::string(key) +
             "\" and more");
  std::vector<std::string> others;
  for (const auto& [other, unused] : row.table)
    if (!asked.count(other)) others.push_back(other);
  const auto likely = likely_name(key, others);
  const bool column = is_cell(row);
  auto message = (column ? "the column \"" : "\"") + std::string(key) + "\" is missing";
  if (!column) message += "; it must be " + std::string(kind_name(kind));
  const auto meant = likely.empty() ? likely : likely.substr(2, likely.size() - 4);
  if (!likely.empty()) message += "; is \"" + meant + "\" meant for it?";
  ConfigValue header;
  const auto& place = likely.empty() || column ? row : row.table.find(meant)->second;
  try {
    (column && faults ? faults->header_of(row, header) : place).fail(message);
  } catch (const InputError& error) {
    if (faults && !likely.empty()) faults->add(row, meant, error);
    throw;
  }
}

}  // namespace

const ConfigValue& ConfigTable::need(std::string_view key, Kind kind) {
  const auto* child = take(key);
  if (!child) fail_missing(*value_, key, kind, *asked_);
  const bool number = kind == Kind::Real && child->kind == Kind::Integer;
  if (child->kind != kind && !number && child->kind != Kind::Text)
    child->fail("\"" + std::string(key) + "\" must be " + std::string(kind_name(kind)) +
                (kind == Kind::Text && child->kind == Kind::Integer
                     ? ", in quotation marks: \"" + std::to_string(child->integer) + "\""
                     : ""));
  if (child->kind == Kind::Text &&
      (kind == Kind::List || kind == Kind::Table || kind == Kind::Flag))
    child->fail("\"" + std::string(key) + "\" must be " + std::string(kind_name(kind)));
  return *child;
}

namespace {

/// Names go into files, logs and messages: they are one line. Other texts may have several.
void refuse_control_characters(const ConfigValue& value, std::string_view key) {
  const bool name = key == "id" || key == "name" || key == "title";
  const bool controls = std::any_of(value.text.begin(), value.text.end(), [&](char letter) {
    const bool breaks = letter == '\n' || letter == '\r' || letter == '\t';
    return (static_cast<unsigned char>(letter) < ' ' || letter == '\x7f') && (name || !breaks);
  });
  if (controls)
    value.fail("\"" + std::string(key) + "\" must be " + (name ? "one line" : "text") +
               " without control characters");
}

/// Cells of CSV files are text; a number in one is read here.
template <class T>
T number_of(const ConfigValue& value, std::string_view key, T direct, T min, T max) {
  T number = direct;
  if (value.kind == ConfigValue::Kind::Text) {
    const char* end = value.text.data() + value.text.size();
    const auto parsed = std::from_chars(value.text.data(), end, number);
    if (parsed.ec != std::errc{} || parsed.ptr != end) {
      std::ostringstream message;
      message << '"' << key << "\" must be a number, not \"" << value.text << '"';
      if (value.text.find(',') != std::string::npos) message << " (with a point, not a comma)";
      message << "; allowed: " << min << " to " << max;
      value.fail(message.str());
    }
  }
  if (!(number >= min && number <= max)) {
    std::ostringstream message;
    message << '"' << key << "\" is " << number << "; allowed: " << min << " to " << max;
    value.fail(message.str());
  }
  return number;
}

}  // namespace

std::int64_t ConfigTable::integer(std::string_view key, std::int64_t min, std::int64_t max) {
  // What is nearest to a number that is too large or too small leads to the fewest other faults.
  const auto* given = take(key);
  const auto near = given && given->kind == Kind::Integer ? given->integer : 0;
  return told_or(*value_, key, std::clamp<std::int64_t>(near, min, max), [&] {
    const auto& value = need(key, Kind::Integer);
    return number_of<std::int64_t>(value, key, value.integer, min, max);
  });
}
std::int64_t ConfigTable::integer_or(std::string_view key, std::int64_t fallback, std::int64_t min,
                                     std::int64_t max) {
  return has(key) ? integer(key, min, max) : fallback;
}
double ConfigTable::real(std::string_view key, double min, double max) {
  return told_or(*value_, key, std::clamp(0.0, min, max), [&] {
    const auto& value = need(key, Kind::Real);
    const double direct =
        value.kind == Kind::Integer ? static_cast<double>(value.integer) : value.real;
    return number_of<double>(value, key, direct, min, max);
  });
}
double ConfigTable::real_or(std::string_view key, double fallback, double min, double max) {
  return has(key) ? real(key, min, max) : fallback;
}
bool ConfigTable::flag(std::string_view key) {
  return told_or(*value_, key, false, [&] { return need(key, Kind::Flag).flag; });
}
bool ConfigTable::flag_or(std::string_view key, bool fallback) {
  return has(key) ? flag(key) : fallback;
}
std::string ConfigTable::text(std::string_view key) {
  return told_or(*value_, key, std::string(), [&] {
    const auto& value = need(key, Kind::Text);
    refuse_control_characters(value, key);
    return value.text;
  });
}
std::string ConfigTable::text_or(std::string_view key, std::string fallback) {
  return has(key) ? text(key) : std::move(fallback);
}
int ConfigTable::choice(std::string_view key, std::span<const std::string_view> allowed) {
  const auto word = text(key);
  for (std::size_t i = 0; i < allowed.size(); ++i)
    if (allowed[i] == word) return static_cast<int>(i);
  const std::vector<std::string> names(allowed.begin(), allowed.end());
  std::string list;
  for (const auto& option : names)
    list += (list.empty() ? "" : ", ") + (option.empty() ? "nothing" : option);
  report(*this, key,
         "\"" + std::string(key) + "\" is \"" + word + "\"" + likely_name(word, names) +
             "; allowed: " + list);
  return 0;
}
int ConfigTable::choice_or(std::string_view key, int fallback,
                           std::span<const std::string_view> allowed) {
  return has(key) ? choice(key, allowed) : fallback;
}
std::vector<std::int64_t> ConfigTable::integers(std::string_view key, std::int64_t min,
                                                std::int64_t max) {
  return told_or(*value_, key, std::vector<std::int64_t>{}, [&] {
    std::vector<std::int64_t> result;
    for (const auto& item : need(key, Kind::List).list) {
      if (item.kind != Kind::Integer)
        item.fail("\"" + std::string(key) + "\" must be a list of whole numbers");
      result.push_back(number_of<std::int64_t>(item, key, item.integer, min, max));
    }
    return result;
  });
}
std::vector<std::string> ConfigTable::texts(std::string_view key) {
  return told_or(*value_, key, std::vector<std::string>{}, [&] {
    std::vector<std::string> result;
    for (const auto& item : need(key, Kind::List).list) {
      if (item.kind != Kind::Text)
        item.fail("\"" + std::string(key) + "\" must be a list of texts" +
                  (item.kind == Kind::Integer
                       ? ", in quotation marks: \"" + std::to_string(item.integer) + "\""
                       : ""));
      result.push_back(item.text);
    }
    return result;
  });
}
std::vector<std::string> ConfigTable::texts_or_none(std::string_view key) {
  return has(key) ? texts(key) : std::vector<std::string>{};
}
namespace {

/// The empty table of a file under a key: what is missing in it is told with both.
const ConfigValue& empty_table_of(const std::string& file, std::string_view key) {
  static std::mutex busy;
  static std::map<std::pair<std::string, std::string>, ConfigValue> tables;
  const std::scoped_lock lock(busy);
  auto& table = tables[{file, std::string(key)}];
  table.file = file;
  table.text = key;
  return table;
}

}  // namespace

ConfigTable ConfigTable::table(std::string_view key) {
  return told_or(*value_, key, ConfigTable(empty_table_of(value_->file, key)), [&] {
    const auto* child = take(key);
    if (child && child->kind != Kind::Table)
      child->fail("\"" + std::string(key) + "\" must be a table");
    return ConfigTable(child ? *child : empty_table_of(value_->file, key));
  });
}
std::vector<ConfigTable> ConfigTable::tables(std::string_view key) {
  return told_or(*value_, key, std::vector<ConfigTable>{}, [&] {
    std::vector<ConfigTable> result;
    const auto* child = take(key);
    if (!child) return result;
    if (child->kind != Kind::List)
      child->fail("\"" + std::string(key) + "\" must be a list of tables");
    for (const auto& row : child->list) result.emplace_back(row);
    return result;
  });
}
std::vector<std::string> ConfigTable::keys() const {
  std::vector<std::string> result;
  for (const auto& [key, unused] : value_->table) result.push_back(key);
  return result;
}

void ConfigTable::finish() const {
  const auto* faults = Faults::of_thread();
  const std::vector<std::string> names{asked_->begin(), asked_->end()};
  for (const auto& entry : value_->table) {
    const auto& key = entry.first;
    if (asked_->count(key) || (faults && faults->is_faulty(*value_, key))) continue;
    ConfigValue header;
    const bool column = is_cell(*value_);
    const auto& place = column && faults ? faults->header_of(*value_, header) : entry.second;
    told_or(*value_, key, 0, [&]() -> int {
      place.fail((column ? "unknown column \"" : "unknown key \"") + key + "\"" +
                 likely_name(key, names) + "; allowed: " + allowed_names(key, names));
    });
  }
}
void ConfigTable::fail(std::string_view key, const std::string& message) const {
  const auto it = value_->table.find(key);
  const auto& place = it == value_->table.end() ? *value_ : it->second;
  if (const auto* faults = Faults::of_thread()) {
    // What a row says is judged when each of its cells can be read; a table, by what is below.
    const bool row = find_id(*value_) != nullptr || is_cell(*value_);
    const bool below = (place.kind == Kind::List || place.kind == Kind::Table) && &place != value_;
    if (faults->is_faulty(*value_, key) || (row && faults->is_faulty(*value_)) ||
        (below && faults->is_faulty(place)))
      throw ToldFault(message);
  }
  place.fail(with_key(key, message));
}

}  // namespace niemen::core
