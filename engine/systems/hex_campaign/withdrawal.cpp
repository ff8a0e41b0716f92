// 11.1, 11.11, 11.12, 11.16: the defender withdraws, before the combat or after it, and is pursued.
#include "engine/systems/hex_campaign/combat.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

namespace {

/// 11.11: difficult ground bars withdrawals of a side it slows, a mountain pass in winter (N-46).
bool too_rough_to_withdraw(const Context& c, const State& s, Side side, int to) {
  return c.rules.difficult_terrain[at(side)] == static_cast<int>(DifficultTerrain::Slow) &&
         (c.difficult.contains(to) || (is_winter(c, s) && c.pass.contains(to)));
}

}  // namespace

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

namespace {

/// 14.12, N-12: garrisons of the defending hex that may not leave it alive.
PieceSet fixed_garrisons(const Context& c, const State& s) {
  PieceSet fixed;
  for (int unit : garrisons_among(c, s, defenders(c, s)))
    if (bond_of(c, s, unit) == Bond::Garrison) fixed.insert(unit);
  return fixed;
}

}  // namespace

// --- whether -------------------------------------------------------------------------------------

bool go_withdraw_before(Play& p) {
  State& s = p.state;
  const Context& c = p.game;
  const PieceSet cavalry = arm_of(c, Arm::Cavalry);
  if (defenders(c, s).is_subset_of(cavalry) && !s.group.intersects(cavalry) &&
      fixed_garrisons(c, s).empty() && can_withdraw(c, s, s.places.combat.target)) {
    p.ask(Step::WithdrawBeforeCombat, defender(s));
    return false;
  }
  s.stage.combat = CombatStage::CommitDefence;
  return true;
}

bool go_withdraw(Play& p) {
  State& s = p.state;
  const Context& c = p.game;
  const bool must = s.difference >= c.rules.must_withdraw_from;
  const PieceSet fixed = fixed_garrisons(c, s);
  if (must)  // 14.12
    for (int unit : fixed) eliminate_unit(p, unit, Cause::GarrisonFalls);
  if (!must && !fixed.empty()) {
    s.stage.combat = CombatStage::Advance;
    return false;
  }
  if (defenders(c, s).empty()) {
    end_defence(p);
    return false;
  }
  if (!can_withdraw(c, s, s.places.combat.target)) {
    s.stage.combat = CombatStage::Advance;
    if (!must) return false;
    for (int unit : defenders(c, s)) eliminate_unit(p, unit, Cause::CannotWithdraw);
    end_defence(p);
    return false;
  }
  if (!must) {
    p.ask(Step::Withdraw, defender(s));
    return false;
  }
  s.stage.combat = CombatStage::Pursuit;
  return true;
}

namespace {

void stand(Play& p, int) { p.state.stage.combat = CombatStage::CommitDefence; }
void withdraw_before(Play& p, int) {
  p.state.stage.combat = CombatStage::WithdrawTo;
  p.state.work.combat.flags |= kBeforeCombat;
}
void stay(Play& p, int) { p.state.stage.combat = CombatStage::Advance; }
void withdraw(Play& p, int) { p.state.stage.combat = CombatStage::Pursuit; }

}  // namespace

constinit const RowOf<Step::WithdrawBeforeCombat> withdraw_before_combat_row{
    {"withdraw-before-combat", "11 Resolving combat", "11.1",
     "Choose whether {to} is given up before combat"},
    {{Verb::Done, "11.1", always, nullptr, stand},
     {Verb::Yes, "11.1", always, nullptr, withdraw_before}}};

constinit const RowOf<Step::Withdraw> withdraw_row{
    {"withdraw", "11 Resolving combat", "11.12", "Choose whether to withdraw from {to}"},
    {{Verb::Done, "11.12", always, nullptr, stay},
     {Verb::Yes, "11.12", always, nullptr, withdraw}}};

// --- 11.16 pursuit -------------------------------------------------------------------------------

bool go_pursuit(Play& p) {
  State& s = p.state;
  const Context& c = p.game;
  const PieceSet cavalry = arm_of(c, Arm::Cavalry), units = defenders(c, s);
  const PieceSet down = units & with_status(s, kDisrupted);
  const bool chased = ready(s, s.group & pieces_at(s, s.places.combat.from)).intersects(cavalry) &&
                      !ready(s, units).intersects(cavalry);
  s.stage.combat = CombatStage::WithdrawTo;
  if (!chased || down.empty()) return true;
  s.choice.pursuit.caught = down;
  if (!is_one_kind(c, s, down)) {
    p.ask(Step::PursuitLoss, defender(s));
    return false;
  }
  eliminate_unit(p, down.first(), Cause::Pursuit);
  return true;
}

namespace {

PieceSet caught(const Context&, const State& s) { return s.choice.pursuit.caught; }
void lose_to_pursuit(Play& p, int unit) { eliminate_unit(p, unit, Cause::Pursuit); }

}  // namespace

constinit const RowOf<Step::PursuitLoss> pursuit_loss_row{
    {"pursuit-loss", "11 Resolving combat", "11.16", "Choose the unit that the pursuit costs"},
    {{Verb::Pick, "11.16", list_among<caught>, refuse_others<caught>, lose_to_pursuit}}};

// --- 11.11 where to ------------------------------------------------------------------------------

bool go_withdraw_to(Play& p) {
  if (defenders(p.game, p.state).empty())
    end_defence(p);  // the pursuit took the last unit
  else
    p.ask(Step::WithdrawTo, defender(p.state));
  return false;
}

namespace {

Reason refuse_way(const Context& c, const State& s, int to) {
  return refuse_withdrawal(c, s, s.places.combat.target, to);
}
void list_ways(const Lister& l) {
  const auto from = static_cast<Hex>(l.state.places.combat.target);
  add_allowed<refuse_way>(l, l.game.map.around(from));
}

void withdraw_to(Play& p, int to) {
  State& s = p.state;
  auto& [stack, going_on] = s.choice.withdrawal;
  stack = pieces_at(s, s.places.combat.target) & side_pieces(p.game, defender(s));
  s.places.combat.receiving = static_cast<std::uint16_t>(to);
  s.work.combat.flags |= kHasWithdrawn;
  note_sortie(p.game, s, stack);
  place_pieces(p.game, s, stack, to);
  p.tell(EventKind::Withdrawal, {.side = play::index(defender(s)),
                                 .place = s.places.combat.target,
                                 .to = to,
                                 .pieces = stack});
  enter_hex(p, defender(s), stack, to);
  going_on.clear();
  s.work.overflow.last_occupancy = 0;
  s.stage.combat = CombatStage::Overflow;
}

}  // namespace

constinit const RowOf<Step::WithdrawTo> withdraw_to_row{
    {"withdraw-to", "11 Resolving combat", "11.11", "Choose where to withdraw from {to}"},
    {{Verb::Retreat, "11.11", list_ways, of_hex<refuse_way>, withdraw_to}}};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
