#include "ai/lab/experiment_source.h"

#include <algorithm>
#include <map>
#include <utility>

#include "ai/lab/campaign_table.h"
#include "ai/lab/csv.h"
#include "ai/lab/questions/question.h"
#include "engine/core/error.h"
#include "engine/core/hash.h"

namespace niemen::lab {

namespace {

/// Last positions are kept for re-scoring unless a run is so large that they would fill a disk.
constexpr std::uint64_t kKeepPositionsBelow = 200'000;

/// One thread's players, made when their cell first comes up.
class ExperimentPlayer : public CampaignPlayer {
 public:
  explicit ExperimentPlayer(const ExperimentSource& source)
      : source_(source), players_(source.cells().size()) {}

  CampaignRecord play(const CampaignTask& task, std::stop_token stop) override {
    auto& player = players_[task.cell];
    if (!player) player = source_.prepared(task.cell).make_player();
    auto played = player->play(task, stop);
    CampaignRecord record;
    if (!played.complete) return record;
    auto& summary = record.summary;
    summary.id = task.id;
    summary.block = task.block;
    summary.cell = task.cell;
    summary.state_hash = played.state_hash;
    summary.margin = played.outcome.margin;
    summary.a_losses = played.a_losses;
    summary.b_losses = played.b_losses;
    summary.turns = played.turns;
    summary.level = played.outcome.level;
    summary.decided_turn = played.decided_turn;
    summary.status = played.status;
    summary.winner = played.outcome.winner;
    record.failure = played.failure;
    if (!played.tally.places.empty()) record.tally = pack_tally(played.tally);
    if (source_.experiment().campaigns < kKeepPositionsBelow)
      record.position = std::move(played.position);
    record.rows.assign(source_.tables().size(), {});
    record.rows[0] = source_.campaign_row(task, played);
    for (std::size_t t = 1; t < source_.tables().size(); ++t)
      record.rows[t] = source_.tables()[t].name == "turns" ? turn_lines(task, played)
                                                           : battle_lines(task, played);
    return record;
  }

 private:
  static std::string turn_lines(const CampaignTask& task, const PlayedCampaign& played) {
    std::string lines;
    CsvLine line;
    for (const auto& row : played.turn_rows) {
      line.count(task.id).integer(row.turn).text(row.side == play::Side::A ? "a" : "b");
      for (const double value : row.values) line.real(value);
      lines += line.take();
    }
    return lines;
  }

  static std::string battle_lines(const CampaignTask& task, const PlayedCampaign& played) {
    std::string lines;
    CsvLine line;
    int number = 0;
    for (const auto& row : played.battle_rows) {
      line.count(task.id).integer(++number);
      for (const auto& cell : row.cells) line.text(cell);
      lines += line.take();
    }
    return lines;
  }

  const ExperimentSource& source_;
  std::vector<std::unique_ptr<CellPlayer>> players_;
};

/// Places and rules of every cell, summed.
class ExperimentSums : public CampaignSums {
 public:
  explicit ExperimentSums(const ExperimentSource& source) : source_(source) {
    for (std::size_t cell = 0; cell < source.cells().size(); ++cell) {
      places_.push_back(source.prepared(cell).places());
      rules_.push_back(source.prepared(cell).rules());
      sums_.emplace_back(places_.back().size(), rules_.back().size());
    }
  }

  void add(const CampaignSummary& summary, const std::string& tally) override {
    const auto cell = summary.cell;
    sums_[cell].add(unpack_tally(tally, places_[cell].size(), rules_[cell].size()));
  }

  std::vector<std::string> lines() const override {
    std::vector<std::string> lines{map_lines(places_[0]), {}, {}};
    for (std::size_t cell = 0; cell < sums_.size(); ++cell) {
      if (sums_[cell].empty()) continue;
      lines[1] += sums_[cell].place_lines(source_.cells()[cell].id, places_[cell]);
      lines[2] += sums_[cell].rule_lines(source_.cells()[cell].id, rules_[cell]);
    }
    if (auto deployments = source_.deployments(); !deployments.empty())
      lines.push_back(std::move(deployments));
    return lines;
  }

 private:
  const ExperimentSource& source_;
  std::vector<std::vector<MapPlace>> places_;
  std::vector<std::vector<RuleUse>> rules_;
  std::vector<TallySums> sums_;
};

}  // namespace

const char* end_name(CampaignEnd end) {
  constexpr const char* kNames[] = {"played_out", "sudden_death", "limit", "forfeit", "error"};
  static_assert(std::size(kNames) == static_cast<std::size_t>(CampaignEnd::Count));
  return kNames[static_cast<std::size_t>(end)];
}

CampaignEnd end_of(CampaignStatus status, int turns, const play::GameInfo& info) {
  switch (status) {
    case CampaignStatus::Error: return CampaignEnd::Error;
    case CampaignStatus::Limit: return CampaignEnd::Limit;
    case CampaignStatus::Forfeit: return CampaignEnd::Forfeit;
    case CampaignStatus::Ok: break;
  }
  return turns < info.last_turn ? CampaignEnd::SuddenDeath : CampaignEnd::PlayedOut;
}

ExperimentSource::ExperimentSource(const Experiment& experiment, CellFactory factory)
    : experiment_(experiment), factory_(std::move(factory)) {
  for (const auto& cell : experiment.cells) add_cell(cell);
  regular_cells_ = cells_.size();
  const auto schedules_itself = experiment.question->schedules_itself;
  const bool regular = !schedules_itself || !schedules_itself(experiment);
  regular_ = regular_cells_ && regular ? experiment.campaigns : 0;
}

std::uint32_t ExperimentSource::add_cell(const Cell& cell) {
  for (std::size_t i = 0; i < cells_.size(); ++i)
    if (cells_[i].id == cell.id) return static_cast<std::uint32_t>(i);
  prepared_.push_back(placing(experiment_, [&] { return factory_(cell); }));
  cells_.push_back(cell);
  if (tables_.empty()) {
    tables_.push_back({"campaigns", campaign_columns(experiment_.factors), {"campaign_id"}});
    auto turn = prepared_[0]->turn_columns();
    if (!turn.empty()) {
      turn.insert(turn.begin(), {{"campaign_id", "integer", "as in campaigns.csv"},
                                 {"turn", "integer", "from 1"},
                                 {"side", "string", "a or b"}});
      tables_.push_back({"turns", std::move(turn), {"campaign_id", "turn", "side"}});
    }
    auto battle = prepared_[0]->battle_columns();
    if (!battle.empty()) {
      battle.insert(battle.begin(), {{"campaign_id", "integer", "as in campaigns.csv"},
                                     {"battle_no", "integer", "from 1 in each campaign"}});
      tables_.push_back({"battles", std::move(battle), {"campaign_id", "battle_no"}});
    }
  }
  return static_cast<std::uint32_t>(cells_.size() - 1);
}

void ExperimentSource::add_task(std::uint32_t cell, std::uint64_t block, std::uint64_t key,
                                std::array<std::shared_ptr<const SetUp>, play::kSides> set_ups) {
  extra_.push_back({scheduled(), cell, block, key, std::move(set_ups)});
}

CampaignTask ExperimentSource::task(std::uint64_t id) const {
  if (id < regular_) return scheduled_task(id, regular_cells_, experiment_.seed);
  return extra_[id - regular_];
}

std::string ExperimentSource::deployments() const {
  std::map<std::pair<play::Side, std::string>, std::string> lines;
  for (std::size_t cell = 0; cell < cells_.size(); ++cell)
    for (const auto side : {play::Side::A, play::Side::B}) {
      const auto& name = cells_[cell].request.openings[play::index(side)];
      auto& text = lines[{side, name}];
      if (!name.empty() && text.empty())
        text = deployment_lines(side, name, prepared_[cell]->deployment(side));
    }
  std::string all;
  for (const auto& [opening, text] : lines) all += text;
  return all;
}

std::vector<Table> ExperimentSource::sum_tables() const {
  if (prepared_[0]->places().empty()) return {};
  std::vector<Table> tables{map_table(), place_table(), rule_table()};
  if (!deployments().empty()) tables.push_back(deployment_table());
  return tables;
}

std::unique_ptr<CampaignSums> ExperimentSource::make_sums() const {
  return sum_tables().empty() ? nullptr : std::make_unique<ExperimentSums>(*this);
}

std::unique_ptr<CampaignPlayer> ExperimentSource::make_player() const {
  return std::make_unique<ExperimentPlayer>(*this);
}

std::vector<std::uint64_t> ExperimentSource::data_hashes() const {
  std::vector<std::uint64_t> hashes;
  for (const auto& cell : prepared_) hashes.push_back(cell->info().data_hash);
  return hashes;
}

std::uint64_t ExperimentSource::knowledge() const {
  std::uint64_t hash = 0;
  for (const auto& cell : prepared_) hash = core::mix(hash, cell->knowledge());
  return hash;
}

std::string ExperimentSource::campaign_row(const CampaignTask& task,
                                           const PlayedCampaign& played) const {
  return lab::campaign_row({.task = task,
                            .cell = cells_[task.cell],
                            .info = prepared_[task.cell]->info_of(task),
                            .status = played.status,
                            .played = &played,
                            .records_battles = tables_.back().name == "battles"},
                           experiment_.factors);
}

std::string ExperimentSource::failed_row(const CampaignTask& task, CampaignStatus status,
                                         const std::string&) const {
  return lab::campaign_row({.task = task,
                            .cell = cells_[task.cell],
                            .info = prepared_[task.cell]->info_of(task),
                            .status = status},
                           experiment_.factors);
}

}  // namespace niemen::lab
