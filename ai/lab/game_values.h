// The files of a game as one list of values: what a run was played with, for whoever asks later
// what has been edited since.
#pragma once

#include <map>
#include <string>

#include "engine/play/any_game.h"

namespace niemen::lab {

/// By file and key ("units.csv North-Vet-Inf-1.class"): the value as text. With everything that the
/// game's folder extends; what agents have learned (evaluation.toml) apart.
using GameValues = std::map<std::string, std::string>;
/// Throws InputError when a file cannot be read. A request without a game's folder has no values.
GameValues game_values(const play::GameRequest& request);

/// As JSON (no values: no text), and read again; the values of text that is none are empty.
std::string game_values_json(const GameValues& values);
GameValues parse_game_values(const std::string& json);

}  // namespace niemen::lab
