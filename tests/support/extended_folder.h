// A folder of a test's own that extends a game.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>

#include "engine/core/file_writer.h"

namespace niemen::support {

/// A game's folder that extends `game` (a title or a folder), named by the process, gone with the
/// test. It has room for scenarios and openings.
class ExtendedFolder {
 public:
  explicit ExtendedFolder(const std::string& game)
      : path_(std::filesystem::temp_directory_path() /
              ("niemen-extended-" + std::to_string(getpid()))) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_ / "scenarios");
    std::filesystem::create_directories(path_ / "openings");
    add("game.toml", "extends = \"" + game + "\"\n");
  }
  ~ExtendedFolder() { std::filesystem::remove_all(path_); }
  ExtendedFolder(const ExtendedFolder&) = delete;
  ExtendedFolder& operator=(const ExtendedFolder&) = delete;

  void add(const std::string& file, const std::string& text) const {
    core::write_file(path_ / file, text);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace niemen::support
