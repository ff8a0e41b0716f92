// Boards and views as JSON, for the page and for programs that play. A part of the protocol: keys
// are added, never renamed. Sides are "a" and "b"; places are indices of the board's spaces;
// whatever is nobody's, nowhere or empty is left out, and so is `count` where it is 1.
//
// board: {"width", "height", "spaces": [...], "edges": [...]}
//   space: {"id", "name", "terrain", "centre": [x, y], "polygon": [[x, y], ...],
//           "points", "region", "reconstructed": true, "source"}
//   edge:  {"kind", "a", "b", "line": [[x, y], ...], "name"}
// view: {"viewer": "a" | "b" | "public", "actor": "a" | "b" | "nature" | "over",
//        "step": {"name", "chapter", "rule", "prompt", "barrier": "die" | "reveal"}, "prompt",
//        "turn", "turn_name", "phase", "spaces", "counters", "links", "tracks", "account",
//        "arrivals", "choices"}
//   spaces:  [{"place", "owner", "marks": [...]}, ...]: only those that have one of the two
//   counter: {"id", "place", "side", "kind", "name", "label", "strength", "count",
//             "known": false, "states": [...], "arrives": turn, "entry"}
//   link:    {"kind", "side", "from", "to"}
//   track:   {"id", "name", "side", "value", "words"}
//   account: [{"words", "rule", "side", "points"}, ...]
//   arrivals: [{"turn", "side", "units": [...], "where"}, ...]: who is still to come
//   choice:  {"action", "notation", "words", "counters": [index, ...], "from", "to", "caution"}
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/play/view.h"

namespace niemen::play {

nlohmann::ordered_json board_json(const Board& board);
nlohmann::ordered_json view_json(const View& view);

}  // namespace niemen::play
