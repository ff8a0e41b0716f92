// A game is a folder of configuration; a folder may extend another one.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <set>
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

/// The files that a game in these folders may be made of: TOML and CSV, sorted. Hidden files, and
/// whatever editors leave beside them, are none.
std::vector<std::filesystem::path> files_of_game(std::span<const std::filesystem::path> folders);

/// A game's folder, with all that it extends.
struct GameFolder {
  std::string title;                           ///< name of the folder itself
  std::vector<std::filesystem::path> folders;  ///< what is extended first, the folder itself last
  core::ConfigValue config;                    ///< every game.toml laid over the one before it
  /// Files that a loader has asked for: "units.csv", "scenarios/*.toml". Shared by copies.
  std::shared_ptr<std::set<std::string>> asked = std::make_shared<std::set<std::string>>();
  /// What a request overrides in CSV files, by file: "blocks.csv" "blocks.old-guard.points=4".
  std::map<std::string, std::vector<std::string>> changes;

  std::filesystem::path find(std::string_view name) const {
    asked->emplace(name);
    return find_file(folders, name);
  }
  /// The TOML file `name`, each folder's laid over the one before it. InputError if none has it.
  core::ConfigValue toml(std::string_view name) const;
  /// The CSV file `name`: rows with an equal `id` column replace those of the folder before, and
  /// overrides are laid over them. InputError if no folder has it.
  core::ConfigValue csv(std::string_view name) const;
  std::vector<std::string> list(std::string_view subfolder, std::string_view extension) const {
    asked->insert(std::string(subfolder) + "/*." + std::string(extension));
    return list_files(folders, subfolder, extension);
  }
};

/// Opens request.folder: reads game.toml, follows `extends = "other-game"` (a sibling folder, one
/// in the project's configs/games, or with a "/" a path from the folder itself), then lays the
/// request's inline configuration over it. Overrides (`--set`) are left to the mechanism's loader,
/// which knows what presets change before them, but for those of CSV files, which csv() has.
/// Throws InputError: no such folder, no game.toml,
/// folders that extend each other in a circle.
GameFolder open_game_folder(const GameRequest& request);

/// The folder that holds `games/`: NIEMEN_CONFIGS, "configs" here or above, "configs" or
/// "share/niemen/configs" above the program. Throws InputError when there is none.
std::filesystem::path configs_folder();

/// The folder that a user means: an existing folder with a game.toml, or a title in configs/games.
/// Throws InputError that lists the titles.
std::filesystem::path find_game_folder(std::string_view title_or_folder);

/// `path` without slashes at its end ("games/mine/" as a shell completes it).
std::filesystem::path without_slash(std::filesystem::path path);

/// The title of the game in `folder`: the name of the folder itself.
std::string title_of(const std::filesystem::path& folder);

/// Every title in configs/games, sorted.
std::vector<std::string> game_titles();

}  // namespace niemen::play
