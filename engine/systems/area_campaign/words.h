// Words for places, units and choices, as narrate.cpp has them.
#pragma once

#include <string>

#include "engine/systems/area_campaign/action.h"
#include "engine/systems/area_campaign/context.h"

namespace niemen::area_campaign {

/// The name of a place, or its code where that is no name of its own.
std::string place_text(const AreaContext& game, int at);
/// The name of an Area; one of several places has no name but its code.
std::string area_text(const AreaContext& game, int area);
/// A choice as a person says it: "Move to Smolensk".
std::string choice_text(const AreaContext& game, play::Action action);

}  // namespace niemen::area_campaign
