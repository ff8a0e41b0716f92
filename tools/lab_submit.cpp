// niemen lab submit: a run in shards, on what clusters have.
#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iostream>

#include "ai/lab/load_cell.h"
#include "ai/lab/questions/question.h"
#include "ai/lab/run.h"
#include "ai/lab/stages.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/core/shell.h"
#include "engine/play/game_folder.h"
#include "tools/command_line.h"
#include "tools/lab_commands.h"

namespace niemen::tools {

namespace {

namespace fs = std::filesystem;

/// What the scripts of a run in shards are told.
struct Settings {
  fs::path folder;
  std::string name;
  std::uint64_t shards = 0;
  std::int64_t threads = 0;
  double seconds = 0;  ///< a job's time; 0: no limit
  std::vector<std::string> sbatch, hosts;
};

std::string list_of(const std::vector<std::string>& words) {
  std::string text = "(";
  for (const auto& word : words) text += (text.size() > 1 ? " " : "") + core::shell_word(word);
  return text + ")";
}

/// settings.sh, which the scripts read.
std::string settings_text(const Settings& settings) {
  // niemen stops by itself somewhat before the time is up; should it not, Slurm tells it to.
  constexpr double kMargin = 600, kSignal = 120;  // seconds
  const auto wall = settings.seconds - std::min(kMargin, settings.seconds / 10);
  std::string text = "# What the scripts beside this file play; written by niemen lab submit.\n";
  const auto set = [&](const char* name, const std::string& value) {
    text += fmt::format("{}={}\n", name, value);
  };
  set("name", core::shell_word(settings.name));
  set("niemen", core::shell_word(fs::read_symlink("/proc/self/exe").string()));
  set("run", core::shell_word(settings.folder.string()));
  set("work", core::shell_word(fs::current_path().string()));
  set("shards", fmt::format("{}", settings.shards));
  set("threads", fmt::format("{}", settings.threads));
  set("gather_threads", fmt::format("{}", settings.threads));
  set("attempts", "5");
  set("minutes", fmt::format("{:.0f}", std::ceil(settings.seconds / 60)));
  set("max_wall", fmt::format("{:.0f}s", std::max(1.0, wall)));
  set("signal_before", fmt::format("{:.0f}", std::min(kSignal, settings.seconds / 4)));
  set("sbatch_options", list_of(settings.sbatch));
  std::vector<std::string> parallel;
  if (!settings.hosts.empty())
    parallel = {"--sshlogin", fmt::format("{}", fmt::join(settings.hosts, ","))};
  set("parallel_options", list_of(parallel));
  if (const char* configs = std::getenv("NIEMEN_CONFIGS"); configs && *configs)
    text += "export NIEMEN_CONFIGS=" + core::shell_word(fs::absolute(configs).string()) + "\n";
  return text;
}

/// The value of a line "name=..." of a text; empty where there is none.
std::string setting_of(const std::string& text, const std::string& name) {
  const auto at = text.find("\n" + name + "=");
  if (at == std::string::npos) return "";
  const auto begin = at + name.size() + 2;
  return text.substr(begin, text.find('\n', begin) - begin);
}

/// Throws InputError when the folder holds something else.
void check_folder(const fs::path& cluster, const lab::Experiment& experiment,
                  const Settings& settings) {
  if (fs::exists(settings.folder) && !fs::exists(cluster) && !fs::is_empty(settings.folder))
    throw core::InputError(settings.folder.string() +
                           ": holds other things; name a new folder with --out");
  if (!fs::exists(cluster / "settings.sh")) return;
  const auto shards = setting_of(core::read_file(cluster / "settings.sh"), "shards");
  if (core::read_file(cluster / "experiment.toml") != experiment.source_text)
    throw core::InputError(settings.folder.string() +
                           ": was submitted of another experiment; name a new folder with --out");
  if (shards != std::to_string(settings.shards))
    throw core::InputError(
        fmt::format("{}: was submitted in {} shards; give --shards {}, or name a "
                    "new folder with --out",
                    settings.folder.string(), shards, shards));
}

void write_scripts(const fs::path& cluster, const lab::Experiment& experiment,
                   const Settings& settings) {
  std::error_code error;
  fs::create_directories(cluster, error);
  if (error) throw core::InputError(cluster.string() + ": " + error.message());
  const auto scripts = play::configs_folder().parent_path() / "scripts" / "cluster";
  for (const auto* name : {"shard.sh", "missing.sh", "gather.sh", "submit.sh", "parallel.sh"}) {
    core::write_file(cluster / name, core::read_file(scripts / name));
    fs::permissions(cluster / name, fs::perms::owner_exec | fs::perms::group_exec,
                    fs::perm_options::add);
  }
  core::write_file(cluster / "experiment.toml", experiment.source_text);
  core::write_file(cluster / "settings.sh", settings_text(settings));
}

/// The exit status of a command of the shell.
int status_of(const std::string& command) {
  std::cout.flush();
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : kBad;
}

}  // namespace

int lab_submit_command(int argc, char** argv) {
  cxxopts::Options options(
      "niemen lab submit",
      "Plays an experiment in shards: a Slurm array and the job that joins "
      "them, round by round;\nwith --hosts the same over ssh, by GNU parallel. "
      "The folder must be shared by all machines.");
  options.add_options()("file", "The experiment (TOML)", cxxopts::value<std::string>())(
      "shards", "How many parts", cxxopts::value<std::string>())(
      "out", "The folder (default: out/<name>)", cxxopts::value<std::string>()->default_value(""))(
      "threads", "Threads of each shard (over ssh 0: all of the machine)",
      cxxopts::value<std::string>()->default_value(""))(
      "time", "The most that a job takes before it is queued again (12h)",
      cxxopts::value<std::string>()->default_value("12h"))(
      "sbatch", "An option for sbatch, e.g. --sbatch=--partition=long; may be given again",
      cxxopts::value<std::vector<std::string>>())(
      "hosts", "Machines for GNU parallel, with commas; \":\" is this one",
      cxxopts::value<std::string>()->default_value(""))(
      "dry-run", "Write the scripts, print what would be queued, queue nothing");
  options.parse_positional({"file"});
  options.positional_help("FILE");
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  if (!arguments->count("file") || !arguments->count("shards"))
    throw UsageError("usage: niemen lab submit FILE --shards N");
  constexpr std::int64_t kMostShards = 10'000;
  const auto experiment =
      lab::read_experiment(experiment_file((*arguments)["file"].as<std::string>()));
  if (experiment.question->looks_back())
    throw core::InputError(experiment.name + ": looks back at a run, on one machine");
  lab::ExperimentSource source(experiment, lab::load_cell);
  lab::make_ready(source, lab::load_cell);

  Settings settings;
  settings.name = experiment.name;
  settings.shards = static_cast<std::uint64_t>(whole_option(*arguments, "shards", 1, kMostShards));
  const auto in_all = lab::campaigns_in_all(experiment);
  if (settings.shards > in_all)
    throw core::InputError(fmt::format(
        "--shards is {}; allowed: 1 to {}, the campaigns that there are", settings.shards, in_all));
  settings.folder = (*arguments)["out"].as<std::string>();
  if (settings.folder.empty()) settings.folder = fs::path("out") / experiment.name;
  settings.folder = play::without_slash(fs::absolute(settings.folder).lexically_normal());
  settings.seconds = duration_option(*arguments, "time");
  const auto hosts = (*arguments)["hosts"].as<std::string>();
  for (std::size_t at = 0; at < hosts.size();) {
    const auto end = std::min(hosts.find(',', at), hosts.size());
    settings.hosts.push_back(hosts.substr(at, end - at));
    at = end + 1;
  }
  const bool slurm = settings.hosts.empty();
  constexpr std::int64_t kThreads = 16;
  settings.threads = slurm ? kThreads : 0;
  if (!(*arguments)["threads"].as<std::string>().empty())
    settings.threads = whole_option(*arguments, "threads", slurm ? 1 : 0, kMaxThreads);
  if (arguments->count("sbatch"))
    settings.sbatch = (*arguments)["sbatch"].as<std::vector<std::string>>();

  const auto cluster = settings.folder / "cluster";
  check_folder(cluster, experiment, settings);
  write_scripts(cluster, experiment, settings);
  std::cout << fmt::format("{}: {} in {} shards; scripts in {}\n", experiment.name,
                           lab::stages_in_words(experiment), settings.shards, cluster.string());
  const auto script = core::shell_path(cluster / (slurm ? "submit.sh" : "parallel.sh"));
  if (!arguments->count("dry-run")) return status_of(script);
  if (slurm) return status_of("NIEMEN_DRY_RUN=1 " + script + " 2>&1");
  std::cout << "go on with: " << script << '\n';
  return kGood;
}

}  // namespace niemen::tools
