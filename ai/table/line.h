// The course that a search expects, in words.
#pragma once

#include <string>
#include <vector>

#include "engine/play/any_game.h"

namespace niemen::ai::table {

/// What each step of a course does, in the words of the choice that it is. `line` is in notation,
/// as a report has it, and begins in `world`. Dice, choices without words, and all that follows
/// what cannot happen in this world stay in notation.
std::vector<std::string> line_words(const play::AnyGame& game, play::AnyState world,
                                    std::vector<std::string> line);

}  // namespace niemen::ai::table
