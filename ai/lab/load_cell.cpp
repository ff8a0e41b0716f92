#include "ai/lab/load_cell.h"

#include "ai/agents/mechanisms.h"
#include "ai/eval/area_campaign/telemetry.h"
#include "ai/eval/hex_campaign/telemetry.h"
#include "ai/lab/game_cell.h"
#include "engine/systems/registry.h"
#include "engine/systems/visit.h"

namespace niemen::lab {

std::unique_ptr<PreparedCell> load_cell(const Cell& cell) {
  const std::shared_ptr<const play::AnyGame> any = systems::load_game(cell.request);
  return systems::with_game<std::unique_ptr<PreparedCell>>(*any, [&](const auto& game) {
    using G = std::remove_cvref_t<decltype(game)>;
    return std::unique_ptr<PreparedCell>(std::make_unique<GameCell<G>>(any, game, cell));
  });
}

}  // namespace niemen::lab
