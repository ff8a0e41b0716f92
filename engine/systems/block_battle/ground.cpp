#include "engine/systems/block_battle/ground.h"

namespace niemen::block_battle {

AreaSet with_room(const BlockContext& game, const State& s, int side, AreaSet areas) {
  AreaSet open = 0;
  for (auto left = areas; left; left &= left - 1) {
    const int area = std::countr_zero(left);
    if (has_room(game, s, side, area)) open |= area_bit(area);
  }
  return open;
}

int battle_limit(const BlockContext& game, const State& s, int from, int to) {
  if (s.bridges_out != 0)
    for (std::size_t i = 0; i < game.bridges.size(); ++i)
      if (in_set(s.bridges_out, static_cast<int>(i)) &&
          game.bridges[i] == border_between(game, from, to))
        return game.limit_without[at(from)][at(to)];
  return game.limit[at(from)][at(to)];
}

AreaSet within_limits(const BlockContext& game, const State& s, int account, int from, AreaSet to) {
  AreaSet open = 0;
  for (auto left = to; left; left &= left - 1) {
    const int area = std::countr_zero(left);
    if (within_limit(game, s, account, from, area)) open |= area_bit(area);
  }
  return open;
}

AreaSet entered_from(const BlockContext& game, const State& s, int side, int area) {
  AreaSet from = 0;
  for (auto left = game.touching[at(area)]; left; left &= left - 1) {
    const int next = std::countr_zero(left);
    if (contains(s.entered[at(side)], directed(game, next, area))) from |= area_bit(next);
  }
  return from;
}

bool last_turn_of_day(const BlockContext& game, const State& s) {
  if (s.turn == last_turn(game)) return true;
  return s.day == 0 && s.turn == game.days[0].turns;
}

int last_turn(const BlockContext& game) {
  return (game.scenario.first_day ? game.days[0].turns : 0) +
         (game.scenario.second_day ? game.days[1].turns : 0);
}

int hour(const BlockContext& game, const State& s) {
  const int before = s.day == 1 && game.scenario.first_day ? game.days[0].turns : 0;
  return game.days[s.day].first_hour + s.turn - 1 - before;
}

}  // namespace niemen::block_battle
