// Looks at the file system that never throw: what may not be looked at is not there. Whoever needs
// the file opens it, and is told by the system why it cannot be.
#pragma once

#include <filesystem>

namespace niemen::core {

/// Whether something of that name is there.
inline bool is_there(const std::filesystem::path& path) noexcept {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

/// Whether a folder is there.
inline bool is_folder(const std::filesystem::path& path) noexcept {
  std::error_code error;
  return std::filesystem::is_directory(path, error);
}

/// Whether a regular file is there.
inline bool is_regular_file(const std::filesystem::path& path) noexcept {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

/// Whether both are there, and the same.
inline bool are_the_same(const std::filesystem::path& one,
                         const std::filesystem::path& other) noexcept {
  std::error_code error;
  return std::filesystem::equivalent(one, other, error);
}

}  // namespace niemen::core
