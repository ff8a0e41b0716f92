#include "ai/record_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <boost/crc.hpp>
#include <cassert>
#include <cerrno>
#include <optional>

#include "engine/core/error.h"

namespace niemen::ai {

namespace {

constexpr std::size_t kFrameHead = 8;
constexpr std::size_t kBufferBytes = 1U << 16;

std::uint32_t checksum(std::string_view bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

std::string first_line(const RecordLogHead& head) {
  return "niemen " + head.kind + " " + std::to_string(head.version) + "\n";
}
std::string first_lines(const RecordLogHead& head) {
  return first_line(head) + head.identity + "\n";
}

std::string file_error(const std::filesystem::path& file) {
  return file.string() + ": " + std::strerror(errno);
}

bool read_at(int descriptor, std::uint64_t offset, char* out, std::size_t size) {
  while (size > 0) {
    const auto got = ::pread(descriptor, out, size, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    out += got;
    offset += static_cast<std::uint64_t>(got);
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

struct File {
  explicit File(const std::filesystem::path& file) : descriptor(::open(file.c_str(), O_RDONLY)) {
    if (descriptor < 0) throw core::InputError(file_error(file));
  }
  ~File() { ::close(descriptor); }
  int descriptor;
};

void check_head(const File& in, const std::filesystem::path& file, const RecordLogHead& head) {
  std::string lines(first_lines(head).size(), '\0');
  if (!read_at(in.descriptor, 0, lines.data(), lines.size()) ||
      !lines.starts_with(first_line(head)))
    throw core::InputError(file.string() + ": is not a " + head.kind + " of this version");
  if (lines != first_lines(head))
    throw core::InputError(file.string() +
                           ": is of another experiment, game, agent or program; name another "
                           "folder with --out, or remove the file");
}

/// The payload of the record that begins where `bytes` do; nothing where no sound one does. A
/// record is never empty: a disk that lost its power may leave zeros, whose checksum is zero.
std::optional<std::string_view> sound_payload(std::string_view bytes) {
  ByteCursor head{bytes};
  const auto length = head.get<std::uint32_t>();
  const auto sum = head.get<std::uint32_t>();
  if (!head.sound || length == 0 || length > head.bytes.size()) return {};
  const auto payload = head.bytes.substr(0, length);
  if (checksum(payload) != sum) return {};
  return payload;
}

/// Frames of a log, read many at a time.
class BufferedFile {
 public:
  BufferedFile(const File& in, std::uint64_t size) : in_(in), size_(size) {}

  /// The bytes of the frame that begins at `offset`, as far as the file goes; none where they
  /// cannot be read. Valid until the next call.
  std::string_view frame(std::uint64_t offset) {
    if (!hold(offset, kFrameHead)) return {};
    ByteCursor head{held(offset, kFrameHead)};
    const auto length = head.get<std::uint32_t>();
    const auto whole = kFrameHead + std::min<std::uint64_t>(length, size_ - offset - kFrameHead);
    return hold(offset, whole) ? held(offset, whole) : std::string_view{};
  }

 private:
  bool hold(std::uint64_t offset, std::uint64_t bytes) {
    if (offset >= begin_ && offset + bytes <= begin_ + buffer_.size()) return true;
    begin_ = offset;
    buffer_.resize(std::min(std::max<std::uint64_t>(bytes, kBufferBytes), size_ - offset));
    if (read_at(in_.descriptor, begin_, buffer_.data(), buffer_.size())) return true;
    buffer_.clear();
    return false;
  }
  std::string_view held(std::uint64_t offset, std::uint64_t bytes) const {
    return std::string_view(buffer_).substr(offset - begin_, bytes);
  }

  const File& in_;
  std::uint64_t size_, begin_ = 0;
  std::string buffer_;
};

/// Where the next sound record begins, from `offset` on; `size` where none does.
std::uint64_t next_record(const File& in, std::uint64_t offset, std::uint64_t size) {
  std::string rest(size - offset, '\0');
  if (!read_at(in.descriptor, offset, rest.data(), rest.size())) return size;
  for (std::size_t i = 0; i + kFrameHead < rest.size(); ++i)
    if (sound_payload(std::string_view(rest).substr(i))) return offset + i;
  return size;
}

}  // namespace

void put_text(std::string& out, std::string_view text) {
  put(out, static_cast<std::uint32_t>(text.size()));
  out += text;
}

std::string ByteCursor::text() {
  const auto size = get<std::uint32_t>();
  if (bytes.size() < size) {
    sound = false;
    return {};
  }
  std::string value(bytes.substr(0, size));
  bytes.remove_prefix(size);
  return value;
}

std::uint64_t scan_records(const std::filesystem::path& file, const RecordLogHead& head,
                           const std::function<void(std::string_view, RecordPlace)>& visit,
                           const std::function<void(std::uint64_t)>& damaged) {
  const auto size = std::filesystem::file_size(file);
  std::uint64_t offset = first_lines(head).size();
  // A program that died at once may have left less than the head.
  if (size < offset) return 0;
  const File in(file);
  check_head(in, file, head);
  BufferedFile buffered(in, size);
  while (size - offset >= kFrameHead) {
    const auto frame = buffered.frame(offset);
    const auto payload = sound_payload(frame);
    if (payload) {
      visit(*payload, {offset, static_cast<std::uint32_t>(payload->size())});
      offset += frame.size();
      continue;
    }
    // What a dying program left at the end is cut; behind other damage there are more records.
    const auto next = next_record(in, offset + 1, size);
    if (next == size) break;
    if (!damaged)
      throw core::InputError(file.string() + ": is damaged at byte " + std::to_string(offset) +
                             ", before its end; remove the file to play its campaigns again");
    damaged(offset);
    offset = next;
  }
  return offset;
}

RecordReader::RecordReader(const std::filesystem::path& file)
    : file_(file), descriptor_(::open(file.c_str(), O_RDONLY)) {
  if (descriptor_ < 0) throw core::InputError(file_error(file));
}

RecordReader::~RecordReader() { ::close(descriptor_); }

std::string RecordReader::read(RecordPlace place) const {
  std::string payload(place.length, '\0');
  if (!read_at(descriptor_, place.offset + kFrameHead, payload.data(), place.length))
    throw core::InputError(file_.string() + ": a record cannot be read");
  return payload;
}

RecordAppender::RecordAppender(const std::filesystem::path& file, const RecordLogHead& head,
                               std::uint64_t sound_length)
    : file_(file), descriptor_(::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644)) {
  if (descriptor_ < 0) throw core::InputError(file_error(file));
  length_ = sound_length;
  const bool placed = ::ftruncate(descriptor_, static_cast<off_t>(length_)) == 0 &&
                      ::lseek(descriptor_, static_cast<off_t>(length_), SEEK_SET) >= 0;
  if (!placed) throw core::InputError(file_error(file));
  if (length_ == 0) {
    buffer_ = first_lines(head);
    flush();
  }
}

RecordAppender::~RecordAppender() { ::close(descriptor_); }

void RecordAppender::append(std::string_view payload) {
  assert(!payload.empty());
  put(buffer_, static_cast<std::uint32_t>(payload.size()));
  put(buffer_, checksum(payload));
  buffer_ += payload;
  if (buffer_.size() >= kBufferBytes) flush();
}

void RecordAppender::flush() {
  std::size_t written = 0;
  while (written < buffer_.size()) {
    const auto done = ::write(descriptor_, buffer_.data() + written, buffer_.size() - written);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) {
      const auto message = file_error(file_);
      // Back to whole records: what is in the file stays sound.
      if (::ftruncate(descriptor_, static_cast<off_t>(length_)) == 0)
        ::lseek(descriptor_, static_cast<off_t>(length_), SEEK_SET);
      throw core::InputError(message +
                             "; what was played before is kept, resume when there is "
                             "room");
    }
    written += static_cast<std::size_t>(done);
  }
  length_ += buffer_.size();
  buffer_.clear();
}

}  // namespace niemen::ai
