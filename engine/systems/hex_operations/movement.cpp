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

template <class R>
void begin_movement(Play<R>& p) {
  p.state.work = {};
  next_move(p);
}

template <class R>
void next_move(Play<R>& p) {
  p.state.work.movement.piece = kNoPiece;
  p.ask(Step::MoveUnit, p.state.phasing);
}

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

template <class R>
void do_move_unit(Play<R>& p, Verb verb, int value) {
  auto& s = p.state;
  if (verb == Verb::EndMoves) return next_stack_loss(p);
  if (verb == Verb::Crush) {
    crush(p, value);
    return next_move(p);
  }
  auto& work = s.work.movement;
  work = {};
  work.piece = static_cast<std::uint8_t>(value);
  work.start = s.is_on_map(value) ? s.hex[value] : kNoHex;
  work.kind = verb == Verb::Move ? 1 : verb == Verb::MarchDouble ? 2 : 3;
  work.part = 1;
  work.points = static_cast<std::uint8_t>(allowance_of(p.game, s, value));
  p.ask(Step::MoveStep, s.phasing);
}

namespace {

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

}  // namespace

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

template <class R>
void step_to(Play<R>& p, int hex) {
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

template <class R>
void do_move_step(Play<R>& p, Verb verb, int value) {
  auto& work = p.state.work.movement;
  switch (verb) {
    case Verb::StepTo: return step_to(p, value);
    case Verb::TakeDepot: return p.state.mark(depot_to_take(p.game, p.state), kAlong);
    case Verb::NextAllowance:
      work.part = 2;
      work.steps = 0;
      work.points = static_cast<std::uint8_t>(allowance_of(p.game, p.state, work.piece));
      return;
    default: return end_allowance(p);
  }
}

template <class R>
void end_move(Play<R>& p) {
  auto& s = p.state;
  const auto& work = s.work.movement;
  if (s.is_on_map(work.piece)) s.mark(work.piece, kMoved);
  for (int index : carried_depots(p.game, s)) {
    s.unmark(piece_of(0, index), kAlong);
    s.mark(piece_of(0, index), kMoved);
  }
  next_move(p);
}

Verdict refuse_move_unit(const Refusal& r) {
  const auto& [game, s, verb, value] = r;
  if (verb == Verb::Crush) return refuse_crush(r);
  const MoveMap map(game, s, s.phasing);
  if (verb == Verb::EndMoves)
    return Verdict::no("Movement J", "Combat units stacked here neither attack nor must they stay",
                       game.hex_text(stack_to_break_up(map)));
  const auto& id = game.pieces[value].id;
  if (side_of_piece(value) != s.phasing) return Verdict::no("Movement B", "no enemy moves", id);
  const auto arm = game.arm[value];
  if (arm == Arm::Depot) return Verdict::no("Movement L", "a Depot moves with a Supply unit", id);
  if (!s.is_on_map(value) && !is_due(game, s, value))
    return Verdict::no("Movement", "the unit is not in play", id);
  if (s.marked(value, kMoved)) return Verdict::no("Movement C", "the unit has moved already", id);
  if (s.marked(value, kCounted))
    return Verdict::no("Combat K", "the unit has made its attack already", id);
  if (s.disrupted(value)) return Verdict::no("Disruption A", "a disrupted unit does not move", id);
  if (verb == Verb::MarchTriple && arm != Arm::Infantry)
    return Verdict::no("Movement F", "only Infantry may march three times its allowance", id);
  if (!may_move(map, value))
    return Verdict::no("Movement C", "there is no hex that the unit can move to", id);
  return Verdict::no("Movement C", "another unit on the hex is just like it: name that one", id);
}

namespace {

Verdict refuse_entry(const Refusal& r, const MoveMap& map, const Mover& mover) {
  const auto place = r.game.hex_text(r.value);
  if (barred(map, mover.piece, r.value))
    return Verdict::no("Movement D", "the enemy is there", place);
  const int price = entry_price(map, mover.piece, r.value);
  if (price == kNoWay)
    return Verdict::no("Reinforcements", "the unit does not enter the map there", place);
  if (price > mover.points)
    return Verdict::no("Movement E", "the first hex costs more points than the unit has", place);
  return Verdict::no("Movement J", "it would end stacked with Combat units and could not attack",
                     place);
}

Verdict refuse_step(const Refusal& r, const MoveMap& map, const Mover& mover, int direction) {
  const auto place = r.game.hex_text(r.value);
  if (barred(map, mover.piece, r.value))
    return Verdict::no("Movement D", "the enemy is there", place);
  if (first_hex_forbidden(map, mover, r.value))
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

}  // namespace

Verdict refuse_move_step(const Refusal& r) {
  const auto& [game, s, verb, value] = r;
  const auto& work = s.work.movement;
  const auto mover = current_mover(game, s);
  const auto& id = game.pieces[work.piece].id;
  switch (verb) {
    case Verb::TakeDepot:
      return Verdict::no("Movement L", "there is no Depot that began the phase with it", id);
    case Verb::NextAllowance:
      return Verdict::no("Movement H", "only a triple march has a second allowance without a die",
                         id);
    case Verb::Halt:
      if (mover.at == kNoHex || (work.steps == 0 && work.part == 1))
        return Verdict::no("Movement C", "the unit was told to move", id);
      return Verdict::no("Movement J",
                         "it would stay stacked with Combat units and could not attack",
                         game.hex_text(mover.at));
    default: break;
  }
  const int direction = mover.at == kNoHex ? 0 : direction_to(game, mover.at, value);
  if (direction < 0)
    return Verdict::no("Movement C", "units move from hex to hex, and not into closed ones",
                       OperationsContext::hex_id(value));
  const MoveMap map(game, s, s.phasing, work.piece);
  return mover.at == kNoHex ? refuse_entry(r, map, mover) : refuse_step(r, map, mover, direction);
}

#define NIEMEN_INSTANTIATE(R)                      \
  template void begin_movement(Play<R>&);          \
  template void next_move(Play<R>&);               \
  template void do_move_unit(Play<R>&, Verb, int); \
  template void do_move_step(Play<R>&, Verb, int); \
  template void step_to(Play<R>&, int);            \
  template void end_move(Play<R>&);
NIEMEN_INSTANTIATE(play::NullRecorder)
NIEMEN_INSTANTIATE(play::EventRecorder)
#undef NIEMEN_INSTANTIATE

}  // namespace niemen::hex_operations
