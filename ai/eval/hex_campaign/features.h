// What the evaluation of hex campaigns looks at. Everything is side A minus side B.
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
  static constexpr std::array<std::string_view, 20> kNames{
      "points_now",        // victory points as if the campaign ended here
      "points_now_late",   // the same, times the share of the campaign that is over
      "points_near",       // points of places, by who stands nearer to each
      "points_near_late",  //
      "veterans",          // combat units in good order
      "lines",             //
      "conscripts",        //
      "cavalry",           // in good order, counted again
      "artillery",         // likewise
      "disrupted",         // units out of order
      "losses",            // units lost so far
      "strength_early",    // share of all units in good order, times what is left to play
      "supplied",          // units in supply this turn
      "foraging",          // units under a forage marker
      "depots",            //
      "chain",             // how far the farthest depot lies from the side's own territory
      "trains",            // genuine supply trains on the map or still to place
      "commanders",        // sum of combat ratings on the map
      "commands",          // combat commands left, and changes to come
      "progress",          // share of the campaign that is over
  };
  static void measure(const hex_campaign::HexCampaign& game, const hex_campaign::State& state,
                      std::span<double> values);
};

template <>
struct Evaluators<hex_campaign::HexCampaign> {
  /// The model in the file `weights`; "hand-set": the first generation; empty: the fitted one of
  /// configs/evaluations, or the first generation where there is none.
  static std::unique_ptr<Evaluator<hex_campaign::HexCampaign>> make(
      const hex_campaign::HexCampaign& game, std::string_view weights);
};

/// The hand-set first generation, by what a point and a unit are commonly worth.
LinearModel hand_set_hex_campaign_model();

}  // namespace niemen::ai
