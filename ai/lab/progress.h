// How far a run is, on standard error: a line that rewrites itself on a terminal, a line a minute
// elsewhere, or JSON.
#pragma once

#include <chrono>
#include <string>
#include <utility>

#include "ai/lab/runner.h"
#include "ai/lab/statistics/intervals.h"

namespace niemen::lab {

enum class ProgressStyle { Terminal, Lines, Json, Silent };

/// "terminal", "lines", "json", "none", or "" for what suits standard error.
/// Throws InputError for anything else.
ProgressStyle progress_style(const std::string& name);

/// Lines of progress, as seldom as the style wants them.
class ProgressLines {
 public:
  explicit ProgressLines(ProgressStyle style) : style_(style) {}
  /// Ends the line on a terminal.
  ~ProgressLines();
  ProgressLines(const ProgressLines&) = delete;
  ProgressLines& operator=(const ProgressLines&) = delete;

  ProgressStyle style() const { return style_; }
  /// Whether a line is due `seconds` after the start; it is then taken to be shown. `last`: there
  /// will be no other.
  bool due(double seconds, bool last);
  void show(const std::string& line);

 private:
  ProgressStyle style_;
  double last_shown_ = -1;
  bool open_line_ = false;
};

/// How far a run is.
class ProgressPrinter {
 public:
  /// `side` is the name of side A, whose win share is shown.
  ProgressPrinter(ProgressStyle style, std::string side) : lines_(style), side_(std::move(side)) {}

  void show(const RunProgress& progress);

 private:
  ProgressLines lines_;
  std::string side_;
  std::uint64_t last_done_ = 0;
};

/// How far one campaign is that is played for its log.
class CampaignProgress {
 public:
  /// From `first` to `last`, which is 0 when it is not known.
  CampaignProgress(ProgressStyle style, int first, int last)
      : lines_(style), first_(first), last_(last) {}

  void show(int turn);

 private:
  ProgressLines lines_;
  int first_, last_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// The interval of the score so far: as a verdict has it of campaigns on dice of their own. Draws
/// count for what they steady. Precondition: one was scored.
Interval live_interval(const RunProgress& progress, double level = 0.95);

/// Of this session; 0: none was played yet.
double campaigns_per_second(const RunProgress& progress);
/// Precondition: one was played in this session.
double seconds_left(const RunProgress& progress);

/// "3 min 20 s".
std::string duration_text(double seconds);

/// How fast campaigns of this session are played: "7.5/s", or "33.0 s each".
/// Precondition: one was played.
std::string rate_text(const RunProgress& progress);

}  // namespace niemen::lab
