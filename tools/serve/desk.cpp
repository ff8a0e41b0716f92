#include "tools/serve/desk.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <utility>

#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/core/look.h"
#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"
#include "tools/play_levels.h"
#include "tools/serve/messages.h"
#include "tools/serve/recorded.h"
#include "tools/serve/setup.h"

namespace niemen::serve {

namespace {

constexpr int kWorkThreads = 2;  ///< for all tabs together, the computer's seats apart

/// Names of campaigns are made here: no text of a client ever becomes a path.
std::string new_name(const std::filesystem::path& folder, const std::string& game) {
  const auto now = std::time(nullptr);
  char date[16];
  std::strftime(date, sizeof date, "%Y-%m-%d", std::localtime(&now));
  for (int number = 1;; ++number) {
    const auto name = fmt::format("{}-{}-{}", game, date, number);
    if (!core::is_there(folder / (name + ".jsonl"))) return name;
  }
}

}  // namespace

Desk::Desk(std::filesystem::path folder, Send send)
    : folder_(std::move(folder)), send_(std::move(send)), work_(kWorkThreads) {
  games_message();  // reads every game, so that the first tab need not wait
}

Desk::~Desk() = default;

std::string Desk::lay_out(const std::filesystem::path& log) {
  return keep("recorded", session_of_log(core::read_file(log.string()), log.string()))->name();
}

void Desk::show_run(const std::filesystem::path& folder) {
  run_ = std::make_unique<LabRun>(folder);
}

std::shared_ptr<Room> Desk::keep(const std::string& name, play::Session session) {
  constexpr std::size_t kMaxRecorded = 8;  // campaigns of a few megabytes each
  auto room = std::make_shared<Room>(name, std::move(session), send_, work_);
  if (recorded_.size() == kMaxRecorded) recorded_.erase(recorded_.begin());
  recorded_.push_back(room);
  rooms_[name] = room;
  return room;
}

void Desk::joined(TabId tab) {
  places_[tab] = nullptr;
  send_(tab, text_of({{"kind", "welcome"},
                      {"games", games_message()},
                      {"campaigns", campaigns_message(folder_)},
                      {"run", run_ ? run_->table() : Json()}}));
}

void Desk::left(TabId tab) {
  const auto found = places_.find(tab);
  if (found == places_.end()) return;
  awaited_.erase(tab);
  both_.erase(tab);
  exercises_.erase(tab);
  imported_.erase(tab);
  work_.drop(tab);
  if (found->second) found->second->leave(tab);
  places_.erase(found);
}

void Desk::heard(TabId tab, std::string_view text) {
  try {
    answer(tab, text);
  } catch (const play::Refused& refused) {
    const auto rule = refused.rule.empty() ? "" : " (" + refused.rule + ")";
    send_(tab, text_of({{"kind", "error"}, {"text", refused.what() + rule}}));
  } catch (const core::InputError& error) {
    send_(tab, text_of({{"kind", "error"}, {"text", error.what()}}));
  }
}

void Desk::answer(TabId tab, std::string_view text) {
  const Message message(text);
  if (message.kind() == "begin") {
    const auto settings = settings_of(message);
    const auto name = new_name(folder_, play::title_of(settings.request.folder));
    enter(tab, name, play::Session::create(file_of(name), settings, systems::load_game));
    return;
  }
  if (message.kind() == "beginning") return work_.ask(tab, "beginning", draw_beginning(message));
  if (message.kind() == "open") return open(tab, message.text("campaign"));
  if (message.kind() == "import") return import(tab, message);
  if (message.kind() == "row") return open_row(tab, message.number("id"));
  if (message.kind() == "branch") {
    auto& room = room_of(tab);
    const auto name = new_name(folder_, room.title());
    auto retry = room.retry_at(message);
    auto session = room.branch(message, file_of(name));
    if (!session.is_person(room.seat())) session.seat(room.seat(), std::string(play::kPerson));
    const auto begun = enter(tab, name, std::move(session));
    if (retry) begun->try_again(std::move(*retry));
    return;
  }
  if (message.kind() == "both") return both(tab, message);
  if (message.kind() == "practice") return practise(tab, message);
  if (message.kind() == "next") return next_exercise(tab);
  room_of(tab).hear(tab, message);
}

void Desk::open(TabId tab, const std::string& name) {
  if (const auto room = rooms_[name].lock()) return enter(tab, room);
  const auto listed = campaigns_message(folder_);
  if (std::ranges::none_of(listed, [&](const auto& campaign) { return campaign["id"] == name; }))
    throw core::InputError("no campaign \"" + name + "\"");
  auto session = play::Session::open(file_of(name), game_folder, systems::load_game);
  enter(tab, name, std::move(session));
}

void Desk::open_row(TabId tab, std::int64_t id) {
  if (!run_) throw core::InputError("no run of the lab is shown; niemen serve --run DIR");
  if (id < 0) throw core::InputError("\"id\" is the number of a campaign");
  const auto name = fmt::format("campaign-{}", id);
  if (const auto room = rooms_[name].lock()) return enter(tab, room);
  const auto played = std::make_shared<PlayedAgain>();
  work_.ask(tab, "row", run_->play_again(static_cast<std::uint64_t>(id), played));
  awaited_[tab] = {name, played};
}

void Desk::both(TabId tab, const Message& message) {
  auto& room = room_of(tab);
  auto played = std::make_shared<PlayedBothWays>();
  played->names[0] = room.name() + "-as-played";
  played->names[1] = room.name() + "-better";
  room.both(tab, message, played);
  both_[tab] = std::move(played);
}

void Desk::practise(TabId tab, const Message& message) {
  const auto campaign = message.text("campaign");
  auto files = ai::table::campaigns_in(folder_);
  if (!campaign.empty())
    std::erase_if(files, [&](const auto& file) { return file.stem().string() != campaign; });
  auto found = std::make_shared<Exercises>();
  work_.ask(tab, "practice", look_for_exercises(std::move(files), tools::fresh_key(), found));
  exercises_[tab] = std::move(found);
}

void Desk::open_exercise(TabId tab) {
  auto& exercises = *exercises_.at(tab);
  if (exercises.list.empty()) {
    exercises_.erase(tab);
    return send_(tab, text_of({{"kind", "error"},
                               {"text",
                                "No decision of yours is shown to have cost five points or more; "
                                "play a campaign to its end"}}));
  }
  const auto& exercise = exercises.list[exercises.at];
  const auto first = std::make_shared<play::Session>(read_campaign(exercise.file));
  auto twig = first->branch(exercise.side, {}, exercise.point.from);
  if (twig.is_person(play::other(exercise.side)))
    twig.seat(play::other(exercise.side), "doctrine");  // two people shared it
  Retry retry{first,
              exercise.point.from,
              {{"position", exercises.at + 1},
               {"of", exercises.list.size()},
               {"then", ai::table::exercise_words(exercise)}}};
  const auto room = keep(fmt::format("position-{}", ++positions_), std::move(twig));
  room->try_again(std::move(retry));
  enter(tab, room);
}

void Desk::next_exercise(TabId tab) {
  const auto found = exercises_.find(tab);
  if (found == exercises_.end() || found->second->at + 1 >= found->second->list.size())
    throw core::InputError("there is no further position");
  ++found->second->at;
  open_exercise(tab);
}

void Desk::import(TabId tab, const Message& message) {
  constexpr std::size_t kMost = 64 << 20;  // bytes, many times what a long campaign takes
  auto& text = imported_[tab];
  text += message.text("part");
  if (text.size() > kMost) {
    imported_.erase(tab);
    throw core::InputError("a campaign's file is not so large");
  }
  if (!message.flag("last")) return;
  const auto whole = std::exchange(text, {});
  const auto header = nlohmann::json::parse(whole.substr(0, whole.find('\n')), nullptr, false);
  const auto game = header.is_object() ? header.find("game") : header.end();
  if (!header.is_object() || game == header.end() || !game->is_string())
    throw core::InputError("this is no file of a campaign");
  const auto name = new_name(folder_, play::title_of(game_folder(game->get<std::string>())));
  core::write_file(file_of(name), whole);
  try {
    open(tab, name);
  } catch (const core::InputError&) {
    std::error_code gone;
    std::filesystem::remove(file_of(name), gone);
    throw;
  }
}

std::filesystem::path Desk::file_of(const std::string& name) const {
  return folder_ / (name + ".jsonl");
}

std::shared_ptr<Room> Desk::enter(TabId tab, const std::string& name, play::Session session) {
  const auto room = std::make_shared<Room>(name, std::move(session), send_, work_);
  rooms_[name] = room;
  enter(tab, room);
  return room;
}

void Desk::enter(TabId tab, std::shared_ptr<Room> room) {
  if (const auto& before = places_[tab]) before->leave(tab);
  places_[tab] = std::move(room);
  places_[tab]->join(tab);
}

Room& Desk::room_of(TabId tab) {
  const auto found = places_.find(tab);
  if (found == places_.end() || !found->second) throw core::InputError("begin a campaign first");
  return *found->second;
}

void Desk::tick() {
  work_.deliver(send_);
  for (auto at = awaited_.begin(); at != awaited_.end();) {
    const auto& [tab, awaited] = *at;
    if (!awaited.played->ready) {
      ++at;
      continue;
    }
    enter(tab, keep(awaited.name, std::move(*awaited.played->session)));
    at = awaited_.erase(at);
  }
  for (auto at = both_.begin(); at != both_.end();) {
    if (!at->second->ready) {
      ++at;
      continue;
    }
    keep(at->second->names[0], std::move(at->second->ways->played));
    keep(at->second->names[1], std::move(at->second->ways->better));
    at = both_.erase(at);
  }
  for (auto& [tab, exercises] : exercises_)
    if (exercises->ready.exchange(false)) {
      const auto who = tab;
      try {
        open_exercise(who);
      } catch (const core::InputError& error) {  // the file has gone meanwhile
        send_(who, text_of({{"kind", "error"}, {"text", error.what()}}));
      }
      break;  // it may have erased
    }
  for (auto& [name, weak] : rooms_)
    if (const auto room = weak.lock()) room->tick();
}

}  // namespace niemen::serve
