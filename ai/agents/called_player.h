// Players inside the program that this library is part of, asked as a program would be: for an
// interpreter whose users write players.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "ai/agents/process_messages.h"

namespace niemen::ai {

/// Answers a decision of the campaign that `opening` begins (see process_messages.h): the position
/// of its action in `request.legal`. Called on any thread, several at once. Throws AgentFailure,
/// core::Interrupted.
using CalledPlayer =
    std::function<std::size_t(const std::string& opening, const DecisionRequest& request)>;

/// While it lives, an agent file with `kind = "process"` and `command = ["called:NAME"]` plays so.
class CalledPlayerName {
 public:
  /// A player registered later under the same name takes its place.
  CalledPlayerName(std::string name, CalledPlayer player);
  ~CalledPlayerName();
  CalledPlayerName(const CalledPlayerName&) = delete;
  CalledPlayerName& operator=(const CalledPlayerName&) = delete;

 private:
  std::string name_;
  std::shared_ptr<const CalledPlayer> player_;
};

/// Whether a command means a called player.
bool names_called_player(const std::string& command);
/// Precondition: names_called_player(command). Throws AgentFailure where nobody plays under it.
std::shared_ptr<const CalledPlayer> called_player(const std::string& command);

}  // namespace niemen::ai
