// A game as the parts of a VASSAL module, which scripts/vassal_module.py puts together.
#pragma once

#include <string>
#include <vector>

#include "engine/play/any_game.h"
#include "engine/play/counter_set.h"
#include "engine/play/draw.h"
#include "engine/play/features.h"

namespace niemen::tools {

/// How a game may begin.
struct SetUp {
  std::string name;
  play::View view;           ///< all of it, as the referee sees it
  bool open = false;         ///< somebody is still to deploy
  std::vector<bool> hidden;  ///< by counter of the view: its enemy sees its back
};
/// Whether somebody is still to deploy.
bool is_open(const play::AnyGame& game, const play::AnyState& state);
SetUp set_up_of(const play::AnyGame& game, const play::AnyState& state, const std::string& name);

/// What vassal_module.py reads: pictures (SVG), and where each counter stands in pixels of them.
std::string vassal_module(const play::AnyGame& game, const play::Board& board,
                          const play::Country& country, const play::PictureText& text,
                          const play::CounterSet& counters, const std::vector<SetUp>& set_ups);

}  // namespace niemen::tools
