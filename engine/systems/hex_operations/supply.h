// Where units would find a source as things stand: for those who look ahead, not for play.
#pragma once

#include "engine/systems/hex_operations/context.h"
#include "engine/systems/hex_operations/state.h"

namespace niemen::hex_operations {

/// Whether units of `side` in the Area would find a source (E to G): the Area itself, a Depot, or
/// an Area next door; Fortresses, and who draws on what, apart.
bool has_source(const OperationsContext& game, const State& state, int side, int area);

}  // namespace niemen::hex_operations
