// From a game's folder to a Context: reads every file, lays presets and overrides over them, and
// checks all of it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/play/any_game.h"
#include "engine/play/game_folder.h"
#include "engine/systems/hex_campaign/context.h"

namespace niemen::hex_campaign {

/// All files of the folder as one tree: game, rules, sides, hexes, hexsides, downstream, victory,
/// units, commanders, cards, scenario, openings (a, b). The request's scenario, preset and openings
/// are chosen, the preset, the sections of game.toml and the request's overrides
/// ("rules.march=4") laid over it, in this order.
core::ConfigValue read_game(const play::GameRequest& request, const play::GameFolder& folder);

/// Builds and checks the context of a tree from read_game(). Throws InputError with file, line and
/// what is allowed.
std::shared_ptr<const Context> build_context(const core::ConfigValue& game);

/// Both at once.
std::shared_ptr<const Context> load_context(const play::GameRequest& request,
                                            const play::GameFolder& folder);

/// The scenarios, presets, or openings of a side that the folder offers, by name.
std::vector<std::string> scenario_names(const play::GameFolder& folder);
std::vector<std::string> preset_names(const play::GameFolder& folder);
std::vector<std::string> opening_names(const play::GameFolder& folder, Side side);

}  // namespace niemen::hex_campaign
