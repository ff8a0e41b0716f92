// 7: Active Supply.
#include <algorithm>

#include "engine/systems/hex_campaign/choices.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

namespace {

/// 7.1: a friendly Depot in a hex with a friendly stack.
Reason refuse_convert(const Context& c, const State& s, int hex) {
  const Side side = s.side;
  if (!has_depot(c, s, side, hex)) return Reason::NoDepotThere;
  if (!pieces_at(s, hex).intersects(side_pieces(c, side))) return Reason::NoStackThere;
  return Reason::Ok;
}

/// 7.2, R-23, R-104: trains to allocate; negative when Depots outnumber them.
int trains_available(const Context& c, const State& s, Side side) {
  const bool within = c.rules.converted_train == static_cast<int>(ConvertedTrain::Within);
  return table_trains(c, s, side) - s.train_losses[at(side)] + s.train_change[at(side)] -
         (side == Side::A ? reserve_train_cut(c, s) : 0) - s.depots[at(side)].count() -
         (within ? s.converted[at(side)] : 0);
}

/// Nemesis 16.2: a stack of more than cavalry whose one Commander is a Cavalry Corps Commander.
bool leads_no_infantry(const Context& c, const PieceSet& stack) {
  return stack.intersects(c.cavalry_corps) && cavalry_only(c, stack - c.combat_units) &&
         !(stack & c.combat_units)
              .is_subset_of(c.arm_units[static_cast<std::size_t>(Arm::Cavalry)]);
}

/// 7.3: whether a train here may rally or move somebody.
bool can_use_train(const Context& c, const State& s, Side side, int hex) {
  const PieceSet here = pieces_at(s, hex);
  if (leads_no_infantry(c, here & side_pieces(c, side))) return false;
  return here.intersects(c.commanders_of[at(side)]) &&
         (here & c.units_of[at(side)]).intersects(with_status(s, kSupplied));
}

Reason refuse_train(const Context& c, const State& s, int hex) {
  const Side side = s.side;
  if (s.to_place[at(side)] == 0) return Reason::NoTrainsLeft;
  if (can_use_train(c, s, side, hex)) return Reason::Ok;
  const Reason site = refuse_depot_site(c, s, side, hex);
  if (site == Reason::Ok) return Reason::Ok;
  if (site != Reason::NotACity) return site;
  if (!units_at(c, s, side, hex).intersects(with_status(s, kSupplied))) return Reason::NotSupplied;
  return leads_no_infantry(c, pieces_at(s, hex) & side_pieces(c, side)) ? Reason::CavalryOnly
                                                                        : Reason::NoCommander;
}

Reason refuse_dummy(const Context& c, const State& s, int hex) {
  const Side side = s.side;
  if (s.dummies[at(side)] == 0) return Reason::NoDummiesLeft;
  return pieces_at(s, hex).intersects(side_pieces(c, side)) ? Reason::Ok : Reason::NoStackThere;
}

/// 7.7: a train in a city becomes a Depot.
Reason refuse_found(const Context& c, const State& s, int hex) {
  const Side side = s.side;
  if (genuine_trains(s, side, hex) == 0) return Reason::NoTrainThere;
  if (const Reason site = refuse_depot_site(c, s, side, hex); site != Reason::Ok) return site;
  if (is_besieged(c, s, side, hex)) return Reason::UnderSiege;
  return chain_reach(c, s, side).contains(hex) ? Reason::Ok : Reason::NoChain;
}

/// Hexes where a train may rally or move somebody, as a board.
HexSet usable_train_hexes(const Context& c, const State& s, Side side) {
  HexSet commanded, supplied;
  for (int commander : c.commanders_of[at(side)])
    if (on_map(s, commander)) commanded.insert(place(s, commander));
  for (int unit : with_status(s, kSupplied) & c.units_of[at(side)])
    if (on_map(s, unit)) supplied.insert(place(s, unit));
  HexSet usable = commanded & supplied;
  for (int commander : c.cavalry_corps& c.commanders_of[at(side)])
    if (on_map(s, commander) &&
        leads_no_infantry(c, pieces_at(s, place(s, commander)) & side_pieces(c, side)))
      usable.erase(place(s, commander));
  return usable;
}

/// Where the side has genuine trains, or what may be some to its opponent.
HexSet train_hexes(const State& s, Side side, bool genuine) {
  HexSet hexes;
  for (std::size_t i = 0; i < s.train_count[at(side)]; ++i)
    if (!genuine || (s.train[at(side)][i] & kTrainGenuine))
      hexes.insert(s.train[at(side)][i] & kPlaceMask);
  return hexes;
}

/// Those of `trains` in which the side may found a Depot now (7.7, 7.8).
HexSet found_hexes(const Context& c, const State& s, Side side, const HexSet& trains) {
  HexSet hexes = trains & depot_sites(c, s, side);
  if (hexes.empty()) return hexes;
  hexes &= chain_reach(c, s, side);
  for (int hex : hexes)
    if (is_besieged(c, s, side, hex)) hexes.erase(hex);
  return hexes;
}

/// Hexes of units that are nobody's yet (14.10, N-37).
HexSet neutral_hexes(const Context& c, const State& s) {
  HexSet hexes;
  for (int unit : c.restrained& c.combat_units) {
    const auto& data = c.piece(unit);
    if (data.bond == Bond::Neutral && on_map(s, unit) && !has_joined(s, data.with_power))
      hexes.insert(place(s, unit));
  }
  return hexes;
}

bool marker_due(const Context& c, const State& s, Side side, int hex) {
  const HexSet nobodys = neutral_hexes(c, s);
  if (nobodys.contains(hex)) return false;
  const bool friendly = friendly_for_supply(c, s, side).contains(hex);
  if (friendly && c.rules.forage_condition == static_cast<int>(ForageCondition::Either))
    return false;
  if (!c.cossack.empty() && units_at(c, s, side, hex).is_subset_of(c.cossack))
    return false;  // N-42
  if (has_depot(c, s, side, hex) && !is_besieged(c, s, side, hex)) return false;
  const bool no_train = genuine_trains(s, side, hex) == 0;
  const bool crowded =
      ((c.map.around(static_cast<Hex>(hex)) & s.combat_hexes[at(side)]) - nobodys).count() >= 2;
  if (c.rules.forage_condition == static_cast<int>(ForageCondition::Either))
    return no_train || crowded;
  return no_train && (crowded || !friendly);
}

/// 7.6: forage markers of both sides, with.
void place_forage_markers(Play& p) {
  for (Side side : {Side::A, Side::B}) {
    mark_foraging(p.game, p.state, side);
    if (p.log)
      for (int hex : p.state.combat_hexes[at(side)])
        if (units_at(p.game, p.state, side, hex).intersects(with_status(p.state, kForage)))
          p.tell_secret(side, EventKind::ForageMarkerPlaced,
                        {.side = play::index(side), .place = hex});
  }
}

void go_convert(Play& p) {
  State& s = p.state;
  for (; s.work.sides.nth_side < 2; ++s.work.sides.nth_side) {
    s.side = side_in_order(p.game, s, s.work.sides.nth_side);
    if (s.work.sides.stopped == 0)
      for (int hex : depot_hexes(p.game, s, s.side))
        if (refuse_convert(p.game, s, hex) == Reason::Ok) {
          p.ask(Step::ConvertDepot, s.side);
          return;
        }
    s.work.sides.stopped = 0;
  }
  next_phase(s, Phase::RemoveDepots);
}

void go_remove(Play& p) {
  State& s = p.state;
  for (; s.work.sides.nth_side < 2; ++s.work.sides.nth_side) {
    s.side = side_in_order(p.game, s, s.work.sides.nth_side);
    if (trains_available(p.game, s, s.side) < 0 && !s.depots[at(s.side)].empty() &&
        s.work.sides.stopped == 0) {
      p.ask(Step::RemoveDepot, other(s.side));
      return;
    }
    s.work.sides.stopped = 0;
  }
  next_phase(s, Phase::AllocateTrains);
  for (Side side : {Side::A, Side::B}) {
    const int room = kMaxTrains - p.game.rules.dummy_trains - s.train_count[at(side)];
    s.to_place[at(side)] =
        static_cast<std::uint8_t>(std::clamp(trains_available(p.game, s, side), 0, room));
    s.dummies[at(side)] = static_cast<std::uint8_t>(p.game.rules.dummy_trains);
  }
  s.side = trains_first(p.game, s);  // 7.4
}

void go_allocate(Play& p) {
  State& s = p.state;
  for (Side side : {Side::A, Side::B}) {
    const bool can_mislead = s.dummies[at(side)] > 0 && !occupied_hexes(p.game, s, side).empty();
    if (s.to_place[at(side)] == 0 && !can_mislead) s.out[at(side)] = 1;
  }
  if (s.out[at(s.side)]) s.side = other(s.side);
  if (s.out[at(s.side)]) {
    s.dummies = {0, 0};
    next_phase(s, Phase::ForageMarkers);
    return;
  }
  p.ask(Step::AllocateTrain, s.side);
}

void go_establish(Play& p) {
  State& s = p.state;
  for (; s.work.sides.nth_side < 2; ++s.work.sides.nth_side) {
    s.side = side_in_order(p.game, s, s.work.sides.nth_side);
    // Asked over dummies too: whether one is asked is seen.
    if (s.work.sides.stopped == 0 &&
        !found_hexes(p.game, s, s.side, train_hexes(s, s.side, false)).empty())
      return p.ask(Step::EstablishDepot, s.side);
    s.work.sides.stopped = 0;
  }
  next_phase(s, Phase::Rally);
}

}  // namespace

void mark_foraging(const Context& c, State& s, Side side) {
  const int from =
      s.second_year ? c.rules.second_year_forage_from_turn : c.rules.forage_marker_from_turn;
  if (s.turn < from || !c.rules.forages[at(side)]) return;
  for (int hex : s.combat_hexes[at(side)])
    if (marker_due(c, s, side, hex))
      for (int unit : units_at(c, s, side, hex)) set_status(s, unit, kForage);
}

void go_active_supply(Play& p) {
  switch (p.state.phase) {
    case Phase::ConvertDepots: return go_convert(p);
    case Phase::RemoveDepots: return go_remove(p);
    case Phase::AllocateTrains: return go_allocate(p);
    case Phase::ForageMarkers:
      show_besiegers(p.game, p.state);
      place_forage_markers(p);
      return next_phase(p.state, Phase::EstablishDepots);
    default: return go_establish(p);
  }
}

namespace {

/// 7.1, 7.7: the side does no more of this.
void stop_side(Play& p, int) { p.state.work.sides.stopped = 1; }
Facts at_hex(Side side, int hex) { return {.side = play::index(side), .place = hex}; }

}  // namespace

// --- 7.1 -----------------------------------------------------------------------------------------

namespace {

void list_conversions(const Lister& l) {
  add_allowed<refuse_convert>(l, depot_hexes(l.game, l.state, l.state.side));
}
void convert_depot(Play& p, int hex) {
  State& s = p.state;
  s.depots[at(s.side)].erase(p.game.city_at[hex]);
  add_train(s, s.side, hex, kTrainGenuine | kTrainFaceUp);
  s.converted[at(s.side)] = 1;
  s.work.sides.stopped = 1;
  p.tell(EventKind::DepotConverted, at_hex(s.side, hex));
}

}  // namespace

constinit const RowOf<Step::ConvertDepot> convert_depot_row{
    {"convert-depot", "7 Active Supply", "7.1",
     "Choose a Depot to convert into a Supply Train, or none"},
    {{Verb::Done, "7.1", always, nullptr, stop_side},
     {Verb::Convert, "7.1", list_conversions, of_hex<refuse_convert>, convert_depot}}};

// --- 7.2 -----------------------------------------------------------------------------------------

namespace {

///
Reason refuse_to_leave(const Context& c, const State&, int) {
  const bool must = c.rules.negative_trains == static_cast<int>(NegativeTrains::Removed);
  return must ? Reason::Forced : Reason::Ok;
}
void list_leaving(const Lister& l) {
  if (l.game.rules.negative_trains == static_cast<int>(NegativeTrains::May)) l.add();
}
Reason refuse_removal(const Context& c, const State& s, int hex) {
  return has_depot(c, s, s.side, hex) ? Reason::Ok : Reason::NotEnemyDepot;
}
void list_removals(const Lister& l) { add_all(l, depot_hexes(l.game, l.state, l.state.side)); }
void remove_depot(Play& p, int hex) {
  p.state.depots[at(p.state.side)].erase(p.game.city_at[hex]);
  p.tell(EventKind::DepotRemoved, at_hex(p.state.side, hex));
}

}  // namespace

constinit const RowOf<Step::RemoveDepot> remove_depot_row{
    {"remove-depot", "7 Active Supply", "7.2", "Choose a Depot to remove"},
    {{Verb::Done, "7.2", list_leaving, of_number<refuse_to_leave>, stop_side},
     {Verb::Remove, "7.2", list_removals, of_hex<refuse_removal>, remove_depot}}};

// --- 7.4, 7.5 ------------------------------------------------------------------------------------

namespace {

/// A pass costs a train while there is one (7.4); that it was one is announced.
void pass_allocation(Play& p, int) {
  State& s = p.state;
  const Side side = s.side;
  const bool genuine = s.to_place[at(side)] > 0;
  if (genuine)
    --s.to_place[at(side)];
  else
    s.dummies[at(side)] = 0;
  s.side = other(side);
  p.tell(genuine ? EventKind::TrainGivenUp : EventKind::NoMorePlaced,
         {.side = play::index(side), .amount = genuine && s.to_place[at(side)] == 0});
}

void list_trains(const Lister& l) {
  const State& s = l.state;
  if (s.to_place[at(s.side)] > 0)
    add_all(l, usable_train_hexes(l.game, s, s.side) | depot_sites(l.game, s, s.side));
}
void place_train(Play& p, int hex) {
  State& s = p.state;
  const Side side = s.side;
  Facts here = at_hex(side, hex);
  add_train(s, side, hex, kTrainGenuine);
  --s.to_place[at(side)];
  s.side = other(side);
  // That no genuine train is left to place is announced.
  p.tell_secret(side, EventKind::TrainPlaced, here);
  here.amount = s.to_place[at(side)] == 0;
  p.tell_secret(other(side), EventKind::CounterPlaced, here);
}

void list_dummies(const Lister& l) {
  const State& s = l.state;
  if (s.dummies[at(s.side)] > 0) add_all(l, occupied_hexes(l.game, s, s.side));
}
void place_dummy(Play& p, int hex) {
  State& s = p.state;
  const Side side = s.side;
  add_train(s, side, hex, 0);
  --s.dummies[at(side)];
  s.side = other(side);
  p.tell_secret(side, EventKind::DummyPlaced, at_hex(side, hex));
  p.tell_secret(other(side), EventKind::CounterPlaced, at_hex(side, hex));
}

}  // namespace

constinit const RowOf<Step::AllocateTrain> allocate_train_row{
    {"allocate-train", "7 Active Supply", "7.4",
     "Choose where to place a Supply Train or a dummy, or pass"},
    {{Verb::Done, "7.4", always, nullptr, pass_allocation},
     {Verb::Train, "7.4", list_trains, of_hex<refuse_train>, place_train},
     {Verb::Dummy, "7.5", list_dummies, of_hex<refuse_dummy>, place_dummy}}};

// --- 7.7 -----------------------------------------------------------------------------------------

namespace {

void list_founding(const Lister& l) {
  const State& s = l.state;
  add_all(l, found_hexes(l.game, s, s.side, train_hexes(s, s.side, true)));
}
void establish_depot(Play& p, int hex) {
  State& s = p.state;
  remove_train(s, s.side, hex);
  s.depots[at(s.side)].insert(p.game.city_at[hex]);
  p.tell(EventKind::DepotEstablished, at_hex(s.side, hex));
}

}  // namespace

constinit const RowOf<Step::EstablishDepot> establish_depot_row{
    {"establish-depot", "7 Active Supply", "7.7", "Choose a city to establish a Depot in, or none"},
    {{Verb::Done, "7.7", always, nullptr, stop_side},
     {Verb::Depot, "7.7", list_founding, of_hex<refuse_found>, establish_depot}}};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
