// What the telemetries of all mechanisms do alike: a tally beside the rows of turns and battles.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "ai/lab/game_cell.h"

namespace niemen::lab {

/// A column of turns.csv: what it is called and means, and which of the facts of a side stands
/// there.
template <class Facts>
struct TurnColumn {
  const char* name;
  const char* type;
  const char* description;
  std::variant<int Facts::*, double Facts::*> fact;
};
/// The same of battles.csv. A number that is not known is left empty.
template <class Facts>
struct BattleColumn {
  const char* name;
  const char* type;
  const char* description;
  std::variant<int Facts::*, std::optional<int> Facts::*, std::string Facts::*> fact;
};

template <class FactColumns>
std::vector<Column> described(const FactColumns& columns) {
  std::vector<Column> result;
  for (const auto& column : columns)
    result.push_back({column.name, column.type, column.description});
  return result;
}

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

  /// The row of a side at the end of the turn, whose facts are then gathered anew.
  template <class FactColumns, class Facts>
  void add_turn_row(play::Side side, const FactColumns& columns, Facts& facts) {
    std::vector<double> values;
    for (const auto& column : columns)
      values.push_back(
          std::visit([&](auto fact) { return static_cast<double>(facts.*fact); }, column.fact));
    turn_rows_.push_back({turn_, side, std::move(values)});
    facts = {};
  }
  template <class FactColumns, class Facts>
  void add_battle_row(const FactColumns& columns, const Facts& facts) {
    BattleRow row;
    for (const auto& column : columns)
      row.cells.push_back(std::visit([&](auto fact) { return cell_of(facts.*fact); }, column.fact));
    battle_rows_.push_back(std::move(row));
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

  static std::string side_name(int side) { return side == 0 ? "a" : "b"; }

  Game game_;
  CountingTally tally_;
  int turn_ = kSetUp;
  std::vector<TurnRow> turn_rows_;
  std::vector<BattleRow> battle_rows_;

 private:
  static std::string cell_of(int value) { return std::to_string(value); }
  static std::string cell_of(const std::optional<int>& value) {
    return value ? std::to_string(*value) : "";
  }
  static std::string cell_of(const std::string& text) { return text; }
};

}  // namespace niemen::lab
