// Where the values of a CSV or TOML text stand, so that one can be changed and every other byte
// stays: comments, order, blanks, ends of lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/config.h"

namespace niemen::edit {

/// Bytes of a text, from `from` up to `to`.
struct Span {
  std::size_t from = 0;
  std::size_t to = 0;
};

struct CsvCell {
  Span span;  ///< with its quotation marks
  std::string text;
};

struct CsvRow {
  int line = 0;  ///< on which it begins, from 1
  Span span;     ///< with the end of its line
  std::vector<CsvCell> cells;
};

struct CsvPlaces {
  std::vector<std::string> columns;  ///< empty: there is no header line
  int header_line = 0;
  std::vector<CsvRow> rows;
};

/// The rows of a CSV text as core::read_csv finds them; comments and empty lines are none. Throws
/// InputError with `name` and line: a cell whose quotation mark is not closed.
CsvPlaces csv_places(std::string_view text, const std::string& name);

/// A cell as it is written: in quotation marks where it must be.
std::string csv_cell(std::string_view text);

/// A text in a list.
struct TomlItem {
  std::string text;
  Span span;  ///< with its quotation marks
};

/// A value of TOML that is no table and holds none.
struct TomlPlace {
  std::vector<std::string> path;  ///< keys, and "[2]" for the second of a list of tables
  core::ConfigValue::Kind kind = core::ConfigValue::Kind::Text;
  std::string text;             ///< of a text what it says, of others as they are written
  std::vector<TomlItem> items;  ///< of a list: the texts in it
  int line = 0;
  Span span;
  Span key;  ///< the last part of it
};

/// The values of a TOML text in their order. Throws InputError as core::read_toml_text does.
std::vector<TomlPlace> toml_places(std::string_view text, const std::string& name);

/// A value as it is written in the place of one of `kind`: text between quotation marks; for other
/// kinds `text` itself where it is TOML, else a text, of which validation says what is wrong.
/// Throws InputError where a list would be broken.
std::string toml_value(core::ConfigValue::Kind kind, std::string_view text);

}  // namespace niemen::edit
