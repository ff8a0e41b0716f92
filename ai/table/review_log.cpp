#include "ai/table/review_log.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/core/look.h"
#include "engine/play/seal.h"

namespace niemen::ai::table {

namespace fs = std::filesystem;

namespace {

constexpr int kReviewVersion = 2;

std::string payload_of(std::size_t position, int first, const std::vector<double>& scores) {
  std::string bytes;
  put(bytes, static_cast<std::uint64_t>(position));
  put(bytes, first);
  // A score is nought, one half or one.
  for (const auto score : scores) put(bytes, static_cast<std::uint8_t>(2 * score));
  return bytes;
}

}  // namespace

ReviewLog::ReviewLog(const fs::path& file, const std::string& identity) {
  const RecordLogHead head{"review", kReviewVersion, identity};
  std::uint64_t sound = 0;
  if (core::is_there(file)) {
    try {
      sound = scan_records(file, head, [&](std::string_view payload, RecordPlace) {
        ByteCursor cursor{payload};
        auto& scores = kept_[cursor.get<std::uint64_t>()];
        auto lot = cursor.get<int>();
        for (; cursor.sound && !cursor.bytes.empty(); ++lot) {
          const auto score = cursor.get<std::uint8_t>() / 2.0;
          if (lot == static_cast<int>(scores.size())) scores.push_back(score);
        }
      });
    } catch (const core::InputError&) {  // of another campaign, or damaged: a mere convenience
      kept_.clear();
      std::error_code failed;
      fs::remove(file, failed);
    }
  }
  appender_ = std::make_unique<RecordAppender>(file, head, sound);
}

std::vector<double> ReviewLog::kept(std::size_t position, int first, int count) const {
  const auto found = kept_.find(position);
  if (found == kept_.end() || static_cast<int>(found->second.size()) <= first) return {};
  const auto last = std::min(first + count, static_cast<int>(found->second.size()));
  return {found->second.begin() + first, found->second.begin() + last};
}

void ReviewLog::keep(std::size_t position, int first, const std::vector<double>& scores) {
  appender_->append(payload_of(position, first, scores));
  appender_->flush();
}

fs::path review_file(const fs::path& campaign, play::Side side, std::uint64_t seed) {
  auto file = campaign;
  file += fmt::format(".review-{}-{}", side == play::Side::A ? 'a' : 'b', seed);
  return file;
}

std::string review_identity(const Course& course, play::Side side, std::uint64_t seed) {
  auto played = course.game->info().data_hash;
  for (const auto& step : course.steps) played = core::mix(played, step.action);
  return fmt::format("{} {} {} {} {}", course.steps.size(), play::hex(played), play::index(side),
                     seed, course.forfeit ? 1 : 0);
}

}  // namespace niemen::ai::table
