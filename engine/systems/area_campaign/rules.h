// The numbers and tables of an area campaign, as configuration states them (game.toml).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace niemen::area_campaign {

inline constexpr int kDieFaces = 6;
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

/// How much of an Area's food is gone.
enum class Depletion : std::uint8_t { None, Half, Full };

struct VictoryLevel {
  std::string name;
  int from = 0;          ///< lowest victory points of this level
  int winner_side = -1;  ///< 0 or 1, or -1 for a draw
};

/// Everything the rules count with. Indices by side: 0 is the invader, 1 the defender.
struct Rules {
  bool optional_rules = false;
  int last_turn = 13;
  int first_player = 1;
  bool scorch_contested = true;
  bool create_depots_both_phases = true;
  int depot_limit = 0;
  bool political_losses = true;
  bool control_by_corps_only = true;

  std::array<std::array<int, kDieFaces>, 2> attrition_infantry{};
  std::array<std::array<int, kDieFaces>, 2> attrition_cavalry{};
  std::array<MarchResult, kDieFaces> forced_march{};

  std::array<std::string, kPlans> attacker_plans;
  std::array<std::string, kPlans> defender_plans;
  std::array<std::array<PlanResult, kPlans>, kPlans> plan_table{};  ///< [defender][attacker]

  std::array<int, kOddsColumns> odds_from{};  ///< percentage at which each column begins
  int odds_last = 499;
  std::array<int, 2> attacking_modifier{};  ///< standard game, by the attacking side
  int fortress_modifier = -1;
  int doubled_factor = 2;
  std::array<std::array<CombatResult, kOddsColumns>, kTableRows> combat_table{};
  std::array<std::array<PursuitResult, kPursuitColumns>, kTableRows> pursuit_table{};

  int depot_serves = 3;
  int adjacent_area_corps = 2;
  int winter_first_turn = 9;
  std::array<int, 2> unsupplied_from{};  ///< by season: 0 summer, 1 winter
  /// Where columns 2 to 4 begin: [season][with supply unit].
  std::array<std::array<std::array<int, 3>, 2>, 2> depletion_columns{};
  std::array<std::array<Depletion, 4>, 2> depletion_becomes{};  ///< [half depleted before][column]

  std::array<int, kMaxTurns> victory_index{};  ///< by turn, from turn 1
  int leader_lost = -5;
  int turn_victory = 1;
  int turn_defeat = -1;
  int margin_at = 16;
  std::vector<VictoryLevel> levels;  ///< best for the invader first
};

}  // namespace niemen::area_campaign
