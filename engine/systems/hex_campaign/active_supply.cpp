// 7: Active Supply.
#include <algorithm>

#include "engine/systems/hex_campaign/chapters.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

namespace {

/// 7.1: a friendly Depot in a hex with a friendly stack.
Reason refuse_convert(const Context& c, const State& s, Side side, int hex) {
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

Reason refuse_train(const Context& c, const State& s, Side side, int hex) {
  if (s.to_place[at(side)] == 0) return Reason::NoTrainsLeft;
  if (can_use_train(c, s, side, hex)) return Reason::Ok;
  const Reason site = refuse_depot_site(c, s, side, hex);
  if (site == Reason::Ok) return Reason::Ok;
  if (site != Reason::NotACity) return site;
  if (!units_at(c, s, side, hex).intersects(with_status(s, kSupplied))) return Reason::NotSupplied;
  return leads_no_infantry(c, pieces_at(s, hex) & side_pieces(c, side)) ? Reason::CavalryOnly
                                                                        : Reason::NoCommander;
}

Reason refuse_dummy(const Context& c, const State& s, Side side, int hex) {
  if (s.dummies[at(side)] == 0) return Reason::NoDummiesLeft;
  return pieces_at(s, hex).intersects(side_pieces(c, side)) ? Reason::Ok : Reason::NoStackThere;
}

/// 7.7: a train in a city becomes a Depot.
Reason refuse_found(const Context& c, const State& s, Side side, int hex) {
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
template <class R>
void place_forage_markers(Table<R>& t) {
  for (Side side : {Side::A, Side::B}) {
    mark_foraging(t.c, t.s, side);
    if constexpr (R::kRecords)
      for (int hex : t.s.combat_hexes[at(side)])
        if (units_at(t.c, t.s, side, hex).intersects(with_status(t.s, kForage)))
          t.tell_secret(side, EventKind::ForageMarkerPlaced,
                        {.side = play::index(side), .place = hex});
  }
}

template <class R>
void go_convert(Table<R>& t) {
  State& s = t.s;
  for (; s.work.sides.nth_side < 2; ++s.work.sides.nth_side) {
    s.side = side_in_order(t.c, s, s.work.sides.nth_side);
    if (s.work.sides.stopped == 0)
      for (int hex : depot_hexes(t.c, s, s.side))
        if (refuse_convert(t.c, s, s.side, hex) == Reason::Ok) {
          ask(s, Step::ConvertDepot, s.side);
          return;
        }
    s.work.sides.stopped = 0;
  }
  next_phase(s, Phase::RemoveDepots);
}

template <class R>
void go_remove(Table<R>& t) {
  State& s = t.s;
  for (; s.work.sides.nth_side < 2; ++s.work.sides.nth_side) {
    s.side = side_in_order(t.c, s, s.work.sides.nth_side);
    if (trains_available(t.c, s, s.side) < 0 && !s.depots[at(s.side)].empty() &&
        s.work.sides.stopped == 0) {
      ask(s, Step::RemoveDepot, other(s.side));
      return;
    }
    s.work.sides.stopped = 0;
  }
  next_phase(s, Phase::AllocateTrains);
  for (Side side : {Side::A, Side::B}) {
    const int room = kMaxTrains - t.c.rules.dummy_trains - s.train_count[at(side)];
    s.to_place[at(side)] =
        static_cast<std::uint8_t>(std::clamp(trains_available(t.c, s, side), 0, room));
    s.dummies[at(side)] = static_cast<std::uint8_t>(t.c.rules.dummy_trains);
  }
  s.side = trains_first(t.c, s);  // 7.4
}

template <class R>
void go_allocate(Table<R>& t) {
  State& s = t.s;
  for (Side side : {Side::A, Side::B}) {
    const bool can_mislead = s.dummies[at(side)] > 0 && !occupied_hexes(t.c, s, side).empty();
    if (s.to_place[at(side)] == 0 && !can_mislead) s.out[at(side)] = 1;
  }
  if (s.out[at(s.side)]) s.side = other(s.side);
  if (s.out[at(s.side)]) {
    s.dummies = {0, 0};
    next_phase(s, Phase::ForageMarkers);
    return;
  }
  ask(s, Step::AllocateTrain, s.side);
}

template <class R>
void go_establish(Table<R>& t) {
  State& s = t.s;
  for (; s.work.sides.nth_side < 2; ++s.work.sides.nth_side) {
    s.side = side_in_order(t.c, s, s.work.sides.nth_side);
    // Asked over dummies too: whether one is asked is seen.
    if (s.work.sides.stopped == 0 &&
        !found_hexes(t.c, s, s.side, train_hexes(s, s.side, false)).empty())
      return ask(s, Step::EstablishDepot, s.side);
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

template <class R>
void ActiveSupply<R>::go(Table<R>& t) {
  switch (t.s.phase) {
    case Phase::ConvertDepots: return go_convert(t);
    case Phase::RemoveDepots: return go_remove(t);
    case Phase::AllocateTrains: return go_allocate(t);
    case Phase::ForageMarkers:
      show_besiegers(t.c, t.s);
      place_forage_markers(t);
      return next_phase(t.s, Phase::EstablishDepots);
    default: return go_establish(t);
  }
}

template <class R>
void ActiveSupply<R>::apply(Table<R>& t, Action action) {
  State& s = t.s;
  const Side side = s.side;
  const int hex = payload_of(action);
  const auto city = [&] { return t.c.city_at[hex]; };
  Facts here{.side = play::index(side), .place = hex};
  switch (verb_of(action)) {
    case Verb::Convert:
      s.depots[at(side)].erase(city());
      add_train(s, side, hex, kTrainGenuine | kTrainFaceUp);
      s.converted[at(side)] = 1;
      s.work.sides.stopped = 1;
      t.tell(EventKind::DepotConverted, here);
      break;
    case Verb::Remove:
      s.depots[at(side)].erase(city());
      t.tell(EventKind::DepotRemoved, here);
      break;
    case Verb::Train:
      add_train(s, side, hex, kTrainGenuine);
      --s.to_place[at(side)];
      s.side = other(side);
      // That no genuine train is left to place is announced.
      t.tell_secret(side, EventKind::TrainPlaced, here);
      here.amount = s.to_place[at(side)] == 0;
      t.tell_secret(other(side), EventKind::CounterPlaced, here);
      break;
    case Verb::Dummy:
      add_train(s, side, hex, 0);
      --s.dummies[at(side)];
      s.side = other(side);
      t.tell_secret(side, EventKind::DummyPlaced, here);
      t.tell_secret(other(side), EventKind::CounterPlaced, here);
      break;
    case Verb::Depot:
      remove_train(s, side, hex);
      s.depots[at(side)].insert(city());
      t.tell(EventKind::DepotEstablished, here);
      break;
    default:  // Done: a pass costs a train while there is one (7.4)
      if (s.step == Step::AllocateTrain) {
        const bool genuine = s.to_place[at(side)] > 0;  // announced, R-26
        if (genuine)
          --s.to_place[at(side)];
        else
          s.dummies[at(side)] = 0;
        s.side = other(side);
        t.tell(genuine ? EventKind::TrainGivenUp : EventKind::NoMorePlaced,
               {.side = play::index(side), .amount = genuine && s.to_place[at(side)] == 0});
      } else {
        s.work.sides.stopped = 1;
      }
  }
  s.step = Step::None;
}

void list_active_supply(const Context& c, const State& s, ActionList& list) {
  const bool may_stop = s.step != Step::RemoveDepot ||
                        c.rules.negative_trains == static_cast<int>(NegativeTrains::May);
  if (may_stop) list.push_back(make_action(Verb::Done));
  const Side side = s.side;
  switch (s.step) {
    case Step::ConvertDepot:
      for (int hex : depot_hexes(c, s, side))
        if (refuse_convert(c, s, side, hex) == Reason::Ok)
          list.push_back(make_action(Verb::Convert, hex));
      break;
    case Step::RemoveDepot:
      for (int hex : depot_hexes(c, s, side)) list.push_back(make_action(Verb::Remove, hex));
      break;
    case Step::EstablishDepot:
      for (int hex : found_hexes(c, s, side, train_hexes(s, side, true)))
        list.push_back(make_action(Verb::Depot, hex));
      break;
    default: {
      const HexSet stacks = occupied_hexes(c, s, side);
      if (s.to_place[at(side)] > 0)
        for (int hex : usable_train_hexes(c, s, side) | depot_sites(c, s, side))
          list.push_back(make_action(Verb::Train, hex));
      if (s.dummies[at(side)] > 0)
        for (int hex : stacks) list.push_back(make_action(Verb::Dummy, hex));
    }
  }
}

Reason refuse_active_supply(const Context& c, const State& s, Action action) {
  const int hex = payload_of(action);
  const Verb verb = verb_of(action);
  if (verb == Verb::Done) {
    const bool must = s.step == Step::RemoveDepot &&
                      c.rules.negative_trains == static_cast<int>(NegativeTrains::Removed);
    return must ? Reason::Forced : Reason::Ok;
  }
  switch (s.step) {
    case Step::ConvertDepot:
      return verb == Verb::Convert ? refuse_convert(c, s, s.side, hex) : Reason::NotNow;
    case Step::RemoveDepot:
      if (verb != Verb::Remove) return Reason::NotNow;
      return has_depot(c, s, s.side, hex) ? Reason::Ok : Reason::NotEnemyDepot;
    case Step::EstablishDepot:
      return verb == Verb::Depot ? refuse_found(c, s, s.side, hex) : Reason::NotNow;
    default:
      if (verb == Verb::Train) return refuse_train(c, s, s.side, hex);
      return verb == Verb::Dummy ? refuse_dummy(c, s, s.side, hex) : Reason::NotNow;
  }
}

template struct ActiveSupply<play::NullRecorder>;
template struct ActiveSupply<play::EventRecorder>;

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
