// What a person who chooses a game is told of it: configs/games.toml.
#pragma once

#include <string>
#include <string_view>

namespace niemen::tools {

/// Campaigns of a scenario between rules of thumb on both sides.
struct Balance {
  int first = 0;      ///< won by the first side
  int campaigns = 0;  ///< played; 0: nobody has counted
};

/// Without full stops, but for what the game is about; empty where the file does not say.
struct GameCard {
  std::string about;  ///< what is fought over
  std::string time;   ///< that a campaign takes: "an evening"
  std::string whom;   ///< it is for
};

/// InputError: a key that is not known, a value of another kind, counts that cannot be.
GameCard game_card(std::string_view title);
Balance balance_of(std::string_view title, std::string_view scenario);

/// "between rules of thumb the French win 97 of 100 campaigns (95 to 98)"; empty where nobody has
/// counted. `people`: the first side's, as people_of() has them.
std::string balance_words(const Balance& balance, std::string_view people);

}  // namespace niemen::tools
