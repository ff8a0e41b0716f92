// What a position says of ground and blocks: who stands where, how far it is, what room there is.
#pragma once

#include <bit>
#include <cassert>

#include "engine/systems/block_battle/state.h"

namespace niemen::block_battle {

inline std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// The blocks of `side` whose byte in `places` is `where`. Eight bytes at a time: a byte of the
/// difference is zero where the place is the one asked for.
inline BlockSet blocks_in(const BlockContext& game, const State& s, int side, int where) {
  constexpr std::uint64_t kOnes = 0x0101010101010101, kLow = 0x7F * kOnes;
  constexpr std::uint64_t kGather = 0x0102040810204080;  // high bits of eight bytes to one byte
  const auto* places = s.place.data() + game.first[at(side)];
  const auto sought = kOnes * static_cast<std::uint64_t>(where);
  BlockSet set = 0;
  for (int i = 0; i < game.count[at(side)]; i += 8) {
    std::uint64_t bytes;
    std::memcpy(&bytes, places + i, 8);
    const auto difference = bytes ^ sought;
    const auto same = ~(((difference & kLow) + kLow) | difference | kLow);
    set |= (((same >> 7) * kGather) >> 56) << i;
  }
  return set & ((BlockSet{1} << game.count[at(side)]) - 1);
}

/// Calls `visit(block)` for every member of a set of `side`, in ascending order.
template <class Visit>
void for_each(const BlockContext& game, int side, BlockSet set, Visit visit) {
  for (; set; set &= set - 1) visit(game.block_of(side, std::countr_zero(set)));
}
inline int first_of(const BlockContext& game, int side, BlockSet set) {
  return game.block_of(side, std::countr_zero(set));
}
inline bool single(std::uint64_t set) { return set != 0 && (set & (set - 1)) == 0; }

inline bool has(const BlockContext& game, const std::array<BlockSet, 2>& sets, int block) {
  return (sets[at(game.side_of(block))] & game.bit(block)) != 0;
}
inline void put(const BlockContext& game, std::array<BlockSet, 2>& sets, int block, bool in) {
  auto& set = sets[at(game.side_of(block))];
  set = in ? set | game.bit(block) : set & ~game.bit(block);
}

inline bool is_area(int where) { return where < kMaxAreas; }
/// Dead or gone for good.
inline bool is_out(int where) { return where == kDead || where == kOffBoard; }
inline bool alive(const State& s, int block) { return is_area(s.at(block)); }
/// Current strength (4.11); 0 of a headquarters at its last face.
inline int strength(const BlockContext& game, const State& s, int block) {
  return game.strength[at(block)][at(s.lost(block))];
}
inline bool at_last_face(const BlockContext& game, const State& s, int block) {
  return s.lost(block) + 1 == game.faces[at(block)];
}
inline Arm arm_of(const BlockContext& game, int block) { return game.blocks[at(block)].arm; }
/// False also of a place that is no Area, such as kDead.
inline bool in_set(std::uint64_t set, int index) {
  constexpr int kBits = 64;
  return index < kBits && ((set >> index) & 1U);
}

inline bool is_contested(const State& s, int area) { return in_set(s.contested(), area); }
inline AreaSet friendly(const State& s, int side) { return s.held(side) & ~s.held(1 - side); }
inline AreaSet vacant(const BlockContext& game, const State& s) {
  return game.board & ~(s.held(0) | s.held(1));
}
/// Areas with no enemy of `side` (friendly or vacant).
inline AreaSet free_of_enemy(const BlockContext& game, const State& s, int side) {
  return game.board & ~s.held(1 - side);
}

inline AreaSet ways(const BlockContext& game, const State& s, int block, int from) {
  const bool gun = is_artillery(arm_of(game, block));
  return (gun ? game.guns : game.foot)[s.bridges_out][at(from)];
}
/// True when `side` may put one more block there and keep the stacking limit (3.31, B-55).
inline bool has_room(const BlockContext& game, const State& s, int side, int area) {
  if (side == 0 && in_set(s.fresh, area)) return true;
  return s.crowded(side, area) < game.stack[at(area)];
}
AreaSet with_room(const BlockContext& game, const State& s, int side, AreaSet areas);

inline int border_between(const BlockContext& game, int from, int to) {
  return game.border_of[at(from)][at(to)];
}
/// The Battle Limit from an area to another, with the bridges that stand (3.32).
int battle_limit(const BlockContext& game, const State& s, int from, int to);
/// Bit of a directed border in a DirectedSet.
inline int directed(const BlockContext& game, int from, int to) {
  const int border = border_between(game, from, to);
  return 2 * border + (game.borders[at(border)].second == to ? 1 : 0);
}
inline bool contains(const DirectedSet& set, int bit) {
  return (set[at(bit / 64)] >> (bit % 64)) & 1U;
}
inline void insert(DirectedSet& set, int bit) {
  set[at(bit / 64)] |= std::uint64_t{1} << (bit % 64);
}
inline int count_of(const BorderCounts& counts, int border) {
  const auto word = at(border / 64);
  const int shift = border % 64;
  return static_cast<int>((counts[0][word] >> shift) & 1U) +
         2 * static_cast<int>((counts[1][word] >> shift) & 1U);
}
inline void add_one(BorderCounts& counts, int border) {
  const auto word = at(border / 64);
  const auto bit = std::uint64_t{1} << (border % 64);
  counts[1][word] ^= counts[0][word] & bit;
  counts[0][word] ^= bit;
}
/// True when the account still lets a block go from an area to the next (3.32, 6.71).
inline bool within_limit(const BlockContext& game, const State& s, int account, int from, int to) {
  return count_of(s.used[at(account)], border_between(game, from, to)) <
         battle_limit(game, s, from, to);
}
/// Areas of `to` that the account's limit leaves open from `from`.
AreaSet within_limits(const BlockContext& game, const State& s, int account, int from, AreaSet to);
/// Areas next to `area` from which `side` entered its battle.
AreaSet entered_from(const BlockContext& game, const State& s, int side, int area);

/// True in the last turn of a day: 8 pm (7.34).
bool last_turn_of_day(const BlockContext& game, const State& s);
int last_turn(const BlockContext& game);
/// Hour of the day, 0 to 23.
int hour(const BlockContext& game, const State& s);

}  // namespace niemen::block_battle
