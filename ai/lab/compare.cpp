#include "ai/lab/compare.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "ai/lab/campaign_table.h"
#include "ai/lab/mishaps.h"
#include "ai/lab/statistics/intervals.h"
#include "engine/core/csv.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/core/text.h"

namespace niemen::lab {

namespace {

/// A figure of the campaigns of one cell that have a winner, known ones only.
template <class F>
std::vector<Observation> figures(const PastRun& past, std::uint32_t cell, F&& figure) {
  std::vector<Observation> values;
  for (const auto& summary : past.run->summaries()) {
    if (summary.cell != cell || summary.status == CampaignStatus::Error ||
        summary.id >= counted_of(past.manifest))
      continue;
    const double value = figure(summary);
    if (!std::isnan(value)) values.push_back({value, summary.block});
  }
  return values;
}

nlohmann::json spec_of(const PastRun& past) {
  return nlohmann::json::parse(core::read_file(past.folder / "spec.resolved.json"));
}

/// True when the campaigns of one block have the same dice in both runs.
bool same_dice(const PastRun& first, const PastRun& second) {
  return spec_of(first)["seed"] == spec_of(second)["seed"];
}

class Comparer {
 public:
  Comparer(RunComparison& result, const PastRun& first, const PastRun& second)
      : result_(result), first_(first), second_(second), paired_(same_dice(first, second)) {}

  void compare(std::uint32_t a, std::uint32_t b) {
    const auto add = [&](const char* name, bool share, auto&& figure) {
      compare_metric(a, b, name, share, figure);
    };
    add("win_share_a", true, [](const CampaignSummary& s) { return s.score_a(); });
    add("draws", true, [](const CampaignSummary& s) { return s.score_a() == kDraw ? 1.0 : 0.0; });
    const auto add_of_played = [&](const char* name, auto&& figure) {
      add(name, false, [&](const CampaignSummary& s) {
        return s.was_played() ? static_cast<double>(figure(s)) : std::nan("");
      });
    };
    add_of_played("margin", [](const CampaignSummary& s) { return s.margin; });
    add_of_played("turns", [](const CampaignSummary& s) { return s.turns; });
    add_of_played("losses_a", [](const CampaignSummary& s) { return s.a_losses; });
    add_of_played("losses_b", [](const CampaignSummary& s) { return s.b_losses; });
  }

 private:
  static constexpr double kDraw = 0.5;  ///< score of a drawn campaign

  template <class F>
  void compare_metric(std::uint32_t a, std::uint32_t b, const char* name, bool share, F&& figure) {
    const auto before = figures(first_, a, figure), after = figures(second_, b, figure);
    if (before.empty() || after.empty()) return;
    MetricComparison one;
    one.cell_id = first_.cells[a];
    one.metric = name;
    one.share = share;
    one.first = share ? share_estimate(before) : mean_estimate(before);
    one.second = share ? share_estimate(after) : mean_estimate(after);
    one.paired = paired_;
    const auto apart =
        share ? independent_share_difference(before, after) : independent_difference(before, after);
    one.difference = !one.paired ? apart
                     : share     ? paired_share_difference(before, after)
                                 : paired_difference(before, after);
    if (one.paired) one.correlation = block_correlation(before, after);
    const double ratio = one.difference.std_error / apart.std_error;
    if (one.paired && apart.std_error > 0) one.saved = 1 - ratio * ratio;
    result_.metrics.push_back(std::move(one));
  }

  RunComparison& result_;
  const PastRun& first_;
  const PastRun& second_;
  bool paired_;
};

std::vector<std::string> differences_of(const PastRun& first, const PastRun& second,
                                        bool edits_are_known) {
  std::vector<std::string> differences;
  const auto before = spec_of(first), after = spec_of(second);
  for (const auto& change : nlohmann::json::diff(before, after)) {
    const auto path = change["path"].get<std::string>();
    if (edits_are_known && path.ends_with("/data_hash")) continue;
    const nlohmann::json::json_pointer pointer(path);
    const auto old = before.contains(pointer) ? before[pointer].dump() : "nothing";
    differences.push_back(fmt::format(
        "{}: {} -> {}", path, old, change.contains("value") ? change["value"].dump() : "nothing"));
  }
  if (first.manifest.program_sha256 != second.manifest.program_sha256)
    differences.push_back("the program: another build of niemen");
  if (!same_knowledge(first.manifest.knowledge, second.manifest.knowledge))
    differences.push_back("what the agents know: other doctrines or another evaluation");
  return differences;
}

/// The names of game, sides and cells stand in the line of any campaign.
void read_names(PastRun& past) {
  if (past.manifest.keep == Keep::Counts)
    throw core::InputError(
        past.folder.string() +
        ": only counted its campaigns (--keep counts); there is nothing to compare");
  const auto game = campaign_column("game"), cell = campaign_column("cell_id"),
             side_a = campaign_column("side_a"), side_b = campaign_column("side_b");
  for (const auto& summary : past.run->summaries()) {
    if (summary.id >= counted_of(past.manifest)) continue;
    if (past.cells.size() <= summary.cell) past.cells.resize(summary.cell + 1);
    if (!past.cells[summary.cell].empty()) continue;
    const auto record = past.run->read(summary.id);
    if (record.rows.empty()) continue;
    const std::string name = "campaigns.csv";
    core::CsvRecords records(record.rows[0], name);
    if (!records.next() || records.cells().size() <= side_b) continue;
    past.game = records.cells()[game];
    past.cells[summary.cell] = records.cells()[cell];
    past.side_names = {core::capitalised(records.cells()[side_a]),
                       core::capitalised(records.cells()[side_b])};
  }
}

}  // namespace

PastRun read_past_run(const std::filesystem::path& folder) {
  PastRun past;
  past.folder = folder;
  past.manifest = read_manifest(folder);
  check_spec(folder, past.manifest);
  past.run = std::make_unique<RecordedRun>(folder, past.manifest.spec_sha256);
  read_names(past);
  if (past.game.empty())
    throw core::InputError(folder.string() + ": holds no campaign that could be compared");
  std::error_code ignored;
  const auto file = folder / kGameFile;
  if (std::filesystem::exists(file, ignored))
    past.values = parse_game_values(core::read_file(file));
  return past;
}

std::vector<std::string> edits_between(const GameValues& before, const GameValues& after) {
  std::vector<std::string> edits;
  const auto shown = [](const GameValues& values, const std::string& key) {
    const auto found = values.find(key);
    return found == values.end() ? "nothing" : found->second.empty() ? "\"\"" : found->second;
  };
  GameValues all = before;
  all.insert(after.begin(), after.end());
  for (const auto& [key, unused] : all)
    if (shown(before, key) != shown(after, key))
      edits.push_back(fmt::format("{}: {} -> {}", key, shown(before, key), shown(after, key)));
  return edits;
}

RunComparison compare_runs(const PastRun& first, const PastRun& second) {
  if (first.side_names != second.side_names)
    throw core::InputError(
        fmt::format("\"{}\" ({} v {}) and \"{}\" ({} v {}) cannot be compared: "
                    "their sides are not the same",
                    first.game, first.side_names[0], first.side_names[1], second.game,
                    second.side_names[0], second.side_names[1]));
  RunComparison result;
  const bool known = !first.values.empty() && !second.values.empty();
  if (known) result.edits = edits_between(first.values, second.values);
  result.differences = differences_of(first, second, known);
  for (const auto* past : {&first, &second})
    for (const auto& sentence :
         mishap_sentences(mishaps_of(*past->run, counted_of(past->manifest)), past->side_names))
      result.differences.push_back(past->folder.string() + ": " + sentence);
  Comparer comparer(result, first, second);
  for (std::uint32_t i = 0; i < first.cells.size(); ++i)
    for (std::uint32_t j = 0; j < second.cells.size(); ++j)
      if (!first.cells[i].empty() && first.cells[i] == second.cells[j]) comparer.compare(i, j);
  if (result.metrics.empty())
    throw core::InputError("the two runs have no combination in common; compare runs of one plan");
  return result;
}

}  // namespace niemen::lab
