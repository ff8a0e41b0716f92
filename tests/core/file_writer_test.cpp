#include "engine/core/file_writer.h"

#include <catch2/catch.hpp>

#include "engine/core/error.h"

using namespace niemen;
namespace fs = std::filesystem;

TEST_CASE("a file is written whole or not at all") {
  const auto folder = fs::temp_directory_path() / "niemen-file-writer";
  fs::remove_all(folder);
  fs::create_directories(folder);
  const auto file = folder / "a.txt";
  core::write_file(file, "old");
  {
    core::FileWriter writer(file);
    writer.write("half of the n");
  }
  CHECK(core::read_file(file) == "old");
  core::write_file(file, "new");
  CHECK(core::read_file(file) == "new");
  CHECK(std::distance(fs::directory_iterator(folder), {}) == 1);
  CHECK_THROWS_WITH(core::write_file(folder, "x"), Catch::Contains("folder"));
  CHECK_THROWS_WITH(core::write_file(folder / "none" / "a.txt", "x"),
                    Catch::Contains("cannot be written"));
  fs::remove_all(folder);
}

TEST_CASE("a full disk is told") {
  CHECK_THROWS_WITH(core::write_file("/dev/full", std::string(100000, 'x')),
                    Catch::Contains("/dev/full: cannot be written"));
  CHECK_THROWS_AS(core::write_file("/dev/full", "x"), core::InputError);
}
