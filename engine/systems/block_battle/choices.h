// What the chapters list and refuse their choices with.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "engine/systems/block_battle/procedure.h"

namespace niemen::block_battle {

using play::Verdict;

// ---- Lists ----------------------------------------------------------------------------------

inline void add_areas(const Lister& l, Verb verb, AreaSet areas) {
  for (; areas; areas &= areas - 1) l.add(verb, std::countr_zero(areas));
}
inline void add_areas(const Lister& l, AreaSet areas) { add_areas(l, l.verb, areas); }
inline void add_blocks(const Lister& l, int side, BlockSet blocks) {
  for_each(l.game, side, blocks, [&](int block) { l.add(block); });
}
/// Of a choice without a value that the step always takes.
inline void always(const Lister& l) { l.add(); }

// ---- Names of dice --------------------------------------------------------------------------

/// A block straggles and bombards once a turn.
inline void name_by_block(const BlockContext&, const State& s, play::ChanceKey& key) {
  key.subject = s.pending;
}
/// A block fires once a round.
inline void name_by_round(const BlockContext&, const State& s, play::ChanceKey& key) {
  key.subject = s.pending;
  key.ordinal = s.round;
}

// ---- Words of refusals ----------------------------------------------------------------------

inline Verdict no(std::string_view rule, std::string reason, std::string culprit = {}) {
  return Verdict::no(std::string(rule), std::move(reason), std::move(culprit));
}
inline const std::string& area_id(const BlockContext& game, int area) {
  return game.areas[at(area)].id;
}
inline const std::string& block_id(const BlockContext& game, int block) {
  return game.blocks[at(block)].id;
}

/// Of a choice among one's own blocks on the board: `refuse` is asked only of those.
template <Verdict (*refuse)(const BlockContext&, const State&, int)>
Verdict of_own(const BlockContext& game, const State& s, int block) {
  const auto rule = Steps::row_of(s).rule;
  if (decider(s) != game.side_of(block))
    return no(rule, "it is the enemy's", block_id(game, block));
  if (!alive(s, block)) return no(rule, "it is not on the board", block_id(game, block));
  return refuse(game, s, block);
}
/// While an area is over its limit.
inline Verdict refuse_overfull(const BlockContext& game, const State& s, int) {
  return no("3.31", "a block must leave the area that is over its limit first",
            area_id(game, s.overfull));
}

/// Which count of borders a way out is charged to, and by which rule.
struct WayOut {
  int account;
  std::string_view rule;
};
/// Why a block does not go out of `from` to an area: after bombardment, on from a full area, to
/// regroup.
inline Verdict refuse_way_out(const BlockContext& game, const State& s, int block, int from,
                              WayOut way, int to) {
  const int side = game.side_of(block);
  const auto& id = area_id(game, to);
  if (!in_set(game.touching[at(from)], to)) return no(way.rule, "it is not adjacent", id);
  if (in_set(s.held(1 - side), to)) return no(way.rule, "the enemy is there", id);
  if (!in_set(ways(game, s, block, from), to)) return no("3.2", "it does not pass there", id);
  if (!has_room(game, s, side, to)) return no("3.31", "the area is full", id);
  if (!within_limit(game, s, way.account, from, to))
    return no("3.32", "the border's Battle Limit is reached", id);
  return no(way.rule, "that way is closed to it", id);
}

}  // namespace niemen::block_battle
