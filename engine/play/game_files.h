// The files that most mechanisms read alike: which scenario, preset and openings a request means,
// the tree they make together, and the names of the sides.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "engine/core/config.h"
#include "engine/play/game_folder.h"

namespace niemen::play {

using SideNames = std::array<std::string, kSides>;

/// game.toml with rules.toml below it (where there is one), the preset over both, the scenario
/// beside them as the section `scenario`, and overrides last. A preset is a table
/// `presets.NAME` of game.toml that changes `rules`, or a file presets/NAME.toml that changes any
/// section. The scenario is the one asked for, else that of an opening asked for, else the default.
/// Fills in the scenario and preset of `info`, and which there are. Throws InputError with what is
/// allowed.
core::ConfigValue assemble_files(const GameRequest& request, const GameFolder& folder,
                                 GameInfo& info);

/// The file of an opening. Throws InputError that lists the openings.
core::ConfigValue read_opening_file(const GameFolder& folder, const std::string& name);

/// The openings of each side by the key `side` of their files. Precondition: `info` has the names
/// of the sides.
void list_openings(const GameFolder& folder, GameInfo& info);

/// The names of the sides, words without blanks and not alike, under two keys of `sides`.
SideNames read_side_names(core::ConfigTable& sides,
                          const std::array<std::string_view, kSides>& keys);

/// The section `doctrines`: what each side plays by when nobody says.
SideNames read_default_doctrines(core::ConfigTable& game, const SideNames& sides);

/// The index of the side that `key` names.
int read_side(core::ConfigTable& table, std::string_view key, const SideNames& sides);

}  // namespace niemen::play
