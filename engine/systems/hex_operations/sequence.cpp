// The Sequence of Play: two Player-Turns, then the two Interphases.
#include "engine/systems/hex_operations/chapters.h"

namespace niemen::hex_operations {

void begin_turn(Play& p) {
  p.state.segment = 0;
  p.state.phasing = static_cast<std::uint8_t>(p.game.rules.first_player);
  p.tell(EventKind::TurnBegins, {.amount = p.state.turn});
  begin_player_turn(p);
}

// A. and B. Attrition Phase, Movement Phase, Combat Phase.
void begin_player_turn(Play& p) {
  auto& s = p.state;
  s.work = {};
  s.attacks = {};
  s.attack_count = 0;
  clear_marks(s);
  p.tell(EventKind::PlayerTurnBegins, {.side = s.phasing});
  s.work.attrition.next = static_cast<std::uint8_t>(s.phasing * kSidePieces);
  next_arrival(p);
}

void end_player_turn(Play& p) {
  auto& s = p.state;
  s.work = {};
  s.attacks = {};
  s.attack_count = 0;
  clear_marks(s);
  if (s.segment == 0) {
    s.segment = 1;
    s.phasing = static_cast<std::uint8_t>(1 - s.phasing);
    return begin_player_turn(p);
  }
  s.segment = 2;
  begin_supply(p);
}

void end_turn(Play& p) {
  auto& s = p.state;
  s.work = {};
  clear_marks(s);
  if (s.turn >= p.game.rules.last_turn) {
    s.step = Step::Over;
    s.decider = play::Actor::Over;
    p.tell(EventKind::Over, {.amount = victory_points(p.game, s)});
    return;
  }
  ++s.turn;
  begin_turn(p);
}

}  // namespace niemen::hex_operations
