#include "engine/core/file_writer.h"

#include <catch2/catch.hpp>

#include "engine/core/error.h"
#include "engine/core/text_line.h"

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

namespace {

struct Folder {
  fs::path path = fs::temp_directory_path() / "niemen-file-writer-2";
  Folder() {
    fs::remove_all(path);
    fs::create_directories(path);
  }
  ~Folder() { fs::remove_all(path); }
  long count() const { return std::distance(fs::directory_iterator(path), {}); }
};

}  // namespace

TEST_CASE("what is half written has a name that nothing has") {
  const Folder folder;
  core::write_file(folder.path / "a.txt.part", "the user's");
  core::FileWriter one(folder.path / "a.txt"), other(folder.path / "a.txt");
  one.write("one");
  other.write("other");
  one.commit();
  other.commit();
  CHECK(core::read_file(folder.path / "a.txt") == "other");
  CHECK(core::read_file(folder.path / "a.txt.part") == "the user's");
  CHECK(folder.count() == 2);
}

TEST_CASE("links stay links and modes stay modes") {
  const Folder folder;
  const auto file = folder.path / "a.txt", link = folder.path / "link";
  core::write_file(file, "old");
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("a.txt", link);
  core::write_file(link, "new");
  CHECK(fs::is_symlink(link));
  CHECK(core::read_file(file) == "new");
  CHECK(fs::status(file).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
  fs::create_symlink("b.txt", folder.path / "ahead");
  core::write_file(folder.path / "ahead", "made");
  CHECK(core::read_file(folder.path / "b.txt") == "made");
}

TEST_CASE("a place is tried without leaving anything") {
  const Folder folder;
  core::check_writable(folder.path / "a.txt");
  CHECK(folder.count() == 0);
  CHECK_THROWS_WITH(core::check_writable(folder.path / "none" / "a.txt"),
                    Catch::Contains("cannot be written"));
  CHECK_THROWS_WITH(core::check_writable(folder.path), Catch::Contains("folder"));
  core::check_writable("/dev/null");
}

TEST_CASE("a name that serves as a file is told from one that does not") {
  for (const char* good : {"a", "a b", "..a", "Žarėnai"}) CHECK(core::is_file_name(good));
  for (const char* bad : {"", ".", "..", "a/b", "/a", "-a", "a\nb", "\x7f"})
    CHECK_FALSE(core::is_file_name(bad));
}

TEST_CASE("a line that can be seen is told from one that cannot") {
  for (const char* good : {"a", "a b",
                           "Fran\xc3\xa7"
                           "ais",
                           "\xe5\x85\xb5", "\xf0\x9f\x90\x8e", "=1+1"})
    CHECK(core::is_printable_line(good));
  for (const char* bad : {"", " a", "a ", "a\nb", "\x7f", "\xc2\x85", "\xe2\x80\x8b",
                          "a\xe2\x80\xae"
                          "b",
                          "\xff", "\xc3", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80"})
    CHECK_FALSE(core::is_printable_line(bad));
}

TEST_CASE("a byte order mark is no part of a text") {
  const Folder folder;
  core::write_file(folder.path / "a.txt", "\xef\xbb\xbftext");
  CHECK(core::read_file(folder.path / "a.txt") == "text");
}
