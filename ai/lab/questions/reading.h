// What the files of several questions state alike, and combinations made of it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ai/lab/experiment.h"
#include "engine/core/config.h"
#include "engine/core/parameters.h"

namespace niemen::lab {

inline constexpr std::int64_t kMaxCampaigns = 100'000'000;

/// A whole number, a real or a flag of an experiment file: default and range are stated here, for
/// who reads it and who describes it.
struct WholeKey {
  std::string_view key;
  std::int64_t fallback, low, high;
  std::string_view help;
};
struct RealKey {
  std::string_view key;
  double fallback, low, high;
  std::string_view help;
};
struct FlagKey {
  std::string_view key;
  bool fallback;
  std::string_view help;
};
std::uint64_t read(core::ConfigTable& table, const WholeKey& key);
double read(core::ConfigTable& table, const RealKey& key);
bool read(core::ConfigTable& table, const FlagKey& key);
/// For people, as a key of a table; of the file where `table` is empty.
core::ParameterDescription describe(const std::string& table, const WholeKey& key);
core::ParameterDescription describe(const std::string& table, const RealKey& key);
core::ParameterDescription describe(const std::string& table, const FlagKey& key);

/// How many campaigns, and with what dice.
void read_campaigns(core::ConfigTable& file, Experiment& experiment);
void read_game(core::ConfigTable& file, Experiment& experiment);
/// Both players.
void read_agents(core::ConfigTable& file, Experiment& experiment);
/// One of them. Throws InputError where the lab cannot play him.
AgentSpec read_agent(const core::ConfigValue& value);
/// What counts as balanced. Refuses a stop rule, which only the question of balance has.
void read_band(core::ConfigTable& file, Experiment& experiment);
/// The same of a table that may hold more, which is left to the caller.
void take_band(core::ConfigTable& table, Experiment& experiment);
/// At least one text, none twice.
std::vector<std::string> read_names(core::ConfigTable& table, std::string_view key);
/// The parameters that are varied, of the table `name`; `tuned`: each from its value of today.
void read_factors(core::ConfigTable& table, std::string_view name, bool tuned,
                  Experiment& experiment);

/// What all files may state, and what those of most questions may: for people.
std::vector<core::ParameterDescription> shared_parameters();
/// How agents, factors and openings are written.
inline constexpr const char* kAgentText =
    "agent, or { name = agent, iterations = n, doctrine = name, sees = what }";
inline constexpr const char* kFactorText =
    "a key as in --set, or a.agent, a.iterations, a.doctrine, and b likewise";
inline constexpr const char* kOpeningText = "an opening of the game";

/// The combination of everything as the file has it.
Cell base_cell(const Experiment& experiment);
/// A name that is safe as an id in CSV and in a file name.
std::string slug(const std::string& text);
/// Gives a parameter of the combination a value. Throws InputError for what cannot be varied.
void set_factor(Cell& cell, const std::string& key, const std::string& value);
/// The value of a range at `unit` of its length, on its grid.
std::string range_value(const Factor& factor, double unit);

}  // namespace niemen::lab
