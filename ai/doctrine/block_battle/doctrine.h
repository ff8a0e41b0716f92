// What a general of a block battle wants and fears, as data: doctrines/*.toml of a game.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/core/parameters.h"
#include "engine/systems/block_battle/context.h"

namespace niemen::ai::block_battle {

namespace engine = niemen::block_battle;

/// The planner's settings for one side.
struct Doctrine {
  std::string name;
  int side = 0;
  /// What it is worth to stand in an area, in steps.
  std::array<float, engine::kMaxAreas> objectives{};
  float pull = 0.5F;          ///< worth of an area nearer to the objectives
  float attack_odds = 1.2F;   ///< own expected hits against the enemy's from which it attacks
  float join = 1;             ///< worth of each strength that joins a battle
  float hold = 0.5F;          ///< worth of staying in an objective
  float safety = 0.3F;        ///< cost of each enemy strength next door that is not faced
  float mass = 0.1F;          ///< worth of each friendly block in an area
  float retreat_odds = 0.5F;  ///< own share of expected hits below which blocks go back
  bool charges = false;       ///< infantry charges with the bayonet
  /// While it loses by the account it comes on, and attacks where points are to be won by it.
  bool presses = false;
  float urgency = 0;      ///< share of its caution that whoever presses has lost by the last turn
  int least_command = 2;  ///< blocks that make an activation worth a step
  int straggle_from = 4;  ///< strength from which a block goes without command
};

/// Reads a doctrine. Throws core::InputError with file and line.
Doctrine read_doctrine(const std::filesystem::path& file, const engine::BlockContext& context);
/// What such a file may say, as read_doctrine() reads it.
std::vector<core::ParameterDescription> doctrine_parameters();
/// The doctrines that the game's folders hold, sorted by name.
std::vector<std::string> doctrine_names(const engine::BlockContext& context);
/// The file of one, or an empty path.
std::filesystem::path doctrine_file(const engine::BlockContext& context, const std::string& name);

}  // namespace niemen::ai::block_battle
