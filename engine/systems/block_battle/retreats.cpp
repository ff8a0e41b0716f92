// 6.7 Retreats and 6.8 Regroups.
#include "engine/systems/block_battle/procedure.h"

namespace niemen::block_battle {

namespace {

/// Ways out as the Attacker (6.72, B-16) or the Defender (6.74), before limits.
AreaSet ways_back(const BlockContext& game, const State& s, int block) {
  const int side = game.side_of(block), from = s.battle;
  const AreaSet enemy_ways = entered_from(game, s, 1 - side, from);
  const AreaSet next = ways(game, s, block, from) & free_of_enemy(game, s, side);
  if (side != s.attacker) return next & ~enemy_ways;
  // The ways in from off the map lead back there (9.1).
  const AreaSet own_ways = entered_from(game, s, side, from);
  const AreaSet back = (next & (own_ways | friendly(s, side))) | (own_ways & game.gates);
  return s.exchanged ? back : back & ~enemy_ways;
}

}  // namespace

AreaSet retreat_areas(const BlockContext& game, const State& s, int block) {
  const int side = game.side_of(block);
  return within_limits(game, s, side, s.battle, ways_back(game, s, block));
}

// 3.4, B-49: from an edge area, not as the Attacker.
bool may_retreat_off(const BlockContext& game, const State& s, int block) {
  const int side = game.side_of(block);
  return side != s.attacker && in_set(game.edges[at(side)], s.battle) &&
         s.off_used[at(side)] < game.rules.limit_edge;
}

// 6.7: light and heavy artillery stay in their first round.
bool may_retreat_now(const BlockContext& game, const State& s, int block) {
  const Arm arm = arm_of(game, block);
  const bool slow = arm == Arm::LightArtillery || arm == Arm::HeavyArtillery;
  return !slow || !has(game, s.moved, block);
}

namespace {

void lose_to_crowd(Play& p, int block) {
  p.note(EventKind::Overstacked, "6.75", [&](play::Event& e) {
    e.side = p.game.side_of(block);
    e.pieces = {block};
    e.places = {p.s.at(block)};
  });
  lose_step(p, block, true);
}

void depart(Play& p, int block, int to) {
  auto& s = p.s;
  const int side = p.game.side_of(block), from = s.battle;
  leave_square(p, block);
  put(p.game, s.half, block, false);
  put(p.game, s.flank, block, false);
  if (to == kOffBoard) {
    ++s.off_used[at(side)];
    leave_board(p, block, true);
    return continue_round(p);
  }
  p.note(EventKind::Retreats, "6.7", [&](play::Event& e) {
    e.side = side;
    e.pieces = {block};
    e.places = {from, to};
  });
  const bool full = !in_set(p.game.gates, to) && !has_room(p.game, s, side, to);
  add_one(s.used[at(side)], border_between(p.game, from, to));
  s.via[at(block)] = kNone;
  put(p.game, s.acted, block, false);
  put(p.game, s.moved, block, false);
  put_at(p, block, to);
  if (!full) return continue_round(p);
  lose_to_crowd(p, block);
  if (!alive(s, block)) return continue_round(p);
  s.pending = static_cast<std::uint8_t>(block);
  const auto on = onward_areas(p.game, s, block);
  if (on == 0) {
    eliminate(p, block, true);
    return continue_round(p);
  }
  p.ask(Step::Onward, side);
}

}  // namespace

void retreat(Play& p, int block, int to) {
  auto& s = p.s;
  put(p.game, s.acted, block, true);
  if (!has(p.game, s.square, block) && !has(p.game, s.guest, block)) return depart(p, block, to);
  s.pending_to = static_cast<std::uint8_t>(to);
  p.roll(Step::RetreatDie);
}

// 6.7: squares and whom they shelter roll as stragglers, before they move.
void retreat_die(Play& p, Verb, int die) {
  auto& s = p.s;
  const int block = s.pending, to = s.pending_to;
  s.pending_to = kNone;
  p.note(EventKind::RetreatRoll, "6.7", [&](play::Event& e) {
    e.side = p.game.side_of(block);
    e.pieces = {block};
    e.face = die;
  });
  if (die <= p.game.rules.straggler_loss) lose_step(p, block, true);
  if (!alive(s, block)) return continue_round(p);
  depart(p, block, to);
}

// 6.75, B-43: friendly with room, or vacant; not back into the battle.
AreaSet onward_areas(const BlockContext& game, const State& s, int block) {
  const int side = game.side_of(block), from = s.at(block);
  const AreaSet to =
      ways(game, s, block, from) & free_of_enemy(game, s, side) & ~area_bit(s.battle);
  return with_room(game, s, side, within_limits(game, s, side, from, to));
}

void list_onward(Lister& l) { l.add_areas(Verb::OnwardTo, onward_areas(l.game, l.s, l.s.pending)); }

void onward(Play& p, Verb, int area) {
  auto& s = p.s;
  const int block = s.pending, from = s.at(block);
  p.note(EventKind::Retreats, "6.75", [&](play::Event& e) {
    e.side = p.game.side_of(block);
    e.pieces = {block};
    e.places = {from, area};
  });
  add_one(s.used[at(p.game.side_of(block))], border_between(p.game, from, area));
  put_at(p, block, area);
  continue_round(p);
}

namespace {

int victor(const State& s) { return in_set(s.held(0), s.battle) ? 0 : 1; }

BlockSet may_regroup(const BlockContext& game, const State& s) {
  const int side = victor(s);
  BlockSet able = 0;
  for_each(game, side, blocks_in(game, s, side, s.battle), [&](int block) {
    if (regroup_areas(game, s, block)) able |= game.bit(block);
  });
  return able;
}

}  // namespace

void begin_regroup(Play& p) {
  auto& s = p.s;
  // Asked whoever stands there: reserves that did not fight are still face down (B-61).
  if (s.crowded(0, s.battle) + s.crowded(1, s.battle) > 0) return p.ask(Step::Regroup, victor(s));
  s.phase = Step::ChooseBattle;
  proceed(p);
}

// 6.8, B-35: adjacent, friendly or vacant, fresh Battle Limits, room at the end.
AreaSet regroup_areas(const BlockContext& game, const State& s, int block) {
  const int side = game.side_of(block);
  const AreaSet to = ways(game, s, block, s.battle) & free_of_enemy(game, s, side);
  return with_room(game, s, side, within_limits(game, s, 0, s.battle, to));
}

void list_regroup(Lister& l) {
  l.add_blocks(Verb::Regroup, victor(l.s), may_regroup(l.game, l.s));
  l.add(Verb::EndRegroup);
}

void regroup(Play& p, Verb verb, int block) {
  auto& s = p.s;
  if (verb == Verb::EndRegroup) {
    s.phase = Step::ChooseBattle;
    return proceed(p);
  }
  s.pending = static_cast<std::uint8_t>(block);
  p.ask(Step::RegroupTo, victor(s));
}

void list_regroup_to(Lister& l) {
  const auto areas = regroup_areas(l.game, l.s, l.s.pending);
  l.add_areas(Verb::RegroupTo, areas);
  if (!areas) l.add(Verb::EndRegroup);
}

void regroup_to(Play& p, Verb verb, int area) {
  auto& s = p.s;
  if (verb == Verb::EndRegroup) return regroup(p, verb, 0);
  const int block = s.pending, side = victor(s);
  p.note_secret(EventKind::Regroups, "6.8", block, [&](play::Event& e) {
    e.places = {s.battle, area};
  });
  p.note(EventKind::Regroups, "6.8", [&](play::Event& e) {
    e.side = side;
    e.places = {s.battle, area};
    e.visible_to[side] = false;
  });
  merge_veils(p.game, s, side, blocks_in(p.game, s, side, s.battle));
  add_one(s.used[0], border_between(p.game, s.battle, area));
  put_at(p, block, area);
  proceed(p);
}

}  // namespace niemen::block_battle
