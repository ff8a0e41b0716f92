// The question "why did it come out so?".
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "ai/lab/csv.h"
#include "ai/lab/retrospect.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"

namespace niemen::lab {

namespace {

namespace fs = std::filesystem;
using Winner = play::Outcome::Winner;

bool played_out(const OpenedRun& parent, const CampaignSummary& summary) {
  return summary.id < parent.manifest.counted && summary.status == CampaignStatus::Ok;
}

/// How much a figure of side A differs, on average over the turns, between campaigns A won and
/// lost.
struct Contrast {
  std::string column;
  std::string side;
  Estimate difference;
  double size = 0;  ///< in standard deviations between campaigns
};

/// The mean over its turns of every column, by campaign and side.
using Means = std::map<std::pair<std::string, std::string>, std::map<std::uint64_t, double>>;

Means turn_means(const CsvTable& turns) {
  std::map<std::pair<std::string, std::string>, std::map<std::uint64_t, std::pair<double, int>>>
      sums;
  const auto id = turns.column("campaign_id"), side = turns.column("side");
  for (const auto& row : turns.rows)
    for (std::size_t c = 0; c < row.size(); ++c) {
      const auto& name = turns.header[c];
      if (c == id || c == side || name == "turn" || row[c].empty()) continue;
      auto& [sum, count] = sums[{name, row[side]}][std::strtoull(row[id].c_str(), nullptr, 10)];
      sum += std::strtod(row[c].c_str(), nullptr);
      ++count;
    }
  Means means;
  for (const auto& [key, campaigns] : sums)
    for (const auto& [campaign, total] : campaigns)
      means[key][campaign] = total.first / total.second;
  return means;
}

std::vector<Contrast> contrasts(const OpenedRun& parent, const Means& means) {
  std::map<std::uint64_t, Winner> winners;
  for (const auto& summary : parent.run->summaries())
    if (played_out(parent, summary)) winners[summary.id] = summary.winner;
  std::vector<Contrast> result;
  for (const auto& [key, campaigns] : means) {
    std::vector<Observation> won, lost, all;
    for (const auto& [campaign, value] : campaigns) {
      const auto winner = winners.find(campaign);
      if (winner == winners.end() || winner->second == Winner::Draw) continue;
      (winner->second == Winner::A ? won : lost).push_back({value, campaign});
      all.push_back({value, campaign});
    }
    constexpr std::size_t kFewest = 5;
    if (won.size() < kFewest || lost.size() < kFewest) continue;
    const auto spread = mean_estimate(all).std_error * std::sqrt(static_cast<double>(all.size()));
    Contrast contrast{key.first, key.second, independent_difference(lost, won), 0};
    if (spread > 0) contrast.size = contrast.difference.value / spread;
    result.push_back(std::move(contrast));
  }
  std::stable_sort(result.begin(), result.end(), [](const Contrast& a, const Contrast& b) {
    return std::abs(a.size) > std::abs(b.size);
  });
  return result;
}

void add_contrasts(Answer& answer, const OpenedRun& parent) {
  const auto file = parent.folder / "turns.csv";
  if (!fs::exists(file)) return;
  const auto found = contrasts(parent, turn_means(read_csv_table(file.string())));
  const auto& names = parent.source->prepared(0).info().side_names;
  std::string words;
  constexpr std::size_t kTold = 6;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto& one = found[i];
    answer.findings.push_back({"why", one.side + ":" + one.column, "won_minus_lost_by_a",
                               one.difference, "welch", fmt::format("{:.3f} deviations", one.size),
                               one.difference.interval.contains(0) ? "open" : "shown"});
    if (i < kTold && !one.difference.interval.contains(0))
      words += fmt::format("\n  {} of the {} side: {:+.2f} ({:+.2f} to {:+.2f}) where the {} won",
                           one.column, names[one.side == "a" ? 0 : 1], one.difference.value,
                           one.difference.interval.low, one.difference.interval.high, names[0]);
  }
  if (!words.empty())
    answer.sentences.push_back(
        "What told won from lost campaigns (mean over turns; not a proof of "
        "cause):" +
        words);
}

/// Keeps the full logs of campaigns worth looking at.
void keep_exemplars(Answer& answer, const OpenedRun& parent, const fs::path& folder) {
  std::vector<CampaignSummary> ordered;
  for (const auto& summary : parent.run->summaries())
    if (played_out(parent, summary)) ordered.push_back(summary);
  if (ordered.empty()) return;
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const auto& a, const auto& b) { return a.margin < b.margin; });
  const auto closest = std::min_element(
      ordered.begin(), ordered.end(),
      [](const auto& a, const auto& b) { return std::abs(a.margin) < std::abs(b.margin); });
  // The upset: the side that wins less often, by its greatest margin.
  double score = 0;
  for (const auto& summary : ordered) score += summary.score_a();
  const bool a_favoured = score >= 0.5 * static_cast<double>(ordered.size());
  const std::pair<const char*, CampaignSummary> chosen[] = {
      {"median", ordered[ordered.size() / 2]},
      {"closest", *closest},
      {"upset", a_favoured ? ordered.front() : ordered.back()}};
  fs::create_directories(folder / "replays");
  std::string words;
  for (const auto& [name, summary] : chosen) {
    const auto file = folder / "replays" / fmt::format("{}.jsonl", summary.id);
    const auto task = parent.source->task(summary.id);
    core::write_file(file, parent.source->prepared(task.cell).full_log(task));
    words += fmt::format("\n  {}: campaign {}, margin {:g}, {}", name, summary.id, summary.margin,
                         file.string());
  }
  answer.sentences.push_back("Campaigns to look at (niemen replay FILE --text):" + words);
}

void add_ends(Answer& answer, const OpenedRun& parent) {
  std::uint64_t first_turn = 0, played = 0, limits = 0;
  std::vector<double> decided;
  for (const auto& summary : parent.run->summaries()) {
    if (summary.id >= parent.manifest.counted) continue;
    limits += summary.status == CampaignStatus::Limit;
    if (summary.status != CampaignStatus::Ok) continue;
    ++played;
    first_turn += summary.turns <= 1;
    if (summary.decided_turn > 0) decided.push_back(summary.decided_turn);
  }
  if (!decided.empty()) {
    const auto middle = quantile_estimate(decided, 0.5);
    answer.findings.push_back(
        {"why", "all", "median_decided_turn", middle, "order statistics", "", ""});
    answer.sentences.push_back(fmt::format(
        "Half of the campaigns were decided by turn {:g} ({:g} to {:g}): after it the winner never "
        "trailed again.",
        middle.value, middle.interval.low, middle.interval.high));
  }
  answer.sentences.push_back(
      fmt::format("Of {} campaigns {} were over in the first turn and {} ran into a limit.", played,
                  first_turn, limits));
}

}  // namespace

Answer answer_why(const OpenedRun& parent, const fs::path& folder) {
  if (!parent.manifest.complete)
    throw core::InputError(parent.folder.string() + ": is not complete; resume it first");
  Answer answer;
  add_ends(answer, parent);
  add_contrasts(answer, parent);
  keep_exemplars(answer, parent, folder);
  return answer;
}

Answer conduct_retrospect(const Experiment& experiment, const CellFactory& factory,
                          const fs::path& folder, int threads, std::stop_token stop) {
  const bool why = experiment.question == Question::Why;
  const auto parent = open_run(why ? experiment.why_run : experiment.rescore.run, factory);
  std::error_code error;
  if (fs::exists(folder / "log", error))
    throw core::InputError(folder.string() + ": holds a run; name another folder with --out");
  fs::create_directories(folder, error);
  if (error) throw core::InputError(folder.string() + ": " + error.message());
  auto answer = why ? answer_why(parent, folder)
                    : answer_rescore(experiment, parent, factory, folder, threads, stop);
  core::write_file(folder / "spec.toml", experiment.source_text);
  write_answer(folder, answer, question_name(experiment.question), parent.manifest.spec_sha256);
  return answer;
}

}  // namespace niemen::lab
