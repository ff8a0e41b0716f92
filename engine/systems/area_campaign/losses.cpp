// Eliminations and retreats: what several chapters share.
#include <bit>

#include "engine/systems/area_campaign/procedure.h"

namespace niemen::area_campaign {

namespace {

/// Victory (optional) A: the loss of one leader costs points, at once and once.
void kill_leader(Play& p, int leader) {
  p.state.leaders[leader] = kDead;
  p.note(EventKind::LeaderLost, [&](play::Event& event) {
    event.side = leader < p.game.first_defender_leader ? 0 : 1;
    event.pieces = {kKinds + leader};
  });
  if (leader == p.game.victory_leader)
    p.state.bonus = static_cast<std::int8_t>(p.state.bonus + p.game.rules.leader_lost);
}

}  // namespace

void tidy_place(const AreaContext& game, State& state, int side, int at) {
  if (occupied(game, state, side, at)) return;
  state.set_knows(side, at, Knowledge::Contents, false);
  state.set_knows(side, at, Knowledge::Number, false);
  const int point = game.point_of[at];
  if (point != kNowhere && game.defenders_country.contains(at) == (side == 1))
    state.set_symbols(state.symbols() & ~(1U << point));
}

void eliminate_corps(Play& p, int side, int at, Kind kind, int number, LossCause cause) {
  if (number == 0) return;
  auto& s = p.state;
  s.add(side, at, kind, -number);
  if (is_combat(cause)) {
    auto& losses = s.combat_losses[side];
    losses = static_cast<std::uint8_t>(losses + number);
  }
  tidy_place(p.game, s, side, at);
  p.note(EventKind::CorpsLost, [&](play::Event& event) {
    event.side = side;
    event.places = {at};
    event.amount = static_cast<int>(cause);
    event.rule = kLossRules[cause];
    add_pieces(event, kind, number);
  });
}

// The whole stack with its Supply units, Depots and Leaders; nothing is captured.
void eliminate_stack(Play& p, int side, int at, LossCause cause) {
  auto& s = p.state;
  auto& losses = s.combat_losses[side];
  losses = static_cast<std::uint8_t>(losses + s.corps(side, at));
  p.note(EventKind::StackLost, [&](play::Event& event) {
    event.side = side;
    event.places = {at};
    event.amount = static_cast<int>(cause);
    event.rule = kLossRules[cause];
    add_stack(event, p.game, s, side, at);
  });
  auto& cell = s.units[side][at];
  cell = static_cast<std::uint16_t>(cell & ~kUnitMask[side]);
  if (p.game.rules.optional_rules)
    for (int leader = p.game.leader_begin(side); leader < p.game.leader_end(side); ++leader)
      if (s.leader_place(leader) == at) kill_leader(p, leader);
  tidy_place(p.game, s, side, at);
}

void retreat_units(Play& p, const Transfer& move) {
  auto& s = p.state;
  const int side = move.side;
  const bool empty = !occupied(p.game, s, side, move.to);
  // Both players see what retreats; what was unknown in the place it joins stays so.
  for (auto what : {Knowledge::Contents, Knowledge::Number})
    s.set_knows(side, move.to, what,
                s.knows(side, move.from, what) && (empty || s.knows(side, move.to, what)));
  for (const Kind kind : kAllKinds) {
    s.add(side, move.from, kind, -move.counts[kind]);
    s.add(side, move.to, kind, move.counts[kind]);
  }
  for (int leader = p.game.leader_begin(side); leader < p.game.leader_end(side); ++leader)
    if ((move.leaders >> (leader - p.game.leader_begin(side))) & 1U)
      s.leaders[leader] = static_cast<std::uint8_t>(move.to);
  tidy_place(p.game, s, side, move.from);
  tidy_place(p.game, s, side, move.to);  // nothing arrives where only Depots were left behind
  p.note(EventKind::Retreats, [&](play::Event& event) {
    event.side = side;
    event.places = {move.from, move.to};
    for (const Kind kind : kAllKinds) add_pieces(event, kind, move.counts[kind]);
    for (unsigned left = move.leaders; left != 0; left &= left - 1)
      event.pieces.push_back(kKinds + p.game.leader_begin(side) + std::countr_zero(left));
  });
  update_control(p, move.to);
  update_symbol(p.game, s, move.to);
}

// A stack retreats as a whole; Depots only as far as Supply units carry them.
void retreat_stack(Play& p, int side, int from, int to) {
  auto& s = p.state;
  Transfer move{side, from, to, {}, 0};
  for (const Kind kind : kAllKinds) move.counts[kind] = s.count(side, from, kind);
  const int depots = move.counts[Kind::Depot];
  auto& carried = move.counts[Kind::Depot];
  carried = std::min(
      {depots, move.counts[Kind::Supply], kKindMost[Kind::Depot] - s.count(side, to, Kind::Depot)});
  if (depots > carried) s.add(side, from, Kind::Depot, carried - depots);
  for (int leader = p.game.leader_begin(side); leader < p.game.leader_end(side); ++leader)
    if (s.leader_place(leader) == from) move.leaders |= 1U << (leader - p.game.leader_begin(side));
  retreat_units(p, move);
}

}  // namespace niemen::area_campaign
