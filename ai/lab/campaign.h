// What the lab plays and keeps: campaigns by identity, and the tables they fill.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/play/actor.h"

namespace niemen::lab {

struct SetUp;

/// One campaign of a plan. Its id is its place in the schedule, the same on every machine.
struct CampaignTask {
  std::uint64_t id = 0;
  std::uint32_t cell = 0;   ///< which combination of openings, agents and parameters
  std::uint64_t block = 0;  ///< campaigns of one block share their dice
  std::uint64_t key = 0;    ///< names the dice (see play::chance_bits)
  /// Set-ups that it begins with, where they are not those of the combination; null: they are.
  std::array<std::shared_ptr<const SetUp>, play::kSides> set_ups = {};
};

enum class CampaignStatus : std::uint8_t { Ok, Error, Limit, Forfeit };
const char* status_name(CampaignStatus status);

/// What is remembered of a campaign for statistics, in fixed width.
struct CampaignSummary {
  std::uint64_t id = 0;
  std::uint64_t block = 0;
  std::uint64_t state_hash = 0;  ///< of the last position
  double margin = 0;             ///< positive when side A is ahead
  double a_losses = std::numeric_limits<double>::quiet_NaN();
  double b_losses = std::numeric_limits<double>::quiet_NaN();
  std::uint32_t cell = 0;
  std::int32_t turns = 0;
  std::int32_t level = 0;         ///< index into the game's victory levels
  std::int32_t decided_turn = 0;  ///< 0: unknown
  CampaignStatus status = CampaignStatus::Ok;
  play::Outcome::Winner winner = play::Outcome::Winner::Draw;

  /// Whether its margin, length, level and losses are those of a campaign: it was played, and not
  /// forfeited by an agent that could not go on.
  bool was_played() const {
    return status == CampaignStatus::Ok || status == CampaignStatus::Limit;
  }

  double score_a() const {
    return winner == play::Outcome::Winner::A   ? 1.0
           : winner == play::Outcome::Winner::B ? 0.0
                                                : 0.5;
  }
};

/// A finished campaign: its summary, its lines in each table, and why it failed if it did.
struct CampaignRecord {
  CampaignSummary summary;
  std::vector<std::string> rows;  ///< by table: whole CSV lines, each ended by a line feed
  std::string failure;            ///< one line; empty unless status is Error or Forfeit
  std::string position;           ///< the last position as bytes, for re-scoring; may be empty
  std::string tally;              ///< what it adds to the sums of the run; may be empty
  double seconds = 0;             ///< wall clock; goes to timing.csv only
};

/// A column of a table, as datapackage.json describes it.
struct Column {
  std::string name;
  std::string type;  ///< "integer", "number" or "string"
  std::string description;
};

/// A table of the run folder. The first table is always "campaigns".
struct Table {
  std::string name;
  std::vector<Column> columns;
  std::vector<std::string> key;  ///< the columns that identify a row
};

/// The columns of results/*.csv: one estimate a row.
const std::vector<Column>& result_columns();

/// Sums over the campaigns of a run, fed in schedule order.
class CampaignSums {
 public:
  virtual ~CampaignSums() = default;
  virtual void add(const CampaignSummary& summary, const std::string& tally) = 0;
  /// Lines of the tables that CampaignSource::sum_tables() declares.
  virtual std::vector<std::string> lines() const = 0;
};

/// Plays campaigns on one thread.
class CampaignPlayer {
 public:
  virtual ~CampaignPlayer() = default;
  /// Plays the campaign that `task` names. Whatever it throws becomes a row with
  /// status "error". When `stop` is requested it may give up by returning an empty `rows`.
  virtual CampaignRecord play(const CampaignTask& task, std::stop_token stop) = 0;
};

/// Where campaigns come from: the schedule, the tables and a player for each thread.
class CampaignSource {
 public:
  virtual ~CampaignSource() = default;
  virtual const std::vector<Table>& tables() const = 0;
  /// Tables of sums, written beside them; make_sums() is null where there are none.
  virtual std::vector<Table> sum_tables() const { return {}; }
  virtual std::unique_ptr<CampaignSums> make_sums() const { return nullptr; }
  /// The campaign with this id. Must not depend on anything but the id and the experiment.
  virtual CampaignTask task(std::uint64_t id) const = 0;
  /// Called from many threads at once.
  virtual std::unique_ptr<CampaignPlayer> make_player() const = 0;
  /// The line of campaigns.csv for a campaign that failed.
  virtual std::string failed_row(const CampaignTask& task, CampaignStatus status,
                                 const std::string& failure) const = 0;
};

}  // namespace niemen::lab
