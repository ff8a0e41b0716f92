// The numbers and tables of hex operations, as configuration states them (rules.toml).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/enum_array.h"
#include "engine/core/origin.h"
#include "engine/core/parameters.h"
#include "engine/systems/area_charts.h"

namespace niemen::hex_operations {

using systems::Depletion;
using systems::kDieFaces;
inline constexpr int kMaxTurns = 24;

/// What a forced march comes to.
enum class MarchResult : std::uint8_t { Success, Option, Disrupted, Eliminated };

/// What happens to one side in a battle, in the order of the letters of the table.
enum class SideResult : std::uint8_t { None, Eliminated, Scattered, RetreatOne, RetreatTwo };

/// One cell of the Combat Results Table: the Attacker's half first.
struct CombatResult {
  SideResult attacker = SideResult::None;
  SideResult defender = SideResult::None;
  bool exchange = false;  ///< half exchange
  bool operator==(const CombatResult&) const = default;
};

inline constexpr int kOddsColumns = 11;
inline constexpr int kSure = 1'000'000;  ///< percent against a defence of nothing

/// Sizes and arms of units as the counters show them.
enum class UnitClass : std::uint8_t {
  InfantryCorps,
  InfantryDivision,
  CavalryCorps,
  CavalryDivision,
  Leader,
  SupplyUnit,
  Depot,
  Count
};
inline constexpr int kUnitClasses = static_cast<int>(UnitClass::Count);

struct VictoryLevel {
  std::string name;
  int from = 0;          ///< lowest victory points of this level
  int winner_side = -1;  ///< 0 or 1, or -1 for a draw
  core::Origin origin;
};

/// Everything the rules count with, as in the published game. Indices by side: 0 is the invader, 1
/// the defender.
struct Rules : systems::AreaCharts {
  int last_turn = 19;
  int first_player = 1;
  int winter_first_turn = 12;
  int winter_reduction = 1;
  int political_losses = 1;
  int political_loss_corps = 1;
  int pripet_open = 0;
  int leader_shields = 1;
  int lone_leader_blocks = 1;
  int leaders_move_as_cavalry = 1;
  int first_hex_must_be_free = 1;
  int siege_by_zones = 1;
  int control_by_combat_units = 1;
  int depot_limit = 16;
  int depots_carried = 1;
  int doubtful_units = 0;
  std::array<std::array<int, 2>, 2> division_counters{{{99, 99}, {15, 4}}};

  /// Strength and Movement Allowance by UnitClass.
  core::EnumArray<UnitClass, std::array<int, 2>> units{
      {{{5, 5}, {2, 3}, {3, 6}, {1, 4}, {1, 8}, {1, 3}, {0, 0}}}};

  int river_cost = 1;
  int bridge_cost = 0;
  int leaving_stack = 1;
  int leaving_partial_zone = 2;
  int entering_eliminated = 1;

  /// First die of a double [0] and a triple [1] march.
  std::array<std::array<MarchResult, kDieFaces>, 2> march_first{};
  /// Second die, by the first: [triple][first die - 1][second die - 1].
  std::array<std::array<std::array<MarchResult, kDieFaces>, kDieFaces>, 2> march_second{};

  std::array<int, kOddsColumns - 1> odds_from{80, 100, 110, 120, 140, 160, 180, 200, 300, 400};
  int unbridged_least = 160;
  int automatic_elimination = 500;
  int river_defence = 2;
  int fortress_defence = 3;
  std::array<std::array<CombatResult, kOddsColumns>, kDieFaces> combat_table{};

  int depot_serves = 5;
  int adjacent_area_units = 2;

  std::array<int, kMaxTurns> victory_index{};  ///< by turn, from turn 1
  int leader_lost = -5;
  int margin_at = 16;
  std::vector<VictoryLevel> levels;  ///< best for the invader first

  int strength(UnitClass unit) const { return units[unit][0]; }
  int allowance(UnitClass unit) const { return units[unit][1]; }
  bool winter(int turn) const { return turn >= winter_first_turn; }
};

/// The numbers and switches by tables of rules.toml.
std::span<const core::ParameterSection<Rules>> rule_sections();
std::vector<core::ParameterDescription> describe_rules();

}  // namespace niemen::hex_operations
