#include "engine/core/csv.h"

#include <catch2/catch.hpp>

#include "engine/core/config.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"

using namespace niemen;
using Catch::Matchers::Contains;

namespace {

using Records = std::vector<std::vector<std::string>>;

Records records_of(const std::string& text) {
  Records all;
  const std::string file = "t.csv";
  for (core::CsvRecords records(text, file); records.next();) all.push_back(records.cells());
  return all;
}

/// What read_csv makes of a file with this text: the cells of its rows in the order of their names.
Records rows_of(const std::string& text) {
  const auto file = std::filesystem::temp_directory_path() / "niemen-csv-test.csv";
  core::write_file(file, text);
  Records rows;
  for (const auto& row : core::read_csv(file).list) {
    rows.emplace_back();
    for (const auto& [name, cell] : row.table) rows.back().push_back(cell.text);
  }
  std::filesystem::remove(file);
  return rows;
}

}  // namespace

TEST_CASE("CSV is read as RFC 4180 has it", "[csv]") {
  CHECK(records_of("a,b\n1,\n") == Records{{"a", "b"}, {"1", ""}});
  CHECK(records_of("a,b\r\n1,2\r\n") == Records{{"a", "b"}, {"1", "2"}});
  CHECK(records_of("\"a,b\",\"say \"\"so\"\"\",,x") == Records{{"a,b", "say \"so\"", "", "x"}});
  CHECK(records_of("\"two\nlines\",1\n2") == Records{{"two\nlines", "1"}, {"2"}});
  CHECK(records_of("\"a\"\r\n\"b\"") == Records{{"a"}, {"b"}});
  CHECK(records_of("no \"mark\" of ours") == Records{{"no \"mark\" of ours"}});
  CHECK(records_of("").empty());
  CHECK_THROWS_WITH(records_of("a\n\"b"), Contains("t.csv:2"));
  CHECK_THROWS_WITH(records_of("\"a\"b"), Contains("after its closing quotation mark"));
}

TEST_CASE("a record knows the line on which it begins", "[csv]") {
  const std::string file = "t.csv";
  core::CsvRecords records("a\n\"b\nc\"\nd\n", file);
  std::vector<int> lines;
  while (records.next()) lines.push_back(records.line());
  CHECK(lines == std::vector<int>{1, 2, 4});
}

TEST_CASE("tables that spreadsheets save are read", "[csv]") {
  const Records plain{{"I", "0110"}};
  CHECK(rows_of("id,place\nI,0110\n") == plain);
  CHECK(rows_of("\xef\xbb\xbfid,place\r\nI,0110\r\n") == plain);
  CHECK(rows_of("\"# what, it is\",\n\"id\",\"place\"\n\"I\",\"0110\"\n,\n") == plain);
  CHECK_THROWS_WITH(rows_of("id;place\nI;0110\n"), Contains("semicolons"));
  CHECK_THROWS_WITH(rows_of("id\tplace\nI\t0110\n"), Contains("tabs"));
  CHECK_THROWS_WITH(rows_of("id,id\n"), Contains("two columns"));
}
