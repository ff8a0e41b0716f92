// Strengths and odds: Combat F to I, Leaders, and the percentage of Automatic Elimination.
#include <bit>

#include "engine/systems/hex_operations/chapters.h"

namespace niemen::hex_operations {

namespace {

bool single_target(const Attack& attack) { return std::has_single_bit(attack.targets); }

int target_hex(const OperationsContext& game, int from, int direction) {
  return game.neighbour[from][direction];
}

bool has_bit(unsigned bits, int bit) { return (bits >> bit) & 1U; }

/// Standing pieces of a side on a hex that were there when the attacks were declared (H-38).
PieceSet defenders_at(const State& state, int side, int hex, bool all) {
  auto pieces = standing_at(state, side, hex);
  if (all) return pieces;
  for (int index : pieces)
    if (state.marked(piece_of(side, index), kWithdrew)) pieces.erase(index);
  return pieces;
}

/// Strength and Leaders' bonus of pieces, by Leaders B: the bonus never exceeds the strength.
struct Force {
  int units = 0;
  int bonus = 0;
  int total() const { return units + std::min(units, bonus); }
};

Force defending_force(const OperationsContext& game, const State& state, int side,
                      const PieceSet& pieces) {
  Force force;
  for (int index : pieces) {
    const int piece = piece_of(side, index);
    const auto arm = game.arm[piece];
    if (is_combat(arm)) force.units += strength_of(game, state, piece);
    if (arm == Arm::Leader) force.bonus += game.pieces[piece].defence;
  }
  return force;
}

/// H-44: without Combat units a Leader or Supply unit makes the hex defend with 1 in all.
int strength_alone(const OperationsContext& game, const State& state, int side,
                   const PieceSet& pieces) {
  int strength = 0;
  for (int index : pieces)
    strength = std::max(strength, strength_of(game, state, piece_of(side, index)));
  return strength;
}

Force attacking_force(const OperationsContext& game, const State& state, int hex, bool promised) {
  const int side = state.phasing;
  Force force;
  for (int index : attackers_at(game, state, side, hex))
    force.units += strength_of(game, state, piece_of(side, index));
  for (int index : pieces_at(state, side, hex) & game.leader_pieces[state.phasing]) {
    const int piece = piece_of(side, index);
    const bool takes_part =
        promised ? !state.marked(piece, kCounted | kWithdrew) : state.marked(piece, kInvolved);
    if (takes_part) force.bonus += game.pieces[piece].offence;
  }
  return force;
}

int percent_of(int attack, int defence) { return defence == 0 ? kSure : 100 * attack / defence; }

}  // namespace

PieceSet attackers_at(const OperationsContext& game, const State& state, int side, int hex) {
  auto units = combat_at(game, state, side, hex);
  for (int index : units) {
    const int piece = piece_of(side, index);
    if (state.disrupted(piece) || state.marked(piece, kCounted | kWithdrew)) units.erase(index);
  }
  return units;
}

int defence_of(const OperationsContext& game, const State& state, int side, int hex, bool crossed,
               bool all) {
  const auto pieces = defenders_at(state, side, hex, all);
  const auto force = defending_force(game, state, side, pieces);
  const int strength = force.units > 0 ? force.total() : strength_alone(game, state, side, pieces);
  const int terrain = game.defence[hex];
  // The highest factor applies (H-1); Leaders are added before it (Leaders A).
  return strength * (crossed ? std::max(terrain, game.rules.river_defence) : terrain);
}

// All who attack one Fortress fight one battle; bonuses and rivers count for all of them (H-20).
std::uint64_t attacks_of_battle(const OperationsContext& game, const State& state, int attack) {
  const auto& first = state.attacks[attack];
  const auto alone = std::uint64_t{1} << attack;
  if (!single_target(first)) return alone;
  const int target = target_hex(game, first.from, std::countr_zero(first.targets));
  if (!game.fortress_at(target)) return alone;
  std::uint64_t battle = 0;
  for (int i = 0; i < state.attack_count; ++i) {
    const auto& other = state.attacks[i];
    if ((other.state & kFought) == (first.state & kFought) && single_target(other) &&
        target_hex(game, other.from, std::countr_zero(other.targets)) == target)
      battle |= std::uint64_t{1} << i;
  }
  return battle;
}

Odds odds_of(const OperationsContext& game, const State& state, int attack, bool promised) {
  const int enemy = 1 - state.phasing;
  Odds odds;
  Force force;
  for (auto bits = attacks_of_battle(game, state, attack); bits != 0; bits &= bits - 1) {
    const auto& one = state.attacks[std::countr_zero(bits)];
    const auto part = attacking_force(game, state, one.from, promised);
    force.units += part.units;
    force.bonus += part.bonus;
    odds.crosses = odds.crosses || (game.river[one.from] & one.targets) != 0;
    odds.unbridged = odds.unbridged || (game.unbridged[one.from] & one.targets) != 0;
  }
  odds.attack = force.total();
  const auto& first = state.attacks[attack];
  for (unsigned bits = first.targets; bits != 0; bits &= bits - 1) {
    const int direction = std::countr_zero(bits);
    const bool crossed =
        single_target(first) ? odds.crosses : has_bit(game.river[first.from], direction);
    odds.defence +=
        defence_of(game, state, enemy, target_hex(game, first.from, direction), crossed, false);
  }
  odds.percent = percent_of(odds.attack, odds.defence);
  return odds;
}

int column_of_odds(const Rules& rules, int percent) {
  int column = 0;
  while (column < kOddsColumns - 1 && percent >= rules.odds_from[column]) ++column;
  return column;
}

int crush_percent(const OperationsContext& game, const State& state, int from, int direction) {
  const int enemy = 1 - state.phasing;
  const int target = target_hex(game, from, direction);
  const auto pieces = standing_at(state, enemy, target);
  const auto e = static_cast<std::size_t>(enemy);
  const auto shields = game.cavalry_pieces[e] | game.leader_pieces[e];
  if (pieces.empty() || (game.rules.leader_shields && pieces.intersects(shields)) ||
      pieces.is_subset_of(shields))
    return 0;
  Force force;
  bool crossed = false;
  for (int d = 0; d < kDirections; ++d) {
    const int hex = target_hex(game, target, d);
    const bool counts = hex == from || (game.fortress_at(target) && hex != kNoHex);
    if (!counts || attackers_at(game, state, state.phasing, hex).empty()) continue;
    const auto part = attacking_force(game, state, hex, true);
    force.units += part.units;
    force.bonus += part.bonus;
    crossed = crossed || has_bit(game.river[target], d);
  }
  return percent_of(force.total(), defence_of(game, state, enemy, target, crossed, true));
}

}  // namespace niemen::hex_operations
