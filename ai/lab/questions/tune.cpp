// The question "at what value does a target hold?".
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

#include "ai/lab/game_values.h"
#include "ai/lab/questions/question.h"
#include "ai/lab/questions/reading.h"
#include "ai/lab/statistics/root_finding.h"
#include "engine/core/error.h"
#include "engine/core/random.h"

namespace niemen::lab {

namespace {

enum class TargetMetric { WinShare, MeanMargin, LevelShare };
constexpr std::string_view kMetrics[] = {"win_share", "mean_margin", "level_share"};

struct TuneSettings : QuestionSettings {
  TargetMetric metric = TargetMetric::WinShare;
  std::string level;  ///< for LevelShare: the victory level's name
  double target = 0;
  std::uint64_t round = 0;  ///< campaigns between two looks

  /// Whether the target is a share of the campaigns, and not a mean.
  bool is_share() const { return metric != TargetMetric::MeanMargin; }
};

const TuneSettings& tune_of(const Experiment& experiment) {
  return experiment.settings_as<TuneSettings>();
}

double response_of(const ExperimentSource& source, const CampaignSummary& summary) {
  const auto& tune = tune_of(source.experiment());
  switch (tune.metric) {
    case TargetMetric::WinShare: return summary.score_a();
    case TargetMetric::MeanMargin: return summary.margin;
    case TargetMetric::LevelShare: break;
  }
  const auto& levels = source.prepared(summary.cell).info().victory_levels;
  const auto level = static_cast<std::size_t>(summary.level);
  return level < levels.size() && levels[level] == tune.level ? 1.0 : 0.0;
}

/// What is asked of one of its parameters.
RootQuestion root_question(const Experiment& experiment, const Factor& factor) {
  return {.low = factor.low,
          .high = factor.high,
          .target = tune_of(experiment).target,
          .share = tune_of(experiment).is_share()};
}

/// The campaigns played at its values.
std::vector<ResponsePoint> response_points(const ExperimentSource& source, const RecordedRun& run,
                                           const Factor& factor, std::uint64_t counted) {
  std::vector<ResponsePoint> points;
  for (const auto& summary : run.summaries()) {
    if (summary.id >= counted || summary.status == CampaignStatus::Error) continue;
    const bool scored = tune_of(source.experiment()).metric == TargetMetric::WinShare;
    if (!scored && !summary.was_played()) continue;
    const auto& level = source.cells()[summary.cell].levels[0];
    if (level.first == factor.key)
      points.push_back({std::strtod(level.second.c_str(), nullptr), response_of(source, summary),
                        summary.block});
  }
  return points;
}

/// The points of a factor that were played, none where `run` is null.
std::vector<ResponsePoint> points_of(const ExperimentSource& source, const RecordedRun* run,
                                     const Factor& factor) {
  if (!run) return {};
  return response_points(source, *run, factor, source.scheduled());
}

bool add_stage(ExperimentSource& source, const RecordedRun* run) {
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
    const auto round = static_cast<int>(std::min(tune_of(experiment).round, share - done));
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

/// "The French side scores 50 %": what a tuning looks for.
std::string target_words(const ExperimentSource& source) {
  const auto& tune = tune_of(source.experiment());
  const auto side = side_titles(source)[0];
  switch (tune.metric) {
    case TargetMetric::WinShare:
      return fmt::format("The {} side scores {:g} %", side, 100 * tune.target);
    case TargetMetric::MeanMargin:
      return fmt::format("The mean margin of the {} side is {:g}", side, tune.target);
    case TargetMetric::LevelShare: break;
  }
  return fmt::format("The level \"{}\" has {:g} % of the campaigns", tune.level, 100 * tune.target);
}

std::string lower_first(std::string text) {
  text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

/// The response over the values played, as it was seen and as the monotone fit has it.
void add_curve(Answer& answer, const Factor& factor, const RootAnswer& root) {
  for (const auto& point : root.curve) {
    // A sum of many values of a factor, divided again: its last digits are noise.
    const auto value = fmt::format("{:.10g}", point.x);
    Estimate fitted;
    fitted.value = point.fitted;
    fitted.std_error = fitted.interval.low = fitted.interval.high = std::nan("");
    fitted.n = fitted.blocks = point.n;
    answer.findings.push_back(
        {"response", factor.key, "fitted", fitted, "monotone least squares", value, ""});
    fitted.value = point.seen;
    answer.findings.push_back({"response", factor.key, "seen", fitted, "mean", value, ""});
  }
}

/// The value of the factor's grid that lies nearest to the root.
double nearest_step(const Factor& factor, double root) {
  const double steps = std::round((root - factor.low) / factor.step);
  const double most = std::floor((factor.high - factor.low) / factor.step);
  return factor.low + std::clamp(steps, 0.0, most) * factor.step;
}

/// What to write into the game: a value of the grid, and what was seen of the campaigns at it.
/// Empty without a grid.
std::string add_recommendation(Answer& answer, const ExperimentSource& source, const Factor& factor,
                               const RootAnswer& root, const std::vector<ResponsePoint>& points) {
  if (factor.step <= 0) return "";
  const double value = nearest_step(factor, root.root.value);
  std::vector<Observation> seen;
  for (const auto& point : points)
    if (std::abs(point.x - value) < factor.step / 2) seen.push_back({point.response, point.block});
  const auto setting = fmt::format("{} = {:g}", factor.key, value);
  if (seen.empty())
    return fmt::format("{} is the nearest step; no campaign was played at it yet", setting);
  const bool share = tune_of(source.experiment()).is_share();
  const auto estimate = share ? share_estimate(seen) : mean_estimate(seen);
  answer.findings.push_back({"target", factor.key, "seen_at_recommended", estimate,
                             share ? "jeffreys" : "mean", fmt::format("{:g}", value),
                             "recommended"});
  return fmt::format("{} is the nearest step: {} there, in {} campaigns", setting,
                     share ? share_text(estimate) : mean_text(estimate), seen.size());
}

Answer answer(const ExperimentSource& source, const RecordedRun& run, std::uint64_t counted) {
  Answer answer;
  struct Found {
    double change;
    std::string sentence;
  };
  std::vector<Found> found;
  std::vector<std::string> refused;
  const auto values = game_values(source.experiment().request);
  for (const auto& factor : source.experiment().factors) {
    const auto called = factor.key + row_words(values, factor.key);
    const auto points = response_points(source, run, factor, counted);
    if (points.size() < 2) continue;
    const auto root = find_root(points, root_question(source.experiment(), factor));
    add_curve(answer, factor, root);
    const bool share = tune_of(source.experiment()).is_share();
    Finding finding{"target",
                    factor.key,
                    "value_at_target",
                    root.root,
                    share ? "logistic near the root, profile" : "line near the root, fieller",
                    fmt::format("{}", tune_of(source.experiment()).target),
                    "found"};
    if (root.status != RootStatus::Found) {
      const double none = std::nan("");
      finding.verdict = root.status == RootStatus::NotMonotone ? "not monotone"
                        : root.more > 0                        ? "not shown"
                                                               : "no root in range";
      finding.estimate.value = finding.estimate.std_error = none;
      finding.estimate.interval = {none, none};
      finding.estimate.n = static_cast<int>(points.size());
      refused.push_back(fmt::format("{}: {}.", called, root.message));
    } else {
      const auto advice = add_recommendation(answer, source, factor, root, points);
      found.push_back({std::abs(root.root.value - factor.now) / (factor.high - factor.low),
                       fmt::format("{} = {}{}{}", called, root.message,
                                   advice.empty() ? "" : ". Recommended: ", advice)});
    }
    answer.findings.push_back(std::move(finding));
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Found& a, const Found& b) { return a.change < b.change; });
  const auto target = target_words(source);
  for (const auto& one : found)
    answer.sentences.push_back(fmt::format("{} at {}.", target, one.sentence));
  if (found.size() > 1)
    answer.sentences.push_back(
        "Each change is made alone; the smallest, as a share of its range, is named first.");
  if (found.empty() && !refused.empty())
    answer.sentences.push_back("No value is named for this: " + lower_first(target) + ".");
  answer.sentences.insert(answer.sentences.end(), refused.begin(), refused.end());
  for (std::uint32_t cell = 0; cell < source.cells().size(); ++cell)
    add_cell_findings(answer, source, run, counted, cell, "cells");
  return answer;
}

constexpr WholeKey kRound{"round", 80, 8, 1'000'000, "campaigns between two looks"};

void read_target(core::ConfigTable table, Experiment& experiment) {
  read_factors(table, "tune", true, experiment);
  for (const auto& factor : experiment.factors)
    if (!factor.is_range())
      table.fail("factors", "\"" + factor.key + "\" needs \"low\" and \"high\" to be tuned");
  TuneSettings tune;
  tune.metric = static_cast<TargetMetric>(table.choice_or("metric", 0, kMetrics));
  if (tune.metric == TargetMetric::LevelShare) tune.level = table.text("level");
  tune.target = tune.is_share() ? table.real_or("target", 0.5, 0.01, 0.99)
                                : table.real_or("target", 0, -1e9, 1e9);
  tune.round = read(table, kRound);
  table.finish();
  experiment.settings = std::make_shared<const TuneSettings>(std::move(tune));
}

void read_file(core::ConfigTable& file, Experiment& experiment) {
  read_campaigns(file, experiment);
  read_game(file, experiment);
  read_agents(file, experiment);
  read_band(file, experiment);
  read_target(file.table("tune"), experiment);
  if (experiment.campaigns < experiment.factors.size())
    file.fail("campaigns", fmt::format("{} campaigns leave some of the {} parameters without any",
                                       experiment.campaigns, experiment.factors.size()));
}

std::vector<core::ParameterDescription> parameters() {
  const std::string factor_key = kFactorText;
  return {
      {"tune.metric", "choice", "win_share", "win_share, mean_margin, level_share",
       "what shall reach the target"},
      {"tune.level", "text", "none", "a level of the victory table", "the level of level_share"},
      {"tune.target", "real", "0.5; of mean_margin 0", "0.01 to 0.99; of mean_margin any",
       "where it shall be"},
      describe("tune", kRound),
      {"tune.factors.key", "text", "", factor_key, "what is tuned, each alone"},
      {"tune.factors.low", "real", "", "-1e12 to 1e12", "lower end of the range"},
      {"tune.factors.high", "real", "", "above low", "upper end of the range"},
      {"tune.factors.step", "real", "0", "0 to 1e12", "its step; 0: any value"},
      {"tune.factors.now", "real", "the middle", "-1e12 to 1e12",
       "the value as the rules stand, from which a change is measured"},
  };
}

void resolve(const Experiment& experiment, nlohmann::ordered_json& root) {
  const auto& tune = tune_of(experiment);
  root["tune"] = {{"metric", kMetrics[static_cast<std::size_t>(tune.metric)]},
                  {"level", tune.level},
                  {"target", tune.target},
                  {"round", tune.round}};
}

void check_level(const Experiment& experiment, const play::GameInfo& info) {
  const auto& tune = tune_of(experiment);
  if (tune.metric != TargetMetric::LevelShare) return;
  std::string allowed;
  for (const auto& level : info.victory_levels) {
    if (level == tune.level) return;
    allowed += (allowed.empty() ? "\"" : ", \"") + level + "\"";
  }
  throw core::InputError("tune: no victory level is called \"" + tune.level +
                         "\"; allowed: " + allowed);
}

/// A tuning has no combination before its first round; its identity still holds the data of its
/// game, and both ends of each range must be rules of it.
void make_ready(ExperimentSource& source, const CellFactory& factory) {
  const auto& experiment = source.experiment();
  if (source.cells().empty())
    source.add_cell(cell_with(experiment, experiment.factors[0].key, experiment.factors[0].low));
  for (const auto& factor : experiment.factors)
    for (const double value : {factor.low, factor.high})
      (void)factory(cell_with(experiment, factor.key, value));
  check_level(experiment, source.prepared(0).info());
}

std::uint64_t campaigns_in_all(const Experiment& experiment) {
  return experiment.campaigns / experiment.factors.size() * experiment.factors.size();
}

std::string stages_in_words(const Experiment& experiment) {
  const auto share = experiment.campaigns / experiment.factors.size();
  const auto round = tune_of(experiment).round;
  return fmt::format("{} campaigns ({} parameters in {} rounds each)", campaigns_in_all(experiment),
                     experiment.factors.size(), (share + round - 1) / round);
}

}  // namespace

namespace questions {

const Question& tune() {
  static const Question kRow{.name = "tune",
                             .read = read_file,
                             .parameters = parameters,
                             .resolve = resolve,
                             .make_ready = make_ready,
                             .add_stage = add_stage,
                             .campaigns_in_all = campaigns_in_all,
                             .stages_in_words = stages_in_words,
                             .answer = answer};
  return kRow;
}

}  // namespace questions

}  // namespace niemen::lab
