// Who listens while a decision is carried out: recorders that `apply` is a template over.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/play/event.h"

namespace niemen::play {

/// Records nothing; everything that would build an event sits behind `if constexpr (R::kRecords)`.
struct NullRecorder {
  static constexpr bool kRecords = false;
};

/// Collects events for logs, cases and pages.
struct EventRecorder {
  static constexpr bool kRecords = true;
  std::vector<Event> events;

  Event& add(Event event) { return events.emplace_back(std::move(event)); }
  /// An event that is words from the start.
  Event& add(std::string text, std::vector<Modifier> modifiers = {}) {
    Event event;
    event.text = std::move(text);
    event.modifiers = std::move(modifiers);
    return add(std::move(event));
  }
  /// The same, for `side` alone.
  void add_secret(Side side, std::string text) { add(std::move(text)).secret_of(side); }
};

}  // namespace niemen::play
