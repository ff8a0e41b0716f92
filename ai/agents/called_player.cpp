#include "ai/agents/called_player.h"

#include <map>
#include <mutex>
#include <string_view>
#include <utility>

namespace niemen::ai {

namespace {

constexpr std::string_view kPrefix = "called:";

struct Registry {
  std::mutex mutex;
  std::map<std::string, std::shared_ptr<const CalledPlayer>> players;
};
Registry& registry() {
  static Registry registry;
  return registry;
}

}  // namespace

CalledPlayerName::CalledPlayerName(std::string name, CalledPlayer player)
    : name_(std::move(name)), player_(std::make_shared<const CalledPlayer>(std::move(player))) {
  const std::lock_guard lock(registry().mutex);
  registry().players[name_] = player_;
}

CalledPlayerName::~CalledPlayerName() {
  const std::lock_guard lock(registry().mutex);
  const auto found = registry().players.find(name_);
  if (found != registry().players.end() && found->second == player_)
    registry().players.erase(found);
}

bool names_called_player(const std::string& command) { return command.starts_with(kPrefix); }

std::shared_ptr<const CalledPlayer> called_player(const std::string& command) {
  const auto name = command.substr(kPrefix.size());
  const std::lock_guard lock(registry().mutex);
  const auto found = registry().players.find(name);
  if (found == registry().players.end())
    throw AgentFailure("nobody plays as \"" + name + "\" in this program");
  return found->second;
}

}  // namespace niemen::ai
