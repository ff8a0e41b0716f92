// The questions "which parameter matters?", "what value makes it even?" and "does strength
// matter?".
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "ai/lab/findings.h"
#include "ai/lab/stages.h"
#include "ai/lab/statistics/effects.h"
#include "ai/lab/statistics/root_finding.h"
#include "engine/core/error.h"

namespace niemen::lab {

namespace {

/// Where a level lies between the factor's lowest (0) and highest (1): by its value where all are
/// numbers, else by its place in the list.
double position_of(const Factor& factor, const std::string& level) {
  const auto number = [](const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    return end == text.c_str() || *end != '\0' ? std::nan("") : value;
  };
  if (factor.is_range()) return (number(level) - factor.low) / (factor.high - factor.low);
  double low = INFINITY, high = -INFINITY, place = 0;
  bool numbers = true;
  for (std::size_t i = 0; i < factor.values.size(); ++i) {
    const double value = number(factor.values[i]);
    numbers = numbers && std::isfinite(value);
    low = std::min(low, value);
    high = std::max(high, value);
    if (factor.values[i] == level) place = static_cast<double>(i);
  }
  if (numbers && high > low) return (number(level) - low) / (high - low);
  const auto last = static_cast<double>(factor.values.size()) - 1;
  return last > 0 ? place / last : 0.5;
}

template <class F>
std::vector<SweepPoint> sweep_points(const ExperimentSource& source, const RecordedRun& run,
                                     std::uint64_t counted, F&& figure) {
  const auto& factors = source.experiment().factors;
  std::vector<SweepPoint> points;
  for (const auto& summary : run.summaries()) {
    if (summary.id >= counted || summary.status == CampaignStatus::Error) continue;
    const double value = figure(summary);
    if (!std::isfinite(value)) continue;
    SweepPoint point{{}, value, summary.block};
    const auto& levels = source.cells()[summary.cell].levels;
    for (std::size_t i = 0; i < factors.size(); ++i)
      point.setting.push_back(position_of(factors[i], levels[i].second));
    points.push_back(std::move(point));
  }
  return points;
}

template <class F>
std::vector<Effect> add_effects(Answer& answer, const ExperimentSource& source,
                                const RecordedRun& run, std::uint64_t counted, const char* metric,
                                F&& figure) {
  const auto points = sweep_points(source, run, counted, figure);
  if (points.empty()) return {};
  std::vector<std::string> names;
  for (const auto& factor : source.experiment().factors) names.push_back(factor.key);
  const auto effects = ranked_effects(points, names, source.experiment().interactions);
  for (const auto& effect : effects)
    answer.findings.push_back({"sweep", effect.name, std::string("effect_on_") + metric,
                               effect.change, "least squares, blocks",
                               fmt::format("share of variance {:.4f}", effect.share_of_variance),
                               effect.change.interval.contains(0) ? "open" : "shown"});
  return effects;
}

}  // namespace

Answer answer_sweep(const ExperimentSource& source, const RecordedRun& run, std::uint64_t counted) {
  Answer answer;
  const auto effects = add_effects(answer, source, run, counted, "win_share_a",
                                   [](const auto& s) { return s.score_a(); });
  add_effects(answer, source, run, counted, "margin", [](const auto& s) { return s.margin; });
  add_effects(answer, source, run, counted, "turns",
              [](const auto& s) { return static_cast<double>(s.turns); });
  add_effects(answer, source, run, counted, "losses_a", [](const auto& s) { return s.a_losses; });
  add_effects(answer, source, run, counted, "losses_b", [](const auto& s) { return s.b_losses; });
  std::string words;
  for (const auto& effect : effects)
    words += fmt::format("\n  {:+.1f} points ({:+.1f} to {:+.1f}) {}", 100 * effect.change.value,
                         100 * effect.change.interval.low, 100 * effect.change.interval.high,
                         effect.name);
  answer.sentences.push_back(
      "Change of the first side's score from the lowest to the highest setting:" + words);
  for (std::uint32_t cell = 0; cell < source.cells().size(); ++cell)
    add_cell_findings(answer, source, run, counted, cell, "cells");
  return answer;
}

Answer answer_tune(const ExperimentSource& source, const RecordedRun& run, std::uint64_t counted) {
  Answer answer;
  struct Found {
    double change;
    std::string sentence;
  };
  std::vector<Found> found;
  std::vector<std::string> refused;
  for (const auto& factor : source.experiment().factors) {
    const auto points = response_points(source, run, factor, counted);
    if (points.size() < 2) continue;
    const auto root = find_root(points, root_question(source.experiment(), factor));
    Finding finding{
        "target",  factor.key,          "value_at_target",
        root.root, "logistic, fieller", fmt::format("{}", source.experiment().tune.target),
        "found"};
    if (root.status != RootStatus::Found) {
      const double none = std::nan("");
      finding.verdict =
          root.status == RootStatus::NotMonotone ? "not monotone" : "no root in range";
      finding.estimate.value = finding.estimate.std_error = none;
      finding.estimate.interval = {none, none};
      finding.estimate.n = static_cast<int>(points.size());
      refused.push_back(fmt::format("{}: {}.", factor.key, root.message));
    } else {
      const double middle = (factor.low + factor.high) / 2;
      found.push_back({std::abs(root.root.value - middle) / (factor.high - factor.low),
                       fmt::format("{} = {}", factor.key, root.message)});
    }
    answer.findings.push_back(std::move(finding));
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Found& a, const Found& b) { return a.change < b.change; });
  for (const auto& one : found)
    answer.sentences.push_back(
        fmt::format("The target {} is met at {}.", source.experiment().tune.target, one.sentence));
  answer.sentences.insert(answer.sentences.end(), refused.begin(), refused.end());
  for (std::uint32_t cell = 0; cell < source.cells().size(); ++cell)
    add_cell_findings(answer, source, run, counted, cell, "cells");
  return answer;
}

Answer answer_skill(const ExperimentSource& source, const RecordedRun& run, std::uint64_t counted) {
  Answer answer;
  const auto& ladder = source.experiment().ladder;
  const auto rungs = static_cast<std::uint32_t>(ladder.size());
  std::string curve;
  bool above = false, below = false;
  for (std::uint32_t i = 0; i < rungs; ++i) {
    const auto cell = i * rungs + i;
    const auto scores = scores_of(run, counted, cell);
    if (scores.empty()) continue;
    const auto share = share_estimate(scores);
    above = above || share.interval.low > 0.5;
    below = below || share.interval.high < 0.5;
    curve += fmt::format("\n  {}: {}", ladder[i].words(), share_text(share));
    answer.findings.push_back({"skill", source.cells()[cell].id, "win_share_a_equal_strength",
                               share, "jeffreys", "", ""});
  }
  const auto drift =
      paired_difference(scores_of(run, counted, 0), scores_of(run, counted, rungs * rungs - 1));
  const char* verdict = above && below                  ? "flips"
                        : !drift.interval.contains(0.0) ? "drifts"
                                                        : "stable";
  answer.findings.push_back({"skill", "all", "change_of_win_share_a", drift, "paired by dice",
                             "weakest to strongest", verdict});
  answer.sentences.push_back(fmt::format(
      "Balance {} with strength: from {} to {} the first side's score changes by {:+.1f} points "
      "({:+.1f} to {:+.1f}).",
      std::string(verdict) == "stable" ? "is not shown to move" : verdict, ladder.front().words(),
      ladder.back().words(), 100 * drift.value, 100 * drift.interval.low,
      100 * drift.interval.high));
  answer.sentences.push_back("The first side's score between equals:" + curve);
  for (std::uint32_t cell = 0; cell < source.cells().size(); ++cell)
    add_cell_findings(answer, source, run, counted, cell, "cells");
  return answer;
}

}  // namespace niemen::lab
