// niemen lab balance: who wins how often between equals of each strength, in one command.
#include <fmt/format.h>

#include <filesystem>
#include <iostream>

#include "ai/lab/load_cell.h"
#include "ai/lab/mishaps.h"
#include "ai/lab/run.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/lab_commands.h"

namespace niemen::tools {

namespace {

namespace fs = std::filesystem;

/// "doctrine,recruit" in parts.
std::vector<std::string> parts_of(const std::string& list) {
  std::vector<std::string> parts;
  for (std::size_t start = 0; start <= list.size();) {
    const auto end = std::min(list.find(',', start), list.size());
    if (end > start) parts.push_back(list.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

/// A text as TOML writes it.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

/// The plan of one strength: it ends as soon as the share is shown to lie inside or outside the
/// band.
std::string plan_of(const cxxopts::ParseResult& arguments, const std::string& agent) {
  const auto request = game_request(arguments);
  std::string game = "[game]\ntitle = " + quoted(request.folder.string()) + "\n";
  const auto add = [&](const char* key, const std::string& value) {
    if (!value.empty()) game += std::string(key) + " = " + quoted(value) + "\n";
  };
  add("scenario", request.scenario);
  add("preset", request.preset);
  add("opening_a", request.openings[0]);
  add("opening_b", request.openings[1]);
  std::string changes;
  for (const auto& change : request.overrides)
    changes += (changes.empty() ? "" : ", ") + quoted(change);
  if (!changes.empty()) game += "set = [" + changes + "]\n";
  return fmt::format(
      "question = \"balance\"\nname = {}\ncampaigns = {}\nseed = {}\n{}[agents]\na = {}\nb = {}\n"
      "[balance]\nstop_when_shown = true\n",
      quoted("balance between " + agent + " and itself"),
      whole_option(arguments, "campaigns", 1, kMaxCampaigns),
      whole_option(arguments, "seed", 0, INT64_MAX), game, quoted(agent), quoted(agent));
}

/// What the campaigns of a run took of a processor, in seconds.
double processor_seconds(const fs::path& folder) {
  const lab::RecordedRun run(folder, lab::read_manifest(folder).spec_sha256);
  double seconds = 0;
  for (const auto& summary : run.summaries()) seconds += run.read(summary.id).seconds;
  return seconds;
}

/// "doctrine: 81.2 % (76.0 to 85.9), outside 40 to 60 %; 64 campaigns, 0.3 s of a processor each".
std::string line_of(const std::string& agent, const lab::RunOutcome& outcome,
                    const fs::path& folder) {
  const lab::Finding* found = nullptr;
  std::string verdict;
  for (const auto& finding : outcome.answer.findings) {
    if (finding.metric == "win_share_a") found = &finding;
    if (finding.metric == "win_share_a_equivalence")
      verdict = finding.verdict + " " + finding.target;
  }
  if (!found) return agent + ": no campaign was played to its end";
  const double seconds = processor_seconds(folder);
  return fmt::format("{}: {}, {}; {} campaigns, {:.3g} s of a processor each, {} in all", agent,
                     lab::share_text(found->estimate), verdict, found->estimate.n,
                     seconds / static_cast<double>(std::max(1, found->estimate.n)),
                     lab::duration_text(seconds));
}

}  // namespace

int lab_balance_command(int argc, char** argv) {
  cxxopts::Options options("niemen lab balance",
                           "Plays equals of each strength against one another until it is shown "
                           "whether the game is balanced between them, or the campaigns run out.");
  add_game_options(options);
  options.add_options()("agents", "Who plays, weakest first",
                        cxxopts::value<std::string>()->default_value("doctrine,recruit,captain"))(
      "campaigns", "Most campaigns of each strength",
      cxxopts::value<std::string>()->default_value("1000"))(
      "seed", "Another seed gives other dice", cxxopts::value<std::string>()->default_value("1"))(
      "threads", "Campaigns beside one another (0: all processors)",
      cxxopts::value<std::string>()->default_value("0"))(
      "progress", "terminal, lines, json or none",
      cxxopts::value<std::string>()->default_value(""))(
      "out", "The folder of a run for each strength (default: out/balance-<game>)",
      cxxopts::value<std::string>()->default_value(""));
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  const auto agents = parts_of((*arguments)["agents"].as<std::string>());
  if (agents.empty()) throw UsageError("--agents names nobody; allowed: names between commas");
  fs::path out = (*arguments)["out"].as<std::string>();
  if (out.empty())
    out = fs::path("out") / ("balance-" + game_request(*arguments).folder.filename().string());
  std::string side;
  std::vector<std::string> lines;
  for (const auto& agent : agents) {
    const auto folder = out / fs::path(agent).stem();
    std::error_code error;
    fs::create_directories(out, error);
    if (error) throw core::InputError(out.string() + ": " + error.message());
    const auto file = out / (folder.filename().string() + ".toml");
    core::write_file(file, plan_of(*arguments, agent));
    const auto experiment = lab::read_experiment(file);
    lab::RunRequest request;
    request.folder = folder;
    request.factory = lab::load_cell;
    request.threads = static_cast<int>(whole_option(*arguments, "threads", 0, kMaxThreads));
    request.progress = lab::progress_style((*arguments)["progress"].as<std::string>());
    request.stop = interrupt_token();
    const auto outcome = lab::run_experiment(experiment, request);
    const auto info = lab::load_cell(experiment.cells[0])->info();
    if (outcome.end == lab::RunEnd::AllFailed)
      throw core::InputError(
          fmt::format("{}: given up: {}", folder.string(),
                      fmt::join(lab::mishap_sentences(outcome.mishaps, info.side_names), " ")));
    if (outcome.end == lab::RunEnd::Interrupted)
      throw core::Interrupted("interrupted; the same command goes on");
    lines.push_back(line_of(agent, outcome, folder));
    side = info.side_names[0];
  }
  std::cout << fmt::format("Score of the {} side between equals:\n", side);
  for (const auto& line : lines) std::cout << "  " << line << '\n';
  std::cout << fmt::format("Runs: {}/<agent>; niemen lab report draws one.\n", out.string());
  return kGood;
}

}  // namespace niemen::tools
