// 14.1: set-up, unit by unit and Depot by Depot, or from a prepared opening.
#include "engine/systems/hex_campaign/choices.h"

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

void found_depot(Play& p, Side side, int hex) {
  p.state.depots[at(side)].insert(p.game.city_at[hex]);
  p.tell(EventKind::DepotSetUp, {.side = play::index(side), .place = hex});
}

/// Plays a prepared opening; what it places was checked when it was loaded.
void play_opening(Play& p, Side side) {
  const Opening& opening = p.game.openings[at(side)];
  for (const auto& [piece, hex] : opening.places)
    if (p.game.in_play.contains(piece)) {
      place_piece(p.game, p.state, piece, hex);
      veil_arrival(p.game, p.state, piece);
    }
  for (Hex hex : opening.depots) found_depot(p, side, hex);
  p.tell(EventKind::OpeningDeployed, {.side = play::index(side)});
}

}  // namespace

void go_set_up(Play& p) {
  State& s = p.state;
  const Side side = deploying(p.game, s);
  if (!p.game.openings[at(side)].name.empty() && s.work.set_up.stage == SetUpStage::Pieces) {
    play_opening(p, side);
    s.work.set_up.stage = SetUpStage::Done;
  }
  if (s.work.set_up.stage == SetUpStage::Pieces) {
    for (int piece = next_piece(p.game, s, side); piece >= 0; piece = next_piece(p.game, s, side)) {
      bool possible = false;
      for (int hex : entry_of(p.game, piece))
        possible |= refuse_place(p.game, s, piece, hex) == Reason::Ok;
      if (possible) {
        p.ask(Step::PlacePiece, side);
        return;
      }
      place_piece(p.game, s, piece, kNeverArrived);  // no hex has room for it
      p.tell(EventKind::NoPlaceFound, {.side = play::index(side), .pieces = PieceSet::of(piece)});
    }
    s.work.set_up.stage = SetUpStage::Depots;
  }
  if (s.work.set_up.stage == SetUpStage::Depots && depots_left(p.game, s, side) > 0) {
    for (int hex : first_depot_cities(p.game, s, side))
      if (refuse_depot(p.game, s, side, hex) == Reason::Ok) {
        p.ask(Step::PlaceDepot, side);
        return;
      }
  }
  if (s.phase == Phase::SetUpFirst) {
    next_phase(s, Phase::SetUpSecond);
    return;
  }
  s.turn = static_cast<std::uint8_t>(p.game.scenario.first_turn);
  p.tell(EventKind::TurnBegins, {.amount = s.turn});
  next_phase(s, Phase::Independence);
}

int piece_to_set_up(const Context& c, const State& s) { return next_piece(c, s, deploying(c, s)); }

namespace {

Reason refuse_entry(const Context& c, const State& s, int hex) {
  return refuse_place(c, s, piece_to_set_up(c, s), hex);
}
void list_entries(const Lister& l) {
  add_allowed<refuse_entry>(l, entry_of(l.game, piece_to_set_up(l.game, l.state)));
}
void set_up_piece(Play& p, int hex) {
  State& s = p.state;
  const Side side = deploying(p.game, s);
  const int piece = next_piece(p.game, s, side);
  place_piece(p.game, s, piece, hex);
  veil_arrival(p.game, s, piece);
  p.tell(EventKind::PieceSetUp,
         {.side = play::index(side), .place = hex, .pieces = PieceSet::of(piece)});
}

Reason refuse_first_depot(const Context& c, const State& s, int hex) {
  const Side side = deploying(c, s);
  return depots_left(c, s, side) == 0 ? Reason::TooManyDepots : refuse_depot(c, s, side, hex);
}
void list_first_depots(const Lister& l) {
  const Side side = deploying(l.game, l.state);
  if (depots_left(l.game, l.state, side) > 0) add_all(l, start_depots(l.game, l.state, side));
}
void found_first_depot(Play& p, int hex) { found_depot(p, deploying(p.game, p.state), hex); }
void end_set_up(Play& p, int) { p.state.work.set_up.stage = SetUpStage::Done; }

}  // namespace

constinit const RowOf<Step::PlacePiece> place_piece_row{
    {"place-piece", "14 Set-up", "14.1", "Choose where {piece} sets up"},
    {{Verb::Place, "14.1", list_entries, of_hex<refuse_entry>, set_up_piece}}};

constinit const RowOf<Step::PlaceDepot> place_depot_row{
    {"place-depot", "14 Set-up", "14.1", "Choose a city for a Depot of the set-up"},
    {{Verb::Done, "14.1", always, nullptr, end_set_up},
     {Verb::Depot, "14.1", list_first_depots, of_hex<refuse_first_depot>, found_first_depot}}};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
