// What the evaluation of hex operations looks at.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "ai/eval/features.h"
#include "engine/systems/hex_operations/hex_operations.h"

namespace niemen::ai {

template <>
struct Features<hex_operations::HexOperations> {
  static constexpr std::string_view kMechanism = "hex_operations";
  /// Twofold; see TwofoldFeatures.
  // clang-format off
  static constexpr std::array<std::string_view, 42> kNames{
      "points_now", "points_now_late",  // victory points as if the campaign ended here
      "points_near", "points_near_late",  // points of places, by who stands nearer to each
      "points_force", "points_force_late",  // points of places, by the strength around each
      "under_way_a", "under_way_a_late",  // strength, by how near to how many points it is
      "under_way_b", "under_way_b_late",  // likewise
      "below_index", "below_index_late",  // victory points short of this Game-Turn's Index
      "progress", "progress_late",  // share of the campaign that is over
      "leader_lives", "leader_lives_late",  // 1 while the leader that counts is there
      "depots", "depots_late",  // Depots on the map
      "strength_a", "strength_a_late", "strength_b", "strength_b_late",  // of Combat units
      "cavalry_a", "cavalry_a_late", "cavalry_b", "cavalry_b_late",  // Cavalry units
      "supply_a", "supply_a_late", "supply_b", "supply_b_late",  // Supply units
      "leaders_a", "leaders_a_late", "leaders_b", "leaders_b_late",  // bonus points of Leaders
      "disrupted_a", "disrupted_a_late", "disrupted_b", "disrupted_b_late",  // Combat units
      "hungry_a", "hungry_a_late", "hungry_b", "hungry_b_late",  // Combat units in depleted Areas, no Depot
  };
  // clang-format on
  static void measure(const hex_operations::HexOperations& game, const hex_operations::State& state,
                      std::span<double> values);
  /// By what a point and a Corps are commonly worth.
  static LinearModel hand_set();
};

}  // namespace niemen::ai
