// The numbers and switches of a block battle, as configuration states them (game.toml).
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/parameters.h"

namespace niemen::block_battle {

inline constexpr int kDieFaces = 6;
inline constexpr int kMaxTurns = 24;   ///< of a day
inline constexpr int kMaxPoints = 99;  ///< victory points of one row

/// A victory level by the margin of points, side A's less side B's.
struct VictoryLevel {
  std::string name;
  int from = 0;
  int winner = 0;  ///< side
};

/// Everything the rules count with, as in the published game. Chapters are those of the rulebook.
struct Rules {
  int flanking = 0;
  int leave_battle_by_road = 1;
  int own_edge_only = 0;
  int works = 1;

  int stack_clear = 4;
  int stack_woods = 3;
  int stack_swamp = 2;

  int limit_clear = 3;
  int limit_woods = 2;
  int limit_swamp = 1;
  int limit_stream = 1;
  int limit_crossing = 2;
  int limit_slope_up = 1;
  int limit_slope_down = 2;
  int limit_edge = 3;

  int bombard_woods = -1;
  int bombard_swamp = -1;
  int bombard_slope_up = -1;
  int bombard_slope_down = 1;

  int road_foot = 2;
  int road_horse = 3;

  int straggler_loss = 3;
  int straggler_attack = -1;

  int rounds = 4;
  int village_attacker = -1;
  int woods_artillery = -1;
  int charge = 1;
  int square_infantry = -1;
  int artillery_at_squares = 1;
  int pursuit_cavalry = 1;
  int pursuit_cossack = 2;
  int flank = 1;

  int guard_step = 2;
  int captured_symbol = 2;
  int bridge_burns = 3;
  int night_points = 2;
  int night_steps = 2;

  int redoubt = 2;
  int bid = 0;
  std::vector<VictoryLevel> levels;  ///< by `from`, ascending
};

/// The numbers and switches by tables of game.toml.
std::span<const core::ParameterSection<Rules>> rule_sections();
std::vector<core::ParameterDescription> describe_rules();

}  // namespace niemen::block_battle
