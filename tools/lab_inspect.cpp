// niemen lab status, report, compare, replay, verify: looking at runs.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iostream>
#include <nlohmann/json.hpp>

#include "ai/lab/compare.h"
#include "ai/lab/findings.h"
#include "ai/lab/ground.h"
#include "ai/lab/load_cell.h"
#include "ai/lab/mishaps.h"
#include "ai/lab/progress.h"
#include "ai/lab/recorded.h"
#include "ai/lab/statistics/intervals.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/core/shell.h"
#include "engine/play/game_folder.h"
#include "tools/command_line.h"
#include "tools/lab_commands.h"
#include "tools/plot_script.h"

namespace niemen::tools {

namespace {

namespace fs = std::filesystem;

/// One option set with `count` positional arguments.
std::vector<std::string> positional(const cxxopts::ParseResult& arguments, std::size_t count,
                                    const std::string& usage) {
  auto names = arguments.count("names") ? arguments["names"].as<std::vector<std::string>>()
                                        : std::vector<std::string>{};
  if (names.size() != count) throw UsageError("usage: niemen lab " + usage);
  return names;
}

void add_positional(cxxopts::Options& options, const std::string& help) {
  options.add_options()("names", help, cxxopts::value<std::vector<std::string>>());
  options.parse_positional({"names"});
  options.positional_help(help);
}

std::string shown(const lab::Estimate& e, bool share) {
  if (!share) return lab::mean_text(e);
  return fmt::format("{:.2f} ({:.2f} to {:.2f}) %", 100 * e.value, 100 * e.interval.low,
                     100 * e.interval.high);
}

/// A difference; one of pairs that all came out alike is told as such.
std::string shown_change(const lab::Estimate& e, bool share) {
  return share && e.alike ? lab::points_text(e) : shown(e, share);
}

/// How many campaigns a run or its shard means to play, as far as is known.
struct Planned {
  std::uint64_t in_all = 0;  ///< in all stages, as the progress of the run counts them
  std::uint64_t to_end_of_stage = 0;
};

Planned planned_of(const lab::Manifest& manifest) {
  const auto& shard = manifest.shard;
  if (manifest.complete && shard.whole()) return {manifest.counted, manifest.counted};
  const auto part = [&](std::uint64_t whole) {
    return whole / shard.count + (whole % shard.count > shard.index ? 1 : 0);
  };
  return {part(manifest.planned_in_all), part(manifest.planned)};
}

/// A run whose log lost campaigns after its end goes on like any other.
bool is_complete(const lab::Manifest& manifest, std::size_t done) {
  return manifest.complete && done >= planned_of(manifest).in_all;
}

/// What status prints, for programs; what no campaign has shown yet is null.
std::string status_json(const lab::Manifest& manifest, const lab::Mishaps& mishaps,
                        const std::vector<lab::Observation>& scores) {
  const auto done = mishaps.counted;
  const auto planned = planned_of(manifest);
  nlohmann::ordered_json json{{"done", done},
                              {"planned", planned.in_all},
                              {"planned_to_end_of_stage", planned.to_end_of_stage},
                              {"failed", mishaps.failed},
                              {"forfeited", mishaps.forfeits()},
                              {"complete", is_complete(manifest, done)},
                              {"started_utc", manifest.started},
                              {"share_a", nullptr},
                              {"ci_low", nullptr},
                              {"ci_high", nullptr}};
  if (!scores.empty()) {
    const auto share = lab::share_estimate(scores);
    json["share_a"] = share.value;
    json["ci_low"] = share.interval.low;
    json["ci_high"] = share.interval.high;
  }
  return json.dump() + "\n";
}

}  // namespace

bool draw_run(const fs::path& folder, bool picture_only) {
  return run_plot_script(
      "lab_report.py", folder,
      picture_only ? std::vector<std::string>{"--picture"} : std::vector<std::string>{});
}

int lab_status_command(int argc, char** argv) {
  cxxopts::Options options("niemen lab status", "How far a run is.");
  add_positional(options, "DIR");
  options.add_options()("json", "One line of JSON for programs");
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  const fs::path folder = positional(*arguments, 1, "status DIR")[0];
  const auto manifest = lab::read_manifest(folder);
  const lab::RecordedRun run(folder, manifest.spec_sha256);
  const auto counted = lab::counted_of(manifest);
  const auto mishaps = lab::mishaps_of(run, counted);
  std::vector<lab::Observation> scores;
  for (const auto& summary : run.summaries())
    if (summary.id < counted && summary.status != lab::CampaignStatus::Error)
      scores.push_back({summary.score_a(), summary.block});
  if (arguments->count("json")) {
    std::cout << status_json(manifest, mishaps, scores);
    return kGood;
  }
  const auto planned = planned_of(manifest);
  const bool complete = is_complete(manifest, mishaps.counted);
  const auto stage = planned.to_end_of_stage < planned.in_all
                         ? fmt::format(" ({} to the end of this stage)", planned.to_end_of_stage)
                         : "";
  std::cout << fmt::format("{}: {} of {} campaigns{}{}, {} failed, {} forfeited, begun {}\n",
                           folder.string(), mishaps.counted, planned.in_all, stage,
                           complete ? ", complete" : "", mishaps.failed, mishaps.forfeits(),
                           manifest.started);
  for (const auto& sentence : lab::mishap_sentences(mishaps, kSideWords))
    std::cout << sentence << '\n';
  if (!scores.empty())
    std::cout << "score of the first side over all combinations: "
              << shown(lab::share_estimate(scores), true) << '\n';
  if (!complete) std::cout << "go on with: niemen lab resume " << core::shell_path(folder) << '\n';
  return kGood;
}

namespace {

/// The maps of a run, beside its other pictures; a game that has gone leaves it without.
void draw_maps(const fs::path& folder) {
  try {
    lab::draw_ground_of(folder);
  } catch (const core::InputError& error) {
    std::cerr << "no maps: " << error.what() << '\n';
  }
}

}  // namespace

int lab_report_command(int argc, char** argv) {
  cxxopts::Options options("niemen lab report", "Writes report.html and the pictures of a run.");
  add_positional(options, "DIR");
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  const fs::path folder = positional(*arguments, 1, "report DIR")[0];
  if (!lab::looks_back(folder)) {
    const auto manifest = lab::read_manifest(folder);
    if (!manifest.shard.whole())
      throw core::InputError(folder.string() + ": is one shard; join all with niemen lab merge");
    if (!manifest.complete)
      throw core::InputError(folder.string() + ": is not complete; niemen lab resume " +
                             core::shell_path(folder));
    if (manifest.keep == lab::Keep::Counts)
      throw core::InputError(folder.string() +
                             ": only counted its campaigns (--keep counts); what was found lies in "
                             "results/");
    draw_maps(folder);
  }
  return draw_run(folder, false) ? kGood : kBad;
}

namespace {

/// What a metric is called in a table.
std::string metric_title(const std::string& metric, const std::string* sides) {
  if (metric == "win_share_a") return "Score of the " + sides[0] + " side";
  if (metric == "draws") return "Draws";
  if (metric == "margin") return "Margin of the " + sides[0] + " side, points";
  if (metric == "turns") return "Length, turns";
  if (metric == "losses_a") return "Losses of the " + sides[0] + " side";
  return "Losses of the " + sides[1] + " side";
}

/// Lines under a heading, not more than anybody reads.
void print_lines(const char* heading, const std::vector<std::string>& lines) {
  constexpr std::size_t kMaxLines = 30;
  if (lines.empty()) return;
  std::cout << heading << '\n';
  for (std::size_t i = 0; i < std::min(lines.size(), kMaxLines); ++i)
    std::cout << "  " << lines[i] << '\n';
  if (lines.size() > kMaxLines) std::cout << "  and " << lines.size() - kMaxLines << " more\n";
}

void print_metrics(const lab::RunComparison& comparison, const std::string* sides) {
  std::vector<std::array<std::string, 5>> rows{{"", "before", "after", "difference", ""}};
  const std::string* cell = nullptr;
  for (const auto& metric : comparison.metrics) {
    if (metric.cell_id != "all" && (!cell || *cell != metric.cell_id))
      rows.push_back({metric.cell_id + ":"});
    cell = &metric.cell_id;
    rows.push_back({metric_title(metric.metric, sides), shown(metric.first, metric.share),
                    shown(metric.second, metric.share),
                    shown_change(metric.difference, metric.share),
                    metric.paired ? fmt::format("correlation {:.2f}, saves {:.0f} %",
                                                metric.correlation, 100 * metric.saved)
                                  : ""});
  }
  std::array<std::size_t, 5> widths{};
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  for (const auto& row : rows) {
    std::string line = fmt::format("{:<{}}", row[0], widths[0]);
    for (std::size_t i = 1; i < row.size(); ++i) line += fmt::format("  {:<{}}", row[i], widths[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    std::cout << line << '\n';
  }
}

}  // namespace

int lab_compare_command(int argc, char** argv) {
  cxxopts::Options options("niemen lab compare",
                           "What was edited between two runs, and by how much every figure "
                           "differs. The games may have changed since.");
  add_positional(options, "A B");
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  const auto names = positional(*arguments, 2, "compare A B");
  const auto first = lab::read_past_run(names[0]);
  const auto second = lab::read_past_run(names[1]);
  const auto comparison = lab::compare_runs(first, second);
  std::cout << "From " << names[0] << " to " << names[1] << ":\n";
  print_lines("What was edited in the game:", comparison.edits);
  print_lines("What differs besides:", comparison.differences);
  if (comparison.edits.empty() && comparison.differences.empty()) std::cout << "Nothing differs.\n";
  print_metrics(comparison, first.side_names.data());
  const bool paired = comparison.metrics.front().paired;
  std::cout << (paired ? "Paired by dice: campaigns of one number had the same dice in both runs.\n"
                       : "Not paired: the runs have different seeds.\n");
  return kGood;
}

namespace {

/// What a command needs that is to find a game which lies neither here nor in configs/games.
std::string game_option(const fs::path& folder) {
  std::error_code unlike;
  try {
    if (fs::equivalent(play::find_game_folder(play::title_of(folder)), folder, unlike)) return {};
  } catch (const core::InputError&) {
    // There is none of that title.
  }
  return " --game " + core::shell_path(folder);
}

}  // namespace

int lab_replay_command(int argc, char** argv) {
  cxxopts::Options options("niemen lab replay",
                           "The full log of one campaign of a run. Plays it again, which takes as "
                           "long as it took.");
  add_positional(options, "DIR ID");
  options.add_options()("out", "The file to write (default: DIR/replays/ID.jsonl)",
                        cxxopts::value<std::string>()->default_value(""));
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  const auto names = positional(*arguments, 2, "replay DIR ID");
  const auto opened = lab::open_run(names[0], lab::load_cell);
  std::uint64_t id = 0;
  const auto* end = names[1].data() + names[1].size();
  const auto parsed = std::from_chars(names[1].data(), end, id);
  if (parsed.ec != std::errc{} || parsed.ptr != end || id >= opened.source->scheduled())
    throw core::InputError(
        fmt::format("there is no campaign \"{}\" in this run; ids run from 0 to {}", names[1],
                    opened.source->scheduled() - 1));
  lab::check_replayable(opened);
  const auto task = opened.source->task(id);
  const auto& cell = opened.source->prepared(task.cell);
  fs::path file = (*arguments)["out"].as<std::string>();
  if (file.empty()) {
    file = fs::path(names[0]) / "replays" / fmt::format("{}.jsonl", id);
    std::error_code ignored;
    fs::create_directories(file.parent_path(), ignored);
  }
  core::check_writable(file);
  int last_turn = cell.info().last_turn;
  if (last_turn > 0 && opened.run->contains(id)) last_turn = opened.run->read(id).summary.turns;
  std::string log;
  {
    lab::CampaignProgress progress(lab::progress_style(""), cell.info().first_turn, last_turn);
    log = cell.full_log(
        task, {.stop = interrupt_token(), .turn = [&](int turn) { progress.show(turn); }});
  }
  core::write_file(file, log);
  std::cout << file.string() << ": look at it with niemen replay " << core::shell_path(file)
            << game_option(opened.source->cells()[task.cell].request.folder) << " --text\n";
  return kGood;
}

int lab_verify_command(int argc, char** argv) {
  cxxopts::Options options("niemen lab verify", "Plays a random sample of a run again.");
  add_positional(options, "DIR");
  options.add_options()("sample", "Campaigns to play again",
                        cxxopts::value<std::string>()->default_value("20"))(
      "seed", "Chooses the sample", cxxopts::value<std::string>()->default_value("1"));
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  const auto names = positional(*arguments, 1, "verify DIR");
  const auto opened = lab::open_run(names[0], lab::load_cell);
  std::size_t played = 0;
  const auto sample =
      static_cast<std::size_t>(whole_option(*arguments, "sample", 1, kMaxCampaigns));
  std::vector<lab::Mismatch> mismatches;
  {
    ReplayedProgress progress(lab::progress_style(""));
    mismatches = lab::verify_run(opened, sample, key_option(*arguments, "seed"), played,
                                 progress.onlooker());
  }
  for (const auto& one : mismatches)
    std::cout << fmt::format("campaign {} came out otherwise:\n  recorded {}  replayed {}", one.id,
                             one.recorded, one.replayed);
  std::cout << fmt::format("{} of {} campaigns played again came out as recorded\n",
                           played - mismatches.size(), played);
  const auto altered = lab::altered_files(names[0]);
  for (const auto& file : altered)
    std::cout << fmt::format(
        "{}: is not as the run wrote it; niemen lab resume {} writes it again\n",
        (fs::path(names[0]) / file).string(), core::shell_path(names[0]));
  if (interrupt_token().stop_requested()) throw core::Interrupted("interrupted");
  return mismatches.empty() && altered.empty() ? kGood : kBad;
}

}  // namespace niemen::tools
