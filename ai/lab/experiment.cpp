#include "ai/lab/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "ai/agents/agent_config.h"
#include "ai/lab/csv.h"
#include "ai/lab/questions/question.h"
#include "ai/lab/questions/reading.h"
#include "engine/core/file_writer.h"
#include "engine/core/random.h"

namespace niemen::lab {

std::string AgentSpec::label() const {
  const auto played = doctrine.empty() ? name : name + ":" + doctrine;
  return sees_everything ? played + " (sees everything)" : played;
}

std::string AgentSpec::words() const {
  return iterations ? fmt::format("{} at {} iterations", label(), iterations) : label();
}

ai::AgentConfig settle_agent(AgentSpec& spec) {
  auto config = ai::find_agent(spec.name);
  const auto& traits = ai::traits_of(config.kind);
  if (!spec.doctrine.empty() && !traits.follows_doctrine)
    throw core::InputError("agent \"" + spec.name + "\" follows no doctrine");
  if (!spec.doctrine.empty()) config.doctrine = spec.doctrine;
  if (spec.sees_everything && !traits.can_be_shown)
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

namespace {

const Question& read_question(core::ConfigTable& file) {
  std::vector<std::string_view> names;
  for (const auto* question : all_questions()) names.push_back(question->name);
  return *all_questions()[file.choice("question", names)];
}

/// Every text within a value, with its place.
void collect_texts(const core::ConfigValue& value, Experiment& experiment) {
  if (value.kind == core::ConfigValue::Kind::Text)
    experiment.said.emplace_back(value.text, fmt::format("{}:{}", value.file, value.line));
  for (const auto& child : value.list) collect_texts(child, experiment);
  for (const auto& [key, child] : value.table) collect_texts(child, experiment);
}

/// True when a complaint is about a text: in quotation marks, or as what is set.
bool is_about(const std::string& complaint, const std::string& text) {
  if (complaint.find('"' + text + '"') != complaint.npos) return true;
  const auto set = complaint.find("--set " + text);
  if (set == complaint.npos) return false;
  const auto end = set + std::string_view("--set ").size() + text.size();
  return end == complaint.size() || complaint[end] == '=' || complaint[end] == ':';
}

/// Each combination has an id and agents of its own, and campaigns.
void check_cells(const core::ConfigTable& table, const std::string& file, Experiment& experiment) {
  std::set<std::string> ids;
  for (auto& cell : experiment.cells) {
    if (!ids.insert(cell.id).second)
      throw core::InputError(file + ": two combinations have the id \"" + cell.id + "\"");
    placing(experiment, [&] {
      for (auto& agent : cell.agents) settle_agent(agent);
    });
  }
  if (experiment.campaigns < experiment.cells.size())
    table.fail("campaigns", fmt::format("{} campaigns leave some of the {} combinations empty",
                                        experiment.campaigns, experiment.cells.size()));
}

}  // namespace

std::string with_place(const Experiment& experiment, const std::string& complaint) {
  const std::pair<std::string, std::string>* about = nullptr;
  for (const auto& said : experiment.said) {
    if (complaint.starts_with(said.second.substr(0, said.second.rfind(':') + 1))) return complaint;
    // The longest says most; of the same text the last, where something is varied.
    if (is_about(complaint, said.first) && (!about || said.first.size() >= about->first.size()))
      about = &said;
  }
  return about ? about->second + ": " + complaint : complaint;
}

Experiment read_experiment(const std::filesystem::path& file) {
  Experiment experiment;
  const auto root = core::read_toml(file);
  experiment.source_text = core::read_file(file);
  core::ConfigTable table(root);
  experiment.name = table.text_or("name", file.stem().string());
  if (!core::is_file_name(experiment.name))
    table.fail("name", "\"name\" is \"" + experiment.name +
                           "\"; it names the folder of the run: one line that serves as a file "
                           "name, without \"/\" and not beginning with \"-\"");
  // A run keeps its experiment under another file name.
  if (!table.has("name"))
    experiment.source_text =
        "name = " + nlohmann::json(experiment.name).dump() + "\n" + experiment.source_text;
  experiment.purpose = table.text_or("purpose", "");
  experiment.question = &read_question(table);
  collect_texts(root, experiment);
  placing(experiment, [&] { experiment.question->read(table, experiment); });
  table.finish();
  check_cells(table, file.string(), experiment);
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
  root["question"] = e.question->name;
  root["campaigns"] = e.campaigns;
  root["seed"] = hex_name(e.seed);
  root["band"] = {e.band.low, e.band.high};
  // Every run has these keys, in this place, whoever asks: runs that were played before are known
  // by them. The questions that they belong to set them.
  root["stop"]["kind"] = "none";
  root["confirm"] = 0;
  root["interactions"] = false;
  for (const auto& factor : e.factors)
    root["factors"].push_back({{"key", factor.key},
                               {"values", factor.values},
                               {"low", factor.low},
                               {"high", factor.high},
                               {"step", factor.step},
                               {"now", factor.now}});
  if (e.question->resolve) e.question->resolve(e, root);
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
    if (!cell.starts.empty()) one["starts"] = cell.starts;
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
