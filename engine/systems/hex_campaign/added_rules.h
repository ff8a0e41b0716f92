// Rules that games of earlier formats do not know.
#pragma once

#include <span>
#include <string_view>

#include "engine/play/formats.h"

namespace niemen::hex_campaign {

/// Of rules.toml in the first format: Combat Commands of both sides.
inline constexpr std::string_view kOldCombatCommands = "combat_commands";

/// Of the parameters that every game says, those that came after the first format.
std::span<const play::AddedRule> added_rules();

}  // namespace niemen::hex_campaign
