// Retreats after combat: scattered, or by one or two hexes (Combat Results, Retreat Procedure).
#include <algorithm>
#include <bit>

#include "engine/systems/hex_operations/chapters.h"

namespace niemen::hex_operations {

namespace {

/// Directions in ascending order of the hexes they lead to.
constexpr std::array<int, kDirections> kAscending{5, 4, 0, 3, 1, 2};

bool scattered(const State& state) {
  return static_cast<SideResult>(state.work.combat.result) == SideResult::Scattered;
}

bool is_shelter(const OperationsContext& game, const State& state, int side, int hex) {
  return game.fortress_at(hex) && controls(state, side, game.place[hex]);
}

/// Looks for the best ends of a retreat: by the fewest entered hexes that the enemy controls and no
/// friend holds, then by the distance to the Fortress that was nearest at its start (H-40).
class RetreatPlan {
 public:
  /// Worth of a walk that cannot be completed.
  static constexpr int kImpossible = 0xFFFF;

  RetreatPlan(const OperationsContext& game, const State& state)
      : game_(game),
        state_(state),
        work_(state.work.combat),
        side_(work_.side),
        scattered_(scattered(state)),
        at_(state.at(work_.piece)),
        board_(game, state, side_, work_.piece, at_, work_.points + 1) {
    known_.fill(kUnknown);
    std::copy_n(work_.walk.begin(), work_.walked, walk_.begin());
    walked_ = work_.walked;
  }

  /// The best worth of any complete walk from here.
  int best() {
    int value = kImpossible;
    for (int d = 0; d < kDirections; ++d)
      if (const int found = worth_of(d, value); found < value) value = found;
    return value;
  }
  bool possible() {
    for (int d = 0; d < kDirections; ++d)
      if (worth_of(d, kImpossible) < kImpossible) return true;
    return false;
  }
  /// Worth of the best walk that begins with this step; kImpossible where none is below `limit`.
  int worth_of(int direction, int limit) {
    const auto next = step(at_, direction, work_.points);
    if (next == kNoHex) return kImpossible;
    return search(next, work_.points - price(at_, direction), toll(next), limit);
  }

 private:
  static constexpr std::uint16_t kUnknown = 0xFFFE;
  static constexpr int kToll = 128;  ///< more than any distance on the map
  static constexpr int kReach = 9, kWidth = 2 * kReach + 1, kMaxStepPoints = 10;

  int price(int from, int direction) const {
    return scattered_ ? game_.step_cost[from][direction] : 1;
  }
  int toll(int hex) const {
    return board_.zone(hex) != Zone::None && !board_.has(hex, MoveMap::kFriend) ? kToll : 0;
  }
  /// The hex that a step leads to, or kNoHex where the rules or the points forbid it.
  HexCode step(int from, int direction, int points) const {
    const auto next = game_.neighbour[from][direction];
    if (next == kNoHex || price(from, direction) > points) return kNoHex;
    if ((game_.unbridged[from] >> direction) & 1U) return kNoHex;
    if (board_.has(next, MoveMap::kEnemy)) return kNoHex;
    const auto* end = walk_.begin() + walked_;
    return std::find(walk_.begin(), end, next) == end ? next : HexCode{kNoHex};
  }
  /// Points left that pay for no hex next to this one, lawful or not, end a scattered walk (H-41).
  bool complete(int hex, int points) const {
    return scattered_ ? points < game_.least_exit[hex] : points == 0;
  }
  int distance(int hex) const {
    int least = work_.goals == 0 ? 0 : kToll - 1;
    for (auto goals = work_.goals; goals != 0; goals &= goals - 1)
      least = std::min(least, hex_distance(hex, game_.places[std::countr_zero(goals)].hex));
    return least;
  }
  /// Worth of ending here, or kImpossible where the walk does not end.
  int end_worth(int hex, int points) const {
    if (is_shelter(game_, state_, side_, hex)) return distance(hex);
    if (!complete(hex, points)) return kImpossible;
    if (scattered_ && board_.has(hex, MoveMap::kFriend)) return kImpossible;
    return distance(hex);
  }
  bool ends(int hex, int points) const {
    return is_shelter(game_, state_, side_, hex) || complete(hex, points);
  }

  /// A lower bound of what is to come: hexes passed before are not counted as closed, but for those
  /// passed already when the plan was made.
  int bound(int hex, int points) {
    auto& known = known_[slot_of(hex, points)];
    if (known != kUnknown) return known;
    if (ends(hex, points)) return known = static_cast<std::uint16_t>(end_worth(hex, points));
    int best = kImpossible;
    for (int d = 0; d < kDirections; ++d) {
      const auto next = bound_step(hex, d, points);
      if (next == kNoHex) continue;
      best = std::min(best, toll(next) + bound(next, points - price(hex, d)));
    }
    return known_[slot_of(hex, points)] = static_cast<std::uint16_t>(std::min(best, kImpossible));
  }
  HexCode bound_step(int from, int direction, int points) const {
    const auto next = game_.neighbour[from][direction];
    if (next == kNoHex || price(from, direction) > points) return kNoHex;
    if ((game_.unbridged[from] >> direction) & 1U) return kNoHex;
    return board_.has(next, MoveMap::kEnemy) ? HexCode{kNoHex} : next;
  }
  std::size_t slot_of(int hex, int points) const {
    const int column = column_of(hex) - column_of(at_) + kReach;
    const int row = row_of(hex) - row_of(at_) + kReach;
    return static_cast<std::size_t>((column * kWidth + row) * kMaxStepPoints + points);
  }

  /// The least worth below `limit` of completing the walk from `hex`, not through hexes passed.
  int search(int hex, int points, int spent, int limit) {
    const int hope = bound(hex, points);
    if (hope == kImpossible || spent + hope >= limit) return kImpossible;
    if (ends(hex, points)) return spent + hope;
    walk_[walked_++] = static_cast<std::uint16_t>(hex);
    int best = kImpossible;
    for (int d = 0; d < kDirections && best > spent + hope; ++d) {
      const auto next = step(hex, d, points);
      if (next == kNoHex) continue;
      best = std::min(
          best, search(next, points - price(hex, d), spent + toll(next), std::min(limit, best)));
    }
    --walked_;
    return best;
  }

  const OperationsContext& game_;
  const State& state_;
  const CombatWork& work_;
  int side_;
  bool scattered_;
  int at_;
  MoveMap board_;
  std::array<std::uint16_t, kMaxWalk + kMaxStepPoints> walk_{};
  int walked_ = 0;
  std::array<std::uint16_t, kWidth * kWidth * kMaxStepPoints> known_;
};

/// The friendly Fortresses nearest to a hex, as places.
std::uint32_t nearest_shelters(const OperationsContext& game, const State& state, int side,
                               int hex) {
  std::uint32_t nearest = 0;
  int least = kHexCodes;
  const auto friendly = (side == 0 ? state.control : ~state.control) & game.fortresses;
  for (auto bits = friendly; bits != 0; bits &= bits - 1) {
    const int place = std::countr_zero(bits);
    const int distance = hex_distance(hex, game.places[place].hex);
    if (distance > least) continue;
    nearest = distance < least ? 1U << place : nearest | 1U << place;
    least = distance;
  }
  return nearest;
}

PieceSet retreating(const OperationsContext&, const State& state) {
  PieceSet pieces;
  for (int i = 0; i < kSidePieces; ++i)
    if (state.marked(piece_of(state.work.combat.side, i), kRetreating)) pieces.insert(i);
  return pieces;
}

/// Uninvolved pieces of an attacking hex that may go along (note to Ars and Ar1): a Depot after Ar1
/// alone, with a Supply unit that goes along, one each (H-42).
PieceSet companions_on(const OperationsContext& game, const State& state, int hex) {
  const int side = state.work.combat.side;
  const auto pieces = standing_at(state, side, hex);
  const auto along = pieces - unmarked(state, side, kAlong);
  const int supply_units = (along & game.supply_pieces[side]).count();
  const int depots = (along & game.depot_pieces[side]).count();
  const auto left = pieces & unmarked(state, side, kRetreating | kAlong);
  return scattered(state) || depots >= supply_units ? left - game.depot_pieces[side] : left;
}

PieceSet companions(const OperationsContext& game, const State& state) {
  PieceSet pieces;
  const int side = state.work.combat.side;
  if (side != state.phasing) return pieces;
  for (int index : retreating(game, state))
    pieces |= companions_on(game, state, state.at(piece_of(side, index)));
  return pieces;
}

void next_retreat(Play& p);

void start_retreat(Play& p, int piece) {
  auto& s = p.state;
  auto& work = s.work.combat;
  work.piece = static_cast<std::uint8_t>(piece);
  work.walk[0] = s.hex[piece];
  work.walked = 1;
  work.goals = nearest_shelters(p.game, s, work.side, s.at(piece));
  work.points = static_cast<std::uint8_t>(
      scattered(s) ? allowance_of(p.game, s, piece)
      : static_cast<SideResult>(work.result) == SideResult::RetreatOne ? 1
                                                                       : 2);
  if (RetreatPlan(p.game, s).possible()) return p.ask(Step::RetreatStep, work.side);
  p.tell(EventKind::NoRetreat, {.piece = piece});
  eliminate(p, piece, Cause::NoRetreat);
  lose_lone_depots(p);
  next_retreat(p);
}

void next_retreat(Play& p) {
  auto& s = p.state;
  const int side = s.work.combat.side;
  const auto pieces = retreating(p.game, s);
  if (pieces.empty()) {
    for (int i = 0; i < kSidePieces; ++i) s.unmark(piece_of(side, i), kAlong);
    return side == s.phasing ? defender_half(p) : end_battle(p);
  }
  const bool ordered = scattered(s) && pieces.count() > 1;
  if (ordered || !companions(p.game, s).empty()) return p.ask(Step::RetreatUnit, side);
  start_retreat(p, piece_of(side, pieces.first()));
}

/// A Depot of the hex goes along with a Supply unit that retreats by r1 or r2 (H-42).
void bring_depot(Play& p) {
  auto& s = p.state;
  const auto& work = s.work.combat;
  const bool takes = work.side == 0 && work.side != s.phasing && !scattered(s) &&
                     p.game.arm[work.piece] == Arm::Supply;
  if (!takes) return;
  for (int index : standing_at(s, 0, work.walk[0]) & p.game.depot_pieces[0]) {
    const int depot = piece_of(0, index);
    if (s.marked(depot, kWithdrew)) continue;
    enter_hex(p, depot, s.at(work.piece));
    s.mark(depot, kWithdrew);
    disrupt(p, depot, combat_marker(s.phasing));
    return;
  }
}

void end_retreat(Play& p) {
  auto& s = p.state;
  const auto& work = s.work.combat;
  bring_depot(p);
  for (int index : pieces_at(s, work.side, s.at(work.piece))) {
    const int piece = piece_of(work.side, index);
    if (!s.marked(piece, kAlong)) continue;
    s.unmark(piece, kAlong);
    s.mark(piece, kWithdrew);
  }
  s.unmark(work.piece, kRetreating | kInvolved);
  s.mark(work.piece, kWithdrew);
  disrupt(p, work.piece, combat_marker(s.phasing));
  lose_lone_depots(p);
  next_retreat(p);
}

}  // namespace

void begin_retreats(Play& p) { next_retreat(p); }

namespace {

/// Lists pieces of the side that retreats, of those alike the first.
void list_pieces(const Lister& l, const PieceSet& pieces) {
  const int side = l.state.work.combat.side;
  for (int index : pieces)
    if (first_of_its_kind(l.game, l.state, piece_of(side, index))) l.add(piece_of(side, index));
}
void list_retreats(const Lister& l) { list_pieces(l, retreating(l.game, l.state)); }
void list_companions(const Lister& l) { list_pieces(l, companions(l.game, l.state)); }

// And the same question again.
void take_along(Play& p, int piece) { p.state.mark(piece, kAlong); }

Verdict refuse_retreat(const OperationsContext& game, const State&, int piece) {
  return Verdict::no("Retreat Procedure", "the unit does not retreat now", game.pieces[piece].id);
}
Verdict refuse_companion(const OperationsContext& game, const State&, int piece) {
  const auto& id = game.pieces[piece].id;
  if (game.arm[piece] == Arm::Depot)
    return Verdict::no("Retreat Procedure",
                       "a Depot goes along with a Supply unit, one each, and never when scattered",
                       id);
  return Verdict::no("Combat Results, note", "only uninvolved units of the hex go along", id);
}

void list_retreat_step(const Lister& l) {
  RetreatPlan plan(l.game, l.state);
  std::array<int, kDirections> worth;
  int best = RetreatPlan::kImpossible;
  for (int d = 0; d < kDirections; ++d) {
    // A step that comes to just as much is lawful too: hence one more than the best so far.
    const int limit = std::min(RetreatPlan::kImpossible, best + 1);
    worth[d] = plan.worth_of(d, limit);
    best = std::min(best, worth[d]);
  }
  const int at = l.state.at(l.state.work.combat.piece);
  for (const int d : kAscending)
    if (best < RetreatPlan::kImpossible && worth[d] == best) l.add(l.game.neighbour[at][d]);
}

void retreat_to(Play& p, int value) {
  auto& s = p.state;
  auto& work = s.work.combat;
  const int from = s.at(work.piece);
  int price = 1;
  for (int d = 0; scattered(s) && d < kDirections; ++d)
    if (p.game.neighbour[from][d] == value) price = p.game.step_cost[from][d];
  work.points = static_cast<std::uint8_t>(work.points - price);
  if (work.walked < kMaxWalk) work.walk[work.walked++] = static_cast<std::uint16_t>(value);
  for (int index : pieces_at(s, work.side, from))
    if (s.marked(piece_of(work.side, index), kAlong))
      enter_hex(p, piece_of(work.side, index), value);
  enter_hex(p, work.piece, value);
  p.tell(EventKind::Retreats, {.piece = work.piece, .hex = from, .to = value});
  lose_lone_depots(p);
  const bool done = scattered(s) ? work.points < p.game.least_exit[value] : work.points == 0;
  if (done || is_shelter(p.game, s, work.side, value)) return end_retreat(p);
  p.ask(Step::RetreatStep, work.side);
}

Verdict refuse_retreat_step(const OperationsContext& game, const State& s, int value) {
  const int at = s.at(s.work.combat.piece);
  const auto place = game.hex_text(value);
  for (int d = 0; d < kDirections; ++d) {
    if (game.neighbour[at][d] != value) continue;
    RetreatPlan plan(game, s);
    if (plan.worth_of(d, RetreatPlan::kImpossible) < RetreatPlan::kImpossible)
      return Verdict::no("Retreat Procedure",
                         "another way enters fewer enemy zones or ends nearer to a Fortress",
                         place);
    return Verdict::no("Retreat Procedure",
                       "rivers without bridges, enemies, hexes passed or taken bar that way",
                       place);
  }
  return Verdict::no("Retreat Procedure", "retreats go from hex to hex", place);
}

}  // namespace

constinit const RowOf<Step::RetreatUnit> retreat_unit_row{
    {"retreat-unit", "Combat", "Retreat Procedure",
     "Choose the unit that retreats next, and who goes along"},
    {{Verb::Retreat, "Retreat Procedure", list_retreats, refuse_retreat, start_retreat},
     {Verb::TakeAlong, "Combat Results, note", list_companions, refuse_companion, take_along}}};

constinit const RowOf<Step::RetreatStep> retreat_step_row{
    {"retreat-step", "Combat", "Retreat Procedure", "Retreat the unit hex by hex"},
    {{Verb::StepTo, "Retreat Procedure", list_retreat_step, refuse_retreat_step, retreat_to}}};

}  // namespace niemen::hex_operations
