// How far a run is, on standard error: a line that rewrites itself on a terminal, a line a minute
// elsewhere, or JSON.
#pragma once

#include <string>

#include "ai/lab/runner.h"

namespace niemen::lab {

enum class ProgressStyle { Terminal, Lines, Json, Silent };

/// "terminal", "lines", "json", "none", or "" for what suits standard error.
/// Throws InputError for anything else.
ProgressStyle progress_style(const std::string& name);

class ProgressPrinter {
 public:
  /// `side` is the name of side A, whose win share is shown.
  ProgressPrinter(ProgressStyle style, std::string side);
  /// Ends the line on a terminal.
  ~ProgressPrinter();
  ProgressPrinter(const ProgressPrinter&) = delete;
  ProgressPrinter& operator=(const ProgressPrinter&) = delete;

  void show(const RunProgress& progress);

 private:
  ProgressStyle style_;
  std::string side_;
  double last_shown_ = -1;
  std::uint64_t last_done_ = 0;
  bool open_line_ = false;
};

/// "3 min 20 s".
std::string duration_text(double seconds);

}  // namespace niemen::lab
