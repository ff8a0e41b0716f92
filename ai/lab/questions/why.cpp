// The question "why did it come out so?".
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>

#include "ai/lab/chances.h"
#include "ai/lab/csv.h"
#include "ai/lab/questions/question.h"
#include "ai/lab/statistics/multiplicity.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/core/look.h"

namespace niemen::lab {

namespace {

namespace fs = std::filesystem;
using Winner = play::Outcome::Winner;

/// The column of the turns that says how far the side is ahead.
constexpr const char* kLead = "lead";

bool played_out(const OpenedRun& parent, const CampaignSummary& summary) {
  return summary.id < parent.manifest.counted && summary.status == CampaignStatus::Ok;
}

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

/// A column of the turns of one side, of the campaigns that side A won and lost. The lead is left
/// out: who is ahead is what is to be told, not what tells it.
struct Column {
  std::string name, side;
};

void collect_figures(const OpenedRun& parent, const Means& means, std::vector<Column>& columns,
                     std::vector<WonAndLost>& figures) {
  std::map<std::uint64_t, CampaignSummary> played;
  for (const auto& summary : parent.run->summaries())
    if (played_out(parent, summary)) played[summary.id] = summary;
  for (const auto& [key, campaigns] : means) {
    if (key.first == kLead) continue;
    WonAndLost figure;
    for (const auto& [campaign, value] : campaigns) {
      const auto found = played.find(campaign);
      if (found == played.end() || found->second.winner == Winner::Draw) continue;
      (found->second.winner == Winner::A ? figure.won : figure.lost)
          .push_back({value, found->second.block});
    }
    columns.push_back({key.first, key.second});
    figures.push_back(std::move(figure));
  }
}

/// What a column of the turns is about, as datapackage.json says it too.
std::string words_of(const OpenedRun& parent, const std::string& column) {
  for (const auto& table : parent.source->tables())
    if (table.name == "turns")
      for (const auto& one : table.columns)
        if (one.name == column && !one.description.empty()) return one.description;
  return column;
}

void add_contrasts(Answer& answer, const OpenedRun& parent, const CsvTable& turns) {
  std::vector<Column> columns;
  std::vector<WonAndLost> figures;
  collect_figures(parent, turn_means(turns), columns, figures);
  const auto found = won_lost_contrasts(figures);
  const auto names = side_titles(*parent.source);
  std::string words;
  constexpr std::size_t kTold = 6;
  std::size_t told = 0;
  for (const auto& one : found) {
    const auto& column = columns[one.figure];
    answer.findings.push_back({"why", column.side + ":" + column.name, "won_minus_lost_by_a",
                               one.difference, "welch and ranks, all at once",
                               fmt::format("{:.3f} deviations", one.size),
                               one.shown ? "shown" : "open"});
    if (!one.shown || ++told > kTold) continue;
    words += fmt::format("\n  {}: {}: {:+.2f} ({:+.2f} to {:+.2f}) where the {} won",
                         names[column.side == "a" ? 0 : 1], words_of(parent, column.name),
                         one.difference.value, one.difference.interval.low,
                         one.difference.interval.high, names[0]);
  }
  if (found.empty()) return;
  answer.sentences.push_back(
      words.empty()
          ? fmt::format("Of the {} figures that were looked at none is shown to tell won from lost "
                        "campaigns.",
                        found.size())
          : fmt::format("What told won from lost campaigns (mean over turns; not a proof of cause; "
                        "of {} figures looked at, with a chance of 5 % that any of those shown "
                        "tells nothing):",
                        found.size()) +
                words);
}

/// How far side A led at the end of each turn of each campaign; empty where the mechanism reports
/// no lead.
std::vector<LeadCourse> courses_of(const OpenedRun& parent, const CsvTable& turns) {
  std::map<std::uint64_t, LeadCourse> courses;
  for (const auto& summary : parent.run->summaries())
    if (played_out(parent, summary)) courses[summary.id] = {summary.id, {}, summary.score_a()};
  if (std::find(turns.header.begin(), turns.header.end(), kLead) == turns.header.end()) return {};
  const auto id = turns.column("campaign_id"), side = turns.column("side"),
             lead = turns.column(kLead);
  for (const auto& row : turns.rows) {
    const auto course = courses.find(std::strtoull(row[id].c_str(), nullptr, 10));
    if (course != courses.end() && row[side] == "a")
      course->second.leads.push_back(std::strtod(row[lead].c_str(), nullptr));
  }
  std::vector<LeadCourse> result;
  for (auto& [number, course] : courses)
    if (!course.leads.empty()) result.push_back(std::move(course));
  return result;
}

/// The first side's chance by turn, and the turn that decided.
void add_chances(Answer& answer, const std::vector<LeadCourse>& courses,
                 const std::vector<std::vector<double>>& chances) {
  std::size_t turns = 0;
  for (const auto& course : courses) turns = std::max(turns, course.leads.size());
  constexpr std::pair<const char*, double> kQuantiles[] = {{"chance_a_5", 0.05},
                                                           {"chance_a_25", 0.25},
                                                           {"chance_a_50", 0.5},
                                                           {"chance_a_75", 0.75},
                                                           {"chance_a_95", 0.95}};
  for (std::size_t turn = 0; turn < turns; ++turn) {
    std::vector<double> now;
    for (const auto& course : chances)
      if (turn < course.size()) now.push_back(course[turn]);
    for (const auto& [name, q] : kQuantiles)
      answer.findings.push_back({"chances", fmt::format("turn {}", turn + 1), name,
                                 quantile_estimate(now, q), "campaigns with like leads", "", ""});
  }
  std::vector<double> decided;
  for (std::size_t i = 0; i < courses.size(); ++i)
    if (const int turn = decided_turn(chances[i], courses[i].score); turn > 0)
      decided.push_back(turn);
  if (decided.empty()) return;
  const auto middle = quantile_estimate(decided, 0.5);
  answer.findings.push_back(
      {"why", "all", "median_turn_of_80_percent", middle, "order statistics", "", ""});
  answer.sentences.push_back(fmt::format(
      "In {} of {} campaigns the winner's chance stayed at 80 % or more from some turn on, in half "
      "of them from turn {:g} or before (chances as of campaigns with like leads at that turn).",
      decided.size(), courses.size(), middle.value));
}

/// What each side lost to what, and which plain blunders it made, on average over the campaigns:
/// the columns of turns.csv whose names begin so, summed up over a campaign.
void add_sums(Answer& answer, const OpenedRun& parent, const CsvTable& turns,
              std::string_view prefix, std::string_view title) {
  const auto names = side_titles(*parent.source);
  const auto id = turns.column("campaign_id"), side = turns.column("side");
  for (const std::string s : {"a", "b"}) {
    std::vector<std::pair<double, std::string>> kinds;
    for (std::size_t c = 0; c < turns.header.size(); ++c) {
      if (!turns.header[c].starts_with(prefix)) continue;
      std::map<std::uint64_t, double> sums;
      for (const auto& row : turns.rows)
        if (row[side] == s)
          sums[std::strtoull(row[id].c_str(), nullptr, 10)] += std::strtod(row[c].c_str(), nullptr);
      std::vector<Observation> values;
      for (const auto& [campaign, sum] : sums) values.push_back({sum, campaign});
      if (values.empty()) continue;
      const auto mean = mean_estimate(values);
      answer.findings.push_back(
          {"why", s + ":" + turns.header[c], "mean_of_a_campaign", mean, "student", "", ""});
      kinds.emplace_back(mean.value, turns.header[c].substr(prefix.size()));
    }
    std::stable_sort(kinds.begin(), kinds.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::string words;
    for (const auto& [mean, kind] : kinds)
      if (mean >= 0.05) words += fmt::format("{}{} {:.1f}", words.empty() ? "" : ", ", kind, mean);
    if (!words.empty())
      answer.sentences.push_back(fmt::format(fmt::runtime(title), names[s == "a" ? 0 : 1], words));
  }
}

/// Rules in force that never came into use, and places that nobody entered.
void add_holes(Answer& answer, const OpenedRun& parent) {
  const auto never = [&](const char* file, const char* name, const char* count) {
    std::map<std::string, std::uint64_t> sums;
    std::vector<std::string> order;
    if (!core::is_there(parent.folder / file)) return order;
    const auto table = read_csv_table((parent.folder / file).string());
    const auto name_column = table.column(name), count_column = table.column(count);
    for (const auto& row : table.rows) {
      if (!sums.contains(row[name_column])) order.push_back(row[name_column]);
      sums[row[name_column]] += std::strtoull(row[count_column].c_str(), nullptr, 10);
    }
    std::erase_if(order, [&](const std::string& one) { return sums[one] > 0; });
    return order;
  };
  const auto rules = never("rules.csv", "rule_use", "uses");
  const auto places = never("places.csv", "place_id", "campaigns_entered");
  std::string words;
  for (const auto& rule : rules) words += (words.empty() ? "" : "; ") + rule;
  if (!words.empty())
    answer.sentences.push_back(fmt::format("Never used, of the rules in force: {}.", words));
  if (!places.empty())
    answer.sentences.push_back(
        fmt::format("{} places were never entered (places.csv).", places.size()));
}

/// Keeps the full logs of campaigns worth looking at. `lowest` has the winner's lowest chance by
/// campaign, where chances are known.
void keep_exemplars(Answer& answer, const OpenedRun& parent, const fs::path& folder,
                    const std::map<std::uint64_t, double>& lowest, const Onlooker& onlooker) {
  std::vector<CampaignSummary> ordered;
  for (const auto& summary : parent.run->summaries())
    if (played_out(parent, summary)) ordered.push_back(summary);
  if (ordered.empty()) return;
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const auto& a, const auto& b) { return a.margin < b.margin; });
  const auto chance = [&](const CampaignSummary& summary) {
    const auto found = lowest.find(summary.id);
    return found == lowest.end() ? 1.0 : found->second;
  };
  double score = 0;
  for (const auto& summary : ordered) score += summary.score_a();
  const bool a_favoured = score >= 0.5 * static_cast<double>(ordered.size());
  std::vector<std::pair<const char*, CampaignSummary>> chosen{
      {"median", ordered[ordered.size() / 2]}};
  // The best of those that are not shown yet.
  const auto choose = [&](const char* name, auto&& better) {
    const CampaignSummary* best = nullptr;
    for (const auto& summary : ordered)
      if (std::ranges::none_of(chosen,
                               [&](const auto& one) { return one.second.id == summary.id; }) &&
          (!best || better(summary, *best)))
        best = &summary;
    if (best) chosen.emplace_back(name, *best);
  };
  choose("closest",
         [](const auto& a, const auto& b) { return std::abs(a.margin) < std::abs(b.margin); });
  // The winner who came back from the lowest chance; where chances are not known, the side that
  // wins less often, by its greatest margin.
  choose("biggest upset", [&](const auto& a, const auto& b) {
    if (chance(a) != chance(b)) return chance(a) < chance(b);
    return a_favoured ? a.margin < b.margin : a.margin > b.margin;
  });
  std::map<std::uint64_t, std::string> logs;
  std::size_t done = 0;
  onlooker.told(done, chosen.size());
  for (const auto& [name, summary] : chosen) {
    const auto task = parent.source->task(summary.id);
    const CampaignOnlooker watch{.stop = onlooker.stop};
    if (!logs.contains(summary.id))
      logs[summary.id] = parent.source->prepared(task.cell).full_log(task, watch);
    onlooker.told(++done, chosen.size());
  }
  fs::create_directories(folder / "replays");
  std::string words;
  for (const auto& [name, summary] : chosen) {
    const auto file = folder / "replays" / fmt::format("{}.jsonl", summary.id);
    core::write_file(file, logs[summary.id]);
    words += fmt::format("\n  {}: campaign {}, margin {:g}, {}", name, summary.id, summary.margin,
                         file.string());
  }
  answer.sentences.push_back("Campaigns to look at (niemen replay FILE --text):" + words);
}

/// "3 (campaigns 7, 12 and 99)".
std::string count_and_ids(const std::vector<std::uint64_t>& ids) {
  constexpr std::size_t kShown = 5;
  std::string words = std::to_string(ids.size());
  for (std::size_t i = 0; i < ids.size() && i < kShown; ++i)
    words += (i == 0 ? " (campaign " : ", ") + std::to_string(ids[i]);
  return words + (ids.empty() ? "" : ids.size() > kShown ? ", ...)" : ")");
}

/// When campaigns ended, and those that ended oddly.
void add_ends(Answer& answer, const OpenedRun& parent) {
  std::uint64_t played = 0;
  std::vector<std::uint64_t> first_turn, limits;
  for (const auto& summary : parent.run->summaries()) {
    if (summary.id >= parent.manifest.counted) continue;
    if (summary.status == CampaignStatus::Limit) limits.push_back(summary.id);
    if (summary.status != CampaignStatus::Ok) continue;
    ++played;
    if (summary.turns <= 1) first_turn.push_back(summary.id);
  }
  answer.sentences.push_back(
      fmt::format("Over in the first turn: {} of {}. Stalled, at the limit of decisions: {}.",
                  count_and_ids(first_turn), played, count_and_ids(limits)));
}

/// What winners did differently, when campaigns were decided, what is never used; keeps exemplar
/// campaigns in folder/replays.
Answer look_back(const LookBack& look) {
  const auto& [experiment, parent, factory, folder, threads, onlooker] = look;
  Answer answer;
  std::map<std::uint64_t, double> lowest;
  const auto file = parent.folder / "turns.csv";
  if (core::is_there(file)) {
    const auto turns = read_csv_table(file.string());
    const auto courses = courses_of(parent, turns);
    const auto chances = chances_of(courses);
    for (std::size_t i = 0; i < courses.size(); ++i)
      lowest[courses[i].id] = lowest_chance(chances[i], courses[i].score);
    add_chances(answer, courses, chances);
    add_contrasts(answer, parent, turns);
    add_sums(answer, parent, turns, "losses_", "Mean losses of the {} side by cause: {}.");
    add_sums(
        answer, parent, turns, "blunders_",
        "Plain blunders of the {} side in a campaign, by kind (turns.csv says what each is): {}.");
  }
  add_ends(answer, parent);
  add_holes(answer, parent);
  keep_exemplars(answer, parent, folder, lowest, onlooker);
  return answer;
}

void read_file(core::ConfigTable& file, Experiment& experiment) {
  auto why = file.table("why");
  experiment.parent_run = why.text("run");
  why.finish();
}

std::vector<core::ParameterDescription> parameters() {
  return {{"why.run", "text", "", "a folder", "a complete run"}};
}

std::string replays_in_words(const Experiment&) { return "it plays its exemplars again"; }

}  // namespace

namespace questions {

const Question& why() {
  static const Question kRow{.name = "why",
                             .read = read_file,
                             .parameters = parameters,
                             .look_back = look_back,
                             .replays_in_words = replays_in_words,
                             .keeps_replays = true};
  return kRow;
}

}  // namespace questions

}  // namespace niemen::lab
