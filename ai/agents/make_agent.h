// From a configured agent to a player of one game.
#pragma once

#include <fmt/format.h>

#include <memory>

#include "ai/agents/agent_config.h"
#include "ai/agents/mcts_agent.h"
#include "ai/agents/policy_agent.h"
#include "ai/agents/process_agent.h"
#include "ai/agents/turn_agent.h"
#include "ai/eval/evaluator.h"
#include "ai/policy/policy.h"
#include "engine/core/error.h"

namespace niemen::ai {

/// The policy a configuration names. Throws InputError that lists the doctrines of the game.
template <play::Game G>
std::unique_ptr<Policy<G>> make_policy(const G& game, const std::string& doctrine) {
  if (doctrine == "random") return std::make_unique<RandomPolicy<G>>();
  if (auto policy = Doctrines<G>::make(game, doctrine)) return policy;
  throw core::InputError(fmt::format("no doctrine \"{}\"; there are: random{}{}", doctrine,
                                     Doctrines<G>::names(game).empty() ? "" : ", ",
                                     fmt::join(Doctrines<G>::names(game), ", ")));
}

/// Throws InputError: a doctrine or weights that the game does not know, too little memory.
template <play::Game G>
std::unique_ptr<Agent<G>> make_agent(const G& game, const AgentConfig& config) {
  switch (config.kind) {
    case AgentKind::Random: return make_random_agent(game);
    case AgentKind::Doctrine:
      return std::make_unique<PolicyAgent<G>>(game, make_policy(game, config.doctrine));
    case AgentKind::Mcts:
      return std::make_unique<MctsAgent<G>>(
          game, config.search, *make_policy(game, config.doctrine),
          Evaluators<G>::make(game, config.weights), config.clock);
    case AgentKind::Process: return std::make_unique<ProcessAgent<G>>(game, config.process);
    case AgentKind::Turn: {
      TurnDoctrines<G> doctrines;
      doctrines.plain = make_policy(game, config.doctrine);
      for (const auto side : {play::Side::A, play::Side::B})
        for (const auto& name : Doctrines<G>::alternatives(game, side))
          if (name != config.doctrine)
            doctrines.others[static_cast<std::size_t>(play::index(side))].push_back(
                make_policy(game, name));
      return std::make_unique<TurnAgent<G>>(game, config.search, config.turn, doctrines,
                                            Evaluators<G>::make(game, config.weights),
                                            config.clock);
    }
    case AgentKind::Count: break;
  }
  throw core::InputError("agent \"" + config.name + "\" is of no known kind");
}

}  // namespace niemen::ai
