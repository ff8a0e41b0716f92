// CSV as every reader takes it at sight: RFC 4180, UTF-8, LF, empty for missing, no locale.
//
// A text that a spreadsheet would take for a formula ("=1+1" as the name of a side) has an
// apostrophe before it; a number is none.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace niemen::lab {

/// Builds lines. Reals in their shortest exact form, flags as 0 and 1, not-a-number and infinities
/// as missing.
class CsvLine {
 public:
  CsvLine& text(std::string_view value);
  CsvLine& integer(std::int64_t value);
  CsvLine& count(std::uint64_t value);
  CsvLine& real(double value);
  CsvLine& flag(bool value);
  CsvLine& missing();
  /// A 64-bit name as text that no reader takes for a number: "x" and sixteen hexadecimal digits.
  CsvLine& name64(std::uint64_t value);
  /// The finished line with its line feed; the object is empty again.
  std::string take();

 private:
  void separate();
  std::string line_;
  bool first_ = true;
};

/// "x" and sixteen hexadecimal digits.
std::string hex_name(std::uint64_t value);

/// A CSV file in memory: cells by row and by column name.
struct CsvTable {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  /// The position of a column. Throws InputError when there is none of that name.
  std::size_t column(std::string_view name) const;
};

/// Reads a CSV file that the lab wrote. Throws InputError with the line where it is not one.
CsvTable read_csv_table(const std::string& file);

/// Rows of a CSV file below its header, however large it is. Throws InputError when it cannot be
/// opened.
std::uint64_t count_csv_rows(const std::filesystem::path& file);

}  // namespace niemen::lab
