// niemen describe: every parameter with type, default, range and meaning.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "ai/agents/agent_config.h"
#include "ai/doctrine/area_campaign/doctrine.h"
#include "ai/doctrine/block_battle/doctrine.h"
#include "ai/doctrine/hex_campaign/doctrine.h"
#include "ai/doctrine/hex_operations/doctrine.h"
#include "ai/lab/experiment_parameters.h"
#include "engine/play/features.h"
#include "engine/systems/area_campaign/data_tables.h"
#include "engine/systems/block_battle/data_tables.h"
#include "engine/systems/hex_campaign/data_tables.h"
#include "engine/systems/hex_operations/data_tables.h"
#include "engine/systems/registry.h"
#include "tools/command_line.h"
#include "tools/commands.h"

namespace niemen::tools {

namespace {

struct Table {
  std::string name, summary;
  std::vector<core::ParameterDescription> rows;
  std::string file = {};  ///< of a game, without folder and ending: overrides call it so
};

void print_text(const Table& table) {
  fmt::print("{}: {}\n", table.name, table.summary);
  for (const auto& row : table.rows) {
    fmt::print("  {} ({}", row.key, row.type);
    if (!row.default_value.empty()) fmt::print("; default {}", row.default_value);
    if (!row.allowed.empty()) fmt::print("; {}", row.allowed);
    fmt::print(")\n      {}\n", row.help);
  }
}

void print_markdown(const Table& table) {
  fmt::print("## {}\n\n{}\n\n| key | type | default | allowed | meaning |\n|---|---|---|---|---|\n",
             table.name, table.summary);
  for (const auto& row : table.rows)
    fmt::print("| `{}` | {} | {} | {} | {} |\n", row.key, row.type, row.default_value, row.allowed,
               row.help);
  fmt::print("\n");
}

void add_files(std::vector<Table>& tables, std::string_view of,
               std::vector<play::DataTable> files) {
  for (auto& file : files)
    tables.push_back({std::string(file.name),
                      fmt::format("{} of {}: {}", file.file, of, file.summary),
                      std::move(file.rows), std::filesystem::path(file.file).stem().string()});
}

std::vector<Table> all_tables() {
  std::vector<Table> tables;
  for (auto& rules : systems::parameter_tables())
    tables.push_back({rules.name, "rules of the games of this mechanism", std::move(rules.rows)});
  add_files(tables, "a hex campaign", hex_campaign::data_tables());
  add_files(tables, "an area campaign", area_campaign::data_tables());
  add_files(tables, "hex operations", hex_operations::data_tables());
  add_files(tables, "a block battle", block_battle::data_tables());
  add_files(tables, "a game of any mechanism", {play::features_table()});
  tables.push_back({"experiment", "plans of the lab (experiments)", lab::experiment_parameters()});
  tables.push_back({"values", "what generals of a hex campaign go by (values.toml)",
                    ai::hex_doctrine::value_parameters()});
  tables.push_back({"area-doctrines",
                    "doctrines/*.toml of an area campaign: what a general is after",
                    ai::area_campaign::doctrine_parameters()});
  tables.push_back({"operations-doctrines",
                    "doctrines/*.toml of hex operations: what a general is after",
                    ai::hex_operations::doctrine_parameters()});
  tables.push_back({"battle-doctrines",
                    "doctrines/*.toml of a block battle: what a general is after",
                    ai::block_battle::doctrine_parameters()});
  tables.push_back({"agent", "computer players (configs/agents)", ai::agent_parameters()});
  return tables;
}

/// Of tables, the key or column that an override names ("blocks.old-guard.points", "victory.bid").
std::vector<Table> tables_with(const std::vector<Table>& tables, std::string_view name) {
  const auto first = name.substr(0, name.find('.'));
  const auto last = name.substr(name.rfind('.') + 1);
  std::vector<Table> found;
  for (const auto& table : tables) {
    auto one = table;
    std::erase_if(one.rows, [&](const core::ParameterDescription& row) {
      const bool of_table = table.name == first || table.file == first;
      return row.key != name &&
             !(of_table && (row.key == last || row.key.ends_with("." + std::string(last))));
    });
    if (!one.rows.empty()) found.push_back(std::move(one));
  }
  return found;
}

}  // namespace

int describe_command(int argc, char** argv) {
  cxxopts::Options options("niemen describe",
                           "Lists parameters: key, type, default, what is allowed, meaning.");
  options.positional_help("[TABLE | KEY...]");
  options.add_options()("tables",
                        "Tables of parameters, or keys as --set has them "
                        "(blocks.old-guard.points); without, all tables",
                        cxxopts::value<std::vector<std::string>>())("markdown",
                                                                    "As tables of Markdown");
  options.parse_positional("tables");
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;

  const auto tables = all_tables();
  std::vector<std::string> wanted;
  if (arguments->count("tables")) wanted = (*arguments)["tables"].as<std::vector<std::string>>();
  std::vector<Table> keys;
  std::erase_if(wanted, [&](const std::string& name) {
    const auto found =
        name.find('.') == name.npos ? std::vector<Table>{} : tables_with(tables, name);
    keys.insert(keys.end(), found.begin(), found.end());
    return !found.empty();
  });
  if (!keys.empty()) {
    for (const auto& table : keys)
      if (arguments->count("markdown"))
        print_markdown(table);
      else
        print_text(table);
    if (wanted.empty()) return kGood;
  }
  for (const auto& name : wanted) {
    std::string allowed;
    bool known = false;
    for (const auto& table : tables) {
      known = known || table.name == name;
      allowed += (allowed.empty() ? "" : ", ") + table.name;
    }
    if (!known) throw core::InputError("no table \"" + name + "\"; allowed: " + allowed);
  }
  for (const auto& table : tables) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), table.name) == wanted.end())
      continue;
    if (arguments->count("markdown"))
      print_markdown(table);
    else
      print_text(table);
  }
  return kGood;
}

}  // namespace niemen::tools
