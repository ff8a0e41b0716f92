// From a game's folder to a Context: reads every file, lays presets and overrides over them, and
// checks all of it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/play/any_game.h"
#include "engine/play/game_folder.h"
#include "engine/systems/hex_campaign/context.h"
#include "engine/systems/hex_campaign/read_game.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

/// Reads a game's files, and those of the parts that follow it in a linked campaign, builds the
/// context and checks it. Throws InputError with file, line and what is allowed.
std::shared_ptr<const Context> load_context(const play::GameRequest& request,
                                            const play::GameFolder& folder);
/// The same of a tree that has been read and joined (join_parts.h).
std::shared_ptr<const Context> load_context(const play::GameRequest& request,
                                            const play::GameFolder& folder,
                                            const core::ConfigValue& game);

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
