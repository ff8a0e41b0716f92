#include "tools/play_setup.h"

#include <fmt/format.h>

#include <algorithm>

#include "ai/agents/agent_config.h"
#include "engine/core/config.h"
#include "engine/core/text.h"
#include "engine/play/game_folder.h"
#include "engine/play/telling.h"
#include "engine/systems/registry.h"
#include "tools/game_cards.h"
#include "tools/play_levels.h"
#include "tools/table_text.h"

namespace niemen::tools {

namespace {

using core::lower;

struct Option {
  std::string name;
  std::string words;
};

/// The option that `text` names: by number, by name, by a beginning that only one has. Nothing if
/// none.
const Option* find_option(const std::vector<Option>& options, const std::string& text) {
  const auto wanted = lower(text);
  const Option* begun = nullptr;
  int count = 0;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const auto name = lower(options[i].name);
    if (name == wanted || std::to_string(i + 1) == text) return &options[i];
    if (!name.starts_with(wanted)) continue;
    begun = &options[i];
    ++count;
  }
  return count == 1 ? begun : nullptr;
}

std::string names_of(const std::vector<Option>& options) {
  std::string names;
  for (const auto& option : options) names += (names.empty() ? "" : ", ") + option.name;
  return names;
}

/// Asks until one of the options is named; an empty answer is the first of `usual`.
std::string choose(Terminal& terminal, const std::string& question,
                   const std::vector<Option>& options, const std::string& usual) {
  terminal.heading(question);
  for (std::size_t i = 0; i < options.size(); ++i)
    terminal.say(fmt::format("  {}. {}{}", i + 1, options[i].name,
                             options[i].words.empty() ? "" : ": " + options[i].words),
                 5);
  for (;;) {
    const auto line = terminal.read(fmt::format("[{}] > ", usual), [&](std::string_view) {
      std::vector<std::string> names;
      for (const auto& option : options) names.push_back(option.name);
      return names;
    });
    if (line.kind != Line::Kind::Text) throw NoAnswer();
    if (line.text.empty()) return usual;
    if (const auto asked = core::lower(core::trimmed(line.text)); asked == "help" || asked == "?") {
      terminal.say("Type a number, a name or its beginning; Enter takes " + usual +
                   "; Ctrl-D leaves. There is more help once the campaign has begun.");
      continue;
    }
    if (const auto* option = find_option(options, line.text)) return option->name;
    const auto message = "\"" + line.text + "\": one of " + names_of(options);
    if (!terminal.typed())
      throw core::InputError(fmt::format("line {}: {}", terminal.line_number(), message));
    terminal.say(message);
  }
}

/// What the command line said, or the answer to a question; the only option is not asked about.
std::string said_or_asked(Terminal& terminal, const std::string& said, bool ask,
                          const std::string& question, const std::vector<Option>& options,
                          const std::string& usual) {
  if (!said.empty()) {
    const auto* option = find_option(options, said);
    if (!option) throw core::InputError("no \"" + said + "\"; allowed: " + names_of(options));
    return option->name;
  }
  if (!ask || options.size() == 1) return usual.empty() ? options.front().name : usual;
  return choose(terminal, question, options, usual.empty() ? options.front().name : usual);
}

std::vector<Option> plain_options(const std::vector<std::string>& names) {
  std::vector<Option> options;
  for (const auto& name : names) options.push_back({name, {}});
  return options;
}

std::vector<Option> scenario_options(const play::GameRequest& request, const play::GameInfo& info) {
  const auto folder = play::open_game_folder(request);
  std::vector<Option> options;
  for (const auto& name : info.scenarios) options.push_back({name, scenario_title(folder, name)});
  return options;
}

std::filesystem::path ask_for_game(Terminal& terminal, const PlayAnswers& answers) {
  if (!answers.game.empty()) return play::find_game_folder(answers.game);
  std::vector<Option> options;
  for (const auto& title : play::game_titles()) {
    const auto folder = play::find_game_folder(title);
    const auto config = core::read_toml(folder / "game.toml");
    const auto found = config.table.find("title");
    auto words = found == config.table.end() ? std::string() : found->second.text;
    const auto card = game_card(title);
    if (!card.time.empty()) words += (words.empty() ? "" : "; ") + card.time;
    if (!card.whom.empty()) words += (words.empty() ? "for " : "; for ") + card.whom;
    options.push_back({title, words});
  }
  constexpr const char* kFirstGame = "russia-1812";
  const auto first = std::ranges::find(options, kFirstGame, &Option::name);
  const auto& usual = first == options.end() ? options.front() : *first;
  return play::find_game_folder(
      said_or_asked(terminal, "", answers.ask, "Which game?", options, usual.name));
}

constexpr const char* kBid = "victory.bid";

/// Whether the rules of the game know a bid, and nobody has named it.
bool bid_is_open(const play::AnyGame& game, const play::GameRequest& request) {
  for (const auto& change : request.overrides)
    if (change.starts_with(kBid)) return false;
  return bid_of(game.info().mechanism).has_value();
}

/// Points by which the first side must be ahead to be level; without an answer what the game says.
void ask_for_bid(Terminal& terminal, const play::AnyGame& game, play::GameRequest& request) {
  if (!bid_is_open(game, request)) return;
  terminal.heading(fmt::format("The bid: by how many points must {} be ahead to be level?",
                               game.info().side_names[0]));
  for (;;) {
    const auto line = terminal.read("[as the game says] > ");
    if (line.kind != Line::Kind::Text) throw NoAnswer();
    const auto text = core::trimmed(line.text);
    if (text.empty()) return;
    request.overrides.push_back(fmt::format("{}={}", kBid, text));
    try {
      systems::load_game(request);
      return;
    } catch (const core::InputError& error) {
      request.overrides.pop_back();
      const auto message = fmt::format("\"{}\": {}", text, error.what());
      if (!terminal.typed())
        throw core::InputError(fmt::format("line {}: {}", terminal.line_number(), message));
      terminal.say(message);
    }
  }
}

constexpr std::string_view kUsualLevel = "captain";  ///< the middle of the ladder
constexpr const char* kByHand = "by hand";

/// Whether an opening is the one of history, by its name.
bool is_historical(std::string_view opening) { return opening.ends_with("-historical"); }

/// The openings of a side that suit the scenario and the rules that were chosen.
std::vector<std::string> suitable_openings(const play::AnyGame& game, play::GameRequest request,
                                           int side) {
  auto names = game.info().openings[side];
  std::erase_if(names, [&](const std::string& name) {
    request.openings[side] = name;
    try {
      systems::load_game(request);
      return false;
    } catch (const core::InputError&) {
      return true;
    }
  });
  return names;
}

/// Who sets up how: by hand, or from an opening of the game's.
void ask_for_openings(Terminal& terminal, const PlayAnswers& answers, const play::AnyGame& game,
                      const play::SessionSettings& settings, play::GameRequest& request) {
  const auto start = game.initial();
  if (game.turn(start) != 0) return;  // nobody sets up
  for (const auto side : {play::Side::A, play::Side::B}) {
    const auto i = play::index(side);
    const bool person = settings.seats[i] == play::kPerson;
    const bool asks = answers.ask && person && answers.openings[i].empty();
    // How one of two people sets up is nothing for the other to read or call back.
    const bool alone = asks && settings.seats[play::index(play::other(side))] == play::kPerson;
    auto options =
        plain_options(asks ? suitable_openings(game, request, i) : game.info().openings[i]);
    if (options.empty()) continue;
    options.push_back({kByHand, "each decision of the set-up is taken in the campaign"});
    const auto usual = std::ranges::find_if(options, is_historical, &Option::name);
    // The computer sets up as it likes, unless it was told.
    const auto chosen =
        said_or_asked(terminal, answers.openings[i], asks,
                      "How do " + play::people_of(game.info().side_names[i]) + " set up?", options,
                      asks && usual != options.end() ? usual->name : std::string(kByHand));
    if (chosen != kByHand) request.openings[i] = chosen;
    if (alone) terminal.forget();
  }
}

}  // namespace

std::optional<core::ParameterDescription> bid_of(const std::string& mechanism) {
  for (const auto& table : systems::parameter_tables()) {
    if (table.name != mechanism) continue;
    const auto row = std::ranges::find(table.rows, kBid, &core::ParameterDescription::key);
    if (row != table.rows.end()) return *row;
  }
  return std::nullopt;
}

std::string scenario_title(const play::GameFolder& folder, const std::string& scenario) {
  const auto file = folder.toml("scenarios/" + scenario + ".toml");
  for (const auto* key : {"title", "name"})
    if (const auto found = file.table.find(key); found != file.table.end())
      return found->second.text;
  return {};
}

std::vector<Opening> openings_for(const play::GameFolder& folder, const play::GameInfo& info,
                                  const std::string& scenario, int side) {
  std::vector<Opening> openings;
  for (const auto& name : info.openings[side]) {
    const auto file = folder.toml("openings/" + name + ".toml");
    const auto made_for = file.table.find("scenario");
    if (made_for != file.table.end() && made_for->second.text != scenario) continue;
    const auto title = file.table.find("title");
    openings.push_back({name, title == file.table.end() ? name : title->second.text});
  }
  std::stable_partition(openings.begin(), openings.end(),
                        [](const Opening& one) { return is_historical(one.name); });
  return openings;
}

std::unique_ptr<play::AnyGame> historical_set_up(play::GameRequest request, play::Side side) {
  const auto i = play::index(side);
  for (auto& opening : request.openings) opening.clear();
  const auto game = systems::load_game(request);
  if (game->turn(game->initial()) != 0) return nullptr;
  const auto usual =
      openings_for(play::open_game_folder(request), game->info(), game->info().scenario, i);
  if (usual.empty() || !is_historical(usual.front().name)) return nullptr;
  request.openings[i] = usual.front().name;
  return systems::load_game(request);
}

play::SessionSettings ask_for_campaign(Terminal& terminal, const PlayAnswers& answers) {
  play::SessionSettings settings;
  auto& request = settings.request;
  request.folder = ask_for_game(terminal, answers);
  request.overrides = answers.overrides;
  request.scenario = answers.scenario;
  request.preset = answers.preset;
  auto game = systems::load_game(request);
  const auto usual_scenario = game->info().scenario;
  request.scenario = said_or_asked(terminal, answers.scenario, answers.ask, "Which scenario?",
                                   scenario_options(request, game->info()), usual_scenario);
  if (request.scenario != usual_scenario) game = systems::load_game(request);
  request.preset = said_or_asked(terminal, answers.preset, answers.ask, "Which rules?",
                                 plain_options(game->info().presets), game->info().preset);
  game = systems::load_game(request);
  if (answers.ask) ask_for_bid(terminal, *game, request);
  const auto& info = game->info();
  const std::vector<Option> sides{
      {info.side_names[0],
       balance_words(balance_of(info.title, info.scenario), play::people_of(info.side_names[0]))},
      {info.side_names[1], ""},
      {"both", "two people at one keyboard"},
      {"watch", "computer against computer"}};
  const auto side = said_or_asked(terminal, answers.side, answers.ask, "Which side do you take?",
                                  sides, info.side_names[0]);
  if (side != "both") {
    std::vector<Option> strengths;
    for (const auto& level : levels(info.title))
      strengths.push_back(
          {level.name, level.card.substr(std::min(level.card.size(), level.name.size() + 2))});
    std::string level = answers.level;
    if (level.empty()) {
      const auto middle = std::ranges::find(strengths, kUsualLevel, &Option::name);
      const auto& usual = answers.ask && middle != strengths.end() ? *middle : strengths.front();
      level = said_or_asked(terminal, "", answers.ask,
                            "How strong is the computer? " + std::string(kFairness), strengths,
                            usual.name);
    }
    ai::find_agent(level);  // or says which there are
    for (const auto i : {0, 1})
      if (side == "watch" || side != info.side_names[i]) settings.seats[i] = level;
  }
  ask_for_openings(terminal, answers, *game, settings, request);
  settings.campaign_key = fresh_key();
  return settings;
}

}  // namespace niemen::tools
