// Advance After Combat (Combat J).
#include <bit>

#include "engine/systems/hex_operations/chapters.h"

namespace niemen::hex_operations {

namespace {

/// Directions in which the piece may advance from its hex.
std::uint8_t advances_of(const OperationsContext& game, const State& state, int piece) {
  if (!state.marked(piece, kInvolved) || !state.is_on_map(piece)) return 0;
  std::uint8_t ways = 0;
  for (int i = 0; i < state.attack_count; ++i) {
    const auto& attack = state.attacks[i];
    if (attack.from == state.at(piece)) ways |= attack.state & (kFought - 1);
  }
  for (unsigned bits = ways; bits != 0; bits &= bits - 1) {
    const int way = std::countr_zero(bits);
    const auto hex = game.neighbour[state.at(piece)][way];
    if (occupied_by(state, 1 - state.phasing, hex))
      ways = static_cast<std::uint8_t>(ways & ~(1U << way));
  }
  return ways;
}

PieceSet movers(const OperationsContext& game, const State& state) {
  PieceSet pieces;
  for (int index : game.combat_pieces[state.phasing] | game.leader_pieces[state.phasing])
    if (advances_of(game, state, piece_of(state.phasing, index)) != 0) pieces.insert(index);
  return pieces;
}

}  // namespace

void begin_advances(Play& p) {
  if (!movers(p.game, p.state).empty()) return p.ask(Step::Advance, p.state.phasing);
  end_combat(p);
}

namespace {

void list_advance(const Lister& l) {
  for (int index : movers(l.game, l.state)) {
    const int piece = piece_of(l.state.phasing, index);
    if (!first_of_its_kind(l.game, l.state, piece)) continue;
    for (unsigned ways = advances_of(l.game, l.state, piece); ways != 0; ways &= ways - 1)
      l.add(directed(piece, std::countr_zero(ways)));
  }
}

void advance(Play& p, int value) {
  auto& s = p.state;
  const int piece = directed_what(value), from = s.at(piece);
  const int hex = p.game.neighbour[from][directed_way(value)];
  s.unmark(piece, kInvolved);
  enter_hex(p, piece, hex);
  p.tell(EventKind::Advances, {.piece = piece, .hex = from, .to = hex});
  lose_lone_depots(p);
  begin_advances(p);
}

Verdict refuse_advance(const OperationsContext& game, const State& s, int value) {
  const int piece = directed_what(value);
  const auto& id = game.pieces[piece].id;
  if (!s.marked(piece, kInvolved) || side_of_piece(piece) != s.phasing)
    return Verdict::no("Combat J", "only units that attacked advance, into the hex attacked", id);
  return Verdict::no("Combat J", "that battle gives no advance there, or the enemy still stands",
                     id);
}

}  // namespace

constinit const RowOf<Step::Advance> advance_row{
    {"advance", "Combat", "Combat J", "Advance after combat"},
    {{Verb::EndAdvances, "Combat J", always, nullptr, [](Play& p, int) { end_combat(p); }},
     {Verb::Advance, "Combat J", list_advance, refuse_advance, advance}}};

}  // namespace niemen::hex_operations
