// What Supply units do at the end of a Movement Phase: Depots, and Areas laid waste (Supply B).
#include "engine/systems/hex_operations/chapters.h"

namespace niemen::hex_operations {

namespace {

PieceSet free_depots(const OperationsContext& game, const State& state) {
  return game.depot_pieces[0] - pieces_on_map(state, 0);
}

bool may_create(const OperationsContext& game, const State& state, int piece) {
  if (!state.is_on_map(piece) || state.disrupted(piece)) return false;
  const int area = game.area[state.at(piece)];
  return area != kNoArea && state.depletion(area) == Depletion::None;
}

bool any_depot(const OperationsContext& game, const State& state) {
  if (free_depots(game, state).empty()) return false;
  for (int index : game.supply_pieces[0])
    if (may_create(game, state, piece_of(0, index))) return true;
  return false;
}

/// Areas that undisrupted Supply units of the defender stand in and that still hold something.
std::uint64_t areas_to_scorch(const OperationsContext& game, const State& state) {
  std::uint64_t areas = 0;
  for (int index : game.supply_pieces[1]) {
    const int piece = piece_of(1, index);
    if (!state.is_on_map(piece) || state.disrupted(piece)) continue;
    const int area = game.area[state.at(piece)];
    if (area != kNoArea) areas |= std::uint64_t{1} << area;
  }
  return areas & ~state.full;
}

void exhaust(State& state, int area) {
  state.full |= std::uint64_t{1} << area;
  state.half &= ~(std::uint64_t{1} << area);
}

template <class R>
void finish_movement(Play<R>& p) {
  end_disruption(p.state, movement_marker(p.state.phasing));
  begin_combat(p);
}

template <class R>
void ask_supply_units(Play<R>& p) {
  const auto& s = p.state;
  if (s.phasing == 0 && any_depot(p.game, s)) return p.ask(Step::CreateDepot, 0);
  if (s.phasing == 1 && areas_to_scorch(p.game, s) != 0) return p.ask(Step::Scorch, 1);
  finish_movement(p);
}

}  // namespace

template <class R>
void end_movement(Play<R>& p) {
  p.state.work = {};
  ask_supply_units(p);
}

void list_create_depot(const Lister& l) {
  l.add(Verb::EndDepots);
  for (int index : l.game.supply_pieces[0])
    if (may_create(l.game, l.state, piece_of(0, index)) &&
        first_of_its_kind(l.game, l.state, piece_of(0, index)))
      l.add(Verb::CreateDepot, piece_of(0, index));
}

template <class R>
void do_create_depot(Play<R>& p, Verb verb, int value) {
  auto& s = p.state;
  if (verb == Verb::EndDepots) return finish_movement(p);
  const auto slot = static_cast<std::size_t>(free_depots(p.game, s).first());
  const int hex = s.at(value), area = p.game.area[hex];
  s.hex[slot] = static_cast<std::uint16_t>(hex);
  s.status[slot] = 0;
  s.marks[slot] = kMoved;
  exhaust(s, area);
  p.tell(EventKind::DepotCreated, {.hex = hex, .area = area});
  ask_supply_units(p);
}

Verdict refuse_create_depot(const Refusal& r) {
  const auto& id = r.game.pieces[r.value].id;
  if (r.game.arm[r.value] != Arm::Supply || side_of_piece(r.value) != 0)
    return Verdict::no("Supply B", "only the invader's Supply units create Depots", id);
  if (r.state.is_on_map(r.value) && r.state.disrupted(r.value))
    return Verdict::no("Disruption A", "a disrupted Supply unit serves nobody", id);
  return Verdict::no("Supply B", "the Supply unit is not in an undepleted Area", id);
}

void list_scorch(const Lister& l) {
  l.add(Verb::EndScorch);
  for (auto areas = areas_to_scorch(l.game, l.state); areas != 0; areas &= areas - 1)
    l.add(Verb::Scorch, std::countr_zero(areas));
}

template <class R>
void do_scorch(Play<R>& p, Verb verb, int value) {
  if (verb == Verb::EndScorch) return finish_movement(p);
  exhaust(p.state, value);
  p.tell(EventKind::Scorched, {.area = value});
  ask_supply_units(p);
}

Verdict refuse_scorch(const Refusal& r) {
  const auto& area = r.game.areas[r.value];
  if (r.state.depletion(r.value) == Depletion::Full)
    return Verdict::no("Supply B", "the Area is 100% depleted already", area);
  return Verdict::no("Supply B", "no undisrupted Supply unit is there", area);
}

#define NIEMEN_INSTANTIATE(R)                         \
  template void end_movement(Play<R>&);               \
  template void do_create_depot(Play<R>&, Verb, int); \
  template void do_scorch(Play<R>&, Verb, int);
NIEMEN_INSTANTIATE(play::NullRecorder)
NIEMEN_INSTANTIATE(play::EventRecorder)
#undef NIEMEN_INSTANTIATE

}  // namespace niemen::hex_operations
