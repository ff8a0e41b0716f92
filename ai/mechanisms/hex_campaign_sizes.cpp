// Agents, cells and training of hex campaigns of every size.
#include <cassert>

#include "ai/mechanisms/mechanism.h"

namespace niemen::ai::mechanisms {

#define NIEMEN_DECLARE(size)        \
  namespace size {                  \
  bool plays(const play::AnyGame&); \
  const Mechanism& hex_campaign();  \
  }
NIEMEN_DECLARE(small)
NIEMEN_DECLARE(medium)
NIEMEN_DECLARE(large)
#undef NIEMEN_DECLARE

namespace {

/// Precondition: the game is a hex campaign.
const Mechanism& build_of(const play::AnyGame& game) {
  if (small::plays(game)) return small::hex_campaign();
  if (medium::plays(game)) return medium::hex_campaign();
  assert(large::plays(game));
  return large::hex_campaign();
}

}  // namespace

const Mechanism& hex_campaign() {
  static constexpr Mechanism kMechanism{
      .make_match =
          [](const play::AnyGame& game, const std::array<AgentConfig, play::kSides>& agents) {
            return build_of(game).make_match(game, agents);
          },
      .make_cell =
          [](std::shared_ptr<const play::AnyGame> game, const lab::Cell& cell) {
            const auto& build = build_of(*game);
            return build.make_cell(std::move(game), cell);
          },
      .training = [](const play::AnyGame& game) { return build_of(game).training(game); },
      .check_agents_data =
          [](const play::AnyGame& game) { build_of(game).check_agents_data(game); },
  };
  return kMechanism;
}

}  // namespace niemen::ai::mechanisms
