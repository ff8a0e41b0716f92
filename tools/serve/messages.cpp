#include "tools/serve/messages.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "engine/core/error.h"
#include "engine/core/text.h"
#include "engine/play/ending.h"
#include "engine/play/passages.h"
#include "engine/play/telling.h"
#include "tools/serve/setup.h"

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

/// What the file of a campaign says of it without being played: its first line and its last ones.
struct Outside {
  nlohmann::json header;
  int turn = 0;
  bool over = false;
};

Outside look_at(const std::filesystem::path& file) {
  constexpr std::streamoff kTail = 1 << 16;  // bytes, many lines
  std::ifstream in(file, std::ios::binary);
  std::string line;
  std::getline(in, line);
  Outside campaign{nlohmann::json::parse(line, nullptr, false)};
  in.clear();
  in.seekg(0, std::ios::end);
  const std::streamoff size = in.tellg();
  in.seekg(std::max<std::streamoff>(0, size - kTail));
  while (std::getline(in, line)) {
    const auto row = nlohmann::json::parse(line, nullptr, false);
    if (!row.is_object()) continue;  // cut, at the beginning of the tail
    if (row.contains("turn") && row["turn"].is_number_integer()) campaign.turn = row["turn"];
    if (row.contains("end")) campaign.over = true;
  }
  return campaign;
}

/// When the file was written last, in seconds since 1970; 0: it cannot be told.
std::int64_t saved(const std::filesystem::path& file) {
  struct stat found {};
  return ::stat(file.c_str(), &found) == 0 ? static_cast<std::int64_t>(found.st_mtime) : 0;
}

/// Everything is optional in the file of somebody else: what is no text is none.
std::string text_at(const nlohmann::json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Json campaign_message(const std::filesystem::path& file) {
  const auto id = file.stem().string();
  const auto campaign = look_at(file);
  Json message{{"id", id}, {"title", id}, {"words", "not a campaign"}, {"saved", saved(file)}};
  const auto& header = campaign.header;
  if (!header.is_object() || !header.contains("seats") || !header["seats"].is_array())
    return message;
  const Json* game = nullptr;
  for (const auto& one : games_message())
    if (one["id"] == text_at(header, "game")) game = &one;
  std::vector<std::string> seats;
  int side = 0;
  for (const auto& seat : header["seats"]) {
    const auto name = seat.is_string() ? seat.get<std::string>() : std::string();
    const bool you = name == play::kPerson;
    const auto at = seats.size();
    auto people = game && at < play::kSides
                      ? play::people_of((*game)["sides"][at].get<std::string>())
                      : std::string();
    seats.push_back(you ? (people.empty() ? "you" : people) : name);
    if (you) side = static_cast<int>(at);
  }
  if (seats.size() == play::kSides && side == 1) std::swap(seats[0], seats[1]);
  message["title"] = game ? (*game)["title"] : Json(id);
  message["scenario"] = text_at(header, "scenario");
  message["seats"] = seats;
  message["turn"] = campaign.turn;
  message["turns"] = game ? (*game)["turns"] : Json(0);
  message["over"] = campaign.over;
  message["words"] = fmt::format("{}, {}", fmt::join(seats, " against "),
                                 campaign.over        ? "over"
                                 : campaign.turn == 0 ? "set-up"
                                                      : fmt::format("turn {}", campaign.turn));
  return message;
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
  std::vector<Json> campaigns;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().extension() == ".jsonl") campaigns.push_back(campaign_message(entry.path()));
  const auto later = [](const Json& a, const Json& b) {
    return std::pair(b["saved"].get<std::int64_t>(), b["id"].get<std::string>()) <
           std::pair(a["saved"].get<std::int64_t>(), a["id"].get<std::string>());
  };
  std::sort(campaigns.begin(), campaigns.end(), later);
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
