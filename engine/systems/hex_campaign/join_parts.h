// A linked campaign (Nemesis 17): the trees of its parts, each with the whole map and all pieces.
#pragma once

#include "engine/systems/hex_campaign/read_game.h"

namespace niemen::hex_campaign {

/// Reads the folders that `[[part]]` of game.toml names, which follow the game itself, and adds
/// them to the tree as the list "parts". Where maps overlap the last one lies on top (17.1); units
/// with a star of the last one are left out (17.4), its Commanders are those of the first with the
/// same name. A tree without parts stays as it is. Throws InputError.
void join_parts(const play::GameFolder& folder, core::ConfigValue& tree);

/// Those folders, in their order.
std::vector<play::GameFolder> open_parts(const play::GameFolder& folder);

/// Of some presets those that every part has.
std::vector<std::string> common_presets(const play::GameFolder& folder,
                                        std::vector<std::string> presets);

}  // namespace niemen::hex_campaign
