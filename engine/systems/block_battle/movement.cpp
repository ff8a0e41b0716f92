// 5.4 Movement, and 5.7 Stragglers.
#include "engine/systems/block_battle/choices.h"

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
  p.state.phase = Step::Move;
  proceed(p);
}

namespace {

/// A choice among blocks that may move, or an end of it; while an area is over its limit only of
/// those that leave it.
void list_movers(const Lister& l, Verb end) {
  const auto movers = may_move(l.game, l.state);
  add_blocks(l, l.state.phasing, movers);
  if (l.state.overfull == kNone || movers == 0) l.add(end);
}

void list_targets(const Lister& l) {
  const auto targets = move_targets(l.game, l.state, l.state.pending);
  add_areas(l, targets);
  if (l.state.overfull == kNone || targets == 0) l.add(Verb::Stay);
}

}  // namespace

void move(Play& p, int block) {
  auto& s = p.state;
  s.pending = static_cast<std::uint8_t>(block);
  const unsigned offices = offices_for(p.game, s, block);
  s.index = static_cast<std::uint8_t>(offices ? std::countr_zero(offices) : kNone);
  if (offices != 0 && !single(offices)) return p.ask(Step::MoveBy, s.phasing);
  p.ask(Step::MoveTo, s.phasing);
}

// Battle Limits are counted where it leaves or enters a battle (3.32).
void go(Play& p, int block, int to) {
  auto& s = p.state;
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

namespace {

void stay(Play& p, int) {
  put(p.game, p.state.acted, p.state.pending, true);
  proceed(p);
}

/// The same of a block whose orders are given up.
void stay_without_orders(Play& p, int) {
  p.state.index = 0;
  stay(p, 0);
}

void move_to(Play& p, int area) {
  auto& s = p.state;
  const int block = s.pending;
  spend_command(s);
  s.index = 0;
  leave_unseen(p, block);
  go(p, block, area);
  proceed(p);
}

}  // namespace

// 5.2: after commanding, each headquarters loses a step and may then move.
void begin_leader_moves(Play& p) {
  auto& s = p.state;
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

namespace {

void leader_move(Play& p, int block) {
  p.state.pending = static_cast<std::uint8_t>(block);
  p.ask(Step::LeaderMoveTo, p.state.phasing);
}

void leader_move_to(Play& p, int area) {
  go(p, p.state.pending, area);
  proceed(p);
}

}  // namespace

void begin_straggling(Play& p) {
  p.state.phase = Step::Straggle;
  p.state.overfull = kNone;
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

namespace {

void straggle(Play& p, int block) {
  p.state.pending = static_cast<std::uint8_t>(block);
  p.ask(Step::StraggleTo, p.state.phasing);
}

void straggle_to(Play& p, int area) {
  auto& s = p.state;
  show_phase(s);
  s.index = 0;
  leave_unseen(p, s.pending);
  s.pending_area = static_cast<std::uint8_t>(s.at(s.pending));
  s.pending_to = static_cast<std::uint8_t>(area);
  p.roll(Step::StragglerDie);
}

void straggler_die(Play& p, int die) {
  auto& s = p.state;
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

template <Verb end>
void list_movers(const Lister& l) {
  list_movers(l, end);
}

Verdict refuse_mover(const BlockContext& game, const State& s, int block, std::string_view rule) {
  const auto& id = block_id(game, block);
  if (has(game, s.pinned, block)) return no("5.5", "it is pinned", id);
  if (has(game, s.fired, block)) return no("5.4", "it has bombarded", id);
  if (has(game, s.moved, block)) return no("5.4", "it has moved", id);
  if (has(game, s.acted, block)) return no("5.4", "it stays", id);
  if (has(game, s.active, block)) return no("5.2", "it moves after its command", id);
  if (s.overfull != kNone) return refuse_overfull(game, s, block);
  return no(rule, "nobody commands it", id);
}
Verdict refuse_move(const BlockContext& game, const State& s, int block) {
  return refuse_mover(game, s, block, "5.2");
}
Verdict refuse_straggle(const BlockContext& game, const State& s, int block) {
  return refuse_mover(game, s, block, "5.7");
}
Verdict refuse_leader_move(const BlockContext& game, const State& s, int block) {
  if (s.overfull != kNone && has(game, s.active, block)) return refuse_overfull(game, s, block);
  return no("5.2", "it is not active, or has moved", block_id(game, block));
}

/// Why there is no way from an area into one next to it.
Verdict refuse_crossing(const BlockContext& game, const State& s, int from, int to,
                        Verdict otherwise) {
  const auto& id = area_id(game, to);
  if (is_artillery(arm_of(game, s.pending)) && in_set(game.foot[s.bridges_out][at(from)], to))
    return no("3.2", "artillery does not pass there", id);
  if (in_set(game.touching[at(from)], to)) return no("3.2", "the river has no crossing there", id);
  return otherwise;
}
/// Into an area where the enemy is.
Verdict refuse_attack(const BlockContext& game, const State& s, int to) {
  const int block = s.pending, from = s.at(block), side = game.side_of(block);
  const auto& id = area_id(game, to);
  if (!in_set(ways(game, s, block, from), to))
    return refuse_crossing(game, s, from, to,
                           no("5.41", "blocks attack and reinforce adjacent areas only", id));
  if (is_contested(s, from) || left_battle(game, s, block))
    return no("5.5", "a block that leaves a battle enters none", id);
  if (arm_of(game, block) == Arm::HeavyArtillery)
    return no("4.24", "heavy artillery does not move into battles", id);
  if (!has_room(game, s, side, to)) return no("3.31", "the area is full", id);
  return no("3.32", "the border's Battle Limit is reached", id);
}
Verdict refuse_move_to(const BlockContext& game, const State& s, int to) {
  const int block = s.pending, from = s.at(block), side = game.side_of(block);
  const auto& id = area_id(game, to);
  if (from == to) return no("5.4", "it stands there", id);
  if (in_set(s.held(1 - side), to)) return refuse_attack(game, s, to);
  if (in_set(game.gates, to)) return no("3.4", "blocks do not move off the board", id);
  if (!has_room(game, s, side, to)) return no("3.31", "the area is full", id);
  if (is_contested(s, from) && in_set(ways(game, s, block, from), to)) {
    if (in_set(entered_from(game, s, 1 - side, from), to))
      return no("5.5", "the Attacker used that border", id);
    return no("3.32", "the border's Battle Limit is reached", id);
  }
  return refuse_crossing(game, s, from, to, no("5.4", "it is too far", id));
}

}  // namespace

constinit const RowOf<Step::Move> move_row{
    {"move", "5 Action Phase", "5.4", "Choose a block to move, or end movement"},
    {{Verb::Move, "5.4", list_movers<Verb::EndMove>, of_own<refuse_move>, move},
     {Verb::EndMove, "5.4", nullptr, refuse_overfull,
      [](Play& p, int) { begin_leader_moves(p); }}}};

constinit const RowOf<Step::MoveTo> move_to_row{
    {"move-to", "5 Action Phase", "5.4", "Choose where {block} moves"},
    {{Verb::MoveTo, "5.4", list_targets, refuse_move_to, move_to},
     {Verb::Stay, "5.4", nullptr, refuse_overfull, stay_without_orders}}};

constinit const RowOf<Step::LeaderMove> leader_move_row{
    {"leader-move", "5 Action Phase", "5.2", "Choose an active headquarters to move, or none"},
    {{Verb::MoveLeader, "5.2", list_movers<Verb::EndLeaders>, of_own<refuse_leader_move>,
      leader_move},
     {Verb::EndLeaders, "5.2", nullptr, refuse_overfull,
      [](Play& p, int) { begin_straggling(p); }}}};

constinit const RowOf<Step::LeaderMoveTo> leader_move_to_row{
    {"leader-move-to", "5 Action Phase", "5.2", "Choose where {block} moves"},
    {{Verb::MoveTo, "5.2", list_targets, refuse_move_to, leader_move_to},
     {Verb::Stay, "5.4", nullptr, refuse_overfull, stay}}};

constinit const RowOf<Step::Straggle> straggle_row{
    {"straggle", "5 Action Phase", "5.7", "Choose a block to move without command, or none"},
    {{Verb::Straggle, "5.7", list_movers<Verb::EndStraggle>, of_own<refuse_straggle>, straggle},
     {Verb::EndStraggle, "5.7", nullptr, refuse_overfull, [](Play& p, int) { end_action(p); }}}};

constinit const RowOf<Step::StraggleTo> straggle_to_row{
    {"straggle-to", "5 Action Phase", "5.7", "Choose where {block} straggles to"},
    {{Verb::MoveTo, "5.7", list_targets, refuse_move_to, straggle_to},
     {Verb::Stay, "5.4", nullptr, refuse_overfull, stay}}};

constinit const RowOf<Step::StragglerDie> straggler_die_row{
    {"straggler-die", "5 Action Phase", "5.7", "The straggler's die"},
    name_by_block,
    straggler_die};

}  // namespace niemen::block_battle
