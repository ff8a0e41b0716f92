// The numbers and tables of an area campaign, as configuration states them (game.toml).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/origin.h"
#include "engine/core/parameters.h"
#include "engine/systems/area_charts.h"

namespace niemen::area_campaign {

using systems::Depletion;
using systems::kDieFaces;
inline constexpr int kMaxTurns = 24;
inline constexpr int kPlans = 4;  ///< battle plan chits each side chooses from

enum class MarchResult : std::uint8_t { Succeeds, Stays, Eliminated };

/// What follows when a Defender's battle plan meets an Attacker's, in the order it is carried out.
struct PlanResult {
  enum class Retreat : std::uint8_t { None, Must, May, MayWithMoreCavalry };
  enum class Next : std::uint8_t { Stop, Combat, Pursuit };
  bool switch_roles = false;
  bool attacker_loses = false;
  bool defender_loses = false;
  bool attacker_double = false;
  bool defender_double = false;
  bool soften = false;
  Retreat retreat = Retreat::None;
  Next next = Next::Stop;
};

/// Results of the Combat Results Table. In the names of the retreats the first letter says whose
/// stack goes, the last who names the Area.
enum class CombatResult : std::uint8_t { Ae, Ahe, HalfExchange, ArA, ArD, DrA, DrD, Dhe, De };
inline constexpr int kCombatResults = 9;

enum class PursuitResult : std::uint8_t { None, Exchange, DefenderOneMore, DefenderTwoMore };

inline constexpr int kLowestRow = -2;  ///< of both combat tables; dice beyond are clamped (A-6)
inline constexpr int kHighestRow = 9;
inline constexpr int kTableRows = kHighestRow - kLowestRow + 1;
inline constexpr int kOddsColumns = 10;
inline constexpr int kPursuitColumns = 5;

struct VictoryLevel {
  std::string name;
  int from = 0;          ///< lowest victory points of this level
  int winner_side = -1;  ///< 0 or 1, or -1 for a draw
  core::Origin origin;
};

/// Everything the rules count with, as in the published game. Indices by side: 0 is the invader, 1
/// the defender.
struct Rules : systems::AreaCharts {
  int optional_rules = 0;
  int last_turn = 13;
  int first_player = 1;
  int scorch_contested = 1;
  int create_depots_both_phases = 1;
  int depot_limit = 0;
  int political_losses = 1;
  int control_by_corps_only = 1;

  std::array<MarchResult, kDieFaces> forced_march{};

  std::array<std::string, kPlans> attacker_plans;
  std::array<std::string, kPlans> defender_plans;
  std::array<std::array<PlanResult, kPlans>, kPlans> plan_table{};  ///< [defender][attacker]

  /// Percentage at which each column begins.
  std::array<int, kOddsColumns> odds_from{60, 80, 100, 120, 140, 160, 180, 200, 300, 400};
  int odds_last = 499;
  std::array<int, 2> attacking_modifier{1, -1};  ///< standard game, by the attacking side
  int fortress_modifier = -1;
  int doubled_factor = 2;
  std::array<std::array<CombatResult, kOddsColumns>, kTableRows> combat_table{};
  std::array<std::array<PursuitResult, kPursuitColumns>, kTableRows> pursuit_table{};

  int depot_serves = 3;
  int adjacent_area_corps = 2;
  int winter_first_turn = 9;

  std::array<int, kMaxTurns> victory_index{};  ///< by turn, from turn 1
  int leader_lost = -5;
  int turn_victory = 1;
  int turn_defeat = -1;
  int margin_at = 16;
  std::vector<VictoryLevel> levels;  ///< best for the invader first
};

/// The numbers and switches by tables of game.toml.
std::span<const core::ParameterSection<Rules>> rule_sections();
std::vector<core::ParameterDescription> describe_rules();

}  // namespace niemen::area_campaign
