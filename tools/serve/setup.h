// What may be chosen before a campaign, and the campaign that was chosen.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "engine/play/session.h"
#include "tools/serve/messages.h"
#include "tools/serve/work.h"

namespace niemen::serve {

/// Every game with its scenarios, presets, switches, openings and levels. Games are read once.
const Json& games_message();

/// The folder of a title that the tree has; InputError for anything else, whatever path it might
/// be.
std::filesystem::path game_folder(std::string_view title);

/// Draws what everybody sees of a scenario as it begins. Throws InputError: no such game.
Work::Task draw_beginning(const Message& message);

/// What a "begin" asks for. Throws InputError that names the field.
play::SessionSettings settings_of(const Message& message);

}  // namespace niemen::serve
