// The append-only log of a run: one framed, checksummed record a campaign.
//
//   file   = "niemen campaign log 2\n"  identity (64 hexadecimal digits)  "\n"  frame*
//   frame  = length (4 bytes)  crc-32 of the payload (4 bytes)  payload
//
// A program that dies leaves at most a torn last frame, which is cut off when the log is opened
// again; the campaign is then played again from its key.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "ai/lab/campaign.h"

namespace niemen::lab {

/// Where a record lies in a log.
struct LogPlace {
  std::uint64_t offset = 0;  ///< of its frame
  std::uint32_t length = 0;  ///< of its payload
};

/// Calls `visit(summary, place)` for every whole record and returns the length of the sound part of
/// the file. Throws InputError when the log belongs to another experiment, or is damaged before its
/// end.
std::uint64_t scan_log(const std::filesystem::path& file, const std::string& identity,
                       const std::function<void(const CampaignSummary&, LogPlace)>& visit);

/// Reads the record at `place`. Throws InputError when it is not sound.
class LogReader {
 public:
  explicit LogReader(const std::filesystem::path& file);
  ~LogReader();
  LogReader(const LogReader&) = delete;
  LogReader& operator=(const LogReader&) = delete;
  CampaignRecord read(LogPlace place) const;

 private:
  std::filesystem::path file_;
  int descriptor_;
};

/// Appends records. Not for several threads at once.
class LogAppender {
 public:
  /// Opens the log at the end of its sound part (cutting a torn record) or starts a new one.
  LogAppender(const std::filesystem::path& file, const std::string& identity,
              std::uint64_t sound_length);
  /// Closes; what was not flushed is lost.
  ~LogAppender();
  LogAppender(const LogAppender&) = delete;
  LogAppender& operator=(const LogAppender&) = delete;

  /// Adds a record; written at the latest by the next flush(). Throws InputError (disk full) with
  /// the log cut back to whole records.
  void append(const CampaignRecord& record);
  void flush();

 private:
  std::filesystem::path file_;
  int descriptor_ = -1;
  std::uint64_t length_ = 0;
  std::string buffer_;
};

}  // namespace niemen::lab
