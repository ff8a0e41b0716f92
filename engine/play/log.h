// A campaign as text: one JSON line for what is played, one for each decision or die, one for how
// it ended. Events are written as data and in words. Every line carries the hash of the position
// after it and a checksum chained to the line before, so that a changed or cut file is found at its
// line.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/play/any_game.h"
#include "engine/play/seal.h"

namespace niemen::play {

/// What the first line of a log says: enough to load the same game again.
struct LogHeader {
  int version = 0;      ///< of a log that was read; below 4 it has other words of events
  GameRequest request;  ///< `folder` is not written; the title is
  std::string title;
  std::uint64_t data_hash = 0;
  std::uint64_t campaign_key = 0;
  /// Whether Nature's outcomes are those of the campaign key (else somebody set them by hand).
  bool keyed_dice = true;
  std::string players[kSides];  ///< who decided for each side, in words
};

/// Writes the lines of a log. With `viewer` set to a side it is that seat's log: only what the seat
/// may know (its own actions, events it sees, the hash of its observation; no campaign key, no
/// state hash). A step of others of which it is told nothing has no line and no number there.
/// Viewer::Public gives the full log.
class LogWriter {
 public:
  LogWriter(const AnyGame& game, LogHeader header, Viewer viewer = Viewer::Public);

  /// The header line. Call first.
  std::string header_line(const AnyState& initial);
  /// The line of `action`, taken in `before` and giving `after` with `events`.
  std::string step_line(const AnyState& before, Action action, const std::vector<Event>& events,
                        const AnyState& after);
  /// The line of the end. Of a forfeit only the seat that failed reads why: what its player said
  /// may tell secrets. Precondition: actor(last) is Over, or the side to move forfeits.
  std::string end_line(const AnyState& last, const std::optional<Forfeit>& forfeit);

 private:
  std::string outcome_line(const AnyState& last);
  std::string forfeit_line(const Forfeit& forfeit);
  const AnyGame& game_;
  LogHeader header_;
  Viewer viewer_;
  Seal seal_;
  int step_ = 0;
};

/// The log of a campaign given by its actions from the start.
/// Precondition: each is possible where it stands, and after the last the campaign is over or the
/// side to move forfeits it.
std::string log_of(const AnyGame& game, const LogHeader& header, std::span<const Action> actions,
                   const std::optional<Forfeit>& forfeit = std::nullopt);

/// Loads the game that a request names.
using GameLoader = std::function<std::unique_ptr<AnyGame>(const GameRequest&)>;
/// Finds the folder of a title.
using FolderFinder = std::function<std::filesystem::path(std::string_view title)>;

/// A log that was rebuilt, every line of it.
struct Replay {
  std::unique_ptr<AnyGame> game;
  LogHeader header;
  std::vector<AnyState> states;  ///< the first position and the one after each step
  std::vector<Action> actions;   ///< one fewer than states
  Outcome outcome;
  std::optional<Forfeit> forfeit;
};

/// Reads the header line alone. `name` stands for the file in messages.
/// Throws InputError when it is not the header of a log.
LogHeader read_log_header(std::string_view line, const std::string& name);

/// Plays a full log again and requires every line byte for byte; of a log of an earlier version
/// only what was played and how it ended, and the checksums of the rest. Throws InputError
/// "name:line: ..." at the first line that was changed, cannot be played, or is missing.
Replay replay_log(std::string_view text, const std::string& name, const FolderFinder& find,
                  const GameLoader& load);

/// The log that `viewer` may read of a campaign that was rebuilt. Precondition: a side.
std::string seat_log(const Replay& replay, Viewer viewer);

}  // namespace niemen::play
