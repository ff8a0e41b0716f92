// 6: General Supply and Attrition.
#include "engine/systems/hex_campaign/choices.h"
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
void tell_failures(Play& p, const PieceSet& failed) {
  if (p.log)
    for (Side side : {Side::A, Side::B})
      for (int hex : p.state.combat_hexes[at(side)]) {
        const PieceSet units = units_at(p.game, p.state, side, hex);
        if (!units.intersects(failed) || units.intersects(with_status(p.state, kSupplied)))
          continue;
        if (any_hidden_at(p.game, p.state, hex))
          p.tell_secret(play::other(side), EventKind::ForageFails,
                        {.side = play::index(side), .place = hex});
      }
}

/// 6.4: the consequences, found for both sides before any is carried out (6.5).
void apply_attrition(Play& p) {
  const Context& c = p.game;
  State& s = p.state;
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
  for (int unit : disrupt) hit_unit(p, unit, Cause::OutOfSupply);
  for (int unit : eliminate) eliminate_unit(p, unit, Cause::OutOfSupply);
}

}  // namespace

void go_general_supply(Play& p) {
  State& s = p.state;
  if (s.phase == Phase::Forage) {
    const int hex = forage_dice(p.game, s) ? next_foraging_hex(p.game, s) : -1;
    if (hex >= 0) {
      s.places.sweep.hex = static_cast<std::uint16_t>(hex);
      p.roll(Step::ForageDie);
      return;
    }
    const PieceSet failed = s.choice.forage.failed;
    next_phase(s, Phase::GeneralSupply);
    s.choice.forage.failed = failed;
    return;
  }
  find_supplied(p.game, s, s.choice.forage.failed);
  tell_failures(p, s.choice.forage.failed);
  apply_attrition(p);
  clear_status_of_all(s, kForage);  // 6.3
  next_phase(s, after_supply(p.game, s));
}

namespace {

void roll_forage(Play& p, int die) {
  State& s = p.state;
  const PieceSet stack = pieces_at(s, s.places.sweep.hex) & p.game.combat_units;
  const bool failed = die <= stack.count();  // 6.3
  if (failed) s.choice.forage.failed |= stack;
  const Side owner = s.combat_hexes[0].contains(s.places.sweep.hex) ? Side::A : Side::B;
  const auto kind = failed ? EventKind::ForageFails : EventKind::ForageSuffices;
  const Facts facts{.side = play::index(owner),
                    .place = s.places.sweep.hex,
                    .amount = stack.count(),
                    .face = die};
  if (any_hidden_at(p.game, s, s.places.sweep.hex))
    p.tell_secret(owner, kind, facts);  // 15.1: the result would tell how many units forage
  else
    p.tell(kind, facts);
}

}  // namespace

constinit const RowOf<Step::ForageDie> forage_die_row{
    {"forage-die", "6 General Supply and Attrition", "6.3",
     "Whether the stack at {from} forages enough"},
    name_by_sweep,
    roll_forage};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
