// What the turns of a campaign are called, and which of them are winter, as the game's files say.
#pragma once

#include <string>
#include <vector>

#include "engine/play/any_game.h"

namespace niemen::tools {

struct Calendar {
  std::vector<std::string> names;  ///< of turn 1 and on; empty: the files do not say, or not of all
  std::vector<int> winter;         ///< turns, rising
};

Calendar calendar_of(const play::GameRequest& request, const play::GameInfo& info);

}  // namespace niemen::tools
