// What a seat was told, divided into steps that a person can follow one by one: a march with its
// arrow, a battle with its dice from beginning to end, arrivals together.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/play/any_game.h"
#include "engine/play/session.h"

namespace niemen::play {

/// A sentence of a passage: an event, or several of a kind that make one (see Joining).
struct PassageLine {
  std::size_t step = 0;  ///< of the session, that brought it about
  Event event;           ///< its text told to the reader
};

/// One step of a telling. `lines` is not empty.
struct Passage {
  std::vector<std::string> headings;  ///< turns and phases that begin with it, in words
  std::vector<PassageLine> lines;     ///< what happened; the headings themselves, where nothing did
  /// How it is shown on the map: the way that somebody took, or the places where it happened.
  std::vector<int> places;
  bool is_way = false;
  bool is_battle = false;
  /// The events of the telling that it is made of: [first, last). Turns and phases are those before
  /// `happened`, which is `last` where nothing happened.
  std::size_t first = 0, happened = 0, last = 0;
};

/// Divides what was told to `reader`. Every event lies in exactly one passage, in the order told.
std::vector<Passage> passages_of(const AnyGame& game, Viewer reader,
                                 std::span<const Session::Told> told);

/// How many steps there were when a seat had decided last: what came by the others is news to it.
std::size_t steps_at_last_order(const Session& session, Side seat);

/// What a seat has been told since its own last decision; a passage that was begun before (a battle
/// in which it has decided something) is told as a whole.
struct SinceLastOrder {
  std::vector<Passage> passages;
  /// Whether the other side has done something worth following, or a battle was fought.
  bool is_news = false;
};
SinceLastOrder since_last_order(const Session& session, Side seat);

}  // namespace niemen::play
