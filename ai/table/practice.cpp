#include "ai/table/practice.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include "ai/table/review_log.h"
#include "engine/core/error.h"
#include "engine/core/random.h"

namespace niemen::ai::table {

namespace fs = std::filesystem;
using play::Side;

std::vector<fs::path> campaigns_in(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> list;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed))
    if (entry.path().extension() == ".jsonl")
      list.emplace_back(entry.last_write_time(failed), entry.path());
  std::ranges::sort(list, std::ranges::greater{});
  std::vector<fs::path> files;
  for (auto& [time, file] : list) files.push_back(std::move(file));
  return files;
}

bool Practice::add(const fs::path& file) {
  const auto session = read_(file);
  if (!session.open_to_all())
    throw core::InputError(file.string() + ": a review tells all, and " + opening_words(session));
  const auto course = course_of(session);
  for (const auto side : {Side::A, Side::B})
    if (session.is_person(side) && !add(file, course, side)) return false;
  return true;
}

bool Practice::add_some(const std::vector<fs::path>& files, std::size_t count) {
  for (const auto& file : files) {
    if (found_.size() >= count) break;
    try {
      if (!add(file)) return false;
    } catch (const core::InputError&) {
      continue;  // others in the folder are none of this one's business
    }
  }
  return true;
}

bool Practice::add(const fs::path& file, const Course& course, Side side) {
  ReviewOptions options;
  options.depth = options_.depth;
  options.threads = options_.threads;
  options.stop = options_.stop;
  options.file = review_file(file, side, options.seed);
  if (options_.progress) options.progress = [&](double share) { options_.progress(file, share); };
  const auto found = review(course, side, options);
  for (const auto& point : found.points)
    if (cost_something(point) && mark_of(point) != Mark::None)
      found_.push_back({file, side, point});
  return found.complete;
}

std::vector<Exercise> Practice::exercises(std::size_t count, std::uint64_t seed) const {
  auto list = found_;
  core::RandomStream random(seed, 0);
  for (auto i = list.size(); i > 1; --i)
    std::swap(list[i - 1], list[random.below(static_cast<std::uint32_t>(i))]);
  if (list.size() > count) list.resize(count);
  return list;
}

std::string exercise_words(const Exercise& exercise) {
  const auto& change = exercise.point.change;
  return fmt::format("In that campaign: {}; it cost {:.0f} points ({:.0f} to {:.0f}).",
                     exercise.point.words, -100 * change.value, -100 * change.high,
                     -100 * change.low);
}

}  // namespace niemen::ai::table
