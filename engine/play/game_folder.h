// A game is a folder of configuration; a folder may extend another one.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/config.h"
#include "engine/play/any_game.h"

namespace niemen::play {

/// The file `name` of the nearest (last) of a game's folders that has it, or an empty path.
std::filesystem::path find_file(std::span<const std::filesystem::path> folders,
                                std::string_view name);
/// The stems of all files "<subfolder>/*.<extension>" of a game's folders, sorted, each once.
std::vector<std::string> list_files(std::span<const std::filesystem::path> folders,
                                    std::string_view subfolder, std::string_view extension);

/// A game's folder, with all that it extends.
struct GameFolder {
  std::string title;                           ///< name of the folder itself
  std::vector<std::filesystem::path> folders;  ///< what is extended first, the folder itself last
  core::ConfigValue config;                    ///< every game.toml laid over the one before it

  std::filesystem::path find(std::string_view name) const { return find_file(folders, name); }
  /// The TOML file `name`, each folder's laid over the one before it. InputError if none has it.
  core::ConfigValue toml(std::string_view name) const;
  /// The CSV file `name`: rows with an equal `id` column replace those of the folder before.
  /// InputError if no folder has it.
  core::ConfigValue csv(std::string_view name) const;
  std::vector<std::string> list(std::string_view subfolder, std::string_view extension) const {
    return list_files(folders, subfolder, extension);
  }
};

/// Opens request.folder: reads game.toml, follows `extends = "other-game"` (a sibling folder, or
/// one in the project's configs/games), then lays the request's inline configuration over it.
/// Overrides
/// (`--set`) are left to the mechanism's loader, which knows what presets change before them.
/// Throws InputError: no such folder, no game.toml, folders that extend each other in a circle.
GameFolder open_game_folder(const GameRequest& request);

/// The folder that holds `games/`: the environment's NIEMEN_CONFIGS, or "configs" in the working
/// folder or above the running program. Throws InputError when there is none.
std::filesystem::path configs_folder();

/// The folder that a user means: an existing folder with a game.toml, or a title in configs/games.
/// Throws InputError that lists the titles.
std::filesystem::path find_game_folder(std::string_view title_or_folder);

/// The title of the game in `folder`: the name of the folder itself.
std::string title_of(const std::filesystem::path& folder);

/// Every title in configs/games, sorted.
std::vector<std::string> game_titles();

}  // namespace niemen::play
