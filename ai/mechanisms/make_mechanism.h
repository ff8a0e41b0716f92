// From a game of the contract, its doctrines, features and telemetry to the entry points.
#pragma once

#include <memory>
#include <utility>

#include "ai/agents/typed_match.h"
#include "ai/lab/game_cell.h"
#include "ai/mechanisms/mechanism.h"
#include "ai/training/families.h"
#include "engine/play/typed_game.h"

namespace niemen::ai {

/// Precondition: `any` holds a game of type G.
template <play::Game G>
const G& game_of(const play::AnyGame& any) {
  return static_cast<const play::TypedGame<G>&>(any).game();
}

template <play::Game G>
constexpr Mechanism make_mechanism() {
  return {
      .make_match =
          [](const play::AnyGame& any,
             const std::array<AgentConfig, play::kSides>& agents) -> std::unique_ptr<Match> {
        return std::make_unique<TypedMatch<G>>(game_of<G>(any), any.info(), agents);
      },
      .make_cell = [](std::shared_ptr<const play::AnyGame> any,
                      const lab::Cell& cell) -> std::unique_ptr<lab::PreparedCell> {
        const auto& game = game_of<G>(*any);
        return std::make_unique<lab::GameCell<G>>(std::move(any), game, cell);
      },
      .training = [](const play::AnyGame& any) { return training_of(game_of<G>(any)); },
      .check_agents_data =
          [](const play::AnyGame& any) {
            for (const auto& name : Doctrines<G>::names(game_of<G>(any)))
              (void)Doctrines<G>::make(game_of<G>(any), name);
            (void)Evaluators<G>::make(game_of<G>(any), "");
          },
  };
}

}  // namespace niemen::ai
