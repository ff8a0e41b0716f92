// The question "is it balanced?".
#include <fmt/format.h>

#include <cmath>

#include "ai/lab/questions/question.h"
#include "ai/lab/questions/reading.h"
#include "ai/lab/questions/stop.h"
#include "ai/lab/statistics/counted.h"
#include "ai/lab/statistics/equivalence.h"
#include "ai/lab/statistics/sequential.h"

namespace niemen::lab {

namespace {

constexpr double kLevel = 0.95;
/// Of each of the two one-sided tests against the band.
constexpr double kError = 0.05;

std::string balance_sentence(const ExperimentSource& source, const Estimate& share,
                             const EquivalenceResult& band) {
  const auto names = side_titles(source);
  return fmt::format("The {} side scores {}, the {} side {:.1f} %: {}.", names[0],
                     share_text(share), names[1], 100 * (1 - share.value),
                     verdict_words(band.verdict, source.experiment().band));
}

/// The test by which the run ended, fed with the scores in their order.
SequentialTest sequential_test(const StopSettings& stop, const std::vector<Observation>& scores) {
  SequentialTest test(stop.sequential);
  for (const auto& one : scores) test.add(one.value);
  return test;
}

/// The same band test on a share corrected for having stopped.
EquivalenceResult corrected_equivalence(const SequentialTest& test, const Band& band) {
  EquivalenceResult result;
  result.estimate = test.corrected_estimate(1 - 2 * kError);
  result.verdict = equivalence_verdict(result.estimate.interval, band);
  return result;
}

/// By what chance more campaigns show it, and by how many.
constexpr double kPower = 0.8;

/// How often side A scored what.
Counts score_counts(const RecordedRun& run, std::uint64_t counted) {
  Counts counts;
  for (const auto& summary : run.summaries())
    if (summary.id < counted && summary.status != CampaignStatus::Error)
      ++counts[summary.score_a()];
  return counts;
}

std::uint64_t number_of(const Counts& scores) {
  std::uint64_t number = 0;
  for (const auto& [score, times] : scores) number += times;
  return number;
}

/// The standard deviation of a score: less than 0.5 with draws.
double deviation_of(const Counts& scores, double mean) {
  double squares = 0;
  for (const auto& [score, times] : scores)
    squares += static_cast<double>(times) * (score - mean) * (score - mean);
  return std::sqrt(squares / static_cast<double>(number_of(scores)));
}

/// Two one-sided tests at `alpha` each, see equivalence_test().
EquivalenceResult band_test(const Counts& scores, const Band& band, double alpha) {
  EquivalenceResult result;
  result.estimate = share_estimate(scores, 1 - 2 * alpha);
  result.verdict = equivalence_verdict(result.estimate.interval, band);
  return result;
}

/// Adds what the stop rule found.
void add_stop(Answer& answer, const Experiment& experiment, std::uint64_t campaigns,
              const std::vector<Observation>& in_order) {
  const auto& stop = stop_of(experiment);
  if (stop.kind == StopKind::Precision)
    answer.sentences.push_back(
        fmt::format("Stop rule kept: the interval's half width was to be at most {:.1f} points.",
                    100 * stop.half_width));
  if (stop.kind == StopKind::Band)
    answer.sentences.push_back(fmt::format(
        "Stopped at {} campaigns: inside or outside the band was to be shown. The interval holds "
        "at every look.",
        campaigns));
  if (stop.kind != StopKind::Sequential) return;
  const auto test = sequential_test(stop, in_order);
  const auto corrected = test.corrected_estimate();
  const char* verdict = test.verdict() == SequentialVerdict::Null          ? "null"
                        : test.verdict() == SequentialVerdict::Alternative ? "alternative"
                                                                           : "undecided";
  const auto& design = stop.sequential;
  answer.findings.push_back({"balance", "all", "win_share_a_corrected", corrected, "sprt stagewise",
                             fmt::format("{} v {}", design.null_rate, design.alternative_rate),
                             verdict});
  answer.sentences.push_back(fmt::format(
      "The sequential test between {:.4g} % and {:.4g} % ended at {} campaigns: {}. The share is "
      "corrected for having stopped then; played, it was {:.1f} %.",
      100 * design.null_rate, 100 * design.alternative_rate, test.count(), verdict,
      100 * test.mean()));
}

Answer answer(const ExperimentSource& source, const RecordedRun& run, std::uint64_t counted) {
  Answer answer;
  const auto& experiment = source.experiment();
  const auto scores = score_counts(run, counted);
  if (scores.empty()) {
    answer.sentences.push_back("No campaign was played to its end.");
    return answer;
  }
  // Looked at again and again, share and verdict have to hold at every look.
  const bool looked = stop_of(experiment).kind == StopKind::Band;
  const RepeatedEquivalence test(experiment.band, static_cast<int>(experiment.campaigns));
  const int looks = looked ? test.looks() : 1;
  auto share = share_estimate(scores, looked ? test.interval_level() : kLevel);
  auto band = band_test(scores, experiment.band, kError / looks);
  const bool sequential = stop_of(experiment).kind == StopKind::Sequential;
  // The order matters to this one alone, and ends it soon.
  const auto in_order = sequential ? scores_of(run, counted, 0) : std::vector<Observation>{};
  if (sequential) {
    const auto ended = sequential_test(stop_of(experiment), in_order);
    share = ended.corrected_estimate();
    band = corrected_equivalence(ended, experiment.band);
  }
  answer.sentences.push_back(balance_sentence(source, share, band));
  add_cell_findings(answer, source, run, counted, 0, "balance");
  // One share of the run, in the rows as in the sentence.
  if (sequential)
    for (auto& finding : answer.findings)
      if (finding.metric == "win_share_a") {
        finding.estimate = share;
        finding.method = "sprt stagewise";
      }
  answer.findings.push_back({"balance", source.cells()[0].id, "win_share_a_equivalence",
                             band.estimate, sequential ? "sprt stagewise" : "two one-sided tests",
                             fmt::format("{} to {}", experiment.band.low, experiment.band.high),
                             verdict_name(band.verdict)});
  add_stop(answer, experiment, number_of(scores), in_order);
  for (const auto& finding : answer.findings) {
    if (finding.metric == "draws")
      answer.sentences.push_back(fmt::format("Draws: {}.", share_text(finding.estimate)));
    if (finding.metric == "margin" || finding.metric == "turns")
      answer.sentences.push_back(
          fmt::format("Mean {}: {}.", finding.metric == "turns" ? "length in turns" : "margin",
                      mean_text(finding.estimate)));
  }
  if (band.verdict == EquivalenceVerdict::Open) {
    const int more = campaigns_for_equivalence(share.value, experiment.band, kPower,
                                               deviation_of(scores, share.value));
    if (more > 0)
      answer.sentences.push_back(fmt::format(
          "If this is the true share, {} campaigns would show it with a chance of 80 %.", more));
  }
  return answer;
}

void read_balance(core::ConfigTable table, Experiment& experiment) {
  take_band(table, experiment);
  experiment.settings =
      std::make_shared<const StopSettings>(read_stop(table, experiment.campaigns));
  table.finish();
}

void read_file(core::ConfigTable& file, Experiment& experiment) {
  read_campaigns(file, experiment);
  read_game(file, experiment);
  read_agents(file, experiment);
  read_balance(file.table("balance"), experiment);
  experiment.cells.push_back(base_cell(experiment));
}

}  // namespace

namespace questions {

const Question& balance() {
  static const Question kRow{.name = "balance",
                             .read = read_file,
                             .parameters = stop_parameters,
                             .resolve = resolve_stop,
                             .stop_rule = stop_rule,
                             .stop_in_words = stop_in_words,
                             .answer = answer};
  return kRow;
}

}  // namespace questions

}  // namespace niemen::lab
