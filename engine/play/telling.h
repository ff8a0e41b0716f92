// What a viewer is told of what happened: all that he may know, and nothing that lies face down.
#pragma once

#include <span>
#include <vector>

#include "engine/play/event.h"

namespace niemen::play {

/// The events of one decision that `viewer` may read. Where some pieces of a side that are hurt at
/// a stroke lie face down to him, they follow each other in an order that he could have written
/// down himself: the owner's would tell who is who.
std::vector<Event> told_to(Viewer viewer, std::span<const Event> events);

}  // namespace niemen::play
