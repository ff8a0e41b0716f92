#include "tools/serve/recorded.h"

#include <algorithm>

#include "ai/agents/agent_config.h"
#include "engine/core/error.h"
#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"

namespace niemen::serve {

namespace {

/// The agent behind the words of the lab, such as "captain at 2000 iterations".
std::string agent_of(const std::string& words) {
  const auto name = words.substr(0, words.find_first_of(" :"));
  return std::ranges::count(ai::agent_names(), name) > 0 ? name : words;
}

}  // namespace

play::Session session_of_log(std::string_view log, const std::string& name) {
  const auto replay = play::replay_log(log, name, play::find_game_folder, systems::load_game);
  if (!replay.header.keyed_dice)
    throw core::InputError(name + ": its dice are of more than one key; niemen replay shows it");
  play::SessionSettings settings;
  settings.request = replay.header.request;
  settings.request.folder = play::find_game_folder(replay.header.title);
  settings.campaign_key = replay.header.campaign_key;
  for (int side = 0; side < play::kSides; ++side)
    settings.seats[side] = agent_of(replay.header.players[side]);
  auto session = play::Session::create({}, settings, systems::load_game);
  // Dice, and decisions without a choice, the session plays by itself.
  while (session.steps().size() < replay.actions.size()) {
    const auto action = replay.actions[session.steps().size()];
    session.decide(play::side_of(session.actor()), session.revision(), action);
  }
  if (replay.forfeit)
    session.resign(replay.forfeit->side, session.revision(), replay.forfeit->reason);
  return session;
}

}  // namespace niemen::serve
