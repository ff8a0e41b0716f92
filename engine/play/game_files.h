// The files that most mechanisms read alike: which scenario, preset and openings a request means,
// the tree they make together, and the names of the sides.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/config.h"
#include "engine/core/error.h"
#include "engine/play/formats.h"
#include "engine/play/game_folder.h"

namespace niemen::play {

/// Puts the defaults of a mechanism's rules into the tree of a game.
using SayDefaults = std::function<void(core::ConfigValue& config)>;

using SideNames = std::array<std::string, kSides>;

/// game.toml with rules.toml below it (where there is one), the sections that the scenario has over
/// both ("[rules]"), the preset over these, what else the scenario says beside them as the section
/// `scenario`, and overrides last, but for those of CSV files (GameFolder::csv). A preset is a
/// table `presets.NAME` of game.toml that changes `rules`, or a file presets/NAME.toml that changes
/// any section. The scenario is the one asked for, else that of an opening asked for, else the
/// default. Rules among `added` that a game of an earlier format does not say are as they were
/// before; `say_defaults` puts in what else is left out. Fills in the scenario and preset of
/// `info`, and which there are. Throws InputError with what is allowed.
core::ConfigValue assemble_files(const GameRequest& request, const GameFolder& folder,
                                 GameInfo& info, std::span<const AddedRule> added = {},
                                 const SayDefaults& say_defaults = {});

/// The file of an opening. Throws InputError that lists the openings.
core::ConfigValue read_opening_file(const GameFolder& folder, const std::string& name);

/// The names of the sides under two keys of `table`: lines that can be seen, and not alike.
SideNames read_side_titles(core::ConfigTable& table,
                           const std::array<std::string_view, kSides>& keys);
/// The same where they are words without blanks, which stand in files and notation.
SideNames read_side_names(core::ConfigTable& sides,
                          const std::array<std::string_view, kSides>& keys);

/// The section `doctrines`: what each side plays by when nobody says.
/// A game of the first format may have none: then nothing is played by.
SideNames read_default_doctrines(core::ConfigTable& game, const SideNames& sides);
/// Those of a game of the first format that has no such section.
std::vector<OlderRule> older_doctrines(const GameFolder& folder);
/// What to throw where a doctrine that this section names is not among those that the game has.
core::InputError unknown_default_doctrine(std::span<const std::filesystem::path> folders,
                                          std::string_view name,
                                          const std::vector<std::string>& allowed);

/// The index of the side that `key` names.
int read_side(core::ConfigTable& table, std::string_view key, const SideNames& sides);

/// Reads the opening called `name` into the context of a mechanism, for a side by index.
using OpeningReader =
    std::function<void(const core::ConfigValue& file, const std::string& name, int side)>;
/// Calls `read` for each opening of the request, with what overrides change of it by its name
/// ("openings.north.places.morand"), and takes it into the hash of `info`.
void read_openings(const GameRequest& request, const GameFolder& folder, GameInfo& info,
                   const OpeningReader& read);
/// What every opening says first: its name, why, its side, and its `scenario` (or several
/// `scenarios`). Throws InputError when it is for the other side or another scenario.
void read_opening_head(core::ConfigTable& opening, const std::string& name, int side,
                       const SideNames& sides, const std::string& scenario);

/// Fills in what `info` says of a folder that has been read: title, sides, the openings there are,
/// and in the hash the files of `tables`.
void describe_folder(const GameFolder& folder, std::string_view mechanism, const SideNames& sides,
                     std::span<const std::string_view> tables, GameInfo& info);

}  // namespace niemen::play
