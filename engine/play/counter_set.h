// The counters that a game is played with, as somebody who prints them needs to know: which there
// are, how many of each, and what their faces say from full strength down.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/play/view.h"

namespace niemen::play {

/// Counters that look the same at full strength.
struct CounterKind {
  /// One state of strength of a counter.
  struct Face {
    std::string label;
    int strength = 0;
    bool operator==(const Face&) const = default;
  };
  int side = 0;
  std::string kind;  ///< as Counter::kind
  std::string name;
  int count = 0;            ///< how many of them are needed
  std::vector<Face> faces;  ///< the strongest first, one at least
};

/// Which counter of a view that is: its kind, and which of the faces is up.
struct CounterFound {
  int kind = -1;
  int face = 0;
};

/// Collects them out of what the referee sees: a view by which nothing is hidden. A view names what
/// stands on the map or is still to come, so a game's set-ups have nearly all; positions in the
/// middle of campaigns add what is deployed later, the faces of losses, and how many Depots, trains
/// and the like there are at a time.
class CounterSet {
 public:
  /// Takes how a campaign begins: as many of each kind as any one set-up has.
  void add_set_up(const View& view);
  /// Takes a position of a campaign that is played: what is new in it, and only of what is made in
  /// play how many.
  void add_play(const View& view);

  /// In the order in which they were met.
  const std::vector<CounterKind>& kinds() const { return kinds_; }
  /// Nothing where it is not of this set, or nobody's.
  std::optional<CounterFound> find(const Counter& counter) const;

 private:
  /// The kind of a counter, which is made where it is new; -1: it is nobody's, or hidden.
  int kind_of(const Counter& counter);
  void add(const View& view, bool set_up);
  std::vector<CounterKind> kinds_;
  std::map<std::string, int> by_id_;    ///< a counter keeps its id while its face changes
  std::map<std::string, int> by_look_;  ///< of all that is said on the full face
};

}  // namespace niemen::play
