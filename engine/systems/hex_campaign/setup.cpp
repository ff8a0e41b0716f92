// 14.1: set-up, unit by unit and Depot by Depot, or from a prepared opening.
#include "engine/systems/hex_campaign/chapters.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

namespace {

Side deploying(const Context& c, const State& s) {
  return s.phase == Phase::SetUpFirst ? c.deploys_first : other(c.deploys_first);
}

/// The next piece of the side that stands nowhere yet and belongs to the set-up, or -1.
int next_piece(const Context& c, const State& s, Side side) {
  for (int piece : side_pieces(c, side))
    if (c.piece(piece).arrival_turn == 0 && place(s, piece) == kNotArrived) return piece;
  return -1;
}

const HexSet& entry_of(const Context& c, int piece) {
  const auto& data = c.piece(piece);
  const bool fixed = data.reserve || !c.scenario.free_setup;  // T-18: the Reserve keeps its hexes
  return fixed ? data.entry : data.free_entry;
}

/// Whether placing `piece` outside a quota's hexes would leave too few units to fill it (14.1).
bool quota_binds(const Context& c, const State& s, int piece, int hex) {
  const auto& data = c.piece(piece);
  for (const auto& quota : c.scenario.quotas) {
    if (quota.side != data.side || data.commander || data.arm != quota.arm) continue;
    if (quota.hexes.contains(hex)) continue;
    int inside = 0, open = 0;
    for (int unit : c.units_of[at(data.side)] & c.arm_units[static_cast<std::size_t>(quota.arm)]) {
      if (on_map(s, unit))
        inside += quota.hexes.contains(place(s, unit));
      else
        open += place(s, unit) == kNotArrived && c.piece(unit).arrival_turn == 0;
    }
    if (inside + open - 1 < quota.count) return true;
  }
  return false;
}

Reason refuse_place(const Context& c, const State& s, int piece, int hex) {
  const auto& data = c.piece(piece);
  if (!entry_of(c, piece).contains(hex)) return Reason::NotAnEntryHex;
  if (!c.enterable[at(data.side)].contains(hex)) return Reason::Terrain;
  if (data.bond == Bond::None && is_closed(c, s, data.side, hex)) return Reason::Terrain;
  if (!c.aloof.empty() && would_mix(c, s, hex, PieceSet::of(piece))) return Reason::Aloof;
  if (s.combat_hexes[at(other(data.side))].contains(hex)) return Reason::EnemyUnit;
  if (data.commander) {
    // "With any stack": a Commander of the historical set-up joins units (14.1).
    if (!c.scenario.free_setup && !s.combat_hexes[at(data.side)].contains(hex) &&
        (entry_of(c, piece) & s.combat_hexes[at(data.side)]).count() > 0)
      return Reason::NeedsUnits;
    return Reason::Ok;
  }
  const int there = occupancy(c, units_at(c, s, data.side, hex));
  if (there + c.occupancy[piece] > capacity(c, s, hex)) return Reason::HexFull;
  return quota_binds(c, s, piece, hex) ? Reason::Quota : Reason::Ok;
}

/// 14.1: Depots of the set-up stand in friendly cities, none where the other side may set up
/// (N-26).
HexSet first_depot_cities(const Context& c, const State& s, Side side) {
  return (c.city & friendly_for_supply(c, s, side)) - c.no_first_depot[at(side)];
}

Reason refuse_depot(const Context& c, const State& s, Side side, int hex) {
  if (const Reason site = refuse_depot_site(c, s, side, hex); site != Reason::Ok) return site;
  if (!first_depot_cities(c, s, side).contains(hex)) return Reason::NotAnEntryHex;
  return chain_reach(c, s, side).contains(hex) ? Reason::Ok : Reason::NoChain;
}

/// Cities for a Depot of the set-up, as a board.
HexSet start_depots(const Context& c, const State& s, Side side) {
  return depot_sites(c, s, side) & first_depot_cities(c, s, side) & chain_reach(c, s, side);
}

int depots_left(const Context& c, const State& s, Side side) {
  return c.rules.depots_at_start[at(side)] - s.depots[at(side)].count();
}

template <class R>
void found_depot(Table<R>& t, Side side, int hex) {
  t.s.depots[at(side)].insert(t.c.city_at[hex]);
  t.tell(EventKind::DepotSetUp, {.side = play::index(side), .place = hex});
}

/// Plays a prepared opening; what it places was checked when it was loaded.
template <class R>
void play_opening(Table<R>& t, Side side) {
  const Opening& opening = t.c.openings[at(side)];
  for (const auto& [piece, hex] : opening.places)
    if (t.c.in_play.contains(piece)) {
      place_piece(t.c, t.s, piece, hex);
      veil_arrival(t.c, t.s, piece);
    }
  for (Hex hex : opening.depots) found_depot(t, side, hex);
  t.tell(EventKind::OpeningDeployed, {.side = play::index(side)});
}

}  // namespace

template <class R>
void SetUp<R>::go(Table<R>& t) {
  State& s = t.s;
  const Side side = deploying(t.c, s);
  if (!t.c.openings[at(side)].name.empty() && s.work.set_up.stage == SetUpStage::Pieces) {
    play_opening(t, side);
    s.work.set_up.stage = SetUpStage::Done;
  }
  if (s.work.set_up.stage == SetUpStage::Pieces) {
    for (int piece = next_piece(t.c, s, side); piece >= 0; piece = next_piece(t.c, s, side)) {
      bool possible = false;
      for (int hex : entry_of(t.c, piece))
        possible |= refuse_place(t.c, s, piece, hex) == Reason::Ok;
      if (possible) {
        ask(s, Step::PlacePiece, side);
        return;
      }
      place_piece(t.c, s, piece, kNeverArrived);  // no hex has room for it
      t.tell(EventKind::NoPlaceFound, {.side = play::index(side), .pieces = PieceSet::of(piece)});
    }
    s.work.set_up.stage = SetUpStage::Depots;
  }
  if (s.work.set_up.stage == SetUpStage::Depots && depots_left(t.c, s, side) > 0) {
    for (int hex : first_depot_cities(t.c, s, side))
      if (refuse_depot(t.c, s, side, hex) == Reason::Ok) {
        ask(s, Step::PlaceDepot, side);
        return;
      }
  }
  if (s.phase == Phase::SetUpFirst) {
    next_phase(s, Phase::SetUpSecond);
    return;
  }
  s.turn = static_cast<std::uint8_t>(t.c.scenario.first_turn);
  t.tell(EventKind::TurnBegins, {.amount = s.turn});
  next_phase(s, Phase::Independence);
}

template <class R>
void SetUp<R>::apply(Table<R>& t, Action action) {
  State& s = t.s;
  const Side side = deploying(t.c, s);
  if (s.step == Step::PlacePiece) {
    const int piece = next_piece(t.c, s, side);
    place_piece(t.c, s, piece, payload_of(action));
    veil_arrival(t.c, s, piece);
    t.tell(EventKind::PieceSetUp,
           {.side = play::index(side), .place = payload_of(action), .pieces = PieceSet::of(piece)});
  } else if (verb_of(action) == Verb::Depot) {
    found_depot(t, side, payload_of(action));
  } else {
    s.work.set_up.stage = SetUpStage::Done;
  }
  s.step = Step::None;
}

int piece_to_set_up(const Context& c, const State& s) { return next_piece(c, s, deploying(c, s)); }

void list_set_up(const Context& c, const State& s, ActionList& list) {
  const Side side = deploying(c, s);
  if (s.step == Step::PlacePiece) {
    const int piece = piece_to_set_up(c, s);
    for (int hex : entry_of(c, piece))
      if (refuse_place(c, s, piece, hex) == Reason::Ok)
        list.push_back(make_action(Verb::Place, hex));
    return;
  }
  list.push_back(make_action(Verb::Done));
  if (depots_left(c, s, side) == 0) return;
  for (int hex : start_depots(c, s, side)) list.push_back(make_action(Verb::Depot, hex));
}

Reason refuse_set_up(const Context& c, const State& s, Action action) {
  const Side side = deploying(c, s);
  if (s.step == Step::PlacePiece)
    return verb_of(action) == Verb::Place
               ? refuse_place(c, s, piece_to_set_up(c, s), payload_of(action))
               : Reason::NotNow;
  if (verb_of(action) == Verb::Done) return Reason::Ok;
  if (verb_of(action) != Verb::Depot) return Reason::NotNow;
  if (depots_left(c, s, side) == 0) return Reason::TooManyDepots;
  return refuse_depot(c, s, side, payload_of(action));
}

template struct SetUp<play::NullRecorder>;
template struct SetUp<play::EventRecorder>;

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
