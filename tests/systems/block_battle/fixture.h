// Loads the published block game for tests.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/play/game_folder.h"
#include "engine/systems/block_battle/load.h"

namespace niemen::block_battle::test {

struct Loaded {
  std::shared_ptr<const BlockContext> context;
  play::GameInfo info;
  BlockBattle game() const { return BlockBattle(*context); }
};

inline std::string game_folder() {
  return std::string(NIEMEN_SOURCE_DIR) + "/configs/games/borodino-1812";
}

inline Loaded load(const std::string& scenario, const std::string& preset = "standard",
                   std::vector<std::string> overrides = {}, std::string opening_a = "",
                   std::string opening_b = "") {
  play::GameRequest request;
  request.folder = game_folder();
  request.scenario = scenario;
  request.preset = preset;
  request.overrides = std::move(overrides);
  request.openings[0] = std::move(opening_a);
  request.openings[1] = std::move(opening_b);
  Loaded loaded;
  loaded.context = load_block_context(request, play::open_game_folder(request), loaded.info);
  return loaded;
}

inline const std::vector<std::string>& scenarios() {
  static const std::vector<std::string> names{"borodino", "campaign", "shevardino"};
  return names;
}

}  // namespace niemen::block_battle::test
