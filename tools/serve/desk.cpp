#include "tools/serve/desk.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "engine/core/error.h"
#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"
#include "tools/play_levels.h"
#include "tools/serve/messages.h"
#include "tools/serve/room.h"

namespace niemen::serve {

namespace {

/// Names of campaigns are made here: no text of a client ever becomes a path.
std::string new_name(const std::filesystem::path& folder, const std::string& game) {
  const auto now = std::time(nullptr);
  char date[16];
  std::strftime(date, sizeof date, "%Y-%m-%d", std::localtime(&now));
  for (int number = 1;; ++number) {
    const auto name = fmt::format("{}-{}-{}", game, date, number);
    if (!std::filesystem::exists(folder / (name + ".jsonl"))) return name;
  }
}

/// A title that the tree has; anything else is no game, whatever path it might be.
std::filesystem::path game_folder(std::string_view title) {
  for (const auto& known : play::game_titles())
    if (known == title) return play::find_game_folder(known);
  throw core::InputError("no game \"" + std::string(title) + "\"");
}

play::Session begin(const Message& message, const std::filesystem::path& file) {
  play::SessionSettings settings;
  settings.request.folder = game_folder(message.text("game"));
  settings.request.scenario = message.text("scenario");
  settings.request.preset = message.text("preset");
  const auto openings = message.texts("openings");
  const auto side = message.number("side");
  if (openings.size() != play::kSides) throw core::InputError("\"openings\" has two entries");
  if (side < 0 || side >= play::kSides) throw core::InputError("\"side\" is 0 or 1");
  for (int i = 0; i < play::kSides; ++i) {
    settings.request.openings[i] = openings[static_cast<std::size_t>(i)];
    settings.seats[i] = i == side ? std::string(play::kPerson) : message.text("level");
  }
  const auto levels = tools::levels(play::title_of(settings.request.folder));
  const auto level = message.text("level");
  if (std::ranges::find(levels, level, &tools::Level::name) == levels.end())
    throw core::InputError("no level \"" + level + "\"");
  settings.campaign_key = tools::fresh_key();
  settings.practice = message.flag("practice");
  return play::Session::create(file, settings, systems::load_game);
}

}  // namespace

Desk::Desk(std::filesystem::path folder, Send send)
    : folder_(std::move(folder)), send_(std::move(send)) {}

Desk::~Desk() = default;

void Desk::joined(TabId tab) {
  places_[tab] = nullptr;
  send_(tab, Json{{"kind", "welcome"},
                  {"games", games_message()},
                  {"campaigns", campaigns_message(folder_)}}
                 .dump());
}

void Desk::left(TabId tab) {
  const auto found = places_.find(tab);
  if (found == places_.end()) return;
  if (found->second) found->second->leave(tab);
  places_.erase(found);
}

void Desk::heard(TabId tab, std::string_view text) {
  try {
    answer(tab, text);
  } catch (const core::InputError& error) {
    send_(tab, Json{{"kind", "error"}, {"text", error.what()}}.dump());
  }
}

void Desk::answer(TabId tab, std::string_view text) {
  const Message message(text);
  if (message.kind() == "begin") {
    const auto name = new_name(folder_, play::title_of(game_folder(message.text("game"))));
    auto session = begin(message, folder_ / (name + ".jsonl"));
    return enter(tab, name, std::make_shared<Room>(name, std::move(session), send_));
  }
  if (message.kind() == "open") {
    const auto name = message.text("campaign");
    const auto listed = campaigns_message(folder_);
    if (std::none_of(listed.begin(), listed.end(),
                     [&](const auto& campaign) { return campaign["id"] == name; }))
      throw core::InputError("no campaign \"" + name + "\"");
    auto room = rooms_[name].lock();
    if (!room)
      room = std::make_shared<Room>(
          name, play::Session::open(folder_ / (name + ".jsonl"), game_folder, systems::load_game),
          send_);
    return enter(tab, name, std::move(room));
  }
  room_of(tab).hear(tab, message);
}

void Desk::enter(TabId tab, const std::string& name, std::shared_ptr<Room> room) {
  if (const auto& before = places_[tab]) before->leave(tab);
  rooms_[name] = room;
  places_[tab] = room;
  room->join(tab);
}

Room& Desk::room_of(TabId tab) {
  const auto found = places_.find(tab);
  if (found == places_.end() || !found->second) throw core::InputError("begin a campaign first");
  return *found->second;
}

void Desk::tick() {
  for (auto& [name, weak] : rooms_)
    if (const auto room = weak.lock()) room->tick();
}

}  // namespace niemen::serve
