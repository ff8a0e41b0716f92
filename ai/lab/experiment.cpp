#include "ai/lab/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "ai/agents/agent_config.h"
#include "ai/lab/csv.h"
#include "ai/lab/statistics/designs.h"
#include "engine/core/file_writer.h"
#include "engine/core/random.h"
#include "engine/play/game_folder.h"

namespace niemen::lab {

namespace {

using core::ConfigTable;
using core::ConfigValue;

constexpr std::string_view kQuestions[] = {"balance", "openings", "sweep", "tune",
                                           "rescore", "skill",    "why"};
constexpr std::int64_t kMaxCampaigns = 100'000'000;
constexpr std::int64_t kMaxIterations = 1'000'000'000;

/// Says what is wrong with an agent where the file names it.
void check_agent(const ConfigValue& value, AgentSpec agent) {
  try {
    settle_agent(agent);
  } catch (const core::InputError& error) {
    value.fail(error.what());
  }
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

AgentSpec read_agent(ConfigTable& table, std::string_view key) {
  const auto* value = table.take(key);
  if (!value) table.fail(key, "\"" + std::string(key) + "\" is missing; name an agent");
  return read_agent(*value);
}

void read_game(ConfigTable table, Experiment& experiment) {
  auto& request = experiment.request;
  request.folder = play::find_game_folder(table.text("title"));
  request.scenario = table.text_or("scenario", "");
  request.preset = table.text_or("preset", "");
  request.openings[0] = table.text_or("opening_a", "");
  request.openings[1] = table.text_or("opening_b", "");
  request.overrides = table.texts_or_none("set");
  table.finish();
}

/// Two win rates, or differences in Elo that stand for them.
std::array<double, 2> read_rates(const ConfigValue& value, std::string_view key, bool elo) {
  if (value.kind != ConfigValue::Kind::List || value.list.size() != 2)
    value.fail(
        fmt::format("\"{}\" must be two {}", key,
                    elo ? "differences in Elo, e.g. [0, 35]" : "win rates, e.g. [0.50, 0.55]"));
  const auto number = [](const ConfigValue& one) {
    return one.kind == ConfigValue::Kind::Integer ? static_cast<double>(one.integer) : one.real;
  };
  std::array<double, 2> rates{number(value.list[0]), number(value.list[1])};
  if (elo)
    for (double& rate : rates) rate = score_of_elo(rate);
  return rates;
}

void read_sequential(const ConfigValue& value, std::string_view key, double error,
                     Experiment& experiment) {
  experiment.stop.kind = StopSpec::Kind::Sequential;
  auto& design = experiment.stop.sequential;
  const auto rates = read_rates(value, key, key.ends_with("elo"));
  design.null_rate = rates[0];
  design.alternative_rate = rates[1];
  design.alpha = design.beta = error;
  design.maximum = static_cast<int>(std::min<std::uint64_t>(experiment.campaigns, 1'000'000));
  if (design.maximum < design.minimum)
    value.fail(fmt::format("\"{}\" first looks after {} campaigns; allow more than {}", key,
                           design.minimum, experiment.campaigns));
  try {
    SequentialTest{design};
  } catch (const core::InputError& error_of_design) {
    value.fail(error_of_design.what());
  }
}

void read_stop(ConfigTable& table, Experiment& experiment) {
  constexpr const char* kRules[] = {"stop_at_half_width", "stop_between", "stop_between_elo",
                                    "stop_when_shown"};
  std::string first;
  for (const auto* rule : kRules) {
    if (!table.has(rule)) continue;
    if (!first.empty())
      table.fail(rule,
                 fmt::format("\"{}\" and \"{}\" contradict each other; keep one", rule, first));
    first = rule;
  }
  auto& stop = experiment.stop;
  if (first == "stop_at_half_width") {
    stop.kind = StopSpec::Kind::Precision;
    stop.half_width = table.real(first, 0.001, 0.5);
  } else if (first == "stop_when_shown") {
    if (table.flag_or(first, false)) stop.kind = StopSpec::Kind::Band;
  } else if (!first.empty()) {
    const auto* value = table.take(first);
    read_sequential(*value, first, table.real_or("stop_error", 0.05, 0.001, 0.4), experiment);
  }
}

void read_balance(ConfigTable table, Experiment& experiment) {
  const auto band = table.has("band") ? table.take("band") : nullptr;
  if (band) {
    if (band->kind != ConfigValue::Kind::List || band->list.size() != 2)
      band->fail("\"band\" must be two shares, e.g. [0.40, 0.60]");
    experiment.band = {band->list[0].real, band->list[1].real};
    if (!(0 < experiment.band.low && experiment.band.low < experiment.band.high &&
          experiment.band.high < 1))
      band->fail("\"band\" must be two shares between 0 and 1, the lower one first");
  }
  read_stop(table, experiment);
  table.finish();
}

std::vector<std::string> read_names(ConfigTable& table, std::string_view key) {
  auto names = table.texts(key);
  if (names.empty()) table.fail(key, "\"" + std::string(key) + "\" is empty; name at least one");
  if (std::set<std::string>(names.begin(), names.end()).size() != names.size())
    table.fail(key, "\"" + std::string(key) + "\" names one twice");
  return names;
}

void read_openings(ConfigTable table, Experiment& experiment) {
  experiment.openings[0] = read_names(table, "a");
  experiment.openings[1] = read_names(table, "b");
  experiment.confirm =
      static_cast<std::uint64_t>(table.integer_or("confirm", 400, 0, kMaxCampaigns));
  table.finish();
}

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

void read_factors(ConfigTable& table, Experiment& experiment) {
  for (auto& row : table.tables("factors"))
    experiment.factors.push_back(read_factor(row, experiment.question == Question::Tune));
  std::set<std::string> keys;
  for (const auto& factor : experiment.factors)
    if (!keys.insert(factor.key).second)
      table.fail("factors", "\"" + factor.key + "\" is varied by two factors; keep one");
  if (experiment.factors.empty())
    table.fail("factors", "\"factors\" is empty; add [[" +
                              std::string(question_name(experiment.question)) + ".factors]]");
}

void read_sweep(ConfigTable table, Experiment& experiment) {
  constexpr std::string_view kDesigns[] = {"full", "one_at_a_time", "latin_hypercube"};
  read_factors(table, experiment);
  experiment.design = static_cast<Design>(table.choice("design", kDesigns));
  experiment.interactions = table.flag_or("interactions", false);
  if (experiment.design == Design::LatinHypercube) {
    experiment.settings = static_cast<std::uint64_t>(table.integer("settings", 2, 100'000));
  } else {
    for (const auto& factor : experiment.factors)
      if (factor.is_range())
        table.fail("factors",
                   "\"" + factor.key + "\" has a range; list its \"values\" for this design");
  }
  table.finish();
}

void read_tune(ConfigTable table, Experiment& experiment) {
  constexpr std::string_view kMetrics[] = {"win_share", "mean_margin", "level_share"};
  read_factors(table, experiment);
  for (const auto& factor : experiment.factors)
    if (!factor.is_range())
      table.fail("factors", "\"" + factor.key + "\" needs \"low\" and \"high\" to be tuned");
  auto& tune = experiment.tune;
  tune.metric = static_cast<TargetMetric>(table.choice_or("metric", 0, kMetrics));
  const bool share = tune.metric != TargetMetric::MeanMargin;
  if (tune.metric == TargetMetric::LevelShare) tune.level = table.text("level");
  tune.target =
      share ? table.real_or("target", 0.5, 0.01, 0.99) : table.real_or("target", 0, -1e9, 1e9);
  tune.round = static_cast<std::uint64_t>(table.integer_or("round", 80, 8, 1'000'000));
  table.finish();
}

void read_rescore(ConfigTable table, Experiment& experiment) {
  auto& rescore = experiment.rescore;
  rescore.run = table.text("run");
  rescore.changes = read_names(table, "changes");
  rescore.sample = static_cast<std::uint64_t>(table.integer_or("sample", 300, 10, kMaxCampaigns));
  rescore.tolerance = table.real_or("tolerance", 0.03, 0.001, 0.5);
  table.finish();
}

void read_skill(ConfigTable table, Experiment& experiment) {
  const auto* ladder = table.take("agents");
  if (!ladder || ladder->kind != ConfigValue::Kind::List || ladder->list.size() < 2)
    table.fail("agents", "\"agents\" must list at least two agents, weakest first");
  for (const auto& agent : ladder->list)
    settle_agent(experiment.ladder.emplace_back(read_agent(agent)));
  experiment.neighbours = table.flag_or("neighbours", false);
  experiment.equals = table.flag_or("equals", true);
  table.finish();
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
  return {"all", experiment.request, experiment.agents, {}};
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

void make_opening_cells(Experiment& experiment) {
  for (const auto& a : experiment.openings[0])
    for (const auto& b : experiment.openings[1]) {
      auto cell = base_cell(experiment);
      cell.id = slug(a) + "__" + slug(b);
      cell.request.openings[0] = a;
      cell.request.openings[1] = b;
      cell.levels = {{"a_opening", a}, {"b_opening", b}};
      experiment.cells.push_back(std::move(cell));
    }
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

void make_sweep_cells(Experiment& experiment) {
  const auto& factors = experiment.factors;
  std::vector<std::vector<std::string>> settings;
  if (experiment.design == Design::LatinHypercube) {
    const auto points = latin_hypercube(static_cast<int>(experiment.settings),
                                        static_cast<int>(factors.size()), experiment.seed);
    for (const auto& point : points) {
      auto& setting = settings.emplace_back();
      for (std::size_t i = 0; i < factors.size(); ++i) {
        const auto count = static_cast<double>(factors[i].values.size());
        setting.push_back(factors[i].is_range()
                              ? range_value(factors[i], point[i])
                              : factors[i].values[static_cast<std::size_t>(point[i] * count)]);
      }
    }
  } else {
    std::vector<int> levels;
    for (const auto& factor : factors) levels.push_back(static_cast<int>(factor.values.size()));
    const auto choices = experiment.design == Design::Full
                             ? full_factorial(levels)
                             : one_at_a_time(levels, LevelChoice(levels.size(), 0));
    for (const auto& choice : choices) {
      auto& setting = settings.emplace_back();
      for (std::size_t i = 0; i < factors.size(); ++i)
        setting.push_back(factors[i].values[static_cast<std::size_t>(choice[i])]);
    }
  }
  for (const auto& setting : settings) {
    auto cell = base_cell(experiment);
    cell.id = fmt::format("c{:03}", experiment.cells.size() + 1);
    for (std::size_t i = 0; i < factors.size(); ++i) set_factor(cell, factors[i].key, setting[i]);
    experiment.cells.push_back(std::move(cell));
  }
}

void make_skill_cells(Experiment& experiment) {
  const auto& ladder = experiment.ladder;
  for (std::size_t a = 0; a < ladder.size(); ++a)
    for (std::size_t b = 0; b < ladder.size(); ++b) {
      if (!experiment.equals && a == b) continue;
      if (experiment.neighbours && a != b && a + 1 != b && b + 1 != a) continue;
      auto cell = base_cell(experiment);
      cell.agents = {ladder[a], ladder[b]};
      cell.id = slug(ladder[a].words()) + "__" + slug(ladder[b].words());
      cell.levels = {{"a_agent", ladder[a].words()}, {"b_agent", ladder[b].words()}};
      experiment.cells.push_back(std::move(cell));
    }
}

}  // namespace

const char* question_name(Question question) {
  return kQuestions[static_cast<std::size_t>(question)].data();
}

std::string AgentSpec::label() const {
  const auto played = doctrine.empty() ? name : name + ":" + doctrine;
  return sees_everything ? played + " (sees everything)" : played;
}

std::string AgentSpec::words() const {
  return iterations ? fmt::format("{} at {} iterations", label(), iterations) : label();
}

ai::AgentConfig settle_agent(AgentSpec& spec) {
  auto config = ai::find_agent(spec.name);
  const bool by_doctrine = config.searches() || config.kind == ai::AgentKind::Doctrine;
  if (!spec.doctrine.empty() && !by_doctrine)
    throw core::InputError("agent \"" + spec.name + "\" follows no doctrine");
  if (!spec.doctrine.empty()) config.doctrine = spec.doctrine;
  if (spec.sees_everything && !ai::can_see_everything(config.kind))
    throw core::InputError("agent \"" + spec.name + "\" cannot be shown everything");
  spec.sees_everything |= config.sees_everything;
  config.sees_everything = spec.sees_everything;
  if (!config.searches()) {
    if (spec.iterations > 0)
      throw core::InputError("agent \"" + spec.name +
                             "\" does not search: leave out its iterations");
    return config;
  }
  if (spec.iterations == 0 && config.search.iterations == 0)
    throw core::InputError(fmt::format(
        "agent \"{0}\" plays by the clock, which no other machine can repeat; count iterations: "
        "{{ name = \"{0}\", iterations = {1} }}",
        spec.name, ai::SearchOptions{}.iterations));
  if (spec.iterations == 0) spec.iterations = config.search.iterations;
  config.clock.seconds_per_turn = 0;
  config.search.iterations = spec.iterations;
  config.search.threads = 1;
  return config;
}

Cell cell_with(const Experiment& experiment, const std::string& key, double value) {
  auto cell = base_cell(experiment);
  for (const auto& factor : experiment.factors)
    if (factor.key == key)
      set_factor(cell, key, range_value(factor, (value - factor.low) / (factor.high - factor.low)));
  cell.id = slug(key) + "__" + slug(cell.levels.at(0).second);
  for (auto& agent : cell.agents) settle_agent(agent);
  return cell;
}

Experiment read_experiment(const std::filesystem::path& file) {
  Experiment experiment;
  const auto root = core::read_toml(file);
  experiment.source_text = core::read_file(file);
  ConfigTable table(root);
  experiment.name = table.text_or("name", file.stem().string());
  if (!core::is_file_name(experiment.name))
    table.fail("name", "\"name\" is \"" + experiment.name +
                           "\"; it names the folder of the run: one line that serves as a file "
                           "name, without \"/\" and not beginning with \"-\"");
  experiment.purpose = table.text_or("purpose", "");
  experiment.question = static_cast<Question>(table.choice("question", kQuestions));
  if (experiment.question == Question::Why) {
    auto why = table.table("why");
    experiment.why_run = why.text("run");
    why.finish();
    table.finish();
    return experiment;
  }
  experiment.campaigns =
      static_cast<std::uint64_t>(table.integer_or("campaigns", 1000, 1, kMaxCampaigns));
  experiment.seed = static_cast<std::uint64_t>(table.integer_or("seed", 1, 0, INT64_MAX));
  if (experiment.question == Question::Rescore) {
    read_rescore(table.table("rescore"), experiment);
    table.finish();
    return experiment;
  }
  read_game(table.table("game"), experiment);
  if (experiment.question != Question::Skill) {
    auto agents = table.table("agents");
    experiment.agents = {read_agent(agents, "a"), read_agent(agents, "b")};
    agents.finish();
  }
  read_balance(table.table("balance"), experiment);
  if (experiment.stop.kind != StopSpec::Kind::None && experiment.question != Question::Balance)
    table.fail("balance", "only the question \"balance\" has a stop rule");
  switch (experiment.question) {
    case Question::Openings:
      read_openings(table.table("openings"), experiment);
      make_opening_cells(experiment);
      break;
    case Question::Sweep:
      read_sweep(table.table("sweep"), experiment);
      make_sweep_cells(experiment);
      break;
    case Question::Tune: read_tune(table.table("tune"), experiment); break;
    case Question::Skill:
      read_skill(table.table("skill"), experiment);
      make_skill_cells(experiment);
      break;
    default: experiment.cells.push_back(base_cell(experiment));
  }
  table.finish();
  std::set<std::string> ids;
  for (auto& cell : experiment.cells) {
    if (!ids.insert(cell.id).second)
      throw core::InputError(file.string() + ": two combinations have the id \"" + cell.id + "\"");
    try {
      for (auto& agent : cell.agents) settle_agent(agent);
    } catch (const core::InputError& error) {
      throw core::InputError(file.string() + ": combination \"" + cell.id + "\": " + error.what());
    }
  }
  if (experiment.question == Question::Tune && experiment.campaigns < experiment.factors.size())
    table.fail("campaigns", fmt::format("{} campaigns leave some of the {} parameters without any",
                                        experiment.campaigns, experiment.factors.size()));
  if (experiment.campaigns < experiment.cells.size())
    table.fail("campaigns", fmt::format("{} campaigns leave some of the {} combinations empty",
                                        experiment.campaigns, experiment.cells.size()));
  return experiment;
}

CampaignTask scheduled_task(std::uint64_t id, std::size_t cells, std::uint64_t seed) {
  const auto replicate = id / cells;
  return {id, static_cast<std::uint32_t>(id % cells), replicate,
          core::random_bits(seed, 0, replicate)};
}

std::string resolved_json(const Experiment& experiment,
                          const std::vector<std::uint64_t>& data_hashes) {
  using nlohmann::ordered_json;
  const auto& e = experiment;
  ordered_json root;
  root["name"] = e.name;
  root["purpose"] = e.purpose;
  root["question"] = question_name(e.question);
  root["campaigns"] = e.campaigns;
  root["seed"] = hex_name(e.seed);
  root["band"] = {e.band.low, e.band.high};
  constexpr const char* kStops[] = {"none", "precision", "sequential", "band"};
  root["stop"]["kind"] = kStops[static_cast<std::size_t>(e.stop.kind)];
  if (e.stop.kind == StopSpec::Kind::Precision) root["stop"]["half_width"] = e.stop.half_width;
  if (e.stop.kind == StopSpec::Kind::Sequential)
    root["stop"] = {{"kind", "sequential"},
                    {"between", {e.stop.sequential.null_rate, e.stop.sequential.alternative_rate}},
                    {"error", e.stop.sequential.alpha}};
  root["confirm"] = e.confirm;
  root["interactions"] = e.interactions;
  for (const auto& factor : e.factors)
    root["factors"].push_back({{"key", factor.key},
                               {"values", factor.values},
                               {"low", factor.low},
                               {"high", factor.high},
                               {"step", factor.step},
                               {"now", factor.now}});
  if (e.question == Question::Tune) {
    constexpr const char* kMetrics[] = {"win_share", "mean_margin", "level_share"};
    root["tune"] = {{"metric", kMetrics[static_cast<std::size_t>(e.tune.metric)]},
                    {"level", e.tune.level},
                    {"target", e.tune.target},
                    {"round", e.tune.round}};
  }
  auto cells = e.cells;
  // A tuning chooses its cells as it goes; the game and agents it varies are part of what it is.
  if (cells.empty()) {
    cells.push_back(base_cell(e));
    for (auto& agent : cells[0].agents) settle_agent(agent);
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto& cell = cells[i];
    ordered_json one;
    one["id"] = cell.id;
    one["game"] = cell.request.folder.filename().string();
    one["scenario"] = cell.request.scenario;
    one["preset"] = cell.request.preset;
    one["openings"] = {cell.request.openings[0], cell.request.openings[1]};
    one["set"] = cell.request.overrides;
    for (const auto& agent : cell.agents) {
      one["agents"].push_back({{"name", agent.name},
                               {"iterations", agent.iterations},
                               {"doctrine", agent.doctrine},
                               {"hash", hex_name(ai::find_agent(agent.name).hash)}});
      if (agent.sees_everything) one["agents"].back()["sees"] = ai::kSees[1];
    }
    if (i < data_hashes.size()) one["data_hash"] = hex_name(data_hashes[i]);
    root["cells"].push_back(std::move(one));
  }
  return root.dump(1) + "\n";
}

}  // namespace niemen::lab
