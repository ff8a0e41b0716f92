// The log of a run: one record a campaign.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "ai/lab/campaign.h"
#include "ai/record_log.h"

namespace niemen::lab {

/// What a log was found to hold.
struct ScannedLog {
  std::uint64_t sound_length = 0;      ///< to the end of the last whole record
  std::vector<std::uint64_t> damaged;  ///< where, before that, bytes belong to no whole record
};

/// Calls `visit(summary, place)` for every whole record, also behind damaged ones: their campaigns
/// are lost, and no others. Throws InputError when the log belongs to another experiment.
ScannedLog scan_log(const std::filesystem::path& file, const std::string& identity,
                    const std::function<void(const CampaignSummary&, ai::RecordPlace)>& visit);

/// Reads records.
class LogReader {
 public:
  explicit LogReader(const std::filesystem::path& file) : file_(file), records_(file) {}
  /// Throws InputError when the record at `place` is not sound.
  CampaignRecord read(ai::RecordPlace place) const;

 private:
  std::filesystem::path file_;
  ai::RecordReader records_;
};

/// Appends records. Not for several threads at once.
class LogAppender {
 public:
  /// Opens the log at the end of its sound part (cutting a torn record) or starts a new one.
  LogAppender(const std::filesystem::path& file, const std::string& identity,
              std::uint64_t sound_length);
  /// As ai::RecordAppender does.
  void append(const CampaignRecord& record);
  void flush() { records_.flush(); }

 private:
  ai::RecordAppender records_;
};

}  // namespace niemen::lab
