// B8: the best of many deployments is played again before its figure is printed. Whole experiments
// on a made-up game whose true shares are known, from the file to the verdict.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>

#include "ai/lab/csv.h"
#include "ai/lab/run.h"
#include "engine/core/file_writer.h"
#include "engine/core/random.h"

using namespace niemen;
using namespace niemen::lab;
namespace fs = std::filesystem;

namespace {

constexpr int kDeployments = 64;
constexpr int kCampaignsEach = 200;
constexpr int kConfirm = 400;
constexpr double kSpread = 0.05;  ///< of the true shares round one half

std::string deployment(int k) { return "d" + std::to_string(k); }

/// The share that side A truly wins with a deployment, drawn anew in every repetition.
double true_share(std::uint64_t repetition, const std::string& name) {
  core::RandomStream random(0x7a17, repetition * kDeployments + std::stoull(name.substr(1)));
  const double radius = std::sqrt(-2 * std::log(1 - random.uniform()));
  return 0.5 + kSpread * radius * std::cos(6.283185307179586 * random.uniform());
}

class MadeUpPlayer : public CellPlayer {
 public:
  explicit MadeUpPlayer(double share) : share_(share) {}
  PlayedCampaign play(const CampaignTask& task, std::stop_token) override {
    // Each cell has its own luck: dice that befall all deployments alike would select fairly.
    core::RandomStream dice(task.key, task.cell);
    PlayedCampaign played;
    played.outcome.winner =
        dice.uniform() < share_ ? play::Outcome::Winner::A : play::Outcome::Winner::B;
    played.turns = 1;
    return played;
  }

 private:
  double share_;
};

class MadeUpCell : public PreparedCell {
 public:
  MadeUpCell(std::uint64_t repetition, const Cell& cell)
      : share_(true_share(repetition, cell.request.openings[0])) {
    info_.title = "made-up";
    info_.side_names[0] = "North";
    info_.side_names[1] = "South";
  }
  const play::GameInfo& info() const override { return info_; }
  std::unique_ptr<CellPlayer> make_player() const override {
    return std::make_unique<MadeUpPlayer>(share_);
  }
  play::Outcome outcome_of(const std::string&) const override { return {}; }
  std::string full_log(const CampaignTask&, const CampaignOnlooker&) const override { return {}; }

 private:
  play::GameInfo info_;
  double share_;
};

struct Trial {
  double naive_bias = 0, bias = 0, coverage = 0;
};

/// Runs whole experiments; what the verdict prints of the best-rated deployment against the truth.
Trial trial(int repetitions) {
  const auto folder =
      fs::temp_directory_path() / ("niemen_selection_" + std::to_string(::getpid()));
  std::string text =
      "question = \"openings\"\ncampaigns = " + std::to_string(kDeployments * kCampaignsEach) +
      "\n[game]\ntitle = \"lorn-valley\"\n[agents]\na = \"random\"\nb = \"random\"\n[openings]\n"
      "b = [\"only\"]\nconfirm = " +
      std::to_string(kConfirm) + "\na = [";
  for (int k = 0; k < kDeployments; ++k) text += (k ? ", \"" : "\"") + deployment(k) + "\"";
  fs::create_directories(folder);
  core::write_file(folder / "plan.toml", text + "]\n");
  auto experiment = read_experiment(folder / "plan.toml");
  Trial sums;
  for (int r = 0; r < repetitions; ++r) {
    const auto repetition = static_cast<std::uint64_t>(r);
    experiment.seed = repetition + 1;
    RunRequest request;
    request.folder = folder / "run";
    request.threads = 1;
    request.factory = [&](const Cell& cell) {
      return std::make_unique<MadeUpCell>(repetition, cell);
    };
    const auto outcome = run_experiment(experiment, request);
    for (const auto& finding : outcome.answer.findings) {
      if (finding.table != "confirmation" || !finding.cell_id.starts_with("a:")) continue;
      const auto chosen = finding.cell_id.substr(2);
      const double truth = true_share(repetition, chosen);
      sums.bias += finding.estimate.value - truth;
      sums.coverage += finding.estimate.interval.contains(truth);
      for (const auto& naive : outcome.answer.findings)
        if (naive.table == "cells" && naive.cell_id == chosen + "__only" &&
            naive.metric == "win_share_a")
          sums.naive_bias += naive.estimate.value - truth;
    }
    fs::remove_all(folder / "run");
  }
  fs::remove_all(folder);
  return {sums.naive_bias / repetitions, sums.bias / repetitions, sums.coverage / repetitions};
}

}  // namespace

TEST_CASE("the printed share of the chosen deployment bears no winner's curse", "[lab][trials]") {
  const auto result = trial(12);
  CHECK(result.naive_bias > 0.02);
  CHECK(std::abs(result.bias) < 0.025);
  CHECK(result.coverage >= 0.7);
}

TEST_CASE("B8: no winner's curse at length", "[.long]") {
  const auto result = trial(1000);
  WARN("best of " << kDeployments << " at " << kCampaignsEach << ": naive bias "
                  << result.naive_bias << ", printed " << result.bias << ", covered "
                  << result.coverage);
  CHECK(std::abs(result.bias) <= 0.005);
  CHECK(result.coverage >= 0.93);
  CHECK(result.coverage <= 0.97);
}
