// niemen lab new: a commented experiment about a game.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <map>
#include <optional>
#include <vector>

#include "engine/core/config.h"
#include "engine/core/file_writer.h"
#include "engine/core/look.h"
#include "engine/core/shell.h"
#include "engine/play/game_files.h"
#include "engine/play/game_folder.h"
#include "engine/play/session.h"
#include "engine/systems/registry.h"
#include "tools/command_line.h"
#include "tools/lab_commands.h"

namespace niemen::tools {

namespace {

namespace fs = std::filesystem;

/// The questions that there are templates for.
std::vector<std::string> kinds_of_experiments() {
  return play::list_files(
      std::array{play::configs_folder().parent_path() / "experiments" / "templates"}, "", "toml");
}

/// The same for people; none where the project's files are not to be found.
std::string kinds_words() {
  std::string words;
  try {
    words = fmt::format("{}", fmt::join(kinds_of_experiments(), ", "));
  } catch (const core::InputError&) {  // no files of the project: told when they are needed
  }
  return words.empty() ? "the files of experiments/templates" : words;
}

/// The template of a question: an experiment that speaks of no game in particular.
fs::path template_of(const std::string& question) {
  const auto folder = play::configs_folder().parent_path() / "experiments" / "templates";
  std::string allowed;
  for (const auto& kind : kinds_of_experiments()) {
    if (kind == question) return folder / (kind + ".toml");
    allowed += (allowed.empty() ? "" : ", ") + kind;
  }
  throw core::InputError("no kind of experiment \"" + question + "\"; allowed: " + allowed);
}

/// A number of the game that a designer turns to: what the first row of victory is worth, or the
/// margin from which the first side wins.
struct Dial {
  std::string key;
  std::int64_t low = 0, now = 0, high = 0;  ///< a range around what it is
};

/// What the game says of victory: a file of its own, or a part of game.toml or rules.toml.
core::ConfigValue victory_of(const play::GameFolder& folder) {
  if (!folder.find("victory.toml").empty()) return folder.toml("victory.toml");
  auto config = folder.config;
  if (!folder.find("rules.toml").empty()) {
    config = folder.toml("rules.toml");
    core::overlay(config, folder.config);
  }
  const auto victory = config.table.find("victory");
  return victory == config.table.end() ? core::ConfigValue{} : victory->second;
}

/// A row with an id and a whole number called `number`: both, or nothing.
struct NumberedRow {
  std::string id, winner;
  std::int64_t now = 0;
};
std::vector<NumberedRow> rows_with(const core::ConfigValue& victory, const std::string& number) {
  std::vector<NumberedRow> rows;
  for (const auto& [list, values] : victory.table)
    for (const auto& row : values.list) {
      const auto id = row.table.find("id"), value = row.table.find(number),
                 winner = row.table.find("winner");
      if (id == row.table.end() || value == row.table.end()) continue;
      rows.push_back({id->second.text, winner == row.table.end() ? "" : winner->second.text,
                      value->second.integer});
    }
  return rows;
}

Dial dial_of(const play::GameRequest& request) {
  const auto victory = victory_of(play::open_game_folder(request));
  // A bid is a number made for this.
  if (const auto bid = victory.table.find("bid"); bid != victory.table.end()) {
    constexpr std::int64_t kBids = 10;
    const auto now = bid->second.integer;
    return {"victory.bid", now - kBids, now, now + kBids};
  }
  if (const auto rows = rows_with(victory, "points"); !rows.empty())
    return {"victory." + rows[0].id + ".points", 0, rows[0].now, 2 * rows[0].now + 1};
  auto levels = rows_with(victory, "from");
  if (levels.empty())
    throw core::InputError(request.folder.string() + ": its victory has no rows with a number");
  // The best level comes first: the last of its winner says who wins.
  std::stable_sort(levels.begin(), levels.end(),
                   [](const NumberedRow& a, const NumberedRow& b) { return a.now > b.now; });
  const auto next = std::find_if(levels.begin(), levels.end(), [&](const NumberedRow& level) {
    return level.winner != levels[0].winner;
  });
  const auto& decisive = *(next - 1);
  constexpr std::int64_t kReach = 2;  // levels must stay in their order
  return {"victory." + decisive.id + ".from", decisive.now - kReach, decisive.now,
          decisive.now + kReach};
}

/// Puts `to` in the place of every `from`.
void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

std::string list_of(const std::vector<std::string>& openings) {
  if (openings.empty()) return "[\"\"]";  // the set-up is played
  std::string list;
  for (const auto& name : openings) list += (list.empty() ? "[" : ", ") + core::toml_text(name);
  return list + "]";
}

/// The scenarios that an opening is made for; none where its file does not say.
std::vector<std::string> scenarios_of(const core::ConfigValue& opening) {
  std::vector<std::string> scenarios;
  if (const auto one = opening.table.find("scenario"); one != opening.table.end())
    scenarios.push_back(one->second.text);
  if (const auto several = opening.table.find("scenarios"); several != opening.table.end())
    for (const auto& scenario : several->second.list) scenarios.push_back(scenario.text);
  return scenarios;
}

/// Openings that meet: of one scenario, that in which most pairs do. A side without one sets up in
/// play.
struct Openings {
  std::string scenario;  ///< empty: they are of none, or there are none
  std::array<std::vector<std::string>, play::kSides> names;
  std::size_t meetings() const {
    return std::max<std::size_t>(1, names[0].size()) * std::max<std::size_t>(1, names[1].size());
  }
};
Openings openings_of(const play::GameInfo& info, const play::GameRequest& request) {
  const auto folder = play::open_game_folder(request);
  Openings best;
  best.names = {info.openings[0], info.openings[1]};
  std::map<std::string, Openings> of_scenario;
  for (const std::size_t side : {0U, 1U})
    for (const auto& name : info.openings[side])
      for (const auto& scenario : scenarios_of(play::read_opening_file(folder, name)))
        of_scenario[scenario].names[side].push_back(name);
  std::size_t most = 0;
  for (auto& [scenario, openings] : of_scenario) {
    if (openings.meetings() <= most) continue;
    most = openings.meetings();
    best = openings;
    best.scenario = scenario;
  }
  return best;
}

/// The words of a template that stand for something of a game.
void fill_in(std::string& text, const std::string& named, const play::GameRequest& request) {
  const auto info = systems::load_game(request)->info();
  replace_all(text, "\"russia-1812\"", core::toml_text(named));
  const auto say_those_there_are = [&](const std::string& key, const std::string& usual,
                                       const std::vector<std::string>& names) {
    if (names.empty()) return;
    std::string words;
    for (const auto& name : names) words += (words.empty() ? "" : ", ") + name;
    replace_all(text, fmt::format("# {} = \"{}\"\n", key, usual),
                fmt::format("# {} = {}  # {}\n", key, core::toml_text(names.back()), words));
  };
  say_those_there_are("preset", "advanced", info.presets);
  say_those_there_are("scenario", "historical", info.scenarios);
  if (text.find("\"first-name\"") != std::string::npos) {
    const auto openings = openings_of(info, request);
    for (const std::size_t side : {0U, 1U})
      replace_all(text, fmt::format("{} = [\"first-name\", \"second-name\"]", "ab"[side]),
                  fmt::format("{} = {}", "ab"[side], list_of(openings.names[side])));
    const auto title = "title = " + core::toml_text(named) + '\n';
    if (!openings.scenario.empty())
      replace_all(text, title, title + "scenario = " + core::toml_text(openings.scenario) + '\n');
  }
  const auto dial = dial_of(request);
  replace_all(text, "\"victory.some_points=20\"",
              core::toml_text(fmt::format("{}={}", dial.key, dial.now + 1)));
  replace_all(text, "\"victory.some_points\"", core::toml_text(dial.key));
  replace_all(text, "low = 10\n", fmt::format("low = {}\n", dial.low));
  replace_all(text, "high = 40\n", fmt::format("high = {}\n", dial.high));
  replace_all(text, "now = 20 ", fmt::format("now = {} ", dial.now));
}

/// Apart from the streams of other worlds that are dealt from an observation.
constexpr std::uint64_t kWorldsOfLab = 0x6C61626F7261;

/// A seat's knowledge of a session: worlds that agree with it, as scenarios of a game of their own.
struct Worlds {
  play::GameRequest request;           ///< of the new game
  std::vector<std::string> scenarios;  ///< of the new game
  std::size_t step = 0;                ///< of the session
  std::size_t noticed = 0;             ///< up to there, by the seat that asks
};

/// The seat that asks: the named one, or that of the only person.
play::Side asking_side(const cxxopts::ParseResult& arguments, const play::Session& session) {
  if (arguments.count("seat")) {
    const auto seat = arguments["seat"].as<std::string>();
    if (seat != "A" && seat != "B") throw UsageError("--seat is A or B");
    const auto side = seat == "A" ? play::Side::A : play::Side::B;
    if (!session.open_to_all() && !session.is_person(side) && session.is_person(play::other(side)))
      throw core::InputError(
          "seat " + seat +
          " is the computer's: what it knows is hidden until the campaign is over");
    return side;
  }
  const bool a = session.is_person(play::Side::A), b = session.is_person(play::Side::B);
  if (a == b)
    throw UsageError("--seat A or --seat B: whose knowledge of the session is asked about?");
  return a ? play::Side::A : play::Side::B;
}

/// Deals what `side` may not know `count` times over and writes each world as a scenario into a new
/// game, at the last step (from `last` down) at which the mechanism saves positions.
void deal_worlds(const play::Session& session, play::Side side, int count, std::size_t last,
                 const fs::path& folder, Worlds& worlds) {
  const auto& game = session.game();
  std::string refused;
  for (worlds.step = last + 1; worlds.step-- > 0;) {
    const auto observation = game.observe(session.state(worlds.step), play::viewer_of(side));
    // The same worlds for the same knowledge, and never those that the seat is shown.
    core::RandomStream random(
        game.observation_hash(session.state(worlds.step), play::viewer_of(side)), kWorldsOfLab);
    try {
      worlds.scenarios.clear();
      worlds.noticed = session.noticed(side, worlds.step);
      for (int i = 1; i <= count; ++i) {
        const auto name = fmt::format("world-{}", i);
        core::write_file(
            folder / "scenarios" / (name + ".toml"),
            game.scenario_toml(game.sample_world(observation, random),
                               fmt::format("World {} after {} steps", i, worlds.noticed)));
        worlds.scenarios.push_back(name);
      }
      return;
    } catch (const core::InputError& error) {
      if (refused.empty()) refused = error.what();
    }
  }
  throw core::InputError("no position of the session can be saved: " + refused);
}

/// A new game in `folder` that begins where a session stands as far as a seat knows, made whole or
/// not at all.
Worlds make_worlds(const cxxopts::ParseResult& arguments, const fs::path& folder) {
  // As it stands in its file, which another program may be playing.
  const auto session = play::Session::read(arguments["session"].as<std::string>(),
                                           play::find_game_folder, systems::load_game);
  if (session.over() && !arguments.count("at"))
    throw core::InputError(arguments["session"].as<std::string>() +
                           ": this campaign is over; --at N begins where it stood after N steps");
  if (session.over() && !session.open_to_all())
    throw core::InputError(arguments["session"].as<std::string>() + ": " + opening_words(session));
  const auto side = asking_side(arguments, session);
  constexpr int kMostWorlds = 1000;
  const auto count = static_cast<int>(whole_option(arguments, "worlds", 1, kMostWorlds));
  // Steps are those that the seat has noticed.
  const auto steps = session.steps().size();
  const auto most = static_cast<std::int64_t>(session.noticed(side, steps));
  const auto last =
      arguments.count("at")
          ? session.steps_noticed(side,
                                  static_cast<std::size_t>(whole_option(arguments, "at", 0, most)))
          : steps;
  const auto& played = session.settings().request;
  Worlds worlds;
  const auto part =
      core::make_beside(folder, [](const fs::path& name) { return fs::create_directory(name); });
  try {
    core::write_file(
        part / "game.toml",
        "# A session as far as one seat knows it: each scenario is a world that may be.\n"
        "extends = " +
            core::toml_text(fs::canonical(played.folder).string()) + "\n" + played.inline_config);
    fs::create_directory(part / "scenarios");
    deal_worlds(session, side, count, last, part, worlds);
    worlds.request.preset = session.game().info().preset;
    worlds.request.overrides = played.overrides;
    auto one = worlds.request;
    one.folder = part;
    one.scenario = worlds.scenarios.front();
    systems::load_game(one);
    fs::rename(part, folder);
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(part, ignored);
    throw;
  }
  worlds.request.folder = folder;
  worlds.request.scenario = worlds.scenarios.front();
  return worlds;
}

/// The keys of [game] that begin a plan's campaigns from worlds.
std::string begin_from(const Worlds& worlds) {
  std::string text = "preset = " + core::toml_text(worlds.request.preset) + "\nscenarios = [";
  for (std::size_t i = 0; i < worlds.scenarios.size(); ++i)
    text += (i ? ", " : "") + core::toml_text(worlds.scenarios[i]);
  text += "]  # worlds that may be, one a set of dice\n";
  if (worlds.request.overrides.empty()) return text;
  std::string changes;
  for (const auto& change : worlds.request.overrides)
    changes += (changes.empty() ? "" : ", ") + core::toml_text(change);
  return text + "set = [" + changes + "]\n";
}

}  // namespace

int lab_new_command(int argc, char** argv) {
  cxxopts::Options options(
      "niemen lab new",
      "Writes a commented experiment about a game. KIND is one of: " + kinds_words() + ".");
  options.add_options()("kind", "The question", cxxopts::value<std::string>())(
      "g,game", "The game: a title in configs/games, or a folder",
      cxxopts::value<std::string>()->default_value("russia-1812"))(
      "out", "The file to write (default: KIND.toml)",
      cxxopts::value<std::string>()->default_value(""))(
      "session",
      "Begin where this session of niemen play stands, as far as a seat knows: what lies hidden "
      "from it "
      "is dealt again, a world a set of dice; writes a game beside the file",
      cxxopts::value<std::string>())("seat",
                                     "Whose knowledge: A or B (default: that of the only person)",
                                     cxxopts::value<std::string>())(
      "worlds", "How many worlds to deal", cxxopts::value<std::string>()->default_value("20"))(
      "at", "Of a session: where it stood after so many steps", cxxopts::value<std::string>());
  options.parse_positional({"kind"});
  options.positional_help("KIND");
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  if (!arguments->count("kind"))
    throw UsageError("usage: niemen lab new KIND, one of " + kinds_words());
  const auto question = (*arguments)["kind"].as<std::string>();
  auto text = core::read_file(template_of(question));
  fs::path file = (*arguments)["out"].as<std::string>();
  if (file.empty()) file = question + ".toml";
  if (core::is_there(file)) throw core::InputError(file.string() + ": is there already");
  auto named = (*arguments)["game"].as<std::string>();
  play::GameRequest request;
  std::optional<Worlds> worlds;
  if (arguments->count("session")) {
    if (question == "openings" || text.find("\n[game]\n") == std::string::npos)
      throw UsageError("of a session may be asked: balance, skill, sweep, tune");
    named = fs::path(file).replace_extension().string() + "-game";
    if (core::is_there(named)) throw core::InputError(named + ": is there already");
    worlds = make_worlds(*arguments, named);
    request = worlds->request;
  } else {
    for (const auto* option : {"seat", "at"})
      if (arguments->count(option)) throw UsageError(fmt::format("--{} is of a --session", option));
    request.folder = play::find_game_folder(named);
  }
  fill_in(text, named, request);
  if (worlds) {
    replace_all(text, "\n[game]\n", "\n[game]\n" + begin_from(*worlds));
    std::cout << named << ": a game of " << worlds->scenarios.size() << " worlds after "
              << worlds->noticed << " steps\n";
  }
  core::write_file(file, text);
  std::cout << file.string() << ": look through it, then niemen lab plan " << core::shell_path(file)
            << '\n';
  return kGood;
}

}  // namespace niemen::tools
