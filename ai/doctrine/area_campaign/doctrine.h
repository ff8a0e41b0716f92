// What a general of an area campaign wants and fears, as data: doctrines/*.toml of a game.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/core/parameters.h"
#include "engine/systems/area_campaign/context.h"

namespace niemen::ai::area_campaign {

namespace engine = niemen::area_campaign;

/// The planner's settings for one side. Scores are in Infantry Corps unless stated.
struct Doctrine {
  std::string name;
  int side = 0;
  /// What a place is worth to march for, beyond its points.
  std::array<float, engine::kMaxPlaces> objectives{};
  engine::PlaceSet deploy;   ///< preferred places of a free set-up
  float points = 1;          ///< worth of a victory point that can be won by marching there
  float reach = 0.7F;        ///< share of an objective's pull that is left one Area farther off
  float mass = 0.1F;         ///< worth of joining a friendly Corps
  float danger = 0.5F;       ///< cost of each enemy Corps next door beyond what the stack can face
  float boldness = 1;        ///< enemy Infantry next door that one of ours can face
  float hunger = 0.5F;       ///< cost of a Corps in a 100% depleted Area
  float crowding = 0.3F;     ///< cost of each Corps beyond what an Area feeds without depletion
  float attack_odds = 1.5F;  ///< least Infantry odds to march into the enemy for
  float fight = 0.5F;        ///< worth of each enemy Corps that is attacked at these odds
  int largest_stack = 8;     ///< Infantry that marches together
  int garrison = 0;          ///< Infantry that stays in an own place that counts
  float flee_odds = 1.5F;    ///< enemy odds next door from which Corps force march away
  int dash_points = 5;       ///< victory points from which Corps force march to a free place
  float stand_odds = 1;      ///< own share of Infantry from which a Defender stands and fights
  float hold = 0;            ///< worth of an own victory point to the last Corps before an enemy
  bool finishes = false;     ///< on the last turn only points count
  int pursuit_surplus = 3;   ///< Cavalry surplus from which there is a pursuit
  int depot_from_turn = 99;  ///< Depots are made from this turn on
  float scorch_odds = 1;     ///< enemy Infantry near against ours from which an Area is laid waste
  /// Weights of the four battle plans when stronger (3:2), even, weaker (2:3), as Attacker and
  /// as Defender.
  std::array<std::array<float, engine::kPlans>, 3> attack_plans{};
  std::array<std::array<float, engine::kPlans>, 3> defence_plans{};
};

/// Reads a doctrine. Throws core::InputError with file and line.
Doctrine read_doctrine(const std::filesystem::path& file, const engine::AreaContext& context);
/// What such a file may say, as read_doctrine() reads it.
std::vector<core::ParameterDescription> doctrine_parameters();
/// The doctrines that the game's folders hold, sorted by name.
std::vector<std::string> doctrine_names(const engine::AreaContext& context);
/// The file of one, or an empty path.
std::filesystem::path doctrine_file(const engine::AreaContext& context, const std::string& name);

}  // namespace niemen::ai::area_campaign
