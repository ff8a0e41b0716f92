#include "engine/play/session_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "engine/core/error.h"
#include "engine/core/file_lock.h"
#include "engine/core/file_writer.h"
#include "engine/core/look.h"

namespace niemen::play {

namespace {

/// Makes the name of a new file last, as far as the system lets us.
void keep_name(const std::filesystem::path& file) {
  const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace

SessionFile::SessionFile(std::filesystem::path path, int descriptor)
    : path_(std::move(path)), descriptor_(descriptor) {
  if (descriptor_ < 0)
    throw core::InputError(path_.string() + ": " +
                           (errno == EEXIST ? "there is a file already" : std::strerror(errno)));
  if (!core::take_lock(descriptor_, path_)) {
    ::close(descriptor_);
    throw core::InputError(path_.string() + ": another program is playing this session");
  }
  const auto end = ::lseek(descriptor_, 0, SEEK_END);
  size_ = end > 0 ? static_cast<std::size_t>(end) : 0;
}

SessionFile SessionFile::create(const std::filesystem::path& file) {
  SessionFile made(file, ::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  keep_name(file);
  return made;
}

SessionFile SessionFile::open(const std::filesystem::path& file) {
  if (core::is_folder(file)) throw core::InputError(file.string() + ": a folder, not a session");
  return SessionFile(file, ::open(file.c_str(), O_RDWR | O_CLOEXEC));
}

SessionFile SessionFile::in_memory() {
  return SessionFile("memory", ::memfd_create("niemen-session", MFD_CLOEXEC));
}

SessionFile SessionFile::copy_of(const std::filesystem::path& file) {
  auto copy = in_memory();
  copy.append(core::read_file(file));
  copy.path_ = file;
  return copy;
}

SessionFile::SessionFile(SessionFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_) {}

SessionFile& SessionFile::operator=(SessionFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(size_, other.size_);
  return *this;
}

SessionFile::~SessionFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void SessionFile::fail(const std::string& what) const {
  throw core::InputError(path_.string() + ": " + what);
}

std::string SessionFile::read() const {
  std::string text(size_, '\0');
  std::size_t got = 0;
  while (got < size_) {
    const auto now = ::pread(descriptor_, text.data() + got, size_ - got, static_cast<off_t>(got));
    if (now < 0 && errno == EINTR) continue;
    if (now <= 0) fail("cannot be read");
    got += static_cast<std::size_t>(now);
  }
  return text;
}

void SessionFile::append(std::string_view lines) {
  std::size_t written = 0;
  const auto give_up = [&] {
    const std::string reason = std::strerror(errno);
    if (::ftruncate(descriptor_, static_cast<off_t>(size_)) != 0) fail("is damaged: " + reason);
    fail(reason + "; nothing of this was kept, everything before it is safe");
  };
  while (written < lines.size()) {
    const auto now = ::pwrite(descriptor_, lines.data() + written, lines.size() - written,
                              static_cast<off_t>(size_ + written));
    if (now < 0 && errno == EINTR) continue;
    if (now <= 0) give_up();
    written += static_cast<std::size_t>(now);
  }
  if (::fdatasync(descriptor_) != 0) give_up();
  size_ += lines.size();
}

void SessionFile::replace(std::string_view text) {
  std::error_code failed;
  const auto place = std::filesystem::canonical(path_, failed);  // of a link, where it leads
  if (failed) fail(failed.message());
  auto made = in_memory();
  const auto next = core::make_beside(place, [&](const std::filesystem::path& name) {
    const bool is_free = !std::filesystem::exists(name, failed);
    if (is_free) made = create(name);
    return is_free;
  });
  try {
    made.append(text);
    std::filesystem::rename(next, place);
  } catch (const std::exception& error) {
    std::filesystem::remove(next, failed);
    fail(error.what());
  }
  keep_name(place);
  std::swap(descriptor_, made.descriptor_);
  std::swap(size_, made.size_);
}

void SessionFile::cut(std::size_t bytes) {
  if (::ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0) fail(std::strerror(errno));
  size_ = bytes;
}

}  // namespace niemen::play
