#include "engine/play/ending.h"

#include <fmt/format.h>

#include <cstdlib>

#include "engine/core/text.h"

namespace niemen::play {

std::string forfeit_text(const GameInfo& info, const Forfeit& forfeit) {
  return core::capitalised(info.side_names[index(forfeit.side)]) +
         " forfeits the campaign: " + forfeit.reason;
}

std::string ending_text(const GameInfo& info, const Outcome& outcome,
                        const std::optional<Forfeit>& forfeit) {
  const auto level = static_cast<std::size_t>(outcome.level);
  const auto how =
      level < info.victory_levels.size() ? " (" + info.victory_levels[level] + ")" : "";
  if (outcome.winner == Outcome::Winner::Draw) {
    if (outcome.margin == 0) return "A draw" + how;
    return fmt::format("A draw, {} {} ahead{}",
                       core::capitalised(info.side_names[outcome.margin < 0]),
                       std::abs(outcome.margin), how);
  }
  const auto winner = core::capitalised(info.side_names[outcome.winner == Outcome::Winner::B]);
  if (forfeit) return winner + " won: " + forfeit_text(info, *forfeit);
  // A level may be won by whoever is behind in points, where a bid or the level itself says so.
  const int ahead = outcome.winner == Outcome::Winner::B ? -outcome.margin : outcome.margin;
  if (ahead <= 0) return fmt::format("{} won with a margin of {}{}", winner, ahead, how);
  return fmt::format("{} won by {}{}", winner, ahead, how);
}

}  // namespace niemen::play
