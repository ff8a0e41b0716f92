// Events of one kind that make one sentence.
#pragma once

#include <vector>

#include "engine/play/event.h"

namespace niemen::play {

/// Takes `next` into `event`, of the same kind, where they go together as the row of their kind
/// says: the next step of a route, or more pieces at a place. Whether they did.
bool join(Event& event, const Event& next, Joining joining);

}  // namespace niemen::play
