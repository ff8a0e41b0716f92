// niemen play: a person plays a whole campaign, in the terminal.
#include <fmt/format.h>

#include <ctime>

#include "engine/core/error.h"
#include "engine/core/look.h"
#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/play_levels.h"
#include "tools/play_setup.h"
#include "tools/table.h"
#include "tools/table_text.h"

namespace niemen::tools {

namespace {

namespace fs = std::filesystem;

void add_play_options(cxxopts::Options& options) {
  add_game_options(options);
  options.add_options()("side", "A side's name, \"both\" (two people) or \"watch\"",
                        cxxopts::value<std::string>()->default_value(""))(
      "level", "How strong the computer is: a name in configs/agents, or a file",
      cxxopts::value<std::string>()->default_value(""))(
      "session", "The file the campaign is kept in; goes on where there is one",
      cxxopts::value<std::string>()->default_value(""))(
      "key", "Names every die of the campaign (else nobody knows it before the end)",
      cxxopts::value<std::uint64_t>())("defaults", "Ask nothing: what is not said is the usual")(
      "practice", "Undo may cross dice, reveals and the enemy's decisions")(
      "guided", "Explain each kind of decision when it first comes")(
      "warn", "Warn before an order that costs so many points of the chance of winning (0: never)",
      cxxopts::value<std::string>()->default_value("0"))(
      "seconds", "For a hint or an estimate", cxxopts::value<std::string>()->default_value("2"))(
      "pace", "Seconds that each step of the other side is shown; 0: a screenful waits for a key",
      cxxopts::value<std::string>()->default_value("0"))("plain",
                                                         "Sentences only, for a screen reader");
}

PlayAnswers answers_of(const cxxopts::ParseResult& arguments) {
  PlayAnswers answers;
  if (arguments.count("game")) answers.game = arguments["game"].as<std::string>();
  answers.scenario = arguments["scenario"].as<std::string>();
  answers.preset = arguments["preset"].as<std::string>();
  answers.side = arguments["side"].as<std::string>();
  answers.level = arguments["level"].as<std::string>();
  answers.openings[0] = arguments["opening-a"].as<std::string>();
  answers.openings[1] = arguments["opening-b"].as<std::string>();
  if (arguments.count("set")) answers.overrides = arguments["set"].as<std::vector<std::string>>();
  answers.ask = !arguments.count("defaults");
  return answers;
}

/// A name for a campaign that was given none: the game and the time it began at.
fs::path new_file(const std::string& title) {
  const auto now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  const auto name =
      fmt::format("{}-{:04}-{:02}-{:02}-{:02}{:02}{:02}", title, local.tm_year + 1900,
                  local.tm_mon + 1, local.tm_mday, local.tm_hour, local.tm_min, local.tm_sec);
  const auto folder = play::sessions_folder();
  auto file = folder / (name + ".jsonl");
  for (int again = 2; core::is_there(file); ++again)
    file = folder / fmt::format("{}-{}.jsonl", name, again);
  return file;
}

play::Session begin(Terminal& terminal, const cxxopts::ParseResult& arguments) {
  const fs::path file = arguments["session"].as<std::string>();
  if (!file.empty() && core::is_there(file)) {
    const auto find = [&](std::string_view title) {
      return play::find_game_folder(arguments.count("game") ? arguments["game"].as<std::string>()
                                                            : std::string(title));
    };
    auto session = play::Session::open(file, find, systems::load_game);
    const auto seat = session.is_person(play::Side::A) ? play::Side::A : play::Side::B;
    const auto steps = session.steps().size();
    // Of two people nobody knows who reads this, and how much the one has noticed tells the other.
    if (session.is_person(play::other(seat)) && seat == play::Side::A)
      terminal.say(fmt::format("Goes on in turn {}.", session.game().turn(session.state())));
    else
      terminal.say(fmt::format("Goes on after step {}.", session.noticed(seat, steps)));
    return session;
  }
  auto settings = ask_for_campaign(terminal, answers_of(arguments));
  if (arguments.count("key")) settings.campaign_key = arguments["key"].as<std::uint64_t>();
  settings.practice = arguments.count("practice") > 0;
  std::error_code failed;  // told when the file is made
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), failed);
  auto session =
      play::Session::create(file.empty() ? new_file(play::title_of(settings.request.folder)) : file,
                            settings, systems::load_game);
  const auto& info = session.game().info();
  terminal.heading(fmt::format("{}, {}, {}", info.title, info.scenario, info.preset));
  for (const auto i : {0, 1})
    terminal.say(side_title(info, i) + ": " + session.settings().seats[i]);
  terminal.say("The dice are fixed: their key has the SHA-256 " + session.commitment() + ".");
  terminal.say("Kept in " + session.path().string() + ".");
  terminal.say(play::kSealWords);
  return session;
}

}  // namespace

int play_command(int argc, char** argv) {
  cxxopts::Options options(
      "niemen play",
      "Plays a whole campaign at the terminal, against the computer or another person. Asks which\n"
      "game, side and level, then begins; \"help\" lists what can be typed. Every decision is on\n"
      "the disk before the next is asked. Orders may come from a script on standard input.\n"
      "In the file of a campaign that goes on, the dice and what lies hidden are sealed with a "
      "key\n"
      "in $XDG_DATA_HOME/niemen/keys (or ~/.local/share/niemen/keys): whoever uses it before the\n"
      "end cheats. To play on at another computer, copy the key along with the file.");
  add_play_options(options);
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  TableOptions table_options;
  table_options.guided = arguments->count("guided") > 0;
  constexpr std::int64_t kMaxVictoryPoints = 99;
  table_options.warn_at =
      static_cast<double>(whole_option(*arguments, "warn", 0, kMaxVictoryPoints)) / 100;
  constexpr double kShortest = 0.1;
  table_options.seconds = seconds_option(*arguments, "seconds", kShortest);
  table_options.pace = seconds_option(*arguments, "pace", 0);
  Terminal terminal(arguments->count("plain") > 0);
  Table table(terminal, begin(terminal, *arguments), table_options);
  return table.run();
}

}  // namespace niemen::tools
