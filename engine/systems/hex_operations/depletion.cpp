// Depots that are expended, the depletion of Areas, and units without supply (Supply D, H, I).
#include <bit>

#include "engine/systems/hex_operations/chapters.h"

namespace niemen::hex_operations {

namespace {

int area_of_piece(const OperationsContext& game, const State& state, int piece) {
  return game.area[state.at(piece)];
}

bool in_area(std::uint64_t areas, int area) { return (areas >> area) & 1U; }

/// The side whose units draw on the Area and may use its Supply unit there, or -1 (case H).
int side_with_track(const OperationsContext& game, const State& state, int area) {
  const bool a = combat_units_in(game, state, 0, area) > 0;
  const bool b = combat_units_in(game, state, 1, area) > 0;
  if (a && b) return -1;
  const int user = state.work.supply.user_of[area];
  const int side = a ? 0 : b ? 1 : user > kMaxAreas ? 1 : 0;
  return supply_unit_in(game, state, side, area) ? side : -1;
}

/// What the Area becomes, by the track with or without Supply unit.
Depletion becomes(const OperationsContext& game, const State& state, int area, bool with_unit) {
  return game.rules.depleted(game.rules.winter(state.turn), with_unit, state.depletion(area),
                             state.work.supply.users[area]);
}

void deplete_areas(Play& p) {
  auto& s = p.state;
  const auto& work = s.work.supply;
  std::uint64_t half = s.half, full = s.full;
  for (auto bits = work.drawn; bits != 0; bits &= bits - 1) {
    const int area = std::countr_zero(bits);
    if (s.depletion(area) == Depletion::Full) continue;
    const auto result = becomes(p.game, s, area, in_area(work.with_unit, area));
    p.tell(EventKind::Draws, {.area = area, .amount = work.users[area]});
    if (result <= s.depletion(area)) continue;
    p.tell(EventKind::Depleted, {.area = area, .amount = systems::percent_of(result)});
    (result == Depletion::Full ? full : half) |= std::uint64_t{1} << area;
  }
  s.half = half & ~full;
  s.full = full;
}

/// Of units still to roll for, the next: first player first, then in hex order.
int next_to_roll(const OperationsContext& game, const State& state) {
  for (const int side : {game.rules.first_player, 1 - game.rules.first_player}) {
    int found = kNoPiece;
    for (int index : pieces_on_map(state, side) & game.combat_pieces[side]) {
      const int piece = piece_of(side, index);
      if (state.marked(piece, kUnsupplied) &&
          (found == kNoPiece || state.at(piece) < state.at(found)))
        found = piece;
    }
    if (found != kNoPiece) return found;
  }
  return kNoPiece;
}

}  // namespace

// D: more users than a Depot serves expend one.
void expend_depots(Play& p) {
  auto& s = p.state;
  std::array<std::uint8_t, kMaxAreas> users{}, depots{};
  for (int index : pieces_on_map(s, 0) & (p.game.combat_pieces[0] | p.game.depot_pieces[0])) {
    const int piece = piece_of(0, index), area = area_of_piece(p.game, s, piece);
    if (area == kNoArea) continue;
    if (p.game.arm[piece] == Arm::Depot)
      depots[area] += !s.disrupted(piece);
    else
      users[area] += s.marked(piece, kByDepot);
  }
  for (int index : pieces_on_map(s, 0) & p.game.depot_pieces[0]) {
    const int piece = piece_of(0, index), area = area_of_piece(p.game, s, piece);
    if (area == kNoArea || s.disrupted(piece)) continue;
    auto& drawing = users[area];
    if (drawing <= p.game.rules.depot_serves * depots[area]) continue;
    drawing = 0;
    eliminate(p, piece, Cause::Expended);
  }
}

void next_track(Play& p, int area) {
  auto& s = p.state;
  for (; area < p.game.area_count(); ++area) {
    if (!in_area(s.work.supply.drawn, area) || s.depletion(area) == Depletion::Full) continue;
    if (becomes(p.game, s, area, true) == becomes(p.game, s, area, false)) continue;
    const int side = side_with_track(p.game, s, area);
    if (side < 0) continue;
    s.work.supply.area = static_cast<std::uint8_t>(area);
    return p.ask(Step::SupplyTrack, side);
  }
  next_unsupplied(p);
}

namespace {

void choose_track(Play& p, bool with_unit) {
  auto& work = p.state.work.supply;
  const int area = work.area;
  if (with_unit) work.with_unit |= std::uint64_t{1} << area;
  next_track(p, area + 1);
}

/// A unit starves once a turn.
void name_unsupplied(const OperationsContext& game, const State& s, play::ChanceKey& key) {
  name_by_side(game, s, key);
  key.subject = s.work.supply.piece;
}

}  // namespace

void next_unsupplied(Play& p) {
  auto& s = p.state;
  const int piece = next_to_roll(p.game, s);
  if (piece != kNoPiece) {
    s.work.supply.piece = static_cast<std::uint8_t>(piece);
    p.tell(EventKind::Unsupplied, {.piece = piece, .hex = s.at(piece)});
    return p.roll(Step::UnsuppliedDie);
  }
  deplete_areas(p);
  lose_lone_depots(p);
  begin_victory(p);
}

namespace {

void roll_unsupplied(Play& p, int die) {
  auto& s = p.state;
  const int piece = s.work.supply.piece;
  const auto season = static_cast<std::size_t>(p.game.rules.winter(s.turn));
  s.unmark(piece, kUnsupplied);
  p.tell(EventKind::UnsuppliedDie, {.piece = piece, .face = die});
  if (die >= p.game.rules.unsupplied_from[season]) eliminate(p, piece, Cause::Unsupplied);
  next_unsupplied(p);
}

}  // namespace

constinit const RowOf<Step::SupplyTrack> supply_track_row{
    {"supply-track", "Supply", "Supply H", "Does the Supply unit spare the Area?"},
    {{Verb::WithoutUnit, "Supply H", always, nullptr, [](Play& p, int) { choose_track(p, false); }},
     {Verb::WithUnit, "Supply H", always, nullptr, [](Play& p, int) { choose_track(p, true); }}}};

constinit const RowOf<Step::UnsuppliedDie> unsupplied_die_row{
    {"unsupplied-die", "Supply", "Unsupplied Chart", "the unit without supply"},
    name_unsupplied,
    roll_unsupplied};

}  // namespace niemen::hex_operations
