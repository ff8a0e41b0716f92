#include "engine/map/hex_map.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace niemen::map {

namespace {

struct Cube {
  int q, r;
};

/// Axial coordinates: a column's rows are shifted so that steps become vectors.
Cube cube_of(Coordinates at) { return {at.column, at.row - (at.column + (at.column & 1)) / 2}; }

void require_touch(const char* what, Coordinates a, Coordinates b) {
  if (distance(a, b) != 1)
    throw std::invalid_argument(std::string(what) + " between " + coordinates_text(a) + " and " +
                                coordinates_text(b) + ", which do not touch");
}

}  // namespace

Coordinates neighbour(Coordinates at, int direction) {
  const bool even = (at.column & 1) == 0;
  const int upper = even ? at.row : at.row - 1;  // row of the upper hex in the next columns
  switch (direction) {
    case 0: return {at.column, at.row - 1};
    case 1: return {at.column - 1, upper};
    case 2: return {at.column - 1, upper + 1};
    case 3: return {at.column, at.row + 1};
    case 4: return {at.column + 1, upper + 1};
    default: return {at.column + 1, upper};
  }
}

int distance(Coordinates a, Coordinates b) {
  const Cube x = cube_of(a), y = cube_of(b);
  const int dq = x.q - y.q, dr = x.r - y.r;
  return std::max({std::abs(dq), std::abs(dr), std::abs(dq + dr)});
}

std::optional<Coordinates> parse_coordinates(std::string_view text) {
  if (text.size() != 4) return std::nullopt;
  for (char c : text)
    if (c < '0' || c > '9') return std::nullopt;
  return Coordinates{(text[0] - '0') * 10 + (text[1] - '0'),
                     (text[2] - '0') * 10 + (text[3] - '0')};
}

std::string coordinates_text(Coordinates at) {
  std::string text = std::to_string(at.column * 100 + at.row);
  return std::string(4 - std::min<std::size_t>(4, text.size()), '0') + text;
}

void Nearby::insert(Hex hex, int neighbour) {
  const int word = neighbour / 64 - hex / 64 + 1;
  if (word < 0 || word > 2)
    throw std::invalid_argument("a column of a map may have at most 63 hexes");
  words[static_cast<std::size_t>(word)] |= std::uint64_t{1} << (neighbour % 64);
}

template <int Words>
HexMap<Words>::HexMap(std::vector<Coordinates> hexes, const std::vector<River>& rivers,
                      const std::vector<Wall>& walls)
    : coordinates_(std::move(hexes)) {
  std::sort(coordinates_.begin(), coordinates_.end(), [](Coordinates a, Coordinates b) {
    return a.column != b.column ? a.column < b.column : a.row < b.row;
  });
  if (std::adjacent_find(coordinates_.begin(), coordinates_.end()) != coordinates_.end())
    throw std::invalid_argument("a hex stands twice on the map");
  if (coordinates_.size() > static_cast<std::size_t>(kMaxHexes))
    throw std::invalid_argument("a map may have at most " + std::to_string(kMaxHexes) + " hexes");
  const auto count = coordinates_.size();
  neighbours_.resize(count);
  around_.resize(count);
  for (std::size_t h = 0; h < count; ++h) {
    all_.insert(static_cast<int>(h));
    for (int d = 0; d < kDirections; ++d) {
      const Hex next = find(map::neighbour(coordinates_[h], d));
      neighbours_[h][static_cast<std::size_t>(d)] = next;
      if (next != kNoHex) around_[h].insert(next);
    }
  }
  for (const auto& [one, another] : walls) {
    require_touch("wall", one, another);
    const Hex a = find(one), b = find(another);
    if (a == kNoHex || b == kNoHex) continue;
    for (const auto& [from, to] : {std::pair{a, b}, {b, a}}) {
      around_[static_cast<std::size_t>(from)].erase(to);
      neighbours_[static_cast<std::size_t>(from)][static_cast<std::size_t>(direction(from, to))] =
          kNoHex;
    }
  }
  dry_ = crossable_ = around_;
  for (const auto& river : rivers) {
    require_touch("river", river.a, river.b);
    const Hex a = find(river.a), b = find(river.b);
    if (a == kNoHex || b == kNoHex || !around_[static_cast<std::size_t>(a)].contains(b)) continue;
    dry_[static_cast<std::size_t>(a)].erase(b);
    dry_[static_cast<std::size_t>(b)].erase(a);
    if (river.bridged) continue;
    crossable_[static_cast<std::size_t>(a)].erase(b);
    crossable_[static_cast<std::size_t>(b)].erase(a);
  }
  crossable_nearby_.resize(count);
  for (std::size_t h = 0; h < count; ++h)
    for (const int next : crossable_[h]) crossable_nearby_[h].insert(static_cast<Hex>(h), next);
}

template <int Words>
Hex HexMap<Words>::find(Coordinates at) const {
  const auto it = std::lower_bound(
      coordinates_.begin(), coordinates_.end(), at, [](Coordinates a, Coordinates b) {
        return a.column != b.column ? a.column < b.column : a.row < b.row;
      });
  if (it == coordinates_.end() || !(*it == at)) return kNoHex;
  return static_cast<Hex>(it - coordinates_.begin());
}

template <int Words>
int HexMap<Words>::direction(Hex from, Hex to) const {
  for (int d = 0; d < kDirections; ++d)
    if (neighbour(from, d) == to) return d;
  return -1;
}

template <int Words>
HexSet<Words> HexMap<Words>::across(const HexSet& from) const {
  Gathered<Words> reached;
  visit_by_word(
      from, [&](std::size_t word, std::size_t hex) { reached.add(word, crossable_nearby_[hex]); });
  return reached.set();
}

template <int Words>
HexSet<Words> HexMap<Words>::within(Hex centre, int steps) const {
  HexSet reached = HexSet::of(centre), frontier = reached;
  for (int i = 0; i < steps; ++i) {
    frontier = step(frontier, around_, all_) - reached;
    reached |= frontier;
  }
  return reached;
}

// As many words as the maps of the mechanisms need.
template class HexMap<7>;
template class HexMap<10>;
template class HexMap<16>;

}  // namespace niemen::map
