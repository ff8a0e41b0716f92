// 6.7 Retreats and 6.8 Regroups.
#include "engine/systems/block_battle/choices.h"

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
    e.places = {p.state.at(block)};
  });
  lose_step(p, block, true);
}

void depart(Play& p, int block, int to) {
  auto& s = p.state;
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
  auto& s = p.state;
  put(p.game, s.acted, block, true);
  if (!has(p.game, s.square, block) && !has(p.game, s.guest, block)) return depart(p, block, to);
  s.pending_to = static_cast<std::uint8_t>(to);
  p.roll(Step::RetreatDie);
}

namespace {

// 6.7: squares and whom they shelter roll as stragglers, before they move.
void retreat_die(Play& p, int die) {
  auto& s = p.state;
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

}  // namespace

// 6.75, B-43: friendly with room, or vacant; not back into the battle.
AreaSet onward_areas(const BlockContext& game, const State& s, int block) {
  const int side = game.side_of(block), from = s.at(block);
  const AreaSet to =
      ways(game, s, block, from) & free_of_enemy(game, s, side) & ~area_bit(s.battle);
  return with_room(game, s, side, within_limits(game, s, side, from, to));
}

namespace {

void list_onward(const Lister& l) { add_areas(l, onward_areas(l.game, l.state, l.state.pending)); }

void onward(Play& p, int area) {
  auto& s = p.state;
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
  auto& s = p.state;
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

namespace {

void list_regroup(const Lister& l) { add_blocks(l, victor(l.state), may_regroup(l.game, l.state)); }

void end_regroup(Play& p, int) {
  p.state.phase = Step::ChooseBattle;
  proceed(p);
}

void regroup(Play& p, int block) {
  auto& s = p.state;
  s.pending = static_cast<std::uint8_t>(block);
  p.ask(Step::RegroupTo, victor(s));
}

void list_regroup_to(const Lister& l) {
  const auto areas = regroup_areas(l.game, l.state, l.state.pending);
  if (!areas) return l.add();
  add_areas(l, Verb::RegroupTo, areas);
}

void regroup_to(Play& p, int area) {
  auto& s = p.state;
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

Verdict refuse_onward(const BlockContext& game, const State& s, int to) {
  if (to == s.battle) return no("6.75", "it does not go back into the battle", area_id(game, to));
  const int block = s.pending;
  return refuse_way_out(game, s, block, s.at(block), {game.side_of(block), "6.75"}, to);
}
Verdict refuse_regroup(const BlockContext& game, const State&, int block) {
  return no("6.8", "it was not in the battle, or has nowhere to go", block_id(game, block));
}
Verdict refuse_regroup_to(const BlockContext& game, const State& s, int to) {
  return refuse_way_out(game, s, s.pending, s.battle, {0, "6.8"}, to);
}
Verdict refuse_end_regroup(const BlockContext&, const State&, int) {
  return no("6.8", "it has somewhere to regroup to");
}

}  // namespace

constinit const RowOf<Step::RetreatDie> retreat_die_row{
    {"retreat-die", "6 Battles", "6.7", "The die of a square that retreats"},
    name_by_round,
    retreat_die};

constinit const RowOf<Step::Onward> onward_row{
    {"onward", "6 Battles", "6.75", "The area is full: choose where {block} goes on to"},
    {{Verb::OnwardTo, "6.75", list_onward, refuse_onward, onward}}};

constinit const RowOf<Step::Regroup> regroup_row{
    {"regroup", "6 Battles", "6.8", "Choose a block to regroup, or end"},
    {{Verb::Regroup, "6.8", list_regroup, of_own<refuse_regroup>, regroup},
     {Verb::EndRegroup, "6.8", always, nullptr, end_regroup}}};

constinit const RowOf<Step::RegroupTo> regroup_to_row{
    {"regroup-to", "6 Battles", "6.8", "Choose where {block} regroups"},
    {{Verb::EndRegroup, "6.8", list_regroup_to, refuse_end_regroup, end_regroup},
     {Verb::RegroupTo, "6.8", nullptr, refuse_regroup_to, regroup_to}}};

}  // namespace niemen::block_battle
