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

void finish_movement(Play& p) {
  end_disruption(p.state, movement_marker(p.state.phasing));
  begin_combat(p);
}

void ask_supply_units(Play& p) {
  const auto& s = p.state;
  if (s.phasing == 0 && any_depot(p.game, s)) return p.ask(Step::CreateDepot, 0);
  if (s.phasing == 1 && areas_to_scorch(p.game, s) != 0) return p.ask(Step::Scorch, 1);
  finish_movement(p);
}

}  // namespace

void end_movement(Play& p) {
  p.state.work = {};
  ask_supply_units(p);
}

namespace {

void list_create_depot(const Lister& l) {
  for (int index : l.game.supply_pieces[0])
    if (may_create(l.game, l.state, piece_of(0, index)) &&
        first_of_its_kind(l.game, l.state, piece_of(0, index)))
      l.add(piece_of(0, index));
}

void create_depot(Play& p, int value) {
  auto& s = p.state;
  const auto slot = static_cast<std::size_t>(free_depots(p.game, s).first());
  const int hex = s.at(value), area = p.game.area[hex];
  s.hex[slot] = static_cast<std::uint16_t>(hex);
  s.status[slot] = 0;
  s.marks[slot] = kMoved;
  exhaust(s, area);
  p.tell(EventKind::DepotCreated, {.hex = hex, .area = area});
  ask_supply_units(p);
}

Verdict refuse_create_depot(const OperationsContext& game, const State& s, int value) {
  const auto& id = game.pieces[value].id;
  if (game.arm[value] != Arm::Supply || side_of_piece(value) != 0)
    return Verdict::no("Supply B", "only the invader's Supply units create Depots", id);
  if (s.is_on_map(value) && s.disrupted(value))
    return Verdict::no("Disruption A", "a disrupted Supply unit serves nobody", id);
  return Verdict::no("Supply B", "the Supply unit is not in an undepleted Area", id);
}

void list_scorch(const Lister& l) {
  for (auto areas = areas_to_scorch(l.game, l.state); areas != 0; areas &= areas - 1)
    l.add(std::countr_zero(areas));
}

void scorch(Play& p, int value) {
  exhaust(p.state, value);
  p.tell(EventKind::Scorched, {.area = value});
  ask_supply_units(p);
}

Verdict refuse_scorch(const OperationsContext& game, const State& s, int value) {
  const auto& area = game.areas[value];
  if (s.depletion(value) == Depletion::Full)
    return Verdict::no("Supply B", "the Area is 100% depleted already", area);
  return Verdict::no("Supply B", "no undisrupted Supply unit is there", area);
}

}  // namespace

constinit const RowOf<Step::CreateDepot> create_depot_row{
    {"create-depot", "Supply", "Supply B", "Create Depots"},
    {{Verb::EndDepots, "Supply B", always, nullptr, [](Play& p, int) { finish_movement(p); }},
     {Verb::CreateDepot, "Supply B", list_create_depot, refuse_create_depot, create_depot}}};

constinit const RowOf<Step::Scorch> scorch_row{
    {"scorch", "Supply", "Supply B", "Lay Areas waste"},
    {{Verb::EndScorch, "Supply B", always, nullptr, [](Play& p, int) { finish_movement(p); }},
     {Verb::Scorch, "Supply B", list_scorch, refuse_scorch, scorch}}};

}  // namespace niemen::hex_operations
