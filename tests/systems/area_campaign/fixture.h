// Loads the published area game for tests.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/play/game_folder.h"
#include "engine/systems/area_campaign/load.h"

namespace niemen::area_campaign::test {

struct Loaded {
  std::shared_ptr<const AreaContext> context;
  play::GameInfo info;
  AreaCampaign game() const { return AreaCampaign(*context); }
};

inline std::string game_folder() {
  return std::string(NIEMEN_SOURCE_DIR) + "/configs/games/strategic-1812";
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
  loaded.context = load_area_context(request, play::open_game_folder(request), loaded.info);
  return loaded;
}

inline const std::vector<std::string>& scenarios() {
  static const std::vector<std::string> names{"1-historical", "1-free",       "2-historical",
                                              "2-free",       "3-historical", "3-free"};
  return names;
}

}  // namespace niemen::area_campaign::test
