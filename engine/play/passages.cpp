#include "engine/play/passages.h"

#include <algorithm>

#include "engine/core/text.h"
#include "engine/play/joining.h"

namespace niemen::play {

namespace {

/// Names of the kinds of events that open a battle in every mechanism, and close it in those whose
/// logs divide what is fought.
constexpr std::string_view kBattle = "battle", kBattleOver = "battle-over";

bool has_way(const Event& event) {
  return std::ranges::any_of(event.places, [&](int at) { return at != event.places.front(); });
}

/// Divides a telling as it goes on.
class Divider {
 public:
  Divider(const AnyGame& game, Viewer reader) : game_(game), reader_(reader) {}

  void take(std::size_t at, const Session::Told& told) {
    const auto row = game_.event_row(told.event);
    const bool within = in_battle_;
    const bool opens = row.name == kBattle, closes = row.name == kBattleOver;
    // What opens a battle as a phase has an end of its own; other battles end as operations do.
    if (opens) in_battle_ = row.weight <= Weight::Phase;
    if (closes) in_battle_ = false;
    const bool heading = row.weight <= Weight::Phase && !opens && !closes && !within;
    if (parts_.empty() || (!within && begins(told.event, row, heading))) parts_.emplace_back();
    auto& part = parts_.back();
    if (part.events.empty()) part.first = at;
    part.last = at + 1;
    part.is_battle |= opens;
    part.operation |= opens || (!heading && row.weight != Weight::Detail);
    part.events.push_back({told, row, heading});
  }

  std::vector<Passage> finish() {
    fold();
    std::vector<Passage> passages;
    for (const auto& part : parts_) passages.push_back(told(part));
    return passages;
  }

 private:
  struct Entry {
    Session::Told told;
    EventRow row;
    bool heading = false;
  };
  struct Part {
    std::vector<Entry> events;
    std::size_t first = 0, last = 0;
    bool is_battle = false;
    bool operation = false;  ///< an operation has begun: what follows belongs to it
    bool in_turn = false;    ///< what two sides did in turn

    bool only_headings() const { return std::ranges::all_of(events, &Entry::heading); }
    /// Of one kind, or of a few in turn, and nothing that has a way.
    bool is_plain() const {
      return !is_battle && (in_turn || kind() >= 0) &&
             std::ranges::none_of(events, [](const Entry& e) { return has_way(e.told.event); });
    }
    /// Whether another has the kind of something in it.
    bool takes(const Part& other) const {
      return is_plain() && std::ranges::any_of(events, [&](const Entry& entry) {
               return !entry.heading && entry.told.event.kind == other.kind();
             });
    }
    void take(Part& other) {
      in_turn |= kind() != other.kind();
      last = other.last;
      std::ranges::move(other.events, std::back_inserter(events));
    }
    /// The kind of all that happened in it; -1: of several kinds, or nothing happened.
    int kind() const {
      int kind = -1;
      for (const auto& entry : events) {
        if (entry.heading) continue;
        if (kind >= 0 && kind != entry.told.event.kind) return -1;
        kind = entry.told.event.kind;
      }
      return kind;
    }
  };

  /// Whether the next event begins a passage of its own behind the last one.
  bool begins(const Event& event, const EventRow& row, bool heading) const {
    const auto& part = parts_.back();
    if (part.only_headings()) return false;
    if (heading) return true;
    const auto& last = part.events.back().told.event;
    const bool goes_on = last.kind == event.kind && row.joining == Joining::Route &&
                         !last.places.empty() && !event.places.empty() &&
                         last.pieces == event.pieces && last.places.back() == event.places.front();
    if (goes_on) return false;
    if (row.weight != Weight::Detail) return true;
    if (part.operation) return is_apart(event, part);
    if (last.kind == event.kind) return has_way(event) || part.kind() < 0;
    // What comes of a die belongs to it.
    const bool follows =
        event.face == 0 && std::ranges::any_of(part.events, [](const Entry& entry) {
          return entry.told.event.face != 0;
        });
    return !follows;
  }

  /// Whether something is nobody's doing in the operation that stands before it: it happens
  /// elsewhere and to others.
  static bool is_apart(const Event& event, const Part& part) {
    const auto& first =
        *std::ranges::find_if(part.events, [](const Entry& e) { return !e.heading; });
    const auto meets = [&](std::vector<int> Event::*what) {
      return std::ranges::any_of(part.events, [&](const Entry& entry) {
        return std::ranges::any_of(entry.told.event.*what, [&](int one) {
          return std::ranges::count(event.*what, one) > 0;
        });
      });
    };
    if (event.face != 0 || event.pieces.empty() || meets(&Event::pieces)) return false;
    if (first.row.joining == Joining::Route) return true;
    const auto& at = first.told.event.places;
    return at.size() == 1 && !event.places.empty() && !meets(&Event::places);
  }

  /// Passages of the same kind behind one another, none with a way of its own, become one; so do
  /// those of two kinds in turn, as when both sides place something in turn.
  void fold() {
    std::vector<Part> folded;
    for (auto& part : parts_) {
      const auto count = folded.size();
      const bool may = part.is_plain() && !part.events.front().heading;
      if (may && count > 0 && folded[count - 1].takes(part)) {
        folded[count - 1].take(part);
      } else if (may && count > 1 && folded[count - 2].takes(part) &&
                 folded[count - 1].is_plain() && !folded[count - 1].events.front().heading) {
        folded[count - 2].take(folded[count - 1]);
        folded[count - 2].take(part);
        folded.pop_back();
      } else {
        folded.push_back(std::move(part));
      }
    }
    parts_ = std::move(folded);
  }

  Passage told(const Part& part) const {
    Passage passage;
    passage.first = part.first;
    passage.last = part.last;
    passage.is_battle = part.is_battle;
    // Headings stand before all that happened.
    const auto headings = std::ranges::count(part.events, true, &Entry::heading);
    passage.happened = part.first + static_cast<std::size_t>(headings);
    const bool bare = passage.happened == part.last;
    for (const auto& [told, its_row, heading] : part.events) {
      if (heading && !bare) {
        passage.headings.push_back(core::capitalised(game_.event_text(told.event, reader_)));
        continue;
      }
      const bool joined = !passage.lines.empty() &&
                          passage.lines.back().event.kind == told.event.kind &&
                          join(passage.lines.back().event, told.event, its_row.joining);
      if (!joined) passage.lines.push_back({told.step, told.event});
    }
    passage.is_battle |= is_fought(passage);
    for (auto& line : passage.lines) line.event.text = game_.event_text(line.event, reader_);
    place(passage);
    return passage;
  }

  /// Whether values of several parts were held against each other, by both sides.
  static bool is_fought(const Passage& passage) {
    int reckoned[kSides] = {0, 0};
    for (const auto& [step, event] : passage.lines)
      if (event.side >= 0 && !event.modifiers.empty()) ++reckoned[event.side];
    return reckoned[0] > 0 && reckoned[1] > 0;
  }

  static void place(Passage& passage) {
    for (const auto& [step, event] : passage.lines) {
      const bool goes_on = passage.is_way && has_way(event) && !event.places.empty() &&
                           event.places.front() == passage.places.back();
      if (!has_way(event) || (passage.is_way && !goes_on)) continue;
      passage.places.insert(passage.places.end(), event.places.begin() + (goes_on ? 1 : 0),
                            event.places.end());
      passage.is_way = true;
    }
    if (passage.is_way) return;
    for (const auto& line : passage.lines)
      for (const auto at : line.event.places)
        if (!std::ranges::count(passage.places, at)) passage.places.push_back(at);
  }

  const AnyGame& game_;
  Viewer reader_;
  std::vector<Part> parts_;
  bool in_battle_ = false;
};

}  // namespace

std::vector<Passage> passages_of(const AnyGame& game, Viewer reader,
                                 std::span<const Session::Told> told) {
  Divider divider(game, reader);
  for (std::size_t i = 0; i < told.size(); ++i) divider.take(i, told[i]);
  return divider.finish();
}

std::size_t steps_at_last_order(const Session& session, Side seat) {
  const auto& steps = session.steps();
  const auto own = [&](const Step& step) { return step.actor == actor_of(seat) && !step.forced; };
  return static_cast<std::size_t>(steps.rend() - std::find_if(steps.rbegin(), steps.rend(), own));
}

SinceLastOrder since_last_order(const Session& session, Side seat) {
  const auto& steps = session.steps();
  const auto since = steps_at_last_order(session, seat);
  const auto turn = since > 0 ? steps[since - 1].turn : 0;
  const auto begun =
      std::ranges::find_if(steps, [&](const Step& step) { return step.turn >= turn; });
  const auto reader = session.open_to_all() ? Viewer::Public : viewer_of(seat);
  const auto told = session.told(
      reader, since > 0 ? static_cast<std::size_t>(begun - steps.begin()) : std::size_t{0});
  SinceLastOrder list;
  for (auto& passage : passages_of(session.game(), reader, told)) {
    if (told[passage.last - 1].step < since) continue;
    for (auto i = passage.first; i < passage.last; ++i) {
      const auto weight = session.game().event_row(told[i].event).weight;
      list.is_news |= told[i].step >= since && steps[told[i].step].actor != actor_of(seat) &&
                      (weight == Weight::Operation || told[i].event.face != 0 || passage.is_battle);
    }
    list.passages.push_back(std::move(passage));
  }
  return list;
}

}  // namespace niemen::play
