#include "ai/table/review_log.h"

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/core/look.h"

namespace niemen::ai::table {

namespace fs = std::filesystem;

namespace {

constexpr int kReviewVersion = 1;

std::string payload_of(const Stretch& stretch) {
  std::string bytes;
  put(bytes, static_cast<std::uint64_t>(stretch.to));
  put(bytes, stretch.change.value);
  put(bytes, stretch.change.low);
  put(bytes, stretch.change.high);
  put(bytes, stretch.change.margin);
  put(bytes, stretch.change.campaigns);
  put(bytes, stretch.reveal);
  put(bytes, stretch.chance);
  return bytes;
}

Stretch stretch_of(std::string_view payload) {
  ByteCursor cursor{payload};
  Stretch stretch;
  stretch.to = cursor.get<std::uint64_t>();
  stretch.change.value = cursor.get<double>();
  stretch.change.low = cursor.get<double>();
  stretch.change.high = cursor.get<double>();
  stretch.change.margin = cursor.get<double>();
  stretch.change.campaigns = cursor.get<int>();
  stretch.reveal = cursor.get<double>();
  stretch.chance = cursor.get<double>();
  return stretch;
}

}  // namespace

ReviewLog::ReviewLog(const fs::path& file, const std::string& identity) {
  const RecordLogHead head{"review", kReviewVersion, identity};
  std::uint64_t sound = 0;
  if (core::is_there(file)) {
    try {
      sound = scan_records(file, head, [&](std::string_view payload, RecordPlace) {
        kept_.push_back(stretch_of(payload));
      });
    } catch (const core::InputError&) {  // of another campaign, or damaged: a mere convenience
      kept_.clear();
      std::error_code failed;
      fs::remove(file, failed);
    }
  }
  appender_ = std::make_unique<RecordAppender>(file, head, sound);
}

void ReviewLog::keep(const Stretch& stretch) {
  appender_->append(payload_of(stretch));
  appender_->flush();
}

fs::path review_file(const play::Session& session, play::Side side, int campaigns) {
  auto file = session.path();
  file += fmt::format(".review-{}-{}", side == play::Side::A ? 'a' : 'b', campaigns);
  return file;
}

std::string review_identity(const play::Session& session, play::Side side, int campaigns) {
  auto course = session.game().info().data_hash;
  for (const auto& step : session.steps()) course = core::mix(course, step.action);
  return fmt::format("{} {} {} {} {}", session.commitment(), session.steps().size(),
                     play::hex(course), play::index(side), campaigns);
}

}  // namespace niemen::ai::table
