// Outlines of places as other programs read them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/play/view.h"

namespace niemen::lab {

/// A ring of corners; the last need not repeat the first.
using Ring = std::vector<play::Point>;

/// Rings as well-known text, "POLYGON((x y, ...))", of several "MULTIPOLYGON(((x y, ...)), ...)":
/// each closed, in numbers of so many decimals.
std::string well_known(std::span<const Ring> rings, int decimals);

}  // namespace niemen::lab
