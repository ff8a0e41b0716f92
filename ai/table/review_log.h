// A review as far as it came, kept in a file: what was broken off goes on there.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ai/record_log.h"
#include "ai/table/course.h"

namespace niemen::ai::table {

class ReviewLog {
 public:
  /// Of the review that is named by `identity`; a log of another one is begun anew. Throws
  /// InputError where the file cannot be written.
  ReviewLog(const std::filesystem::path& file, const std::string& identity);
  /// The scores of the lots from `first` on of a position that were kept, at most `count`.
  std::vector<double> kept(std::size_t position, int first, int count) const;
  /// Keeps the scores of the next lots of a position. Throws InputError: full disk.
  void keep(std::size_t position, int first, const std::vector<double>& scores);

 private:
  std::map<std::size_t, std::vector<double>> kept_;  ///< by position, of lots from the first on
  std::unique_ptr<RecordAppender> appender_;
};

/// The file beside a campaign's that keeps its review from a seat with the lots of a seed.
std::filesystem::path review_file(const std::filesystem::path& campaign, play::Side side,
                                  std::uint64_t seed);
/// What a review depends on, but for how deep it goes: the campaign to its end, the seat, the lots.
std::string review_identity(const Course& course, play::Side side, std::uint64_t seed);

}  // namespace niemen::ai::table
