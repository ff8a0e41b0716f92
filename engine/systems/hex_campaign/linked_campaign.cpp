// Nemesis 17: a campaign of two years, played as parts that follow one another on one map. What
// stands on it stays where it is; rules, ground and sources of supply are those of the part.
#include "engine/systems/hex_campaign/chapters.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

namespace {

std::uint8_t switched_bit(Side side) { return side == Side::A ? kSwitchedA : kSwitchedB; }

bool holds_all(const State& s, const HexSet& places, Side side) {
  return !places.empty() && places.is_subset_of(s.combat_hexes[at(side)]);
}

/// 17.4: side B needs a unit in one of the cities that it switches to.
bool may_switch(const Context& c, const State& s, Side side) {
  if (s.winter_decided & switched_bit(side)) return false;
  return side == Side::A || c.linked.sources_after[at(side)].intersects(s.combat_hexes[at(side)]);
}

/// The other side's turn to switch. Who is first is asked no more: a switch changes the tables.
void next_to_switch(State& s) {
  s.work.switching.stage = SwitchStage::Asking;
  if (++s.work.switching.nth_side < play::kSides) s.side = other(s.side);
}

Reason refuse_moved_depot(const Context& c, const State& s, int hex) {
  if (const Reason site = refuse_depot_site(c, s, s.side, hex); site != Reason::Ok) return site;
  return is_besieged(c, s, s.side, hex) ? Reason::UnderSiege : Reason::Ok;
}

/// 17.5: Commanders on the map whose row of the new year would bring them.
PieceSet recallable(const Context& c, const State& s, Side side) {
  PieceSet found;
  for (int commander : c.commanders_of[at(side)])
    if (on_map(s, commander) && !c.piece(commander).carried &&
        c.piece(commander).bond == Bond::None)
      found.insert(commander);
  return found;
}

template <class R>
void go_departures(Table<R>& t) {
  State& s = t.s;
  const Context& c = t.c;
  const Linked& linked = c.linked;
  if (s.turn == linked.supreme_leaves_turn && s.work.departures.asked == 0 &&
      on_map(s, linked.supreme)) {
    s.work.departures.asked = 1;
    return ask(s, Step::KeepSupreme, Side::A);
  }
  if (linked.begins_anew && s.turn == c.scenario.first_turn)
    for (; s.work.departures.nth_side < play::kSides;
         ++s.work.departures.nth_side, s.out = {0, 0}) {
      s.side = side_in_order(c, s, s.work.departures.nth_side);
      if (!s.out[at(s.side)] && !recallable(c, s, s.side).empty())
        return ask(s, Step::RecallCommander, s.side);
    }
  next_phase(s, c.rules.truce_from_turn > 0 ? Phase::Truce : Phase::Independence);
}

/// 17.4 (i): the new table counts, without what was lost before.
template <class R>
void switch_sources(Table<R>& t, Side side) {
  State& s = t.s;
  s.winter_decided |= switched_bit(side);
  s.train_losses[at(side)] = 0;
  t.tell(EventKind::SourcesSwitched, {.side = play::index(side)});
  if (side == Side::B) open_common_ground(t);
}

template <class R>
void go_switch(Table<R>& t) {
  State& s = t.s;
  const Context& c = t.c;
  if (s.winter_decided & kMustRevertB) {  // 17.4 (viii)
    s.winter_decided = static_cast<std::uint8_t>((s.winter_decided & ~kMustRevertB) | kRevertedB);
    s.train_losses[at(Side::B)] = 0;
    t.tell(EventKind::SourcesLost, {.side = play::index(Side::B)});
  }
  if (s.work.switching.nth_side == 0 && s.work.switching.stage == SwitchStage::Asking)
    s.side = trains_first(c, s);
  for (; s.work.switching.nth_side < play::kSides; next_to_switch(s)) {
    if (s.work.switching.stage == SwitchStage::Asking) {
      if (!may_switch(c, s, s.side)) continue;
      if (s.side == Side::B || !(s.winter_decided & kMustSwitchA))
        return ask(s, Step::ChooseSources, s.side);
      switch_sources(t, s.side);  // 17.4 (vii): no Depot is moved
      s.work.switching.stage = SwitchStage::Arriving;
      s.places.arrival.piece = 0;
    }
    if (s.work.switching.stage == SwitchStage::MovingDepots) {
      if (s.to_place[at(s.side)] > 0)
        for (int hex : c.city)
          if (refuse_moved_depot(c, s, hex) == Reason::Ok)
            return ask(s, Step::PlaceSwitchedDepot, s.side);
      s.to_place[at(s.side)] = 0;
      s.work.switching.stage = SwitchStage::Arriving;
      s.places.arrival.piece = 0;
    }
    if (s.work.switching.stage == SwitchStage::Arriving && ask_arrival(t, s.turn - 1))
      return;  // 17.4 (iii), (iv)
  }
  next_phase(s, Phase::ReserveLosses);
}

/// 17.3: whoever is not in play in the next part goes home; side A's disrupted units are lost, and
/// its pieces on ground that is closed now wait for an armistice.
template <class R>
void sift_pieces(Table<R>& t, const Context& next) {
  State& s = t.s;
  const auto remove = [&](int piece, EventKind kind, int to) {
    t.tell(kind, {.side = play::index(t.c.piece(piece).side),
                  .place = place(s, piece),
                  .pieces = PieceSet::of(piece)});
    place_piece(t.c, s, piece, to);
  };
  const HexSet closed = closed_hexes(next, s, Side::A) - closed_hexes(t.c, s, Side::A);
  for (int piece : t.c.in_play) {
    const bool here = on_map(s, piece);
    if (!next.in_play.contains(piece)) {
      if (here) remove(piece, EventKind::ContingentGoesHome, kNotInPlay);
      s.piece[static_cast<std::size_t>(piece)] = kNotInPlay;
    } else if (!here || t.c.piece(piece).side != Side::A) {
      continue;
    } else if (t.c.linked.sheds_disrupted && disrupted(s, piece)) {
      remove(piece, EventKind::UnitLeftBehind, kLostForGood);
    } else if (closed.contains(place(s, piece))) {
      remove(piece, EventKind::PieceInterned, kAway);  // N-52
    }
  }
  for (int piece : next.in_play - t.c.in_play)
    s.piece[static_cast<std::size_t>(piece)] = next.piece(piece).carried ? kNotInPlay : kNotArrived;
}

/// 17.5: the new year counts turns, Combat Commands and points anew; its neutral units stand ready.
template <class R>
void begin_anew(Table<R>& t, const Context& next) {
  State& s = t.s;
  s.turn = static_cast<std::uint8_t>(next.scenario.first_turn);
  s.ordinal.fill(0);
  s.progress.fill(0);
  s.train_change = s.march_change = s.command_change = s.command_passing = {0, 0};
  s.raid_change = 0;
  s.converted = s.hand = s.drawn = s.played = {0, 0};
  s.deck = next.rules.random_events ? (std::uint64_t{1} << next.cards.size()) - 1 : 0;
  s.captured = s.uprising = 0;
  s.battle_points = static_cast<std::uint8_t>(next.rules.battle_points);
  for (int piece : next.restrained& next.in_play) {
    const auto& data = next.piece(piece);
    if (data.bond != Bond::Neutral || place(s, piece) != kNotArrived) continue;
    const int hex = data.entry.first();
    if (!pieces_at(s, hex).intersects(side_pieces(next, Side::A))) place_piece(next, s, piece, hex);
  }
  t.tell(EventKind::PartBegins, {.amount = s.turn + next.turns_before});
  next_phase(s, first_phase(next));
}

template <class R>
void hand_over(Table<R>& t) {
  State& s = t.s;
  const Context& next = *t.c.next;
  sift_pieces(t, next);
  s.truce = static_cast<std::uint8_t>((s.truce & ~kPartMask) | (next.part << kPartShift));
  if (next.linked.begins_anew) {
    begin_anew(t, next);
  } else {
    if (!next.rules.random_events) {  // cards held to the end stay unseen
      s.hand = s.drawn = s.played = {0, 0};
      s.deck = 0;
    }
    t.tell(EventKind::PartBegins, {.amount = s.turn + next.turns_before});
    next_phase(s, Phase::ReserveLosses);
  }
  rebuild_caches(next, s);
}

// --- 17.6 garrisons ------------------------------------------------------------------------------

/// Whether side A may make a garrison in a city now, room apart. Each city has one, once; a
/// fortress takes more as long as one stands in it (14.12, 14.13).
bool takes_garrison(const Context& c, const State& s, int city) {
  const bool stands = pieces_at(s, city).intersects(s.made_garrisons());
  const bool had = (s.cities_garrisoned() & garrison_bit(c, city)) != 0;
  if (had && !(stands && c.linked.fortresses.contains(city))) return false;
  if (pieces_at(s, city).intersects(side_pieces(c, Side::B)) || has_depot(c, s, Side::B, city))
    return false;
  return may_enter(c, s, Side::A, city) && !is_sheltered(c, s, city) &&
         !is_besieged(c, s, Side::A, city);
}

/// Who may become the garrison of a city: units within reach of it, for whom there is room, and the
/// Commander who comes with a fortress's.
PieceSet garrison_candidates(const Context& c, const State& s, int city) {
  PieceSet found;
  if (!takes_garrison(c, s, city)) return found;
  const PieceSet here = pieces_at(s, city);
  const bool fortress = c.linked.fortresses.contains(city);
  PieceSet arms = c.arm_units[static_cast<std::size_t>(Arm::Infantry)];
  if (fortress) arms |= c.arm_units[static_cast<std::size_t>(Arm::Artillery)];
  arms = (arms & c.units_of[at(Side::A)]) - s.made_garrisons();
  const int room = capacity(c, s, city) - occupancy(c, here & c.units_of[at(Side::A)]);
  for (int hex : c.map.within(static_cast<Hex>(city), c.linked.garrison_reach))
    for (int unit : pieces_at(s, hex) & arms)
      if (hex == city || c.occupancy[static_cast<std::size_t>(unit)] <= room) found.insert(unit);
  found -= idle_among(c, s, found);
  if (fortress && here.intersects(s.made_garrisons()) && c.linked.castellan != kNoPiece &&
      place(s, c.linked.castellan) == kNotArrived)
    found.insert(c.linked.castellan);
  return found;
}

template <class R>
void station_garrison(Table<R>& t, int piece) {
  State& s = t.s;
  const int city = s.places.garrison.city;
  place_piece(t.c, s, piece, city);
  if (t.c.combat_units.contains(piece)) {
    clear_status(s, piece, kForage | kForcedMarch);
    s.make_garrison(piece);
    s.note_garrisoned(garrison_bit(t.c, city));
  }
  t.tell(EventKind::GarrisonStationed,
         {.side = play::index(Side::A), .place = city, .pieces = PieceSet::of(piece)});
}

}  // namespace

std::uint32_t garrison_bit(const Context& c, int hex) {
  for (std::size_t i = 0; i < c.linked.garrisons.size(); ++i)
    if (c.linked.garrisons[i] == hex) return std::uint32_t{1} << i;
  return 0;
}

template <class R>
bool LinkedCampaign<R>::ask_garrison(Table<R>& t) {
  State& s = t.s;
  const Linked& linked = t.c.linked;
  if (linked.garrisons.empty() || !has_switched(s, Side::A)) return false;
  for (; s.work.garrisons.nth_city < linked.garrisons.size(); ++s.work.garrisons.nth_city) {
    s.places.garrison.city =
        static_cast<std::uint16_t>(linked.garrisons[s.work.garrisons.nth_city]);
    if (garrison_candidates(t.c, s, s.places.garrison.city).empty()) continue;
    ask(s, Step::StationGarrison, Side::A);
    return true;
  }
  return false;
}

bool goes_on(const Context& c) { return c.next && c.scenario.last_turn == c.rules.turns; }

Phase after_supply(const Context& c, const State& s) {
  if (c.linked.after_supply && s.turn == c.scenario.last_turn && goes_on(c)) return Phase::HandOver;
  return c.linked.switches ? Phase::SwitchSources : Phase::ReserveLosses;
}

Phase first_phase(const Context& c) {
  if (c.linked.supreme_leaves_turn > 0 || c.linked.begins_anew) return Phase::Departures;
  return c.rules.truce_from_turn > 0 ? Phase::Truce : Phase::Independence;
}

bool is_deadly(const State& s, const SuddenDeath& death) {
  if (s.turn < death.from_turn || s.turn > death.to_turn) return false;
  return death.averted_by.empty() || !(s.winter_decided & kAverted);
}

void note_end_of_turn(const Context& c, State& s) {
  for (const auto& death : c.victory.sudden_deaths)
    for (const HexSet& places : death.averted_by)
      if (holds_all(s, places, other(death.winner))) s.winter_decided |= kAverted;
  if (!(s.winter_decided & kSwitchedA) && holds_all(s, c.linked.lost_sources, Side::B))
    s.winter_decided |= kMustSwitchA;  // 17.4 (vii), N-53
  if (c.linked.switches && has_switched(s, Side::B) && chain_sources(c, s, Side::B).empty())
    s.winter_decided |= kMustRevertB;  // 17.4 (viii), N-54
}

template <class R>
void open_common_ground(Table<R>& t) {
  State& s = t.s;
  if (!t.c.linked.switches || !(s.winter_decided & kSwitchedB)) return;
  for (std::size_t p = 0; p < t.c.powers.size(); ++p) {
    if (!t.c.powers[p].common || has_joined(s, static_cast<int>(p))) continue;
    bool reached = false;
    for (int unit : with_status(s, kSupplied) & t.c.units_of[at(Side::B)])
      reached |= on_map(s, unit) && t.c.powers[p].hexes.contains(place(s, unit));
    if (!reached) continue;
    s.allegiance = static_cast<std::uint8_t>(s.allegiance | (2U << (2 * p)));
    t.tell(EventKind::PowerJoins, {.side = play::index(Side::B), .amount = static_cast<int>(p)});
  }
}

template void open_common_ground(Table<play::NullRecorder>&);
template void open_common_ground(Table<play::EventRecorder>&);

template <class R>
void LinkedCampaign<R>::go(Table<R>& t) {
  switch (t.s.phase) {
    case Phase::Departures: return go_departures(t);
    case Phase::SwitchSources: return go_switch(t);
    default: return hand_over(t);
  }
}

template <class R>
void LinkedCampaign<R>::apply(Table<R>& t, Action action) {
  State& s = t.s;
  const Side side = play::side_of(s.actor);
  const bool yes = verb_of(action) == Verb::Yes;
  const Step step = s.step;
  s.step = Step::None;
  const auto tell_of = [&](EventKind kind, int commander) {
    t.tell(kind, {.side = play::index(side), .pieces = PieceSet::of(commander)});
  };
  switch (step) {
    case Step::KeepSupreme:
      s.winter_decided |= yes ? kSupremeStays : kSupremeLeft;
      tell_of(yes ? EventKind::CommanderStays : EventKind::CommanderDeparts, t.c.linked.supreme);
      if (!yes) place_piece(t.c, s, t.c.linked.supreme, kNotArrived);
      break;
    case Step::RecallCommander:
      if (verb_of(action) == Verb::Done) {
        s.out[at(side)] = 1;
        break;
      }
      tell_of(EventKind::CommanderRecalled, payload_of(action));
      place_piece(t.c, s, payload_of(action), kNotArrived);
      break;
    case Step::ChooseSources:
      if (!yes) {
        next_to_switch(s);
        break;
      }
      switch_sources(t, side);
      s.to_place[at(side)] = static_cast<std::uint8_t>(s.depots[at(side)].count());
      s.depots[at(side)] = {};
      s.work.switching.stage = SwitchStage::MovingDepots;
      break;
    case Step::StationGarrison:
      if (verb_of(action) == Verb::Done)
        ++s.work.garrisons.nth_city;
      else
        station_garrison(t, payload_of(action));
      break;
    default:  // PlaceSwitchedDepot
      if (verb_of(action) == Verb::Done) {
        s.to_place[at(side)] = 0;
        break;
      }
      --s.to_place[at(side)];
      s.depots[at(side)].insert(t.c.city_at[static_cast<std::size_t>(payload_of(action))]);
      t.tell(EventKind::DepotMoved, {.side = play::index(side), .place = payload_of(action)});
  }
}

void list_linked_campaign(const Context& c, const State& s, ActionList& list) {
  list.push_back(make_action(Verb::Done));
  switch (s.step) {
    case Step::RecallCommander:
      for (int commander : recallable(c, s, s.side))
        list.push_back(make_action(Verb::Pick, commander));
      break;
    case Step::StationGarrison:
      list_picks(c, s, garrison_candidates(c, s, s.places.garrison.city), list);
      break;
    case Step::PlaceSwitchedDepot:
      for (int hex : c.city)
        if (refuse_moved_depot(c, s, hex) == Reason::Ok)
          list.push_back(make_action(Verb::Depot, hex));
      break;
    default: list.push_back(make_action(Verb::Yes));
  }
}

Reason refuse_linked_campaign(const Context& c, const State& s, Action action) {
  const Verb verb = verb_of(action);
  if (verb == Verb::Done) return Reason::Ok;
  switch (s.step) {
    case Step::RecallCommander:
      if (verb != Verb::Pick) return Reason::NotNow;
      return recallable(c, s, s.side).contains(payload_of(action)) ? Reason::Ok
                                                                   : Reason::NotOffered;
    case Step::StationGarrison:
      if (verb != Verb::Pick) return Reason::NotNow;
      return refuse_pick(c, s, garrison_candidates(c, s, s.places.garrison.city),
                         payload_of(action));
    case Step::PlaceSwitchedDepot:
      return verb == Verb::Depot ? refuse_moved_depot(c, s, payload_of(action)) : Reason::NotNow;
    default: return verb == Verb::Yes ? Reason::Ok : Reason::NotNow;
  }
}

template struct LinkedCampaign<play::NullRecorder>;
template struct LinkedCampaign<play::EventRecorder>;

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
