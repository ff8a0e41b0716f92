#include "engine/systems/formats.h"

#include <string_view>

#include "engine/play/game_folder.h"
#include "engine/systems/mechanisms.h"

#define NIEMEN_DECLARE(mechanism)                                           \
  namespace niemen::mechanism {                                             \
  std::vector<play::OlderRule> older_rules(const play::GameFolder& folder); \
  }
NIEMEN_MECHANISMS(NIEMEN_DECLARE)
#undef NIEMEN_DECLARE

namespace niemen::systems {

std::vector<play::OlderRule> older_rules(const play::GameRequest& request) {
  const auto folder = play::open_game_folder(request);
  const auto mechanism = folder.config.table.find("mechanism");
  if (mechanism == folder.config.table.end()) return {};
#define NIEMEN_CHOOSE(name) \
  if (mechanism->second.text == #name) return niemen::name::older_rules(folder);
  NIEMEN_MECHANISMS(NIEMEN_CHOOSE)
#undef NIEMEN_CHOOSE
  return {};
}

}  // namespace niemen::systems
