#include "ai/doctrine/block_battle/judge.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace niemen::ai::block_battle {

namespace {

constexpr std::uint8_t kFar = 50;
/// What is left of an objective's pull one area farther off.
constexpr float kShareAnAreaOff = 0.75F;
/// A work doubles what it takes to win it (6.51).
constexpr float kWorks = 2;
constexpr float kNearlyNothing = 0.01F;

// How battles end by the ratio of forces, fitted to 6,000 battles between doctrines: chance that
// the attacker holds the area, shares of steps that both lose.
constexpr float kEvenRatio = 0.95F;
constexpr float kLostBeaten = 0.7F, kLostWinning = 0.95F, kMostLostWinning = 0.6F;
constexpr float kKilledWinning = 0.7F, kKilledBeaten = 0.4F;
/// Steps are lost before blocks are.
constexpr float kBlocksOfSteps = 0.8F;

}  // namespace

Basis::Basis(const engine::BlockBattle& battle, std::array<Doctrine, 2> both)
    : game(battle), doctrines(std::move(both)) {
  const auto& context = game.context();
  for (int from = 0; from < context.area_count(); ++from) {
    auto& row = distance[engine::at(from)];
    row.fill(kFar);
    engine::AreaSet reached = engine::area_bit(from), edge = reached;
    for (std::uint8_t steps = 0; edge; ++steps) {
      engine::AreaSet next = 0;
      for (; edge; edge &= edge - 1) {
        const int area = std::countr_zero(edge);
        row[engine::at(area)] = steps;
        next |= context.foot[0][engine::at(area)];
      }
      edge = next & ~reached;
      reached |= edge;
    }
  }
  for (std::size_t side = 0; side < 2; ++side)
    for (std::size_t area = 0; area < engine::kMaxAreas; ++area)
      for (std::size_t goal = 0; goal < engine::kMaxAreas; ++goal) {
        float share = doctrines[side].objectives[goal];
        for (int steps = distance[area][goal]; steps > 0 && share != 0; --steps)
          share *= kShareAnAreaOff;
        pull[side][area] += share;
      }
}

float hits_of(const engine::BlockContext& game, const engine::State& s, int block) {
  return static_cast<float>(engine::strength(game, s, block) *
                            game.blocks[engine::at(block)].firepower) /
         static_cast<float>(engine::kDieFaces);
}

float hits_in(const engine::BlockContext& game, const engine::State& s, int side, int area) {
  float sum = 0;
  engine::for_each(game, side, engine::blocks_in(game, s, side, area),
                   [&](int block) { sum += hits_of(game, s, block); });
  return sum;
}

float strength_in(const engine::BlockContext& game, const engine::State& s, int side, int area) {
  float sum = 0;
  engine::for_each(game, side, engine::blocks_in(game, s, side, area), [&](int block) {
    sum += static_cast<float>(game.faces[engine::at(block)] - s.lost(block));
  });
  return sum;
}

float attack_odds(const engine::BlockContext& game, const engine::State& s, int side, int area,
                  float hits, float steps) {
  const float works = side == 0 && engine::in_set(game.works, area) ? kWorks : 1;
  const float enemy_hits = hits_in(game, s, 1 - side, area);
  const float enemy_steps = strength_in(game, s, 1 - side, area) * works;
  return (hits * steps) / (enemy_hits * enemy_steps + kNearlyNothing);
}

void Forces::add(const engine::BlockContext& game, const engine::State& s, int block) {
  hits += hits_of(game, s, block);
  steps += static_cast<float>(game.faces[engine::at(block)] - s.lost(block));
  points += static_cast<float>(game.blocks[engine::at(block)].points);
}

Forces forces_in(const engine::BlockContext& game, const engine::State& s, int side, int area) {
  Forces forces;
  engine::for_each(game, side, engine::blocks_in(game, s, side, area),
                   [&](int block) { forces.add(game, s, block); });
  return forces;
}

float points_of_attack(const engine::BlockContext& game, const engine::State& s, int side, int area,
                       const Forces& attackers) {
  const auto defenders = forces_in(game, s, 1 - side, area);
  const bool redoubt = engine::in_set(game.redoubts, area);
  const float works = side == 0 && engine::in_set(game.works, area) ? kWorks : 1;
  const float ratio = std::sqrt((attackers.hits * attackers.steps) /
                                (defenders.hits * defenders.steps + kNearlyNothing)) /
                      works;
  const float against = kEvenRatio / (ratio + kNearlyNothing), square = against * against;
  const float won = 1 / (1 + square * square * against);
  const float lost =
      kLostBeaten * (1 - won) + won * std::min(kMostLostWinning, kLostWinning / (ratio * ratio));
  const float killed = kKilledWinning * won + kKilledBeaten * std::min(ratio, 1.0F) * (1 - won);
  const int prize = redoubt ? engine::redoubt_points(game, 0) + engine::redoubt_points(game, 1) : 0;
  return won * static_cast<float>(prize) +
         kBlocksOfSteps * (killed * defenders.points - lost * attackers.points);
}

}  // namespace niemen::ai::block_battle
