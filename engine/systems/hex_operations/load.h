// From the folder of a game to a game that can be played.
#pragma once

#include <memory>

#include "engine/play/any_game.h"
#include "engine/play/game_folder.h"
#include "engine/systems/hex_operations/hex_operations.h"

namespace niemen::hex_operations {

/// Loads `request` from its opened folder and fills `info`. Throws core::InputError for anything
/// missing, unknown, out of range or inconsistent.
std::shared_ptr<const OperationsContext> load_operations_context(const play::GameRequest& request,
                                                                 const play::GameFolder& folder,
                                                                 play::GameInfo& info);
/// The same as the handle of the registry.
std::unique_ptr<play::AnyGame> load_game(const play::GameRequest& request,
                                         const play::GameFolder& folder);

}  // namespace niemen::hex_operations
