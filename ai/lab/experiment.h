// An experiment file: which question, about which game, between which agents, how exactly.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ai/agents/agent_config.h"
#include "ai/lab/campaign.h"
#include "ai/lab/statistics/equivalence.h"
#include "engine/core/config.h"
#include "engine/core/error.h"
#include "engine/play/any_game.h"

namespace niemen::lab {

/// What may be asked, see questions/question.h.
struct Question;

/// A computer player by name, and what it may spend on a decision.
struct AgentSpec {
  std::string name;
  std::uint64_t iterations = 0;  ///< of a decision; 0: the agent's own setting, or no search
  std::string doctrine = {};     ///< restricted play: this doctrine instead of the agent's own
  bool sees_everything = false;  ///< for experiments on what hiding is worth, see ai::AgentConfig
  /// "name" or "name:doctrine", and " (sees everything)" where it does.
  std::string label() const;
  /// The label, or "label at 2000 iterations".
  std::string words() const;
  bool operator==(const AgentSpec&) const = default;
};

/// The agent as the lab plays it: on one thread, by iterations. `spec.iterations` becomes those it
/// will spend on a decision (0 for agents that do not search). Throws InputError for an agent that
/// does not exist or plays by the clock, whose results no other machine could repeat.
ai::AgentConfig settle_agent(AgentSpec& spec);

/// One combination that is played: rules, openings, agents.
struct Cell {
  std::string id;  ///< short, unique, e.g. "c03" or "vilna_kovno"
  play::GameRequest request;
  std::array<AgentSpec, play::kSides> agents;
  /// What distinguishes it: factor and level, in the order of the experiment.
  std::vector<std::pair<std::string, std::string>> levels;
  /// Scenarios that campaigns begin from in turn, one a set of dice; empty: that of the request.
  std::vector<std::string> starts = {};
};

/// A parameter that a sweep or a tuning varies: a key of the game's rules, or "a.agent",
/// "b.iterations" and the like.
struct Factor {
  std::string key;
  std::vector<std::string> values;  ///< in TOML syntax; empty when it is a range
  double low = 0, high = 0, step = 0;
  double now = 0;  ///< of a tuning: the value as the rules stand, from which a change is measured
  bool is_range() const { return values.empty(); }
};

/// What a question alone asks of its file. Each defines its own in its file of questions/, and
/// nobody else looks at it.
struct QuestionSettings {
  virtual ~QuestionSettings() = default;
};

/// A whole experiment, every default filled in.
struct Experiment {
  std::string name;
  std::string purpose;                 ///< the question in the author's words; may be empty
  const Question* question = nullptr;  ///< of a read experiment never nullptr
  std::string source_text;             ///< the file as given
  /// Every text of the file with its place, "file:line".
  std::vector<std::pair<std::string, std::string>> said;

  play::GameRequest request;
  std::vector<std::string> starts;  ///< scenarios that campaigns begin from in turn; see Cell
  std::array<AgentSpec, play::kSides> agents;
  std::uint64_t campaigns = 1000;  ///< in all
  std::uint64_t seed = 1;

  Band band;
  std::vector<Factor> factors;       ///< of one that varies parameters
  std::filesystem::path parent_run;  ///< of one that looks back: the folder of the run
  std::shared_ptr<const QuestionSettings> settings;  ///< null where the question has none

  std::vector<Cell> cells;  ///< in the order of the schedule; a tuning has one per value, later

  /// Its settings, for the question that read them. Throws std::bad_cast for any other.
  template <class Settings>
  const Settings& settings_as() const {
    return dynamic_cast<const Settings&>(*settings);
  }
};

/// Reads an experiment. Throws InputError with file and line: unknown key, unknown game, empty
/// list, contradictory stop rules.
Experiment read_experiment(const std::filesystem::path& file);

/// A complaint about something that the experiment's file names (an agent, a scenario, a key), with
/// file and line before it; any other as it is.
std::string with_place(const Experiment& experiment, const std::string& complaint);
/// Does `what`, whose complaints get their place.
template <class What>
auto placing(const Experiment& experiment, What&& what) {
  try {
    return what();
  } catch (const core::InputError& error) {
    throw core::InputError(with_place(experiment, error.what()));
  }
}

/// The combination of a tuning in which `key` has `value` and everything else its base.
Cell cell_with(const Experiment& experiment, const std::string& key, double value);

/// The campaign with this id: cells take turns, and the campaigns of one turn share their dice.
CampaignTask scheduled_task(std::uint64_t id, std::size_t cells, std::uint64_t seed);

/// The experiment with every default, as JSON text that is the same on every machine: what the
/// identity of a run is made from. `data_hashes` are those of the cells' games.
std::string resolved_json(const Experiment& experiment,
                          const std::vector<std::uint64_t>& data_hashes);

}  // namespace niemen::lab
