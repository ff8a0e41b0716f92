// 9: Combat Commands.
#include <algorithm>

#include "engine/systems/hex_campaign/chapters.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

/// 14.1, 14.16: before the changes of 9.2.
int basic_commands(const Context& c, const State& s, Side side) {
  if (side == Side::B && c.rules.joined_commands > 0)
    for (std::size_t p = 0; p < c.powers.size(); ++p)
      if (c.powers[p].is_ally() && has_joined(s, static_cast<int>(p)))
        return c.rules.joined_commands;
  return c.rules.combat_commands[at(side)][static_cast<std::size_t>(s.turn) - 1];
}

}  // namespace

void receive_commands(Play& p) {
  const Rules& r = p.game.rules;
  State& s = p.state;
  if (r.tension) {  // 16.6, N-49
    const bool ahead = r.battle_points_max - s.battle_points > s.battle_points;
    s.mark(kTension, s.marked(kVictoryOfA) && ahead);
    s.mark(kVictoryOfA, false);
  }
  PerSide<int> number{};
  for (Side side : {Side::A, Side::B}) {
    number[at(side)] = std::clamp(
        basic_commands(p.game, s, side) + s.command_change[at(side)] + s.command_passing[at(side)],
        r.combat_commands_min, r.combat_commands_max);  // 9.2, R-64
    s.commands[at(side)] = static_cast<std::uint8_t>(number[at(side)]);
    s.command_passing[at(side)] = 0;
    s.orders[at(side)] = 0;
  }
  s.commands_first = number[1] == number[0]  ? first_on_tie(p.game)
                     : number[1] > number[0] ? Side::B
                                             : Side::A;  // 9.3
  for (Side side : {Side::A, Side::B})
    p.tell(EventKind::CommandsReceived, {.side = play::index(side), .amount = number[at(side)]});
  next_phase(s, Phase::Cards);
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
