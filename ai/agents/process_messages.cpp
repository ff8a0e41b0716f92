#include "ai/agents/process_messages.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/core/names.h"
#include "engine/core/text.h"
#include "engine/play/view_json.h"

namespace niemen::ai {

namespace {

using Json = nlohmann::ordered_json;

const char* letter(play::Side side) { return side == play::Side::A ? "A" : "B"; }

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string new_campaign_message(const CampaignCard* card, play::Side side,
                                 const play::Board* board) {
  Json message{{"campaign", "new"}};
  if (card) {
    const auto& info = card->info;
    auto openings = Json::array({"", ""});  // how the enemy sets up may lie hidden
    openings[play::index(side)] = card->request.openings[play::index(side)];
    message.update({{"game", info.title},
                    {"scenario", info.scenario},
                    {"preset", info.preset},
                    {"set", card->request.overrides},
                    {"folder", card->request.folder.string()},
                    {"openings", openings},
                    {"sides", {info.side_names[0], info.side_names[1]}}});
  }
  message["side"] = letter(side);
  if (card) message["opponent"] = card->players[play::index(play::other(side))];
  if (board) message["board"] = play::board_json(*board);
  return dump(message);
}

std::string end_message(const CampaignCard* card, const CampaignEnd& end) {
  using Winner = play::Outcome::Winner;
  const auto winner = end.outcome.winner;
  Json message{{"campaign", "over"},
               {"winner", winner == Winner::A   ? "A"
                          : winner == Winner::B ? "B"
                                                : "draw"},
               {"margin", end.outcome.margin}};
  const auto level = static_cast<std::size_t>(end.outcome.level);
  if (card && level < card->info.victory_levels.size())
    message["level"] = card->info.victory_levels[level];
  if (end.forfeit)
    message["forfeit"] = {{"side", letter(end.forfeit->side)}, {"reason", end.forfeit->reason}};
  return dump(message);
}

std::string to_message(const DecisionRequest& request) {
  Json message{{"decision", request.decision}, {"side", letter(request.side)},
               {"turn", request.turn},         {"question", request.question},
               {"rule", request.rule},         {"step", request.step},
               {"legal", request.legal}};
  message["events"] = Json::array();
  for (const auto& event : request.events) message["events"].push_back(told_event_json(event));
  if (request.view) message["view"] = play::view_json(*request.view);
  message["position"] = request.position;
  message["guesses"] = request.guesses;
  message["seed"] = request.seed;
  message["limits"] = {{"seconds", request.seconds}};
  if (request.iterations > 0) message["limits"]["iterations"] = request.iterations;
  return dump(message);
}

std::vector<std::string> guesses_in(const std::string& position,
                                    const std::vector<std::string>& others) {
  auto lines = core::split_words(position, "\n");
  std::set<std::string> guessed;
  for (const auto& other : others) {
    const auto there = core::split_words(other, "\n");
    const std::set<std::string> known(there.begin(), there.end());
    for (const auto& line : lines)
      if (!known.contains(line)) guessed.insert(line);
  }
  std::erase_if(lines, [&](const std::string& line) { return !guessed.contains(line); });
  return lines;
}

std::size_t read_answer(const std::string& line, const DecisionRequest& request) {
  constexpr std::size_t kQuoted = 200;
  const auto quoted = "\"" + line.substr(0, kQuoted) + "\"";
  const auto message = nlohmann::json::parse(line, nullptr, false);
  if (!message.is_object() || !message.contains("action") || !message["action"].is_string())
    throw AgentFailure("answered " + quoted + ", not {\"action\": \"...\"}");
  if (message.contains("decision") && message["decision"] != request.decision)
    throw AgentFailure("is out of step: asked for decision " + std::to_string(request.decision) +
                       " it answered " + quoted);
  const auto& action = message["action"].get_ref<const std::string&>();
  const auto found = std::find(request.legal.begin(), request.legal.end(), action);
  if (found == request.legal.end())
    throw AgentFailure("answered " + quoted + ", which is not legal; legal: " +
                       core::allowed_names(action, request.legal));
  return static_cast<std::size_t>(found - request.legal.begin());
}

}  // namespace niemen::ai
