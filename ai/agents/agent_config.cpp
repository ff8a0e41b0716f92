#include "ai/agents/agent_config.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <limits>
#include <set>
#include <string_view>
#include <variant>

#include "ai/eval/linear_model.h"
#include "engine/core/error.h"
#include "engine/core/look.h"
#include "engine/play/game_folder.h"

namespace niemen::ai {

namespace {

constexpr std::array<std::string_view, 2> kSelections{"puct", "regret"};

/// The kinds of agents that know a parameter: those of which this is true.
using Known = bool AgentTraits::*;
constexpr Known kFollowing = &AgentTraits::follows_doctrine;
constexpr Known kSearches = &AgentTraits::searches;
constexpr Known kTree = &AgentTraits::grows_tree;
constexpr Known kPlans = &AgentTraits::plans_turns;
constexpr Known kProgram = &AgentTraits::runs_program;

std::vector<std::string_view> kind_names() {
  std::vector<std::string_view> names;
  for (const auto& traits : kAgentKinds) names.push_back(traits.name);
  return names;
}

using Target = std::variant<int& (*)(AgentConfig&), double& (*)(AgentConfig&),
                            std::uint64_t& (*)(AgentConfig&), bool& (*)(AgentConfig&),
                            std::string& (*)(AgentConfig&)>;

/// A parameter of agent files: declared here and nowhere else.
struct Row {
  std::string_view key;
  Known known;
  Target at;
  double min, max;
  std::string_view help;
};

template <class T>
using Get = T& (*)(AgentConfig&);

/// Iterations beyond this are a typing error.
constexpr double kMaxIterations = 1e12;
constexpr int kLongestTurn = 24 * 3600;  // seconds

const std::array kRows{
    Row{"doctrine", kFollowing,
        Get<std::string>([](AgentConfig& c) -> std::string& { return c.doctrine; }), 0, 0,
        "doctrine that is played, or that guides rollouts and priors; \"random\": none; empty: "
        "the game's own"},
    Row{"weights", kSearches,
        Get<std::string>([](AgentConfig& c) -> std::string& { return c.weights; }), 0, 0,
        "file of a fitted evaluation; \"hand-set\": the first generation; empty: the game's own"},
    Row{"iterations", kSearches,
        Get<std::uint64_t>([](AgentConfig& c) -> std::uint64_t& { return c.search.iterations; }), 1,
        kMaxIterations,
        "iterations of a decision; beside a clock, the most (none given: as time allows)"},
    Row{"threads", kSearches, Get<int>([](AgentConfig& c) -> int& { return c.search.threads; }), 1,
        64, "threads that share one search; in a tree, more than 1 gives up reproducibility"},
    Row{"memory_mb", kTree, Get<int>([](AgentConfig& c) -> int& { return c.search.memory_mb; }), 1,
        1 << 16, "memory of the tree, in MiB"},
    Row{"exploration", kTree,
        Get<double>([](AgentConfig& c) -> double& { return c.search.exploration; }), 0, 100,
        "exploration constant of PUCT"},
    Row{"first_play_reduction", kTree,
        Get<double>([](AgentConfig& c) -> double& { return c.search.first_play_reduction; }), 0, 1,
        "how much less than its node an untried action is taken to be worth"},
    Row{"guide", kTree, Get<double>([](AgentConfig& c) -> double& { return c.search.guide; }), 0, 1,
        "share of the prior that the doctrine's own choice gets"},
    Row{"widening_base", kTree,
        Get<double>([](AgentConfig& c) -> double& { return c.search.widening_base; }), 1, 1024,
        "actions open at a node after its first visit"},
    Row{"widening_power", kTree,
        Get<double>([](AgentConfig& c) -> double& { return c.search.widening_power; }), 0, 1,
        "growth of the actions open with the visits of a node"},
    Row{"width", kTree, Get<int>([](AgentConfig& c) -> int& { return c.search.width; }), 1, 1024,
        "most actions that a node below the root opens"},
    Row{"win_weight", kSearches,
        Get<double>([](AgentConfig& c) -> double& { return c.search.win_weight; }), 0, 1,
        "share of winning in what is maximised; the rest is the margin"},
    Row{"margin_scale", kSearches,
        Get<double>([](AgentConfig& c) -> double& { return c.search.margin_scale; }), 1e-3, 1e6,
        "margin, in the game's points, that counts as everything"},
    Row{"rollout_turns", kSearches,
        Get<int>([](AgentConfig& c) -> int& { return c.search.rollout_turns; }), 0, 1000,
        "turns that a rollout goes on before the evaluation judges"},
    Row{"rollout_decisions", kSearches,
        Get<int>([](AgentConfig& c) -> int& { return c.search.rollout_decisions; }), 0, 1000000,
        "decisions and dice that a rollout goes on at most"},
    Row{"evaluated_turns", kSearches,
        Get<int>([](AgentConfig& c) -> int& { return c.search.evaluated_turns; }), 1, 1001,
        "ends of turns that are evaluated, the last of a rollout's; at most rollout_turns + 1"},
    Row{"set_up_rollout_turns", kSearches,
        Get<int>([](AgentConfig& c) -> int& { return c.search.set_up_rollout_turns; }), 0, 1000,
        "rollout_turns of the set-up, before turn 1, without a bound of decisions"},
    Row{"public_share", kTree,
        Get<double>([](AgentConfig& c) -> double& { return c.search.public_share; }), 0, 1,
        "share of iterations in worlds as the public sees them, where the opponent learns"},
    Row{"regret_exploration", kTree,
        Get<double>([](AgentConfig& c) -> double& { return c.search.regret_exploration; }), 0.01, 1,
        "share of random choice kept by regret matching"},
    Row{"early_stop", kTree, Get<bool>([](AgentConfig& c) -> bool& { return c.search.early_stop; }),
        0, 1, "stop when the choice can no longer change"},
    Row{"seconds_per_turn", kSearches,
        Get<double>([](AgentConfig& c) -> double& { return c.clock.seconds_per_turn; }), 0,
        kLongestTurn, "most time for a turn of one's own; 0: iterations alone count"},
    Row{"seconds_per_decision", kSearches,
        Get<double>([](AgentConfig& c) -> double& { return c.clock.seconds_per_decision; }), 1e-3,
        kLongestTurn, "most time for one decision"},
    Row{"population", kPlans, Get<int>([](AgentConfig& c) -> int& { return c.turn.population; }), 1,
        1000, "most plans that race the one in force"},
    Row{"worlds", kPlans, Get<int>([](AgentConfig& c) -> int& { return c.turn.worlds; }), 2, 512,
        "most sampled worlds in which a race plays a plan"},
    Row{"confidence", kPlans,
        Get<double>([](AgentConfig& c) -> double& { return c.turn.confidence; }), 0, 10,
        "standard errors by which a plan that races alone must be better to come into force"},
    Row{"second_look", kPlans,
        Get<double>([](AgentConfig& c) -> double& { return c.turn.second_look; }), 0, 1,
        "share of what is left after the first race of choices for racing them again in more "
        "worlds"},
    Row{"set_up_iterations", kPlans, Get<std::uint64_t>([](AgentConfig& c) -> std::uint64_t& {
          return c.turn.set_up_iterations;
        }),
        0, 1e9, "iterations of the whole set-up, before turn 1; 0: the doctrine's set-up"},
    Row{"answer_seconds", kProgram,
        Get<double>([](AgentConfig& c) -> double& { return c.process.answer_seconds; }), 1e-3, 3600,
        "patience for one answer of the program"},
    Row{"skip_forced", kProgram,
        Get<bool>([](AgentConfig& c) -> bool& { return c.process.skip_forced; }), 0, 1,
        "the program is not asked where there is no choice"},
    Row{"view", kProgram, Get<bool>([](AgentConfig& c) -> bool& { return c.process.view; }), 0, 1,
        "the program is sent what its side sees as data, and the board"},
};

void read_row(core::ConfigTable& table, const Row& row, AgentConfig& config) {
  if (!table.has(row.key)) return;
  std::visit(
      [&](auto get) {
        auto& target = get(config);
        using T = std::remove_reference_t<decltype(target)>;
        if constexpr (std::is_same_v<T, bool>) {
          target = table.flag(row.key);
        } else if constexpr (std::is_same_v<T, std::string>) {
          target = table.text(row.key);
        } else if constexpr (std::is_same_v<T, double>) {
          target = table.real(row.key, row.min, row.max);
        } else {
          target = static_cast<T>(table.integer(row.key, static_cast<std::int64_t>(row.min),
                                                static_cast<std::int64_t>(row.max)));
        }
      },
      row.at);
}

std::filesystem::path agents_folder() { return play::configs_folder() / "agents"; }

core::ConfigValue read_extended(const std::filesystem::path& file,
                                std::set<std::filesystem::path>& seen) {
  if (!seen.insert(std::filesystem::weakly_canonical(file)).second)
    throw core::InputError(file.string() + ": agents extend each other in a circle");
  auto value = core::read_toml(file);
  const auto extends = value.table.find("extends");
  if (extends == value.table.end()) return value;
  if (extends->second.kind != core::ConfigValue::Kind::Text)
    extends->second.fail("\"extends\" must be the name of an agent");
  const auto base_name = extends->second.text + ".toml";
  auto base_file = file.parent_path() / base_name;
  if (!core::is_there(base_file)) base_file = agents_folder() / base_name;
  if (!core::is_there(base_file))
    extends->second.fail(fmt::format("no agent \"{}\" beside this file; there are: {}",
                                     extends->second.text, fmt::join(agent_names(), ", ")));
  auto base = read_extended(base_file, seen);
  value.table.erase("extends");
  core::overlay(base, value);
  base.file = value.file;
  return base;
}

constexpr char kClockSign = '@';  // before the seconds of a turn, behind an agent's name

/// Lets an agent think by the clock that stands behind its name, and by nothing else.
void set_clock(core::ConfigValue& agent, const std::string& name) {
  constexpr double kShareOfDecision = 1.0 / 30;  // of a turn at most, as captain.toml has it
  const auto text = name.substr(name.rfind(kClockSign) + 1);
  const char* end = text.data() + text.size();
  int seconds = 0;
  const auto read = std::from_chars(text.data(), end, seconds);
  if (read.ec != std::errc{} || read.ptr != end || seconds < 1 || seconds > kLongestTurn)
    throw core::InputError(fmt::format(
        "agent \"{}\": behind {} stand the seconds of a turn, a whole number from 1 to {}", name,
        kClockSign, kLongestTurn));
  const auto real = [](double value) {
    core::ConfigValue number;
    number.kind = core::ConfigValue::Kind::Real;
    number.real = value;
    return number;
  };
  agent.table["seconds_per_turn"] = real(seconds);
  agent.table["seconds_per_decision"] = real(seconds * kShareOfDecision);
  agent.table.erase("iterations");
}

}  // namespace

AgentConfig read_agent(const core::ConfigValue& value, const std::string& name) {
  core::ConfigTable table(value);
  AgentConfig config;
  config.name = name;
  config.kind = static_cast<AgentKind>(table.choice("kind", kind_names()));
  const auto& traits = traits_of(config.kind);
  table.text_or("about", "");
  for (const auto& row : kRows)
    if (traits.*row.known) read_row(table, row, config);
  if (traits.grows_tree)
    config.search.selection = static_cast<Selection>(table.choice_or("selection", 0, kSelections));
  if (traits.can_be_shown) config.sees_everything = table.choice_or("sees", 0, kSees) == 1;
  if (traits.runs_program) {
    config.process.command = table.texts("command");
    if (config.process.command.empty()) table.fail("command", "\"command\" names no program");
  }
  if (!config.weights.empty() && config.weights != kHandSetWeights &&
      !core::is_regular_file(config.weights))
    table.fail("weights", fmt::format("there is no file \"{}\"; allowed: a file of weights, {}",
                                      config.weights, kHandSetWeights));
  if (config.search.evaluated_turns > config.search.rollout_turns + 1)
    table.fail(
        "evaluated_turns",
        fmt::format("a rollout of {} turns has no {} ends of turns to evaluate; allowed: 1 to {}",
                    config.search.rollout_turns, config.search.evaluated_turns,
                    config.search.rollout_turns + 1));
  if (config.clock.seconds_per_turn > 0 && !table.has("iterations")) config.search.iterations = 0;
  table.finish();
  config.hash = core::hash_config(value);
  return config;
}

AgentConfig load_agent(const std::filesystem::path& file) {
  std::set<std::filesystem::path> seen;
  return read_agent(read_extended(file, seen), file.stem().string());
}

AgentConfig find_agent(const std::string& name_or_file) {
  if (core::is_regular_file(name_or_file)) return load_agent(name_or_file);
  const auto sign = name_or_file.rfind(kClockSign);
  const auto name = name_or_file.substr(0, sign);
  auto file = agents_folder() / (name + ".toml");
  if (core::is_regular_file(name)) file = name;
  if (!core::is_regular_file(file))
    throw core::InputError(
        fmt::format("no agent \"{}\"; there are: {}", name, fmt::join(agent_names(), ", ")));
  std::set<std::filesystem::path> seen;
  auto agent = read_extended(file, seen);
  if (sign == std::string::npos) return read_agent(agent, name);
  if (!read_agent(agent, name).searches())
    throw core::InputError(fmt::format("agent \"{}\" does not search: it has no clock", name));
  set_clock(agent, name_or_file);
  return read_agent(agent, name_or_file);
}

std::string with_clock(const std::string& name, int seconds) {
  return seconds > 0 ? fmt::format("{}{}{}", name, kClockSign, seconds) : name;
}

std::vector<std::string> agent_names() {
  const std::filesystem::path folders[] = {play::configs_folder()};
  return play::list_files(folders, "agents", "toml");
}

std::vector<core::ParameterDescription> agent_parameters() {
  AgentConfig defaults;
  std::vector<core::ParameterDescription> rows{
      {"kind", "choice", "", fmt::format("{}", fmt::join(kind_names(), ", ")), "what decides"},
      {"extends", "text", "", "beside this file, or in configs/agents", "start from another agent"},
      {"about", "text", "", "", "what this agent is for"},
      {"selection", "choice", "puct", fmt::format("{}", fmt::join(kSelections, ", ")),
       "how actions are chosen in the tree; regret matching for secret choices"},
      {"sees", "choice", "seat", fmt::format("{}", fmt::join(kSees, ", ")),
       "what it knows, kinds doctrine and turn; \"everything\": for experiments on what hiding is "
       "worth, campaigns played through show it the position itself"},
      {"command", "list of text", "", "", "program and arguments of a process agent"}};
  for (const auto& row : kRows) {
    core::ParameterDescription description{std::string(row.key), "", "", "", std::string(row.help)};
    std::visit(
        [&](auto get) {
          auto& value = get(defaults);
          using T = std::remove_reference_t<decltype(value)>;
          description.type = std::is_same_v<T, bool>          ? "flag"
                             : std::is_same_v<T, std::string> ? "text"
                             : std::is_same_v<T, double>      ? "real"
                                                              : "integer";
          description.default_value = fmt::format("{}", value);
          if (std::is_same_v<T, bool>) {
            description.allowed = "true, false";
          } else if (!std::is_same_v<T, std::string>) {
            description.allowed = fmt::format("{} to {}", row.min, row.max);
          }
        },
        row.at);
    rows.push_back(std::move(description));
  }
  return rows;
}

}  // namespace niemen::ai
