#include "engine/core/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <iostream>

namespace niemen::core {

bool take_lock(int descriptor, const std::filesystem::path& file) {
  int error = 0;
  do {
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return true;
    error = errno;
  } while (error == EINTR);
  if (error == EWOULDBLOCK) return false;
  // Some that have no flock() have the locks of records.
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (::fcntl(descriptor, F_OFD_SETLK, &whole) == 0) return true;
  if (errno == EAGAIN || errno == EACCES) return false;
  static std::atomic<bool> told = false;
  if (!told.exchange(true))
    std::cerr << "niemen: " << file.string() << ": the file system has no locks ("
              << std::strerror(error) << "); let no other program use it meanwhile\n";
  return true;
}

}  // namespace niemen::core
