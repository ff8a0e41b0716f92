// What the telemetries of all mechanisms do alike: a tally beside the rows of turns and battles.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "ai/lab/game_cell.h"

namespace niemen::lab {

/// `CountingTally` says what is summed of a campaign of `G`.
template <play::Game G, class CountingTally>
class MechanismTelemetry {
 public:
  using Game = G;
  using State = typename G::State;

  static std::vector<MapPlace> places(const Game& game) { return CountingTally::places(game); }
  static std::vector<RuleUse> rules(const Game& game) { return CountingTally::rules(game); }
  static std::vector<DeployedPieces> deployment(const Game& game, play::Side side) {
    return CountingTally::deployment(game, side);
  }
  static play::Outcome rescored(const Game& game, const State& last) { return game.outcome(last); }

 protected:
  template <class T>
  using BySide = std::array<T, play::kSides>;
  static constexpr int kSetUp = 0;  ///< no turn has begun

  explicit MechanismTelemetry(const Game& game) : game_(game), tally_(game) {}

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  /// The row of a side at the end of the turn: values by the columns, then losses of the turn by
  /// cause, which are counted anew.
  void add_turn_row(play::Side side, std::vector<double> values, std::span<int> losses) {
    for (auto& lost : losses) values.push_back(std::exchange(lost, 0));
    turn_rows_.push_back({turn_, side, std::move(values)});
  }
  /// The campaign is over: points and losses of both sides, and all that was recorded.
  void hand_over(PlayedCampaign& played, BySide<int> points, BySide<int> losses) {
    played.tally = tally_.finish();
    played.a_points = points[0];
    played.b_points = points[1];
    played.a_losses = losses[0];
    played.b_losses = losses[1];
    played.turn_rows = std::move(turn_rows_);
    played.battle_rows = std::move(battle_rows_);
    played.decided_turn = decided_turn(played);
  }

  Game game_;
  CountingTally tally_;
  int turn_ = kSetUp;
  std::vector<TurnRow> turn_rows_;
  std::vector<BattleRow> battle_rows_;
};

}  // namespace niemen::lab
