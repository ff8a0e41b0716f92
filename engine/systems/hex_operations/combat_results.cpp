// Combat Resolution: Leaders who take part, the die, and what the Combat Results Table says.
#include <bit>

#include "engine/systems/hex_operations/chapters.h"

namespace niemen::hex_operations {

namespace {

int target_hex(const OperationsContext& game, int from, int direction) {
  return game.neighbour[from][direction];
}

const Attack& first_attack(const State& state) { return state.attacks[state.work.combat.battle]; }

/// Hexes that the attackers of the battle stand on, or that are attacked.
template <class Visit>
void visit_origins(const OperationsContext& game, const State& state, Visit visit) {
  for (auto bits = attacks_of_battle(game, state, state.work.combat.battle); bits != 0;
       bits &= bits - 1)
    visit(state.attacks[std::countr_zero(bits)].from);
}
template <class Visit>
void visit_targets(const OperationsContext& game, const State& state, Visit visit) {
  const auto& attack = first_attack(state);
  for (unsigned bits = attack.targets; bits != 0; bits &= bits - 1)
    visit(target_hex(game, attack.from, std::countr_zero(bits)));
}

/// The next Leader who may be asked to take part, from this slot on, or kNoPiece.
int leader_to_ask(const OperationsContext& game, const State& state, int from) {
  PieceSet leaders;
  visit_origins(game, state, [&](int hex) {
    leaders |= pieces_at(state, state.phasing, hex) & game.leader_pieces[state.phasing];
  });
  for (int index : leaders) {
    const int piece = piece_of(state.phasing, index);
    const bool free = !state.marked(piece, kCounted | kWithdrew);
    if (piece >= from && free && game.pieces[piece].offence > 0) return piece;
  }
  return kNoPiece;
}

void resolve(Play& p) {
  auto& s = p.state;
  auto& work = s.work.combat;
  const auto odds = odds_of(p.game, s, work.battle, false);
  if (p.log)
    visit_targets(p.game, s, [&](int hex) {
      p.tell(EventKind::Battle, {.hex = first_attack(s).from,
                                 .to = hex,
                                 .amount = odds.percent,
                                 .modifiers = odds_modifiers(p.game, s, work.battle)});
    });
  work.rivers = odds.unbridged;
  work.odds = static_cast<std::uint16_t>(std::min(odds.percent, 0xFFFF));
  if (odds.defence == 0) return apply_result(p, {.defender = SideResult::Eliminated}, 0);
  if (odds.unbridged && odds.percent < p.game.rules.unbridged_least)
    return apply_result(p, {.attacker = SideResult::Eliminated}, 0);
  p.roll(Step::CombatDie);
}

void ask_leader(Play& p, int from) {
  auto& work = p.state.work.combat;
  const int piece = leader_to_ask(p.game, p.state, from);
  work.leader = static_cast<std::uint8_t>(piece);
  if (piece != kNoPiece) return p.ask(Step::CommitLeader, p.state.phasing);
  resolve(p);
}

/// Pieces of the attackers that take part in the battle.
PieceSet involved(const OperationsContext& game, const State& state) {
  PieceSet pieces;
  visit_origins(game, state, [&](int hex) { pieces |= pieces_at(state, state.phasing, hex); });
  for (int index : pieces)
    if (!state.marked(piece_of(state.phasing, index), kInvolved)) pieces.erase(index);
  return pieces;
}

/// A hex attacks once a phase.
void name_battle(const OperationsContext& game, const State& s, play::ChanceKey& key) {
  name_by_side(game, s, key);
  key.subject = first_attack(s).from;
}

bool is_retreat(SideResult result) { return result >= SideResult::Scattered; }

/// Code of a result for the record: attacker, defender, exchange.
int result_code(const CombatResult& result) {
  return static_cast<int>(result.attacker) | static_cast<int>(result.defender) << 3 |
         (result.exchange ? 64 : 0);
}

}  // namespace

void begin_battle(Play& p, int attack) {
  auto& s = p.state;
  s.work = {};
  s.work.combat.battle = static_cast<std::uint8_t>(attack);
  visit_origins(p.game, s, [&](int hex) {
    for (int index : attackers_at(p.game, s, s.phasing, hex))
      s.mark(piece_of(s.phasing, index), kInvolved);
  });
  ask_leader(p, s.phasing * kSidePieces);
}

namespace {

void list_commit_leader(const Lister& l) { l.add(l.state.work.combat.leader); }

void commit(Play& p, int leader) {
  p.state.mark(leader, kInvolved);
  ask_leader(p, leader + 1);
}

void hold_back(Play& p, int leader) { ask_leader(p, leader + 1); }

Verdict refuse_commit_leader(const OperationsContext& game, const State&, int value) {
  return Verdict::no("Leaders B", "another Leader is asked for", game.pieces[value].id);
}

void roll_combat(Play& p, int die) {
  const auto& rules = p.game.rules;
  const auto column = static_cast<std::size_t>(column_of_odds(rules, p.state.work.combat.odds));
  apply_result(p, rules.combat_table[die - 1][column], die);
}

}  // namespace

// Results of one cell are carried out in the order printed: the Attacker's first.
void apply_result(Play& p, const CombatResult& result, int die) {
  auto& s = p.state;
  auto& work = s.work.combat;
  work.die = static_cast<std::uint8_t>(die);
  work.defender_result = static_cast<std::uint8_t>(result.defender);
  work.exchange = result.exchange;
  p.tell(EventKind::CombatResult,
         {.hex = first_attack(s).from, .amount = result_code(result), .face = die});
  const bool may_advance = result.attacker == SideResult::None;
  for (auto bits = attacks_of_battle(p.game, s, work.battle); may_advance && bits != 0;
       bits &= bits - 1) {
    auto& attack = s.attacks[std::countr_zero(bits)];
    for (unsigned ways = attack.targets; ways != 0; ways &= ways - 1) {
      const int way = std::countr_zero(ways);
      const bool river = (p.game.river[attack.from] >> way) & 1U;
      if (river || p.game.fortress_at(target_hex(p.game, attack.from, way)))
        attack.state |= static_cast<std::uint8_t>(1U << way);
    }
  }
  if (result.attacker == SideResult::None) return defender_half(p);
  const auto pieces = involved(p.game, s);
  if (result.attacker == SideResult::Eliminated) {
    for (int index : pieces) eliminate(p, piece_of(s.phasing, index), Cause::Combat);
    lose_lone_depots(p);
    return defender_half(p);
  }
  for (int index : pieces) s.mark(piece_of(s.phasing, index), kRetreating);
  work.side = s.phasing;
  work.result = static_cast<std::uint8_t>(result.attacker);
  begin_retreats(p);
}

namespace {

/// Printed strength that defenders lose on a hex; (1) only where it was used (H-16).
int printed_strength(const OperationsContext& game, const State& state, int side, int hex) {
  int units = 0, alone = 0;
  for (int index : standing_at(state, side, hex)) {
    const int piece = piece_of(side, index);
    const int strength = strength_of(game, state, piece);
    if (is_combat(game.arm[piece]))
      units += strength;
    else
      alone = std::max(alone, strength);
  }
  return units > 0 ? units : alone;
}

void eliminate_defenders(Play& p) {
  auto& s = p.state;
  const int side = 1 - s.phasing;
  visit_targets(p.game, s, [&](int hex) {
    for (int index : standing_at(s, side, hex)) eliminate(p, piece_of(side, index), Cause::Combat);
  });
}

PieceSet exchange_candidates(const OperationsContext& game, const State& state) {
  return involved(game, state) & game.combat_pieces[state.phasing];
}

void ask_exchange(Play& p) {
  auto& s = p.state;
  const auto units = exchange_candidates(p.game, s);
  if (s.work.combat.exchange == 0 || units.empty()) return end_battle(p);
  int worth = 0;
  for (int index : units) worth += 2 * strength_of(p.game, s, piece_of(s.phasing, index));
  if (worth > s.work.combat.exchange) return p.ask(Step::ExchangeLoss, s.phasing);
  for (int index : units) eliminate(p, piece_of(s.phasing, index), Cause::Exchange);
  end_battle(p);
}

/// r and rs results of the Defender; in a Fortress they have no effect (Fortresses C).
void begin_defenders_retreats(Play& p, SideResult result) {
  auto& s = p.state;
  auto& work = s.work.combat;
  const int side = 1 - s.phasing;
  visit_targets(p.game, s, [&](int hex) {
    if (p.game.fortress_at(hex)) return;
    for (int index : standing_at(s, side, hex)) {
      const int piece = piece_of(side, index);
      if (p.game.arm[piece] == Arm::Depot) continue;
      if (s.disrupted(piece))
        eliminate(p, piece, Cause::DisruptedTwice);
      else
        s.mark(piece, kRetreating);
    }
  });
  work.side = static_cast<std::uint8_t>(side);
  work.result = static_cast<std::uint8_t>(result);
  begin_retreats(p);
}

}  // namespace

void defender_half(Play& p) {
  auto& s = p.state;
  auto& work = s.work.combat;
  const auto result = static_cast<SideResult>(work.defender_result);
  work.defender_result = static_cast<std::uint8_t>(SideResult::None);
  if (work.exchange) {
    int strength = 0;
    visit_targets(p.game, s,
                  [&](int hex) { strength += printed_strength(p.game, s, 1 - s.phasing, hex); });
    eliminate_defenders(p);
    work.exchange = static_cast<std::uint8_t>(std::min(strength, 0xFF));
    return ask_exchange(p);
  }
  if (result == SideResult::Eliminated) eliminate_defenders(p);
  if (is_retreat(result)) return begin_defenders_retreats(p, result);
  end_battle(p);
}

namespace {

void list_exchange_loss(const Lister& l) {
  for (int index : exchange_candidates(l.game, l.state))
    if (first_of_its_kind(l.game, l.state, piece_of(l.state.phasing, index)))
      l.add(piece_of(l.state.phasing, index));
}

void lose_in_exchange(Play& p, int value) {
  auto& work = p.state.work.combat;
  const int worth = 2 * strength_of(p.game, p.state, value);
  work.exchange = static_cast<std::uint8_t>(std::max(0, work.exchange - worth));
  eliminate(p, value, Cause::Exchange);
  ask_exchange(p);
}

Verdict refuse_exchange_loss(const OperationsContext& game, const State&, int value) {
  return Verdict::no("Combat Results, half exchange", "only attackers of this battle are lost",
                     game.pieces[value].id);
}

}  // namespace

void end_battle(Play& p) {
  auto& s = p.state;
  const auto result = static_cast<SideResult>(s.work.combat.result);
  const int side = 1 - s.phasing;
  // Depots that no Supply unit took along are lost (H-42).
  if (s.work.combat.side == side && is_retreat(result))
    visit_targets(p.game, s, [&](int hex) {
      if (p.game.fortress_at(hex)) return;
      for (int index : standing_at(s, side, hex) & p.game.depot_pieces[side])
        if (!s.marked(piece_of(side, index), kWithdrew))
          eliminate(p, piece_of(side, index), Cause::NoRetreat);
    });
  for (auto bits = attacks_of_battle(p.game, s, s.work.combat.battle); bits != 0; bits &= bits - 1)
    s.attacks[std::countr_zero(bits)].state |= kFought;
  lose_lone_depots(p);
  s.work = {};
  next_battle(p);
}

constinit const RowOf<Step::CommitLeader> commit_leader_row{
    {"commit-leader", "Leaders", "Leaders B", "Does the Leader take part in the attack?"},
    {{Verb::Commit, "Leaders B", list_commit_leader, refuse_commit_leader, commit},
     {Verb::HoldBack, "Leaders B", list_commit_leader, refuse_commit_leader, hold_back}}};

constinit const RowOf<Step::CombatDie> combat_die_row{
    {"combat-die", "Combat", "Combat H", "the battle"}, name_battle, roll_combat};

constinit const RowOf<Step::ExchangeLoss> exchange_loss_row{
    {"exchange-loss", "Combat", "Combat Results, half exchange",
     "Choose a unit to lose in the exchange"},
    {{Verb::Lose, "Combat Results, half exchange", list_exchange_loss, refuse_exchange_loss,
      lose_in_exchange}}};

}  // namespace niemen::hex_operations
