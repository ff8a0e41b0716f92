// Decisions and questions in the words of a person.
#pragma once

#include <string>

#include "engine/systems/hex_operations/action.h"

namespace niemen::hex_operations {

/// What the action does: "march 5-5 of 1624 Pilviski up to twice its allowance".
std::string action_words(const OperationsContext& game, const State& state, play::Action action);
/// A unit with its place: "5-5 on 1624 Pilviski", "Ney on 1625 Miriampol".
std::string unit_words(const OperationsContext& game, const State& state, int piece);

}  // namespace niemen::hex_operations
