// Worlds sampled until the side to move can move in one.
#pragma once

#include <cassert>

#include "engine/play/game.h"

namespace niemen::play {

/// A world from `deal`, which returns a state that agrees with what `viewer` sees. Who does not
/// decide himself sees that somebody else has a choice, so a world in which nobody has one is dealt
/// again. Games keep such worlds rare; in a release build the last of kMaxDeals is returned.
template <class G, class Deal>
auto deal_until_choice(const G& game, Viewer viewer, Deal&& deal) {
  constexpr int kMaxDeals = 200;
  ActionList legal;
  for (int dealt = 1;; ++dealt) {
    auto world = deal();
    const auto actor = game.actor(world);
    if (!is_side(actor) || viewer == viewer_of(side_of(actor))) return world;
    game.legal(world, legal);
    assert(!legal.empty() || dealt < kMaxDeals);
    if (!legal.empty() || dealt == kMaxDeals) return world;
  }
}

}  // namespace niemen::play
