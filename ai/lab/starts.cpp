#include "ai/lab/starts.h"

#include <utility>

#include "engine/core/hash.h"

namespace niemen::lab {

namespace {

using Starts = std::vector<std::unique_ptr<PreparedCell>>;

std::size_t start_of(const CampaignTask& task, const Starts& starts) {
  return static_cast<std::size_t>(task.block % starts.size());
}

/// One thread's players, made when their start first comes up.
class StartsPlayer : public CellPlayer {
 public:
  explicit StartsPlayer(const Starts& starts) : starts_(starts), players_(starts.size()) {}
  PlayedCampaign play(const CampaignTask& task, std::stop_token stop) override {
    const auto start = start_of(task, starts_);
    if (!players_[start]) players_[start] = starts_[start]->make_player();
    return players_[start]->play(task, std::move(stop));
  }

 private:
  const Starts& starts_;
  std::vector<std::unique_ptr<CellPlayer>> players_;
};

class CellOfStarts : public PreparedCell {
 public:
  explicit CellOfStarts(Starts starts) : starts_(std::move(starts)), info_(starts_[0]->info()) {
    for (std::size_t i = 1; i < starts_.size(); ++i)
      info_.data_hash = core::mix(info_.data_hash, starts_[i]->info().data_hash);
  }
  const play::GameInfo& info() const override { return info_; }
  const play::GameInfo& info_of(const CampaignTask& task) const override {
    return starts_[start_of(task, starts_)]->info();
  }
  std::unique_ptr<CellPlayer> make_player() const override {
    return std::make_unique<StartsPlayer>(starts_);
  }
  std::uint64_t knowledge() const override { return starts_[0]->knowledge(); }
  std::vector<Column> turn_columns() const override { return starts_[0]->turn_columns(); }
  std::vector<Column> battle_columns() const override { return starts_[0]->battle_columns(); }
  std::vector<MapPlace> places() const override { return starts_[0]->places(); }
  std::vector<RuleUse> rules() const override { return starts_[0]->rules(); }
  std::vector<DeployedPieces> deployment(play::Side side) const override {
    return starts_[0]->deployment(side);
  }
  play::Outcome outcome_of(const std::string& position) const override {
    return starts_[0]->outcome_of(position);
  }
  std::string full_log(const CampaignTask& task, const CampaignOnlooker& onlooker) const override {
    return starts_[start_of(task, starts_)]->full_log(task, onlooker);
  }

 private:
  Starts starts_;
  play::GameInfo info_;
};

}  // namespace

std::unique_ptr<PreparedCell> load_starts(const Cell& cell, const CellFactory& load) {
  Starts starts;
  for (const auto& scenario : cell.starts) {
    auto one = cell;
    one.request.scenario = scenario;
    one.starts.clear();
    starts.push_back(load(one));
  }
  return std::make_unique<CellOfStarts>(std::move(starts));
}

}  // namespace niemen::lab
