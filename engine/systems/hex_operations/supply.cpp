// The Supply Interphase: who draws on what (Supply A to G, J).
#include "engine/systems/hex_operations/supply.h"

#include <bit>

#include "engine/systems/hex_operations/chapters.h"

namespace niemen::hex_operations {

int combat_units_in(const OperationsContext& game, const State& state, int side, int area) {
  int units = 0;
  for (int index : pieces_on_map(state, side) & game.combat_pieces[side])
    units += game.area[state.at(piece_of(side, index))] == area;
  return units;
}

namespace {

bool undisrupted_in(const OperationsContext& game, const State& state, int side, int area,
                    const PieceSet& kind) {
  for (int index : kind) {
    const int piece = piece_of(side, index);
    if (state.is_on_map(piece) && !state.disrupted(piece) && game.area[state.at(piece)] == area)
      return true;
  }
  return false;
}

bool depot_in(const OperationsContext& game, const State& state, int side, int area) {
  return undisrupted_in(game, state, side, area, game.depot_pieces[side]);
}

constexpr std::uint8_t user_code(int side, int area) {
  return static_cast<std::uint8_t>(1 + area + side * kMaxAreas);
}

// Case G: an Area next door that can feed units of a 100% depleted one, whoever else draws on it.
bool can_feed_next_door(const OperationsContext& game, const State& state, int side, int area) {
  return state.depletion(area) != Depletion::Full &&
         combat_units_in(game, state, 1 - side, area) == 0 &&
         combat_units_in(game, state, side, area) <= game.rules.adjacent_area_units &&
         supply_unit_in(game, state, side, area);
}
bool feeds_next_door(const OperationsContext& game, const State& state, int side, int from,
                     int area) {
  const auto& user = state.work.supply.user_of[area];
  return (user == 0 || user == user_code(side, from)) &&
         can_feed_next_door(game, state, side, area);
}

}  // namespace

// Cases E to G.
Sources sources_in(const OperationsContext& game, const State& state, int side, int area) {
  Sources sources;
  if (area == kNoArea) return sources;
  sources.depot = depot_in(game, state, side, area);
  const auto depletion = state.depletion(area);
  const auto own = std::uint64_t{1} << area;
  if (depletion == Depletion::None) sources.areas = own;
  if (depletion == Depletion::Half && !sources.depot) sources.areas = own;
  if (depletion != Depletion::Full) return sources;
  for (auto bits = game.area_neighbours[area]; bits != 0; bits &= bits - 1)
    if (feeds_next_door(game, state, side, area, std::countr_zero(bits)))
      sources.areas |= bits & (~bits + 1);
  return sources;
}

namespace {

int area_of_piece(const OperationsContext& game, const State& state, int piece) {
  return game.area[state.at(piece)];
}

int side_in_order(const OperationsContext& game, int round) {
  return round == 0 ? game.rules.first_player : 1 - game.rules.first_player;
}

PieceSet units_at_place(const OperationsContext& game, const State& state, int place) {
  const int side = first_owner(game, place);
  return combat_at(game, state, side, game.places[place].hex);
}

/// Places whose Fortress could feed one of the units that stand in it.
bool may_feed(const OperationsContext& game, const State& state, int place) {
  return serves(game, state, place, first_owner(game, place)) &&
         !units_at_place(game, state, place).empty();
}

void next_fortress(Play& p);

bool fed_otherwise(const OperationsContext& game, const State& state, int place) {
  const int hex = game.places[place].hex;
  return sources_in(game, state, first_owner(game, place), game.area[hex]).count() > 0;
}

/// Combat units of a side that still have no source.
PieceSet hungry_units(const OperationsContext& game, const State& state, int side) {
  auto units = pieces_on_map(state, side) & game.combat_pieces[side];
  for (int index : units)
    if (state.marked(piece_of(side, index), kFed | kUnsupplied)) units.erase(index);
  return units;
}

std::uint64_t areas_of(const OperationsContext& game, const State& state, int side,
                       const PieceSet& units) {
  std::uint64_t areas = 0;
  for (int index : units)
    if (const int area = area_of_piece(game, state, piece_of(side, index)); area != kNoArea)
      areas |= std::uint64_t{1} << area;
  return areas;
}

void draw_on_area(const OperationsContext& game, State& s, int piece, int area) {
  auto& work = s.work.supply;
  const int home = area_of_piece(game, s, piece);
  s.mark(piece, kFed);
  work.drawn |= std::uint64_t{1} << area;
  if (is_corps(game, s, piece)) ++work.users[area];
  if (home != area) work.user_of[area] = user_code(side_of_piece(piece), home);
}

/// Gives the unit its source; false where its owner must choose one first.
bool feed(const OperationsContext& game, State& s, int piece, int area) {
  const auto sources = sources_in(game, s, side_of_piece(piece), area);
  if (sources.count() > 1) return false;
  if (sources.depot)
    s.mark(piece, kFed | kByDepot);
  else if (sources.areas != 0)
    draw_on_area(game, s, piece, std::countr_zero(sources.areas));
  else
    s.mark(piece, kUnsupplied);
  return true;
}

/// The first unit of the Area whose owner must choose, the first player's first; or kNoPiece.
int feed_area(const OperationsContext& game, State& s, int area,
              const std::array<PieceSet, 2>& hungry) {
  for (int round : {0, 1}) {
    const int side = side_in_order(game, round);
    for (int index : hungry[side]) {
      const int piece = piece_of(side, index);
      if (area_of_piece(game, s, piece) == area && !feed(game, s, piece, area)) return piece;
    }
  }
  return kNoPiece;
}

// 100% depleted Areas first, each in the order of its number; in each the first player first.
void next_unit(Play& p) {
  auto& s = p.state;
  const std::array<PieceSet, 2> hungry{hungry_units(p.game, s, 0), hungry_units(p.game, s, 1)};
  const auto areas = areas_of(p.game, s, 0, hungry[0]) | areas_of(p.game, s, 1, hungry[1]);
  for (const auto group : {areas & s.full, areas & ~s.full})
    for (auto bits = group; bits != 0; bits &= bits - 1) {
      const int piece = feed_area(p.game, s, std::countr_zero(bits), hungry);
      if (piece == kNoPiece) continue;
      s.work.supply.piece = static_cast<std::uint8_t>(piece);
      return p.ask(Step::FeedUnit, side_of_piece(piece));
    }
  expend_depots(p);
  next_track(p, 0);
}

/// Units outside of every Area have no source but a Fortress.
void starve_outside_areas(const OperationsContext& game, State& s) {
  for (int side : {0, 1})
    for (int index : pieces_on_map(s, side) & game.combat_pieces[side]) {
      const int piece = piece_of(side, index);
      if (area_of_piece(game, s, piece) == kNoArea && !s.marked(piece, kFed))
        s.mark(piece, kUnsupplied);
    }
}

// Fortresses A, J: one Combat unit on the hex, the owner's choice (H-51).
void next_fortress(Play& p) {
  auto& s = p.state;
  auto& place = s.work.supply.place;
  for (; place < p.game.places.size(); ++place) {
    if (!may_feed(p.game, s, place)) continue;
    const int side = first_owner(p.game, place);
    const auto units = units_at_place(p.game, s, place);
    int kinds = 0;
    for (int index : units) kinds += first_of_its_kind(p.game, s, piece_of(side, index));
    if (kinds > 1 || fed_otherwise(p.game, s, place)) return p.ask(Step::FeedFortress, side);
    s.mark(piece_of(side, units.first()), kFed);
  }
  starve_outside_areas(p.game, s);
  next_unit(p);
}

}  // namespace

bool has_source(const OperationsContext& game, const State& state, int side, int area) {
  if (state.depletion(area) != Depletion::Full || depot_in(game, state, side, area)) return true;
  for (auto left = game.area_neighbours[area]; left != 0; left &= left - 1)
    if (can_feed_next_door(game, state, side, std::countr_zero(left))) return true;
  return false;
}

bool supply_unit_in(const OperationsContext& game, const State& state, int side, int area) {
  return undisrupted_in(game, state, side, area, game.supply_pieces[side]);
}

void begin_supply(Play& p) {
  p.state.work = {};
  p.tell(EventKind::SupplyBegins, {});
  next_fortress(p);
}

namespace {

void list_garrison(const Lister& l) {
  const int place = l.state.work.supply.place, side = first_owner(l.game, place);
  for (int index : units_at_place(l.game, l.state, place))
    if (first_of_its_kind(l.game, l.state, piece_of(side, index))) l.add(piece_of(side, index));
}
void list_feed_nobody(const Lister& l) {
  if (fed_otherwise(l.game, l.state, l.state.work.supply.place)) l.add();
}

void feed_nobody(Play& p, int) {
  ++p.state.work.supply.place;
  next_fortress(p);
}
void feed_from(Play& p, int piece) {
  p.state.mark(piece, kFed);
  feed_nobody(p, 0);
}

std::string fortress_text(const OperationsContext& game, const State& s) {
  return game.hex_text(game.places[s.work.supply.place].hex);
}
Verdict refuse_feed_from(const OperationsContext& game, const State& s, int) {
  return Verdict::no("Supply J", "the Fortress feeds a Combat unit in it", fortress_text(game, s));
}
Verdict refuse_feed_nobody(const OperationsContext& game, const State& s, int) {
  return Verdict::no("Supply A", "a unit there has no other source", fortress_text(game, s));
}

int home_of(const OperationsContext& game, const State& s) {
  return area_of_piece(game, s, s.work.supply.piece);
}
/// Both kinds of sources, in one look.
void list_sources(const Lister& l) {
  const int piece = l.state.work.supply.piece;
  const auto sources = sources_in(l.game, l.state, side_of_piece(piece), home_of(l.game, l.state));
  if (sources.depot) l.add();
  for (auto areas = sources.areas; areas != 0; areas &= areas - 1)
    l.add(Verb::UseArea, std::countr_zero(areas));
}

void use_depot(Play& p, int) {
  p.state.mark(p.state.work.supply.piece, kFed | kByDepot);
  next_unit(p);
}
void use_area(Play& p, int area) {
  draw_on_area(p.game, p.state, p.state.work.supply.piece, area);
  next_unit(p);
}

Verdict refuse_depot(const OperationsContext& game, const State& s, int) {
  return Verdict::no("Supply D", "there is no Depot in the Area", game.areas[home_of(game, s)]);
}
Verdict refuse_area(const OperationsContext& game, const State& s, int value) {
  const auto& area = game.areas[value];
  const int home = home_of(game, s);
  if (s.depletion(value) == Depletion::Full)
    return Verdict::no("Supply E", "a 100% depleted Area feeds nobody", area);
  if (s.depletion(home) != Depletion::Full && value != home)
    return Verdict::no("Supply F", "the unit's own Area still feeds it", area);
  return Verdict::no("Supply G", "that Area does not feed units from next door", area);
}

}  // namespace

constinit const RowOf<Step::FeedFortress> feed_fortress_row{
    {"feed-fortress", "Supply", "Supply J", "Choose the unit that the Fortress feeds"},
    {{Verb::FeedFrom, "Supply J", list_garrison, refuse_feed_from, feed_from},
     {Verb::FeedNobody, "Supply J", list_feed_nobody, refuse_feed_nobody, feed_nobody}}};

constinit const RowOf<Step::FeedUnit> feed_unit_row{
    {"feed-unit", "Supply", "Supply F", "Choose what feeds this unit"},
    {{Verb::UseDepot, "Supply D", list_sources, refuse_depot, use_depot},
     {Verb::UseArea, "Supply F", nullptr, refuse_area, use_area}}};

}  // namespace niemen::hex_operations
