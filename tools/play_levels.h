// The levels of the computer player, each with its card.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace niemen::tools {

struct Level {
  std::string name;  ///< of the agent
  std::string card;  ///< "general: ... Elo 750; 13 s a turn"
  // As measured in the game; empty where nobody has.
  std::string elo = {};    ///< "750", counted from the rules of thumb
  std::string pace = {};   ///< "13 s a turn", "at once"
  std::string score = {};  ///< against the one below, with its interval: "71.9 % (52 to 87)"
};

/// Those that were measured for the game, weakest first; where none were, those that were in
/// another game. Agents that were never measured are for experiments.
std::vector<Level> levels(std::string_view title);
/// What holds for all of them.
inline constexpr std::string_view kFairness =
    "No level has an advantage in dice, points, supply or sight: each is handed what its side may "
    "know.";

/// A key for the dice of a campaign that nobody chose.
std::uint64_t fresh_key();

}  // namespace niemen::tools
