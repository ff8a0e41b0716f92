#include "tools/serve/recorded.h"

#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"

namespace niemen::serve {

play::Session session_of_log(const std::filesystem::path& file) {
  const auto name = file.string();
  const auto replay =
      play::replay_log(core::read_file(name), name, play::find_game_folder, systems::load_game);
  if (!replay.header.keyed_dice)
    throw core::InputError(name + ": its dice are of more than one key; niemen replay shows it");
  play::SessionSettings settings;
  settings.request = replay.header.request;
  settings.request.folder = play::find_game_folder(replay.header.title);
  settings.campaign_key = replay.header.campaign_key;
  for (int side = 0; side < play::kSides; ++side)
    settings.seats[side] = replay.header.players[side];
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
