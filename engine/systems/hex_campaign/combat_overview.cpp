// 10: ordering combat.
#include "engine/systems/hex_campaign/hidden_sums.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

namespace {

bool barred_by_supply(const Context& c, const State& s, Side side, int hex) {
  return c.steadfast[at(side)].contains(hex) &&
         !units_at(c, s, side, hex).intersects(with_status(s, kSupplied));
}

/// Units of a hex that may be ordered to attack: none that are idle, no garrison in its city, no
/// aloof units that share their hex without a Commander of their own (14.6, 14.8, 14.10-14.13).
PieceSet orderable(const Context& c, const State& s, Side side, int hex) {
  PieceSet units = units_at(c, s, side, hex);
  if (may_be_bound(c, s, units)) units -= idle_among(c, s, units) | garrisons_among(c, s, units);
  return would_mix(c, s, hex, {}) ? PieceSet{} : units;
}

/// 10.1: whether a stack may be ordered to attack at all.
Reason refuse_attacker(const Context& c, const State& s, Side side, int hex) {
  const PieceSet units = units_at(c, s, side, hex);
  if (units.empty() || units.intersects(with_status(s, kDisrupted))) return Reason::CannotAttack;
  const bool all_free = all_unbound(c, s) && c.aloof.empty();
  if (!all_free && orderable(c, s, side, hex).empty()) return Reason::BoundUnits;
  if (units.intersects(with_status(s, kForage))) return Reason::ForageMarker;
  if (barred_by_supply(c, s, side, hex)) return Reason::NotSupplied;
  return Reason::Ok;
}

/// 14.8, N-6: whether an order of `chosen` and some, all or none of `open` may be given, as far as
/// aloof allies go. Where stacks are secret it is asked when they show.
bool may_be_ordered(const Context& c, const State& s, const PieceSet& chosen, const PieceSet& open,
                    int target) {
  if (c.aloof.empty() || c.rules.hidden_stacks) return true;
  if (!s.combat_hexes[at(other(s.side))].contains(target)) return true;
  if (!chosen.intersects(c.aloof) && (!chosen.empty() || !open.is_subset_of(c.aloof))) return true;
  return aloof_would_attack(c, s, chosen | open, target);
}

/// What the enemy has in a hex that can be attacked: units, or a lone Depot or Commander.
bool is_target(const Context& c, const State& s, Side enemy, int hex) {
  return s.combat_hexes[at(enemy)].contains(hex) || has_depot(c, s, enemy, hex) ||
         !commanders_at(c, s, enemy, hex).empty();
}

Reason refuse_target(const Context& c, const State& s, int from, int hex) {
  if (!c.map.around(static_cast<Hex>(from)).contains(hex)) return Reason::NotAdjacent;
  if (!is_target(c, s, other(s.side), hex)) return Reason::NoTarget;
  if (!c.restrained.empty() && is_sheltered(c, s, hex)) return Reason::Sheltered;
  const PieceSet units = units_at(c, s, s.side, from);
  if (c.rules.reluctant_allies && units.is_subset_of(c.reluctant_ally)) return Reason::AlliesAlone;
  return may_be_ordered(c, s, {}, orderable(c, s, s.side, from), hex) ? Reason::Ok : Reason::Aloof;
}

Reason refuse_attack(const Context& c, const State& s, int hex) {
  if (const Reason r = refuse_attacker(c, s, s.side, hex); r != Reason::Ok) return r;
  Reason refused = Reason::NoTarget;
  for (int target : c.map.around(static_cast<Hex>(hex))) {
    const Reason r = refuse_target(c, s, hex, target);
    if (r == Reason::Ok) return Reason::Ok;
    if (r == Reason::AlliesAlone || r == Reason::Aloof) refused = r;
  }
  return refused;
}

/// Stacks of the side that have a target next to them; whether they may attack is asked then.
HexSet facing(const Context& c, const State& s, Side side) {
  const HexSet targets = occupied_hexes(c, s, other(side)) | depot_hexes(c, s, other(side));
  HexSet hexes = s.combat_hexes[at(side)];
  for (int hex : s.combat_hexes[at(side)])
    if (!c.map.around(static_cast<Hex>(hex)).intersects(targets)) hexes.erase(hex);
  return hexes;
}

/// The first n of some units, which are all of one kind.
PieceSet first_of(const PieceSet& units, int n) {
  PieceSet first;
  for (int unit : units) {
    if (n-- <= 0) break;
    first.insert(unit);
  }
  return first;
}

/// The candidates of an order whose kinds are asked after the one in question.
PieceSet still_open(const Context& c, const State& s, const KindQuestion& question) {
  const auto kind = [&](int unit) { return c.kind[static_cast<std::size_t>(unit)]; };
  PieceSet open;
  for (int unit : s.choice.taking.candidates)
    if (kind(unit) > kind(question.members.first())) open.insert(unit);
  return open;
}

/// 16.10: reluctant allies come last among the kinds, and only after somebody else was ordered.
Reason refuse_take(const Context& c, const State& s, int n) {
  const KindQuestion question = kind_question(c, s);
  if (n > question.members.count()) return Reason::OutOfRange;
  if (n == 0 && question.last_unit_kind && s.group.empty()) return Reason::NothingOrdered;
  if (!may_be_ordered(c, s, s.group | first_of(question.members, n), still_open(c, s, question),
                      s.places.combat.target))
    return Reason::Aloof;
  if (!c.rules.reluctant_allies) return Reason::Ok;
  if (n > 0 && s.group.empty() && question.members.intersects(c.reluctant_ally))
    return Reason::AlliesAlone;
  const PieceSet others = s.choice.taking.candidates - c.reluctant_ally;
  const PieceSet rest =
      others - c.kinds[c.kind[static_cast<std::size_t>(question.members.first())]];
  // Somebody else must still be there to order when the allies' turn comes.
  bool later = false;
  for (int unit : rest)
    later |= c.kind[static_cast<std::size_t>(unit)] >
             c.kind[static_cast<std::size_t>(question.members.first())];
  return n == 0 && s.group.empty() && !later ? Reason::AlliesAlone : Reason::Ok;
}

template <class R>
void go_idle(Table<R>& t) {
  State& s = t.s;
  for (Side side : {Side::A, Side::B}) {
    if (s.out[at(side)]) continue;
    if (s.orders[at(side)] >= t.c.rules.orders_per_turn) s.out[at(side)] = 1;
  }
  for (int tries = 0; tries < play::kSides; ++tries) {
    if (!s.out[at(s.side)]) {
      for (int hex : facing(t.c, s, s.side))
        if (refuse_attack(t.c, s, hex) == Reason::Ok) return ask(s, Step::ChooseAttack, s.side);
      s.out[at(s.side)] = 1;
    }
    s.side = other(s.side);
  }
  next_phase(s, Phase::CombatEnd);
}

/// 10.2: the order test.
template <class R>
void test_order(Table<R>& t, int die) {
  const Context& c = t.c;
  State& s = t.s;
  const int rating = rating_best(c, s, commanders_at(c, s, s.side, s.places.combat.from));
  const int committed = s.committed[at(s.side)];
  const int sum = rating + committed + die;
  const bool aborted = die <= c.rules.order_abort;
  const bool ahead = !aborted && sum >= c.rules.order_target;
  Sum<R> parts;
  parts.add(rating, ModifierCode::OrderRating, s.places.combat.from);
  parts.add(committed, ModifierCode::OrderCommands);
  tell_sum(t,
           aborted ? EventKind::OrderAborted
           : ahead ? EventKind::OrderGoesAhead
                   : EventKind::OrderFails,
           {.side = play::index(s.side),
            .place = s.places.combat.from,
            .to = s.places.combat.target,
            .pieces = s.group,
            .amount = sum,
            .face = die},
           std::move(parts), s.places.combat.from);
  if (ahead && !aloof_would_attack(c, s, s.group, s.places.combat.target)) {  // N-6
    t.tell(
        EventKind::AlliesKeepApart,
        {.side = play::index(s.side), .place = s.places.combat.from, .to = s.places.combat.target});
    return CombatOverview<R>::end_opportunity(t);
  }
  if (ahead) return CombatDetail<R>::begin(t);
  if (!aborted) s.out[at(s.side)] = 1;
  CombatOverview<R>::end_opportunity(t);
}

}  // namespace

template <class R>
void CombatOverview<R>::end_opportunity(Table<R>& t) {
  State& s = t.s;
  s.stage.combat = CombatStage::Idle;
  s.group.clear();
  s.choice.all = {};
  s.places.all.hexes.fill(kNoHexBits);
  s.work.all = {};
  s.support_candidates = s.attack_supports = s.defence_supports = 0;
  s.committed = {0, 0};
  s.attack_value = s.defence_value = s.difference = 0;
  s.hits_main = s.hits_support_odd = 0;
  s.strength = s.fallen = {0, 0};
  s.seniors.combat = {};
  s.work.combat.flags = kCombatBegun;
  s.side = other(s.side);
}

template <class R>
void CombatOverview<R>::go(Table<R>& t) {
  State& s = t.s;
  if (s.phase == Phase::CombatEnd) {  // 10.8
    note_relief(t.c, s);
    clear_status_of_all(s, kForcedMarch | kFoughtMask);
    return next_phase(s, Phase::CommandersMovement);
  }
  if (!(s.work.combat.flags & kCombatBegun)) {
    s.work.combat.flags = kCombatBegun;
    note_relief(t.c, s);  // N-39
    s.stage.combat = CombatStage::Idle;
    s.side = s.commands_first;  // 9.3
  }
  switch (s.stage.combat) {
    case CombatStage::Idle: return go_idle(t);
    case CombatStage::Target: return ask(s, Step::ChooseTarget, s.side);
    case CombatStage::Ordering: return ask(s, Step::ChooseOrdered, s.side);
    case CombatStage::Taking:
      if (!kind_question(t.c, s).members.empty()) return ask(s, Step::TakeForOrder, s.side);
      s.work.taking.next_kind = 0;
      s.stage.combat = CombatStage::Committing;
      [[fallthrough]];
    case CombatStage::Committing:
      if (s.commands[at(s.side)] > 0) return ask(s, Step::CommitAttack, s.side);
      s.stage.combat = CombatStage::Testing;
      [[fallthrough]];
    case CombatStage::Testing: return ask(s, Step::OrderDie, Actor::Nature);
    default: return CombatDetail<R>::go(t);
  }
}

template <class R>
void CombatOverview<R>::apply(Table<R>& t, Action action) {
  State& s = t.s;
  const Step step = s.step;
  const int payload = payload_of(action);
  s.step = Step::None;
  switch (step) {
    case Step::ChooseAttack:
      if (verb_of(action) == Verb::Done) {
        s.out[at(s.side)] = 1;  // 10.6
        t.tell(EventKind::AttacksEnd, {.side = play::index(s.side)});
        s.side = other(s.side);
        break;
      }
      ++s.orders[at(s.side)];
      next_ordinal(s, payload);
      s.places.combat.from = static_cast<std::uint16_t>(payload);
      s.stage.combat = CombatStage::Target;
      break;
    case Step::ChooseTarget:
      s.places.combat.target = static_cast<std::uint16_t>(payload);
      s.choice.taking.candidates = orderable(t.c, s, s.side, s.places.combat.from);
      s.stage.combat = CombatStage::Ordering;
      if (!s.combat_hexes[at(other(s.side))].contains(payload) ||
          s.choice.taking.candidates.count() == 1) {
        s.group = s.choice.taking.candidates;  // nothing to choose, or nothing to fight
        s.stage.combat = CombatStage::Committing;
      }
      break;
    case Step::ChooseOrdered:
      s.stage.combat = CombatStage::Taking;
      s.work.taking.next_kind = 0;
      if (verb_of(action) == Verb::Whole) {
        s.group = s.choice.taking.candidates;
        s.work.taking.next_kind = kAllKinds;
      }
      break;
    case Step::TakeForOrder: take_of_kind(t.c, s, payload); break;
    case Step::CommitAttack:
      s.committed[at(s.side)] = static_cast<std::uint8_t>(payload);
      s.commands[at(s.side)] = static_cast<std::uint8_t>(s.commands[at(s.side)] - payload);
      s.stage.combat = CombatStage::Testing;
      break;
    default: test_order(t, payload);
  }
}

void refind_order_choice(const Context& c, State& s) {
  if (s.step == Step::ChooseOrdered || s.step == Step::TakeForOrder)
    s.choice.taking.candidates = orderable(c, s, s.side, s.places.combat.from);
}

void list_combat_overview(const Context& c, const State& s, ActionList& list) {
  const auto add_if = [&](Verb verb, int payload) {
    const Action action = make_action(verb, payload);
    if (refuse_combat_overview(c, s, action) == Reason::Ok) list.push_back(action);
  };
  switch (s.step) {
    case Step::ChooseAttack:
      list.push_back(make_action(Verb::Done));
      for (int hex : facing(c, s, s.side)) add_if(Verb::Attack, hex);
      break;
    case Step::ChooseTarget:
      for (int hex : c.map.around(static_cast<Hex>(s.places.combat.from)))
        add_if(Verb::Target, hex);
      break;
    case Step::ChooseOrdered:
      add_if(Verb::Whole, 0);
      list.push_back(make_action(Verb::Custom));
      break;
    case Step::TakeForOrder:
      for (int n = 0; n <= kind_question(c, s).members.count(); ++n) add_if(Verb::Take, n);
      break;
    case Step::CommitAttack:
      for (int n = 0; n <= s.commands[at(s.side)]; ++n)
        list.push_back(make_action(Verb::Commit, n));
      break;
    default: assert(false);
  }
}

Reason refuse_combat_overview(const Context& c, const State& s, Action action) {
  const Verb verb = verb_of(action);
  const int payload = payload_of(action);
  switch (s.step) {
    case Step::ChooseAttack:
      if (verb == Verb::Done) return Reason::Ok;
      return verb == Verb::Attack ? refuse_attack(c, s, payload) : Reason::NotNow;
    case Step::ChooseTarget:
      return verb == Verb::Target ? refuse_target(c, s, s.places.combat.from, payload)
                                  : Reason::NotNow;
    case Step::ChooseOrdered:
      if (verb != Verb::Whole && verb != Verb::Custom) return Reason::NotNow;
      return verb == Verb::Custom ||
                     may_be_ordered(c, s, s.choice.taking.candidates, {}, s.places.combat.target)
                 ? Reason::Ok
                 : Reason::Aloof;
    case Step::TakeForOrder:
      return verb == Verb::Take ? refuse_take(c, s, payload) : Reason::NotNow;
    case Step::CommitAttack:
      if (verb != Verb::Commit) return Reason::NotNow;
      return payload <= s.commands[at(s.side)] ? Reason::Ok : Reason::NotEnoughCommands;
    default: return Reason::NotNow;
  }
}

template struct CombatOverview<play::NullRecorder>;
template struct CombatOverview<play::EventRecorder>;

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
