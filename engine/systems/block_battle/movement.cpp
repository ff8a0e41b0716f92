// 5.4 Movement, and 5.7 Stragglers.
#include "engine/systems/block_battle/procedure.h"

namespace niemen::block_battle {

namespace {

/// Areas reached by connected road, the first step allowed only into `first` (5.41).
AreaSet by_road(const BlockContext& game, const State& s, int block, int from, AreaSet first) {
  const int side = game.side_of(block);
  const bool gun = is_artillery(arm_of(game, block));
  const auto& roads = game.road[s.bridges_out];
  const auto& gun_ways = game.guns[s.bridges_out];
  const AreaSet open = free_of_enemy(game, s, side);
  const auto step = [&](int area) {
    return roads[at(area)] & open & (gun ? gun_ways[at(area)] : ~AreaSet{0});
  };
  AreaSet reached = step(from) & first, edge = reached;
  const int length = is_mounted(arm_of(game, block)) ? game.rules.road_horse : game.rules.road_foot;
  for (int i = 1; i < length && edge; ++i) {
    AreaSet next = 0;
    for (; edge; edge &= edge - 1) next |= step(std::countr_zero(edge));
    edge = next & ~reached;
    reached |= next;
  }
  return reached & ~area_bit(from);
}

/// Out of a battle (5.5, B-36).
AreaSet ways_out(const BlockContext& game, const State& s, int block, int from) {
  const int side = game.side_of(block);
  AreaSet next = ways(game, s, block, from) & free_of_enemy(game, s, side);
  next &= ~entered_from(game, s, 1 - side, from);
  next = within_limits(game, s, 0, from, next);
  AreaSet all = next;
  if (game.rules.leave_battle_by_road) all |= by_road(game, s, block, from, next);
  return all;
}

/// An active headquarters that came out of a battle to activate (5.5, B-36).
bool left_battle(const BlockContext& game, const State& s, int block) {
  return has(game, s.active, block) && s.via[at(block)] != kNone;
}

}  // namespace

Targets move_ways(const BlockContext& game, const State& s, int block) {
  const int side = game.side_of(block), from = s.at(block);
  AreaSet all = 0;
  if (is_contested(s, from)) {
    all = ways_out(game, s, block, from);
  } else {
    const AreaSet next = ways(game, s, block, from);
    const AreaSet open = next & free_of_enemy(game, s, side);
    all = open | by_road(game, s, block, from, open);
    const AreaSet enemies = next & s.held(1 - side);
    if (enemies && arm_of(game, block) != Arm::HeavyArtillery && !left_battle(game, s, block))
      all |= within_limits(game, s, 0, from, enemies);
  }
  const AreaSet roomy = with_room(game, s, side, all);
  return {roomy, all & ~roomy};
}

AreaSet move_targets(const BlockContext& game, const State& s, int block) {
  const auto targets = move_ways(game, s, block);
  return targets.full ? targets.roomy | that_empty(game, s, block, targets.full) : targets.roomy;
}

void begin_movement(Play& p) {
  p.s.phase = Step::Move;
  proceed(p);
}

namespace {

/// A choice among blocks that may move, or an end of it; while an area is over its limit only of
/// those that leave it.
void list_movers(Lister& l, Verb verb, Verb end) {
  const auto movers = may_move(l.game, l.s);
  l.add_blocks(verb, l.s.phasing, movers);
  if (l.s.overfull == kNone || movers == 0) l.add(end);
}

void list_targets(Lister& l) {
  const auto targets = move_targets(l.game, l.s, l.s.pending);
  l.add_areas(Verb::MoveTo, targets);
  if (l.s.overfull == kNone || targets == 0) l.add(Verb::Stay);
}

}  // namespace

void list_move(Lister& l) { list_movers(l, Verb::Move, Verb::EndMove); }

void move(Play& p, Verb verb, int block) {
  if (verb == Verb::EndMove) return begin_leader_moves(p);
  auto& s = p.s;
  s.pending = static_cast<std::uint8_t>(block);
  const unsigned offices = offices_for(p.game, s, block);
  s.index = static_cast<std::uint8_t>(offices ? std::countr_zero(offices) : kNone);
  if (offices != 0 && !single(offices)) return p.ask(Step::MoveBy, s.phasing);
  p.ask(Step::MoveTo, s.phasing);
}

void list_move_to(Lister& l) { list_targets(l); }

// Battle Limits are counted where it leaves or enters a battle (3.32).
void go(Play& p, int block, int to) {
  auto& s = p.s;
  const int side = p.game.side_of(block), from = s.at(block);
  const auto note_move = [&] {
    p.note_secret(EventKind::Moves, "5.4", block, [&](play::Event& e) { e.places = {from, to}; });
    p.note(EventKind::Moves, "5.4", [&](play::Event& e) {
      e.side = side;
      e.places = {from, to};
      e.visible_to[side] = false;
    });
  };
  show_phase(s);
  put(p.game, s.moved, block, true);
  s.overfull = static_cast<std::uint8_t>(has_room(p.game, s, side, to) ? kNone : to);
  if (in_set(s.held(1 - side), to)) {
    add_one(s.used[0], border_between(p.game, from, to));
    note_move();
    return enter_battle(p, block, from, to);
  }
  if (is_contested(s, from)) {
    // The first step is what counts; by road farther, the border is the one the road takes.
    int first = to;
    if (border_between(p.game, from, to) == kNone) {
      AreaSet ways_on = p.game.road[s.bridges_out][at(from)] & free_of_enemy(p.game, s, side) &
                        ~entered_from(p.game, s, 1 - side, from);
      ways_on = within_limits(p.game, s, 0, from, ways_on);
      for (; ways_on; ways_on &= ways_on - 1) {
        first = std::countr_zero(ways_on);
        if (by_road(p.game, s, block, from, area_bit(first)) & area_bit(to)) break;
      }
    }
    add_one(s.used[0], border_between(p.game, from, first));
  }
  note_move();
  s.via[at(block)] = kNone;
  put_at(p, block, to);
}

void spend_command(State& s) {
  if (s.phase == Step::Move && s.index != kNone) --s.commands[s.index];
}

void move_to(Play& p, Verb verb, int area) {
  auto& s = p.s;
  const int block = s.pending;
  if (verb == Verb::Stay) {
    put(p.game, s.acted, block, true);
    s.index = 0;
    return proceed(p);
  }
  spend_command(s);
  s.index = 0;
  leave_unseen(p, block);
  go(p, block, area);
  proceed(p);
}

// 5.2: after commanding, each headquarters loses a step and may then move.
void begin_leader_moves(Play& p) {
  auto& s = p.s;
  s.phase = Step::LeaderMove;
  s.overfull = kNone;
  for_each(p.game, s.phasing, s.active[s.phasing], [&](int leader) {
    if (at_last_face(p.game, s, leader)) return;
    show_phase(s);
    set_lost(s, leader, s.lost(leader) + 1, true);
    p.note(EventKind::LeaderReduced, "5.2", [&](play::Event& e) {
      e.side = s.phasing;
      e.pieces = {leader};
      e.amount = strength(p.game, s, leader);
    });
  });
  proceed(p);
}

BlockSet leaders_to_move(const State& s) {
  return s.active[s.phasing] & ~(s.moved[s.phasing] | s.acted[s.phasing]);
}

void list_leader_move(Lister& l) { list_movers(l, Verb::MoveLeader, Verb::EndLeaders); }

void leader_move(Play& p, Verb verb, int block) {
  if (verb == Verb::EndLeaders) return begin_straggling(p);
  p.s.pending = static_cast<std::uint8_t>(block);
  p.ask(Step::LeaderMoveTo, p.s.phasing);
}

void leader_move_to(Play& p, Verb verb, int area) {
  auto& s = p.s;
  if (verb == Verb::Stay)
    put(p.game, s.acted, s.pending, true);
  else
    go(p, s.pending, area);
  proceed(p);
}

void begin_straggling(Play& p) {
  p.s.phase = Step::Straggle;
  p.s.overfull = kNone;
  proceed(p);
}

// 5.7, B-38: whoever got no command and is not pinned, and has somewhere to go.
BlockSet may_straggle(const BlockContext& game, const State& s) {
  const auto i = at(s.phasing);
  BlockSet able = 0;
  const BlockSet idle = ~(s.moved[i] | s.active[i] | s.fired[i] | s.pinned[i] | s.acted[i]) &
                        ((BlockSet{1} << game.count[i]) - 1);
  for_each(game, s.phasing, idle, [&](int block) {
    if (alive(s, block)) able |= game.bit(block);
  });
  return able;
}

void list_straggle(Lister& l) { list_movers(l, Verb::Straggle, Verb::EndStraggle); }

void straggle(Play& p, Verb verb, int block) {
  if (verb == Verb::EndStraggle) return end_action(p);
  p.s.pending = static_cast<std::uint8_t>(block);
  p.ask(Step::StraggleTo, p.s.phasing);
}

void list_straggle_to(Lister& l) { list_targets(l); }

void straggle_to(Play& p, Verb verb, int area) {
  auto& s = p.s;
  if (verb == Verb::Stay) {
    put(p.game, s.acted, s.pending, true);
    return proceed(p);
  }
  show_phase(s);
  s.index = 0;
  leave_unseen(p, s.pending);
  s.pending_area = static_cast<std::uint8_t>(s.at(s.pending));
  s.pending_to = static_cast<std::uint8_t>(area);
  p.roll(Step::StragglerDie);
}

void list_die(const BlockContext&, const State&, play::ChanceList& list) {
  for (int die = 1; die <= kDieFaces; ++die)
    list.push_back({encode(Verb::Roll, die), 1.0 / kDieFaces});
}

void straggler_die(Play& p, Verb, int die) {
  auto& s = p.s;
  const int block = s.pending, from = s.at(block), to = s.pending_to, side = s.phasing;
  const bool attacks = in_set(s.held(1 - side), to);
  const int modifier = attacks ? p.game.rules.straggler_attack : 0;
  const bool loses = die + modifier <= p.game.rules.straggler_loss;
  p.note(EventKind::StragglerRoll, "5.7", [&](play::Event& e) {
    e.side = side;
    e.places = {from, to};
    e.face = die;
    e.amount = loses;
    if (modifier)
      e.modifiers.push_back(
          {modifier, "", static_cast<std::uint16_t>(ModifierCode::StragglerAttack), "5.7", to});
  });
  s.pending_area = s.pending_to = kNone;
  s.overfull = kNone;
  if (loses) {
    blur_strength(p.game, s, side, p.game.bit(block), 1, true);
    lose_step(p, block, false);
  }
  if (alive(s, block)) go(p, block, to);
  proceed(p);
}

}  // namespace niemen::block_battle
