// Movement, and Zones of Control in it.
#include <algorithm>

#include "engine/systems/hex_operations/chapters.h"

namespace niemen::hex_operations {

namespace {

/// Directions in ascending order of the hexes they lead to.
constexpr std::array<int, kDirections> kAscending{5, 4, 0, 3, 1, 2};

bool moves_as_cavalry(const OperationsContext& game, int piece) {
  const auto arm = game.arm[piece];
  return arm == Arm::Cavalry || (arm == Arm::Leader && game.rules.leaders_move_as_cavalry);
}

HexCode next_hex(const OperationsContext& game, int hex, int direction) {
  return game.neighbour[hex][direction];
}

int direction_to(const OperationsContext& game, int from, int to) {
  for (int d = 0; d < kDirections; ++d)
    if (next_hex(game, from, d) == to) return d;
  return -1;
}

const Arrival* arrival_of(const OperationsContext& game, int piece) {
  const int row = game.pieces[piece].arrival;
  return row < 0 ? nullptr : &game.arrivals[row];
}

}  // namespace

// Zones of Control B: Infantry and Non-Combat units stop in any zone, Cavalry (and Leaders, H-8) in
// a total one.
bool stops(const MoveMap& map, int piece, int hex) {
  const auto zone = map.zone(hex);
  return zone == Zone::Total || (zone == Zone::Partial && !moves_as_cavalry(map.game(), piece));
}

bool barred(const MoveMap& map, int piece, int hex) {
  if (!map.has(hex, MoveMap::kEnemy)) return false;
  const auto& game = map.game();
  if (game.rules.lone_leader_blocks || !is_combat(game.arm[piece])) return true;
  const int enemy = 1 - map.side();
  return !standing_at(map.state(), enemy, hex).is_subset_of(game.leader_pieces[enemy]);
}

namespace {

/// B: who begins the phase in a zone that would stop him first enters a hex where none does (H-7).
bool first_hex_forbidden(const MoveMap& map, const Mover& mover, int next) {
  return mover.first && map.game().rules.first_hex_must_be_free &&
         stops(map, mover.piece, mover.at) && stops(map, mover.piece, next);
}

}  // namespace

int step_price_among_others(const MoveMap& map, const Mover& mover, int direction) {
  const auto& game = map.game();
  const auto& rules = game.rules;
  const auto next = next_hex(game, mover.at, direction);
  if (next == kNoHex || barred(map, mover.piece, next)) return kNoWay;
  if (first_hex_forbidden(map, mover, next)) return kNoWay;
  int price = game.step_cost[mover.at][direction];
  const bool combat = is_combat(game.arm[mover.piece]);
  if (combat && others_at(map, mover.piece, mover.at)) price += rules.leaving_stack;
  // C: the hex in which it began the phase is left free of that cost (H-9).
  if (mover.at != mover.start && map.zone(mover.at) == Zone::Partial &&
      moves_as_cavalry(game, mover.piece))
    price += rules.leaving_partial_zone;
  if (map.has(next, MoveMap::kWreck)) price += rules.entering_eliminated;
  return price;
}

Mover fresh_mover(const OperationsContext& game, const State& state, int piece) {
  const int at = state.is_on_map(piece) ? state.at(piece) : kNoHex;
  return {piece, at, allowance_of(game, state, piece), at, true, true};
}

Mover current_mover(const OperationsContext&, const State& state) {
  const auto& work = state.work.movement;
  const int at = state.is_on_map(work.piece) ? state.at(work.piece) : kNoHex;
  return {work.piece,
          at,
          work.points,
          work.start,
          work.part == 1 && work.steps == 0,
          static_cast<MarchResult>(work.result) != MarchResult::Disrupted};
}

bool is_due(const OperationsContext& game, const State& state, int piece) {
  const auto* arrival = arrival_of(game, piece);
  return arrival && arrival->turn <= state.turn && state.hex[piece] == kOutside;
}

int entry_price(const MoveMap& map, int piece, int hex) {
  const auto* arrival = arrival_of(map.game(), piece);
  if (!arrival || barred(map, piece, hex)) return kNoWay;
  if (!std::binary_search(arrival->entries.begin(), arrival->entries.end(), hex)) return kNoWay;
  return map.game().entry_cost[hex] +
         (map.has(hex, MoveMap::kWreck) ? map.game().rules.entering_eliminated : 0);
}

namespace {

/// The pieces of a side that may be outside the map.
PieceSet outside_pieces(const OperationsContext& game, const State& state, int side) {
  return game.arrivals.empty() ? PieceSet{} : pieces_at(state, side, kOutside);
}

/// The pieces of a side that have not moved and may, where there is a hex for them to go to.
PieceSet await_move(const OperationsContext& game, const State& state, int side) {
  auto pieces = pieces_on_map(state, side) & unmarked(state, side, kMoved | kCounted) &
                undisrupted(state, side);
  for (const int index : outside_pieces(game, state, side)) {
    const int piece = piece_of(side, index);
    if (!state.marked(piece, kMoved) && is_due(game, state, piece)) pieces.insert(index);
  }
  return pieces - game.depot_pieces[side];
}

/// True for a piece that awaits its move and has a hex to go to.
bool may_move(const MoveMap& map, int piece) {
  const auto& game = map.game();
  const auto& s = map.state();
  const auto mover = fresh_mover(game, s, piece);
  if (mover.at == kNoHex) {
    for (const auto hex : arrival_of(game, piece)->entries) {
      const int price = entry_price(map, piece, hex);
      if (price <= mover.points && can_finish(map, mover, hex, mover.points - price)) return true;
    }
    return false;
  }
  for (int d = 0; d < kDirections; ++d) {
    const int price = step_price(map, mover, d);
    if (price > mover.points) continue;
    if (can_finish(map, mover, next_hex(game, mover.at, d), mover.points - price)) return true;
  }
  return false;
}

/// Of pieces on one hex that nothing tells apart the lowest; of those outside likewise, by row.
bool speaks_for_its_kind(const MoveMap& map, int piece) {
  const auto& game = map.game();
  const auto& s = map.state();
  const auto slot = static_cast<std::size_t>(piece);
  const auto alike = [&](int other) {
    const auto o = static_cast<std::size_t>(other);
    return game.arm[o] == game.arm[slot] && s.status[o] == s.status[slot] &&
           s.marks[o] == s.marks[slot];
  };
  if (game.arm[slot] == Arm::Leader) return true;
  if (s.is_on_map(piece)) {
    for (int other = map.friend_below(piece); other != kNoPiece; other = map.friend_below(other))
      if (alike(other)) return false;
    return true;
  }
  for (int other = piece - 1; other >= 0 && side_of_piece(other) == side_of_piece(piece); --other)
    if (s.hex[other] == kOutside && alike(other) &&
        game.pieces[other].arrival == game.pieces[slot].arrival)
      return false;
  return true;
}

using PieceList = core::FixedVector<std::uint8_t, kSidePieces>;

void gather_movable(const MoveMap& map, PieceList& movable) {
  for (const int index : await_move(map.game(), map.state(), map.side())) {
    const int piece = piece_of(map.side(), index);
    if (speaks_for_its_kind(map, piece) && may_move(map, piece))
      movable.push_back(static_cast<std::uint8_t>(piece));
  }
}

/// A hex whose stack must still be broken up, or kNoHex.
int stack_to_break_up(const MoveMap& map) {
  const int side = map.side();
  for (int index : pieces_on_map(map.state(), side) & map.game().combat_pieces[side]) {
    const int piece = piece_of(side, index), hex = map.state().at(piece);
    if (map.last_friend(hex) != piece && must_break_up(map, hex)) return hex;
  }
  return kNoHex;
}

}  // namespace

void begin_movement(Play& p) {
  p.state.work = {};
  next_move(p);
}

void next_move(Play& p) {
  p.state.work.movement.piece = kNoPiece;
  p.ask(Step::MoveUnit, p.state.phasing);
}

namespace {

void list_move_unit(const Lister& l) {
  const MoveMap map(l.game, l.state, l.state.phasing);
  PieceList movable;
  gather_movable(map, movable);
  if (stack_to_break_up(map) == kNoHex) l.add(Verb::EndMoves);
  for (const int piece : movable) l.add(Verb::Move, piece);
  for (const int piece : movable) l.add(Verb::MarchDouble, piece);
  for (const int piece : movable)
    if (l.game.arm[piece] == Arm::Infantry) l.add(Verb::MarchTriple, piece);
  list_crushes(l, map);
}

/// A move of `kind` allowances begins.
void start_move(Play& p, int piece, int kind) {
  auto& s = p.state;
  auto& work = s.work.movement;
  work = {};
  work.piece = static_cast<std::uint8_t>(piece);
  work.start = s.is_on_map(piece) ? s.hex[piece] : kNoHex;
  work.kind = static_cast<std::uint8_t>(kind);
  work.part = 1;
  work.points = static_cast<std::uint8_t>(allowance_of(p.game, s, piece));
  p.ask(Step::MoveStep, s.phasing);
}

/// A Depot that the Supply unit may take along: it began the phase there (Movement L, H-50).
int depot_to_take(const OperationsContext& game, const State& state) {
  const auto& work = state.work.movement;
  const bool begins = work.part == 1 && work.steps == 0;
  if (!begins || work.start == kNoHex || state.phasing != 0) return kNoPiece;
  if (game.arm[work.piece] != Arm::Supply) return kNoPiece;
  if (carried_depots(game, state).count() >= game.rules.depots_carried) return kNoPiece;
  for (int index : pieces_at(state, 0, work.start) & game.depot_pieces[0])
    if (!state.marked(piece_of(0, index), kMoved | kAlong) && !state.disrupted(piece_of(0, index)))
      return piece_of(0, index);
  return kNoPiece;
}

/// False for Combat units with others on their hex or next to it, with which they could end: for
/// them a step looks ahead for a lawful end, which no others need.
bool steps_alone(const OperationsContext& game, const State& state, const Mover& mover) {
  const auto& combat = game.combat_pieces[state.phasing];
  if (!combat.contains(index_of(mover.piece))) return true;
  auto friends = pieces_near(state, state.phasing, mover.at, 1) & combat;
  friends.erase(index_of(mover.piece));
  return friends.empty();
}

/// True for a Combat unit that leaves others on its hex.
bool leaves_stack(const OperationsContext& game, const State& state, const Mover& mover) {
  const auto& combat = game.combat_pieces[state.phasing];
  if (!combat.contains(index_of(mover.piece))) return false;
  return (pieces_at(state, state.phasing, mover.at) & combat).count() > 1;
}

/// True when no enemy is so near that he or his zone of control could matter to a step from this
/// hex, or to how it is left.
bool no_enemy_near(const State& state, int hex) {
  constexpr int kStepAndZone = 2;
  return pieces_near(state, 1 - state.phasing, hex, kStepAndZone).empty();
}

/// Steps where neither enemies nor friends matter: the price is what the map says.
void list_free_steps(const Lister& l, const Mover& mover) {
  const auto& costs = l.game.step_cost[mover.at];
  for (const int d : kAscending)
    if (const auto next = next_hex(l.game, mover.at, d); next != kNoHex && costs[d] <= mover.points)
      l.add(Verb::StepTo, next);
}

template <class Visit>
void visit_steps(const MoveMap& map, const Mover& mover, Visit visit) {
  const auto& game = map.game();
  if (mover.at == kNoHex) {
    for (const auto hex : arrival_of(game, mover.piece)->entries) {
      const int price = entry_price(map, mover.piece, hex);
      if (price <= mover.points && can_finish(map, mover, hex, mover.points - price)) visit(hex);
    }
    return;
  }
  for (const int d : kAscending) {
    const int price = step_price(map, mover, d);
    if (price > mover.points) continue;
    const auto next = next_hex(game, mover.at, d);
    if (can_finish(map, mover, next, mover.points - price)) visit(next);
  }
}

/// Lists the steps. True when the piece could end where it is, and is on the map.
bool list_steps(const Lister& l, const Mover& mover) {
  const bool enters = mover.at == kNoHex;
  const bool alone = !enters && steps_alone(l.game, l.state, mover);
  if (alone && no_enemy_near(l.state, mover.at)) {
    list_free_steps(l, mover);
    return true;
  }
  const int middle = enters ? hex_code(kMaxColumn / 2, 1) : mover.at;
  const int reach = enters ? kMaxColumn : alone ? 1 : march_sight(mover.points);
  const MoveMap map(l.game, l.state, l.state.phasing, mover.piece, middle, reach);
  visit_steps(map, mover, [&](HexCode hex) { l.add(Verb::StepTo, hex); });
  return !enters && can_end(map, mover, mover.at);
}

void list_move_step(const Lister& l) {
  const auto& work = l.state.work.movement;
  const auto mover = current_mover(l.game, l.state);
  const bool may_end = list_steps(l, mover);
  if (depot_to_take(l.game, l.state) != kNoPiece) l.add(Verb::TakeDepot);
  if (work.kind == 3 && work.part == 1 && work.steps > 0) l.add(Verb::NextAllowance);
  // A march that its die disrupts may leave a unit where it can neither attack nor go: it halts,
  // and disruption holds it there (Movement J).
  if (mover.at != kNoHex && (work.steps > 0 || work.part > 1) && (may_end || l.list.empty()))
    l.add(Verb::Halt);
}

}  // namespace

PieceSet carried_depots(const OperationsContext& game, const State& state) {
  PieceSet depots;
  if (game.arm[state.work.movement.piece] != Arm::Supply) return depots;
  for (int index : game.depot_pieces[0])
    if (state.marked(piece_of(0, index), kAlong)) depots.insert(index);
  return depots;
}

namespace {

/// What a lawful step comes to.
struct StepTaken {
  int price = 0;
  bool stopped = false;  ///< by a zone of control
};

StepTaken look_at_step(const OperationsContext& game, const State& state, const Mover& mover,
                       int hex) {
  const bool enters = mover.at == kNoHex;
  const int direction = enters ? 0 : direction_to(game, mover.at, hex);
  if (!enters && no_enemy_near(state, mover.at)) {
    const int dearer = leaves_stack(game, state, mover) ? game.rules.leaving_stack : 0;
    return {.price = game.step_cost[mover.at][direction] + dearer};
  }
  const MoveMap map(game, state, state.phasing, mover.piece, enters ? hex : mover.at, 1);
  const int price = enters ? entry_price(map, mover.piece, hex) : step_price(map, mover, direction);
  return {price, stops(map, mover.piece, hex)};
}

}  // namespace

void step_to(Play& p, int hex) {
  auto& s = p.state;
  auto& work = s.work.movement;
  if (!p.game.rules.lone_leader_blocks && leaders_leave(p, hex)) return;
  const auto mover = current_mover(p.game, s);
  const auto [price, stopped] = look_at_step(p.game, s, mover, hex);
  work.stopped = stopped;
  work.points = static_cast<std::uint8_t>(work.points - price);
  ++work.steps;
  enter_hex(p, work.piece, hex);
  for (int index : carried_depots(p.game, s)) enter_hex(p, piece_of(0, index), hex);
  p.tell(EventKind::Moves, {.piece = work.piece, .hex = mover.at, .to = hex, .amount = price});
  if (work.stopped) p.tell(EventKind::Stopped, {.piece = work.piece, .hex = hex});
  // Whose side has Depots can leave one alone; the other comes beside one.
  lose_lone_depots_by(p, s.phasing == 0 && mover.at != kNoHex ? mover.at : hex);
  const bool spent = work.points < p.game.least_exit[hex];
  const bool may_go_on = work.kind == 3 && work.part == 1;
  if (work.stopped || (spent && !may_go_on)) return end_allowance(p);
  p.ask(Step::MoveStep, s.phasing);
}

namespace {

void take_depot(Play& p, int) { p.state.mark(depot_to_take(p.game, p.state), kAlong); }

/// Ends the first allowance of a triple march, and spends the second.
void next_allowance(Play& p, int) {
  auto& work = p.state.work.movement;
  work.part = 2;
  work.steps = 0;
  work.points = static_cast<std::uint8_t>(allowance_of(p.game, p.state, work.piece));
}

}  // namespace

void end_move(Play& p) {
  auto& s = p.state;
  const auto& work = s.work.movement;
  if (s.is_on_map(work.piece)) s.mark(work.piece, kMoved);
  for (int index : carried_depots(p.game, s)) {
    s.unmark(piece_of(0, index), kAlong);
    s.mark(piece_of(0, index), kMoved);
  }
  next_move(p);
}

namespace {

Verdict refuse_end_moves(const OperationsContext& game, const State& s, int) {
  return Verdict::no("Movement J", "Combat units stacked here neither attack nor must they stay",
                     game.hex_text(stack_to_break_up(MoveMap(game, s, s.phasing))));
}

template <bool triple>
Verdict refuse_move(const OperationsContext& game, const State& s, int piece) {
  const auto& id = game.pieces[piece].id;
  if (side_of_piece(piece) != s.phasing) return Verdict::no("Movement B", "no enemy moves", id);
  const auto arm = game.arm[piece];
  if (arm == Arm::Depot) return Verdict::no("Movement L", "a Depot moves with a Supply unit", id);
  if (!s.is_on_map(piece) && !is_due(game, s, piece))
    return Verdict::no("Movement", "the unit is not in play", id);
  if (s.marked(piece, kMoved)) return Verdict::no("Movement C", "the unit has moved already", id);
  if (s.marked(piece, kCounted))
    return Verdict::no("Combat K", "the unit has made its attack already", id);
  if (s.disrupted(piece)) return Verdict::no("Disruption A", "a disrupted unit does not move", id);
  if (triple && arm != Arm::Infantry)
    return Verdict::no("Movement F", "only Infantry may march three times its allowance", id);
  if (!may_move(MoveMap(game, s, s.phasing), piece))
    return Verdict::no("Movement C", "there is no hex that the unit can move to", id);
  return Verdict::no("Movement C", "another unit on the hex is just like it: name that one", id);
}

Verdict refuse_entry(const MoveMap& map, const Mover& mover, int hex) {
  const auto place = map.game().hex_text(hex);
  if (barred(map, mover.piece, hex)) return Verdict::no("Movement D", "the enemy is there", place);
  const int price = entry_price(map, mover.piece, hex);
  if (price == kNoWay)
    return Verdict::no("Reinforcements", "the unit does not enter the map there", place);
  if (price > mover.points)
    return Verdict::no("Movement E", "the first hex costs more points than the unit has", place);
  return Verdict::no("Movement J", "it would end stacked with Combat units and could not attack",
                     place);
}

Verdict refuse_step(const OperationsContext& game, const State& s, int hex) {
  const auto mover = current_mover(game, s);
  const int direction = mover.at == kNoHex ? 0 : direction_to(game, mover.at, hex);
  if (direction < 0)
    return Verdict::no("Movement C", "units move from hex to hex, and not into closed ones",
                       OperationsContext::hex_id(hex));
  const MoveMap map(game, s, s.phasing, mover.piece);
  if (mover.at == kNoHex) return refuse_entry(map, mover, hex);
  const auto place = game.hex_text(hex);
  if (barred(map, mover.piece, hex)) return Verdict::no("Movement D", "the enemy is there", place);
  if (first_hex_forbidden(map, mover, hex))
    return Verdict::no("Zones of Control B", "the first hex must lie outside enemy zones", place);
  const int price = step_price(map, mover, direction);
  if (price > mover.points)
    return Verdict::no("Movement E",
                       std::to_string(price) + " Movement Points are needed, " +
                           std::to_string(mover.points) + " are left",
                       place);
  return Verdict::no("Movement J", "it would end stacked with Combat units and could not attack",
                     place);
}

const std::string& moving_id(const OperationsContext& game, const State& s) {
  return game.pieces[s.work.movement.piece].id;
}
Verdict refuse_take_depot(const OperationsContext& game, const State& s, int) {
  return Verdict::no("Movement L", "there is no Depot that began the phase with it",
                     moving_id(game, s));
}
Verdict refuse_next_allowance(const OperationsContext& game, const State& s, int) {
  return Verdict::no("Movement H", "only a triple march has a second allowance without a die",
                     moving_id(game, s));
}
Verdict refuse_halt(const OperationsContext& game, const State& s, int) {
  const auto& work = s.work.movement;
  const auto mover = current_mover(game, s);
  if (mover.at == kNoHex || (work.steps == 0 && work.part == 1))
    return Verdict::no("Movement C", "the unit was told to move", moving_id(game, s));
  return Verdict::no("Movement J", "it would stay stacked with Combat units and could not attack",
                     game.hex_text(mover.at));
}

}  // namespace

constinit const RowOf<Step::MoveUnit> move_unit_row{
    {"move-unit", "Movement", "Movement C", "Choose a unit to move, and how far it shall march"},
    {{Verb::EndMoves, "Movement C", list_move_unit, refuse_end_moves,
      [](Play& p, int) { next_stack_loss(p); }},
     {Verb::Move, "Movement C", nullptr, refuse_move<false>,
      [](Play& p, int piece) { start_move(p, piece, 1); }},
     {Verb::MarchDouble, "Movement F", nullptr, refuse_move<false>,
      [](Play& p, int piece) { start_move(p, piece, 2); }},
     {Verb::MarchTriple, "Movement F", nullptr, refuse_move<true>,
      [](Play& p, int piece) { start_move(p, piece, 3); }},
     {Verb::Crush, "Combat K", nullptr, refuse_crush, [](Play& p, int value) {
        crush(p, value);
        next_move(p);
      }}}};

constinit const RowOf<Step::MoveStep> move_step_row{
    {"move-step", "Movement", "Movement E", "Move the unit hex by hex"},
    {{Verb::StepTo, "Movement E", list_move_step, refuse_step, step_to},
     {Verb::TakeDepot, "Movement L", nullptr, refuse_take_depot, take_depot},
     {Verb::NextAllowance, "Movement H", nullptr, refuse_next_allowance, next_allowance},
     {Verb::Halt, "Movement E", nullptr, refuse_halt, [](Play& p, int) { end_allowance(p); }}}};

}  // namespace niemen::hex_operations
