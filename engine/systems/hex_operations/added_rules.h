// Rules that games of earlier formats do not know.
#pragma once

#include <span>

#include "engine/play/formats.h"

namespace niemen::hex_operations {

/// Of the parameters that every game says, those that came after the first format.
std::span<const play::AddedRule> added_rules();

}  // namespace niemen::hex_operations
