#include "ai/lab/campaign_log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <boost/crc.hpp>
#include <cerrno>
#include <cstring>
#include <optional>

#include "engine/core/error.h"

namespace niemen::lab {

namespace {

constexpr std::string_view kMagic = "niemen campaign log 2\n";
constexpr std::size_t kIdentityLength = 64;
constexpr std::size_t kFrameHead = 8;
constexpr std::size_t kBufferBytes = 1U << 16;

std::uint32_t checksum(std::string_view bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

template <class T>
void put(std::string& out, const T& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void put_text(std::string& out, std::string_view text) {
  put(out, static_cast<std::uint32_t>(text.size()));
  out += text;
}

/// Reads back what put() wrote; `sound` turns false where the bytes run out.
struct Cursor {
  std::string_view bytes;
  bool sound = true;

  template <class T>
  T get() {
    T value{};
    if (bytes.size() < sizeof value) {
      sound = false;
      return value;
    }
    std::memcpy(&value, bytes.data(), sizeof value);
    bytes.remove_prefix(sizeof value);
    return value;
  }
  std::string text() {
    const auto size = get<std::uint32_t>();
    if (bytes.size() < size) {
      sound = false;
      return {};
    }
    std::string value(bytes.substr(0, size));
    bytes.remove_prefix(size);
    return value;
  }
};

// Field by field: padding bytes never reach the file.
void put_summary(std::string& out, const CampaignSummary& s) {
  put(out, s.id);
  put(out, s.block);
  put(out, s.state_hash);
  put(out, s.margin);
  put(out, s.a_losses);
  put(out, s.b_losses);
  put(out, s.cell);
  put(out, s.turns);
  put(out, s.level);
  put(out, s.decided_turn);
  put(out, static_cast<std::uint8_t>(s.status));
  put(out, static_cast<std::uint8_t>(s.winner));
}

CampaignSummary get_summary(Cursor& in) {
  CampaignSummary s;
  s.id = in.get<std::uint64_t>();
  s.block = in.get<std::uint64_t>();
  s.state_hash = in.get<std::uint64_t>();
  s.margin = in.get<double>();
  s.a_losses = in.get<double>();
  s.b_losses = in.get<double>();
  s.cell = in.get<std::uint32_t>();
  s.turns = in.get<std::int32_t>();
  s.level = in.get<std::int32_t>();
  s.decided_turn = in.get<std::int32_t>();
  s.status = static_cast<CampaignStatus>(in.get<std::uint8_t>());
  s.winner = static_cast<play::Outcome::Winner>(in.get<std::uint8_t>());
  return s;
}

std::string encode(const CampaignRecord& record) {
  std::string out;
  put_summary(out, record.summary);
  put(out, record.seconds);
  put_text(out, record.failure);
  put_text(out, record.position);
  put_text(out, record.tally);
  put(out, static_cast<std::uint32_t>(record.rows.size()));
  for (const auto& row : record.rows) put_text(out, row);
  return out;
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

void check_head(const File& in, const std::filesystem::path& file, const std::string& identity) {
  std::string head(kMagic.size() + kIdentityLength + 1, '\0');
  if (!read_at(in.descriptor, 0, head.data(), head.size()) || !head.starts_with(kMagic))
    throw core::InputError(file.string() + ": is not a campaign log of this version");
  if (head.substr(kMagic.size(), kIdentityLength) != identity)
    throw core::InputError(file.string() + ": belongs to another experiment, game or program");
}

/// The payload of the record that begins where `bytes` do; nothing where no sound one does. A
/// record is never empty: a disk that lost its power may leave zeros, whose checksum is zero.
std::optional<std::string_view> sound_payload(std::string_view bytes) {
  Cursor head{bytes};
  const auto length = head.get<std::uint32_t>();
  const auto sum = head.get<std::uint32_t>();
  if (!head.sound || length == 0 || length > head.bytes.size()) return {};
  const auto payload = head.bytes.substr(0, length);
  if (checksum(payload) != sum) return {};
  return payload;
}

/// Whether a sound record begins anywhere from `offset` on.
bool record_follows(const File& in, std::uint64_t offset, std::uint64_t size) {
  std::string rest(size - offset, '\0');
  if (!read_at(in.descriptor, offset, rest.data(), rest.size())) return false;
  for (std::size_t i = 0; i + kFrameHead < rest.size(); ++i)
    if (sound_payload(std::string_view(rest).substr(i))) return true;
  return false;
}

}  // namespace

const char* status_name(CampaignStatus status) {
  switch (status) {
    case CampaignStatus::Ok: return "ok";
    case CampaignStatus::Error: return "error";
    case CampaignStatus::Limit: return "limit";
    case CampaignStatus::Forfeit: return "forfeit";
  }
  return "error";
}

std::uint64_t scan_log(const std::filesystem::path& file, const std::string& identity,
                       const std::function<void(const CampaignSummary&, LogPlace)>& visit) {
  const auto size = std::filesystem::file_size(file);
  std::uint64_t offset = kMagic.size() + kIdentityLength + 1;
  // A program that died at once may have left less than the head.
  if (size < offset) return 0;
  const File in(file);
  check_head(in, file, identity);
  std::string frame;
  while (size - offset >= kFrameHead) {
    std::uint32_t length = 0;
    read_at(in.descriptor, offset, reinterpret_cast<char*>(&length), sizeof length);
    frame.resize(kFrameHead + std::min<std::uint64_t>(length, size - offset - kFrameHead));
    const bool read = read_at(in.descriptor, offset, frame.data(), frame.size());
    const auto payload = read ? sound_payload(frame) : std::nullopt;
    if (!payload) {
      // What a dying program left at the end is cut; records behind the damage would be lost.
      if (!record_follows(in, offset + 1, size)) break;
      throw core::InputError(file.string() + ": is damaged at byte " + std::to_string(offset) +
                             ", before its end; remove the file to play its campaigns again");
    }
    Cursor cursor{*payload};
    visit(get_summary(cursor), {offset, length});
    offset += frame.size();
  }
  return offset;
}

LogReader::LogReader(const std::filesystem::path& file)
    : file_(file), descriptor_(::open(file.c_str(), O_RDONLY)) {
  if (descriptor_ < 0) throw core::InputError(file_error(file));
}

LogReader::~LogReader() { ::close(descriptor_); }

CampaignRecord LogReader::read(LogPlace place) const {
  std::string payload(place.length, '\0');
  CampaignRecord record;
  Cursor cursor{payload};
  cursor.sound = read_at(descriptor_, place.offset + kFrameHead, payload.data(), place.length);
  record.summary = get_summary(cursor);
  record.seconds = cursor.get<double>();
  record.failure = cursor.text();
  record.position = cursor.text();
  record.tally = cursor.text();
  const auto tables = cursor.get<std::uint32_t>();
  for (std::uint32_t i = 0; i < tables && cursor.sound; ++i) record.rows.push_back(cursor.text());
  if (!cursor.sound) throw core::InputError(file_.string() + ": a record cannot be read");
  return record;
}

LogAppender::LogAppender(const std::filesystem::path& file, const std::string& identity,
                         std::uint64_t sound_length)
    : file_(file), descriptor_(::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644)) {
  if (descriptor_ < 0) throw core::InputError(file_error(file));
  length_ = sound_length;
  const bool placed = ::ftruncate(descriptor_, static_cast<off_t>(length_)) == 0 &&
                      ::lseek(descriptor_, static_cast<off_t>(length_), SEEK_SET) >= 0;
  if (!placed) throw core::InputError(file_error(file));
  if (length_ == 0) {
    buffer_ = std::string(kMagic) + identity + "\n";
    flush();
  }
}

LogAppender::~LogAppender() { ::close(descriptor_); }

void LogAppender::append(const CampaignRecord& record) {
  const auto payload = encode(record);
  put(buffer_, static_cast<std::uint32_t>(payload.size()));
  put(buffer_, checksum(payload));
  buffer_ += payload;
  if (buffer_.size() >= kBufferBytes) flush();
}

void LogAppender::flush() {
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

}  // namespace niemen::lab
