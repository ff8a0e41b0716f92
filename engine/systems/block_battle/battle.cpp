// 6.1 to 6.4: the sequence of battles, rounds, turns, reserves; and the optional flanks of
// chapter 5.
#include "engine/systems/block_battle/procedure.h"

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
    reveal(p.game, p.s, block);
    p.note(EventKind::Reveals, "6.2", [&](play::Event& e) {
      e.side = side;
      e.pieces = {block};
      e.places = {p.s.battle};
      e.amount = strength(p.game, p.s, block);
    });
  });
}

void end_battle(Play& p) {
  auto& s = p.s;
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
  auto& s = p.s;
  if (s.exchanged || fighting(p.game, s, defender(s)) || !in_reserve(p.game, s, defender(s)))
    return;
  s.attacker = static_cast<std::uint8_t>(defender(s));
  s.exchanged = 1;
  s.half = {};
  p.note(EventKind::RolesExchanged, "6.4", [&](play::Event& e) { e.side = defender(s); });
}

void begin_round(Play& p) {
  auto& s = p.s;
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
  auto& s = p.s;
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
  auto& s = p.s;
  for (; p.game.rules.flanking && s.index < 2; ++s.index) {
    const auto from = came_from(p.game, s, main_border_side(s));
    if (from && !single(from)) return p.ask(Step::MainBorder, main_border_side(s));
  }
  for (int side : {0, 1}) reveal_all(p, side, fighting(p.game, s, side));
  begin_round(p);
}

void end_round(Play& p) {
  auto& s = p.s;
  if (decided(p.game, s)) return end_battle(p);
  exchange_roles(p);
  begin_round(p);
}

char letter_of_stage(int stage) { return static_cast<char>('A' + stage / 2); }

/// The block's turn begins; where it can do nothing, it passes (B-53).
void begin_turn_of(Play& p, int block) {
  auto& s = p.s;
  s.pending = static_cast<std::uint8_t>(block);
  play::ActionList list;
  Lister lister{p.game, s, list};
  s.step = Step::BlockTurn;
  list_turn(lister);
  if (!list.empty()) return p.ask(Step::BlockTurn, p.game.side_of(block));
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
  auto& s = p.s;
  s.battle = kNone;
  const AreaSet contested = s.contested();
  if (contested == 0) {
    s.reserve = s.flank = s.moved = {};
    return begin_supply(p);
  }
  if (single(contested)) return begin_battle(p, std::countr_zero(contested));
  p.ask(Step::ChooseBattle, s.first_player);
}

void list_battles(Lister& l) { l.add_areas(Verb::Fight, l.s.contested()); }
void fight(Play& p, Verb, int area) { begin_battle(p, area); }

void list_main_border(Lister& l) {
  l.add_areas(Verb::MainFrom, came_from(l.game, l.s, main_border_side(l.s)));
}

void main_border(Play& p, Verb, int area) {
  auto& s = p.s;
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
  auto& s = p.s;
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

void list_next(Lister& l) { l.add_blocks(Verb::Next, decider(l.s), next_blocks(l.game, l.s)); }
void next_block(Play& p, Verb, int block) { begin_turn_of(p, block); }

// 6.31, 6.62, 6.73.
void list_turn(Lister& l) {
  const auto& s = l.s;
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
  l.add_areas(Verb::RetreatTo, retreat_areas(l.game, s, block));
  if (may_retreat_off(l.game, s, block)) l.add(Verb::RetreatOff);
}

void block_turn(Play& p, Verb verb, int value) {
  const int block = p.s.pending;
  switch (verb) {
    case Verb::Fire: return fire(p, block, Target::Everybody, false);
    case Verb::FireAtSquares: return fire(p, block, Target::Squares, false);
    case Verb::FireAtOpen: return fire(p, block, Target::Open, false);
    case Verb::Charge: return fire(p, block, Target::Everybody, true);
    case Verb::RetreatOff: return retreat(p, block, kOffBoard);
    default: return retreat(p, block, value);
  }
}

}  // namespace niemen::block_battle
