// The Sequence of Play: Player-Turns, then the two Interphases.
#include "engine/systems/area_campaign/procedure.h"

namespace niemen::area_campaign {

void begin_turn(Play& p) {
  auto& s = p.state;
  s.combat_losses = {};
  s.segment = 0;
  s.phasing = static_cast<std::uint8_t>(p.game.rules.first_player);
  // Whoever was deployed first occupies the Fortresses (Fortresses C).
  update_symbols(p.game, s, p.game.fortresses);
  p.note(EventKind::TurnBegins, [&](play::Event& event) { event.amount = s.turn; });
  begin_player_turn(p);
}

// A. and B. A Player-Turn: Attrition Phase, Movement Phase, Combat Phase.
void begin_player_turn(Play& p) {
  auto& s = p.state;
  s.work = {};
  s.place = s.target = s.kind = s.taken = s.flags = s.marches = 0;
  p.note(EventKind::PlayerTurnBegins, [&](play::Event& event) { event.side = s.phasing; });
  arrive(p);
}

void end_player_turn(Play& p) {
  auto& s = p.state;
  s.work = {};
  s.place = s.target = s.kind = s.taken = s.flags = s.marches = 0;
  update_all_control(p);
  if (s.segment == 0) {
    s.segment = 1;
    s.phasing = static_cast<std::uint8_t>(1 - s.phasing);
    return begin_player_turn(p);
  }
  begin_supply(p);
}

void end_turn(Play& p) {
  auto& s = p.state;
  s.work = {};
  s.place = s.target = s.kind = s.taken = s.flags = 0;
  if (s.turn >= p.game.rules.last_turn) {
    s.step = Step::Over;
    s.decider = play::Actor::Over;
    return;
  }
  ++s.turn;
  begin_turn(p);
}

}  // namespace niemen::area_campaign
