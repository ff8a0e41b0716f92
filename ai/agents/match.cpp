#include "ai/agents/match.h"

#include "ai/agents/mechanisms.h"
#include "ai/agents/typed_match.h"
#include "engine/systems/visit.h"

namespace niemen::ai {

std::unique_ptr<Match> make_match(const play::AnyGame& game,
                                  const std::array<AgentConfig, play::kSides>& agents) {
  return systems::with_game<std::unique_ptr<Match>>(game, [&](const auto& typed) {
    using G = std::remove_cvref_t<decltype(typed)>;
    return std::unique_ptr<Match>(std::make_unique<TypedMatch<G>>(typed, agents));
  });
}

}  // namespace niemen::ai
