// The steps of a campaign that is read from a log, as a session keeps them.
#pragma once

#include <vector>

#include "engine/play/log.h"
#include "engine/play/session.h"

namespace niemen::play {

/// One for each action of the log: who took it, whether there was a choice, what closed the way
/// back behind it, what happened.
std::vector<Step> steps_of(const Replay& replay);

}  // namespace niemen::play
