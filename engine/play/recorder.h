// What happened, in words: recorders that `apply` is a template over.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/play/actor.h"

namespace niemen::play {

/// A change to a value, and why: "-3 crossing the Dvina (11.4)".
struct Modifier {
  int value = 0;
  std::string reason;
  bool operator==(const Modifier&) const = default;
};

/// One thing that happened. `visible_to` says whose log may hold it, by Viewer (a secret draw is
/// not in the opponent's log before it is revealed).
struct Event {
  std::string text;
  std::vector<Modifier> modifiers;
  bool visible_to[kViewers] = {true, true, true};
};

/// Records nothing; everything that would build an event sits behind `if constexpr (R::kRecords)`.
struct NullRecorder {
  static constexpr bool kRecords = false;
};

/// Collects events for logs, cases and pages.
struct EventRecorder {
  static constexpr bool kRecords = true;
  std::vector<Event> events;

  void add(std::string text, std::vector<Modifier> modifiers = {}) {
    events.push_back({std::move(text), std::move(modifiers), {true, true, true}});
  }
  /// An event that only `side` (and nobody else) may read now.
  void add_secret(Side side, std::string text) {
    Event event{std::move(text), {}, {false, false, false}};
    event.visible_to[static_cast<int>(viewer_of(side))] = true;
    events.push_back(std::move(event));
  }
};

}  // namespace niemen::play
