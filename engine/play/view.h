// What a seat may see, ready for any face: a terminal, a page, a picture, another program. Made
// from an observation alone, so it cannot tell more than its viewer may know.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/play/actor.h"
#include "engine/play/step.h"

namespace niemen::play {

/// In the units of the board; x grows eastward, y southward.
struct Point {
  double x = 0;
  double y = 0;
};

/// A hex or an area. Places elsewhere in the contract are indices of this list.
struct Space {
  std::string id;       ///< in notation, e.g. "h1904"
  std::string name;     ///< of its town or region; empty: none
  std::string terrain;  ///< "clear", "forest", "fortress", ...; a word of the game's data
  Point centre;
  std::vector<Point> polygon;
  int points = 0;              ///< victory points that lie here; 0: none
  std::string region;          ///< the territory it belongs to; empty: none
  bool reconstructed = false;  ///< not printed in the rules: see source
  std::string source;          ///< where the row of data comes from
};

/// What lies between two spaces, or joins them.
struct Edge {
  std::string kind;  ///< "river", "bridge", "road", "frontier", "crossing"
  int a = -1;
  int b = -1;
  std::vector<Point> line;
  std::string name;  ///< empty: none
};

/// The geometry of a game: the same in every position.
struct Board {
  double width = 0;
  double height = 0;
  std::vector<Space> spaces;
  std::vector<Edge> edges;
};

/// A counter on the board, or several that cannot be told apart.
struct Counter {
  /// Stable while the viewer can follow it; of what lies face down it tells nothing.
  std::string id;
  int place = -1;     ///< -1: off the board
  int side = -1;      ///< -1: nobody's
  std::string kind;   ///< "infantry", "cavalry", "artillery", "commander", "depot", "train", ...
  std::string name;   ///< as a person says it: "Davout", "I Corps"
  std::string label;  ///< a few letters for the counter itself
  int strength = 0;   ///< steps or combat factor; 0: it has none, or it is not known
  int count = 1;
  bool known = true;                ///< false: its back is up for this viewer
  std::vector<std::string> states;  ///< "disrupted", "moved", "unsupplied", ...
  int arrives = 0;    ///< still to come: the first turn in which it may, as View::turn counts; or 0
  std::string entry;  ///< where it then comes in, as entry_words() says it
};

/// Two places joined for a purpose: a link of a chain of Depots, a line of supply.
struct Link {
  std::string kind;
  int side = -1;
  int from = -1;
  int to = -1;
};

/// A marker on a track: turn, season, trains, commands, points.
struct Track {
  std::string id;
  std::string name;
  int side = -1;  ///< -1: both
  int value = 0;
  std::string words;  ///< what the value means: "July 1812"; empty: the number says it
};

/// A line of the victory account, as if play ended now.
struct AccountLine {
  std::string words;
  std::string rule;
  int side = -1;   ///< who has the points; -1: nobody
  int points = 0;  ///< for that side
};

/// What changes about a space.
struct SpaceState {
  int owner = -1;                  ///< side that controls it; -1: nobody
  std::vector<std::string> marks;  ///< "depleted", "scorched", "besieged", ...
};

/// A legal decision and what it touches, so that a click on a counter, then on a place, finds it.
struct Choice {
  Action action = 0;
  std::string notation;
  std::string words;          ///< as a person says it
  std::vector<int> counters;  ///< indices into View::counters
  int from = -1;
  int to = -1;
  std::string caution = {};  ///< what it strains, in words: "forced march"; empty: nothing
};

struct View {
  Viewer viewer = Viewer::Public;
  Actor actor = Actor::Over;
  StepRow step;
  std::string prompt;  ///< what the actor is asked, in full; what this viewer may read of it
  int turn = 0;
  std::string turn_name;  ///< "Turn 3, 6 to 12 July 1812"
  std::string phase;
  std::vector<SpaceState> spaces;  ///< by place
  std::vector<Counter> counters;   ///< by place, then in the order of the game
  std::vector<Link> links;
  std::vector<Track> tracks;
  std::vector<AccountLine> account;
  std::vector<Choice> choices;  ///< empty unless the viewer decides
};

}  // namespace niemen::play
