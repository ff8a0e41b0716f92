// A copy of a game's folder that a test may spoil.
#pragma once

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "engine/core/file_writer.h"
#include "engine/play/game_folder.h"

namespace niemen::support {

/// Named by the process and counted, gone with the test.
class CopiedFolder {
 public:
  explicit CopiedFolder(const std::string& game)
      : path_(std::filesystem::temp_directory_path() /
              ("niemen-copy-" + std::to_string(getpid()) + "-" + std::to_string(++count))) {
    std::filesystem::remove_all(path_);
    std::filesystem::copy(play::find_game_folder(game), path_,
                          std::filesystem::copy_options::recursive);
  }
  ~CopiedFolder() { std::filesystem::remove_all(path_); }
  CopiedFolder(const CopiedFolder&) = delete;
  CopiedFolder& operator=(const CopiedFolder&) = delete;

  /// Replaces the first `from` in a file, which has to be there.
  void replace(const std::string& file, const std::string& from, const std::string& to) const {
    auto whole = core::read_file(path_ / file);
    const auto at = whole.find(from);
    INFO(file << ": " << from);
    REQUIRE(at != std::string::npos);
    core::write_file(path_ / file, whole.replace(at, from.size(), to));
  }
  void append(const std::string& file, const std::string& text) const {
    core::write_file(path_ / file, core::read_file(path_ / file) + text);
  }
  void remove(const std::string& file) const { std::filesystem::remove(path_ / file); }
  const std::filesystem::path& path() const { return path_; }

 private:
  static inline int count = 0;
  std::filesystem::path path_;
};

/// Whether a message is one line that holds all these parts.
inline bool says(const std::string& message, const std::vector<std::string>& parts) {
  UNSCOPED_INFO(message);
  for (const auto& part : parts)
    if (message.find(part) == std::string::npos) return false;
  return message.find('\n') == std::string::npos;
}

}  // namespace niemen::support
