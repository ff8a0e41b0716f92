// The colours of the sides' counters: what a game says of them, and what pictures make of it.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "engine/core/config.h"
#include "engine/play/actor.h"

namespace niemen::play {

/// The ground of each side's counters, "#rrggbb"; empty: as in a game that says nothing of it.
using SideColours = std::array<std::string, kSides>;

/// The section of game.toml that says them, by `a` and `b`; it and they may be missing.
inline constexpr std::string_view kColours = "colours";

/// Takes the section out of a game's configuration: what is recorded does not depend on it. Throws
/// InputError where a colour is none, or where the two of them could not be told apart in grey.
SideColours take_side_colours(core::ConfigValue& game);

/// The look of a side's counters; `tint` is the dark one of its colours, for what lies over ground,
/// `weave` is the pattern of backs.
struct SideStyle {
  std::string fill, sign, edge, tint, weave;
  bool eight_sided = false;
};
using SideStyles = std::array<SideStyle, kSides>;

/// What is dark is written on in the colour of paper, what is light in ink.
SideStyles side_styles(const SideColours& colours);

}  // namespace niemen::play
