// From a game's folder to a game that can be played.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/core/parameters.h"
#include "engine/play/any_game.h"

namespace niemen::systems {

/// Loads the game in request.folder with the loader of the mechanism that its game.toml names.
/// Throws core::InputError (unknown mechanism, or whatever the loader finds).
std::unique_ptr<play::AnyGame> load_game(const play::GameRequest& request);

/// The files that the game in request.folder is read from, or would be if they were there:
/// "units.csv", "scenarios/*.toml". Throws as load_game does.
std::vector<std::string> files_of(const play::GameRequest& request);

/// A table of parameters, as `niemen describe` prints it.
struct ParameterTable {
  std::string name;  ///< what a person asks for
  std::vector<core::ParameterDescription> rows;
};

/// The rule parameters of every mechanism.
std::vector<ParameterTable> parameter_tables();

/// The names of all mechanisms, as `mechanism` in a game.toml spells them.
std::vector<std::string> mechanism_names();

}  // namespace niemen::systems
