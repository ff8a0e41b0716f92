// 4.1, R-26: the end of Movement: trains come off, and who finds no room is eliminated.
#include "engine/systems/hex_campaign/movement.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

namespace {

int overfull_hex(const Context& c, const State& s, Side side) {
  for (int hex : s.combat_hexes[at(side)])
    if (occupancy(c, units_at(c, s, side, hex)) > capacity(c, s, hex)) return hex;
  return -1;
}

/// none of the units picked may be superfluous.
Reason refuse_excess(const Context& c, const State& s, int unit) {
  const PieceSet here = units_at(c, s, s.side, s.places.sweep.hex);
  const int excess = occupancy(c, here) - capacity(c, s, s.places.sweep.hex);
  return refuse_excess_unit(c, s, here, excess, s.work.excess.last_occupancy, unit);
}

/// forage markers are shown.
void tell_markers(Play& p) {
  if (p.log)
    for (Side side : {Side::A, Side::B})
      for (int hex : p.state.combat_hexes[at(side)])
        if (units_at(p.game, p.state, side, hex).intersects(with_status(p.state, kForage)))
          p.tell_secret(other(side), EventKind::ForageMarkerPlaced,
                        {.side = play::index(side), .place = hex});
}

}  // namespace

void go_movement_end(Play& p) {
  State& s = p.state;
  if (!s.work.excess.begun) {
    tell_markers(p);
    s.train_count = {0, 0};
    s.train = {};
    std::size_t kept = 0;
    for (std::size_t i = 0; i < s.raised_count; ++i)
      if (!((s.raised[i] >> 13) & 1)) s.raised[kept++] = s.raised[i];
    for (std::size_t i = kept; i < s.raised_count; ++i) s.raised[i] = 0;
    s.raised_count = static_cast<std::uint8_t>(kept);
    s.work.excess.begun = 1;
  }
  for (Side side : {Side::A, Side::B}) {
    const int hex = overfull_hex(p.game, s, side);
    if (hex < 0) continue;
    if (hex != s.places.sweep.hex) s.work.excess.last_occupancy = 0;
    s.places.sweep.hex = static_cast<std::uint16_t>(hex);
    s.side = side;
    // The opponent chooses among what he must then be able to see (15.1).
    if (p.game.rules.hidden_stacks) reveal(p.game, s, units_at(p.game, s, side, hex));
    return p.ask(Step::ExcessLoss, other(side));
  }
  for (std::size_t i = 0; i < s.raised_count; ++i) s.raised[i] |= 1U << 13;
  s.moved.clear();
  s.locked.clear();
  s.held.clear();
  next_phase(s, Phase::Combat);
}

namespace {

void list_excess(const Lister& l) {
  const State& s = l.state;
  add_allowed<refuse_excess>(l, units_at(l.game, s, s.side, s.places.sweep.hex));
}
void lose_excess(Play& p, int unit) {
  p.state.work.excess.last_occupancy = p.game.occupancy[static_cast<std::size_t>(unit)];
  eliminate_unit(p, unit, Cause::OverCapacity);
}

}  // namespace

constinit const RowOf<Step::ExcessLoss> excess_loss_row{
    {"excess-loss", "8 Rally and Movement", "4.1",
     "Choose a unit that is eliminated for want of room at {from}"},
    {{Verb::Pick, "4.1", list_excess, of_piece<refuse_excess>, lose_excess}}};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
