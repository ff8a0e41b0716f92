// A run of the lab on the page: its campaigns as a table, any of which can be opened.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "ai/lab/recorded.h"
#include "engine/play/session.h"
#include "tools/serve/messages.h"
#include "tools/serve/work.h"

namespace niemen::serve {

/// A campaign that is played again on another thread; `session` is there once `ready`.
struct PlayedAgain {
  std::atomic<bool> ready = false;
  std::optional<play::Session> session;
};

class LabRun {
 public:
  /// Throws InputError: no run, one that is not complete, files that changed since.
  explicit LabRun(const std::filesystem::path& folder);

  /// Rows of campaigns.csv, without what names dice and positions: {"folder", "title", "common":
  /// [[column, value]] that all rows share, "columns", "rows", "campaigns": how many there are}.
  const Json& table() const { return table_; }
  /// "again": the turn that was reached, while campaign `id` is played again as the lab played it.
  /// Throws InputError where there is none. The run must outlive the task.
  Work::Task play_again(std::uint64_t id, std::shared_ptr<PlayedAgain> played) const;

 private:
  lab::OpenedRun run_;
  Json table_;
};

}  // namespace niemen::serve
