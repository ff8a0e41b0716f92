// The campaigns of an experiment: its cells made playable, and its rows made text.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "ai/lab/campaign.h"
#include "ai/lab/experiment.h"
#include "ai/lab/set_up.h"
#include "ai/lab/tally.h"

namespace niemen::lab {

/// One line of turns.csv as the mechanism fills it, without the campaign's id.
struct TurnRow {
  int turn = 0;
  play::Side side = play::Side::A;
  std::vector<double> values;  ///< by the mechanism's turn columns; not-a-number is missing
};

/// One line of battles.csv: texts already fit for CSV, by the mechanism's battle columns.
struct BattleRow {
  std::vector<std::string> cells;
};

/// What a game tells of a campaign that was played.
struct PlayedCampaign {
  play::Outcome outcome;
  CampaignStatus status = CampaignStatus::Ok;
  bool complete = true;  ///< false: stopped from outside; nothing is kept
  std::string failure;
  int turns = 0;
  int decisions = 0;
  std::uint64_t state_hash = 0;
  double a_points = std::numeric_limits<double>::quiet_NaN();
  double b_points = std::numeric_limits<double>::quiet_NaN();
  double a_losses = std::numeric_limits<double>::quiet_NaN();
  double b_losses = std::numeric_limits<double>::quiet_NaN();
  int decided_turn = 0;  ///< 0: unknown
  std::vector<TurnRow> turn_rows;
  std::vector<BattleRow> battle_rows;
  Tally tally;  ///< by the cell's places and rules
  std::string position;
};

/// Who waits for a campaign that is played again.
struct CampaignOnlooker {
  std::stop_token stop = {};
  std::function<void(int turn)> turn = {};  ///< told after each decision and die; may be empty
};

/// Plays campaigns of one cell on one thread.
class CellPlayer {
 public:
  virtual ~CellPlayer() = default;
  virtual PlayedCampaign play(const CampaignTask& task, std::stop_token stop) = 0;
};

/// How a campaign ended: in its last turn, before it (by sudden death), at the limit of decisions,
/// or by what is none of the game's ends.
enum class CampaignEnd : std::uint8_t { PlayedOut, SuddenDeath, Limit, Forfeit, Error, Count };
const char* end_name(CampaignEnd end);
CampaignEnd end_of(CampaignStatus status, int turns, const play::GameInfo& info);

/// A cell whose game is loaded. Shared by all threads.
class PreparedCell {
 public:
  virtual ~PreparedCell() = default;
  virtual const play::GameInfo& info() const = 0;
  /// Of the game that a campaign is played in, where a cell begins from several scenarios.
  virtual const play::GameInfo& info_of(const CampaignTask&) const { return info(); }
  virtual std::unique_ptr<CellPlayer> make_player() const = 0;
  /// Of what the agents know beside the rules (see ai::knowledge_hash).
  virtual std::uint64_t knowledge() const { return 0; }
  virtual std::vector<Column> turn_columns() const { return {}; }
  virtual std::vector<Column> battle_columns() const { return {}; }
  /// What tallies count; empty where the mechanism counts nothing.
  virtual std::vector<MapPlace> places() const { return {}; }
  virtual std::vector<RuleUse> rules() const { return {}; }
  /// What the side's named deployment has where, by place and piece; empty where set-up is played.
  virtual std::vector<DeployedPieces> deployment(play::Side) const { return {}; }
  /// Its set-up, for who plays it decision by decision; null where the mechanism shows none.
  virtual std::unique_ptr<SetUpBoard> set_up_board() const { return nullptr; }
  /// What the side has on the board when set-up is over, in its named deployment where it has one.
  virtual std::vector<play::Counter> standing(play::Side) const { return {}; }
  /// How a recorded last position ends under this cell's rules.
  virtual play::Outcome outcome_of(const std::string& position) const = 0;
  /// The full log of the campaign (see play::LogWriter), as `niemen replay` reads it. Plays it
  /// again, searches and all; throws core::Interrupted when `onlooker` asks to stop.
  virtual std::string full_log(const CampaignTask& task,
                               const CampaignOnlooker& onlooker) const = 0;
};

/// Loads the game of a cell and finds its agents. Throws InputError (illegal opening, unknown
/// parameter or agent).
using CellFactory = std::function<std::unique_ptr<PreparedCell>(const Cell& cell)>;

/// Campaigns of an experiment: the regular ones, cell by turn, and those that a later stage adds.
class ExperimentSource : public CampaignSource {
 public:
  /// Loads every cell, so that what is wrong with one is said before anything is played.
  ExperimentSource(const Experiment& experiment, CellFactory factory);

  const std::vector<Table>& tables() const override { return tables_; }
  std::vector<Table> sum_tables() const override;
  std::unique_ptr<CampaignSums> make_sums() const override;
  CampaignTask task(std::uint64_t id) const override;
  std::unique_ptr<CampaignPlayer> make_player() const override;
  std::string failed_row(const CampaignTask& task, CampaignStatus status,
                         const std::string& failure) const override;

  /// Campaigns scheduled so far.
  std::uint64_t scheduled() const { return regular_ + extra_.size(); }
  std::uint64_t regular() const { return regular_; }
  const std::vector<Cell>& cells() const { return cells_; }
  const PreparedCell& prepared(std::size_t cell) const { return *prepared_[cell]; }
  std::vector<std::uint64_t> data_hashes() const;
  /// Of what the agents of all cells know beside the rules (see ai::knowledge_hash).
  std::uint64_t knowledge() const;
  /// Adds a cell (or finds it by id) and returns its number.
  std::uint32_t add_cell(const Cell& cell);
  /// Schedules one more campaign. Not while players are at work.
  void add_task(std::uint32_t cell, std::uint64_t block, std::uint64_t key,
                std::array<std::shared_ptr<const SetUp>, play::kSides> set_ups = {});
  const Experiment& experiment() const { return experiment_; }
  /// Lines of deployments.csv: each named deployment of the cells once, by side and name.
  std::string deployments() const;

  /// The line of campaigns.csv.
  std::string campaign_row(const CampaignTask& task, const PlayedCampaign& played) const;

 private:
  const Experiment& experiment_;
  CellFactory factory_;
  std::vector<Cell> cells_;
  std::vector<std::unique_ptr<PreparedCell>> prepared_;
  std::uint64_t regular_ = 0;
  std::size_t regular_cells_ = 0;
  std::vector<CampaignTask> extra_;
  std::vector<Table> tables_;
};

}  // namespace niemen::lab
