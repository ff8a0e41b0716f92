// From a game's folder to a block battle that can be played.
#pragma once

#include <memory>

#include "engine/play/any_game.h"
#include "engine/play/game_folder.h"
#include "engine/systems/block_battle/block_battle.h"

namespace niemen::block_battle {

/// Reads rules, map, blocks, scenario and openings. Throws core::InputError with file and line.
std::shared_ptr<const BlockContext> load_block_context(const play::GameRequest& request,
                                                       const play::GameFolder& folder,
                                                       play::GameInfo& info);

/// The loader that the registry calls for `mechanism = "block_battle"`; the handle it returns is a
/// play::TypedGame<BlockBattle>.
std::unique_ptr<play::AnyGame> load_game(const play::GameRequest& request,
                                         const play::GameFolder& folder);

}  // namespace niemen::block_battle
