// Hex grids without rules: flat-top hexes named CCRR; columns grow westward, rows southward, even
// columns stand half a hex lower.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/bit_set.h"

namespace niemen::map {

/// A set of hexes in 64-bit words: as many as the largest map of a mechanism needs.
template <int Words>
using HexSet = core::BitSet<Words>;
/// Compact index of a hex on the map, -1 for "no hex".
using Hex = std::int16_t;
inline constexpr Hex kNoHex = -1;
inline constexpr int kDirections = 6;

/// Column and row of a hex.
struct Coordinates {
  int column = 0;
  int row = 0;
  bool operator==(const Coordinates&) const = default;
};

/// The neighbour in a direction: 0 north, 1 north-east, 2 south-east, 3 south, 4 south-west,
/// 5 north-west (columns grow westward, so east is column - 1).
Coordinates neighbour(Coordinates at, int direction);
/// Number of steps between two hexes over any terrain.
int distance(Coordinates a, Coordinates b);
/// Reads "1904"; nothing when it is not four digits.
std::optional<Coordinates> parse_coordinates(std::string_view text);
std::string coordinates_text(Coordinates at);

/// Neighbours of a hex: the words of a set around that of the hex itself, where all of them lie.
struct Nearby {
  std::array<std::uint64_t, 3> words{};

  /// Throws std::invalid_argument where columns are too long for neighbours to lie there.
  void insert(Hex hex, int neighbour);
};

/// Neighbours of many hexes: the words of a set, with one more at either end.
template <int Words>
struct Gathered {
  std::array<std::uint64_t, Words + 2> words{};

  /// Adds the neighbours of a hex of the set's given word.
  void add(std::size_t word, const Nearby& nearby) {
    for (std::size_t i = 0; i < nearby.words.size(); ++i) words[word + i] |= nearby.words[i];
  }
  HexSet<Words> set() const {
    HexSet<Words> set;
    std::copy_n(words.begin() + 1, Words, set.words.begin());
    return set;
  }
};

/// Calls visit(word, hex) for each hex of a set, and the word in which it lies.
template <int Words, class Visit>
void visit_by_word(const HexSet<Words>& set, Visit visit) {
  for (std::size_t w = 0; w < Words; ++w)
    for (auto bits = set.words[w]; bits; bits &= bits - 1)
      visit(w, w * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
}

/// The hexes of a map that anybody can enter, and what lies on their sides. Built once, then only
/// read. All boards are indexed by the compact hex index, which ascends with (column, row).
/// `Words` bounds the hexes at 64 each; hex_map.cpp says for which numbers the class is there.
template <int Words>
class HexMap {
 public:
  using HexSet = map::HexSet<Words>;
  static constexpr int kMaxHexes = HexSet::kCapacity;

  /// A hexside with a river.
  struct River {
    Coordinates a, b;
    bool bridged = false;
  };
  /// Two hexes that are no neighbours though they touch: nobody crosses the side between them.
  using Wall = std::pair<Coordinates, Coordinates>;
  /// Throws std::invalid_argument on a duplicate hex, more hexes than kMaxHexes, a column of 64
  /// hexes or more, or a river or wall between hexes that do not touch. Rivers and walls beside
  /// hexes not on the list (sea) are left out.
  HexMap(std::vector<Coordinates> hexes, const std::vector<River>& rivers,
         const std::vector<Wall>& walls = {});
  HexMap() = default;

  int size() const { return static_cast<int>(coordinates_.size()); }
  Coordinates coordinates(Hex hex) const { return coordinates_[static_cast<std::size_t>(hex)]; }
  std::string name(Hex hex) const { return coordinates_text(coordinates(hex)); }
  /// kNoHex when the coordinates are not on the map.
  Hex find(Coordinates at) const;
  Hex neighbour(Hex hex, int direction) const {
    return neighbours_[static_cast<std::size_t>(hex)][static_cast<std::size_t>(direction)];
  }
  /// The direction from a hex to a neighbour, or -1.
  int direction(Hex from, Hex to) const;
  int distance(Hex a, Hex b) const { return map::distance(coordinates(a), coordinates(b)); }

  /// All neighbours of a hex.
  const HexSet& around(Hex hex) const { return around_[static_cast<std::size_t>(hex)]; }
  /// Neighbours with no river between, bridged or not.
  const HexSet& dry(Hex hex) const { return dry_[static_cast<std::size_t>(hex)]; }
  /// Neighbours not behind an unbridged river.
  const HexSet& crossable(Hex hex) const { return crossable_[static_cast<std::size_t>(hex)]; }
  /// All hexes one step from any of `from`, over no unbridged river.
  HexSet across(const HexSet& from) const;
  bool river_between(Hex a, Hex b) const { return around(a).contains(b) && !dry(a).contains(b); }
  bool bridge_between(Hex a, Hex b) const {
    return crossable(a).contains(b) && !dry(a).contains(b);
  }
  const HexSet& all() const { return all_; }
  /// Hexes at most `steps` away over any hexes of the map, the centre included.
  HexSet within(Hex centre, int steps) const;

 private:
  std::vector<Coordinates> coordinates_;
  std::vector<std::array<Hex, kDirections>> neighbours_;
  std::vector<HexSet> around_, dry_, crossable_;
  std::vector<Nearby> crossable_nearby_;
  HexSet all_;
};

/// Grows `from` by one step through `neighbours_of` (a table of neighbour sets), staying inside
/// `allowed`.
template <int Words>
HexSet<Words> step(const HexSet<Words>& from, const std::vector<HexSet<Words>>& neighbours_of,
                   const HexSet<Words>& allowed) {
  HexSet<Words> reached;
  for (int hex : from) reached |= neighbours_of[static_cast<std::size_t>(hex)];
  return reached & allowed;
}

}  // namespace niemen::map
