// What a rule-of-thumb general of hex operations believes in, as configuration states it.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/core/parameters.h"
#include "engine/systems/hex_operations/context.h"

namespace niemen::ai::hex_operations {

namespace engine = niemen::hex_operations;

/// The planner's settings for one side. Worths are in Movement Points of a unit's way.
struct Doctrine {
  std::string name;
  int side = 0;
  /// Weight of each place's points; 1 where the file says nothing.
  std::array<float, engine::kMaxPoints> weight{};
  /// Places that whoever is not needed elsewhere marches to, the first that still counts.
  std::vector<int> main;
  float need = 1.5F;         ///< strength sent to a place, as a multiple of the enemy's near it
  float guard = 0.5F;        ///< the same for a place of one's own that the enemy threatens
  float danger = 0.3F;       ///< cost of a point of enemy strength in reach beyond what is faced
  float boldness = 1;        ///< enemy strength in reach that a point of ours near by can face
  float hunger = 2;          ///< cost of ending in a 100% depleted Area without a Depot
  float crowding = 0.5F;     ///< cost of each Corps beyond what an Area feeds undepleted
  float shelter = 1;         ///< worth of standing in a friendly Fortress
  int attack_percent = 200;  ///< least odds of an attack that nobody must make
  int wanted_percent = 300;  ///< odds at which no more units are brought up for it
  int stand_percent = 110;   ///< odds from which units retreat before combat
  int depot_units = 4;       ///< Combat units in an Area for which a Depot is made
  float scorch = 1;          ///< enemy strength near against ours from which an Area is laid waste
};

/// Reads a doctrine. Throws core::InputError with file and line.
Doctrine read_doctrine(const std::filesystem::path& file, const engine::OperationsContext& context);
/// What such a file may say, as read_doctrine() reads it.
std::vector<core::ParameterDescription> doctrine_parameters();
/// The doctrines that the game's folders hold, sorted by name.
std::vector<std::string> doctrine_names(const engine::OperationsContext& context);
/// The file of one, or an empty path.
std::filesystem::path doctrine_file(const engine::OperationsContext& context,
                                    const std::string& name);

}  // namespace niemen::ai::hex_operations
