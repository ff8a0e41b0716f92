// A review as far as it came, kept in a file: what was broken off goes on there.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "ai/record_log.h"
#include "ai/table/review.h"

namespace niemen::ai::table {

class ReviewLog {
 public:
  /// Of the review that is named by `identity`; a log of another one is begun anew. Throws
  /// InputError where the file cannot be written.
  ReviewLog(const std::filesystem::path& file, const std::string& identity);
  /// The judgements that were kept, in order: of a stretch what was measured, the rest left empty.
  const std::vector<Stretch>& kept() const { return kept_; }
  /// Keeps the judgement of the next stretch. Throws InputError: full disk.
  void keep(const Stretch& stretch);

 private:
  std::vector<Stretch> kept_;
  std::unique_ptr<RecordAppender> appender_;
};

/// The file beside a session's that keeps its review from a seat at a depth.
std::filesystem::path review_file(const play::Session& session, play::Side side, int campaigns);
/// What a review depends on: the campaign to its end, the seat, the depth.
std::string review_identity(const play::Session& session, play::Side side, int campaigns);

}  // namespace niemen::ai::table
