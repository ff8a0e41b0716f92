// How strong blocks are where they stand: expected hits, odds of attacks, ways to objectives.
#pragma once

#include <array>
#include <memory>

#include "ai/doctrine/block_battle/doctrine.h"
#include "engine/systems/block_battle/block_battle.h"
#include "engine/systems/block_battle/procedure.h"

namespace niemen::ai::block_battle {

/// What stays the same for all planners of a game: distances and both doctrines.
struct Basis {
  engine::BlockBattle game;
  std::array<Doctrine, 2> doctrines;
  /// Areas to walk from one area to another; a large number where no way leads.
  std::array<std::array<std::uint8_t, engine::kMaxAreas>, engine::kMaxAreas> distance{};
  /// By side: how well an area lies for its objectives, in steps.
  std::array<std::array<float, engine::kMaxAreas>, 2> pull{};

  Basis(const engine::BlockBattle& game, std::array<Doctrine, 2> doctrines);
};

/// Expected hits of a block in a round of battle, ground apart.
float hits_of(const engine::BlockContext& game, const engine::State& s, int block);
/// The same of all blocks of a side in an area, reserves included.
float hits_in(const engine::BlockContext& game, const engine::State& s, int side, int area);
/// Steps, as a measure of how long it lasts.
float strength_in(const engine::BlockContext& game, const engine::State& s, int side, int area);
/// Odds of an attack by `hits` expected hits and `steps` on the enemy in an area: above 1 the
/// attacker is the stronger. Works count double.
float attack_odds(const engine::BlockContext& game, const engine::State& s, int side, int area,
                  float hits, float steps);

/// What two sides bring to a battle.
struct Forces {
  float hits = 0;    ///< expected in a round of battle
  float steps = 0;   ///< as a measure of how long it lasts
  float points = 0;  ///< that the enemy scores when all of it is lost
  void add(const engine::BlockContext& game, const engine::State& s, int block);
};
/// All that a side has in an area, reserves included.
Forces forces_in(const engine::BlockContext& game, const engine::State& s, int side, int area);

/// What an attack is expected to change of the account, in points: what is won there and killed,
/// less what is lost.
float points_of_attack(const engine::BlockContext& game, const engine::State& s, int side, int area,
                       const Forces& attackers);

}  // namespace niemen::ai::block_battle
