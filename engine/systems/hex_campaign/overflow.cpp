// 11.11, R-55, R-92: who finds no room where the stack has withdrawn to goes on.
#include "engine/systems/hex_campaign/combat.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

namespace {

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

/// Commanders of the stack who may go on as well.
PieceSet overflow_commanders(const Context& c, const State& s) {
  return (s.choice.withdrawal.stack - c.combat_units) - s.choice.withdrawal.going_on;
}

}  // namespace

// --- who goes on ---------------------------------------------------------------------------------

bool go_overflow(Play& p) {
  State& s = p.state;
  const Context& c = p.game;
  auto& going_on = s.choice.withdrawal.going_on;
  if (overflow_excess(c, s) > 0) {
    p.ask(Step::OverflowUnit, defender(s));
    return false;
  }
  for (int unit : going_on& c.combat_units)
    if (hit_unit(p, unit, Cause::Overflow)) going_on.erase(unit);
  if (!going_on.empty() && !can_withdraw(c, s, s.places.combat.receiving)) {
    for (int unit : going_on) eliminate_unit(p, unit, Cause::NoWayOn);
    going_on.clear();
  }
  s.stage.combat = going_on.empty() ? CombatStage::Withdrawn : CombatStage::OverflowCommanders;
  return s.stage.combat == CombatStage::OverflowCommanders;
}

bool go_overflow_commanders(Play& p) {
  State& s = p.state;
  if (!overflow_commanders(p.game, s).empty()) {
    p.ask(Step::OverflowCommander, defender(s));
    return false;
  }
  s.stage.combat = CombatStage::OverflowTo;
  return true;
}

namespace {

Reason refuse_overflow(const Context& c, const State& s, int unit) {
  return refuse_excess_unit(c, s, overflow_open(c, s), overflow_excess(c, s),
                            s.work.overflow.last_occupancy, unit);
}
void list_overflow(const Lister& l) {
  add_allowed<refuse_overflow>(l, overflow_open(l.game, l.state));
}
void send_on(Play& p, int unit) {
  p.state.choice.withdrawal.going_on.insert(unit);
  p.state.work.overflow.last_occupancy = p.game.occupancy[static_cast<std::size_t>(unit)];
}

void list_overflow_commanders(const Lister& l) { add_all(l, overflow_commanders(l.game, l.state)); }
void send_commander_on(Play& p, int commander) {
  p.state.choice.withdrawal.going_on.insert(commander);
}
void send_no_more(Play& p, int) { p.state.stage.combat = CombatStage::OverflowTo; }

}  // namespace

constinit const RowOf<Step::OverflowUnit> overflow_unit_row{
    {"overflow-unit", "11 Resolving combat", "11.11",
     "Choose a unit that goes on for want of room at {on}"},
    {{Verb::Pick, "11.11", list_overflow, of_piece<refuse_overflow>, send_on}}};

constinit const RowOf<Step::OverflowCommander> overflow_commander_row{
    {"overflow-commander", "11 Resolving combat", "11.11",
     "Choose a Commander who goes on with it, or none"},
    {{Verb::Done, "11.11", always, nullptr, send_no_more},
     {Verb::Pick, "11.11", list_overflow_commanders, refuse_others<overflow_commanders>,
      send_commander_on}}};

// --- where to ------------------------------------------------------------------------------------

bool go_overflow_to(Play& p) {
  p.ask(Step::OverflowTo, defender(p.state));
  return false;
}

bool go_overflow_loss(Play& p) {
  State& s = p.state;
  const Context& c = p.game;
  auto& going_on = s.choice.withdrawal.going_on;
  const int hex = overflow_hex(s);
  const PieceSet going = going_on & c.combat_units & pieces_at(s, hex);
  if (occupancy(c, units_at(c, s, defender(s), hex)) <= capacity(c, s, hex)) {
    s.stage.combat = CombatStage::Withdrawn;
  } else if (!is_one_kind(c, s, going)) {
    p.ask(Step::OverflowLoss, defender(s));
  } else {
    eliminate_unit(p, going.first(), Cause::NoRoomBeyond);
    going_on.erase(going.first());  // and is looked at again
  }
  return false;
}

namespace {

Reason refuse_way_on(const Context& c, const State& s, int to) {
  return refuse_withdrawal(c, s, s.places.combat.receiving, to);
}
void list_ways_on(const Lister& l) {
  const auto from = static_cast<Hex>(l.state.places.combat.receiving);
  add_allowed<refuse_way_on>(l, l.game.map.around(from));
}
void overflow_to(Play& p, int to) {
  State& s = p.state;
  const Context& c = p.game;
  s.places.combat.overflow = static_cast<std::uint16_t>(to);
  mix_veils(c, s, s.choice.withdrawal.stack);
  place_pieces(c, s, s.choice.withdrawal.going_on, to);
  p.tell(EventKind::OverflowGoesOn, {.side = play::index(defender(s)),
                                     .place = s.places.combat.receiving,
                                     .to = to,
                                     .pieces = s.choice.withdrawal.going_on});
  enter_hex(p, defender(s), s.choice.withdrawal.going_on, to);
  s.work.overflow.last_occupancy = 0;
  s.stage.combat = CombatStage::OverflowLoss;
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
void list_overflow_losses(const Lister& l) {
  add_allowed<refuse_overflow_loss>(l, l.state.choice.withdrawal.going_on & l.game.combat_units);
}
void lose_to_overflow(Play& p, int unit) {
  State& s = p.state;
  s.work.overflow.last_occupancy = p.game.occupancy[static_cast<std::size_t>(unit)];
  eliminate_unit(p, unit, Cause::NoRoomBeyond);
  s.choice.withdrawal.going_on.erase(unit);
}

}  // namespace

constinit const RowOf<Step::OverflowTo> overflow_to_row{
    {"overflow-to", "11 Resolving combat", "11.11", "Choose where they go on from {on}"},
    {{Verb::Retreat, "11.11", list_ways_on, of_hex<refuse_way_on>, overflow_to}}};

constinit const RowOf<Step::OverflowLoss> overflow_loss_row{
    {"overflow-loss", "11 Resolving combat", "4.1",
     "Choose a unit that is eliminated for want of room"},
    {{Verb::Pick, "4.1", list_overflow_losses, of_piece<refuse_overflow_loss>, lose_to_overflow}}};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
