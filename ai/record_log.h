// An append-only log of framed, checksummed records: long work is kept as it is done, and goes on
// where it was broken off.
//
//   file   = "niemen " kind " " version "\n"  identity "\n"  frame*
//   frame  = length (4 bytes)  crc-32 of the payload (4 bytes)  payload
//
// A program that dies leaves at most a torn last frame, which is cut off when the log is opened
// again; what it was of is then done again.
#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace niemen::ai {

/// Appends a number as it lies in memory. Field by field: padding bytes never reach a file.
template <class T>
void put(std::string& out, const T& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}
void put_text(std::string& out, std::string_view text);

/// Reads back what put() wrote; `sound` turns false where the bytes run out.
struct ByteCursor {
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
  std::string text();
};

/// What a log holds.
struct RecordLogHead {
  std::string kind;      ///< "campaign log"
  int version = 1;       ///< of how its records are written
  std::string identity;  ///< of what was done: a log of anything else is refused; one line
};

/// Where a record lies in a log.
struct RecordPlace {
  std::uint64_t offset = 0;  ///< of its frame
  std::uint32_t length = 0;  ///< of its payload
};

/// Calls `visit(payload, place)` for every whole record and returns the length of the sound part of
/// the file, which ends with its last whole record. Where bytes before that are damaged, the whole
/// records behind them are still visited, and `damaged` (where given) is told the offset of each
/// such gap. Throws InputError when the log is of something else; without `damaged`, also when it
/// is damaged before its end.
std::uint64_t scan_records(const std::filesystem::path& file, const RecordLogHead& head,
                           const std::function<void(std::string_view, RecordPlace)>& visit,
                           const std::function<void(std::uint64_t)>& damaged = {});

/// Reads single records.
class RecordReader {
 public:
  explicit RecordReader(const std::filesystem::path& file);
  ~RecordReader();
  RecordReader(const RecordReader&) = delete;
  RecordReader& operator=(const RecordReader&) = delete;
  /// The payload at `place`. Throws InputError when the file is too short.
  std::string read(RecordPlace place) const;

 private:
  std::filesystem::path file_;
  int descriptor_;
};

/// Appends records. Not for several threads at once.
class RecordAppender {
 public:
  /// Opens the log at the end of its sound part (cutting a torn record) or starts a new one.
  RecordAppender(const std::filesystem::path& file, const RecordLogHead& head,
                 std::uint64_t sound_length);
  /// Closes; what was not flushed is lost.
  ~RecordAppender();
  RecordAppender(const RecordAppender&) = delete;
  RecordAppender& operator=(const RecordAppender&) = delete;

  /// Adds a record, which is never empty; written at the latest by the next flush(). Throws
  /// InputError (disk full) with the log cut back to whole records.
  void append(std::string_view payload);
  void flush();

 private:
  std::filesystem::path file_;
  int descriptor_ = -1;
  std::uint64_t length_ = 0;
  std::string buffer_;
};

}  // namespace niemen::ai
