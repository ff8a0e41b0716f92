#include "engine/play/telling.h"

#include <algorithm>
#include <tuple>

#include "engine/core/text.h"

namespace niemen::play {

namespace {

/// Whether an event is told in place of another, which only its side may read.
bool hides_something(const Event& event) {
  return event.side >= 0 && !event.visible_to[event.side];
}

/// Whether two events may be parts of one stroke: what one rule does to a side, without a die.
bool same_stroke(const Event& a, const Event& b) {
  const auto plain = [](const Event& event) { return event.face == 0 && event.modifiers.empty(); };
  return a.side == b.side && a.rule == b.rule && plain(a) && plain(b);
}

void order_strokes(std::vector<Event>& events) {
  for (auto first = events.begin(); first != events.end();) {
    const auto last = std::find_if(first + 1, events.end(),
                                   [&](const Event& event) { return !same_stroke(*first, event); });
    if (std::any_of(first, last, hides_something))
      std::stable_sort(first, last, [](const Event& a, const Event& b) {
        return std::tie(a.kind, a.places, a.pieces, a.amount) <
               std::tie(b.kind, b.places, b.pieces, b.amount);
      });
    first = last;
  }
}

}  // namespace

std::vector<Event> told_to(Viewer viewer, std::span<const Event> events) {
  std::vector<Event> told;
  for (const auto& event : events)
    if (event.visible_to[static_cast<int>(viewer)]) told.push_back(event);
  order_strokes(told);
  return told;
}

std::string people_of(const std::string& side_name) {
  return "the " + core::capitalised(side_name) + (side_name.ends_with("an") ? "s" : "");
}

std::string SideWords::subject(std::string_view verb, std::string_view your_verb) const {
  return is_reader ? "you " + std::string(your_verb) : "the " + name + " side " + std::string(verb);
}

std::string SideWords::one(std::string_view what) const {
  return is_reader ? "a " + std::string(what) + " of yours"
                   : core::with_article(name) + " " + std::string(what);
}

SideWords side_words(const std::string& name, int side, Viewer reader) {
  return {core::capitalised(name), static_cast<int>(reader) == side};
}

}  // namespace niemen::play
