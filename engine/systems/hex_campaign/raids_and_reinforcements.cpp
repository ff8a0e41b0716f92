// 13: Cossack Activity and Reinforcements.
#include "engine/systems/hex_campaign/arrivals.h"
#include "engine/systems/hex_campaign/choices.h"
#include "engine/systems/hex_campaign/hidden_sums.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

namespace {

/// 14.9 (i): hexes from the one that it left within which a contingent joins side B.
constexpr int kJoinWithin = 5;

/// Nemesis 13.1, N-14: the next city after the one in question with Cossacks in it, or -1.
int next_unruly_city(const Context& c, const State& s) {
  HexSet cities;
  for (int unit : c.cossack)
    if (on_map(s, unit) && c.city.contains(place(s, unit))) cities.insert(place(s, unit));
  for (int hex : cities)
    if (s.places.sweep.hex == kNoHexBits || hex > s.places.sweep.hex) return hex;
  return -1;
}

/// 13.1: the next hex after the one in question with exactly one raided unit, or -1.
int next_raided_hex(const Context& c, const State& s) {
  if (s.turn < c.rules.raid_from_turn) return -1;
  if (c.rules.raid_effect == static_cast<int>(RaidEffect::BattlePoint))
    return next_unruly_city(c, s);
  for (Side side : {Side::A, Side::B}) {
    if (!c.rules.raided[at(side)]) continue;
    // Home territory of the raiders, fixed; cities are safe.
    const HexSet open = (s.combat_hexes[at(side)] & c.friendly[at(other(side))]) - c.city;
    for (int hex : open)
      if ((s.places.sweep.hex == kNoHexBits || hex > s.places.sweep.hex) &&
          units_at(c, s, side, hex).count() == 1)
        return hex;
  }
  return -1;
}

int raid_score(const Context& c, const State& s) {
  const bool late = s.second_year || s.turn >= c.rules.raid_late_from_turn;
  return (late ? c.rules.raid_score_late : c.rules.raid_score) + s.raid_change;
}

/// 17.4, 17.9c: whether a piece's row of the card counts in a linked campaign.
bool row_counts(const Context& c, const State& s, const PieceData& data, bool supreme) {
  if (data.carried) return false;
  if (data.side == Side::A && (s.winter_decided & kSupremeStays) &&
      data.arrival_turn >= c.linked.forfeits_from_turn)
    return false;
  if (supreme && (s.winter_decided & kSupremeLeft)) return true;  // N-57
  if (data.with_power >= 0 && c.powers[static_cast<std::size_t>(data.with_power)].is_ally())
    return true;  // N-56
  const int switched = data.side == Side::A ? kSwitchedA : kSwitchedB;
  return (s.winter_decided & switched) != 0;
}

/// 14.15c: who arrives now does so in the truce, by any row of the card.
bool arrives_in_truce(const Context& c, const State& s, const PieceData& data) {
  return (s.truce & kTruceInForce) && s.turn == c.rules.truce_resumes_turn - 1 &&
         data.counterpart_of == kNoPiece && !data.with_countrymen;
}

/// 14.15a, N-29: where the lines of the truce leave room for an arrival; the power that has just
/// joined lies behind them.
HexSet behind_the_line(const Context& c, const PieceData& data) {
  if (data.with_power >= 0 && c.powers[static_cast<std::size_t>(data.with_power)].is_ally())
    return c.map.all();
  return data.truce_quarters.empty() ? c.truce_zone[at(data.side)] : data.truce_quarters;
}

/// 14.9 (i): the hex whose unit a contingent takes the place of this turn; -1 for none.
int left_hex(const Context& c, const State& s, int piece) {
  const int index = counterpart_index(c, piece);
  return index < 0 ? -1 : s.left_hex(static_cast<std::size_t>(index));
}

/// 14.9 (ii): where contingents of his nation have just joined side B.
HexSet countrymen(const Context& c, const State& s, int commander) {
  HexSet hexes;
  for (int unit : c.counterparts)
    if (left_hex(c, s, unit) >= 0 && on_map(s, unit) &&
        c.piece(unit).nationality == c.piece(commander).nationality)
      hexes.insert(place(s, unit));
  return hexes;
}

/// 13.2: whether a piece that has not arrived comes by a row of the card up to `turn`.
bool is_due(const Context& c, const State& s, int piece, int turn) {
  const auto& data = c.piece(piece);
  if (data.counterpart_of != kNoPiece) return left_hex(c, s, piece) >= 0;
  if (data.with_countrymen) return !countrymen(c, s, piece).empty();
  if (data.expedition && s.work.arrivals.expedition != Expedition::Comes)
    return false;  // its die did not come up (16.12)
  return has_row(c, s, piece) && (data.expedition || data.arrival_turn <= turn);
}

void go_reinforcements(Play& p) {
  State& s = p.state;
  const Context& c = p.game;
  if (s.work.arrivals.nth_side == 0) open_common_ground(p);
  for (; s.work.arrivals.nth_side < 2; ++s.work.arrivals.nth_side, s.places.arrival.piece = 0) {
    const bool truce = (s.truce & kTruceInForce) && s.turn == c.rules.truce_resumes_turn - 1;
    s.side = truce ? (s.work.arrivals.nth_side == 0 ? Side::A : Side::B)  // 14.15 (c)
                   : side_in_order(c, s, s.work.arrivals.nth_side);       // 13.2
    if (s.side == Side::B && c.rules.expedition && s.turn == c.rules.expedition_turn &&
        s.work.arrivals.expedition == Expedition::NotRolled)
      return p.roll(Step::ExpeditionDie);
    if (ask_arrival(p, s.turn)) return;
  }
  for (std::size_t i = 0; i < c.counterparts.size(); ++i) s.set_left_hex(i, -1);
  next_phase(s, Phase::Exits);
}

/// 13.3: enemy combat units beside a hex; garrisons in their cities threaten nobody, unless
/// counters lie with them that may be more (15.1, N-62); fortresses do.
bool threatening(const Context& c, const State& s, Side enemy, int hex) {
  const HexSet& around = c.map.around(static_cast<Hex>(hex));
  if (all_unbound(c, s)) return around.intersects(s.combat_hexes[at(enemy)]);
  HexSet near = around & s.combat_hexes[at(enemy)];
  for (int next : HexSet(near)) {
    const PieceSet there = units_at(c, s, enemy, next);
    PieceSet harmless = idle_among(c, s, there);
    for (int unit : garrisons_among(c, s, there))
      if (bond_of(c, s, unit) == Bond::Garrison) harmless.insert(unit);
    if (there == harmless && !any_hidden_at(c, s, next)) near.erase(next);
  }
  return !near.empty();
}

}  // namespace

bool ask_arrival(Play& p, int turn) {
  State& s = p.state;
  const Context& c = p.game;
  if (s.places.arrival.piece == kNoHexBits)
    s.places.arrival.piece = 0;  // pieces before it have been dealt with
  for (int piece : side_pieces(c, s.side) & pieces_at(s, kNotArrived)) {
    if (piece < s.places.arrival.piece || !is_due(c, s, piece, turn)) continue;
    const HexSet entry = arrival_entry(c, s, piece);
    for (int hex : entry)
      if (refuse_arrival(c, s, piece, entry, hex) == Reason::Ok) {
        s.places.arrival.piece = static_cast<std::uint16_t>(piece);
        p.ask(Step::PlaceReinforcement, s.side);
        return true;
      }
    s.places.arrival.piece = static_cast<std::uint16_t>(piece + 1);
    const bool wait =
        c.rules.blocked_reinforcements == static_cast<int>(BlockedReinforcements::Wait) ||
        piece == c.linked.supreme;  // N-57
    p.tell(wait ? EventKind::ReinforcementWaits : EventKind::NeverArrives,
           {.side = play::index(s.side), .pieces = PieceSet::of(piece)});
    if (!wait) place_piece(c, s, piece, kNeverArrived);
  }
  return false;
}

bool has_row(const Context& c, const State& s, int piece) {
  const auto& data = c.piece(piece);
  if (data.counterpart_of != kNoPiece || data.with_countrymen) return false;  // 14.9 (i), (ii)
  if (piece == c.linked.castellan) return false;                              // 17.6
  if (c.linked.switches) {
    if (!row_counts(c, s, data, piece == c.linked.supreme)) return false;
  } else if (data.arrival_turn == 0) {
    return false;
  }
  if (data.expedition) return true;
  if (c.wavering.contains(piece) && wavering_left(c, s)) return false;  // N-35
  return data.with_power < 0 || has_joined(s, data.with_power);         // 14.15, 14.16
}

namespace {

/// Where the card lets a piece arrive, whatever a truce says.
HexSet entry_by_card(const Context& c, const State& s, int piece) {
  const auto& data = c.piece(piece);
  if (const int left = left_hex(c, s, piece); left >= 0)
    return c.map.within(static_cast<Hex>(left), kJoinWithin) & s.combat_hexes[at(Side::B)];
  if (data.with_countrymen) return countrymen(c, s, piece);
  if (s.marked(kLateTruce) && !data.late_entry.empty()) return data.late_entry;  // 16.4
  if (!c.linked.switches || data.side == Side::A || data.with_power >= 0) return data.entry;
  for (std::size_t p = 0; p < c.powers.size(); ++p)
    if (c.powers[p].common && !has_joined(s, static_cast<int>(p)))
      return c.linked.home & supplied_hexes(c, s, Side::B);  // 17.4, exception
  return data.entry;
}

}  // namespace

HexSet arrival_entry(const Context& c, const State& s, int piece) {
  const HexSet entry = entry_by_card(c, s, piece);
  const auto& data = c.piece(piece);
  return arrives_in_truce(c, s, data) ? entry & behind_the_line(c, data) : entry;
}

Reason refuse_arrival(const Context& c, const State& s, int piece, const HexSet& entry, int hex) {
  const auto& data = c.piece(piece);
  const Side enemy = other(data.side);
  const bool truce = arrives_in_truce(c, s, data);
  if (!entry.contains(hex))
    return truce && entry_by_card(c, s, piece).contains(hex) ? Reason::Confined
                                                             : Reason::NotAnEntryHex;
  if (!may_enter(c, s, data.side, hex)) return Reason::Terrain;
  if (!c.restrained.empty() && is_sheltered(c, s, hex)) return Reason::Sheltered;
  if (!c.aloof.empty() && would_mix(c, s, hex, PieceSet::of(piece))) return Reason::Aloof;
  const PieceSet here = pieces_at(s, hex);
  if (here.intersects(side_pieces(c, enemy))) return Reason::EnemyInHex;
  const bool returns = piece == c.linked.supreme;
  if (returns && !s.combat_hexes[at(data.side)].contains(hex) &&
      !(c.city & friendly_now(c, s, data.side)).contains(hex))
    return Reason::NeedsUnits;                                                   // N-57
  if (!data.unblockable && !returns && !truce && threatening(c, s, enemy, hex))  // 14.14, N-41
    return Reason::NextToEnemy;
  if (data.commander) return Reason::Ok;
  const int there = occupancy(c, here & c.units_of[at(data.side)]);
  return there + c.occupancy[static_cast<std::size_t>(piece)] <= capacity(c, s, hex)
             ? Reason::Ok
             : Reason::HexFull;
}

void go_raids_and_reinforcements(Play& p) {
  State& s = p.state;
  if (s.phase == Phase::Reinforcements) return go_reinforcements(p);
  const int hex = next_raided_hex(p.game, s);
  if (hex < 0) {
    next_phase(s, Phase::Reinforcements);
    s.places.arrival.piece = 0;
    return;
  }
  s.places.sweep.hex = static_cast<std::uint16_t>(hex);
  p.roll(Step::RaidDie);
}

// --- 13.1 ----------------------------------------------------------------------------------------

namespace {

void roll_raid(Play& p, int die) {
  State& s = p.state;
  const bool hit = die >= raid_score(p.game, s);
  const int unit = (pieces_at(s, s.places.sweep.hex) & p.game.combat_units).first();
  p.tell(hit ? EventKind::RaidHits : EventKind::RaidMisses,
         {.side = play::index(p.game.piece(unit).side), .place = s.places.sweep.hex, .face = die});
  const bool unruly = p.game.rules.raid_effect == static_cast<int>(RaidEffect::BattlePoint);
  if (hit && unruly && s.battle_points > 0) --s.battle_points;  // N-45
  if (hit && !unruly) hit_unit(p, unit, Cause::Raid);
}

}  // namespace

constinit const RowOf<Step::RaidDie> raid_die_row{
    {"raid-die", "13 Cossacks and Reinforcements", "13.1", "A raid on the unit at {from}"},
    name_by_sweep,
    roll_raid};

// --- 13.2 ----------------------------------------------------------------------------------------

namespace {

/// 14.9 (i): nobody must take contingents in that change sides.
Reason refuse_to_decline(const Context& c, const State& s, int) {
  return c.piece(s.places.arrival.piece).counterpart_of != kNoPiece ? Reason::Ok : Reason::NotNow;
}
void list_declining(const Lister& l) { add_numbers<refuse_to_decline>(l, 0, 0); }
void decline_arrival(Play& p, int) {
  State& s = p.state;
  p.tell(EventKind::NeverArrives,
         {.side = play::index(s.side), .pieces = PieceSet::of(s.places.arrival.piece)});
  place_piece(p.game, s, s.places.arrival.piece, kNeverArrived);
  ++s.places.arrival.piece;
}

Reason refuse_entry_hex(const Context& c, const State& s, int hex) {
  const int piece = s.places.arrival.piece;
  return refuse_arrival(c, s, piece, arrival_entry(c, s, piece), hex);
}
void list_entry_hexes(const Lister& l) {
  const int piece = l.state.places.arrival.piece;
  const HexSet entry = arrival_entry(l.game, l.state, piece);
  for (int hex : entry)
    if (refuse_arrival(l.game, l.state, piece, entry, hex) == Reason::Ok) l.add(hex);
}
void arrive_at(Play& p, int hex) {
  State& s = p.state;
  const int piece = s.places.arrival.piece;
  place_piece(p.game, s, piece, hex);
  veil_arrival(p.game, s, piece);
  const Side side = p.game.piece(piece).side;
  p.tell(EventKind::ReinforcementArrives,
         {.side = play::index(side), .place = hex, .pieces = PieceSet::of(piece)});
  enter_hex(p, side, PieceSet::of(piece), hex);
  s.places.arrival.piece = static_cast<std::uint16_t>(piece + 1);
}

}  // namespace

constinit const RowOf<Step::PlaceReinforcement> place_reinforcement_row{
    {"place-reinforcement", "13 Cossacks and Reinforcements", "13.2",
     "Choose where {piece} arrives"},
    {{Verb::Done, "14.9", list_declining, of_number<refuse_to_decline>, decline_arrival},
     {Verb::Place, "13.2", list_entry_hexes, of_hex<refuse_entry_hex>, arrive_at}}};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
