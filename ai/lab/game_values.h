// The files of a game as one list of values: what a run was played with, for whoever asks later
// what has been edited since.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "engine/play/any_game.h"

namespace niemen::lab {

/// By file and key ("units.csv North-Vet-Inf-1.class"): the value as text. With everything that the
/// game's folder extends; what agents have learned (evaluation.toml) apart.
using GameValues = std::map<std::string, std::string>;
/// Throws InputError when a file cannot be read. A request without a game's folder has no values.
GameValues game_values(const play::GameRequest& request);

/// " (points of Lornmouth)": what the key of a row in tables is about ("victory.lornmouth.points"),
/// by what the game's files call the row. Empty for other keys, and rows that they give no title.
std::string row_words(const GameValues& values, std::string_view key);

/// As JSON (no values: no text), and read again; the values of text that is none are empty.
std::string game_values_json(const GameValues& values);
GameValues parse_game_values(const std::string& json);

}  // namespace niemen::lab
