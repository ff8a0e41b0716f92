// Loads the published game of hex operations for tests.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/play/game_folder.h"
#include "engine/systems/hex_operations/load.h"

namespace niemen::hex_operations::test {

struct Loaded {
  std::shared_ptr<const OperationsContext> context;
  play::GameInfo info;
  HexOperations game() const { return HexOperations(*context); }
};

inline std::string game_folder() {
  return std::string(NIEMEN_SOURCE_DIR) + "/configs/games/grand-tactical-1812";
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
  loaded.context = load_operations_context(request, play::open_game_folder(request), loaded.info);
  return loaded;
}

inline const std::vector<std::string>& scenarios() {
  static const std::vector<std::string> names{"1-june", "2-august", "3-october"};
  return names;
}

}  // namespace niemen::hex_operations::test
