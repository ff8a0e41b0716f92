#include "tools/serve/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "engine/core/error.h"
#include "engine/core/text.h"
#include "engine/play/ending.h"
#include "engine/play/passages.h"

namespace niemen::serve {

namespace {

const char* weight_word(play::Weight weight) {
  switch (weight) {
    case play::Weight::Turn: return "turn";
    case play::Weight::Phase: return "phase";
    case play::Weight::Operation: return "operation";
    case play::Weight::Detail: return "detail";
  }
  return "";
}

const char* actor_word(play::Actor actor) {
  switch (actor) {
    case play::Actor::SideA: return "a";
    case play::Actor::SideB: return "b";
    case play::Actor::Nature: return "nature";
    case play::Actor::Over: return "over";
  }
  return "";
}

/// An event that a step of the session brought about.
Json told_message(const play::Session& session, play::Side seat, std::size_t step,
                  const play::Event& event) {
  const auto row = session.game().event_row(event);
  return {{"kind", row.name},
          {"weight", weight_word(row.weight)},
          {"rule", event.rule},
          {"side", event.side},
          {"amount", event.amount},
          {"face", event.face},
          {"places", event.places},
          {"text", event.text},
          {"modifiers", modifiers_message(event.modifiers)},
          {"step", session.noticed(seat, step)},
          {"actor", actor_word(session.steps()[step].actor)},
          {"turn", session.steps()[step].turn}};
}

/// "campaign-of-1812, basic: you against captain", from the first line of a campaign's file.
std::string campaign_words(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  const auto header = nlohmann::json::parse(line, nullptr, false);
  const auto text = [](const nlohmann::json& at) {
    return at.is_string() ? at.get<std::string>() : std::string();
  };
  if (!header.is_object() || !header.contains("seats")) return "not a campaign";
  std::vector<std::string> seats;
  for (const auto& seat : header["seats"])
    seats.push_back(text(seat) == play::kPerson ? "you" : text(seat));
  return fmt::format("{}, {}: {}", text(header.value("scenario", nlohmann::json())),
                     text(header.value("preset", nlohmann::json())), fmt::join(seats, " against "));
}

}  // namespace

Message::Message(std::string_view text) : json_(nlohmann::json::parse(text, nullptr, false)) {
  if (!json_.is_object()) throw core::InputError("a message is a JSON object");
  kind_ = this->text("kind");
}

std::string Message::text(const char* field) const {
  const auto found = json_.find(field);
  if (found == json_.end() || !found->is_string())
    throw core::InputError(fmt::format("\"{}\" is missing or not text", field));
  return found->get<std::string>();
}

std::int64_t Message::number(const char* field) const {
  const auto found = json_.find(field);
  if (found == json_.end() || !found->is_number_integer())
    throw core::InputError(fmt::format("\"{}\" is missing or not a whole number", field));
  return found->get<std::int64_t>();
}

bool Message::flag(const char* field) const {
  const auto found = json_.find(field);
  if (found == json_.end() || !found->is_boolean())
    throw core::InputError(fmt::format("\"{}\" is missing or neither true nor false", field));
  return found->get<bool>();
}

std::vector<std::string> Message::texts(const char* field) const {
  const auto found = json_.find(field);
  const bool good = found != json_.end() && found->is_array() &&
                    std::ranges::all_of(*found, [](const auto& item) { return item.is_string(); });
  if (!good) throw core::InputError(fmt::format("\"{}\" is missing or not a list of texts", field));
  return found->get<std::vector<std::string>>();
}

std::vector<std::int64_t> Message::numbers(const char* field) const {
  const auto found = json_.find(field);
  const bool good =
      found != json_.end() && found->is_array() &&
      std::ranges::all_of(*found, [](const auto& n) { return n.is_number_integer(); });
  if (!good)
    throw core::InputError(fmt::format("\"{}\" is missing or not a list of whole numbers", field));
  return found->get<std::vector<std::int64_t>>();
}

Json modifiers_message(const std::vector<play::Modifier>& modifiers) {
  Json all = Json::array();
  for (const auto& modifier : modifiers)
    all.push_back(
        {{"value", modifier.value}, {"reason", modifier.reason}, {"rule", modifier.rule}});
  return all;
}

std::string text_of(const Json& message) {
  return message.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json campaigns_message(const std::filesystem::path& folder) {
  Json campaigns = Json::array();
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files)
    campaigns.push_back({{"id", file.stem().string()},
                         {"title", file.stem().string()},
                         {"words", campaign_words(file)},
                         {"over", false}});
  return campaigns;
}

Json events_message(const play::Session& session, play::Side seat, std::size_t from) {
  Json events = Json::array();
  const auto viewer = session.open_to_all() ? play::Viewer::Public : play::viewer_of(seat);
  for (const auto& [step, event] : session.told(viewer, from))
    events.push_back(told_message(session, seat, step, event));
  return events;
}

Json since_message(const play::Session& session, play::Side seat) {
  const auto since = play::since_last_order(session, seat);
  Json passages = Json::array();
  for (const auto& passage : since.passages) {
    Json lines = Json::array();
    for (const auto& [step, event] : passage.lines)
      lines.push_back(told_message(session, seat, step, event));
    passages.push_back({{"headings", passage.headings},
                        {"lines", std::move(lines)},
                        {"places", passage.places},
                        {"is_way", passage.is_way},
                        {"is_battle", passage.is_battle}});
  }
  return {{"is_news", since.is_news}, {"passages", std::move(passages)}};
}

Json reasons_message(const play::Session& session, play::Side side, std::size_t from) {
  Json reasons = Json::array();
  for (auto step = from; step < session.steps().size(); ++step)
    if (auto words = session.reason(step, side); !words.empty())
      reasons.push_back({{"step", session.noticed(side, step)}, {"words", std::move(words)}});
  return reasons;
}

Json turns_message(const play::Session& session, play::Side seat) {
  Json turns = Json::array();
  int last = -1;
  for (std::size_t step = 0; step < session.steps().size(); ++step)
    if (const int turn = session.steps()[step].turn; turn != last) {
      turns.push_back({{"turn", turn}, {"step", session.noticed(seat, step)}});
      last = turn;
    }
  return turns;
}

std::string result_words(const play::Session& session) {
  if (!session.over()) return {};
  auto words = play::ending_text(session.game().info(), session.outcome(), session.forfeit()) + ".";
  const auto branched = session.noted(play::Side::A, std::string(play::kBranched)) +
                        session.noted(play::Side::B, std::string(play::kBranched));
  if (branched > 0) words += fmt::format(" Branched off while it went on: {}.", branched);
  if (!session.open_to_all()) words += " " + core::capitalised(opening_words(session)) + ".";
  return words;
}

}  // namespace niemen::serve
