// Where units would find a source as things stand: for those who look ahead, not for play.
#pragma once

#include "engine/systems/area_campaign/context.h"
#include "engine/systems/area_campaign/state.h"

namespace niemen::area_campaign {

/// Whether Corps of `side` in `area` would find a source: the Area, a Depot, or an Area next door.
bool has_source(const AreaContext& game, const State& state, int side, int area);

}  // namespace niemen::area_campaign
