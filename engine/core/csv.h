// CSV as RFC 4180 has it and spreadsheets write it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace niemen::core {

/// The records of a text one after another. Cells are divided by commas; a cell in quotation marks
/// may hold commas, line breaks and (doubled) quotation marks.
class CsvRecords {
 public:
  /// `file` is for messages. Both must outlive the reader.
  CsvRecords(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  /// Reads the next record. False at the end of the text. Throws InputError: a quoted cell without
  /// an end, or with something after it.
  bool next();
  const std::vector<std::string>& cells() const { return cells_; }
  /// The line on which the record begins, from 1.
  int line() const { return line_; }

 private:
  std::string quoted_cell();
  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  int line_ = 0, next_line_ = 1;
  std::vector<std::string> cells_;
};

}  // namespace niemen::core
