#include "ai/eval/block_battle/features.h"

#include <algorithm>

#include "engine/systems/block_battle/procedure.h"

namespace niemen::ai {

namespace blocks = block_battle;
using blocks::at;
using blocks::BlockContext;
using blocks::State;

namespace {

/// What a block next to a redoubt adds to the strength around it, of what one inside does.
constexpr double kNextDoor = 0.4;
constexpr double kNobodysForce = 1;

constexpr std::size_t kOfASide = 9, kOfPosition = 4;
using SideCount = std::array<double, kOfASide>;
using Force = std::array<std::array<double, blocks::kMaxAreas>, play::kSides>;

double hits_of(const BlockContext& c, const State& s, int block) {
  return static_cast<double>(blocks::strength(c, s, block) * c.blocks[at(block)].firepower) /
         blocks::kDieFaces;
}

/// Expected hits by side and area.
Force forces(const BlockContext& c, const State& s) {
  Force force{};
  for (int block = 0; block < c.block_count(); ++block)
    if (blocks::alive(s, block))
      force[at(c.side_of(block))][at(s.at(block))] += hits_of(c, s, block);
  return force;
}

/// Redoubts, shared by the strength in and around each.
double near_works(const BlockContext& c, const Force& force) {
  double sum = 0;
  for (const int area : c.redoubt_list) {
    std::array<double, play::kSides> near{};
    for (std::size_t side = 0; side < play::kSides; ++side) {
      near[side] = force[side][at(area)];
      for (auto left = c.touching[at(area)]; left; left &= left - 1)
        near[side] += kNextDoor * force[side][at(std::countr_zero(left))];
    }
    sum += (near[0] - near[1]) / (near[0] + near[1] + kNobodysForce);
  }
  return sum;
}

bool is_exposed(const BlockContext& c, const Force& force, int side, int area) {
  for (auto left = c.touching[at(area)]; left; left &= left - 1)
    if (force[at(1 - side)][at(std::countr_zero(left))] > force[at(side)][at(area)]) return true;
  return false;
}

SideCount count_side(const BlockContext& c, const State& s, const Force& force, int side) {
  double steps = 0, hits = 0, weak = 0, leaders = 0, guns = 0, horse = 0, exposed = 0, supplied = 0;
  blocks::AreaSet in_danger = 0;
  for (auto left = s.held(side); left; left &= left - 1) {
    const int area = std::countr_zero(left);
    if (is_exposed(c, force, side, area)) in_danger |= blocks::area_bit(area);
  }
  double number = 0;
  for (int i = 0; i < c.count[at(side)]; ++i) {
    const int block = c.block_of(side, i);
    const int where = s.at(block);
    if (blocks::is_out(where)) continue;
    const double strength = blocks::strength(c, s, block);
    ++number;
    steps += strength;
    hits += hits_of(c, s, block);
    const auto arm = blocks::arm_of(c, block);
    if (arm == blocks::Arm::Headquarters) leaders += strength;
    if (blocks::is_artillery(arm)) guns += strength;
    if (arm == blocks::Arm::Cavalry) horse += strength;
    if (blocks::at_last_face(c, s, block)) weak += c.blocks[at(block)].points;
    if (blocks::is_area(where) && blocks::in_set(in_danger, where)) ++exposed;
  }
  for (std::size_t i = 0; i < c.source_list[at(side)].size(); ++i)
    supplied += blocks::points_of_source(c, s, side, static_cast<int>(i));
  return {steps, hits, weak, leaders, guns, horse, exposed, supplied, number};
}

}  // namespace

void Features<blocks::BlockBattle>::measure(const blocks::BlockBattle& game, const State& s,
                                            std::span<double> values) {
  const auto& c = game.context();
  const double progress = std::clamp(static_cast<double>(s.turn) / blocks::last_turn(c), 0.0, 1.0);
  TwofoldFeatures features(values, progress);
  static_assert(kNames.size() == 2 * kOfPosition + 4 * kOfASide);
  const auto force = forces(c, s);
  features.add(static_cast<double>(game.outcome(s).margin));
  features.add(progress);
  features.add(near_works(c, force));
  features.add(s.first_player == 0 ? 1 : 0);
  features.add_sides(count_side(c, s, force, 0), count_side(c, s, force, 1));
}

LinearModel Features<blocks::BlockBattle>::hand_set() {
  // Weights for raw numbers; only what anybody would say without having seen a battle.
  static constexpr std::array<HandSetTerm, 8> kHandSet{{{"points_now", 0.05, 0.7},
                                                        {"points_now_late", 0.15, 0.3},
                                                        {"steps_a", 0.02, 0.15},
                                                        {"steps_b", -0.02, -0.15},
                                                        {"weak_a", -0.02, -0.1},
                                                        {"weak_b", 0.02, 0.1},
                                                        {"hits_a", 0.03, 0.2},
                                                        {"hits_b", -0.03, -0.2}}};
  return hand_set_model(kMechanism, kNames, kHandSet, "set by hand: points and steps");
}

}  // namespace niemen::ai
