// What every chapter does to pieces: losses, disruption, where they stand.
#include "engine/systems/hex_operations/chapters.h"

namespace niemen::hex_operations {

void eliminate(Play& p, int piece, Cause cause) {
  auto& s = p.state;
  const auto slot = static_cast<std::size_t>(piece);
  if (!s.is_on_map(piece)) return;
  p.tell(EventKind::Lost, {.piece = piece, .hex = s.at(piece), .amount = static_cast<int>(cause)});
  s.hex[slot] = kGone;
  s.status[slot] = 0;
  s.marks[slot] = 0;
  // Victory, table: the loss of this leader counts once, whatever brings it about (H-49).
  if (piece == p.game.victory_leader) s.leader_lost = 1;
}

// Disruption A, C; Leaders are never disrupted.
void disrupt(Play& p, int piece, Marker marker) {
  auto& s = p.state;
  if (!s.is_on_map(piece) || p.game.arm[piece] == Arm::Leader) return;
  if (s.disrupted(piece)) return eliminate(p, piece, Cause::DisruptedTwice);
  auto& status = s.status[piece];
  status = static_cast<std::uint8_t>((status & kDivision) |
                                     static_cast<int>(marker) << kMarkerShift | kFresh);
  p.tell(EventKind::Disrupted, {.piece = piece, .hex = s.at(piece)});
}

void end_disruption(State& state, Marker marker) {
  for (auto& status : state.status) {
    if ((status & kMarkerMask) != static_cast<int>(marker) << kMarkerShift) continue;
    if (status & kFresh)
      status = static_cast<std::uint8_t>(status & ~kFresh);
    else
      status = static_cast<std::uint8_t>(status & kDivision);
  }
}

void clear_marks(State& state) { state.marks.fill(0); }

namespace {

/// Fortresses G: the last side whose units entered a place controls it; a Fortress entered by the
/// enemies of its first owner feeds nobody any more (Supply J, H-47).
void take_place(Play& p, int piece, int hex) {
  auto& s = p.state;
  const int at = p.game.place[hex];
  if (at == kNoPlace) return;
  const bool takes = is_combat(p.game.arm[piece]) || !p.game.rules.control_by_combat_units;
  if (!takes) return;
  const int side = side_of_piece(piece);
  if (first_owner(p.game, at) != side) s.spoilt |= 1U << at;
  if (controls(s, side, at)) return;
  s.control ^= 1U << at;
  p.tell(EventKind::Control, {.hex = hex, .side = side});
}

}  // namespace

void enter_hex(Play& p, int piece, int hex) {
  p.state.hex[piece] = static_cast<std::uint16_t>(hex);
  take_place(p, piece, hex);
}

namespace {

void lose_if_alone(Play& p, const PieceSet& depots) {
  auto& s = p.state;
  for (int index : depots) {
    const int piece = piece_of(0, index), hex = s.at(piece);
    if (!s.is_on_map(piece)) continue;
    if ((pieces_near(s, 1, hex, 1) & p.game.combat_pieces[1]).empty()) continue;
    const auto company = standing_at(s, 0, hex) - p.game.depot_pieces[0];
    if (!company.empty()) continue;
    bool beside = !combat_at(p.game, s, 1, hex).empty();
    for (const auto next : p.game.neighbour[hex])
      beside = beside || (next != kNoHex && !combat_at(p.game, s, 1, next).empty());
    if (beside) eliminate(p, piece, Cause::LoneDepot);
  }
}

}  // namespace

void lose_lone_depots(Play& p) {
  lose_if_alone(p, pieces_on_map(p.state, 0) & p.game.depot_pieces[0]);
}

void lose_lone_depots_by(Play& p, int hex) {
  lose_if_alone(p, pieces_near(p.state, 0, hex, 1) & p.game.depot_pieces[0]);
}

int stands_for(const OperationsContext& game, const State& state, int piece) {
  const auto slot = static_cast<std::size_t>(piece);
  if (game.arm[slot] == Arm::Leader || !state.is_on_map(piece)) return piece;
  const int side = side_of_piece(piece);
  for (int index : pieces_at(state, side, state.at(piece))) {
    const auto other = static_cast<std::size_t>(piece_of(side, index));
    if (game.arm[other] == game.arm[slot] && state.status[other] == state.status[slot] &&
        state.marks[other] == state.marks[slot])
      return static_cast<int>(other);
  }
  return piece;
}

bool first_of_its_kind(const OperationsContext& game, const State& state, int piece) {
  return stands_for(game, state, piece) == piece;
}

void reduce(Play& p, int piece) {
  auto& s = p.state;
  const int side = side_of_piece(piece);
  const auto arm = p.game.arm[piece];
  int divisions = 0;
  for (int index : pieces_on_map(s, side) & p.game.combat_pieces[side]) {
    const int other = piece_of(side, index);
    divisions += p.game.arm[other] == arm && s.is_division(other);
  }
  const auto& counters = p.game.rules.division_counters[side];
  if (divisions >= counters[static_cast<std::size_t>(arm)])
    return eliminate(p, piece, Cause::ForcedMarch);
  p.tell(EventKind::Reduced, {.piece = piece, .hex = s.at(piece)});
  s.status[piece] |= kDivision;
}

}  // namespace niemen::hex_operations
