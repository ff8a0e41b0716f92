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

/// A stretch of a log that holds whole records, undamaged.
struct LogPiece {
  std::uint64_t offset = 0;                    ///< of its first record
  std::uint64_t end = 0;                       ///< of its last one
  std::uint64_t first_id = ~std::uint64_t{0};  ///< the lowest id in it
  std::uint64_t last_id = 0;                   ///< the highest
};

/// Reads records.
class LogReader {
 public:
  explicit LogReader(const std::filesystem::path& file) : file_(file), records_(file) {}
  /// Visits the records of a piece; `summary_only` leaves all else of them empty. Throws InputError
  /// when they are no longer there.
  void visit(const LogPiece& piece, const std::function<void(CampaignRecord)>& visit,
             bool summary_only) const;

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
