// 6.1 to 6.4: the sequence of battles, rounds, turns, reserves; and the optional flanks of
// chapter 5.
#include "engine/systems/block_battle/choices.h"

namespace niemen::block_battle {

namespace {

/// State::stage: the letters A, B, C with the Defender before the Attacker; then whoever was late
/// (B-47, B-53).
constexpr int kLetterStages = 6;
constexpr int kStages = kLetterStages + 2;

/// Reserves of the round that begins: the first in round 2, flanks of a reinforcement in round 3.
BlockSet arriving(const BlockContext& game, const State& s, int side) {
  const auto waiting = in_reserve(game, s, side);
  if (s.round < 2) return 0;
  const bool second_player = side != s.first_player;
  const bool later = second_player && in_set(s.attack[at(s.first_player)], s.battle);
  return s.round == 2 && later ? waiting & ~s.flank[at(side)] : waiting;
}

void reveal_all(Play& p, int side, BlockSet blocks) {
  for_each(p.game, side, blocks, [&](int block) {
    reveal(p.game, p.state, block);
    p.note(EventKind::Reveals, "6.2", [&](play::Event& e) {
      e.side = side;
      e.pieces = {block};
      e.places = {p.state.battle};
      e.amount = strength(p.game, p.state, block);
    });
  });
}

void end_battle(Play& p) {
  auto& s = p.state;
  const int area = s.battle;
  for (int side : {0, 1}) {
    const auto here = blocks_in(p.game, s, side, area);
    const auto i = at(side);
    s.moved[i] = s.acted[i] = s.square[i] = s.guest[i] = s.half[i] = 0;
    s.reserve[i] &= ~here;
    s.flank[i] &= ~here;
    s.attack[i] &= ~area_bit(area);
    for_each(p.game, side, here, [&](int block) { s.via[at(block)] = kNone; });
  }
  s.shelter_square.fill(kNone);
  s.shelter_guest.fill(kNone);
  s.used = {};
  s.off_used = {};
  s.round = s.stage = s.exchanged = 0;
  const AreaSet held = s.held(0) | s.held(1);
  p.note(EventKind::BattleOver, "6.8", [&](play::Event& e) {
    e.places = {area};
    e.side = !in_set(held, area) ? -1 : in_set(s.held(0), area) ? 0 : 1;
  });
  if (!in_set(held, area)) {
    s.battle = kNone;
    s.phase = Step::ChooseBattle;
  } else {
    s.phase = Step::Regroup;
  }
  proceed(p);
}

/// The battle cannot go on: somebody has nobody left, or both.
bool decided(const BlockContext& game, const State& s) {
  const int attacker = s.attacker, defender_side = defender(s);
  const bool attackers = fighting(game, s, attacker) | in_reserve(game, s, attacker);
  const bool defenders = fighting(game, s, defender_side) | in_reserve(game, s, defender_side);
  if (!attackers || !defenders) return true;
  // 6.4, B-39: Attackers gone before reserves come end it; flanks still to come do not.
  return false;
}

// 6.4, B-13, B-41: Defenders gone, reserves to come: the roles change, once.
void exchange_roles(Play& p) {
  auto& s = p.state;
  if (s.exchanged || fighting(p.game, s, defender(s)) || !in_reserve(p.game, s, defender(s)))
    return;
  s.attacker = static_cast<std::uint8_t>(defender(s));
  s.exchanged = 1;
  s.half = {};
  p.note(EventKind::RolesExchanged, "6.4", [&](play::Event& e) { e.side = defender(s); });
}

void begin_round(Play& p) {
  auto& s = p.state;
  ++s.round;
  s.stage = 0;
  s.acted = {};
  s.used = {};
  s.off_used = {};
  s.moved = {};
  s.guest = {};
  s.shelter_square.fill(kNone);
  s.shelter_guest.fill(kNone);
  p.note(EventKind::Round, "6.3", [&](play::Event& e) {
    e.places = {s.battle};
    e.amount = s.round;
  });
  for (int side : {0, 1}) {
    const auto come = arriving(p.game, s, side);
    s.reserve[at(side)] &= ~come;
    s.moved[at(side)] = s.round == 1 ? fighting(p.game, s, side) : come;
    reveal_all(p, side, come);
  }
  begin_squares(p);
}

void ask_main_border(Play& p);

void begin_battle(Play& p, int area) {
  auto& s = p.state;
  s.battle = static_cast<std::uint8_t>(area);
  s.attacker = in_set(s.attack[0], area) ? 0 : 1;
  s.round = s.exchanged = 0;
  s.index = 0;
  s.moved = s.acted = {};
  p.note(EventKind::Battle, "6.2", [&](play::Event& e) {
    e.side = s.attacker;
    e.places = {area};
  });
  ask_main_border(p);
}

/// Who came in to this battle by borders of which one is the main attack: the Attacker's blocks,
/// then the Defender's reserves.
BlockSet came_in(const BlockContext& game, const State& s, int side) {
  const auto here = blocks_in(game, s, side, s.battle);
  return side == s.attacker ? here : here & s.reserve[at(side)];
}

AreaSet came_from(const BlockContext& game, const State& s, int side) {
  AreaSet from = 0;
  for_each(game, side, came_in(game, s, side), [&](int block) {
    if (s.via[at(block)] != kNone) from |= area_bit(s.via[at(block)]);
  });
  return from;
}

int main_border_side(const State& s) { return s.index == 0 ? s.attacker : defender(s); }

void ask_main_border(Play& p) {
  auto& s = p.state;
  for (; p.game.rules.flanking && s.index < 2; ++s.index) {
    const auto from = came_from(p.game, s, main_border_side(s));
    if (from && !single(from)) return p.ask(Step::MainBorder, main_border_side(s));
  }
  for (int side : {0, 1}) reveal_all(p, side, fighting(p.game, s, side));
  begin_round(p);
}

void end_round(Play& p) {
  auto& s = p.state;
  if (decided(p.game, s)) return end_battle(p);
  exchange_roles(p);
  begin_round(p);
}

char letter_of_stage(int stage) { return static_cast<char>('A' + stage / 2); }

/// The block's turn begins; where it can do nothing, it passes (B-53).
void begin_turn_of(Play& p, int block) {
  auto& s = p.state;
  s.pending = static_cast<std::uint8_t>(block);
  p.ask(Step::BlockTurn, p.game.side_of(block));
  play::ActionList list;
  Steps::legal(p.game, s, list);
  if (!list.empty()) return;
  put(p.game, s.acted, block, true);
  if (s.round == p.game.rules.rounds && p.game.side_of(block) == s.attacker)
    eliminate(p, block, true);  // 6.73
  continue_round(p);
}

}  // namespace

BlockSet fighting(const BlockContext& game, const State& s, int side) {
  return blocks_in(game, s, side, s.battle) & ~s.reserve[at(side)];
}
BlockSet in_reserve(const BlockContext& game, const State& s, int side) {
  return s.reserve[at(side)] ? blocks_in(game, s, side, s.battle) & s.reserve[at(side)] : 0;
}

void next_battle(Play& p) {
  auto& s = p.state;
  s.battle = kNone;
  const AreaSet contested = s.contested();
  if (contested == 0) {
    s.reserve = s.flank = s.moved = {};
    return begin_supply(p);
  }
  if (single(contested)) return begin_battle(p, std::countr_zero(contested));
  p.ask(Step::ChooseBattle, s.first_player);
}

namespace {

void list_battles(const Lister& l) { add_areas(l, l.state.contested()); }

void list_main_border(const Lister& l) {
  add_areas(l, came_from(l.game, l.state, main_border_side(l.state)));
}

void main_border(Play& p, int area) {
  auto& s = p.state;
  const int side = main_border_side(s);
  p.note(EventKind::MainAttack, "5", [&](play::Event& e) {
    e.side = side;
    e.places = {area, s.battle};
  });
  for_each(p.game, side, came_in(p.game, s, side), [&](int block) {
    if (s.via[at(block)] == area || s.via[at(block)] == kNone) return;
    put(p.game, s.flank, block, true);
    put(p.game, s.reserve, block, true);
  });
  ++s.index;
  ask_main_border(p);
}

}  // namespace

BlockSet next_blocks(const BlockContext& game, const State& s) {
  const bool defends = s.stage % 2 == 0;
  const int side = defends ? defender(s) : s.attacker;
  const auto i = at(side);
  const auto left = fighting(game, s, side) & ~s.acted[i];
  if (s.stage >= kLetterStages) return left;
  const char letter = letter_of_stage(s.stage);
  const auto own = game.letters[i][at(letter - 'A')];
  return letter == 'C' ? left & (own | s.guest[i]) : left & own & ~s.guest[i];
}

void continue_round(Play& p) {
  auto& s = p.state;
  s.pending = kNone;
  if (!fighting(p.game, s, 0) || !fighting(p.game, s, 1)) return end_round(p);
  for (; s.stage < kStages; ++s.stage) {
    const auto next = next_blocks(p.game, s);
    if (next == 0) continue;
    const int side = s.stage % 2 == 0 ? defender(s) : s.attacker;
    if (single(next)) return begin_turn_of(p, first_of(p.game, side, next));
    return p.ask(Step::NextBlock, side);
  }
  end_round(p);
}

namespace {

void list_next(const Lister& l) { add_blocks(l, decider(l.state), next_blocks(l.game, l.state)); }

// 6.31, 6.62, 6.73.
void list_turn(const Lister& l) {
  const auto& s = l.state;
  const int block = s.pending, side = l.game.side_of(block);
  const bool must_go = s.round == l.game.rules.rounds && side == s.attacker;
  if (!must_go) {
    const bool foot = arm_of(l.game, block) == Arm::Infantry;
    const bool infantry = foot || has(l.game, s.guest, block);  // fights like its square (6.61)
    const auto squares = targets_of(l.game, s, 1 - side, Target::Squares);
    const auto open = targets_of(l.game, s, 1 - side, Target::Open);
    const auto can = [&](Target target, bool charge) {
      return fire_of(l.game, s, block, target, charge).possible();
    };
    if ((infantry || !squares) && can(Target::Everybody, false)) l.add(Verb::Fire);
    if (!infantry && squares && can(Target::Squares, false)) l.add(Verb::FireAtSquares);
    if (!infantry && squares && open && can(Target::Open, false)) l.add(Verb::FireAtOpen);
    if (foot && !has(l.game, s.square, block) && can(Target::Everybody, true)) l.add(Verb::Charge);
  }
  if (!may_retreat_now(l.game, s, block)) return;
  add_areas(l, Verb::RetreatTo, retreat_areas(l.game, s, block));
  if (may_retreat_off(l.game, s, block)) l.add(Verb::RetreatOff);
}

template <Target target, bool charge = false>
void fire_at(Play& p, int) {
  fire(p, p.state.pending, target, charge);
}
void retreat_to(Play& p, int area) { retreat(p, p.state.pending, area); }
void retreat_off(Play& p, int) { retreat(p, p.state.pending, kOffBoard); }

Verdict refuse_fight(const BlockContext& game, const State&, int to) {
  return no("6.2", "there is no battle", area_id(game, to));
}
Verdict refuse_main_border(const BlockContext& game, const State&, int to) {
  return no("5 Flanking", "nobody came in from there", area_id(game, to));
}
Verdict refuse_next(const BlockContext& game, const State&, int block) {
  return no("6.31", "its turn is not now", block_id(game, block));
}

template <Verb verb>
Verdict refuse_fire(const BlockContext& game, const State& s, int) {
  const int block = s.pending, side = game.side_of(block);
  const auto& id = block_id(game, block);
  const bool foot = arm_of(game, block) == Arm::Infantry;
  const bool infantry = foot || has(game, s.guest, block);  // fights like its square (6.61)
  if (s.round == game.rules.rounds && side == s.attacker)
    return no("6.73", "Attackers do not fire in the last round", id);
  if (verb == Verb::Charge && (!foot || has(game, s.square, block)))
    return no("6.53", "only infantry in line charges", id);
  const auto squares = targets_of(game, s, 1 - side, Target::Squares);
  if (verb == Verb::Fire && squares && !infantry)
    return no("6.62", "it must choose between squares and the open", id);
  constexpr bool kOneGroup = verb == Verb::FireAtSquares || verb == Verb::FireAtOpen;
  if (kOneGroup && infantry) return no("6.62", "infantry fires at everybody", id);
  if (kOneGroup && !squares) return no("6.62", "no enemy is in square", id);
  if (verb == Verb::FireAtOpen && !targets_of(game, s, 1 - side, Target::Open))
    return no("6.62", "no enemy is out of square", id);
  const auto target = verb == Verb::FireAtSquares ? Target::Squares : Target::Everybody;
  return fire_of(game, s, block, target, verb == Verb::Charge).dice > 0
             ? no("4.13", "its firepower is nothing", id)
             : no("4.11", "it has no dice", id);
}

Verdict in_first_round(const std::string& id) {
  return no("6.7", "light and heavy artillery do not retreat in their first round", id);
}
Verdict refuse_retreat_to(const BlockContext& game, const State& s, int to) {
  const int block = s.pending, side = game.side_of(block);
  const auto& id = area_id(game, to);
  if (!may_retreat_now(game, s, block)) return in_first_round(id);
  if (!in_set(game.touching[at(s.battle)], to)) return no("6.7", "it is not adjacent", id);
  if (in_set(s.held(1 - side), to)) return no("6.71", "the enemy is there", id);
  if (!in_set(ways(game, s, block, s.battle), to)) return no("3.2", "it does not pass there", id);
  if (!within_limit(game, s, side, s.battle, to))
    return no("6.71", "the border's Battle Limit is reached in this round", id);
  return no(side == s.attacker ? "6.72" : "6.74", "that way is closed to it", id);
}
Verdict refuse_retreat_off(const BlockContext& game, const State& s, int) {
  const int block = s.pending, side = game.side_of(block);
  const auto& id = block_id(game, block);
  if (!may_retreat_now(game, s, block)) return in_first_round(id);
  if (side == s.attacker) return no("6.72", "Attackers do not leave the board", id);
  if (!in_set(game.edges[at(side)], s.battle))
    return no("3.4", "it is no area of an edge that it may leave by", id);
  return no("6.71", "the edge's limit is reached in this round", id);
}

}  // namespace

constinit const RowOf<Step::ChooseBattle> choose_battle_row{
    {"choose-battle", "6 Battles", "6.2", "Choose the battle to fight next", play::Barrier::Reveal},
    {{Verb::Fight, "6.2", list_battles, refuse_fight, begin_battle}}};

constinit const RowOf<Step::MainBorder> main_border_row{
    {"main-border", "5 Action Phase", "5 Flanking", "Choose where the main attack comes from"},
    {{Verb::MainFrom, "5 Flanking", list_main_border, refuse_main_border, main_border}}};

constinit const RowOf<Step::NextBlock> next_block_row{
    {"next-block", "6 Battles", "6.31", "Choose whose turn comes next"},
    {{Verb::Next, "6.31", list_next, of_own<refuse_next>, begin_turn_of}}};

constinit const RowOf<Step::BlockTurn> block_turn_row{
    {"block-turn", "6 Battles", "6.31", "{block}: fire or retreat"},
    {{Verb::Fire, "6.31", list_turn, refuse_fire<Verb::Fire>, fire_at<Target::Everybody>},
     {Verb::FireAtSquares, "6.62", nullptr, refuse_fire<Verb::FireAtSquares>,
      fire_at<Target::Squares>},
     {Verb::FireAtOpen, "6.62", nullptr, refuse_fire<Verb::FireAtOpen>, fire_at<Target::Open>},
     {Verb::Charge, "6.53", nullptr, refuse_fire<Verb::Charge>, fire_at<Target::Everybody, true>},
     {Verb::RetreatTo, "6.7", nullptr, refuse_retreat_to, retreat_to},
     {Verb::RetreatOff, "6.7", nullptr, refuse_retreat_off, retreat_off}}};

}  // namespace niemen::block_battle
