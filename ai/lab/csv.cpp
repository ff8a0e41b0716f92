#include "ai/lab/csv.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fstream>

#include "engine/core/csv.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"

namespace niemen::lab {

void CsvLine::separate() {
  if (!first_) line_ += ',';
  first_ = false;
}

namespace {

constexpr char kMark = '\'';

/// Whether a spreadsheet would reckon with a text, or takes it for one that was marked so.
bool looks_like_formula(std::string_view text) {
  const auto rest = text.substr(std::min(text.find_first_not_of(kMark), text.size()));
  constexpr std::string_view kStarts = "=+-@\t\r";
  if (rest.size() < 2 || kStarts.find(rest[0]) == std::string_view::npos) return false;
  double number = 0;
  const auto digits = rest[0] == '+' ? rest.substr(1) : rest;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return read.ec != std::errc() || read.ptr != digits.data() + digits.size();
}

}  // namespace

CsvLine& CsvLine::text(std::string_view value) {
  separate();
  const bool marked = looks_like_formula(value);
  if (value.find_first_of(",\"\r\n") == std::string_view::npos) {
    if (marked) line_ += kMark;
    line_ += value;
    return *this;
  }
  line_ += '"';
  if (marked) line_ += kMark;
  for (const char c : value) {
    if (c == '"') line_ += '"';
    line_ += c;
  }
  line_ += '"';
  return *this;
}

namespace {

template <class T>
void append_number(std::string& line, T value) {
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  line.append(buffer.data(), end);
}

}  // namespace

CsvLine& CsvLine::integer(std::int64_t value) {
  separate();
  append_number(line_, value);
  return *this;
}

CsvLine& CsvLine::count(std::uint64_t value) {
  separate();
  append_number(line_, value);
  return *this;
}

CsvLine& CsvLine::real(double value) {
  separate();
  if (std::isfinite(value)) append_number(line_, value == 0 ? 0.0 : value);
  return *this;
}

CsvLine& CsvLine::flag(bool value) { return integer(value ? 1 : 0); }

CsvLine& CsvLine::missing() {
  separate();
  return *this;
}

CsvLine& CsvLine::name64(std::uint64_t value) {
  separate();
  line_ += hex_name(value);
  return *this;
}

std::string CsvLine::take() {
  line_ += '\n';
  first_ = true;
  return std::move(line_);
}

std::string hex_name(std::uint64_t value) {
  std::string name(17, 'x');
  for (std::size_t digit = 16; digit > 0; --digit, value >>= 4)
    name[digit] = "0123456789abcdef"[value & 15];
  return name;
}

std::size_t CsvTable::column(std::string_view name) const {
  for (std::size_t i = 0; i < header.size(); ++i)
    if (header[i] == name) return i;
  throw core::InputError("there is no column \"" + std::string(name) + "\"");
}

CsvTable read_csv_table(const std::string& file) {
  const auto text = core::read_file(file);
  CsvTable table;
  for (core::CsvRecords records(text, file); records.next();) {
    const auto& cells = records.cells();
    if (table.header.empty()) {
      table.header = cells;
      continue;
    }
    if (cells.size() != table.header.size())
      throw core::InputError(file, records.line(),
                             "has " + std::to_string(cells.size()) + " cells; the header has " +
                                 std::to_string(table.header.size()));
    auto& row = table.rows.emplace_back(cells);
    for (auto& cell : row)
      if (cell.starts_with(kMark) && looks_like_formula(cell)) cell.erase(0, 1);
  }
  if (table.header.empty()) throw core::InputError(file + ": is empty; a header line is needed");
  return table;
}

std::uint64_t count_csv_rows(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw core::InputError(file.string() + ": cannot be opened");
  std::uint64_t lines = 0;
  bool quoted = false;
  std::array<char, 1 << 16> buffer;
  while (in.read(buffer.data(), buffer.size()) || in.gcount() > 0)
    for (std::streamsize i = 0; i < in.gcount(); ++i) {
      const char c = buffer[i];
      quoted ^= c == '"';
      lines += c == '\n' && !quoted;
    }
  return lines > 0 ? lines - 1 : 0;
}

}  // namespace niemen::lab
