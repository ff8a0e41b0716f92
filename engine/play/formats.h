// What a game's folder may say changed over the years: its format, and rules that came later.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/config.h"

namespace niemen::play {

/// The key of game.toml that says which format the folder is of.
inline constexpr std::string_view kFormatKey = "format";
/// The format of a game that does not say.
inline constexpr int kFirstFormat = 1;
/// The format that `niemen new` writes.
inline constexpr int kFormat = 2;

/// A rule that games of earlier formats do not know.
struct AddedRule {
  std::string_view key;     ///< as `niemen describe` has it, "rules.depots_carried"
  int since = 0;            ///< the format in which it came
  std::string_view before;  ///< what leaves older games as they were, in TOML
};

/// A rule of today as a game of an earlier format has it: what its file would say.
struct OlderRule {
  std::string file;             ///< of the game's folder: "rules.toml"
  std::string key;              ///< with the tables that it stands in: "rules.depots_carried"
  std::string value;            ///< in TOML
  std::string instead_of = {};  ///< the key that it takes the place of; empty: none
};

/// Takes the format out of a game.toml, `otherwise` where it says none. Throws InputError, at its
/// line, for one that this program does not know.
int take_format(core::ConfigValue& config, int otherwise);
/// Keeps the format in the tree of a game, where nobody takes it for something that was said.
void keep_format(core::ConfigValue& config, int format);
/// The format that was kept; kFormat where none was.
int format_of(const core::ConfigValue& config);

/// The rules among `added` that a game of this format does not say. `rules` is the table in which
/// the keys are looked up.
std::vector<AddedRule> unsaid_rules(const core::ConfigValue& rules, int format,
                                    std::span<const AddedRule> added);
/// The same as lines of `file`.
std::vector<OlderRule> older_of(const core::ConfigValue& rules, int format,
                                std::span<const AddedRule> added, const std::string& file);
/// Writes them into `rules` as they were before, for presets and overrides to find. They are no
/// part of a game's hash (see core::is_unsaid), so that older logs still fit the game.
void say_added(core::ConfigValue& rules, int format, std::span<const AddedRule> added);

}  // namespace niemen::play
