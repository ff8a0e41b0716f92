// niemen lab balance: who wins how often between equals of each strength, in one command.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <tuple>

#include "ai/agents/agent_config.h"
#include "ai/lab/load_cell.h"
#include "ai/lab/mishaps.h"
#include "ai/lab/run.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/core/text.h"
#include "engine/systems/registry.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/lab_commands.h"

namespace niemen::tools {

namespace {

namespace fs = std::filesystem;

/// A text as TOML writes it.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

/// One way to begin the game, and what it is called in a table and as a folder.
struct Variant {
  play::GameRequest request;
  std::string title, folder;
};

/// The openings of one side that may be played: none among them, and all of them if asked for.
std::vector<std::string> wanted_openings(const cxxopts::ParseResult& arguments,
                                         const std::string& otherwise,
                                         const std::vector<std::string>& all) {
  if (!arguments.count("openings")) return {otherwise};
  auto names = all;
  if (names.empty()) names.emplace_back();
  return names;
}

/// Whether the game can be begun so: an opening is made for some scenarios only.
bool can_be_played(const play::GameRequest& request) {
  try {
    systems::load_game(request);
    return true;
  } catch (const core::InputError&) {
    return false;
  }
}

/// "spring, plain" or "spring, plain, north-first against none".
void name_variant(Variant& variant) {
  const auto& request = variant.request;
  const auto add = [&](const std::string& word) {
    if (word.empty()) return;
    variant.title += (variant.title.empty() ? "" : ", ") + word;
    variant.folder += (variant.folder.empty() ? "" : "-") + word;
  };
  add(request.scenario);
  add(request.preset);
  if (request.openings[0].empty() && request.openings[1].empty()) return;
  const auto word = [](const std::string& name) { return name.empty() ? "set up" : name; };
  variant.title += (variant.title.empty() ? "" : ", ") + word(request.openings[0]) + " against " +
                   word(request.openings[1]);
  variant.folder += (variant.folder.empty() ? "" : "-") + word(request.openings[0]) + "-" +
                    word(request.openings[1]);
}

/// Every way to begin that was asked for; one that has no name where nothing was.
std::vector<Variant> variants_of(const cxxopts::ParseResult& arguments) {
  const auto first = game_request(arguments);
  std::vector<Variant> variants;
  const auto info = systems::load_game(first)->info();
  for (const auto& scenario :
       wanted_names(arguments, "scenarios", first.scenario, info.scenarios)) {
    auto request = first;
    request.scenario = scenario;
    const auto here = systems::load_game(request)->info();
    for (const auto& preset : wanted_names(arguments, "presets", first.preset, here.presets))
      for (const auto& a : wanted_openings(arguments, first.openings[0], here.openings[0]))
        for (const auto& b : wanted_openings(arguments, first.openings[1], here.openings[1])) {
          Variant variant{request, "", ""};
          variant.request.preset = preset;
          variant.request.openings[0] = a;
          variant.request.openings[1] = b;
          if (arguments.count("openings") && !can_be_played(variant.request)) continue;
          name_variant(variant);
          variants.push_back(std::move(variant));
        }
  }
  if (variants.empty())
    throw core::InputError("no opening of the game can be played in these scenarios");
  return variants;
}

/// The plan of one strength: it ends as soon as the share is shown to lie inside or outside the
/// band.
std::string plan_of(const cxxopts::ParseResult& arguments, const play::GameRequest& request,
                    const std::string& agent) {
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
  run.visit(~std::uint64_t{0},
            [&](const lab::CampaignRecord& record) { seconds += record.seconds; });
  return seconds;
}

/// A line of the table: what was played, who played, how often side A won, what that shows, and
/// what it took.
using Line = std::array<std::string, 6>;

Line line_of(const Variant& variant, const std::string& agent, const lab::RunOutcome& outcome,
             const lab::Band& band, const fs::path& folder) {
  const lab::Finding* found = nullptr;
  std::string verdict;
  for (const auto& finding : outcome.answer.findings) {
    if (finding.metric == "win_share_a") found = &finding;
    if (finding.metric == "win_share_a_equivalence")
      verdict = finding.verdict + " " + lab::band_text(band);
  }
  if (!found) return {variant.title, agent, "no campaign was played to its end", "", "", ""};
  const double seconds = processor_seconds(folder);
  return {variant.title,
          agent,
          lab::share_text(found->estimate),
          verdict,
          fmt::format("{} campaigns", found->estimate.n),
          fmt::format("{:.3g} s each, {} in all",
                      seconds / static_cast<double>(std::max(1, found->estimate.n)),
                      lab::duration_text(seconds))};
}

void print_table(const std::vector<Line>& lines) {
  std::array<std::size_t, std::tuple_size_v<Line>> widths{};
  for (const auto& line : lines)
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  for (const auto& line : lines) {
    std::string text;
    for (std::size_t i = 0; i < line.size(); ++i)
      if (widths[i] > 0) text += fmt::format("  {:<{}}", line[i], widths[i]);
    text.erase(text.find_last_not_of(' ') + 1);
    std::cout << text << '\n';
  }
}

/// Plays one strength of one variant. Throws InputError when nothing of it could be played.
Line play_variant(const cxxopts::ParseResult& arguments, const Variant& variant,
                  const std::string& agent, const fs::path& out, std::string& side) {
  const auto name = fs::path(agent).stem();
  const auto folder = variant.folder.empty() ? out / name : out / variant.folder / name;
  std::error_code error;
  fs::create_directories(folder.parent_path(), error);
  if (error) throw core::InputError(folder.parent_path().string() + ": " + error.message());
  const auto file = folder.parent_path() / (name.string() + ".toml");
  core::write_file(file, plan_of(arguments, variant.request, agent));
  const auto experiment = lab::read_experiment(file);
  lab::RunRequest request;
  request.folder = folder;
  request.factory = lab::load_cell;
  request.threads = static_cast<int>(whole_option(arguments, "threads", 0, kMaxThreads));
  request.progress = lab::progress_style(arguments["progress"].as<std::string>());
  request.stop = interrupt_token();
  const auto outcome = lab::run_experiment(experiment, request);
  const auto info = lab::load_cell(experiment.cells[0])->info();
  if (outcome.end == lab::RunEnd::AllFailed)
    throw core::InputError(
        fmt::format("{}: given up: {}", folder.string(),
                    fmt::join(lab::mishap_sentences(outcome.mishaps, info.side_names), " ")));
  if (outcome.end == lab::RunEnd::Interrupted)
    throw core::Interrupted("interrupted; the same command goes on");
  side = core::capitalised(info.side_names[0]);
  return line_of(variant, agent, outcome, experiment.band, folder);
}

}  // namespace

int lab_balance_command(int argc, char** argv) {
  cxxopts::Options options("niemen lab balance",
                           "Plays equals of each strength against one another until it is shown "
                           "whether the game is balanced between them, or the campaigns run out: "
                           "of one way to begin, or of several in one table.");
  add_game_options(options);
  options.add_options()("scenarios", "Several scenarios between commas, or all",
                        cxxopts::value<std::string>())(
      "presets", "Several presets between commas, or all", cxxopts::value<std::string>())(
      "openings", "Every opening of each side against every one of the other")(
      "agents", "Who plays, weakest first",
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
  const auto agents = core::split_words((*arguments)["agents"].as<std::string>(), ",");
  if (agents.empty()) throw UsageError("--agents names nobody; allowed: names between commas");
  fs::path out = (*arguments)["out"].as<std::string>();
  if (out.empty())
    out = fs::path("out") / ("balance-" + game_request(*arguments).folder.filename().string());
  for (const auto& agent : agents) ai::find_agent(agent);  // before anything is made
  const auto variants = variants_of(*arguments);
  std::string side;
  std::vector<Line> lines;
  for (const auto& variant : variants)
    for (const auto& agent : agents)
      lines.push_back(play_variant(*arguments, variant, agent, out, side));
  std::cout << fmt::format("Score of the {} side between equals:\n", side);
  print_table(lines);
  std::cout << fmt::format("Runs: {}/{}<agent>; niemen lab report draws one.\n", out.string(),
                           variants.front().folder.empty() ? "" : "<what was played>/");
  return kGood;
}

}  // namespace niemen::tools
