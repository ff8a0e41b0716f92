// niemen lab: experiments from a plan to a verdict.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <iostream>
#include <optional>

#include "ai/lab/load_cell.h"
#include "ai/lab/mishaps.h"
#include "ai/lab/questions/question.h"
#include "ai/lab/questions/retrospect.h"
#include "ai/lab/run.h"
#include "engine/core/error.h"
#include "engine/core/shell.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/lab_commands.h"
#include "tools/page_server.h"
#include "tools/run_watch.h"

namespace niemen::tools {

double duration_option(const cxxopts::ParseResult& arguments, const std::string& name) {
  const auto text = arguments[name].as<std::string>();
  double total = 0;
  std::size_t start = 0;
  while (start < text.size()) {
    double value = -1;
    const auto parsed = std::from_chars(text.data() + start, text.data() + text.size(), value,
                                        std::chars_format::fixed);
    const auto next = static_cast<std::size_t>(parsed.ptr - text.data());
    const char unit = next < text.size() ? text[next] : 's';
    const double scale = unit == 'h' ? 3600 : unit == 'm' ? 60 : unit == 's' ? 1 : 0;
    if (next == start || scale == 0 || !(value >= 0))
      throw UsageError("--" + name + " is \"" + text + "\"; write it like 11h50m or 90s");
    total += value * scale;
    start = next + 1;
  }
  if (!text.empty() && total == 0)
    throw UsageError("--" + name + " is \"" + text + "\"; allowed: more than 0 seconds");
  return total;
}

namespace {

namespace fs = std::filesystem;

/// The campaigns that were played are kept; the same command goes on.
constexpr int kResumable = 75;
/// More campaigns failed or were forfeited than a verdict can bear.
constexpr int kFailed = 2;

/// A whole number and nothing else; empty when the text is not one.
std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (parsed.ec != std::errc{} || parsed.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

/// What the environment says of this task of a job array.
std::uint64_t array_number(const char* name) {
  const char* text = std::getenv(name);
  if (!text)
    throw UsageError(
        fmt::format("--shard slurm: this is not a task of a job array ({} is not set)", name));
  const auto number = whole_number(text);
  if (!number)
    throw UsageError(fmt::format("--shard slurm: {} is \"{}\", no whole number", name, text));
  return *number;
}

/// The shard of this task where the array itself says how many there are: all of 0 to n - 1.
lab::Shard array_shard() {
  const auto task = array_number("SLURM_ARRAY_TASK_ID"),
             count = array_number("SLURM_ARRAY_TASK_COUNT"),
             first = array_number("SLURM_ARRAY_TASK_MIN"),
             last = array_number("SLURM_ARRAY_TASK_MAX");
  if (count == 1)
    throw UsageError(
        "--shard slurm: this array has a single task, which would play everything; write --shard "
        "slurm/10 for one of 10 shards");
  if (first != 0 || last + 1 != count || task > last)
    throw UsageError(fmt::format(
        "--shard slurm: this array (SLURM_ARRAY_TASK_MIN {}, _MAX {}, _COUNT {}) is not all of 0 "
        "to "
        "n - 1, so it does not say how many shards there are; write --shard slurm/10 for 10",
        first, last, count));
  return {task, count};
}

/// "3/10"; in a job array "slurm/10", or "slurm" when it has a task for every shard.
lab::Shard shard_of(const std::string& text) {
  if (text.empty()) return {};
  if (text == "slurm") return array_shard();
  const auto slash = text.find('/');
  const auto index = text.substr(0, slash);
  const auto count = whole_number(slash == std::string::npos ? "" : text.substr(slash + 1));
  const auto number = index == "slurm" ? array_number("SLURM_ARRAY_TASK_ID") : whole_number(index);
  if (!number || !count || *count < 1 || (*number >= *count && index != "slurm"))
    throw UsageError("--shard is \"" + text + "\"; write it like 0/10 up to 9/10");
  if (*number >= *count)
    throw UsageError(fmt::format("--shard {}: SLURM_ARRAY_TASK_ID is {}; allowed: 0 to {}", text,
                                 *number, *count - 1));
  return {*number, *count};
}

void add_run_options(cxxopts::Options& options) {
  options.add_options()("threads", "Campaigns beside one another (0: all processors)",
                        cxxopts::value<std::string>()->default_value("0"))(
      "total", "Stop, resumable, when so many campaigns are played in all",
      cxxopts::value<std::string>()->default_value("0"))(
      "max-wall", "Stop, resumable, after this time (11h50m)",
      cxxopts::value<std::string>()->default_value(""))(
      "shard", "Play only part i of n: i/n, from 0/n; slurm/n in a job array",
      cxxopts::value<std::string>()->default_value(""))(
      "after", "Of a shard: the run that the rounds so far were merged into",
      cxxopts::value<std::string>()->default_value(""))(
      "keep",
      "Of each campaign: counts, campaigns (campaigns.csv) or all (default; turns and battles)",
      cxxopts::value<std::string>()->default_value(""))(
      "resume", "Go on with the run in the folder (the same command does so anyway)")(
      "other-program", "Go on although another build of niemen began")(
      "progress", "terminal, lines, json or none",
      cxxopts::value<std::string>()->default_value(""));
}

lab::RunRequest run_request(const cxxopts::ParseResult& arguments, const fs::path& folder) {
  lab::RunRequest request;
  request.folder = folder;
  request.factory = lab::load_cell;
  request.threads = static_cast<int>(whole_option(arguments, "threads", 0, kMaxThreads));
  request.total = static_cast<std::uint64_t>(whole_option(arguments, "total", 0, kMaxCampaigns));
  request.max_wall_seconds = duration_option(arguments, "max-wall");
  request.shard = shard_of(arguments["shard"].as<std::string>());
  if (const auto keep = arguments["keep"].as<std::string>(); !keep.empty()) {
    const auto* found = std::find(lab::kKeeps.begin(), lab::kKeeps.end(), keep);
    if (found == lab::kKeeps.end())
      throw UsageError("--keep is \"" + keep + "\"; allowed: counts, campaigns, all");
    request.keep = static_cast<lab::Keep>(found - lab::kKeeps.begin());
  }
  request.after = arguments["after"].as<std::string>();
  if (!request.after.empty() && request.shard.whole() && arguments.count("shard") > 0)
    throw UsageError("--after is of a shard; give --shard i/n as well");
  request.other_program = arguments.count("other-program") > 0;
  request.progress = lab::progress_style(arguments["progress"].as<std::string>());
  request.stop = interrupt_token();
  request.told_of_damage = [](const std::string& line) { std::cerr << line << '\n'; };
  return request;
}

/// Plays and says how it ended. `again` is the command that goes on.
int run_and_tell(const lab::Experiment& experiment, const lab::RunRequest& request,
                 const std::string& again, bool picture, RunWatch* watch = nullptr) {
  const auto outcome = lab::run_experiment(experiment, request);
  const auto& progress = outcome.progress;
  if (outcome.end == lab::RunEnd::AllFailed)
    throw core::InputError(
        fmt::format("{}: given up: {}", request.folder.string(),
                    fmt::join(lab::mishap_sentences(outcome.mishaps, kSideWords), " ")));
  if (outcome.round_over) {
    std::cout << fmt::format(
        "A round is over, {} campaigns are joined: give each shard its command again with --after "
        "{}\n",
        progress.done, core::shell_path(request.folder));
    return kResumable;
  }
  if (outcome.end == lab::RunEnd::Interrupted) {
    std::cerr << fmt::format("{} of {} campaigns are kept; go on with:\n  {}\n", progress.done,
                             progress.planned, again);
    return kResumable;
  }
  if (!request.shard.whole()) {
    std::cout << fmt::format(
        "shard {}/{}: {} campaigns in {}; join all shards with niemen lab "
        "merge OUT SHARD...\n",
        request.shard.index, request.shard.count, progress.done, request.folder.string());
    for (const auto& sentence : lab::mishap_sentences(outcome.mishaps, kSideWords))
      std::cout << sentence << '\n';
    return outcome.mishaps.too_many() ? kFailed : kGood;
  }
  for (const auto& sentence : outcome.answer.sentences) std::cout << sentence << '\n';
  const bool counts = lab::read_manifest(request.folder).keep == lab::Keep::Counts;
  std::cout << fmt::format("Played {} campaigns in {}{}. Tables: {}/{}results/*.csv\n",
                           progress.this_session, lab::duration_text(progress.seconds),
                           progress.this_session > 0 ? " (" + lab::rate_text(progress) + ")" : "",
                           request.folder.string(), counts ? "" : "campaigns.csv, ");
  if (picture && !counts) draw_run(request.folder, !watch);
  if (watch) {
    watch->over("It is over.", true, outcome.answer, request.folder);
    std::cout << "The page stays until Ctrl-C: " << watch->address() << std::endl;
    watch->stay();
  }
  return outcome.mishaps.too_many() ? kFailed : kGood;
}

int run(int argc, char** argv) {
  cxxopts::Options options("niemen lab run", "Plays an experiment to its verdict.");
  add_run_options(options);
  options.add_options()("file", "The experiment (TOML)", cxxopts::value<std::string>())(
      "out", "The run's folder (default: out/<name>)",
      cxxopts::value<std::string>()->default_value(""))("no-picture", "Tables only")(
      "watch", "Show the run on a page while it goes on, to this machine alone")(
      "port", "Of the page, on 127.0.0.1 (0: any that is free)",
      cxxopts::value<std::string>()->default_value("0"));
  options.parse_positional({"file"});
  options.positional_help("FILE");
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  if (!arguments->count("file")) throw UsageError("niemen lab run: name an experiment file");
  const auto experiment =
      lab::read_experiment(experiment_file((*arguments)["file"].as<std::string>()));
  fs::path folder = (*arguments)["out"].as<std::string>();
  if (folder.empty()) folder = fs::path("out") / experiment.name;
  const auto request = run_request(*arguments, folder);
  if (arguments->count("port") && !arguments->count("watch"))
    throw UsageError("--port is of the page of --watch");
  if (experiment.question->looks_back()) {
    if (arguments->count("watch"))
      throw UsageError("--watch is of a run that plays campaigns; this one looks back at another");
    lab::Answer answer;
    {
      ReplayedProgress progress(request.progress);
      answer = lab::run_retrospect(experiment, request.factory, folder, request.threads,
                                   progress.onlooker());
    }
    for (const auto& sentence : answer.sentences) std::cout << sentence << '\n';
    if (experiment.question->keeps_replays && !arguments->count("no-picture")) {
      const auto parent = lab::read_experiment(experiment.parent_run / "spec.toml");
      const auto told = write_diaries(folder / "replays", parent.request.folder);
      std::cout << "Their diaries (.txt) and a map for each turn lie beside the " << told
                << " logs.\n";
    }
    return kGood;
  }
  const auto again = "niemen lab resume " + core::shell_path(folder);
  const bool picture = arguments->count("no-picture") == 0;
  if (!arguments->count("watch")) return run_and_tell(experiment, request, again, picture);
  RunWatch watch(experiment, port_option(*arguments));
  std::cout << "Watch it at " << watch.address() << std::endl;
  auto watched = request;
  watched.told = [&](const lab::RunProgress& progress, const std::string& side) {
    watch.told(progress, side);
  };
  watched.seen = [&](const lab::CampaignSummary& summary) { watch.seen(summary); };
  return run_and_tell(experiment, watched, again, picture, &watch);
}

int resume(int argc, char** argv) {
  cxxopts::Options options("niemen lab resume", "Goes on with the run in a folder.");
  add_run_options(options);
  options.add_options()("folder", "The run's folder", cxxopts::value<std::string>())("no-picture",
                                                                                     "Tables only");
  options.parse_positional({"folder"});
  options.positional_help("DIR");
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  if (!arguments->count("folder")) throw UsageError("niemen lab resume: name the run's folder");
  const fs::path folder = (*arguments)["folder"].as<std::string>();
  const auto manifest = lab::read_manifest(folder);
  auto request = run_request(*arguments, folder);
  if (arguments->count("shard") == 0) request.shard = manifest.shard;
  return run_and_tell(lab::read_experiment(folder / "spec.toml"), request,
                      "niemen lab resume " + core::shell_path(folder),
                      arguments->count("no-picture") == 0);
}

int merge(int argc, char** argv) {
  cxxopts::Options options("niemen lab merge", "Joins the folders of all shards into one run.");
  add_run_options(options);
  options.add_options()("folders", "The new folder, then the shards'",
                        cxxopts::value<std::vector<std::string>>())("no-picture", "Tables only")(
      "round", "Leave the next round, if there is one, to the shards (exit status 75)");
  options.parse_positional({"folders"});
  options.positional_help("OUT SHARD...");
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  const auto names = arguments->count("folders")
                         ? (*arguments)["folders"].as<std::vector<std::string>>()
                         : std::vector<std::string>{};
  if (names.size() < 2) throw UsageError("niemen lab merge: name the new folder and the shards'");
  lab::merge_shards(names[0], {names.begin() + 1, names.end()});
  std::cout << fmt::format("Merged {} shards, {} campaigns, into {}.\n", names.size() - 1,
                           lab::read_manifest(names[0]).planned, names[0]);
  auto request = run_request(*arguments, names[0]);
  request.other_program = true;
  request.one_round = arguments->count("round") > 0;
  return run_and_tell(lab::read_experiment(fs::path(names[0]) / "spec.toml"), request,
                      "niemen lab resume " + core::shell_path(names[0]),
                      arguments->count("no-picture") == 0);
}

struct Sub {
  std::string_view name;
  std::string_view summary;
  int (*run)(int argc, char** argv);
};

constexpr std::array kSubs{
    Sub{"new", "a commented experiment to fill in", lab_new_command},
    Sub{"plan", "campaigns and hours for the asked precision", lab_plan_command},
    Sub{"run", "play an experiment to its verdict", run},
    Sub{"balance", "a game's balance by the players' strength", lab_balance_command},
    Sub{"status", "how far a run is", lab_status_command},
    Sub{"resume", "go on with a run", resume},
    Sub{"submit", "queue a run in shards, with Slurm or over ssh", lab_submit_command},
    Sub{"merge", "join the shards of a run", merge},
    Sub{"report", "a page and pictures of a run", lab_report_command},
    Sub{"compare", "two runs, metric by metric", lab_compare_command},
    Sub{"replay", "the full log of any campaign of a run", lab_replay_command},
    Sub{"verify", "a sample played again, hashes compared", lab_verify_command},
    Sub{"watch", "a game folder: checked and rated at each save", lab_watch_command},
};

void print_subs(std::ostream& out) {
  out << "usage: niemen lab <subcommand> [options]\n\n";
  for (const auto& sub : kSubs)
    out << "  " << sub.name << std::string(10 - sub.name.size(), ' ') << sub.summary << '\n';
}

}  // namespace

int lab_command(int argc, char** argv) {
  if (argc < 2) {
    print_subs(std::cerr);
    return kWrongUsage;
  }
  std::string_view name = argv[1];
  // `niemen lab run --help` and `niemen lab help run` are the same.
  if (name == "help" && argc > 2) {
    char option[] = "--help";
    char* arguments[] = {argv[0], argv[2], option, nullptr};
    return lab_command(3, arguments);
  }
  if (name == "--help" || name == "-h" || name == "help") {
    print_subs(std::cout);
    print_examples("niemen lab");
    return kGood;
  }
  for (const auto& sub : kSubs)
    if (sub.name == name) return sub.run(argc - 1, argv + 1);
  throw UsageError("niemen lab has no \"" + std::string(name) + "\"; see niemen lab --help");
}

}  // namespace niemen::tools
