#include "ai/lab/questions/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>

#include "engine/core/error.h"
#include "engine/play/game_folder.h"

namespace niemen::lab {

using core::ConfigTable;
using core::ConfigValue;
using core::ParameterDescription;

std::uint64_t read(ConfigTable& table, const WholeKey& key) {
  return static_cast<std::uint64_t>(table.integer_or(key.key, key.fallback, key.low, key.high));
}
double read(ConfigTable& table, const RealKey& key) {
  return table.real_or(key.key, key.fallback, key.low, key.high);
}
bool read(ConfigTable& table, const FlagKey& key) { return table.flag_or(key.key, key.fallback); }

namespace {

std::string full_key(const std::string& table, std::string_view key) {
  return (table.empty() ? "" : table + ".") + std::string(key);
}

}  // namespace

ParameterDescription describe(const std::string& table, const WholeKey& key) {
  const bool unbounded = key.high == std::numeric_limits<std::int64_t>::max();
  return {
      full_key(table, key.key), "integer", std::to_string(key.fallback),
      unbounded ? fmt::format("{} and up", key.low) : fmt::format("{} to {}", key.low, key.high),
      std::string(key.help)};
}
ParameterDescription describe(const std::string& table, const RealKey& key) {
  return {full_key(table, key.key), "real", fmt::format("{:g}", key.fallback),
          fmt::format("{:g} to {:g}", key.low, key.high), std::string(key.help)};
}
ParameterDescription describe(const std::string& table, const FlagKey& key) {
  return {full_key(table, key.key), "flag", key.fallback ? "true" : "false", "true, false",
          std::string(key.help)};
}

namespace {

constexpr std::int64_t kMaxIterations = 1'000'000'000;

constexpr WholeKey kCampaigns{"campaigns", 1000, 1, kMaxCampaigns,
                              "campaigns in all; the most with a stop rule"};
constexpr WholeKey kSeed{"seed", 1, 0, std::numeric_limits<std::int64_t>::max(),
                         "another seed gives other dice"};

/// Says what is wrong with an agent where the file names it.
void check_agent(const ConfigValue& value, AgentSpec agent) {
  try {
    settle_agent(agent);
  } catch (const core::InputError& error) {
    value.fail(error.what());
  }
}

}  // namespace

void read_campaigns(ConfigTable& file, Experiment& experiment) {
  experiment.campaigns = read(file, kCampaigns);
  experiment.seed = read(file, kSeed);
}

AgentSpec read_agent(const ConfigValue& value) {
  if (value.kind == ConfigValue::Kind::Text) {
    check_agent(value, {value.text});
    return {value.text};
  }
  ConfigTable table(value);
  AgentSpec agent;
  agent.name = table.text("name");
  agent.iterations =
      static_cast<std::uint64_t>(table.integer_or("iterations", 0, 0, kMaxIterations));
  agent.doctrine = table.text_or("doctrine", "");
  agent.sees_everything = table.choice_or("sees", 0, ai::kSees) == 1;
  table.finish();
  check_agent(value, agent);
  return agent;
}

namespace {

AgentSpec read_player(ConfigTable& table, std::string_view key) {
  const auto* value = table.take(key);
  if (!value) table.fail(key, "\"" + std::string(key) + "\" is missing; name an agent");
  return read_agent(*value);
}

}  // namespace

void read_agents(ConfigTable& file, Experiment& experiment) {
  auto agents = file.table("agents");
  experiment.agents = {read_player(agents, "a"), read_player(agents, "b")};
  agents.finish();
}

void read_game(ConfigTable& file, Experiment& experiment) {
  auto table = file.table("game");
  auto& request = experiment.request;
  request.folder = play::find_game_folder(table.text("title"));
  request.scenario = table.text_or("scenario", "");
  if (table.has("scenarios")) {
    if (!request.scenario.empty())
      table.fail("scenarios", "give either \"scenario\" or \"scenarios\"");
    experiment.starts = read_names(table, "scenarios");
    request.scenario = experiment.starts.front();
  }
  request.preset = table.text_or("preset", "");
  request.openings[0] = table.text_or("opening_a", "");
  request.openings[1] = table.text_or("opening_b", "");
  request.overrides = table.texts_or_none("set");
  table.finish();
}

void take_band(ConfigTable& table, Experiment& experiment) {
  const auto* band = table.take("band");
  if (!band) return;
  if (band->kind != ConfigValue::Kind::List || band->list.size() != 2)
    band->fail("\"band\" must be two shares, e.g. [0.40, 0.60]");
  experiment.band = {band->list[0].real, band->list[1].real};
  if (!(0 < experiment.band.low && experiment.band.low < experiment.band.high &&
        experiment.band.high < 1))
    band->fail("\"band\" must be two shares between 0 and 1, the lower one first");
}

void read_band(ConfigTable& file, Experiment& experiment) {
  auto table = file.table("balance");
  take_band(table, experiment);
  for (const auto& key : table.keys())
    if (key.starts_with("stop_")) table.fail(key, "only the question \"balance\" has a stop rule");
  table.finish();
}

std::vector<std::string> read_names(ConfigTable& table, std::string_view key) {
  auto names = table.texts(key);
  if (names.empty()) table.fail(key, "\"" + std::string(key) + "\" is empty; name at least one");
  if (std::set<std::string>(names.begin(), names.end()).size() != names.size())
    table.fail(key, "\"" + std::string(key) + "\" names one twice");
  return names;
}

namespace {

/// A value in TOML syntax, for an override or an agent.
std::string value_text(const ConfigValue& value) {
  switch (value.kind) {
    case ConfigValue::Kind::Text: return value.text;
    case ConfigValue::Kind::Integer: return std::to_string(value.integer);
    case ConfigValue::Kind::Real: return fmt::format("{}", value.real);
    case ConfigValue::Kind::Flag: return value.flag ? "true" : "false";
    default: value.fail("must be a text, a number, true or false");
  }
}

Factor read_factor(ConfigTable table, bool tuned) {
  Factor factor;
  factor.key = table.text("key");
  if (const auto* values = table.take("values")) {
    if (values->kind != ConfigValue::Kind::List || values->list.empty())
      values->fail("\"values\" must be a list of at least one value");
    for (const auto& value : values->list) {
      factor.values.push_back(value_text(value));
      if (std::count(factor.values.begin(), factor.values.end(), factor.values.back()) > 1)
        value.fail("\"values\" names " + factor.values.back() + " twice");
    }
    if (table.has("low") || table.has("high"))
      table.fail("low", "give either \"values\" or \"low\" and \"high\"");
  } else {
    factor.low = table.real("low", -1e12, 1e12);
    factor.high = table.real("high", -1e12, 1e12);
    factor.step = table.real_or("step", 0, 0, 1e12);
    if (factor.low >= factor.high) table.fail("low", "\"low\" must be below \"high\"");
    if (tuned) factor.now = table.real_or("now", (factor.low + factor.high) / 2, -1e12, 1e12);
  }
  table.finish();
  return factor;
}

}  // namespace

void read_factors(ConfigTable& table, std::string_view name, bool tuned, Experiment& experiment) {
  for (auto& row : table.tables("factors")) experiment.factors.push_back(read_factor(row, tuned));
  std::set<std::string> keys;
  for (const auto& factor : experiment.factors)
    if (!keys.insert(factor.key).second)
      table.fail("factors", "\"" + factor.key + "\" is varied by two factors; keep one");
  if (experiment.factors.empty())
    table.fail("factors", "\"factors\" is empty; add [[" + std::string(name) + ".factors]]");
}

/// A name that is safe as an id in CSV and in a file name.
std::string slug(const std::string& text) {
  std::string result;
  for (const char c : text)
    result += std::isalnum(static_cast<unsigned char>(c)) != 0
                  ? static_cast<char>(std::tolower(static_cast<unsigned char>(c)))
                  : '_';
  return result.empty() ? "default" : result;
}

Cell base_cell(const Experiment& experiment) {
  return {"all", experiment.request, experiment.agents, {}, experiment.starts};
}

void set_factor(Cell& cell, const std::string& key, const std::string& value) {
  const bool of_agent = key.starts_with("a.") || key.starts_with("b.");
  if (of_agent) {
    auto& agent = cell.agents[key[0] == 'a' ? 0 : 1];
    const auto what = key.substr(2);
    if (what == "agent") {
      agent.name = value;
    } else if (what == "doctrine") {
      agent.doctrine = value;
    } else if (what == "iterations") {
      const auto end = std::from_chars(value.data(), value.data() + value.size(), agent.iterations);
      if (end.ec != std::errc{} || end.ptr != value.data() + value.size())
        throw core::InputError("factor \"" + key + "\": \"" + value +
                               "\" is no whole number of iterations");
    } else {
      throw core::InputError("factor \"" + key +
                             "\": of an agent, \"agent\", \"doctrine\" and \"iterations\" can be "
                             "varied");
    }
  } else {
    cell.request.overrides.push_back(key + "=" + value);
  }
  cell.levels.emplace_back(key, value);
}

std::string range_value(const Factor& factor, double unit) {
  double value = factor.low + unit * (factor.high - factor.low);
  if (factor.step > 0)
    value = factor.low + factor.step * std::floor((value - factor.low) / factor.step + 0.5);
  value = std::clamp(value, factor.low, factor.high);
  // A whole number where the range and the step are whole, so that it fits a whole-number key.
  const bool whole = factor.step >= 1 && factor.step == std::floor(factor.step) &&
                     factor.low == std::floor(factor.low);
  return whole ? fmt::format("{}", static_cast<long long>(value)) : fmt::format("{}", value);
}

std::vector<ParameterDescription> shared_parameters() {
  const std::string agent = kAgentText, opening = kOpeningText;
  return {
      {"name", "text", "the file's name", "", "what the run is called"},
      {"purpose", "text", "none", "", "the question in your words; printed in the report"},
      describe("", kCampaigns),
      describe("", kSeed),
      {"game.title", "text", "", "a title of configs/games, or a folder", "the game"},
      {"game.scenario", "text", "the game's own", "a scenario of the game", "where it starts"},
      {"game.scenarios", "list of text", "none", "scenarios of the game",
       "or several: campaigns begin from them in turn, one a set of dice"},
      {"game.preset", "text", "the game's own", "a preset of the game", "rules in force"},
      {"game.opening_a", "text", "none", opening,
       "how side A is set up; without, it sets up in play"},
      {"game.opening_b", "text", "none", opening,
       "how side B is set up; without, it sets up in play"},
      {"game.set", "list of text", "none", "key=value", "changes of the game, as in --set"},
      {"agents.a", "agent", "", agent, "who plays side A"},
      {"agents.b", "agent", "", agent, "who plays side B"},
      {"balance.band", "2 reals", fmt::format("{} {}", Band{}.low, Band{}.high),
       "between 0 and 1, the lower first", "a balanced game's share of victories of side A"},
  };
}

}  // namespace niemen::lab
