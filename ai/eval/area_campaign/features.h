// What the evaluation of area campaigns looks at.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "ai/eval/features.h"
#include "engine/systems/area_campaign/area_campaign.h"

namespace niemen::ai {

template <>
struct Features<area_campaign::AreaCampaign> {
  static constexpr std::string_view kMechanism = "area_campaign";
  /// Twofold; see TwofoldFeatures.
  // clang-format off
  static constexpr std::array<std::string_view, 46> kNames{
      "points_now", "points_now_late",  // victory points as if the campaign ended here
      "points_near", "points_near_late",  // points of places, by who stands nearer to each
      "points_force", "points_force_late",  // points of places, by the Infantry around each
      "under_way_a", "under_way_a_late",  // Infantry, by how near to how many points it is
      "under_way_b", "under_way_b_late",  // likewise
      "below_index", "below_index_late",  // victory points short of this Game-Turn's Index
      "progress", "progress_late",  // share of the campaign that is over
      "depots", "depots_late",  // Depots on the map
      "stocked", "stocked_late",  // Corps that stand with a Depot
      "infantry_a", "infantry_a_late", "infantry_b", "infantry_b_late",  // Corps
      "cavalry_a", "cavalry_a_late", "cavalry_b", "cavalry_b_late",  // likewise
      "supply_a", "supply_a_late", "supply_b", "supply_b_late",  // Supply units
      "leaders_a", "leaders_a_late", "leaders_b", "leaders_b_late",  // points of Leaders on the map
      "massed_a", "massed_a_late", "massed_b", "massed_b_late",  // Infantry in the largest stack
      "exposed_a", "exposed_a_late", "exposed_b", "exposed_b_late",  // Corps beside enemies who outnumber them
      "hungry_a", "hungry_a_late", "hungry_b", "hungry_b_late",  // Corps in depleted Areas, without a Depot
  };
  // clang-format on
  static void measure(const area_campaign::AreaCampaign& game, const area_campaign::State& state,
                      std::span<double> values);
  /// By what a point and a Corps are commonly worth.
  static LinearModel hand_set();
};

}  // namespace niemen::ai
