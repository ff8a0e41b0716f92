// Agents as files: configs/agents/*.toml, read strictly.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "ai/agents/agent_kind.h"
#include "ai/agents/process_options.h"
#include "ai/agents/turn_clock.h"
#include "ai/search/options.h"
#include "engine/core/config.h"
#include "engine/core/parameters.h"

namespace niemen::ai {

/// One agent, as configured. Which fields matter depends on the kind; a file may only state those.
struct AgentConfig {
  std::string name;  ///< of the file, without extension
  AgentKind kind = AgentKind::Random;
  /// Kind doctrine: the doctrine played. Search kinds: the policy of rollouts and priors. "random"
  /// is uniformly random; empty is the default doctrine of the game.
  std::string doctrine;
  std::string weights;  ///< file of the fitted evaluation; empty: the default of the game
  SearchOptions search;
  TurnSearchOptions turn;
  TurnClockOptions clock;
  /// For experiments: campaigns played through show it the position itself. It plays at no table.
  bool sees_everything = false;
  ProcessOptions process;
  std::uint64_t hash = 0;  ///< of all the above, for manifests

  /// Whether it thinks by iterations, and so can report.
  bool searches() const { return traits_of(kind).searches; }
};

/// What an agent file may say it sees: what its seat may know, or the position itself.
inline constexpr std::array<std::string_view, 2> kSees{"seat", "everything"};

/// Reads an agent from a file, which may start with `extends = "other"` (a file beside it, or else
/// in configs/agents). Throws InputError with file and line.
AgentConfig load_agent(const std::filesystem::path& file);
/// The same from a table already read (an agent inline in an experiment).
AgentConfig read_agent(const core::ConfigValue& value, const std::string& name);
/// What a user names: an existing file, or the stem of a file in configs/agents. With "@30" behind
/// it, of an agent that searches, it thinks by a clock: 30 seconds a turn, however many iterations
/// that is. Throws InputError.
AgentConfig find_agent(const std::string& name_or_file);
/// The name of an agent with a clock of so many seconds a turn; 0: without one.
std::string with_clock(const std::string& name, int seconds);
/// Every agent in configs/agents, sorted.
std::vector<std::string> agent_names();
/// Every parameter of agent files, for `niemen describe`.
std::vector<core::ParameterDescription> agent_parameters();

}  // namespace niemen::ai
