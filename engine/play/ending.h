// How a campaign ended, in words: the same on the page, at the table and in a replay.
#pragma once

#include <optional>
#include <string>

#include "engine/play/any_game.h"

namespace niemen::play {

/// "French forfeits the campaign: ...".
std::string forfeit_text(const GameInfo& info, const Forfeit& forfeit);

/// "French won by 3 (a close win)" or "A draw"; of a forfeit, also who failed and how. No full
/// stop.
std::string ending_text(const GameInfo& info, const Outcome& outcome,
                        const std::optional<Forfeit>& forfeit);

}  // namespace niemen::play
