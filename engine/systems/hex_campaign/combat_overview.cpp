// 10: ordering combat.
#include "engine/systems/hex_campaign/combat.h"
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

/// Why a stack does not attack a hex.
Reason refuse_target_of(const Context& c, const State& s, int from, int hex) {
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
    const Reason r = refuse_target_of(c, s, hex, target);
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
Reason refuse_ordered(const Context& c, const State& s, int n) {
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

}  // namespace

void end_opportunity(Play& p) {
  State& s = p.state;
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

void go_combat(Play& p) {
  State& s = p.state;
  if (s.phase == Phase::CombatEnd) {  // 10.8
    note_relief(p.game, s);
    clear_status_of_all(s, kForcedMarch | kFoughtMask);
    return next_phase(s, Phase::CommandersMovement);
  }
  if (!(s.work.combat.flags & kCombatBegun)) {
    s.work.combat.flags = kCombatBegun;
    note_relief(p.game, s);  // N-39
    s.stage.combat = CombatStage::Idle;
    s.side = s.commands_first;  // 9.3
  }
  go_attack(p);
}

void refind_order_choice(const Context& c, State& s) {
  if (s.step == Step::ChooseOrdered || s.step == Step::TakeForOrder)
    s.choice.taking.candidates = orderable(c, s, s.side, s.places.combat.from);
}

// --- who attacks ---------------------------------------------------------------------------------

bool go_idle(Play& p) {
  State& s = p.state;
  for (Side side : {Side::A, Side::B}) {
    if (s.out[at(side)]) continue;
    if (s.orders[at(side)] >= p.game.rules.orders_per_turn) s.out[at(side)] = 1;
  }
  for (int tries = 0; tries < play::kSides; ++tries) {
    if (!s.out[at(s.side)]) {
      for (int hex : facing(p.game, s, s.side))
        if (refuse_attack(p.game, s, hex) == Reason::Ok) {
          p.ask(Step::ChooseAttack, s.side);
          return false;
        }
      s.out[at(s.side)] = 1;
    }
    s.side = other(s.side);
  }
  next_phase(s, Phase::CombatEnd);
  return false;
}

namespace {

void list_attacks(const Lister& l) {
  add_allowed<refuse_attack>(l, facing(l.game, l.state, l.state.side));
}
void attack_with(Play& p, int hex) {
  State& s = p.state;
  ++s.orders[at(s.side)];
  next_ordinal(s, hex);
  s.places.combat.from = static_cast<std::uint16_t>(hex);
  s.stage.combat = CombatStage::Target;
}
void order_no_more(Play& p, int) {
  State& s = p.state;
  s.out[at(s.side)] = 1;  // 10.6
  p.tell(EventKind::AttacksEnd, {.side = play::index(s.side)});
  s.side = other(s.side);
}

}  // namespace

constinit const RowOf<Step::ChooseAttack> choose_attack_row{
    {"choose-attack", "10 Ordering combat", "10.6",
     "Choose a stack to attack with, or order no more"},
    {{Verb::Done, "10.6", always, nullptr, order_no_more},
     {Verb::Attack, "10.1", list_attacks, of_hex<refuse_attack>, attack_with}}};

// --- whom ----------------------------------------------------------------------------------------

bool go_target(Play& p) {
  p.ask(Step::ChooseTarget, p.state.side);
  return false;
}

namespace {

Reason refuse_target(const Context& c, const State& s, int hex) {
  return refuse_target_of(c, s, s.places.combat.from, hex);
}
void list_targets(const Lister& l) {
  const auto from = static_cast<Hex>(l.state.places.combat.from);
  add_allowed<refuse_target>(l, l.game.map.around(from));
}
void aim_at(Play& p, int hex) {
  State& s = p.state;
  s.places.combat.target = static_cast<std::uint16_t>(hex);
  s.choice.taking.candidates = orderable(p.game, s, s.side, s.places.combat.from);
  s.stage.combat = CombatStage::Ordering;
  if (!s.combat_hexes[at(other(s.side))].contains(hex) || s.choice.taking.candidates.count() == 1) {
    s.group = s.choice.taking.candidates;  // nothing to choose, or nothing to fight
    s.stage.combat = CombatStage::Committing;
  }
}

}  // namespace

constinit const RowOf<Step::ChooseTarget> choose_target_row{
    {"choose-target", "10 Ordering combat", "10.1", "Choose what {from} attacks"},
    {{Verb::Target, "10.1", list_targets, of_hex<refuse_target>, aim_at}}};

// --- with what -----------------------------------------------------------------------------------

bool go_ordering(Play& p) {
  p.ask(Step::ChooseOrdered, p.state.side);
  return false;
}

bool go_taking(Play& p) {
  State& s = p.state;
  if (!kind_question(p.game, s).members.empty()) {
    p.ask(Step::TakeForOrder, s.side);
    return false;
  }
  s.work.taking.next_kind = 0;
  s.stage.combat = CombatStage::Committing;
  return true;
}

namespace {

Reason refuse_all(const Context& c, const State& s, int) {
  return may_be_ordered(c, s, s.choice.taking.candidates, {}, s.places.combat.target)
             ? Reason::Ok
             : Reason::Aloof;
}
void list_all(const Lister& l) { add_numbers<refuse_all>(l, 0, 0); }
void order_all(Play& p, int) {
  State& s = p.state;
  s.stage.combat = CombatStage::Taking;
  s.group = s.choice.taking.candidates;
  s.work.taking.next_kind = kAllKinds;
}
void order_some(Play& p, int) {
  p.state.stage.combat = CombatStage::Taking;
  p.state.work.taking.next_kind = 0;
}
void list_ordered(const Lister& l) {
  add_numbers<refuse_ordered>(l, 0, kind_question(l.game, l.state).members.count());
}

}  // namespace

constinit const RowOf<Step::ChooseOrdered> choose_ordered_row{
    {"choose-ordered", "10 Ordering combat", "10.1",
     "Choose whether the whole stack at {from} attacks {to}"},
    {{Verb::Whole, "10.1", list_all, of_number<refuse_all>, order_all},
     {Verb::Custom, "10.1", always, nullptr, order_some}}};

constinit const RowOf<Step::TakeForOrder> take_for_order_row{
    {"take-for-order", "10 Ordering combat", "10.1",
     "Choose how many at {from} attack {to}: {kind}"},
    {{Verb::Take, "10.1", list_ordered, of_number<refuse_ordered>, take_kind}}};

// --- 10.2 the order ------------------------------------------------------------------------------

bool go_committing(Play& p) {
  State& s = p.state;
  if (s.commands[at(s.side)] > 0) {
    p.ask(Step::CommitAttack, s.side);
    return false;
  }
  s.stage.combat = CombatStage::Testing;
  return true;
}

bool go_testing(Play& p) {
  p.roll(Step::OrderDie);
  return false;
}

namespace {

void commit_attack(Play& p, int n) {
  commit(p.state, p.state.side, n);
  p.state.stage.combat = CombatStage::Testing;
}

/// 10.2: the order test.
void test_order(Play& p, int die) {
  const Context& c = p.game;
  State& s = p.state;
  const int rating = rating_best(c, s, commanders_at(c, s, s.side, s.places.combat.from));
  const int committed = s.committed[at(s.side)];
  const int sum = rating + committed + die;
  const bool aborted = die <= c.rules.order_abort;
  const bool ahead = !aborted && sum >= c.rules.order_target;
  Sum parts = p.sum();
  parts.add(rating, ModifierCode::OrderRating, s.places.combat.from);
  parts.add(committed, ModifierCode::OrderCommands);
  tell_sum(p,
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
    p.tell(
        EventKind::AlliesKeepApart,
        {.side = play::index(s.side), .place = s.places.combat.from, .to = s.places.combat.target});
    return end_opportunity(p);
  }
  if (ahead) return begin_combat(p);
  if (!aborted) s.out[at(s.side)] = 1;
  end_opportunity(p);
}

}  // namespace

constinit const RowOf<Step::CommitAttack> commit_attack_row{
    {"commit-attack", "10 Ordering combat", "10.2",
     "Choose how many Combat Commands back the order from {from} against {to}"},
    {{Verb::Commit, "10.2", list_commands, of_number<refuse_commands>, commit_attack}}};

constinit const RowOf<Step::OrderDie> order_die_row{
    {"order-die", "10 Ordering combat", "10.2", "Whether the order from {from} is obeyed"},
    name_by_attack,
    test_order};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
