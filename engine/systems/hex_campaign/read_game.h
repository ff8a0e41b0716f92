// The files of a game's folder as one tree, before anything is built of it: the same for every
// size.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/config.h"
#include "engine/play/actor.h"
#include "engine/play/any_game.h"
#include "engine/play/game_folder.h"

namespace niemen::hex_campaign {

inline constexpr std::string_view kSideWords[] = {"a", "b"};

/// Reads `key` as a side.
play::Side read_side(core::ConfigTable& table, std::string_view key);

/// All files of the folder as one tree: game, rules, sides, hexes, hexsides, downstream, victory,
/// units, commanders, cards, scenario, openings (a, b). The request's scenario, preset and openings
/// are chosen, the preset, the sections of game.toml and the request's overrides
/// ("rules.march=4") laid over it, in this order.
core::ConfigValue read_game(const play::GameRequest& request, const play::GameFolder& folder);

/// The scenarios, presets, or openings of a side that the folder offers, by name.
std::vector<std::string> scenario_names(const play::GameFolder& folder);
std::vector<std::string> preset_names(const play::GameFolder& folder);
std::vector<std::string> opening_names(const play::GameFolder& folder, play::Side side);

}  // namespace niemen::hex_campaign
