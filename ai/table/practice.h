// Decisions out of one's own campaigns that cost much, to be taken again.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "ai/table/review.h"

namespace niemen::ai::table {

/// Campaigns that are played on to look through one of one's own: enough for what costs ten points
/// and more; a review looks deeper.
inline constexpr int kPracticeDepth = 12'000;
/// Positions that are played again in one go.
inline constexpr std::size_t kPracticePositions = 10;

/// A decision of one's own that cost much.
struct Exercise {
  std::filesystem::path file;
  play::Side side = play::Side::A;
  TurningPoint point;
};

/// The campaigns that lie in a folder, the latest first.
std::vector<std::filesystem::path> campaigns_in(const std::filesystem::path& folder);

struct PracticeOptions {
  int depth = kPracticeDepth;
  int threads = 2;
  std::stop_token stop = {};
  /// Called again and again with the share of the file that is done, 0 to 1.
  std::function<void(const std::filesystem::path&, double)> progress = {};
};

/// Reads a session's file. Throws InputError.
using ReadSession = std::function<play::Session(const std::filesystem::path&)>;

class Practice {
 public:
  Practice(ReadSession read, PracticeOptions options)
      : read_(std::move(read)), options_(std::move(options)) {}

  /// Adds what persons decided badly in a campaign. Throws InputError where it cannot be read or
  /// goes on. False: it was stopped.
  bool add(const std::filesystem::path& file);
  /// The same of many, until there are `count` exercises; those that cannot be read or that go on
  /// are passed over.
  bool add_some(const std::vector<std::filesystem::path>& files, std::size_t count);

  /// `count` of them, in an order that tells nothing of how grave they were, nor when.
  std::vector<Exercise> exercises(std::size_t count, std::uint64_t seed) const;

 private:
  bool add(const std::filesystem::path& file, const Course& course, play::Side side);

  const ReadSession read_;
  const PracticeOptions options_;
  std::vector<Exercise> found_;
};

/// "In that campaign: ...; it cost 14 points (6 to 22)."
std::string exercise_words(const Exercise& exercise);

}  // namespace niemen::ai::table
