#include "engine/core/file_writer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>
#include <system_error>
#include <utility>

#include "engine/core/error.h"
#include "engine/core/text_line.h"

namespace niemen::core {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kBuffer = 1 << 16;
constexpr mode_t kEverybody = 0666;  // less what the user's mask takes away

/// Where a chain of links leads, whether or not anything is there.
fs::path followed(fs::path place) {
  constexpr int kMaxLinks = 40;  // as the system's own
  std::error_code ignored;
  for (int link = 0; link < kMaxLinks && fs::is_symlink(place, ignored); ++link)
    place = place.parent_path() / fs::read_symlink(place, ignored);
  return place;
}

/// The standard stream that goes to this file, or -1.
int stream_to(const struct stat& file) {
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat its;
    if (::fstat(stream, &its) == 0 && its.st_dev == file.st_dev && its.st_ino == file.st_ino)
      return stream;
  }
  return -1;
}

/// Opens what is written directly, or returns -1 with errno.
int open_directly(const fs::path& place, const struct stat& there) {
  const int stream = stream_to(there);
  return stream >= 0 ? ::fcntl(stream, F_DUPFD_CLOEXEC, 0)
                     : ::open(place.c_str(), O_WRONLY | O_CLOEXEC);
}

}  // namespace

fs::path make_beside(const fs::path& place, const std::function<bool(const fs::path&)>& make) {
  std::random_device random;
  while (true) {
    constexpr unsigned kDigits = 0xffffff;
    std::ostringstream name;
    name << ".niemen-" << ::getpid() << '-' << std::hex << (random() & kDigits);
    auto beside = place.parent_path() / name.str();
    if (make(beside)) return beside;
  }
}

FileWriter::FileWriter(fs::path target) : target_(std::move(target)), place_(target_) {
  struct stat there;
  const bool exists = ::stat(target_.c_str(), &there) == 0;
  if (exists && S_ISDIR(there.st_mode))
    throw InputError(target_.string() + ": is a folder, not a file");
  if (exists && (!S_ISREG(there.st_mode) || stream_to(there) >= 0)) {
    descriptor_ = open_directly(target_, there);
    if (descriptor_ < 0) fail(errno);
    return;
  }
  place_ = followed(target_);
  if (exists && ::access(place_.c_str(), W_OK) != 0) fail(errno);
  open_beside();
  // Who cannot give the mode on (another's file in a shared folder) writes it all the same.
  if (exists) ::fchmod(descriptor_, there.st_mode & ~static_cast<mode_t>(S_IFMT));
}

FileWriter::~FileWriter() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  if (!part_.empty()) ::unlink(part_.c_str());
}

void FileWriter::open_beside() {
  part_ = make_beside(place_, [&](const fs::path& name) {
    descriptor_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kEverybody);
    if (descriptor_ < 0 && errno != EEXIST) fail(errno);
    return descriptor_ >= 0;
  });
}

void FileWriter::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= kBuffer) flush();
}

void FileWriter::flush() {
  for (std::size_t written = 0; written < buffer_.size();) {
    const auto count = ::write(descriptor_, buffer_.data() + written, buffer_.size() - written);
    if (count >= 0)
      written += static_cast<std::size_t>(count);
    else if (errno != EINTR)
      fail(errno);
  }
  buffer_.clear();
}

void FileWriter::commit() {
  flush();
  // Some file systems tell only when they close a file that the disk is full.
  const bool closed = ::close(std::exchange(descriptor_, -1)) == 0;
  if (closed && (part_.empty() || ::rename(part_.c_str(), place_.c_str()) == 0)) return;
  const int error = errno;
  if (!part_.empty()) ::unlink(part_.c_str());
  fail(error);
}

void FileWriter::fail(int error) const {
  throw InputError(target_.string() + ": cannot be written: " + std::strerror(error));
}

void write_file(const fs::path& target, std::string_view text) {
  FileWriter writer(target);
  writer.write(text);
  writer.commit();
}

void check_writable(const fs::path& target) {
  struct stat there;
  // To open a pipe and go away would be the end of its reader's input.
  if (::stat(target.c_str(), &there) == 0 && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode)) {
    if (::access(target.c_str(), W_OK) != 0)
      throw InputError(target.string() + ": cannot be written: " + std::strerror(errno));
    return;
  }
  FileWriter tried(target);
}

bool is_file_name(std::string_view name) {
  if (name.empty() || name == "." || name == ".." || name[0] == '-') return false;
  return std::none_of(name.begin(), name.end(), [](char letter) {
    return letter == '/' || static_cast<unsigned char>(letter) < ' ' || letter == '\x7f';
  });
}

std::string read_file(const fs::path& file) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored))
    throw InputError(file.string() + ": is a folder, not a file");
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError(file.string() + ": cannot be opened");
  std::ostringstream text;
  text << in.rdbuf();
  if (in.bad()) throw InputError(file.string() + ": cannot be read");
  auto whole = text.str();
  whole.erase(0, size_of_mark(whole));
  return whole;
}

}  // namespace niemen::core
