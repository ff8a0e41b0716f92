// Notation of toy games, read by trying every action.
#pragma once

#include <optional>
#include <string_view>

#include "engine/play/game.h"

namespace niemen::toys {

/// The encodable action that `game` writes as `text`.
template <class G>
std::optional<play::Action> action_of_text(const G& game, const typename G::State& state,
                                           std::string_view text) {
  std::optional<play::Action> found;
  game.encodable([&](play::Action action) {
    if (game.action_text(state, action) == text) found = action;
  });
  return found;
}

}  // namespace niemen::toys
