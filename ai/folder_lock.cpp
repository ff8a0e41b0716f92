#include "ai/folder_lock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/core/error.h"
#include "engine/core/file_lock.h"

namespace niemen::ai {

FolderLock::FolderLock(const std::filesystem::path& folder) {
  const auto file = folder / ".lock";
  descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor_ < 0) throw core::InputError(file.string() + ": " + std::strerror(errno));
  // A program that could not begin its work takes its lock away: ours must be the file there now.
  struct stat ours, there;
  const bool held = core::take_lock(descriptor_, file) && ::fstat(descriptor_, &ours) == 0 &&
                    ::stat(file.c_str(), &there) == 0 && ours.st_ino == there.st_ino;
  if (!held) {
    ::close(descriptor_);
    throw core::InputError(folder.string() + ": another program is at work in this folder");
  }
}

FolderLock::~FolderLock() { ::close(descriptor_); }

}  // namespace niemen::ai
