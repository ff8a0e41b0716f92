// Automatic Elimination (Combat K to O): 500% and more while the phasing side moves.
#include <algorithm>
#include <bit>

#include "engine/systems/hex_operations/chapters.h"

namespace niemen::hex_operations {

namespace {

int target_of(const OperationsContext& game, int value) {
  return game.neighbour[directed_what(value)][directed_way(value)];
}

bool can_crush(const OperationsContext& game, const State& state, int from, int direction) {
  if (attackers_at(game, state, state.phasing, from).empty()) return false;
  return crush_percent(game, state, from, direction) >= game.rules.automatic_elimination;
}

/// All around a Fortress are counted together: the lowest hex of them speaks for all.
bool speaks_for_ring(const OperationsContext& game, const State& state, int from, int target) {
  if (!game.fortress_at(target)) return true;
  for (const auto hex : game.neighbour[target])
    if (hex != kNoHex && hex < from && !attackers_at(game, state, state.phasing, hex).empty())
      return false;
  return true;
}

bool room_for_attacks(const State& state) {
  return state.attack_count + kDirections <= kMaxAttacks;
}

}  // namespace

void list_crushes(const Lister& l, const MoveMap& map) {
  if (!room_for_attacks(l.state)) return;
  core::FixedVector<std::uint16_t, kSidePieces * kDirections> found;
  const int enemy = 1 - map.side();
  const auto cavalry = l.game.cavalry_pieces[enemy];
  for (int index : pieces_on_map(l.state, enemy) - cavalry) {
    const int piece = piece_of(enemy, index), hex = l.state.at(piece);
    if (l.state.marked(piece, kDoomed) || !map.may_have_around(hex, MoveMap::kCombat)) continue;
    for (int d = 0; d < kDirections; ++d) {
      const int from = l.game.neighbour[hex][d];
      if (from == kNoHex || !map.has(from, MoveMap::kCombat)) continue;
      if (can_crush(l.game, l.state, from, opposite(d)) &&
          speaks_for_ring(l.game, l.state, from, hex))
        found.push_back(static_cast<std::uint16_t>(directed(from, opposite(d))));
    }
  }
  std::sort(found.begin(), found.end());
  const auto* end = std::unique(found.begin(), found.end());
  for (const auto* value = found.begin(); value != end; ++value) l.add(Verb::Crush, *value);
}

Verdict refuse_crush(const OperationsContext& game, const State& s, int value) {
  const int from = directed_what(value), target = target_of(game, value);
  const auto place = target == kNoHex ? game.hex_text(from) : game.hex_text(target);
  if (target == kNoHex || !occupied_by(s, 1 - s.phasing, target))
    return Verdict::no("Combat K", "there is no enemy to eliminate", place);
  if (attackers_at(game, s, s.phasing, from).empty())
    return Verdict::no("Combat K", "no Combat unit is there that could attack",
                       game.hex_text(from));
  const auto e = static_cast<std::size_t>(1 - s.phasing);
  const auto defenders = standing_at(s, 1 - s.phasing, target);
  const auto shields = game.cavalry_pieces[e] | game.leader_pieces[e];
  if (game.rules.leader_shields ? defenders.intersects(shields) : defenders.is_subset_of(shields))
    return Verdict::no("Combat O", "Cavalry and Leaders are never eliminated so", place);
  if (!can_crush(game, s, from, directed_way(value)))
    return Verdict::no("Combat K",
                       std::to_string(crush_percent(game, s, from, directed_way(value))) +
                           "% are not " + std::to_string(game.rules.automatic_elimination) + "%",
                       place);
  return Verdict::no("Fortresses D", "all around the Fortress are counted from the first hex",
                     place);
}

namespace {

void doom(Play& p, int hex) {
  auto& s = p.state;
  const int enemy = 1 - s.phasing;
  for (int index : standing_at(s, enemy, hex)) {
    const int piece = piece_of(enemy, index);
    switch (p.game.arm[piece]) {
      case Arm::Infantry: s.mark(piece, kDoomed); break;
      case Arm::Supply:
      case Arm::Depot: eliminate(p, piece, Cause::AutomaticElimination); break;
      default: break;  // Cavalry and Leaders stay where the reading lets them (H-12)
    }
  }
}

/// The units counted have made their attack of this turn (H-11).
void count_attackers(Play& p, int from, int direction, bool advances) {
  auto& s = p.state;
  const int side = s.phasing;
  const auto leaders = pieces_at(s, side, from) & p.game.leader_pieces[s.phasing];
  for (int index : attackers_at(p.game, s, side, from) | leaders)
    if (!s.marked(piece_of(side, index), kCounted))
      s.mark(piece_of(side, index), kCounted | kInvolved);
  const auto bit = static_cast<std::uint8_t>(1U << direction);
  const auto state = static_cast<std::uint8_t>(kFought | (advances ? bit : 0));
  s.attacks[s.attack_count++] = {static_cast<std::uint16_t>(from), bit, state};
}

}  // namespace

void crush(Play& p, int value) {
  auto& s = p.state;
  const int from = directed_what(value), target = target_of(p.game, value);
  const bool fortress = p.game.fortress_at(target);
  p.tell(EventKind::Crushed,
         {.hex = target, .amount = crush_percent(p.game, s, from, directed_way(value))});
  for (int d = 0; d < kDirections; ++d) {
    const int hex = p.game.neighbour[target][d];
    if (hex == kNoHex || (hex != from && !fortress)) continue;
    if (attackers_at(p.game, s, s.phasing, hex).empty()) continue;
    const bool river = (p.game.river[target] >> d) & 1U;
    count_attackers(p, hex, opposite(d), river || fortress);
  }
  doom(p, target);
  lose_lone_depots(p);
}

// M: eliminated at the start of the Combat Phase.
void remove_doomed(Play& p) {
  auto& s = p.state;
  const int enemy = 1 - s.phasing;
  for (int piece = enemy * kSidePieces; piece < (enemy + 1) * kSidePieces; ++piece)
    if (s.marked(piece, kDoomed)) eliminate(p, piece, Cause::AutomaticElimination);
}

}  // namespace niemen::hex_operations
