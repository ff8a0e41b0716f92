// Retreat Before Combat (Combat D and E).
#include <algorithm>
#include <bit>

#include "engine/systems/hex_operations/chapters.h"

namespace niemen::hex_operations {

namespace {

/// Directions in ascending order of the hexes they lead to.
constexpr std::array<int, kDirections> kAscending{5, 4, 0, 3, 1, 2};

HexCode next_hex(const OperationsContext& game, int hex, int direction) {
  return game.neighbour[hex][direction];
}

/// Marks the attacks that make Infantry stand, by the odds at which all are declared (H-14):
/// whoever retreats first does not hold back the others of his hex.
void mark_overwhelming(const OperationsContext& game, State& s) {
  for (int i = 0; i < s.attack_count; ++i)
    if (auto& attack = s.attacks[i];
        !(attack.state & kFought) &&
        odds_of(game, s, i, true).percent >= game.rules.automatic_elimination)
      attack.state |= kOverwhelms;
}

bool is_overwhelmed(const OperationsContext& game, const State& state, int hex) {
  for (int i = 0; i < state.attack_count; ++i) {
    const auto& attack = state.attacks[i];
    if ((attack.state & kFought) || !(attack.state & kOverwhelms)) continue;
    for (unsigned bits = attack.targets; bits != 0; bits &= bits - 1)
      if (next_hex(game, attack.from, std::countr_zero(bits)) == hex) return true;
  }
  return false;
}

/// The walk of the unit that withdraws.
struct Walk {
  int piece;
  int at;
  int points;
  const std::uint16_t* passed;
  int length;
};

// E: not over unbridged rivers, onto enemies, onto totally controlled hexes without friends, or
// twice through a hex; terrain and river costs, but none for stacks and zones (H-39).
bool may_step(const MoveMap& map, const Walk& walk, int direction) {
  const auto& game = map.game();
  const auto next = next_hex(game, walk.at, direction);
  if (next == kNoHex || map.has(next, MoveMap::kEnemy)) return false;
  if ((game.unbridged[walk.at] >> direction) & 1U) return false;
  if (map.has(next, MoveMap::kTotal) && !map.has(next, MoveMap::kFriend)) return false;
  if (std::find(walk.passed, walk.passed + walk.length, next) != walk.passed + walk.length)
    return false;
  return game.step_cost[walk.at][direction] <= walk.points;
}

Walk first_walk(const OperationsContext& game, const State& state, int piece) {
  return {piece, state.at(piece), allowance_of(game, state, piece), nullptr, 0};
}
Walk current_walk(const State& state) {
  const auto& work = state.work.combat;
  return {work.piece, state.at(work.piece), work.points, work.walk.data(), work.walked};
}

bool can_step(const OperationsContext& game, const State& state, const Walk& walk) {
  const MoveMap map(game, state, 1 - state.phasing, walk.piece, walk.at, 1);
  for (int d = 0; d < kDirections; ++d)
    if (may_step(map, walk, d)) return true;
  return false;
}

bool stands_whatever(const OperationsContext& game, const State& state, int piece) {
  const auto arm = game.arm[piece];
  if (arm == Arm::Cavalry || arm == Arm::Leader) return false;
  return is_overwhelmed(game, state, state.at(piece));
}

bool may_withdraw(const OperationsContext& game, const State& state, int piece) {
  if (state.marked(piece, kWithdrew | kDoomed) || state.disrupted(piece)) return false;
  if (game.arm[piece] == Arm::Depot) return false;
  return can_step(game, state, first_walk(game, state, piece)) &&
         !stands_whatever(game, state, piece);
}

/// Pieces on hexes that are attacked.
PieceSet attacked(const OperationsContext& game, const State& state) {
  PieceSet pieces;
  for (int i = 0; i < state.attack_count; ++i) {
    const auto& attack = state.attacks[i];
    if (attack.state & kFought) continue;
    for (unsigned bits = attack.targets; bits != 0; bits &= bits - 1)
      pieces |=
          pieces_at(state, 1 - state.phasing, next_hex(game, attack.from, std::countr_zero(bits)));
  }
  return pieces;
}

/// All first defenders of the hex are gone.
bool emptied(const State& state, int hex) {
  const int side = 1 - state.phasing;
  for (int index : standing_at(state, side, hex))
    if (!state.marked(piece_of(side, index), kWithdrew)) return false;
  return true;
}

/// An attack whose defenders have all withdrawn is not fought; the Attacker may advance (J).
void settle_attack(Play& p, Attack& attack) {
  auto& s = p.state;
  for (unsigned bits = attack.targets; bits != 0; bits &= bits - 1) {
    const int direction = std::countr_zero(bits);
    if (!emptied(s, next_hex(p.game, attack.from, direction))) continue;
    const auto bit = static_cast<std::uint8_t>(1U << direction);
    attack.state |= bit;
    if (attack.targets != bit)
      attack.targets = static_cast<std::uint8_t>(attack.targets & ~bit);
    else
      attack.state |= kFought;
  }
  if (!(attack.state & kFought)) return;
  p.tell(EventKind::Lapses, {.hex = attack.from, .side = s.phasing});
  for (int index : attackers_at(p.game, s, s.phasing, attack.from) |
                       (pieces_at(s, s.phasing, attack.from) & p.game.leader_pieces[s.phasing]))
    s.mark(piece_of(s.phasing, index), kInvolved);
}

void end_withdrawals(Play& p) {
  for (int i = 0; i < p.state.attack_count; ++i)
    if (auto& attack = p.state.attacks[i]; !(attack.state & kFought)) settle_attack(p, attack);
  next_battle(p);
}

void ask_withdrawals(Play& p) {
  auto& s = p.state;
  const int side = 1 - s.phasing;
  for (int index : attacked(p.game, s))
    if (may_withdraw(p.game, s, piece_of(side, index))) return p.ask(Step::Withdraw, side);
  end_withdrawals(p);
}

}  // namespace

void begin_withdrawals(Play& p) {
  p.state.work = {};
  mark_overwhelming(p.game, p.state);
  ask_withdrawals(p);
}

namespace {

void list_withdraw(const Lister& l) {
  const int side = 1 - l.state.phasing;
  for (int index : attacked(l.game, l.state)) {
    const int piece = piece_of(side, index);
    if (first_of_its_kind(l.game, l.state, piece) && may_withdraw(l.game, l.state, piece))
      l.add(piece);
  }
}

void withdraw(Play& p, int value) {
  auto& s = p.state;
  auto& work = s.work.combat;
  work.piece = static_cast<std::uint8_t>(value);
  work.points = static_cast<std::uint8_t>(allowance_of(p.game, s, value));
  work.walk[0] = s.hex[value];
  work.walked = 1;
  p.tell(EventKind::Withdraws, {.piece = value, .hex = s.at(value)});
  p.ask(Step::WithdrawStep, 1 - s.phasing);
}

Verdict refuse_withdraw(const OperationsContext& game, const State& s, int value) {
  const auto& id = game.pieces[value].id;
  const bool is_attacked = side_of_piece(value) != s.phasing && s.is_on_map(value) &&
                           attacked(game, s).contains(index_of(value));
  if (!is_attacked) return Verdict::no("Combat D", "the unit is not attacked", id);
  if (s.marked(value, kWithdrew))
    return Verdict::no("Combat E", "the unit has retreated already", id);
  if (s.disrupted(value))
    return Verdict::no("Combat D.3", "a disrupted unit does not retreat before combat", id);
  if (game.arm[value] == Arm::Depot)
    return Verdict::no("Movement L", "a Depot does not move by itself", id);
  if (!can_step(game, s, first_walk(game, s, value)))
    return Verdict::no("Combat D.1", "there is no hex to retreat to", id);
  if (stands_whatever(game, s, value))
    return Verdict::no("Combat D.2", "attacked at such odds it must defend", id);
  return Verdict::no("Combat D", "another unit on the hex is just like it: name that one", id);
}

void list_withdraw_step(const Lister& l) {
  const auto walk = current_walk(l.state);
  const MoveMap map(l.game, l.state, 1 - l.state.phasing, walk.piece, walk.at, 1);
  for (const int d : kAscending)
    if (may_step(map, walk, d)) l.add(next_hex(l.game, walk.at, d));
}

void withdraw_to(Play& p, int value) {
  auto& s = p.state;
  auto& work = s.work.combat;
  const int side = 1 - s.phasing, from = s.at(work.piece);
  for (int d = 0; d < kDirections; ++d)
    if (next_hex(p.game, from, d) == value)
      work.points = static_cast<std::uint8_t>(work.points - p.game.step_cost[from][d]);
  if (work.walked < kMaxWalk) work.walk[work.walked++] = static_cast<std::uint16_t>(value);
  enter_hex(p, work.piece, value);
  p.tell(EventKind::Retreats, {.piece = work.piece, .hex = from, .to = value});
  lose_lone_depots(p);
  const int place = p.game.place[value];
  const bool shelter = p.game.fortress_at(value) && controls(s, side, place);
  if (!shelter && can_step(p.game, s, current_walk(s))) return p.ask(Step::WithdrawStep, side);
  s.mark(work.piece, kWithdrew);
  disrupt(p, work.piece, combat_marker(s.phasing));
  ask_withdrawals(p);
}

Verdict refuse_withdraw_step(const OperationsContext& game, const State&, int value) {
  return Verdict::no("Combat E", "the retreat does not lead there", game.hex_text(value));
}

}  // namespace

bool leaders_leave(Play& p, int hex) {
  auto& s = p.state;
  auto& work = s.work.movement;
  const int enemy = 1 - s.phasing;
  const auto leaders = p.game.leader_pieces[enemy];
  for (int index : pieces_at(s, enemy, hex) & leaders) {
    const int leader = piece_of(enemy, index);
    if (can_step(p.game, s, first_walk(p.game, s, leader))) {
      work.entering = static_cast<std::uint16_t>(hex);
      work.leader = static_cast<std::uint8_t>(leader);
      p.ask(Step::LeaderFlees, enemy);
      return true;
    }
    p.tell(EventKind::NoRetreat, {.piece = leader});
    eliminate(p, leader, Cause::NoRetreat);
  }
  work.entering = kNoHex;
  work.leader = 0;
  return false;
}

namespace {

void list_leader_flees(const Lister& l) {
  const int leader = l.state.work.movement.leader;
  const auto walk = first_walk(l.game, l.state, leader);
  const MoveMap map(l.game, l.state, 1 - l.state.phasing, leader, walk.at, 1);
  for (const int d : kAscending)
    if (may_step(map, walk, d)) l.add(next_hex(l.game, walk.at, d));
}

void flee_to(Play& p, int value) {
  auto& s = p.state;
  const int leader = s.work.movement.leader, from = s.at(leader);
  enter_hex(p, leader, value);
  p.tell(EventKind::Retreats, {.piece = leader, .hex = from, .to = value});
  step_to(p, s.work.movement.entering);
}

Verdict refuse_leader_flees(const OperationsContext& game, const State&, int value) {
  return Verdict::no("Leaders C", "the Leader cannot leave for that hex", game.hex_text(value));
}

}  // namespace

constinit const RowOf<Step::Withdraw> withdraw_row{
    {"withdraw", "Combat", "Combat D", "Choose a unit to retreat before combat"},
    {{Verb::EndWithdrawals, "Combat D", always, nullptr, [](Play& p, int) { end_withdrawals(p); }},
     {Verb::Withdraw, "Combat D", list_withdraw, refuse_withdraw, withdraw}}};

constinit const RowOf<Step::WithdrawStep> withdraw_step_row{
    {"withdraw-step", "Combat", "Combat E", "Retreat the unit hex by hex"},
    {{Verb::StepTo, "Combat E", list_withdraw_step, refuse_withdraw_step, withdraw_to}}};

constinit const RowOf<Step::LeaderFlees> leader_flees_row{
    {"leader-flees", "Movement", "Leaders C", "Take the Leader out of the enemy's way"},
    {{Verb::StepTo, "Leaders C", list_leader_flees, refuse_leader_flees, flee_to}}};

}  // namespace niemen::hex_operations
