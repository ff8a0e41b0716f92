// 11: resolving combat, stage by stage in the order of ruling R-90.
#include <algorithm>
#include <cstdlib>
#include <optional>

#include "engine/systems/hex_campaign/combat_values.h"
#include "engine/systems/hex_campaign/hidden_sums.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

namespace {

Side attacker(const State& s) { return s.side; }
Side defender(const State& s) { return other(s.side); }
PieceSet arm_of(const Context& c, Arm arm) { return c.arm_units[static_cast<std::size_t>(arm)]; }
PieceSet defenders(const Context& c, const State& s) {
  return units_at(c, s, defender(s), s.places.combat.target);
}
int support_hex(const Context& c, const State& s, int direction) {
  return c.map.neighbour(static_cast<Hex>(s.places.combat.target), direction);
}

void mark_fought(State& s, const PieceSet& units) {
  for (int unit : units)
    if (fought(s, unit) < 3) s.piece[static_cast<std::size_t>(unit)] += kFoughtOnce;
}

// --- 10.4, 10.5 supports -------------------------------------------------------------------------

bool may_support(const Context& c, const State& s, Side side, int hex, int main_hex) {
  if (hex == kNoHex || hex == main_hex) return false;
  const PieceSet units = support_units(c, s, side, hex, side == attacker(s));
  if (ready(s, units).empty()) return false;
  if (c.rules.commander_characteristics && !s.second_year && s.turn <= c.rules.rivalry_to_turn &&
      has_trait(c, commanders_at(c, s, side, hex), kTraitRival) &&
      has_trait(c, commanders_at(c, s, side, main_hex), kTraitRival))
    return false;  // 16.4(1)
  if (side == defender(s)) return true;
  if (would_mix(c, s, hex, {})) return false;
  if (!aloof_would_attack(c, s, units | s.group, s.places.combat.target)) return false;  // N-6
  if (units_at(c, s, side, hex).intersects(with_status(s, kForage))) return false;
  if (c.rules.reluctant_allies && units.is_subset_of(c.reluctant_ally)) return false;    // T-26
  return !c.steadfast[at(side)].contains(hex) ||
         units.intersects(with_status(s, kSupplied));
}

std::uint8_t support_candidates(const Context& c, const State& s, Side side, int main_hex) {
  std::uint8_t bits = 0;
  for (int d = 0; d < map::kDirections; ++d)
    if (may_support(c, s, side, support_hex(c, s, d), main_hex))
      bits = static_cast<std::uint8_t>(bits | (1U << d));
  return bits;
}

/// 16.6: on the test of a support whose best Commander is of another nation.
constexpr int kEstrangedSupport = -1;

/// 16.6: whether the best Commanders of a supporting and of the main stack are of different
/// nations.
bool estranged(const Context& c, const State& s, Side side, int hex, int main_hex) {
  if (!is_tense(s, side)) return false;
  const int own = best_rated(c, commanders_at(c, s, side, hex));
  const int main = best_rated(c, commanders_at(c, s, side, main_hex));
  return own >= 0 && main >= 0 && c.piece(own).nation != c.piece(main).nation;
}

template <class R>
void roll_support(Table<R>& t, int die, Side side, std::uint8_t& named) {
  const Context& c = t.c;
  State& s = t.s;
  const int hex = support_hex(c, s, s.work.support.direction);
  const int rating = rating_best(c, s, commanders_at(c, s, side, hex));
  const int conscripts = (support_units(c, s, side, hex, side == attacker(s)) &
                          c.class_units[static_cast<std::size_t>(UnitClass::Conscript)])
                             .count() *
                         c.rules.conscript_support;
  const int main = side == attacker(s) ? s.places.combat.from : s.places.combat.target;
  const int tension = estranged(c, s, side, hex, main) ? kEstrangedSupport : 0;
  const int sum = rating + s.committed[at(side)] + die + conscripts + tension;
  const bool comes = sum >= c.rules.order_target;
  if (!comes) named = static_cast<std::uint8_t>(named & ~(1U << s.work.support.direction));
  if (comes && c.rules.hidden_stacks) reveal(c, s, pieces_at(s, hex));
  Sum<R> parts;
  parts.add(rating, ModifierCode::SupportRating, hex);
  parts.add(s.committed[at(side)], ModifierCode::SupportCommands);
  parts.add(conscripts, ModifierCode::SupportConscripts, hex);
  parts.add(tension, ModifierCode::SupportTension, hex);
  tell_sum(t, comes ? EventKind::SupportComes : EventKind::SupportStays,
           {.side = play::index(side),
            .place = hex,
            .to = side == attacker(s) ? s.places.combat.from : s.places.combat.target,
            .amount = sum,
            .face = die},
           std::move(parts), hex);
  ++s.work.support.direction;
}

// --- 11.3-11.7 values ----------------------------------------------------------------------------

/// A value as the position keeps it, in a byte.
std::int8_t kept(int value) {
  constexpr int kMaxKept = 127;
  return static_cast<std::int8_t>(std::clamp(value, -kMaxKept, kMaxKept));
}

Combat combat_of(const State& s) {
  return {attacker(s), s.places.combat.from,           s.places.combat.target,
          s.group,     s.seniors.combat.attacking - 1, s.seniors.combat.defending - 1};
}

/// The attack with all supports that have come.
template <class R>
Sum<R> whole_attack(const Context& c, const State& s) {
  const Combat combat = combat_of(s);
  auto value = attack_value<R>(c, s, combat);
  for (int d = 0; d < map::kDirections; ++d)
    if ((s.attack_supports >> d) & 1) add_attack_support(c, s, combat, support_hex(c, s, d), value);
  return value;
}

/// The same of the defence.
template <class R>
Sum<R> whole_defence(const Context& c, const State& s) {
  const Combat combat = combat_of(s);
  auto value = defence_value<R>(c, s, combat);
  if (!defends(c, s, defenders(c, s))) return value;  // 11.18
  for (int d = 0; d < map::kDirections; ++d)
    if ((s.defence_supports >> d) & 1)
      add_defence_support(c, s, combat, support_hex(c, s, d), value);
  return value;
}

PieceSet supporting_units(const Context& c, const State& s, Side side) {
  const auto bits = side == attacker(s) ? s.attack_supports : s.defence_supports;
  PieceSet units;
  for (int d = 0; d < map::kDirections; ++d)
    if ((bits >> d) & 1)
      units |= support_units(c, s, side, support_hex(c, s, d), side == attacker(s));
  return units;
}

/// Main stack that takes hits: ordered units, or all defenders.
PieceSet main_stack(const Context& c, const State& s, Side side) {
  return side == attacker(s) ? s.group & pieces_at(s, s.places.combat.from) : defenders(c, s);
}

/// 14.9a, N-7: whether the Commander whose loss ends the game is in a hex of this combat.
bool supreme_present(const Context& c, const State& s) {
  const auto there = [&](int hex) {
    return has_trait(c, commanders_at(c, s, Side::A, hex), kTraitSuddenDeath);
  };
  if (there(attacker(s) == Side::A ? s.places.combat.from : s.places.combat.target)) return true;
  const auto bits = attacker(s) == Side::A ? s.attack_supports : s.defence_supports;
  for (int d = 0; d < map::kDirections; ++d)
    if (((bits >> d) & 1) && there(support_hex(c, s, d))) return true;
  return false;
}

template <class R>
void resolve_values(Table<R>& t, int die) {
  const Context& c = t.c;
  State& s = t.s;
  auto value = whole_defence<R>(c, s);
  value.add(die, ModifierCode::DefenceDie);
  s.defence_value = kept(value.total);
  t.tell(EventKind::DefenceValue,
         {.side = play::index(defender(s)),
          .place = s.places.combat.target,
          .to = s.places.combat.from,
          .amount = value.total,
          .face = die},
         std::move(value));
  s.work.combat.flags |= kLarge;
  if (supreme_present(c, s)) s.work.combat.flags |= kSupremeThere;
  for (Side side : {Side::A, Side::B}) {
    const PieceSet main = side == attacker(s) ? s.group : defenders(c, s);
    const PieceSet supports = supporting_units(c, s, side);
    s.strength[at(side)] = static_cast<std::uint8_t>(ready(s, main | supports).count());
    if ((main | supports).count() < c.rules.decisive_units)
      s.work.combat.flags &= static_cast<std::uint8_t>(~kLarge);
    mark_fought(s, main | supports);
  }
  s.difference = kept(s.attack_value - s.defence_value);
}

// --- 11.9, 11.14-11.17 hits ----------------------------------------------------------------------

Side loser(const State& s) { return s.difference > 0 ? defender(s) : attacker(s); }

int hits_possible(const State& s, const PieceSet& units) {
  return units.count() + ready(s, units).count();
}

/// Sets up the allocation of `hits` among a side's stacks; see HitsWork.
void begin_hits(const Context& c, State& s, Side side, int hits) {
  const int main = hits_possible(s, main_stack(c, s, side));
  const int all = main + hits_possible(s, supporting_units(c, s, side));
  hits = std::min(hits, all);
  s.work.hits.left = static_cast<std::uint8_t>(hits);
  s.work.hits.of_main = static_cast<std::uint8_t>(std::min((hits + 1) / 2, main));
  s.hits_main = 0;
  s.hits_support_odd = 0;
  s.work.hits.stack = 0;
}

PieceSet hit_candidates(const Context& c, const State& s, Side side) {
  const PieceSet main = main_stack(c, s, side);
  return s.work.hits.of_main > 0 ? main : main | supporting_units(c, s, side);
}

template <class R>
void take_hit(Table<R>& t, Side side, int unit) {
  State& s = t.s;
  if (main_stack(t.c, s, side).contains(unit)) {
    ++s.hits_main;
    if (s.work.hits.of_main > 0) --s.work.hits.of_main;
  } else {
    for (int d = 0; d < map::kDirections; ++d)
      if (support_hex(t.c, s, d) == place(s, unit))
        s.hits_support_odd = static_cast<std::uint8_t>(s.hits_support_odd ^ (1U << d));
  }
  --s.work.hits.left;
  hit_unit(t, unit, Cause::Hit);
}

bool is_one_kind(const Context& c, const State& s, const PieceSet& units) {
  ActionList kinds;
  list_picks(c, s, units, kinds);
  return kinds.size() <= 1;
}

/// Hits go on until they are used up; asks where there is a choice. Returns whether it asked.
template <class R>
bool go_hits(Table<R>& t, Side side, Step step) {
  State& s = t.s;
  while (s.work.hits.left > 0) {
    const PieceSet open = hit_candidates(t.c, s, side);
    if (open.empty()) break;
    if (!is_one_kind(t.c, s, open)) {
      ask(s, step, side);
      return true;
    }
    take_hit(t, side, open.first());
  }
  s.work.hits.left = 0;
  return false;
}

/// 11.17: stacks with an odd number of hits may take one more; HitsWork::stack says which.
PieceSet extra_candidates(const Context& c, const State& s, Side side) {
  const PieceSet down = with_status(s, kDisrupted);
  if (s.work.hits.stack == 0) return s.hits_main & 1 ? main_stack(c, s, side) & down : PieceSet{};
  const int d = s.work.hits.stack - 1;
  if (!((s.hits_support_odd >> d) & 1)) return {};
  return support_units(c, s, side, support_hex(c, s, d), side == attacker(s)) & down;
}

template <class R>
bool go_extra(Table<R>& t, Side side, Step step) {
  State& s = t.s;
  for (; s.work.hits.stack <= map::kDirections; ++s.work.hits.stack) {
    if (extra_candidates(t.c, s, side).empty()) continue;
    ask(s, step, side);
    return true;
  }
  return false;
}

/// 11.19: Commanders of the stacks of this combat whose units have all fallen.
void find_left_alone(const Context& c, State& s) {
  const auto check = [&](Side side, int hex) {
    if (!s.combat_hexes[at(side)].contains(hex)) meet_fate(c, s, commanders_at(c, s, side, hex));
  };
  check(attacker(s), s.places.combat.from);
  check(defender(s), s.places.combat.target);
  for (int d = 0; d < map::kDirections; ++d) {
    if ((s.attack_supports >> d) & 1) check(attacker(s), support_hex(c, s, d));
    if ((s.defence_supports >> d) & 1) check(defender(s), support_hex(c, s, d));
  }
}

// --- 11.11 withdrawal ----------------------------------------------------------------------------

/// 11.11: difficult ground bars withdrawals of a side it slows, a mountain pass in winter (N-46).
bool too_rough_to_withdraw(const Context& c, const State& s, Side side, int to) {
  return c.rules.difficult_terrain[at(side)] == static_cast<int>(DifficultTerrain::Slow) &&
         (c.difficult.contains(to) || (is_winter(c, s) && c.pass.contains(to)));
}

Reason refuse_withdrawal(const Context& c, const State& s, int from, int to) {
  const Side side = defender(s);
  if (!c.map.around(static_cast<Hex>(from)).contains(to)) return Reason::NotAdjacent;
  if (!c.map.crossable(static_cast<Hex>(from)).contains(to)) return Reason::UnbridgedRiver;
  if (!may_enter(c, s, side, to)) return Reason::Terrain;  // N-27
  if (leaves_confinement(c, s, side, from, to)) return Reason::Confined;
  if (is_sheltered(c, s, to)) return Reason::Sheltered;
  if (would_mix(c, s, to, pieces_at(s, from) & side_pieces(c, side))) return Reason::Aloof;
  if (too_rough_to_withdraw(c, s, side, to)) return Reason::DifficultWithdrawal;
  if (s.combat_hexes[at(attacker(s))].contains(to)) return Reason::EnemyUnit;
  if (to == s.places.combat.from ||
      c.map.around(static_cast<Hex>(s.places.combat.from)).contains(to))
    return Reason::NextToAttacker;
  return Reason::Ok;
}

bool can_withdraw(const Context& c, const State& s, int from) {
  for (int to : c.map.around(static_cast<Hex>(from)))
    if (refuse_withdrawal(c, s, from, to) == Reason::Ok) return true;
  return false;
}

int overflow_excess(const Context& c, const State& s) {
  const PieceSet staying =
      units_at(c, s, defender(s), s.places.combat.receiving) - s.choice.withdrawal.going_on;
  return occupancy(c, staying) - capacity(c, s, s.places.combat.receiving);
}

/// Where the overflow stands while it is under way: with the stack until it goes on.
PieceSet overflow_open(const Context& c, const State& s) {
  return (s.choice.withdrawal.stack & c.combat_units & pieces_at(s, s.places.combat.receiving)) -
         s.choice.withdrawal.going_on;
}

int overflow_hex(const State& s) { return s.places.combat.overflow; }

template <class R>
void withdraw_to(Table<R>& t, int to) {
  State& s = t.s;
  auto& [stack, going_on] = s.choice.withdrawal;
  stack = pieces_at(s, s.places.combat.target) & side_pieces(t.c, defender(s));
  s.places.combat.receiving = static_cast<std::uint16_t>(to);
  s.work.combat.flags |= kHasWithdrawn;
  note_sortie(t.c, s, stack);
  place_pieces(t.c, s, stack, to);
  t.tell(EventKind::Withdrawal, {.side = play::index(defender(s)),
                                 .place = s.places.combat.target,
                                 .to = to,
                                 .pieces = stack});
  enter_hex(t, defender(s), stack, to);
  going_on.clear();
  s.work.overflow.last_occupancy = 0;
  s.stage.combat = CombatStage::Overflow;
}

template <class R>
void go_overflow(Table<R>& t) {
  State& s = t.s;
  const Context& c = t.c;
  const Side side = defender(s);
  auto& [stack, going_on] = s.choice.withdrawal;
  if (s.stage.combat == CombatStage::Overflow) {
    if (overflow_excess(c, s) > 0) return ask(s, Step::OverflowUnit, side);
    if (going_on.empty()) {
      s.stage.combat = CombatStage::Withdrawn;
      return;
    }
    for (int unit : going_on& c.combat_units)
      if (hit_unit(t, unit, Cause::Overflow)) going_on.erase(unit);
    if (!can_withdraw(c, s, s.places.combat.receiving)) {
      for (int unit : going_on) eliminate_unit(t, unit, Cause::NoWayOn);
      going_on.clear();
    }
    if (going_on.empty()) {
      s.stage.combat = CombatStage::Withdrawn;
      return;
    }
    s.stage.combat = CombatStage::OverflowCommanders;
  }
  if (s.stage.combat == CombatStage::OverflowCommanders) {
    if (!((stack - c.combat_units) - going_on).empty())
      return ask(s, Step::OverflowCommander, side);
    s.stage.combat = CombatStage::OverflowTo;
  }
  if (s.stage.combat == CombatStage::OverflowTo) return ask(s, Step::OverflowTo, side);
  const int hex = overflow_hex(s);
  const PieceSet going = going_on & c.combat_units & pieces_at(s, hex);
  if (occupancy(c, units_at(c, s, side, hex)) > capacity(c, s, hex)) {
    if (!is_one_kind(c, s, going)) return ask(s, Step::OverflowLoss, side);
    eliminate_unit(t, going.first(), Cause::NoRoomBeyond);
    going_on.erase(going.first());
    return;  // looked at again
  }
  s.stage.combat = CombatStage::Withdrawn;
}

int overflow_loss_excess(const Context& c, const State& s) {
  return occupancy(c, units_at(c, s, defender(s), overflow_hex(s))) -
         capacity(c, s, overflow_hex(s));
}

Reason refuse_overflow_loss(const Context& c, const State& s, int unit) {
  return refuse_excess_unit(
      c, s, s.choice.withdrawal.going_on & c.combat_units & pieces_at(s, overflow_hex(s)),
      overflow_loss_excess(c, s), s.work.overflow.last_occupancy, unit);
}

// --- 11.12, 11.13 advance ------------------------------------------------------------------------

/// Ordered units that may advance now.
PieceSet advancing(const Context& c, const State& s) {
  const Side side = attacker(s);
  if (s.combat_hexes[at(defender(s))].contains(s.places.combat.target)) return {};
  if (!may_enter(c, s, side, s.places.combat.target)) return {};  // 14.6
  const PieceSet able = ready(s, s.group & c.combat_units & pieces_at(s, s.places.combat.from));
  if ((s.work.combat.flags & (kBeforeCombat | kWasDestroyed)) ||
      s.difference >= c.rules.must_withdraw_from)
    return able;
  return s.difference > 0 ? able & arm_of(c, Arm::Cavalry) : PieceSet{};  // 11.10, 11.12 bp2
}

Reason refuse_take_advance(const Context& c, const State& s, int n) {
  const KindQuestion question = kind_question(c, s);
  if (n > question.members.count()) return Reason::OutOfRange;
  if (question.commander) return Reason::Ok;
  const int each = c.occupancy[static_cast<std::size_t>(question.members.first())];
  return occupancy(c, s.group & c.combat_units) + n * each <= capacity(c, s, s.places.combat.target)
             ? Reason::Ok
             : Reason::HexFull;
}

bool whole_may_advance(const Context& c, const State& s) {
  return occupancy(c, advancing(c, s)) <= capacity(c, s, s.places.combat.target);
}

template <class R>
void carry_out_advance(Table<R>& t) {
  State& s = t.s;
  if (s.group.intersects(t.c.combat_units)) {
    mix_veils(t.c, s, pieces_at(s, s.places.combat.from) & side_pieces(t.c, attacker(s)));
    place_pieces(t.c, s, s.group, s.places.combat.target);
    t.tell(EventKind::Advance, {.side = play::index(attacker(s)),
                                .place = s.places.combat.from,
                                .to = s.places.combat.target,
                                .pieces = s.group});
    enter_hex(t, attacker(s), s.group, s.places.combat.target);
  }
  s.stage.combat = CombatStage::Advanced;
}

/// 14.12: with a garrison in it a stack does not choose to withdraw.
bool garrisons_allow(const Context& c, const State& s) {
  for (int unit : garrisons_among(c, s, defenders(c, s)))
    if (bond_of(c, s, unit) == Bond::Garrison) return false;
  return true;
}

// --- stages --------------------------------------------------------------------------------------

template <class R>
void begin_supports(Table<R>& t, Side side, int main_hex, CombatStage stage) {
  t.s.support_candidates = support_candidates(t.c, t.s, side, main_hex);
  t.s.work.support.direction = 0;
  t.s.stage.combat = stage;
}

/// The next direction from SupportWork::direction on with a bit in `bits`, or -1.
int next_direction(State& s, std::uint8_t bits) {
  for (; s.work.support.direction < map::kDirections; ++s.work.support.direction)
    if ((bits >> s.work.support.direction) & 1) return s.work.support.direction;
  return -1;
}

template <class R>
void go_before(Table<R>& t) {
  State& s = t.s;
  const Context& c = t.c;
  if (s.stage.combat == CombatStage::LoneTarget) {  // after the fate of the Commanders
    if (c.rules.lone_target_advance == static_cast<int>(LoneTargetAdvance::Yes)) {
      s.work.combat.flags |= kWasDestroyed;
      s.stage.combat = CombatStage::Advance;
      return;
    }
    return CombatOverview<R>::end_opportunity(t);
  }
  if (s.stage.combat == CombatStage::WithdrawBefore) {
    const PieceSet cavalry = arm_of(c, Arm::Cavalry);
    if (defenders(c, s).is_subset_of(cavalry) && !s.group.intersects(cavalry) &&
        garrisons_allow(c, s) && can_withdraw(c, s, s.places.combat.target))
      return ask(s, Step::WithdrawBeforeCombat, defender(s));
    s.stage.combat = CombatStage::CommitDefence;
  }
  if (s.stage.combat == CombatStage::CommitDefence) {
    if (s.commands[at(defender(s))] > 0) return ask(s, Step::CommitDefence, defender(s));
    begin_supports(t, attacker(s), s.places.combat.from, CombatStage::NameAttack);
  }
}

template <class R>
void go_supports(Table<R>& t) {
  State& s = t.s;
  const Context& c = t.c;
  if (s.stage.combat == CombatStage::NameAttack) {
    if (next_direction(s, s.support_candidates) >= 0)
      return ask(s, Step::NameAttackSupport, attacker(s));
    s.stage.combat = CombatStage::RollAttack;
    s.work.support.direction = 0;
  }
  if (s.stage.combat == CombatStage::RollAttack) {
    if (next_direction(s, s.attack_supports) >= 0)
      return ask(s, Step::AttackSupportDie, Actor::Nature);
    begin_supports(t, defender(s), s.places.combat.target, CombatStage::NameDefence);
  }
  if (s.stage.combat == CombatStage::NameDefence) {
    if (next_direction(s, s.support_candidates) >= 0)
      return ask(s, Step::NameDefenceSupport, defender(s));
    s.stage.combat = CombatStage::RollDefence;
    s.work.support.direction = 0;
  }
  if (next_direction(s, s.defence_supports) >= 0)
    return ask(s, Step::DefenceSupportDie, Actor::Nature);
  s.stage.combat = CombatStage::SeniorAttack;
  (void)c;
}

/// 16.4: finds the senior Commander of a side, asking where two are equal and it matters.
template <class R>
bool ask_senior(Table<R>& t, Side side, std::uint8_t& senior, Step step) {
  State& s = t.s;
  if (!t.c.rules.commander_characteristics || senior != 0) return false;
  constexpr std::uint32_t kBoth = kTraitInspires | kTraitInspiresTwo;
  constexpr std::uint32_t kAttacking =
      kTraitLeadsCavalry | kTraitInspiresAttack | kTraitLeadsCossacks;
  const std::uint32_t traits = side == attacker(s) ? kBoth | kAttacking : kBoth;
  const int hex = side == attacker(s) ? s.places.combat.from : s.places.combat.target;
  const PieceSet present = commanders_at(t.c, s, side, hex);
  const PieceSet units = units_at(t.c, s, side, hex);
  s.choice.seniors.candidates = senior_question(t.c, s, present, units, traits);
  if (!s.choice.seniors.candidates.empty()) {
    ask(s, step, side);
    return true;
  }
  senior = static_cast<std::uint8_t>(most_senior(t.c, s, present, units).first() + 1);
  return false;
}

template <class R>
void go_values(Table<R>& t) {
  State& s = t.s;
  if (s.stage.combat == CombatStage::SeniorAttack) {
    if (ask_senior(t, attacker(s), s.seniors.combat.attacking, Step::SeniorToAttack)) return;
    s.stage.combat = CombatStage::SeniorDefence;
  }
  if (s.stage.combat == CombatStage::SeniorDefence) {
    if (ask_senior(t, defender(s), s.seniors.combat.defending, Step::SeniorToDefend)) return;
    s.stage.combat = CombatStage::AttackDie;
  }
  ask(s, s.stage.combat == CombatStage::AttackDie ? Step::AttackDie : Step::DefenceDie,
      Actor::Nature);
}

template <class R>
void go_losses(Table<R>& t) {
  State& s = t.s;
  if (s.stage.combat == CombatStage::LoserHits) {
    if (go_hits(t, loser(s), Step::LoserHit)) return;
    s.stage.combat = CombatStage::LoserExtra;
    s.work.hits.stack = 0;
  }
  if (s.stage.combat == CombatStage::LoserExtra) {
    if (go_extra(t, loser(s), Step::LoserExtraHit)) return;
    s.stage.combat = s.difference == 0 ? CombatStage::LeftAlone : CombatStage::LoserDie;
    if (s.stage.combat == CombatStage::LoserDie) return ask(s, Step::LoserHitsDie, Actor::Nature);
  }
  if (s.stage.combat == CombatStage::WinnerHits) {
    if (go_hits(t, other(loser(s)), Step::WinnerHit)) return;
    s.stage.combat = CombatStage::WinnerExtra;
    s.work.hits.stack = 0;
  }
  if (s.stage.combat == CombatStage::WinnerExtra) {
    if (go_extra(t, other(loser(s)), Step::WinnerExtraHit)) return;
    s.stage.combat = CombatStage::LeftAlone;
  }
}

/// After the hits: who must or may withdraw.
template <class R>
void go_left_alone(Table<R>& t) {
  State& s = t.s;
  const Context& c = t.c;
  if (defenders(c, s).empty()) s.work.combat.flags |= kWasDestroyed;
  find_left_alone(c, s);
  s.stage.combat = s.difference == 0 || (s.work.combat.flags & kWasDestroyed)
                       ? CombatStage::Advance
                       : CombatStage::Withdraw;
}

/// 14.12, N-12: garrisons of the defending hex that may not leave it alive.
PieceSet fixed_garrisons(const Context& c, const State& s) {
  PieceSet fixed;
  for (int unit : garrisons_among(c, s, defenders(c, s)))
    if (bond_of(c, s, unit) == Bond::Garrison) fixed.insert(unit);
  return fixed;
}

template <class R>
void go_withdraw(Table<R>& t) {
  State& s = t.s;
  const Context& c = t.c;
  if (s.stage.combat == CombatStage::Withdraw) {
    const bool must = s.difference >= c.rules.must_withdraw_from;
    const PieceSet fixed = fixed_garrisons(c, s);
    if (must)  // 14.12
      for (int unit : fixed) eliminate_unit(t, unit, Cause::GarrisonFalls);
    if (!must && !fixed.empty()) {
      s.stage.combat = CombatStage::Advance;
      return;
    }
    if (defenders(c, s).empty()) {
      s.work.combat.flags |= kWasDestroyed;
      find_left_alone(c, s);
      s.stage.combat = CombatStage::Advance;
      return;
    }
    if (!can_withdraw(c, s, s.places.combat.target)) {
      if (must) {
        for (int unit : defenders(c, s)) eliminate_unit(t, unit, Cause::CannotWithdraw);
        s.work.combat.flags |= kWasDestroyed;
        find_left_alone(c, s);
      }
      s.stage.combat = CombatStage::Advance;
      return;
    }
    if (!must) return ask(s, Step::Withdraw, defender(s));
    s.stage.combat = CombatStage::Pursuit;
  }
  if (s.stage.combat == CombatStage::Pursuit) {  // 11.16, R-91
    const PieceSet cavalry = arm_of(c, Arm::Cavalry), units = defenders(c, s);
    const PieceSet down = units & with_status(s, kDisrupted);
    const bool chased =
        ready(s, s.group & pieces_at(s, s.places.combat.from)).intersects(cavalry) &&
        !ready(s, units).intersects(cavalry);
    s.stage.combat = CombatStage::WithdrawTo;
    if (chased && !down.empty()) {
      s.choice.pursuit.caught = down;
      if (!is_one_kind(c, s, down)) return ask(s, Step::PursuitLoss, defender(s));
      eliminate_unit(t, down.first(), Cause::Pursuit);
    }
  }
  if (defenders(c, s).empty()) {  // the pursuit took the last unit
    s.work.combat.flags |= kWasDestroyed;
    find_left_alone(c, s);
    s.stage.combat = CombatStage::Advance;
    return;
  }
  ask(s, Step::WithdrawTo, defender(s));
}

/// 14.9a: a decisive defeat of side A moves wavering powers where its supreme Commander was.
void note_supreme_defeat(const Context& c, State& s, Side lost) {
  if (c.rules.allegiances && lost == Side::A && (s.work.combat.flags & kSupremeThere))
    s.truce |= kPowersMoved;
}

template <class R>
void go_advance(Table<R>& t) {
  State& s = t.s;
  const Context& c = t.c;
  if (s.stage.combat == CombatStage::Withdrawn) {
    s.stage.combat = CombatStage::Advance;
    find_left_alone(c, s);
    if (!s.fate.empty()) return;
  }
  if (s.stage.combat == CombatStage::Advance) {
    if (!advancing(c, s).empty()) return ask(s, Step::Advance, attacker(s));
    s.stage.combat = CombatStage::Advanced;
  }
  if (s.stage.combat == CombatStage::TakeAdvance) {
    const KindQuestion question = kind_question(c, s);
    const bool nobody = question.commander && s.group.empty();
    if (!question.members.empty() && !nobody) return ask(s, Step::TakeForAdvance, attacker(s));
    carry_out_advance(t);
    if (!s.fate.empty()) return;
  }
  if (s.difference != 0 && (s.work.combat.flags & kLarge)) {  // 14.7b, R-68, R-69
    const Side lost = loser(s);
    if (s.fallen[at(lost)] - s.fallen[at(other(lost))] >= c.rules.decisive_difference) {
      note_supreme_defeat(c, s, lost);
      Victory<R>::decisive(t, other(lost));
    }
  }
  CombatOverview<R>::end_opportunity(t);
}

/// What a game's table says of a difference, if it has one: its last number is not 0.
std::optional<int> hits_by_table(const std::array<int, kDifferences>& table, int difference) {
  if (table.back() == 0) return std::nullopt;
  return table[static_cast<std::size_t>(std::min(difference, kDifferences) - 1)];
}

template <class R>
void begin_loser_hits(Table<R>& t) {
  State& s = t.s;
  s.stage.combat = CombatStage::LoserHits;
  if (s.difference == 0) {
    t.tell(EventKind::Tie, {.place = s.places.combat.target});
    return begin_hits(t.c, s, attacker(s), 1);
  }
  const Side winner = other(loser(s));
  const int difference = std::abs(s.difference);
  const int wanted = hits_by_table(t.c.rules.winner_hits_table, difference).value_or(difference);
  const int hits = std::min<int>(wanted, s.strength[at(winner)] * t.c.rules.winner_hits_per_unit);
  Sum<R> parts;
  parts.add(difference, ModifierCode::Difference);
  parts.add(wanted - difference, ModifierCode::HitsTable);
  parts.add(hits - wanted, ModifierCode::WinnerLimit);
  t.tell(EventKind::WinnerInflicts,
         {.side = play::index(winner), .place = s.places.combat.target, .amount = hits},
         std::move(parts));
  begin_hits(t.c, s, loser(s), hits);
}

template <class R>
void roll_loser_hits(Table<R>& t, int die) {
  State& s = t.s;
  const int change = t.c.rules.loser_hits[static_cast<std::size_t>(die - 1)];
  const int difference = std::abs(s.difference);
  const auto told = hits_by_table(t.c.rules.loser_hits_table, difference);
  const int half = told.value_or((difference + 1) / 2);
  const int score = std::max(0, half + change);
  const int hits = std::min<int>(score, s.strength[at(loser(s))]);
  Sum<R> parts;
  parts.add(half, told ? ModifierCode::HitsTable : ModifierCode::HalfDifference);
  parts.add(change, ModifierCode::LoserDie);
  parts.add(std::max(0, -(half + change)), ModifierCode::NeverBelowNone);
  parts.add(hits - score, ModifierCode::LoserLimit);
  t.tell(
      EventKind::LoserInflicts,
      {.side = play::index(loser(s)), .place = s.places.combat.target, .amount = hits, .face = die},
      std::move(parts));
  s.stage.combat = CombatStage::WinnerHits;
  begin_hits(t.c, s, other(loser(s)), hits);
}

}  // namespace

template <class R>
void CombatDetail<R>::begin(Table<R>& t) {
  State& s = t.s;
  const Context& c = t.c;
  if (c.rules.hidden_stacks)
    reveal(c, s, pieces_at(s, s.places.combat.from) | pieces_at(s, s.places.combat.target));
  if (!defenders(c, s).empty()) {
    s.stage.combat = CombatStage::WithdrawBefore;
    return;
  }
  if (has_depot(c, s, defender(s), s.places.combat.target))
    destroy_depot(t, defender(s), s.places.combat.target);
  meet_fate(c, s, commanders_at(c, s, defender(s), s.places.combat.target));
  s.stage.combat = CombatStage::LoneTarget;
}

template <class R>
void CombatDetail<R>::go(Table<R>& t) {
  const CombatStage stage = t.s.stage.combat;
  if (stage <= CombatStage::CommitDefence) return go_before(t);
  if (stage <= CombatStage::RollDefence) return go_supports(t);
  if (stage <= CombatStage::DefenceDie) return go_values(t);
  if (stage <= CombatStage::WinnerExtra) return go_losses(t);
  if (stage == CombatStage::LeftAlone) return go_left_alone(t);
  if (stage <= CombatStage::WithdrawTo) return go_withdraw(t);
  if (stage <= CombatStage::OverflowLoss) return go_overflow(t);
  go_advance(t);
}

template <class R>
void CombatDetail<R>::apply(Table<R>& t, Action action) {
  State& s = t.s;
  const Context& c = t.c;
  const Step step = s.step;
  const int payload = payload_of(action);
  const bool yes = verb_of(action) == Verb::Yes;
  const auto direction_bit = [&] {
    return static_cast<std::uint8_t>(1U << s.work.support.direction);
  };
  s.step = Step::None;
  switch (step) {
    case Step::WithdrawBeforeCombat:
      s.stage.combat = yes ? CombatStage::WithdrawTo : CombatStage::CommitDefence;
      if (yes) s.work.combat.flags |= kBeforeCombat;
      break;
    case Step::CommitDefence:
      s.committed[at(defender(s))] = static_cast<std::uint8_t>(payload);
      s.commands[at(defender(s))] =
          static_cast<std::uint8_t>(s.commands[at(defender(s))] - payload);
      begin_supports(t, attacker(s), s.places.combat.from, CombatStage::NameAttack);
      break;
    case Step::NameAttackSupport:
      if (yes) s.attack_supports = static_cast<std::uint8_t>(s.attack_supports | direction_bit());
      ++s.work.support.direction;
      break;
    case Step::NameDefenceSupport:
      if (yes) s.defence_supports = static_cast<std::uint8_t>(s.defence_supports | direction_bit());
      ++s.work.support.direction;
      break;
    case Step::AttackSupportDie: roll_support(t, payload, attacker(s), s.attack_supports); break;
    case Step::DefenceSupportDie: roll_support(t, payload, defender(s), s.defence_supports); break;
    case Step::SeniorToAttack:
      s.seniors.combat.attacking = static_cast<std::uint8_t>(payload + 1);
      break;
    case Step::SeniorToDefend:
      s.seniors.combat.defending = static_cast<std::uint8_t>(payload + 1);
      break;
    case Step::AttackDie: {
      auto value = whole_attack<R>(c, s);
      value.add(payload, ModifierCode::AttackDie);
      s.attack_value = kept(value.total);
      t.tell(EventKind::AttackValue,
             {.side = play::index(attacker(s)),
              .place = s.places.combat.from,
              .to = s.places.combat.target,
              .amount = value.total,
              .face = payload},
             std::move(value));
      s.stage.combat = CombatStage::DefenceDie;
      break;
    }
    case Step::DefenceDie:
      resolve_values(t, payload);
      begin_loser_hits(t);
      break;
    case Step::LoserHit: take_hit(t, loser(s), payload); break;
    case Step::WinnerHit: take_hit(t, other(loser(s)), payload); break;
    case Step::LoserExtraHit:
    case Step::WinnerExtraHit:
      if (verb_of(action) == Verb::Pick) hit_unit(t, payload, Cause::ExtraHit);
      ++s.work.hits.stack;
      break;
    case Step::LoserHitsDie: roll_loser_hits(t, payload); break;
    case Step::Withdraw: s.stage.combat = yes ? CombatStage::Pursuit : CombatStage::Advance; break;
    case Step::PursuitLoss: eliminate_unit(t, payload, Cause::Pursuit); break;
    case Step::WithdrawTo: withdraw_to(t, payload); break;
    case Step::OverflowUnit:
      s.choice.withdrawal.going_on.insert(payload);
      s.work.overflow.last_occupancy = c.occupancy[static_cast<std::size_t>(payload)];
      break;
    case Step::OverflowCommander:
      if (verb_of(action) == Verb::Pick)
        s.choice.withdrawal.going_on.insert(payload);
      else
        s.stage.combat = CombatStage::OverflowTo;
      break;
    case Step::OverflowTo:
      s.places.combat.overflow = static_cast<std::uint16_t>(payload);
      mix_veils(c, s, s.choice.withdrawal.stack);
      place_pieces(c, s, s.choice.withdrawal.going_on, payload);
      t.tell(EventKind::OverflowGoesOn, {.side = play::index(defender(s)),
                                         .place = s.places.combat.receiving,
                                         .to = payload,
                                         .pieces = s.choice.withdrawal.going_on});
      enter_hex(t, defender(s), s.choice.withdrawal.going_on, payload);
      s.work.overflow.last_occupancy = 0;
      s.stage.combat = CombatStage::OverflowLoss;
      break;
    case Step::OverflowLoss:
      s.work.overflow.last_occupancy = c.occupancy[static_cast<std::size_t>(payload)];
      eliminate_unit(t, payload, Cause::NoRoomBeyond);
      s.choice.withdrawal.going_on.erase(payload);
      break;
    case Step::Advance: {
      const PieceSet units = advancing(c, s);
      const PieceSet commanders = commanders_at(c, s, attacker(s), s.places.combat.from);
      s.group.clear();
      s.choice.taking.candidates = units | commanders;
      s.work.taking.next_kind = 0;
      s.stage.combat = CombatStage::TakeAdvance;
      if (verb_of(action) != Verb::Custom) {
        if (verb_of(action) == Verb::Whole) s.group = s.choice.taking.candidates;
        s.work.taking.next_kind = kAllKinds;
      }
      break;
    }
    case Step::TakeForAdvance: take_of_kind(c, s, payload); break;
    default: assert(false);
  }
}

void list_combat_detail(const Context& c, const State& s, ActionList& list) {
  const auto add_if = [&](Verb verb, int payload) {
    const Action action = make_action(verb, payload);
    if (refuse_combat_detail(c, s, action) == Reason::Ok) list.push_back(action);
  };
  const auto done = [&] { list.push_back(make_action(Verb::Done)); };
  switch (s.step) {
    case Step::WithdrawBeforeCombat:
    case Step::NameAttackSupport:
    case Step::NameDefenceSupport:
    case Step::Withdraw:
      done();
      list.push_back(make_action(Verb::Yes));
      break;
    case Step::CommitDefence:
      for (int n = 0; n <= s.commands[at(defender(s))]; ++n)
        list.push_back(make_action(Verb::Commit, n));
      break;
    case Step::SeniorToAttack:
    case Step::SeniorToDefend: list_picks(c, s, s.choice.seniors.candidates, list); break;
    case Step::PursuitLoss: list_picks(c, s, s.choice.pursuit.caught, list); break;
    case Step::LoserHit: list_picks(c, s, hit_candidates(c, s, loser(s)), list); break;
    case Step::WinnerHit: list_picks(c, s, hit_candidates(c, s, other(loser(s))), list); break;
    case Step::LoserExtraHit:
      done();
      list_picks(c, s, extra_candidates(c, s, loser(s)), list);
      break;
    case Step::WinnerExtraHit:
      done();
      list_picks(c, s, extra_candidates(c, s, other(loser(s))), list);
      break;
    case Step::WithdrawTo:
      for (int to : c.map.around(static_cast<Hex>(s.places.combat.target)))
        add_if(Verb::Retreat, to);
      break;
    case Step::OverflowUnit:
      for (int unit : overflow_open(c, s)) add_if(Verb::Pick, unit);
      break;
    case Step::OverflowCommander:
      done();
      for (int commander :
           (s.choice.withdrawal.stack - c.combat_units) - s.choice.withdrawal.going_on)
        list.push_back(make_action(Verb::Pick, commander));
      break;
    case Step::OverflowTo:
      for (int to : c.map.around(static_cast<Hex>(s.places.combat.receiving)))
        add_if(Verb::Retreat, to);
      break;
    case Step::OverflowLoss:
      for (int unit : s.choice.withdrawal.going_on& c.combat_units) add_if(Verb::Pick, unit);
      break;
    case Step::Advance:
      done();
      if (whole_may_advance(c, s)) list.push_back(make_action(Verb::Whole));
      list.push_back(make_action(Verb::Custom));
      break;
    case Step::TakeForAdvance:
      for (int n = 0; n <= kind_question(c, s).members.count(); ++n) add_if(Verb::Take, n);
      break;
    default: assert(false);
  }
}

Reason refuse_combat_detail(const Context& c, const State& s, Action action) {
  const Verb verb = verb_of(action);
  const int payload = payload_of(action);
  const auto pick = [&](const PieceSet& from) {
    return verb == Verb::Pick ? refuse_pick(c, s, from, payload) : Reason::NotNow;
  };
  switch (s.step) {
    case Step::WithdrawBeforeCombat:
    case Step::NameAttackSupport:
    case Step::NameDefenceSupport:
    case Step::Withdraw:
      return verb == Verb::Done || verb == Verb::Yes ? Reason::Ok : Reason::NotNow;
    case Step::CommitDefence:
      if (verb != Verb::Commit) return Reason::NotNow;
      return payload <= s.commands[at(defender(s))] ? Reason::Ok : Reason::NotEnoughCommands;
    case Step::SeniorToAttack:
    case Step::SeniorToDefend: return pick(s.choice.seniors.candidates);
    case Step::PursuitLoss: return pick(s.choice.pursuit.caught);
    case Step::LoserHit: return pick(hit_candidates(c, s, loser(s)));
    case Step::WinnerHit: return pick(hit_candidates(c, s, other(loser(s))));
    case Step::LoserExtraHit:
      return verb == Verb::Done ? Reason::Ok : pick(extra_candidates(c, s, loser(s)));
    case Step::WinnerExtraHit:
      return verb == Verb::Done ? Reason::Ok : pick(extra_candidates(c, s, other(loser(s))));
    case Step::WithdrawTo:
      return verb == Verb::Retreat ? refuse_withdrawal(c, s, s.places.combat.target, payload)
                                   : Reason::NotNow;
    case Step::OverflowUnit:
      return verb == Verb::Pick
                 ? refuse_excess_unit(c, s, overflow_open(c, s), overflow_excess(c, s),
                                      s.work.overflow.last_occupancy, payload)
                 : Reason::NotNow;
    case Step::OverflowCommander:
      if (verb == Verb::Done) return Reason::Ok;
      return pick((s.choice.withdrawal.stack - c.combat_units) - s.choice.withdrawal.going_on);
    case Step::OverflowTo:
      if (verb != Verb::Retreat) return Reason::NotNow;
      return refuse_withdrawal(c, s, s.places.combat.receiving, payload);
    case Step::OverflowLoss:
      return verb == Verb::Pick ? refuse_overflow_loss(c, s, payload) : Reason::NotNow;
    case Step::Advance:
      if (verb == Verb::Done || verb == Verb::Custom) return Reason::Ok;
      if (verb != Verb::Whole) return Reason::NotNow;
      return whole_may_advance(c, s) ? Reason::Ok : Reason::HexFull;
    case Step::TakeForAdvance:
      return verb == Verb::Take ? refuse_take_advance(c, s, payload) : Reason::NotNow;
    default: return Reason::NotNow;
  }
}

template struct CombatDetail<play::NullRecorder>;
template struct CombatDetail<play::EventRecorder>;

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
