// What varies between games of this mechanism: numbers, switches and procedures. No code asks which
// game is played.
#pragma once

#include <array>
#include <span>

#include "engine/core/parameters.h"
#include "engine/play/actor.h"

namespace niemen::hex_campaign {

inline constexpr int kMaxTurns = 24;
inline constexpr int kClasses = 3;   ///< Veteran, Line, Conscript
inline constexpr int kArms = 3;      ///< infantry, cavalry, artillery
inline constexpr int kMaxMarch = 7;  ///< longest march in hexes, whatever it costs
inline constexpr int kMaxStrength = 6;
/// Differences of a combat for which a game may say the hits; larger ones count as the last.
inline constexpr int kDifferences = 24;

template <class T>
using PerSide = std::array<T, play::kSides>;

// Procedures and rulings that may be switched. The order of the enumerators is the order of the
// words in rules.cpp.
enum class UnsuppliedFate { Stays, EliminatedInWinter, Eliminated };  // 6.4
enum class NegativeTrains { Removed, May };                           // 7.2, R-25
enum class ConvertedTrain { Within, OnTop };                          // 7.1, R-23
enum class ForageCondition { Either, NoTrainNeeded };                 // 7.6, R-15
enum class CapacityTest { InPassing, AtEnd };                         // 4.1, R-7
/// 2.2, 14.6: nobody of the side enters it, it has no effect, or entering it without a road costs
/// two and nobody withdraws into it.
enum class DifficultTerrain { Impassable, Free, Slow };
enum class LoneTargetAdvance { No, Yes };                // 8.7, R-31
enum class EscapeTo { CombatUnit, AnyStack };            // 11.19, R-61
enum class DecisiveVictory { UnitsLost, HitsAbsorbed };  // 14.7b, R-68, R-69
enum class CityHolder { CombatUnit, AnyUnit };           // 14.7a, R-67
enum class RaidEffect { Hit, BattlePoint };              // 13.1: of a unit, NN 13.1
enum class BlockedReinforcements { Lost, Wait };         // 13.3, T-33
enum class UndesignatedRating { Zero, Basic };           // 16.2, R-98
enum class IndependenceCities { Occupied, Held };        // 16.9, T-25

/// All fields are plain integers so that one table can read, describe and sweep them; the
/// enumerations above name the values of choices. What every game says is 0 until it is read; only
/// what a game may leave out has a default.
struct Rules {
  // 1, 4: calendar and stacking
  int turns = 0;                                // 14.4
  int winter_from_turn = 0;                     // 1.1
  int winter_to_turn = 0;                       // last turn of a winter at the start
  int first_on_tie = 0;                         // R-27, N-20: a side
  int hex_capacity = 0;                         // 4.1, in half occupancy factors
  std::array<int, kClasses> occupancy{};        // 3.2, in half occupancy factors
  int augmented_occupancy = 0;                  // N-22: more for units that count two
  std::array<int, kClasses> strength{1, 1, 1};  // 3.2: Combat Factors
  int augmented_strength = 1;                   // 18.9
  int capacity_test = 0;
  PerSide<int> difficult_terrain{};             // 2.2, 14.6

  // 6: general supply and attrition
  int supply_range = 0, supply_range_winter = 0;              // 6.2
  PerSide<int> forages{};                                     // 7.6, R-14
  int forage_marker_from_turn = 0, forage_die_from_turn = 0;  // 7.6, 6.3
  int forage_condition = 0;
  PerSide<std::array<int, kClasses>> unsupplied_fate{};       // 6.4

  // 7: active supply
  PerSide<std::array<int, kMaxTurns>> supply_trains{};         // 7.3
  PerSide<std::array<int, kMaxTurns>> supply_trains_second{};  // 16.13
  PerSide<int> link_range{}, link_range_winter{};              // 7.8
  PerSide<int> depots_at_start{};                              // 14.1
  int dummy_trains = 0;                                        // 7.5
  int negative_trains = 0, converted_train = 0;

  // 8: rally and movement
  int march = 0, march_winter = 0, forced_march = 0;                               // 8.4
  int attrition_from_hexes = 0, attrition_from_hexes_winter = 0;                   // 8.5
  int attrition_one_from = 0, attrition_disrupt_from = 0, attrition_two_from = 0;  // 8.5
  PerSide<int> attrition_bonus{};                                                  // 8.6
  int attrition_bonus_from_turn = 0;                                               // 8.6
  int attrition_winter = 0, attrition_forced_hex = 0;                              // 8.6
  std::array<int, kArms> march_of_arm{0, 0, 0};                                    // 8.4
  int road_march = 0;                                                              // 8.4
  int revisit_hexes = 0;
  int siege_across_river = 0;

  // 9, 10: combat commands and orders
  PerSide<std::array<int, kMaxTurns>> combat_commands{};  // 14.1, turn by turn
  int combat_commands_min = 0, combat_commands_max = 0;   // 9.2
  int capture_shift = 0;                                  // 9.2
  int decisive_shift = 0;                                 // 9.2
  int order_target = 0, order_abort = 0;                  // 10.2
  int orders_per_turn = 0;
  int conscript_support = 0;                              // 10.4

  // 11: combat
  std::array<int, 2> exertion_divisors{2, 4};          // 11.2
  int combined_arms_two = 0, combined_arms_three = 0;  // 11.3
  int river_attack = 0, fortress_attack = 0, fortress_attack_artillery = 0,
      difficult_attack = 0;                                            // 11.4
  int river_support = 0, fortress_support = 0, difficult_support = 0;  // 11.5
  int commander_support = 0;                                           // 11.5
  int must_withdraw_from = 0;                                          // 11.12
  int winner_hits_per_unit = 0;                                        // 11.14
  std::array<int, kDifferences> winner_hits_table{};                   // 11.14; none: 0
  std::array<int, 6> loser_hits{};                                     // 11.15
  std::array<int, kDifferences> loser_hits_table{};                    // 11.15; none: 0
  int disrupted_defence = 0;                                           // 11.18, in percent
  int commander_lost_on = 0, escape_distance = 0;                      // 11.19
  int lone_target_advance = 0, escape_to = 0;

  // 12, 13: commanders, raids, reinforcements
  int commander_distance = 0;                                        // 12.1
  PerSide<int> raided{};                                             // 13.1
  int raid_effect = 0, raid_from_turn = 0;                           // 13.1
  int raid_score = 0, raid_score_late = 0, raid_late_from_turn = 0;  // 13.1
  int blocked_reinforcements = 0;

  // 14: victory
  int battle_points = 0, battle_points_max = 0;  // 14.7b
  int decisive_victory = 0;
  int decisive_difference = 0;                   // 14.7b
  int decisive_units = 0;                        // fewest of either side that took part
  PerSide<int> points_at_start{};                // 14.7
  int city_holder = 0;
  int allegiances = 0;                                                 // NN 14.9, 14.10, 14.16
  int allegiance_cities = 0;                                           // NN 14.9b
  int defector_commands = 0;                                           // NN 9.2b
  int joined_commands = 0;                                             // NN 14.16c
  int outpost_from_turn = 0, outpost_max = 0;                          // NN 14.14
  int aloof_lead = 0;                                                  // NN 14.8
  int truce_from_turn = 0, truce_to_turn = 0, truce_resumes_turn = 0;  // NN 14.15
  int truce_refused_to = 0, truce_late_turn = 0, truce_refused_to_late = 0, truce_refused_from = 0;
  int truce_battle_points = 0;
  int garrisons_withdrawn = 0;  // NN 15.2

  // 15, 16: optional and advanced rules, each a switch
  int hidden_stacks = 0, blank_counters = 0;                                     // 15.1
  PerSide<int> blanks{};                                                         // NN 15.1
  int capacity_trains = 0, capacity_per_train = 0, capacity_trains_per_hex = 0;  // 15.2
  int accompanied_march_bonus = 0;                                  // 14.5: basic game only
  int random_events = 0, second_deck_from_turn = 0;                 // 16.1
  int first_deck_leader = 0;                                        // 16.1: a side
  int command_designations = 0, undesignated_rating = 0;            // 16.2
  int additional_commanders = 0;                                    // 16.3
  int commander_characteristics = 0;                                // 16.4
  int seniority_by_units = 0, led_cavalry_max = 0;                  // NN 16.2
  std::array<int, 3> understrength{};                               // NN 16.3, turn by turn
  int late_truce_turn = 0;                                          // NN 16.4
  int neutrality_offer = 0;                                         // NN 16.5
  int tension = 0;                                                  // NN 16.6
  int rivalry_to_turn = 0;                                          // 16.4(1), T-21
  int reluctant_fails_to = 0;                                       // 16.4(2)
  int chaos_of_command = 0, chaos_to_turn = 0, chaos_fails_to = 0;  // 16.5
  PerSide<int> chaos_side{};                                        // 16.5
  int cavalry_attrition = 0, cavalry_attrition_to_turn = 0;         // 16.6
  int cavalry_reserve = 0, reserve_to_turn = 0;                     // 16.7
  int reserve_trains_few = 0, reserve_trains_some = 0;              // 16.7
  int reserve_few_to = 0, reserve_some_to = 0;                      // 16.7
  int uprising = 0, uprising_from_early = 0, uprising_early_to_turn = 0, uprising_from_late = 0,
      uprising_to_turn = 0;                                      // 16.8
  int independence = 0, independence_cities = 0;                 // 16.9
  int reluctant_allies = 0;                                      // 16.10
  int contingents_leave = 0, contingents_leave_from_turn = 0;    // 16.11
  int expedition = 0, expedition_turn = 0, expedition_from = 0;  // 16.12
  int two_year = 0, two_year_depots = 0, two_year_min_turn = 0, two_year_latest_turn = 0,
      second_year_first_turn = 0, second_year_forage_from_turn = 0;  // 16.13
  int second_year_contingents_leave = 0;                             // T-31

  bool operator==(const Rules&) const = default;
};

/// The one table of the rule parameters that every game says, in rulebook order.
std::span<const core::Parameter<Rules>> rule_parameters();
/// Numbers that the published rules fix and a game of one's own may say otherwise: left out, their
/// defaults hold. Integers and lists of them.
std::span<const core::Parameter<Rules>> own_rule_parameters();

}  // namespace niemen::hex_campaign
