// What a viewer is told of what happened: all that he may know, and nothing that lies face down.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/play/event.h"

namespace niemen::play {

/// The events of one decision that `viewer` may read. Where some pieces of a side that are hurt at
/// a stroke lie face down to him, they follow each other in an order that he could have written
/// down himself: the owner's would tell who is who.
std::vector<Event> told_to(Viewer viewer, std::span<const Event> events);

/// The people of a side that a game calls so, in sentences: "the French", "the Russians".
std::string people_of(const std::string& side_name);

/// A side in a sentence that is told to a reader, who is perhaps that side.
struct SideWords {
  std::string name;  ///< "French"
  bool is_reader = false;

  /// "French", "your".
  std::string whose() const { return is_reader ? "your" : name; }
  /// "the French side attacks", "you attack".
  std::string subject(std::string_view verb, std::string_view your_verb) const;
  /// "a French block", "a block of yours".
  std::string one(std::string_view what) const;
};

/// The words of a side that a game calls `name`. Precondition: a side's index.
SideWords side_words(const std::string& name, int side, Viewer reader);

}  // namespace niemen::play
