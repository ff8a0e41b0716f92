// What campaigns between doctrines give of the game as it stands in the editor, and of the game
// that it is compared with.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "ai/lab/statistics/intervals.h"
#include "engine/play/any_game.h"
#include "tools/edit/snapshot.h"
#include "tools/serve/work.h"

namespace niemen::edit {

/// Campaigns of one version of the game.
struct Played {
  std::vector<lab::Observation> scores;  ///< of side A: 1 won, 1/2 a draw, 0 lost
  int won = 0, drawn = 0, lost = 0;      ///< by side A
  int forfeited = 0;
  std::string why;  ///< the first of those that were forfeited
};

/// Versions that have been played to the end, by a hash of all that they are made of.
class PlayedVersions {
 public:
  void keep(std::uint64_t version, std::shared_ptr<const Played> played);
  std::shared_ptr<const Played> find(std::uint64_t version) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::uint64_t, std::shared_ptr<const Played>> versions_;
};

/// A version to be played.
struct Version {
  std::shared_ptr<const Snapshot> snapshot;
  play::GameRequest request;  ///< in the snapshot's folder
  std::uint64_t hash = 0;
};

/// "measured": how many of `campaigns` each side wins now, and before where that is another
/// version, on the same dice, told as it comes in: {"revision", "of", "now": {"done", "won",
/// "drawn", "lost", "share", "low", "high"}, "before": the same or null, "change": words,
/// "running"}.
serve::Work::Task play_campaigns(Version now, Version before, int campaigns, std::uint64_t revision,
                                 std::shared_ptr<PlayedVersions> versions);

}  // namespace niemen::edit
