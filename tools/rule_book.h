// A rule by its number, in our words: what the game's files set of it, and how its doubtful places
// are read.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/config.h"
#include "engine/play/any_game.h"
#include "engine/play/game_folder.h"

namespace niemen::tools {

/// engine/systems/<mechanism>/rulings.md, compiled in.
struct Rulings {
  std::string_view mechanism;
  std::string_view text;
};
std::span<const Rulings> all_rulings();

/// The rules of a game as its files have them: rules.toml, or a table of game.toml.
core::ConfigValue rules_of(const play::GameFolder& folder);
/// What a preset changes of them, and its title.
core::ConfigValue preset_of(const play::GameFolder& folder, const std::string& preset);

struct RuleLine {
  std::string name;   ///< of a ruling: "R-7"; empty: a value of the game's files
  std::string words;  ///< without a full stop, but for a ruling
  std::string value;  ///< in this game, under this preset; empty: none, or a long one
};

/// What is known of a rule: values that name it, then rulings about it. `number`: of the rule
/// ("8.4", "combat table"), or of a ruling ("R-7"), which says what rule it reads.
std::vector<RuleLine> rule_lines(const play::GameRequest& request, const play::GameInfo& info,
                                 std::string_view number);

}  // namespace niemen::tools
