// Nemesis 14.6-14.17: powers that open their ground or change sides, closed ground, units that are
// bound to where they start, allies who keep to themselves.
#include "engine/systems/hex_campaign/chapters.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

HexSet closed_hexes(const Context& c, const State& s, Side side, bool routes) {
  HexSet closed;
  const int turn = turn_of(c, s);
  for (const Closure& closure : c.closures) {
    if (!closure.closed[at(side)] || (routes && !closure.routes)) continue;
    if (closure.to_turn != 0 && turn > closure.to_turn) continue;
    if (closure.if_bought && !(s.truce & kNeutralityBought)) continue;
    if (!has_joined(s, closure.power)) closed |= closure.hexes;
  }
  return closed;
}

bool is_closed(const Context& c, const State& s, Side side, int hex) {
  const int turn = turn_of(c, s);
  for (const Closure& closure : c.closures)
    if (closure.hexes.contains(hex) && closure.closed[at(side)] &&
        (closure.to_turn == 0 || turn <= closure.to_turn) &&
        (!closure.if_bought || (s.truce & kNeutralityBought)) && !has_joined(s, closure.power))
      return true;
  return false;
}

bool leaves_confinement(const Context& c, const State& s, Side side, int from, int to) {
  constexpr unsigned kBoth = kTruceMissed | kTruceRefused;
  if (side == Side::B || (s.truce & kBoth) != kBoth) return false;
  return c.confined.contains(from) && (to == kNoHex || !c.confined.contains(to));  // 14.15 (v)
}

// --- 14.6, 14.10, 14.11 idle units (N-5, N-37, N-38) --------------------------------------------

PieceSet idle_among(const Context& c, const State& s, const PieceSet& pieces) {
  PieceSet idle;
  const int turn = turn_of(c, s);
  for (int piece : pieces& c.restrained) {
    const auto& data = c.piece(piece);
    const bool frozen = data.bond == Bond::Frozen && !(s.truce & kTruceInForce);
    const bool neutral = data.bond == Bond::Neutral && !has_joined(s, data.with_power);
    if (frozen || neutral || turn <= data.idle_to_turn) idle.insert(piece);
  }
  return idle;
}

bool is_sheltered(const Context& c, const State& s, int hex) {
  if (c.restrained.empty()) return false;
  return !idle_among(c, s, pieces_at(s, hex) & c.combat_units).empty();
}

// --- 14.12, 14.13 garrisons (N-39, N-40) ---------------------------------------------------------

namespace {

bool has_sortied(const Context& c, const State& s, int unit) {
  const int index = c.garrison[static_cast<std::size_t>(unit)];
  return (s.sortied[static_cast<std::size_t>(index) / 8] >> (index % 8)) & 1;
}

bool is_relieved(const Context& c, const State& s, int unit) {
  if (s.made_garrisons().contains(unit))
    return (s.garrisons_joined() & garrison_bit(c, place(s, unit))) != 0;
  return ((s.relieved >> c.garrison[static_cast<std::size_t>(unit)]) & 1) != 0;
}

}  // namespace

PieceSet garrisons_among(const Context& c, const State& s, const PieceSet& pieces) {
  PieceSet standing = pieces & s.made_garrisons();
  for (int unit : pieces& c.bound)
    if (c.garrison[static_cast<std::size_t>(unit)] >= 0 && on_map(s, unit) &&
        !has_sortied(c, s, unit))
      standing.insert(unit);
  return standing;
}

Bond bond_of(const Context& c, const State& s, int unit) {
  if (!s.made_garrisons().contains(unit)) return c.piece(unit).bond;
  return c.linked.fortresses.contains(place(s, unit)) ? Bond::Fortress : Bond::Garrison;
}

void note_sortie(const Context& c, State& s, const PieceSet& units) {
  s.end_garrisons(units);
  for (int unit : units& c.bound) {
    const int index = c.garrison[static_cast<std::size_t>(unit)];
    if (index < 0) continue;
    auto& bits = s.sortied[static_cast<std::size_t>(index) / 8];
    bits = static_cast<std::uint8_t>(bits | (1U << (index % 8)));
  }
}

PieceSet immobile_among(const Context& c, const State& s, const PieceSet& pieces) {
  PieceSet immobile;
  for (int unit : garrisons_among(c, s, pieces))
    if (bond_of(c, s, unit) == Bond::Garrison && !is_relieved(c, s, unit)) immobile.insert(unit);
  return immobile;
}

void note_relief(const Context& c, State& s) {
  for (int unit : garrisons_among(c, s, c.bound | s.made_garrisons())) {
    if (bond_of(c, s, unit) != Bond::Garrison) continue;
    const int hex = place(s, unit);
    if (units_at(c, s, c.piece(unit).side, hex).count() == 1) continue;
    if (s.made_garrisons().contains(unit))
      s.note_garrison_joined(garrison_bit(c, hex));
    else
      s.relieved = static_cast<std::uint8_t>(s.relieved |
                                             (1U << c.garrison[static_cast<std::size_t>(unit)]));
  }
}

bool always_fed(const Context& c, const State& s, int unit) {
  if (c.cossack.contains(unit)) return true;
  const auto& data = c.piece(unit);
  if (data.home.contains(place(s, unit))) return true;
  if (s.made_garrisons().contains(unit)) return true;
  if (!c.bound.contains(unit)) return false;
  if (c.garrison[static_cast<std::size_t>(unit)] >= 0) return !has_sortied(c, s, unit);
  return data.exempt && !idle_among(c, s, PieceSet::of(unit)).empty();
}

// --- 14.8 aloof allies ---------------------------------------------------------------------------

namespace {

bool has_aloof_units(const Context& c, const State& s, int hex) {
  for (const int unit : c.aloof& c.combat_units)
    if (place(s, unit) == hex) return true;
  return false;
}

}  // namespace

bool would_mix(const Context& c, const State& s, int hex, const PieceSet& coming,
               const PieceSet& going) {
  // Most often nobody aloof is near, and the stack need not be looked for.
  if (c.aloof.empty() || !(coming.intersects(c.aloof) || has_aloof_units(c, s, hex))) return false;
  const Side side = c.piece(c.aloof.first()).side;
  const PieceSet there = ((pieces_at(s, hex) - going) | coming) & side_pieces(c, side);
  const PieceSet aloof = there & c.aloof;
  return aloof.intersects(c.combat_units) && !(there - c.aloof).empty() &&
         !aloof.intersects(c.commanders_of[at(side)]);
}

bool aloof_would_attack(const Context& c, const State& s, const PieceSet& ordered, int target) {
  if (c.rules.aloof_lead == 0 || !ordered.intersects(c.aloof)) return true;
  const Side enemy = other(c.piece(c.aloof.first()).side);
  const PieceSet defenders = units_at(c, s, enemy, target) - with_status(s, kDisrupted);
  return combat_factors(c, ordered) - combat_factors(c, defenders) >= c.rules.aloof_lead;
}

// --- 14.9, 14.16 powers (N-34, N-36) -------------------------------------------------------------

int counterpart_index(const Context& c, int unit) {
  for (std::size_t i = 0; i < c.counterparts.size(); ++i)
    if (c.counterparts[i] == unit) return static_cast<int>(i);
  return -1;
}

bool wavering_left(const Context& c, const State& s) {
  for (std::size_t p = 0; p < c.powers.size(); ++p)
    if (c.powers[p].wavers && has_joined(s, static_cast<int>(p))) return true;
  return false;
}

void watch_powers(const Context& c, State& s) {
  if (!c.rules.allegiances || (s.truce & kPowersMoved)) return;
  for (const Power& power : c.powers) {
    if (!power.wavers) continue;
    const int held = (power.cities & s.combat_hexes[at(Side::B)]).count();
    const bool outpost = c.outpost != kNoHex && s.combat_hexes[at(Side::B)].contains(c.outpost);
    if (held >= c.rules.allegiance_cities || (outpost && held >= c.rules.allegiance_cities - 1))
      s.truce |= kPowersMoved;  // N-34: at any moment
  }
}

namespace {

/// 14.9 (i): who takes a unit's place remembers the hex that it left (N-8).
void note_left_hex(const Context& c, State& s, int unit) {
  for (std::size_t i = 0; i < c.counterparts.size(); ++i)
    if (c.piece(c.counterparts[i]).counterpart_of == unit) s.set_left_hex(i, place(s, unit));
}

/// 14.9: the wavering contingents leave side A when their power has left it.
void contingents_go(Play& p) {
  for (int unit : p.game.wavering) {
    if (!on_map(p.state, unit)) continue;
    p.tell(EventKind::ContingentGoesOver, {.side = play::index(p.game.piece(unit).side),
                                           .place = place(p.state, unit),
                                           .pieces = PieceSet::of(unit)});
    note_sortie(p.game, p.state, PieceSet::of(unit));
    note_left_hex(p.game, p.state, unit);
    reveal_piece(p.state, unit);
    place_piece(p.game, p.state, unit, kLostForGood);
  }
}

}  // namespace

void move_powers(Play& p) {
  State& s = p.state;
  if (!(s.truce & kPowersMoved)) return;
  s.truce = static_cast<std::uint8_t>(s.truce & ~kPowersMoved);
  bool ally = false;
  for (std::size_t i = 0; i < p.game.powers.size(); ++i)
    ally |= p.game.powers[i].is_ally() && has_joined(s, static_cast<int>(i));
  for (std::size_t i = 0; i < p.game.powers.size(); ++i) {
    if (!p.game.powers[i].wavers) continue;
    const Stance next = ally ? Stance::Joined : Stance::OpenToBoth;
    if (stance(s, static_cast<int>(i)) >= next) continue;
    s.allegiance = static_cast<std::uint8_t>((s.allegiance & ~(3U << (2 * i))) |
                                             (static_cast<unsigned>(next) << (2 * i)));
    if (next == Stance::Joined) contingents_go(p);
    p.tell(next == Stance::Joined ? EventKind::PowerJoins : EventKind::PowerOpens,
           {.side = play::index(Side::B), .amount = static_cast<int>(i)});
  }
}

void score_outpost(Play& p) {
  State& s = p.state;
  const Rules& r = p.game.rules;
  if (r.outpost_from_turn == 0 || s.turn < r.outpost_from_turn || p.game.outpost == kNoHex) return;
  if ((s.truce & kTruceInForce) || s.outpost_points >= r.outpost_max) return;
  if (!s.combat_hexes[at(Side::B)].contains(p.game.outpost)) return;
  if (s.battle_points >= r.battle_points_max) return;  // 14.14c: blocked steps do not count
  ++s.outpost_points;
  ++s.battle_points;
  p.tell(EventKind::OutpostHeld,
         {.side = play::index(Side::B), .place = p.game.outpost, .amount = s.battle_points});
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
