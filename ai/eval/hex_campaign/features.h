// What the evaluation of hex campaigns looks at.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "ai/eval/features.h"
#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::ai {

template <>
struct Features<hex_campaign::HexCampaign> {
  static constexpr std::string_view kMechanism = "hex_campaign";
  /// Twofold; see TwofoldFeatures.
  // clang-format off
  static constexpr std::array<std::string_view, 76> kNames{
      "points_now", "points_now_late",  // victory points as if the campaign ended here
      "points_near", "points_near_late",  // points of places, by who stands nearer to each
      "points_force", "points_force_late",  // points of places, by the units around each
      "progress", "progress_late",  // share of the campaign that is over
      "veterans_a", "veterans_a_late", "veterans_b", "veterans_b_late",  // combat units in good order
      "lines_a", "lines_a_late", "lines_b", "lines_b_late",  // likewise
      "conscripts_a", "conscripts_a_late", "conscripts_b", "conscripts_b_late",  // likewise
      "cavalry_a", "cavalry_a_late", "cavalry_b", "cavalry_b_late",  // in good order, counted again
      "artillery_a", "artillery_a_late", "artillery_b", "artillery_b_late",  // likewise
      "disrupted_a", "disrupted_a_late", "disrupted_b", "disrupted_b_late",  // units out of order
      "supplied_a", "supplied_a_late", "supplied_b", "supplied_b_late",  // units in supply this turn
      "fed_next_a", "fed_next_a_late", "fed_next_b", "fed_next_b_late",  // units where supply will reach next turn
      "hungry_next_a", "hungry_next_a_late", "hungry_next_b", "hungry_next_b_late",  // units where it will not
      "foraging_a", "foraging_a_late", "foraging_b", "foraging_b_late",  // units under a forage marker
      "exposed_a", "exposed_a_late", "exposed_b", "exposed_b_late",  // stacks beside enemies who outnumber them
      "stacks_a", "stacks_a_late", "stacks_b", "stacks_b_late",  // hexes with combat units
      "depots_a", "depots_a_late", "depots_b", "depots_b_late",  // depots
      "chain_a", "chain_a_late", "chain_b", "chain_b_late",  // how far a depot lies from the side's own territory
      "trains_a", "trains_a_late", "trains_b", "trains_b_late",  // genuine supply trains on the map or still to place
      "commanders_a", "commanders_a_late", "commanders_b", "commanders_b_late",  // sum of combat ratings on the map
      "commands_a", "commands_a_late", "commands_b", "commands_b_late",  // combat commands left, and changes to come
  };
  // clang-format on
  static void measure(const hex_campaign::HexCampaign& game, const hex_campaign::State& state,
                      std::span<double> values);
  /// By what a point and a unit are commonly worth.
  static LinearModel hand_set();
};

}  // namespace niemen::ai
