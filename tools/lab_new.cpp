// niemen lab new: a commented experiment about a game.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <map>
#include <vector>

#include "engine/core/config.h"
#include "engine/core/file_writer.h"
#include "engine/core/shell.h"
#include "engine/play/game_files.h"
#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"
#include "tools/command_line.h"
#include "tools/lab_commands.h"

namespace niemen::tools {

namespace {

namespace fs = std::filesystem;

/// The template of a question: an experiment that speaks of no game in particular.
fs::path template_of(const std::string& question) {
  const auto folder = play::configs_folder().parent_path() / "experiments" / "templates";
  std::string allowed;
  for (const auto& kind : play::list_files(std::array{folder}, "", "toml")) {
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

}  // namespace

int lab_new_command(int argc, char** argv) {
  cxxopts::Options options("niemen lab new", "Writes a commented experiment about a game.");
  options.add_options()("kind", "The question", cxxopts::value<std::string>())(
      "g,game", "The game: a title in configs/games, or a folder",
      cxxopts::value<std::string>()->default_value("russia-1812"))(
      "out", "The file to write (default: KIND.toml)",
      cxxopts::value<std::string>()->default_value(""));
  options.parse_positional({"kind"});
  options.positional_help("KIND");
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  if (!arguments->count("kind")) throw UsageError("usage: niemen lab new KIND");
  const auto question = (*arguments)["kind"].as<std::string>();
  auto text = core::read_file(template_of(question));
  fs::path file = (*arguments)["out"].as<std::string>();
  if (file.empty()) file = question + ".toml";
  if (fs::exists(file)) throw core::InputError(file.string() + ": is there already");
  const auto named = (*arguments)["game"].as<std::string>();
  play::GameRequest request;
  request.folder = play::find_game_folder(named);
  fill_in(text, named, request);
  core::write_file(file, text);
  std::cout << file.string() << ": look through it, then niemen lab plan " << core::shell_path(file)
            << '\n';
  return kGood;
}

}  // namespace niemen::tools
