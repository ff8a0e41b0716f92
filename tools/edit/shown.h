// The map of the game as it stands in the editor, with a scenario's pieces at set-up.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "engine/play/any_game.h"
#include "tools/edit/snapshot.h"
#include "tools/serve/work.h"

namespace niemen::edit {

/// Stands for the opening that the game lists first.
inline constexpr const char* kUsual = "*";

/// What is looked at: a scenario under a preset, with an opening of each side. Empty openings: what
/// the scenario leaves open the computer sets up.
struct Look {
  std::string scenario, preset;
  std::string openings[play::kSides];
  bool operator==(const Look&) const = default;
};

/// A version of the game that could be loaded.
struct Shown {
  std::uint64_t revision = 0;
  Look look;
  play::GameInfo info;
  std::unique_ptr<play::AnyGame> game;
  play::AnyState state;  ///< when everything stands
  play::Board board;
  play::View view;
  std::string ground;    ///< the message "map": all that the position does not change
  std::string position;  ///< the message "position"
};

/// The last version that could be shown; written by a task, read by the server.
class ShownSlot {
 public:
  /// Of an earlier version than the one at hand it is dropped.
  void put(std::shared_ptr<const Shown> shown);
  std::shared_ptr<const Shown> get() const;

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Shown> shown_;
};

/// The request for what is looked at, of the game in `folder`.
play::GameRequest request_of(const std::filesystem::path& folder, const Look& look);

/// Loads the game and puts it into the slot; "unshown" with the reason in words where it cannot be.
serve::Work::Task show_game(std::shared_ptr<const Snapshot> snapshot, Look look,
                            std::uint64_t revision, std::shared_ptr<ShownSlot> slot);

/// The openings and scenarios that the game has, with their titles:
/// {"scenarios": [{"id", "title"}], "presets": [...], "openings": [[{"id", "title"}], [...]]}.
serve::Json choices_of(const play::GameRequest& request, const play::GameInfo& info);

}  // namespace niemen::edit
