// What the evaluation of block battles looks at.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "ai/eval/features.h"
#include "engine/systems/block_battle/block_battle.h"

namespace niemen::ai {

template <>
struct Features<block_battle::BlockBattle> {
  static constexpr std::string_view kMechanism = "block_battle";
  /// Twofold; see TwofoldFeatures.
  // clang-format off
  static constexpr std::array<std::string_view, 44> kNames{
      "points_now", "points_now_late",  // victory points as if the battle ended here
      "progress", "progress_late",  // share of the battle that is over
      "near_works", "near_works_late",  // redoubts, by the strength around each
      "initiative", "initiative_late",  // side A is Player 1
      "steps_a", "steps_a_late", "steps_b", "steps_b_late",  // strength on the board
      "hits_a", "hits_a_late", "hits_b", "hits_b_late",  // expected hits of a round of all blocks
      "weak_a", "weak_a_late", "weak_b", "weak_b_late",  // points of blocks at their last step
      "leaders_a", "leaders_a_late", "leaders_b", "leaders_b_late",  // activations that headquarters have left
      "guns_a", "guns_a_late", "guns_b", "guns_b_late",  // strength of artillery
      "horse_a", "horse_a_late", "horse_b", "horse_b_late",  // strength of cavalry
      "exposed_a", "exposed_a_late", "exposed_b", "exposed_b_late",  // blocks beside a stronger enemy
      "supplied_a", "supplied_a_late", "supplied_b", "supplied_b_late",  // supply points to come
      "blocks_a", "blocks_a_late", "blocks_b", "blocks_b_late",  // blocks that live
  };
  // clang-format on
  static void measure(const block_battle::BlockBattle& game, const block_battle::State& state,
                      std::span<double> values);
  /// By what a point and a step are commonly worth.
  static LinearModel hand_set();
};

}  // namespace niemen::ai
