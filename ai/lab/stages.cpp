#include "ai/lab/stages.h"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "engine/core/error.h"
#include "engine/core/random.h"

namespace niemen::lab {

namespace {

/// Blocks of confirming campaigns, apart from those of the selection.
constexpr std::uint64_t kConfirmA = std::uint64_t{1} << 40;
constexpr std::uint64_t kConfirmB = std::uint64_t{1} << 41;
/// The stream of campaign keys that chose nothing.
constexpr std::uint64_t kFreshKeys = 1;

bool add_confirmation(ExperimentSource& source, const RecordedRun& run) {
  const auto& experiment = source.experiment();
  if (source.scheduled() > source.regular() || experiment.confirm == 0) return false;
  const auto choice = choose_openings(source, run, source.regular());
  const auto rows = experiment.openings[0].size(), columns = experiment.openings[1].size();
  for (std::uint64_t i = 0; i < experiment.confirm; ++i) {
    const auto cell = choice.row * columns + i % columns;
    source.add_task(static_cast<std::uint32_t>(cell), kConfirmA + i,
                    core::random_bits(experiment.seed, kFreshKeys, 2 * i));
  }
  for (std::uint64_t i = 0; i < experiment.confirm; ++i) {
    const auto cell = (i % rows) * columns + choice.column;
    source.add_task(static_cast<std::uint32_t>(cell), kConfirmB + i,
                    core::random_bits(experiment.seed, kFreshKeys, 2 * i + 1));
  }
  return true;
}

double response_of(const ExperimentSource& source, const CampaignSummary& summary) {
  const auto& tune = source.experiment().tune;
  switch (tune.metric) {
    case TargetMetric::WinShare: return summary.score_a();
    case TargetMetric::MeanMargin: return summary.margin;
    case TargetMetric::LevelShare: break;
  }
  const auto& levels = source.prepared(summary.cell).info().victory_levels;
  const auto level = static_cast<std::size_t>(summary.level);
  return level < levels.size() && levels[level] == tune.level ? 1.0 : 0.0;
}

/// The points of a factor that were played, none where `run` is null.
std::vector<ResponsePoint> points_of(const ExperimentSource& source, const RecordedRun* run,
                                     const Factor& factor) {
  if (!run) return {};
  return response_points(source, *run, factor, source.scheduled());
}

bool add_tuning_round(ExperimentSource& source, const RecordedRun* run) {
  const auto& experiment = source.experiment();
  const auto share = experiment.campaigns / experiment.factors.size();
  std::map<std::uint32_t, std::uint64_t> played;
  for (std::uint64_t id = 0; id < source.scheduled(); ++id) ++played[source.task(id).cell];
  bool added = false;
  for (const auto& factor : experiment.factors) {
    std::uint64_t done = 0;
    for (const auto& [cell, count] : played)
      if (source.cells()[cell].levels[0].first == factor.key) done += count;
    if (done >= share) continue;
    const auto points = points_of(source, run, factor);
    const auto round = static_cast<int>(std::min(experiment.tune.round, share - done));
    const auto question = root_question(experiment, factor);
    for (const double x : next_root_values(points, question, round, factor.step)) {
      const auto cell = source.add_cell(cell_with(experiment, factor.key, x));
      // Dice of their own: shared ones would steady the slope, but a root hangs on the level, and
      // luck that befalls all values alike would move it as a whole.
      const auto block = done++;
      source.add_task(cell, block, core::random_bits(experiment.seed, 0, block));
      added = true;
    }
  }
  return added;
}

}  // namespace

void add_first_round(ExperimentSource& source) { add_tuning_round(source, nullptr); }

std::uint64_t campaigns_in_all(const Experiment& experiment) {
  switch (experiment.question) {
    case Question::Openings: return experiment.campaigns + 2 * experiment.confirm;
    case Question::Tune:
      return experiment.campaigns / experiment.factors.size() * experiment.factors.size();
    default: return experiment.campaigns;
  }
}

bool add_next_stage(ExperimentSource& source, const RecordedRun& run) {
  switch (source.experiment().question) {
    case Question::Openings: return add_confirmation(source, run);
    case Question::Tune: return add_tuning_round(source, &run);
    default: return false;
  }
}

play::Side confirmation_side(std::uint64_t block) {
  return block < kConfirmB ? play::Side::A : play::Side::B;
}

RootQuestion root_question(const Experiment& experiment, const Factor& factor) {
  return {.low = factor.low,
          .high = factor.high,
          .target = experiment.tune.target,
          .share = experiment.tune.metric != TargetMetric::MeanMargin};
}

std::vector<ResponsePoint> response_points(const ExperimentSource& source, const RecordedRun& run,
                                           const Factor& factor, std::uint64_t counted) {
  std::vector<ResponsePoint> points;
  for (const auto& summary : run.summaries()) {
    if (summary.id >= counted || summary.status == CampaignStatus::Error) continue;
    const bool scored = source.experiment().tune.metric == TargetMetric::WinShare;
    if (!scored && !summary.was_played()) continue;
    const auto& level = source.cells()[summary.cell].levels[0];
    if (level.first == factor.key)
      points.push_back({std::strtod(level.second.c_str(), nullptr), response_of(source, summary),
                        summary.block});
  }
  return points;
}

}  // namespace niemen::lab
