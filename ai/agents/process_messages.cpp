#include "ai/agents/process_messages.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "ai/agents/agent.h"

namespace niemen::ai {

std::string new_campaign_message() { return R"({"campaign": "new"})"; }

std::string to_message(const DecisionRequest& request) {
  nlohmann::ordered_json message;
  message["decision"] = request.decision;
  message["side"] = std::string(1, request.side);
  message["turn"] = request.turn;
  message["position"] = request.position;
  message["legal"] = request.legal;
  message["seed"] = request.seed;
  message["iterations"] = request.iterations;
  message["seconds"] = request.seconds;
  return message.dump();
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
    throw AgentFailure("answered " + quoted + ", which is not legal");
  return static_cast<std::size_t>(found - request.legal.begin());
}

}  // namespace niemen::ai
