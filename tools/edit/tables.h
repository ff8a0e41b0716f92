// The files of a game as tables of cells, and changes of a cell or a row as changes of the text.
#pragma once

#include <string>
#include <vector>

#include "tools/described_tables.h"
#include "tools/edit/documents.h"
#include "tools/edit/text_places.h"
#include "tools/serve/messages.h"

namespace niemen::edit {

using serve::Json;

/// What the game's files may say; for one mechanism.
class Guide {
 public:
  explicit Guide(std::string mechanism)
      : tables_(tools::described_tables()), mechanism_(std::move(mechanism)) {}
  const std::string& mechanism() const { return mechanism_; }
  /// {"type", "default", "allowed", "help"} of a key or column; empty where nobody says.
  Json of(const std::string& file, const std::vector<std::string>& path) const;

 private:
  std::vector<tools::DescribedTable> tables_;
  std::string mechanism_;
};

/// A file as a table. Of CSV: {"kind": "table", "file", "form": "csv", "columns": [{"name", ...}],
/// "rows": [{"row": "[1]", "line", "cells"}]}; of TOML: "form": "toml", "rows": [{"path", "line",
/// "type", "text", ...}]. Where the text cannot be read so: "form": "text", "fault".
Json table_of(const Documents& documents, const Guide& guide, const std::string& file);

/// The place of a value: of CSV {row, column}, of TOML keys. A row is named by its id or by its
/// number, "[3]"; so is a table in a list. Throws InputError that says what there is instead.
Change set_value(const Documents& documents, const std::string& file,
                 const std::vector<std::string>& path, const std::string& text);

/// A copy of a row of CSV behind it, with an id of its own.
Change copy_row(const Documents& documents, const std::string& file, const std::string& row);
Change delete_row(const Documents& documents, const std::string& file, const std::string& row);

/// Puts `text` in the place of the bytes from `from` to `to` of a file.
Change set_text(const Documents& documents, const std::string& file, std::size_t from,
                std::size_t to, const std::string& text);

/// Where a text stands in the files, at most so many: [{"file", "path", "line", "text"}]. `whole`:
/// as a whole value, else as a part of one, large and small letters alike.
Json found_in(const Documents& documents, const std::string& text, bool whole);

/// The row of CSV that is called so; null: none.
const CsvRow* find_row(const CsvPlaces& places, const std::string& row);

/// Replaces the bytes of `span`.
Splice replacing(const Documents& documents, const std::string& file, Span span, std::string text);

bool is_csv(std::string_view file);

}  // namespace niemen::edit
