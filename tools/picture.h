// A position as a picture, whatever the game.
#pragma once

#include <string>

#include "engine/play/any_game.h"
#include "engine/play/features.h"

namespace niemen::tools {

/// The position as SVG. Throws InputError for games that cannot be drawn.
std::string picture_of(const play::AnyGame& any, const play::AnyState& state,
                       const play::Country& country = {});

/// What a seat sees as SVG. Throws InputError for games without a board.
std::string picture_of_view(const play::AnyGame& any, const play::View& view,
                            const play::Country& country = {});

}  // namespace niemen::tools
