// One program at a time in a folder.
#pragma once

#include <filesystem>

namespace niemen::ai {

/// Holds a folder's file ".lock" as long as it lives; the system lets go of it when a program dies.
class FolderLock {
 public:
  /// Throws InputError when another program holds it or the file cannot be made.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace niemen::ai
