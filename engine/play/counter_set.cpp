#include "engine/play/counter_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace niemen::play {

namespace {

constexpr std::size_t kMostFaces = 8;

/// Made and used up in play: their number is no unit's.
bool is_marker(const Counter& counter) {
  constexpr std::array<std::string_view, 5> kMarkers{"depot", "train", "dummy", "supply", "blank"};
  return std::find(kMarkers.begin(), kMarkers.end(), counter.kind) != kMarkers.end();
}

std::string look_of(const Counter& counter) {
  return fmt::format("{}\n{}\n{}\n{}", counter.side, counter.kind, counter.name, counter.label);
}

/// Adds a face where it is new: the strongest first, and of one strength the one met first.
void add_face(CounterKind& kind, const Counter& counter) {
  const CounterKind::Face face{counter.label, counter.strength};
  auto& faces = kind.faces;
  if (faces.size() >= kMostFaces || std::find(faces.begin(), faces.end(), face) != faces.end())
    return;
  const auto weaker = std::find_if(faces.begin(), faces.end(), [&](const CounterKind::Face& one) {
    return one.strength < face.strength;
  });
  faces.insert(weaker, face);
}

}  // namespace

int CounterSet::kind_of(const Counter& counter) {
  if (counter.side < 0 || !counter.known) return -1;
  if (const auto found = by_id_.find(counter.id); found != by_id_.end()) return found->second;
  const auto next = static_cast<int>(kinds_.size());
  const int kind = by_look_.try_emplace(look_of(counter), next).first->second;
  if (kind == next) kinds_.push_back({counter.side, counter.kind, counter.name, 0, {}});
  by_id_[counter.id] = kind;
  return kind;
}

void CounterSet::add(const View& view, bool set_up) {
  std::vector<int> counts(kinds_.size());
  std::vector<bool> fresh;
  for (const auto& counter : view.counters) {
    const auto before = kinds_.size();
    const int kind = kind_of(counter);
    if (kind < 0) continue;
    const auto at = static_cast<std::size_t>(kind);
    counts.resize(kinds_.size());
    fresh.resize(kinds_.size());
    if (kinds_.size() > before) fresh[at] = true;
    if (set_up || fresh[at] || is_marker(counter)) counts[at] += counter.count;
    // Of a marker the strength says nothing that its face would.
    if (kinds_[at].faces.empty() || !is_marker(counter)) add_face(kinds_[at], counter);
  }
  for (std::size_t kind = 0; kind < counts.size(); ++kind)
    kinds_[kind].count = std::max(kinds_[kind].count, counts[kind]);
}

void CounterSet::add_set_up(const View& view) { add(view, true); }
void CounterSet::add_play(const View& view) { add(view, false); }

std::optional<CounterFound> CounterSet::find(const Counter& counter) const {
  if (counter.side < 0 || !counter.known) return std::nullopt;
  int kind = -1;
  if (const auto by_id = by_id_.find(counter.id); by_id != by_id_.end())
    kind = by_id->second;
  else if (const auto by_look = by_look_.find(look_of(counter)); by_look != by_look_.end())
    kind = by_look->second;
  if (kind < 0) return std::nullopt;
  const auto& faces = kinds_[static_cast<std::size_t>(kind)].faces;
  const auto face =
      std::find(faces.begin(), faces.end(), CounterKind::Face{counter.label, counter.strength});
  return CounterFound{kind, face == faces.end() ? 0 : static_cast<int>(face - faces.begin())};
}

}  // namespace niemen::play
