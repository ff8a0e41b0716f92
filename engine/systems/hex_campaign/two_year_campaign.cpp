// 16.13: winter quarters and the second year.
#include <algorithm>

#include "engine/systems/hex_campaign/chapters.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

namespace {

/// Pieces of an army wait off the map until they are quartered.
constexpr int kWaiting = kAway;

bool has_enemy_downstream(const Context& c, const State& s, int hex, Side enemy) {
  return c.downstream[hex].intersects(s.combat_hexes[at(enemy)]);
}

/// 16.13: cities in which side A may winter.
HexSet quarters_a(const Context& c, const State& s) {
  const HexSet closed = s.combat_hexes[at(Side::B)] | depot_hexes(c, s, Side::B);
  return (c.city & c.enterable[0] & (friendly_now(c, s, Side::A) | depot_hexes(c, s, Side::A))) -
         closed;
}

bool fits(const Context& c, const State& s, int piece, int hex) {
  const Side side = c.piece(piece).side;
  return occupancy(c, units_at(c, s, side, hex)) + c.occupancy[piece] <= capacity(c, s, hex);
}

/// 16.13, T-29: hexes in which a piece of side B may winter, room apart.
HexSet quarters_b(const Context& c, const State& s, int piece) {
  HexSet open = c.enterable[1] - occupied_hexes(c, s, Side::A) - depot_hexes(c, s, Side::A);
  if (s.added_source != kNoHexBits) open -= c.city & c.downstream[s.added_source];
  if (c.piece(piece).commander)
    return open & ((c.city & friendly_now(c, s, Side::B)) | s.combat_hexes[at(Side::B)]);
  for (int hex : s.combat_hexes[at(Side::A)]) open -= c.map.around(static_cast<Hex>(hex));
  return open & supplied_within(c, s, Side::B, c.rules.supply_range_winter);
}

/// The hexes a piece may be quartered in now; side B's units without any go to the places of 13.3.
HexSet quarters_of(const Context& c, const State& s, int piece) {
  const Side side = c.piece(piece).side;
  HexSet found = side == Side::A ? quarters_a(c, s) : quarters_b(c, s, piece);
  for (int hex : found& s.combat_hexes[at(side)])
    if (!fits(c, s, piece, hex)) found.erase(hex);
  if (!found.empty() || side == Side::A) return found;
  for (int hex : c.restoration)
    if (refuse_arrival(c, s, piece, c.restoration, hex) == Reason::Ok) found.insert(hex);  // T-29
  return found;
}

/// Whether side A's units are too many for its quarters, so that it chooses who is left out (T-28).
bool may_leave_out(const Context& c, const State& s) {
  if (s.stage.winter != WinterStage::QuartersA ||
      !c.combat_units.contains(s.choice.winter.waiting.first()))
    return false;
  int room = 0;
  for (int hex : quarters_a(c, s))
    room += capacity(c, s, hex) - occupancy(c, units_at(c, s, Side::A, hex));
  return occupancy(c, s.choice.winter.waiting & c.combat_units) > room;
}

bool is_waiting_reinforcement(const Context& c, const State& s, int piece, Side side) {
  const auto& data = c.piece(piece);
  if (data.side != side || !c.in_play.contains(piece)) return false;
  if (data.expedition) return place(s, piece) == kNotArrived || place(s, piece) == kNeverArrived;
  if (place(s, piece) != kNotArrived) return false;
  return data.second_year || data.arrival_turn <= c.rules.two_year_latest_turn;  // T-27
}

/// Where a winter reinforcement may come (16.13h, t; T-27).
HexSet arrival_hexes(const Context& c, const State& s, int piece) {
  const auto& data = c.piece(piece);
  if (data.side == Side::A && data.second_year) return quarters_of(c, s, piece);
  const HexSet& entry = data.second_year && !data.expedition ? data.second_year_entry : data.entry;
  HexSet found;
  for (int hex : entry)
    if (refuse_arrival(c, s, piece, entry, hex) == Reason::Ok) found.insert(hex);
  return found;
}

bool may_be_source(const Context& c, const State& s, int hex) {
  if (!c.city.contains(hex) || c.source_city[0].contains(hex)) return false;
  if (s.combat_hexes[at(Side::B)].contains(hex)) return false;
  if (friendly_now(c, s, Side::A).contains(hex)) return true;
  return has_depot(c, s, Side::A, hex) && c.baltic_city.contains(hex) &&
         !has_enemy_downstream(c, s, hex, Side::B);
}

PieceSet winter_loss_candidates(const Context& c, const State& s) {
  PieceSet units;
  for (int unit : c.units_of[0])
    if (on_map(s, unit)) units.insert(unit);
  const PieceSet first = units & (c.foreign - c.spared);
  return first.empty() ? units : first;
}

PieceSet on_map_commanders(const Context& c, const State& s, Side side) {
  PieceSet found;
  for (int commander : c.commanders_of[at(side)])
    if (on_map(s, commander)) found.insert(commander);
  return found;
}

/// Pieces that may be restored (T-30): lost in the first year, with a legal hex now.
PieceSet restorable(const Context& c, const State& s) {
  PieceSet found;
  for (int piece : side_pieces(c, Side::B)) {
    if (place(s, piece) != kLost) continue;
    for (int hex : c.restoration)
      if (refuse_arrival(c, s, piece, c.restoration, hex) == Reason::Ok) {
        found.insert(piece);
        break;
      }
  }
  return found;
}

/// Whether the army goes to its quarters; otherwise it is reinforcements that come.
bool places_army(const State& s) {
  return s.stage.winter == WinterStage::QuartersA || s.stage.winter == WinterStage::QuartersB;
}

/// Hexes that the piece in question may be placed in.
HexSet winter_hexes(const Context& c, const State& s) {
  return places_army(s) ? quarters_of(c, s, s.choice.winter.waiting.first())
                        : arrival_hexes(c, s, s.work.winter_arrivals.piece);
}

int away_commander(const Context& c, const State& s) {
  for (int commander : c.commanders_of[0])
    if (place(s, commander) == kAway) return commander;
  return -1;
}

int fated_commander(const Context& c, const State& s) {
  for (int commander : c.commanders_of[0])
    if (on_map(s, commander) && (c.piece(commander).traits & kTraitSuddenDeath)) return commander;
  return -1;
}

/// Takes a side's army off the map to be quartered, in good order and without markers.
void lift_army(const Context& c, State& s, Side side) {
  s.choice.winter.waiting.clear();
  for (int piece : side_pieces(c, side)) {
    if (!on_map(s, piece)) continue;
    s.choice.winter.waiting.insert(piece);
    place_piece(c, s, piece, kWaiting);
    if (c.rules.hidden_stacks)  // all move at once and unseen
      s.veil[piece] = static_cast<std::uint8_t>(side_pieces(c, side).first());
  }
}

template <class R>
void leave_out(Table<R>& t, int piece) {
  t.s.choice.winter.waiting.erase(piece);
  place_piece(t.c, t.s, piece, kLost);
  t.tell(EventKind::NoQuartersFound,
         {.side = play::index(t.c.piece(piece).side), .pieces = PieceSet::of(piece)});
}

template <class R>
bool go_place_all(Table<R>& t, Side side) {
  State& s = t.s;
  while (!s.choice.winter.waiting.empty()) {
    const int piece = s.choice.winter.waiting.first();
    if (!quarters_of(t.c, s, piece).empty()) {
      ask(s, Step::QuarterPiece, side);
      return true;
    }
    leave_out(t, piece);
  }
  return false;
}

template <class R>
bool go_arrivals(Table<R>& t, Side side) {
  State& s = t.s;
  for (; s.work.winter_arrivals.piece < t.c.pieces.size(); ++s.work.winter_arrivals.piece) {
    const int piece = s.work.winter_arrivals.piece;
    if (!is_waiting_reinforcement(t.c, s, piece, side)) continue;
    if (!arrival_hexes(t.c, s, piece).empty()) {
      ask(s, Step::QuarterPiece, side);
      return true;
    }
    place_piece(t.c, s, piece, kNeverArrived);
    t.tell(EventKind::NeverArrives, {.side = play::index(side), .pieces = PieceSet::of(piece)});
  }
  return false;
}

template <class R>
void begin_second_year(Table<R>& t) {
  State& s = t.s;
  const Context& c = t.c;
  for (int piece : c.in_play)
    if (place(s, piece) == kNotArrived) place_piece(c, s, piece, kNeverArrived);
  for (std::size_t i = 0; i < c.cards.size(); ++i)
    if (c.cards[i].removed_in_second_year) s.deck &= ~(std::uint64_t{1} << i);
  for (Side side : {Side::A, Side::B})
    if (s.hand[at(side)] && c.cards[s.hand[at(side)] - 1U].removed_in_second_year)
      s.hand[at(side)] = 0;
  const auto first_turn = static_cast<std::uint8_t>(c.rules.second_year_first_turn);
  // 16.9: the turn after an uprising in the last turn of the year is the first of the next.
  if (s.uprising == 2 && s.uprising_turn == s.turn)
    s.uprising_turn = static_cast<std::uint8_t>(first_turn - 1);
  s.second_year = 1;
  s.turn = first_turn;
  s.stage.winter = WinterStage::Begin;
  s.ordinal.fill(0);
  s.train_change = {0, 0};
  s.march_change = {0, 0};
  s.raid_change = 0;
  s.converted = {0, 0};
  t.tell(EventKind::SecondYearBegins, {.amount = s.turn});
  next_phase(s, Phase::Independence);
}

template <class R>
void go_winter_first(Table<R>& t) {
  State& s = t.s;
  const Context& c = t.c;
  if (s.stage.winter == WinterStage::Begin) {
    clear_status_of_all(s, kDisrupted | kForcedMarch | kFoughtMask | kForage | kSupplied);
    s.train_count = {0, 0};
    s.train = {};
    s.raised_count = 0;
    s.raised = {};
    rebuild_caches(c, s);
    lift_army(c, s, Side::A);
    s.stage.winter = WinterStage::QuartersA;
  }
  if (s.stage.winter == WinterStage::QuartersA) {
    if (go_place_all(t, Side::A)) return;
    s.stage.winter = WinterStage::ArrivalsA;
    s.work.winter_arrivals.piece = 0;
  }
  if (s.stage.winter == WinterStage::ArrivalsA) {
    if (go_arrivals(t, Side::A)) return;
    s.stage.winter = WinterStage::Source;
    for (int hex : c.city)
      if (may_be_source(c, s, hex)) return ask(s, Step::ChooseSource, Side::A);
  }
  if (s.stage.winter == WinterStage::Source) {
    s.stage.winter = WinterStage::LossDice;
    s.work.winter_losses = {};
  }
  if (s.stage.winter == WinterStage::LossDice) {
    if (s.work.winter_losses.dice < 2) return ask(s, Step::WinterLossDie, Actor::Nature);
    s.work.winter_losses.losses /= 2;
    s.stage.winter = WinterStage::Losses;
  }
  if (s.stage.winter == WinterStage::Losses) {
    if (s.work.winter_losses.losses > 0 && !winter_loss_candidates(c, s).empty())
      return ask(s, Step::WinterLoss, Side::A);
    s.work.winter_losses.losses = s.work.winter_losses.commander_dice;
    s.stage.winter = WinterStage::CommanderLosses;
  }
  if (s.stage.winter == WinterStage::CommanderLosses) {
    if (s.work.winter_losses.losses > 0 && !on_map_commanders(c, s, Side::A).empty())
      return ask(s, Step::WinterCommanderLoss, Side::A);
    s.stage.winter = WinterStage::Fate;
    if (fated_commander(c, s) >= 0) return ask(s, Step::WinterFateDie, Actor::Nature);
  }
  s.stage.winter = WinterStage::BeginB;
}

template <class R>
void go_winter_second(Table<R>& t) {
  State& s = t.s;
  const Context& c = t.c;
  if (s.stage.winter == WinterStage::BeginB) {
    lift_army(c, s, Side::B);
    s.stage.winter = WinterStage::QuartersB;
  }
  if (s.stage.winter == WinterStage::QuartersB) {
    if (go_place_all(t, Side::B)) return;
    s.stage.winter = WinterStage::RestoreDice;
    s.work.restoration.dice = s.work.restoration.to_restore = 0;
  }
  if (s.stage.winter == WinterStage::RestoreDice) {
    if (s.work.restoration.dice < 2) return ask(s, Step::RestorationDie, Actor::Nature);
    s.work.restoration.to_restore /= 2;
    s.stage.winter = WinterStage::Restore;
    s.work.restoration.piece = 0;
  }
  if (s.stage.winter == WinterStage::Restore) {
    if (s.work.restoration.piece > 0) return ask(s, Step::PlaceRestored, Side::B);
    if (s.work.restoration.to_restore > 0 && !restorable(c, s).empty())
      return ask(s, Step::ChooseRestored, Side::B);
    s.stage.winter = WinterStage::ArrivalsB;
    s.work.winter_arrivals.piece = 0;
  }
  if (s.stage.winter == WinterStage::ArrivalsB) {
    if (go_arrivals(t, Side::B)) return;
    s.stage.winter = WinterStage::Finish;
  }
  begin_second_year(t);
}

/// End of each turn of the second year: side B's restored units, then the absent Commander.
template <class R>
void go_restoration(Table<R>& t) {
  State& s = t.s;
  if (s.second_year && s.work.restoration.rolled == 0) {
    s.work.restoration.rolled = 1;
    return ask(s, Step::RestorationDie, Actor::Nature);
  }
  if (s.work.restoration.piece > 0) return ask(s, Step::PlaceRestored, Side::B);
  if (s.work.restoration.to_restore > 0 && !restorable(t.c, s).empty())
    return ask(s, Step::ChooseRestored, Side::B);
  next_phase(s, Phase::Return);
}

template <class R>
void go_return(Table<R>& t) {
  State& s = t.s;
  if (s.second_year && s.work.returning.stage == ReturnStage::Away && away_commander(t.c, s) >= 0) {
    s.work.returning.stage = ReturnStage::Rolled;
    return ask(s, Step::ReturnDie, Actor::Nature);
  }
  if (s.work.returning.stage == ReturnStage::Comes && !s.combat_hexes[at(Side::A)].empty()) {
    s.work.returning.stage = ReturnStage::Asked;
    return ask(s, Step::ReturnTo, Side::A);
  }
  next_phase(s, Phase::WinterDecision);
}

template <class R>
void go_decision(Table<R>& t) {
  State& s = t.s;
  const Rules& r = t.c.rules;
  const bool early = s.depots[0].count() >= r.two_year_depots && s.turn >= r.two_year_min_turn;
  if (r.two_year && !s.second_year && !s.winter_decided && s.turn <= r.two_year_latest_turn &&
      (early || s.turn == r.two_year_latest_turn)) {
    s.winter_decided = 1;
    return ask(s, Step::ChooseWinter, Side::A);
  }
  next_phase(s, Phase::EndOfTurn);
}

void note_restoration_die(int die, std::uint8_t& count, bool winter) {
  if (winter)
    count = static_cast<std::uint8_t>(count + die);
  else
    count = die <= 2 ? 0 : die <= 5 ? 1 : 2;
}

}  // namespace

void watch_added_source(const Context& c, State& s, Side side, int hex) {
  if (side != Side::B || s.added_source == kNoHexBits) return;
  const bool home = c.friendly[0].contains(s.added_source);
  if (hex == s.added_source || (!home && c.downstream[s.added_source].contains(hex)))
    s.added_source = kNoHexBits;  // T-28: lost for good
}

template <class R>
void TwoYearCampaign<R>::go(Table<R>& t) {
  switch (t.s.phase) {
    case Phase::Restoration: return go_restoration(t);
    case Phase::Return: return go_return(t);
    case Phase::WinterDecision: return go_decision(t);
    default:
      if (t.s.stage.winter < WinterStage::BeginB) go_winter_first(t);
      if (t.s.step == Step::None && t.s.phase == Phase::WinterQuarters) go_winter_second(t);
  }
}

template <class R>
void TwoYearCampaign<R>::apply(Table<R>& t, Action action) {
  State& s = t.s;
  const Context& c = t.c;
  const int payload = payload_of(action);
  const Step step = s.step;
  const auto tell_die = [&](EventKind kind, Side side) {
    t.tell(kind, {.side = play::index(side), .face = payload});
  };
  s.step = Step::None;
  switch (step) {
    case Step::RestorationDie:
      tell_die(EventKind::RestorationRolled, Side::B);
      note_restoration_die(payload, s.work.restoration.to_restore,
                           s.phase == Phase::WinterQuarters);
      ++s.work.restoration.dice;
      break;
    case Step::ChooseRestored:
      s.work.restoration.piece = static_cast<std::uint8_t>(payload + 1);
      break;
    case Step::PlaceRestored: {
      const int piece = s.work.restoration.piece - 1;
      place_piece(c, s, piece, payload);
      veil_arrival(c, s, piece);
      t.tell(EventKind::PieceRestored,
             {.side = play::index(Side::B), .place = payload, .pieces = PieceSet::of(piece)});
      enter_hex(t, Side::B, PieceSet::of(piece), payload);
      s.work.restoration.piece = 0;
      --s.work.restoration.to_restore;
      break;
    }
    case Step::ReturnDie:
      tell_die(EventKind::ReturnRolled, Side::A);
      if (payload >= 5) s.work.returning.stage = ReturnStage::Comes;
      break;
    case Step::ReturnTo:
      if (verb_of(action) != Verb::MoveTo) break;
      t.tell(EventKind::CommanderReturns, {.side = play::index(Side::A),
                                           .place = payload,
                                           .pieces = PieceSet::of(away_commander(c, s))});
      place_piece(c, s, away_commander(c, s), payload);
      break;
    case Step::ChooseWinter:
      if (verb_of(action) == Verb::Yes) {
        t.tell(EventKind::WinterQuartersChosen, {.side = play::index(Side::A)});
        next_phase(s, Phase::WinterQuarters);
        s.stage.winter = WinterStage::Begin;
      }
      break;
    case Step::QuarterPiece: {
      const bool quarters = places_army(s);
      const int piece = quarters ? s.choice.winter.waiting.first() : s.work.winter_arrivals.piece;
      if (verb_of(action) == Verb::Done) {
        leave_out(t, piece);
        break;
      }
      const Side side = c.piece(piece).side;
      place_piece(c, s, piece, payload);
      if (!quarters) veil_arrival(c, s, piece);
      t.tell(EventKind::PieceWinters,
             {.side = play::index(side), .place = payload, .pieces = PieceSet::of(piece)});
      if (quarters)
        s.choice.winter.waiting.erase(piece);
      else
        ++s.work.winter_arrivals.piece;
      enter_hex(t, side, PieceSet::of(piece), payload);
      break;
    }
    case Step::ChooseSource:
      if (verb_of(action) != Verb::Depot) break;
      s.added_source = static_cast<std::uint16_t>(payload);
      t.tell(EventKind::SourceAdded, {.side = play::index(Side::A), .place = payload});
      break;
    case Step::WinterLossDie:
      tell_die(EventKind::WinterLossesRolled, Side::A);
      s.work.winter_losses.losses =
          static_cast<std::uint8_t>(s.work.winter_losses.losses + payload);
      if (payload == 1) ++s.work.winter_losses.commander_dice;
      ++s.work.winter_losses.dice;
      break;
    case Step::WinterLoss:
      --s.work.winter_losses.losses;
      eliminate_unit(t, payload, Cause::Winter);
      break;
    case Step::WinterCommanderLoss:
      --s.work.winter_losses.losses;
      place_piece(c, s, payload, kLost);
      t.tell(EventKind::WinterCommanderLost,
             {.side = play::index(Side::A), .pieces = PieceSet::of(payload)});
      break;
    default: {  // WinterFateDie
      tell_die(EventKind::WinterFateRolled, Side::A);
      const int commander = fated_commander(c, s);
      if (payload <= 2) place_piece(c, s, commander, kLostForGood);
      if (payload == 3 || payload == 4) place_piece(c, s, commander, kAway);
      t.tell(payload <= 2   ? EventKind::CommanderGoesHomeForGood
             : payload <= 4 ? EventKind::CommanderGoesHome
                            : EventKind::CommanderWinters,
             {.side = play::index(Side::A), .pieces = PieceSet::of(commander)});
    }
  }
}

int piece_of_winter(const Context& c, const State& s) {
  switch (s.step) {
    case Step::PlaceRestored: return s.work.restoration.piece - 1;
    case Step::QuarterPiece:
      return places_army(s) ? s.choice.winter.waiting.first() : s.work.winter_arrivals.piece;
    case Step::WinterFateDie: return fated_commander(c, s);
    default: return away_commander(c, s);
  }
}

void list_two_year_campaign(const Context& c, const State& s, ActionList& list) {
  switch (s.step) {
    case Step::ChooseRestored:
      for (int piece : restorable(c, s))
        if (refuse_two_year_campaign(c, s, make_action(Verb::Pick, piece)) == Reason::Ok)
          list.push_back(make_action(Verb::Pick, piece));
      break;
    case Step::PlaceRestored:
      for (int hex : c.restoration)
        if (refuse_arrival(c, s, s.work.restoration.piece - 1, c.restoration, hex) == Reason::Ok)
          list.push_back(make_action(Verb::Place, hex));
      break;
    case Step::ReturnTo:
      list.push_back(make_action(Verb::Done));
      for (int hex : s.combat_hexes[0]) list.push_back(make_action(Verb::MoveTo, hex));
      break;
    case Step::ChooseWinter:
      list.push_back(make_action(Verb::Done));
      list.push_back(make_action(Verb::Yes));
      break;
    case Step::QuarterPiece: {
      const HexSet open = winter_hexes(c, s);
      if (may_leave_out(c, s)) list.push_back(make_action(Verb::Done));
      for (int hex : open) list.push_back(make_action(Verb::Place, hex));
      break;
    }
    case Step::ChooseSource:
      list.push_back(make_action(Verb::Done));
      for (int hex : c.city)
        if (may_be_source(c, s, hex)) list.push_back(make_action(Verb::Depot, hex));
      break;
    case Step::WinterLoss: list_picks(c, s, winter_loss_candidates(c, s), list); break;
    default: list_picks(c, s, on_map_commanders(c, s, Side::A), list);
  }
}

Reason refuse_two_year_campaign(const Context& c, const State& s, Action action) {
  const Verb verb = verb_of(action);
  const int payload = payload_of(action);
  const auto pick = [&](const PieceSet& from) {
    return verb == Verb::Pick ? refuse_pick(c, s, from, payload) : Reason::NotNow;
  };
  switch (s.step) {
    case Step::ChooseRestored: {
      const Reason reason = pick(restorable(c, s));
      return reason == Reason::NotOffered ? Reason::NotRestorable : reason;
    }
    case Step::PlaceRestored:
      if (verb != Verb::Place) return Reason::NotNow;
      return refuse_arrival(c, s, s.work.restoration.piece - 1, c.restoration, payload);
    case Step::ReturnTo:
      if (verb == Verb::Done) return Reason::Ok;
      if (verb != Verb::MoveTo) return Reason::NotNow;
      return s.combat_hexes[0].contains(payload) ? Reason::Ok : Reason::NoStackThere;
    case Step::ChooseWinter:
      return verb == Verb::Done || verb == Verb::Yes ? Reason::Ok : Reason::NotNow;
    case Step::QuarterPiece: {
      if (verb == Verb::Done) return may_leave_out(c, s) ? Reason::Ok : Reason::Forced;
      if (verb != Verb::Place) return Reason::NotNow;
      const HexSet open = winter_hexes(c, s);
      return open.contains(payload) ? Reason::Ok : Reason::NotFriendlyCity;
    }
    case Step::ChooseSource:
      if (verb == Verb::Done) return Reason::Ok;
      if (verb != Verb::Depot) return Reason::NotNow;
      return may_be_source(c, s, payload) ? Reason::Ok : Reason::NotFriendlyCity;
    case Step::WinterLoss: return pick(winter_loss_candidates(c, s));
    case Step::WinterCommanderLoss: return pick(on_map_commanders(c, s, Side::A));
    default: return Reason::NotNow;
  }
}

template struct TwoYearCampaign<play::NullRecorder>;
template struct TwoYearCampaign<play::EventRecorder>;

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
