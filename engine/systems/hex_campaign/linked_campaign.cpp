// Nemesis 17: a campaign of two years, played as parts that follow one another on one map. What
// stands on it stays where it is; rules, ground and sources of supply are those of the part.
#include "engine/systems/hex_campaign/choices.h"

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

void go_departures(Play& p) {
  State& s = p.state;
  const Context& c = p.game;
  const Linked& linked = c.linked;
  if (s.turn == linked.supreme_leaves_turn && s.work.departures.asked == 0 &&
      on_map(s, linked.supreme)) {
    s.work.departures.asked = 1;
    return p.ask(Step::KeepSupreme, Side::A);
  }
  if (linked.begins_anew && s.turn == c.scenario.first_turn)
    for (; s.work.departures.nth_side < play::kSides;
         ++s.work.departures.nth_side, s.out = {0, 0}) {
      s.side = side_in_order(c, s, s.work.departures.nth_side);
      if (!s.out[at(s.side)] && !recallable(c, s, s.side).empty())
        return p.ask(Step::RecallCommander, s.side);
    }
  next_phase(s, c.rules.truce_from_turn > 0 ? Phase::Truce : Phase::Independence);
}

/// 17.4 (i): the new table counts, without what was lost before.
void switch_sources(Play& p, Side side) {
  State& s = p.state;
  s.winter_decided |= switched_bit(side);
  s.train_losses[at(side)] = 0;
  p.tell(EventKind::SourcesSwitched, {.side = play::index(side)});
  if (side == Side::B) open_common_ground(p);
}

void go_switch(Play& p) {
  State& s = p.state;
  const Context& c = p.game;
  if (s.winter_decided & kMustRevertB) {  // 17.4 (viii)
    s.winter_decided = static_cast<std::uint8_t>((s.winter_decided & ~kMustRevertB) | kRevertedB);
    s.train_losses[at(Side::B)] = 0;
    p.tell(EventKind::SourcesLost, {.side = play::index(Side::B)});
  }
  if (s.work.switching.nth_side == 0 && s.work.switching.stage == SwitchStage::Asking)
    s.side = trains_first(c, s);
  for (; s.work.switching.nth_side < play::kSides; next_to_switch(s)) {
    if (s.work.switching.stage == SwitchStage::Asking) {
      if (!may_switch(c, s, s.side)) continue;
      if (s.side == Side::B || !(s.winter_decided & kMustSwitchA))
        return p.ask(Step::ChooseSources, s.side);
      switch_sources(p, s.side);  // 17.4 (vii): no Depot is moved
      s.work.switching.stage = SwitchStage::Arriving;
      s.places.arrival.piece = 0;
    }
    if (s.work.switching.stage == SwitchStage::MovingDepots) {
      if (s.to_place[at(s.side)] > 0)
        for (int hex : c.city)
          if (refuse_moved_depot(c, s, hex) == Reason::Ok)
            return p.ask(Step::PlaceSwitchedDepot, s.side);
      s.to_place[at(s.side)] = 0;
      s.work.switching.stage = SwitchStage::Arriving;
      s.places.arrival.piece = 0;
    }
    if (s.work.switching.stage == SwitchStage::Arriving && ask_arrival(p, s.turn - 1))
      return;  // 17.4 (iii), (iv)
  }
  next_phase(s, Phase::ReserveLosses);
}

/// 17.3: whoever is not in play in the next part goes home; side A's disrupted units are lost, and
/// its pieces on ground that is closed now wait for an armistice.
void sift_pieces(Play& p, const Context& next) {
  State& s = p.state;
  const auto remove = [&](int piece, EventKind kind, int to) {
    p.tell(kind, {.side = play::index(p.game.piece(piece).side),
                  .place = place(s, piece),
                  .pieces = PieceSet::of(piece)});
    place_piece(p.game, s, piece, to);
  };
  const HexSet closed = closed_hexes(next, s, Side::A) - closed_hexes(p.game, s, Side::A);
  for (int piece : p.game.in_play) {
    const bool here = on_map(s, piece);
    if (!next.in_play.contains(piece)) {
      if (here) remove(piece, EventKind::ContingentGoesHome, kNotInPlay);
      s.piece[static_cast<std::size_t>(piece)] = kNotInPlay;
    } else if (!here || p.game.piece(piece).side != Side::A) {
      continue;
    } else if (p.game.linked.sheds_disrupted && disrupted(s, piece)) {
      remove(piece, EventKind::UnitLeftBehind, kLostForGood);
    } else if (closed.contains(place(s, piece))) {
      remove(piece, EventKind::PieceInterned, kAway);  // N-52
    }
  }
  for (int piece : next.in_play - p.game.in_play)
    s.piece[static_cast<std::size_t>(piece)] = next.piece(piece).carried ? kNotInPlay : kNotArrived;
}

/// 17.5: the new year counts turns, Combat Commands and points anew; its neutral units stand ready.
void begin_anew(Play& p, const Context& next) {
  State& s = p.state;
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
  p.tell(EventKind::PartBegins, {.amount = s.turn + next.turns_before});
  next_phase(s, first_phase(next));
}

void hand_over(Play& p) {
  State& s = p.state;
  const Context& next = *p.game.next;
  sift_pieces(p, next);
  s.truce = static_cast<std::uint8_t>((s.truce & ~kPartMask) | (next.part << kPartShift));
  if (next.linked.begins_anew) {
    begin_anew(p, next);
  } else {
    if (!next.rules.random_events) {  // cards held to the end stay unseen
      s.hand = s.drawn = s.played = {0, 0};
      s.deck = 0;
    }
    p.tell(EventKind::PartBegins, {.amount = s.turn + next.turns_before});
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

void station_garrison(Play& p, int piece) {
  State& s = p.state;
  const int city = s.places.garrison.city;
  place_piece(p.game, s, piece, city);
  if (p.game.combat_units.contains(piece)) {
    clear_status(s, piece, kForage | kForcedMarch);
    s.make_garrison(piece);
    s.note_garrisoned(garrison_bit(p.game, city));
  }
  p.tell(EventKind::GarrisonStationed,
         {.side = play::index(Side::A), .place = city, .pieces = PieceSet::of(piece)});
}

}  // namespace

std::uint32_t garrison_bit(const Context& c, int hex) {
  for (std::size_t i = 0; i < c.linked.garrisons.size(); ++i)
    if (c.linked.garrisons[i] == hex) return std::uint32_t{1} << i;
  return 0;
}

bool ask_garrison(Play& p) {
  State& s = p.state;
  const Linked& linked = p.game.linked;
  if (linked.garrisons.empty() || !has_switched(s, Side::A)) return false;
  for (; s.work.garrisons.nth_city < linked.garrisons.size(); ++s.work.garrisons.nth_city) {
    s.places.garrison.city =
        static_cast<std::uint16_t>(linked.garrisons[s.work.garrisons.nth_city]);
    if (garrison_candidates(p.game, s, s.places.garrison.city).empty()) continue;
    p.ask(Step::StationGarrison, Side::A);
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

void open_common_ground(Play& p) {
  State& s = p.state;
  if (!p.game.linked.switches || !(s.winter_decided & kSwitchedB)) return;
  for (std::size_t i = 0; i < p.game.powers.size(); ++i) {
    if (!p.game.powers[i].common || has_joined(s, static_cast<int>(i))) continue;
    bool reached = false;
    for (int unit : with_status(s, kSupplied) & p.game.units_of[at(Side::B)])
      reached |= on_map(s, unit) && p.game.powers[i].hexes.contains(place(s, unit));
    if (!reached) continue;
    s.allegiance = static_cast<std::uint8_t>(s.allegiance | (2U << (2 * i)));
    p.tell(EventKind::PowerJoins, {.side = play::index(Side::B), .amount = static_cast<int>(i)});
  }
}

void go_linked_campaign(Play& p) {
  switch (p.state.phase) {
    case Phase::Departures: return go_departures(p);
    case Phase::SwitchSources: return go_switch(p);
    default: return hand_over(p);
  }
}

// --- 17.5, 17.9 who goes -------------------------------------------------------------------------

namespace {

void tell_of_commander(Play& p, EventKind kind, Side side, int commander) {
  p.tell(kind, {.side = play::index(side), .pieces = PieceSet::of(commander)});
}
void let_supreme_go(Play& p, int) {
  p.state.winter_decided |= kSupremeLeft;
  tell_of_commander(p, EventKind::CommanderDeparts, Side::A, p.game.linked.supreme);
  place_piece(p.game, p.state, p.game.linked.supreme, kNotArrived);
}
void keep_supreme(Play& p, int) {
  p.state.winter_decided |= kSupremeStays;
  tell_of_commander(p, EventKind::CommanderStays, Side::A, p.game.linked.supreme);
}

void recall_no_more(Play& p, int) { p.state.out[at(p.state.side)] = 1; }
Reason refuse_recall(const Context& c, const State& s, int commander) {
  return recallable(c, s, s.side).contains(commander) ? Reason::Ok : Reason::NotOffered;
}
void list_recalls(const Lister& l) { add_all(l, recallable(l.game, l.state, l.state.side)); }
void recall(Play& p, int commander) {
  tell_of_commander(p, EventKind::CommanderRecalled, p.state.side, commander);
  place_piece(p.game, p.state, commander, kNotArrived);
}

}  // namespace

constinit const RowOf<Step::KeepSupreme> keep_supreme_row{
    {"keep-supreme", "17 Linked campaign", "17.9",
     "Keep {piece} with the army, or let him go home for the winter"},
    {{Verb::Done, "17.9", always, nullptr, let_supreme_go},
     {Verb::Yes, "17.9", always, nullptr, keep_supreme}}};

constinit const RowOf<Step::RecallCommander> recall_commander_row{
    {"recall-commander", "17 Linked campaign", "17.5",
     "Choose a Commander to take off the map until his row of the new year, or none"},
    {{Verb::Done, "17.5", always, nullptr, recall_no_more},
     {Verb::Pick, "17.5", list_recalls, of_piece<refuse_recall>, recall}}};

// --- 17.4 sources --------------------------------------------------------------------------------

namespace {

void keep_sources(Play& p, int) { next_to_switch(p.state); }
void choose_sources(Play& p, int) {
  State& s = p.state;
  switch_sources(p, s.side);
  s.to_place[at(s.side)] = static_cast<std::uint8_t>(s.depots[at(s.side)].count());
  s.depots[at(s.side)] = {};
  s.work.switching.stage = SwitchStage::MovingDepots;
}
void move_no_more_depots(Play& p, int) { p.state.to_place[at(p.state.side)] = 0; }
void list_moved_depots(const Lister& l) { add_allowed<refuse_moved_depot>(l, l.game.city); }
void place_moved_depot(Play& p, int hex) {
  State& s = p.state;
  --s.to_place[at(s.side)];
  s.depots[at(s.side)].insert(p.game.city_at[static_cast<std::size_t>(hex)]);
  p.tell(EventKind::DepotMoved, {.side = play::index(s.side), .place = hex});
}

}  // namespace

constinit const RowOf<Step::ChooseSources> choose_sources_row{
    {"choose-sources", "17 Linked campaign", "17.4",
     "Switch the sources of supply for good, or not yet"},
    {{Verb::Done, "17.4", always, nullptr, keep_sources},
     {Verb::Yes, "17.4", always, nullptr, choose_sources}}};

constinit const RowOf<Step::PlaceSwitchedDepot> place_switched_depot_row{
    {"place-switched-depot", "17 Linked campaign", "17.4",
     "Choose a city for a Depot that is moved, or give the rest up"},
    {{Verb::Done, "17.4", always, nullptr, move_no_more_depots},
     {Verb::Depot, "17.4", list_moved_depots, of_hex<refuse_moved_depot>, place_moved_depot}}};

// --- 17.6 ----------------------------------------------------------------------------------------

namespace {

PieceSet garrison_of_city(const Context& c, const State& s) {
  return garrison_candidates(c, s, s.places.garrison.city);
}
void leave_city(Play& p, int) { ++p.state.work.garrisons.nth_city; }

}  // namespace

constinit const RowOf<Step::StationGarrison> station_garrison_row{
    {"station-garrison", "17 Linked campaign", "17.6",
     "Choose who becomes the garrison of {to}, or nobody"},
    {{Verb::Done, "17.6", always, nullptr, leave_city},
     {Verb::Pick, "17.6", list_among<garrison_of_city>, refuse_others<garrison_of_city>,
      station_garrison}}};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
