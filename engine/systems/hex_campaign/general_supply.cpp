// 6: General Supply and Attrition.
#include "engine/systems/hex_campaign/hidden_sums.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

namespace {

/// The next hex with a unit under a forage marker from the one in question on, or -1.
int next_foraging_hex(const Context& c, const State& s) {
  HexSet hexes;
  for (int unit : with_status(s, kForage) & c.combat_units)
    if (on_map(s, unit)) hexes.insert(place(s, unit));
  for (int hex : hexes)
    if (s.places.sweep.hex == kNoHexBits || hex > s.places.sweep.hex) return hex;
  return -1;
}

bool forage_dice(const Context& c, const State& s) {
  return s.turn >= (s.second_year ? c.rules.second_year_forage_from_turn
                                  : c.rules.forage_die_from_turn);  // 6.3, 16.13
}

UnsuppliedFate fate_of(const Context& c, int unit) {
  const auto& data = c.piece(unit);
  return static_cast<UnsuppliedFate>(
      c.rules.unsupplied_fate[at(data.side)][static_cast<std::size_t>(data.unit_class)]);
}

/// 6.1-6.3: marks every combat unit that is in General Supply; `failed` foraged in vain.
void find_supplied(const Context& c, State& s, const PieceSet& failed) {
  clear_status_of_all(s, kSupplied);
  for (Side side : {Side::A, Side::B}) {
    const HexSet supplied = supplied_hexes(c, s, side);
    const HexSet local = supplied | locally_supplied_hexes(c, s, side);
    HexSet unsupplied;
    for (int unit : c.units_of[at(side)]) {
      if (!on_map(s, unit) || (failed.contains(unit) && !always_fed(c, s, unit))) continue;  // N-3
      if ((c.own_source.contains(unit) ? local : supplied).contains(place(s, unit)))
        set_status(s, unit, kSupplied);
      else
        unsupplied.insert(place(s, unit));
    }
    if (c.rules.hidden_stacks)  // 15.1: cavalry is declared where it cuts units off
      for (int unit : barring_cavalry(c, s, side, unsupplied)) reveal_piece(s, unit);
  }
}

/// What an opponent to whom stacks lie face down learns of a die in vain: that a stack is out of
/// supply, which its counters show.
template <class R>
void tell_failures(Table<R>& t, const PieceSet& failed) {
  if constexpr (R::kRecords)
    for (Side side : {Side::A, Side::B})
      for (int hex : t.s.combat_hexes[at(side)]) {
        const PieceSet units = units_at(t.c, t.s, side, hex);
        if (!units.intersects(failed) || units.intersects(with_status(t.s, kSupplied))) continue;
        if (any_hidden_at(t.c, t.s, hex))
          t.tell_secret(play::other(side), EventKind::ForageFails,
                        {.side = play::index(side), .place = hex});
      }
}

/// 6.4: the consequences, found for both sides before any is carried out (6.5).
template <class R>
void apply_attrition(Table<R>& t) {
  const Context& c = t.c;
  State& s = t.s;
  PieceSet disrupt, eliminate;
  for (int unit : c.combat_units& c.in_play) {
    if (!on_map(s, unit) || has_status(s, unit, kSupplied) || always_fed(c, s, unit)) continue;
    const Side side = c.piece(unit).side;
    if (!disrupted(s, unit)) {
      if (!c.steadfast[at(side)].contains(place(s, unit))) disrupt.insert(unit);
      continue;
    }
    const UnsuppliedFate fate = fate_of(c, unit);
    if (fate == UnsuppliedFate::Eliminated ||
        (fate == UnsuppliedFate::EliminatedInWinter && is_winter(c, s)))
      eliminate.insert(unit);
  }
  for (int unit : disrupt) hit_unit(t, unit, Cause::OutOfSupply);
  for (int unit : eliminate) eliminate_unit(t, unit, Cause::OutOfSupply);
}

}  // namespace

template <class R>
void GeneralSupply<R>::go(Table<R>& t) {
  State& s = t.s;
  if (s.phase == Phase::Forage) {
    const int hex = forage_dice(t.c, s) ? next_foraging_hex(t.c, s) : -1;
    if (hex >= 0) {
      s.places.sweep.hex = static_cast<std::uint16_t>(hex);
      ask(s, Step::ForageDie, Actor::Nature);
      return;
    }
    const PieceSet failed = s.choice.forage.failed;
    next_phase(s, Phase::GeneralSupply);
    s.choice.forage.failed = failed;
    return;
  }
  find_supplied(t.c, s, s.choice.forage.failed);
  tell_failures(t, s.choice.forage.failed);
  apply_attrition(t);
  clear_status_of_all(s, kForage);  // 6.3
  next_phase(s, after_supply(t.c, s));
}

template <class R>
void GeneralSupply<R>::apply(Table<R>& t, Action action) {
  State& s = t.s;
  const int die = payload_of(action);
  const PieceSet stack = pieces_at(s, s.places.sweep.hex) & t.c.combat_units;
  const bool failed = die <= stack.count();  // 6.3
  if (failed) s.choice.forage.failed |= stack;
  const Side owner = s.combat_hexes[0].contains(s.places.sweep.hex) ? Side::A : Side::B;
  const auto kind = failed ? EventKind::ForageFails : EventKind::ForageSuffices;
  const Facts facts{.side = play::index(owner),
                    .place = s.places.sweep.hex,
                    .amount = stack.count(),
                    .face = die};
  if (any_hidden_at(t.c, s, s.places.sweep.hex))
    t.tell_secret(owner, kind, facts);  // 15.1: the result would tell how many units forage
  else
    t.tell(kind, facts);
  s.step = Step::None;
}

template struct GeneralSupply<play::NullRecorder>;
template struct GeneralSupply<play::EventRecorder>;

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
