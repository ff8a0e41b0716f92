// The kinds of agents, and what is true of all agents of a kind.
#pragma once

#include <string_view>

#include "engine/core/enum_array.h"

namespace niemen::ai {

/// A new kind is a row of kAgentKinds below and a case of make_agent().
enum class AgentKind { Random, Doctrine, Mcts, Turn, Process, Count };

struct AgentTraits {
  std::string_view name;          ///< in agent files
  bool follows_doctrine = false;  ///< plays a doctrine of the game, or is guided by one
  bool searches = false;          ///< thinks by iterations, and judges by the game's evaluation
  bool grows_tree = false;        ///< searches a tree, decision by decision
  bool plans_turns = false;       ///< searches plans for a whole turn
  bool runs_program = false;      ///< asks a program of the user's
  bool can_be_shown = false;      ///< the position itself, for experiments on what hiding is worth
};

inline constexpr core::EnumArray<AgentKind, AgentTraits> kAgentKinds{{{
    {.name = "random"},
    {.name = "doctrine", .follows_doctrine = true, .can_be_shown = true},
    {.name = "mcts", .follows_doctrine = true, .searches = true, .grows_tree = true},
    {.name = "turn",
     .follows_doctrine = true,
     .searches = true,
     .plans_turns = true,
     .can_be_shown = true},
    {.name = "process", .runs_program = true},
}}};

constexpr const AgentTraits& traits_of(AgentKind kind) { return kAgentKinds[kind]; }

}  // namespace niemen::ai
