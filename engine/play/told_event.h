// An event as one viewer is told of it, in words and codes; as JSON for programs.
//
// {"step", "turn", "kind", "text", "rule", "side": "A" | "B", "amount", "face",
//  "places": [...], "pieces": [...], "modifiers": [{"value", "reason"}, ...]}
// What an event does not have is left out; "step" is there where steps are counted.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/play/actor.h"
#include "engine/play/event.h"

namespace niemen::play {

struct ToldEvent {
  std::string kind;  ///< as logs spell it
  std::string text;  ///< the sentence, told to the viewer
  std::string rule;
  int turn = 0;
  int side = -1;  ///< whose doing or loss it is, by index; -1: nobody's
  int amount = 0;
  int face = 0;  ///< what the die showed; 0: no die
  std::vector<std::string> places, pieces;
  std::vector<std::pair<int, std::string>> modifiers;  ///< value and reason
};

/// `game` is a game of the contract or the handle of one.
template <class G>
ToldEvent told_event(const G& game, const Event& event, Viewer viewer, int turn) {
  ToldEvent told{.kind = {},
                 .text = event.text,
                 .rule = std::string(event.rule),
                 .turn = turn,
                 .side = event.side,
                 .amount = event.amount,
                 .face = event.face,
                 .places = {},
                 .pieces = {},
                 .modifiers = {}};
  if constexpr (requires { game.event_row(event); }) {
    told.kind = game.event_row(event).name;
    told.text = game.event_text(event, viewer);
    for (const auto place : event.places) told.places.push_back(game.place_code(place));
    for (const auto piece : event.pieces) told.pieces.push_back(game.piece_code(piece));
  }
  for (const auto& modifier : event.modifiers) {
    auto reason = modifier.reason;
    if constexpr (requires { game.modifier_text(modifier); })
      if (reason.empty()) reason = game.modifier_text(modifier);
    told.modifiers.emplace_back(modifier.value, std::move(reason));
  }
  return told;
}

nlohmann::ordered_json told_event_json(const ToldEvent& told);

}  // namespace niemen::play
