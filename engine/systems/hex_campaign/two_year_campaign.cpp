// 16.13: winter quarters and the second year.
#include <algorithm>

#include "engine/systems/hex_campaign/choices.h"

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

void leave_out(Play& p, int piece) {
  p.state.choice.winter.waiting.erase(piece);
  place_piece(p.game, p.state, piece, kLost);
  p.tell(EventKind::NoQuartersFound,
         {.side = play::index(p.game.piece(piece).side), .pieces = PieceSet::of(piece)});
}

bool go_place_all(Play& p, Side side) {
  State& s = p.state;
  while (!s.choice.winter.waiting.empty()) {
    const int piece = s.choice.winter.waiting.first();
    if (!quarters_of(p.game, s, piece).empty()) {
      p.ask(Step::QuarterPiece, side);
      return true;
    }
    leave_out(p, piece);
  }
  return false;
}

bool go_arrivals(Play& p, Side side) {
  State& s = p.state;
  for (; s.work.winter_arrivals.piece < p.game.pieces.size(); ++s.work.winter_arrivals.piece) {
    const int piece = s.work.winter_arrivals.piece;
    if (!is_waiting_reinforcement(p.game, s, piece, side)) continue;
    if (!arrival_hexes(p.game, s, piece).empty()) {
      p.ask(Step::QuarterPiece, side);
      return true;
    }
    place_piece(p.game, s, piece, kNeverArrived);
    p.tell(EventKind::NeverArrives, {.side = play::index(side), .pieces = PieceSet::of(piece)});
  }
  return false;
}

void begin_second_year(Play& p) {
  State& s = p.state;
  const Context& c = p.game;
  for (int piece : c.in_play)
    if (place(s, piece) == kNotArrived) place_piece(c, s, piece, kNeverArrived);
  for (std::size_t i = 0; i < c.cards.size(); ++i)
    if (c.cards[i].removed_in_second_year) s.deck &= ~(std::uint64_t{1} << i);
  for (Side side : {Side::A, Side::B})
    if (s.hand[at(side)] && c.cards[s.hand[at(side)] - 1U].removed_in_second_year)
      s.hand[at(side)] = 0;
  const auto first_turn = static_cast<std::uint8_t>(c.rules.second_year_first_turn);
  // 16.9: the turn after an uprising in the last turn of the year is the first of the next.
  if (s.uprising == kRisen && s.uprising_turn == s.turn)
    s.uprising_turn = static_cast<std::uint8_t>(first_turn - 1);
  s.second_year = 1;
  s.turn = first_turn;
  s.stage.winter = WinterStage::Begin;
  s.ordinal.fill(0);
  s.train_change = {0, 0};
  s.march_change = {0, 0};
  s.raid_change = 0;
  s.converted = {0, 0};
  p.tell(EventKind::SecondYearBegins, {.amount = s.turn});
  next_phase(s, Phase::Independence);
}

void go_winter_first(Play& p) {
  State& s = p.state;
  const Context& c = p.game;
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
    if (go_place_all(p, Side::A)) return;
    s.stage.winter = WinterStage::ArrivalsA;
    s.work.winter_arrivals.piece = 0;
  }
  if (s.stage.winter == WinterStage::ArrivalsA) {
    if (go_arrivals(p, Side::A)) return;
    s.stage.winter = WinterStage::Source;
    for (int hex : c.city)
      if (may_be_source(c, s, hex)) return p.ask(Step::ChooseSource, Side::A);
  }
  if (s.stage.winter == WinterStage::Source) {
    s.stage.winter = WinterStage::LossDice;
    s.work.winter_losses = {};
  }
  if (s.stage.winter == WinterStage::LossDice) {
    if (s.work.winter_losses.dice < 2) return p.roll(Step::WinterLossDie);
    s.work.winter_losses.losses /= 2;
    s.stage.winter = WinterStage::Losses;
  }
  if (s.stage.winter == WinterStage::Losses) {
    if (s.work.winter_losses.losses > 0 && !winter_loss_candidates(c, s).empty())
      return p.ask(Step::WinterLoss, Side::A);
    s.work.winter_losses.losses = s.work.winter_losses.commander_dice;
    s.stage.winter = WinterStage::CommanderLosses;
  }
  if (s.stage.winter == WinterStage::CommanderLosses) {
    if (s.work.winter_losses.losses > 0 && !on_map_commanders(c, s, Side::A).empty())
      return p.ask(Step::WinterCommanderLoss, Side::A);
    s.stage.winter = WinterStage::Fate;
    if (fated_commander(c, s) >= 0) return p.roll(Step::WinterFateDie);
  }
  s.stage.winter = WinterStage::BeginB;
}

void go_winter_second(Play& p) {
  State& s = p.state;
  const Context& c = p.game;
  if (s.stage.winter == WinterStage::BeginB) {
    lift_army(c, s, Side::B);
    s.stage.winter = WinterStage::QuartersB;
  }
  if (s.stage.winter == WinterStage::QuartersB) {
    if (go_place_all(p, Side::B)) return;
    s.stage.winter = WinterStage::RestoreDice;
    s.work.restoration.dice = s.work.restoration.to_restore = 0;
  }
  if (s.stage.winter == WinterStage::RestoreDice) {
    if (s.work.restoration.dice < 2) return p.roll(Step::RestorationDie);
    s.work.restoration.to_restore /= 2;
    s.stage.winter = WinterStage::Restore;
    s.work.restoration.piece = 0;
  }
  if (s.stage.winter == WinterStage::Restore) {
    if (s.work.restoration.piece > 0) return p.ask(Step::PlaceRestored, Side::B);
    if (s.work.restoration.to_restore > 0 && !restorable(c, s).empty())
      return p.ask(Step::ChooseRestored, Side::B);
    s.stage.winter = WinterStage::ArrivalsB;
    s.work.winter_arrivals.piece = 0;
  }
  if (s.stage.winter == WinterStage::ArrivalsB) {
    if (go_arrivals(p, Side::B)) return;
    s.stage.winter = WinterStage::Finish;
  }
  begin_second_year(p);
}

/// End of each turn of the second year: side B's restored units, then the absent Commander.
void go_restoration(Play& p) {
  State& s = p.state;
  if (s.second_year && s.work.restoration.rolled == 0) {
    s.work.restoration.rolled = 1;
    return p.roll(Step::RestorationDie);
  }
  if (s.work.restoration.piece > 0) return p.ask(Step::PlaceRestored, Side::B);
  if (s.work.restoration.to_restore > 0 && !restorable(p.game, s).empty())
    return p.ask(Step::ChooseRestored, Side::B);
  next_phase(s, Phase::Return);
}

void go_return(Play& p) {
  State& s = p.state;
  if (s.second_year && s.work.returning.stage == ReturnStage::Away &&
      away_commander(p.game, s) >= 0) {
    s.work.returning.stage = ReturnStage::Rolled;
    return p.roll(Step::ReturnDie);
  }
  if (s.work.returning.stage == ReturnStage::Comes && !s.combat_hexes[at(Side::A)].empty()) {
    s.work.returning.stage = ReturnStage::Asked;
    return p.ask(Step::ReturnTo, Side::A);
  }
  next_phase(s, Phase::WinterDecision);
}

void go_decision(Play& p) {
  State& s = p.state;
  const Rules& r = p.game.rules;
  const bool early = s.depots[0].count() >= r.two_year_depots && s.turn >= r.two_year_min_turn;
  if (r.two_year && !s.second_year && !s.winter_decided && s.turn <= r.two_year_latest_turn &&
      (early || s.turn == r.two_year_latest_turn)) {
    s.winter_decided = 1;
    return p.ask(Step::ChooseWinter, Side::A);
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

void go_two_year_campaign(Play& p) {
  switch (p.state.phase) {
    case Phase::Restoration: return go_restoration(p);
    case Phase::Return: return go_return(p);
    case Phase::WinterDecision: return go_decision(p);
    default:
      if (p.state.stage.winter < WinterStage::BeginB) go_winter_first(p);
      if (p.state.step == Step::None && p.state.phase == Phase::WinterQuarters) go_winter_second(p);
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

namespace {

void tell_die(Play& p, EventKind kind, Side side, int die) {
  p.tell(kind, {.side = play::index(side), .face = die});
}

}  // namespace

// --- side A goes to its quarters -----------------------------------------------------------------

namespace {

void winter_now(Play& p, int) {
  p.tell(EventKind::WinterQuartersChosen, {.side = play::index(Side::A)});
  next_phase(p.state, Phase::WinterQuarters);
  p.state.stage.winter = WinterStage::Begin;
}

int piece_to_quarter(const State& s) {
  return places_army(s) ? s.choice.winter.waiting.first() : s.work.winter_arrivals.piece;
}
Reason refuse_to_leave_out(const Context& c, const State& s, int) {
  return may_leave_out(c, s) ? Reason::Ok : Reason::Forced;
}
void list_leaving_out(const Lister& l) { add_numbers<refuse_to_leave_out>(l, 0, 0); }
void leave_piece_out(Play& p, int) { leave_out(p, piece_to_quarter(p.state)); }

Reason refuse_winter_hex(const Context& c, const State& s, int hex) {
  return winter_hexes(c, s).contains(hex) ? Reason::Ok : Reason::NotFriendlyCity;
}
void list_winter_hexes(const Lister& l) { add_all(l, winter_hexes(l.game, l.state)); }
void quarter_piece(Play& p, int hex) {
  State& s = p.state;
  const bool quarters = places_army(s);
  const int piece = piece_to_quarter(s);
  const Side side = p.game.piece(piece).side;
  place_piece(p.game, s, piece, hex);
  if (!quarters) veil_arrival(p.game, s, piece);
  p.tell(EventKind::PieceWinters,
         {.side = play::index(side), .place = hex, .pieces = PieceSet::of(piece)});
  if (quarters)
    s.choice.winter.waiting.erase(piece);
  else
    ++s.work.winter_arrivals.piece;
  enter_hex(p, side, PieceSet::of(piece), hex);
}

Reason refuse_source(const Context& c, const State& s, int hex) {
  return may_be_source(c, s, hex) ? Reason::Ok : Reason::NotFriendlyCity;
}
void list_sources(const Lister& l) { add_allowed<refuse_source>(l, l.game.city); }
void add_source(Play& p, int hex) {
  p.state.added_source = static_cast<std::uint16_t>(hex);
  p.tell(EventKind::SourceAdded, {.side = play::index(Side::A), .place = hex});
}

}  // namespace

constinit const RowOf<Step::ChooseWinter> choose_winter_row{
    {"choose-winter", "16.13 Two-year campaign", "16.13",
     "Choose whether to go to winter quarters now"},
    {{Verb::Done, "16.13", always, nullptr, nothing},
     {Verb::Yes, "16.13", always, nullptr, winter_now}}};

constinit const RowOf<Step::QuarterPiece> quarter_piece_row{
    {"quarter-piece", "16.13 Two-year campaign", "16.13", "Choose where {piece} winters"},
    {{Verb::Done, "16.13", list_leaving_out, of_number<refuse_to_leave_out>, leave_piece_out},
     {Verb::Place, "16.13", list_winter_hexes, of_hex<refuse_winter_hex>, quarter_piece}}};

constinit const RowOf<Step::ChooseSource> choose_source_row{
    {"choose-source", "16.13 Two-year campaign", "16.13",
     "Choose a city as one more supply source, or none"},
    {{Verb::Done, "16.13", always, nullptr, nothing},
     {Verb::Depot, "16.13", list_sources, of_hex<refuse_source>, add_source}}};

// --- losses of the winter ------------------------------------------------------------------------

namespace {

void name_by_loss_dice(const Context&, const State& s, play::ChanceKey& key) {
  key.subject = s.work.winter_losses.dice;
}
void roll_winter_loss(Play& p, int die) {
  auto& work = p.state.work.winter_losses;
  tell_die(p, EventKind::WinterLossesRolled, Side::A, die);
  work.losses = static_cast<std::uint8_t>(work.losses + die);
  if (die == 1) ++work.commander_dice;
  ++work.dice;
}
void lose_to_winter(Play& p, int unit) {
  --p.state.work.winter_losses.losses;
  eliminate_unit(p, unit, Cause::Winter);
}

PieceSet winter_commanders(const Context& c, const State& s) {
  return on_map_commanders(c, s, Side::A);
}
void lose_commander_to_winter(Play& p, int commander) {
  --p.state.work.winter_losses.losses;
  place_piece(p.game, p.state, commander, kLost);
  p.tell(EventKind::WinterCommanderLost,
         {.side = play::index(Side::A), .pieces = PieceSet::of(commander)});
}

void roll_winter_fate(Play& p, int die) {
  tell_die(p, EventKind::WinterFateRolled, Side::A, die);
  const int commander = fated_commander(p.game, p.state);
  if (die <= 2) place_piece(p.game, p.state, commander, kLostForGood);
  if (die == 3 || die == 4) place_piece(p.game, p.state, commander, kAway);
  p.tell(die <= 2   ? EventKind::CommanderGoesHomeForGood
         : die <= 4 ? EventKind::CommanderGoesHome
                    : EventKind::CommanderWinters,
         {.side = play::index(Side::A), .pieces = PieceSet::of(commander)});
}

}  // namespace

constinit const RowOf<Step::WinterLossDie> winter_loss_die_row{
    {"winter-loss-die", "16.13 Two-year campaign", "16.13", "Losses of the winter"},
    name_by_loss_dice,
    roll_winter_loss};

constinit const RowOf<Step::WinterLoss> winter_loss_row{
    {"winter-loss", "16.13 Two-year campaign", "16.13",
     "Choose a unit that the winter costs, {count} to go"},
    {{Verb::Pick, "16.13", list_among<winter_loss_candidates>,
      refuse_others<winter_loss_candidates>, lose_to_winter}}};

constinit const RowOf<Step::WinterCommanderLoss> winter_commander_loss_row{
    {"winter-commander-loss", "16.13 Two-year campaign", "16.13",
     "Choose a Commander whom the winter costs, {count} to go"},
    {{Verb::Pick, "16.13", list_among<winter_commanders>, refuse_others<winter_commanders>,
      lose_commander_to_winter}}};

constinit const RowOf<Step::WinterFateDie> winter_fate_die_row{
    {"winter-fate-die", "16.13 Two-year campaign", "16.13", "What {piece} does in the winter"},
    name_once,
    roll_winter_fate};

// --- side B's restored units ---------------------------------------------------------------------

namespace {

void name_by_restoration_dice(const Context&, const State& s, play::ChanceKey& key) {
  key.subject = s.work.restoration.dice;
}
void roll_restoration(Play& p, int die) {
  State& s = p.state;
  tell_die(p, EventKind::RestorationRolled, Side::B, die);
  note_restoration_die(die, s.work.restoration.to_restore, s.phase == Phase::WinterQuarters);
  ++s.work.restoration.dice;
}

Reason refuse_restored(const Context& c, const State& s, int piece) {
  const Reason reason = refuse_pick(c, s, restorable(c, s), piece);
  return reason == Reason::NotOffered ? Reason::NotRestorable : reason;
}
void choose_restored(Play& p, int piece) {
  p.state.work.restoration.piece = static_cast<std::uint8_t>(piece + 1);
}

Reason refuse_restored_at(const Context& c, const State& s, int hex) {
  return refuse_arrival(c, s, s.work.restoration.piece - 1, c.restoration, hex);
}
void list_restored_at(const Lister& l) { add_allowed<refuse_restored_at>(l, l.game.restoration); }
void place_restored(Play& p, int hex) {
  State& s = p.state;
  const int piece = s.work.restoration.piece - 1;
  place_piece(p.game, s, piece, hex);
  veil_arrival(p.game, s, piece);
  p.tell(EventKind::PieceRestored,
         {.side = play::index(Side::B), .place = hex, .pieces = PieceSet::of(piece)});
  enter_hex(p, Side::B, PieceSet::of(piece), hex);
  s.work.restoration.piece = 0;
  --s.work.restoration.to_restore;
}

}  // namespace

constinit const RowOf<Step::RestorationDie> restoration_die_row{
    {"restoration-die", "16.13 Two-year campaign", "16.13", "How many units are restored"},
    name_by_restoration_dice,
    roll_restoration};

constinit const RowOf<Step::ChooseRestored> choose_restored_row{
    {"choose-restored", "16.13 Two-year campaign", "16.13",
     "Choose what is restored, {count} to go"},
    {{Verb::Pick, "16.13", list_among<restorable>, of_piece<refuse_restored>, choose_restored}}};

constinit const RowOf<Step::PlaceRestored> place_restored_row{
    {"place-restored", "16.13 Two-year campaign", "16.13", "Choose where {piece} is restored"},
    {{Verb::Place, "16.13", list_restored_at, of_hex<refuse_restored_at>, place_restored}}};

// --- the absent Commander ------------------------------------------------------------------------

namespace {

void roll_return(Play& p, int die) {
  tell_die(p, EventKind::ReturnRolled, Side::A, die);
  if (die >= 5) p.state.work.returning.stage = ReturnStage::Comes;
}
Reason refuse_stack(const Context&, const State& s, int hex) {
  return s.combat_hexes[0].contains(hex) ? Reason::Ok : Reason::NoStackThere;
}
void list_stacks(const Lister& l) { add_all(l, l.state.combat_hexes[0]); }
void return_to(Play& p, int hex) {
  const int commander = away_commander(p.game, p.state);
  p.tell(EventKind::CommanderReturns,
         {.side = play::index(Side::A), .place = hex, .pieces = PieceSet::of(commander)});
  place_piece(p.game, p.state, commander, hex);
}

}  // namespace

constinit const RowOf<Step::ReturnDie> return_die_row{
    {"return-die", "16.13 Two-year campaign", "16.13", "Whether {piece} comes back"},
    name_once,
    roll_return};

constinit const RowOf<Step::ReturnTo> return_to_row{
    {"return-to", "16.13 Two-year campaign", "16.13",
     "Choose the stack that {piece} comes back to, or keep him away"},
    {{Verb::Done, "16.13", always, nullptr, nothing},
     {Verb::MoveTo, "16.13", list_stacks, of_hex<refuse_stack>, return_to}}};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
