// Threads that reckon, and people who wait for an answer beside them.
#pragma once

namespace niemen::ai {

/// From now on the calling thread, and those it starts, take less than half the processor time of
/// others that ask for it. What the system refuses is let be.
void give_way();

}  // namespace niemen::ai
