#include "tools/serve/setup.h"

#include <algorithm>
#include <map>

#include "ai/agents/agent_config.h"
#include "engine/core/error.h"
#include "engine/play/draw.h"
#include "engine/play/features.h"
#include "engine/play/game_folder.h"
#include "engine/play/telling.h"
#include "engine/systems/registry.h"
#include "tools/game_cards.h"
#include "tools/play_levels.h"
#include "tools/play_setup.h"
#include "tools/rule_book.h"

namespace niemen::serve {

namespace {

using core::ConfigValue;
using tools::preset_of;
using tools::rules_of;

const ConfigValue* find_in(const ConfigValue& value, std::string_view key) {
  const auto found = value.table.find(key);
  return found == value.table.end() ? nullptr : &found->second;
}

std::string text_in(const ConfigValue& value, std::string_view key, std::string otherwise) {
  const auto* found = find_in(value, key);
  return found ? found->text : otherwise;
}

std::string spaced(std::string words) {
  std::ranges::replace(words, '-', ' ');
  return words;
}

/// What each switch is about, by mechanism and key.
const std::string& help_of(const std::string& mechanism, const std::string& key) {
  static const auto all = [] {
    std::map<std::string, std::string> help;
    for (const auto& table : systems::parameter_tables())
      for (const auto& row : table.rows) help[table.name + "." + row.key] = row.help;
    return help;
  }();
  static const std::string none;
  // Mechanisms with several tables of rules name the table too.
  for (const auto& name : {mechanism + "." + key, mechanism + ".rules." + key})
    if (const auto found = all.find(name); found != all.end()) return found->second;
  return none;
}

/// Rules that are on or off, each with its value under every preset.
Json switches_message(const play::GameFolder& folder, const play::GameInfo& info) {
  Json switches = Json::array();
  const auto rules = rules_of(folder);
  std::map<std::string, ConfigValue> presets;
  for (const auto& preset : info.presets) presets[preset] = preset_of(folder, preset);
  for (const auto& [key, value] : rules.table) {
    if (value.kind != ConfigValue::Kind::Flag) continue;
    Json on = Json::object();
    for (const auto& [preset, changes] : presets) {
      const auto* table = find_in(changes, "rules");
      const auto* changed = table ? find_in(*table, key) : nullptr;
      on[preset] = changed ? changed->flag : value.flag;
    }
    switches.push_back(
        {{"key", "rules." + key}, {"words", help_of(info.mechanism, key)}, {"on", std::move(on)}});
  }
  return switches;
}

/// The bid with its range, and what the game says of it; null where its rules know none.
Json bid_message(const play::GameFolder& folder, const std::string& mechanism) {
  const auto bid = tools::bid_of(mechanism);
  if (!bid) return nullptr;
  const auto dot = bid->key.find('.');
  const auto* table = find_in(folder.config, bid->key.substr(0, dot));
  const auto* value = table ? find_in(*table, bid->key.substr(dot + 1)) : nullptr;
  return {{"key", bid->key}, {"words", bid->help}, {"value", value ? value->integer : 0}};
}

/// By side the openings that are made for a scenario, the usual one first; null where nobody sets
/// up.
Json openings_message(const play::GameFolder& folder, play::GameRequest request,
                      const play::GameInfo& info, const std::string& scenario) {
  request.scenario = scenario;
  const auto game = systems::load_game(request);
  if (game->turn(game->initial()) != 0) return nullptr;
  Json sides = Json::array();
  for (int side = 0; side < play::kSides; ++side) {
    Json openings = Json::array();
    for (const auto& [name, words] : tools::openings_for(folder, info, scenario, side))
      openings.push_back({{"id", name}, {"title", words}});
    sides.push_back(std::move(openings));
  }
  return sides;
}

Json game_message(const std::string& title) {
  play::GameRequest request;
  request.folder = play::find_game_folder(title);
  const auto folder = play::open_game_folder(request);
  const auto game = systems::load_game(request);
  const auto& info = game->info();
  const auto card = tools::game_card(title);
  const auto first = play::people_of(info.side_names[0]);
  Json scenarios = Json::array(), presets = Json::array(), levels = Json::array();
  for (const auto& scenario : info.scenarios) {
    const auto title = tools::scenario_title(folder, scenario);
    scenarios.push_back(
        {{"id", scenario},
         {"title", title.empty() ? spaced(scenario) : title},
         {"balance", tools::balance_words(tools::balance_of(info.title, scenario), first)},
         {"openings", openings_message(folder, request, info, scenario)}});
  }
  for (const auto& preset : info.presets)
    presets.push_back({{"id", preset}, {"title", text_in(preset_of(folder, preset), "title", "")}});
  for (const auto& level : tools::levels(title))
    levels.push_back({{"name", level.name},
                      {"card", level.card},
                      {"elo", level.elo},
                      {"pace", level.pace},
                      {"score", level.score},
                      {"clock", ai::find_agent(level.name).searches()}});
  return {{"id", title},
          {"title", play::title_in_words(folder)},
          {"mechanism", info.mechanism},
          {"about", card.about},
          {"time", card.time},
          {"whom", card.whom},
          {"turns", info.last_turn},
          {"sides", {info.side_names[0], info.side_names[1]}},
          {"scenarios", scenarios},
          {"presets", presets},
          {"switches", switches_message(folder, info)},
          {"bid", bid_message(folder, info.mechanism)},
          {"default_scenario", info.scenario},
          {"default_preset", info.preset},
          {"levels", levels}};
}

/// The computer's level, with the clock that was asked for.
std::string level_of(const Message& message, const std::filesystem::path& folder) {
  constexpr int kMaxSeconds = 3600;
  const auto level = message.text("level");
  const auto clock = message.number("clock");
  if (level == play::kPerson) return level;  // two people at one table
  const auto levels = tools::levels(play::title_of(folder));
  if (std::ranges::find(levels, level, &tools::Level::name) == levels.end())
    throw core::InputError("no level \"" + level + "\"");
  if (clock < 0 || clock > kMaxSeconds)
    throw core::InputError("\"clock\" is 0 to " + std::to_string(kMaxSeconds) + " seconds a turn");
  auto agent = ai::with_clock(level, static_cast<int>(clock));
  ai::find_agent(agent);  // or says why it has no clock
  return agent;
}

}  // namespace

const Json& games_message() {
  static const Json games = [] {
    Json all = Json::array();
    for (const auto& title : play::game_titles()) all.push_back(game_message(title));
    return all;
  }();
  return games;
}

std::filesystem::path game_folder(std::string_view title) {
  for (const auto& known : play::game_titles())
    if (known == title) return play::find_game_folder(known);
  throw core::InputError("no game \"" + std::string(title) + "\"");
}

Work::Task draw_beginning(const Message& message) {
  play::GameRequest request;
  request.folder = game_folder(message.text("game"));
  request.scenario = message.text("scenario");
  return [request](const std::stop_token&, const Work::Say& say) {
    auto asked = request;
    auto game = systems::load_game(asked);
    // Where both sides are still to set up they stand as is usual there.
    if (game->turn(game->initial()) == 0) {
      const auto folder = play::open_game_folder(asked);
      for (int side = 0; side < play::kSides; ++side)
        if (const auto usual = tools::openings_for(folder, game->info(), request.scenario, side);
            !usual.empty())
          asked.openings[side] = usual.front().name;
      game = systems::load_game(asked);
    }
    const auto view = game->view(game->observe(game->initial(), play::Viewer::Public));
    say({{"kind", "beginning"},
         {"game", game->info().title},
         {"scenario", request.scenario},
         {"svg", play::draw_svg(*game, view, play::read_country(asked))}});
    return false;
  };
}

play::SessionSettings settings_of(const Message& message) {
  play::SessionSettings settings;
  auto& request = settings.request;
  request.folder = game_folder(message.text("game"));
  request.scenario = message.text("scenario");
  request.preset = message.text("preset");
  request.overrides = message.texts("overrides");
  const auto openings = message.texts("openings");
  const auto side = message.number("side");
  if (openings.size() != play::kSides) throw core::InputError("\"openings\" has two entries");
  if (side < 0 || side >= play::kSides) throw core::InputError("\"side\" is 0 or 1");
  const auto level = level_of(message, request.folder);
  for (int i = 0; i < play::kSides; ++i) {
    request.openings[i] = openings[i];
    settings.seats[i] = i == side ? std::string(play::kPerson) : level;
  }
  settings.campaign_key = tools::fresh_key();
  settings.practice = message.flag("practice");
  return settings;
}

}  // namespace niemen::serve
