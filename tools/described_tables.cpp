#include "tools/described_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "ai/agents/agent_config.h"
#include "ai/doctrine/area_campaign/doctrine.h"
#include "ai/doctrine/block_battle/doctrine.h"
#include "ai/doctrine/hex_campaign/doctrine.h"
#include "ai/doctrine/hex_operations/doctrine.h"
#include "ai/lab/experiment_parameters.h"
#include "engine/core/text.h"
#include "engine/play/features.h"
#include "engine/systems/area_campaign/data_tables.h"
#include "engine/systems/block_battle/data_tables.h"
#include "engine/systems/hex_campaign/data_tables.h"
#include "engine/systems/hex_operations/data_tables.h"
#include "engine/systems/registry.h"

namespace niemen::tools {

namespace {

void add_files(std::vector<DescribedTable>& tables, std::string_view of,
               const std::string& mechanism, std::vector<play::DataTable> files) {
  for (auto& file : files) {
    // "downstream.csv (may be missing)" and the like say more than the name.
    const std::string place(file.file.substr(0, file.file.find(' ')));
    tables.push_back(
        {std::string(file.name), fmt::format("{} of {}: {}", file.file, of, file.summary),
         std::move(file.rows), std::filesystem::path(file.file).stem().string(), place, mechanism});
  }
}

/// Keys in capitals stand for any word, and what is said of side A is said of B.
bool fits(std::string_view pattern, std::string_view key) {
  if (pattern == key || (pattern == "a" && key == "b")) return true;
  return !pattern.empty() && std::ranges::all_of(pattern, [](char letter) {
    return (letter >= 'A' && letter <= 'Z') || letter == '_';
  });
}

bool fits(const std::vector<std::string>& pattern, const std::vector<std::string>& path) {
  return pattern.size() == path.size() &&
         std::equal(pattern.begin(), pattern.end(), path.begin(),
                    [](const auto& a, const auto& b) { return fits(a, b); });
}

/// Whether a file is one of those that `place` means ("scenarios/*.toml").
bool lies_at(const std::string& file, const std::string& place) {
  const auto star = place.find('*');
  if (star == place.npos) return file == place;
  return file.size() > place.size() && file.starts_with(place.substr(0, star)) &&
         file.ends_with(place.substr(star + 1));
}

const core::ParameterDescription* row_of(const DescribedTable& table,
                                         const std::vector<std::string>& path) {
  const core::ParameterDescription* found = nullptr;
  for (const auto& row : table.rows) {
    const auto pattern = core::split_words(row.key, ".");
    if (pattern == path) return &row;
    if (!found && fits(pattern, path)) found = &row;
  }
  return found;
}

}  // namespace

std::vector<DescribedTable> described_tables() {
  std::vector<DescribedTable> tables;
  for (auto& rules : systems::parameter_tables())
    tables.push_back({rules.name, "rules of the games of this mechanism", std::move(rules.rows)});
  add_files(tables, "a hex campaign", "hex_campaign", hex_campaign::data_tables());
  add_files(tables, "an area campaign", "area_campaign", area_campaign::data_tables());
  add_files(tables, "hex operations", "hex_operations", hex_operations::data_tables());
  add_files(tables, "a block battle", "block_battle", block_battle::data_tables());
  add_files(tables, "a game of any mechanism", "", {play::features_table()});
  tables.push_back({"experiment", "plans of the lab (experiments)", lab::experiment_parameters()});
  tables.push_back({"values",
                    "what generals of a hex campaign go by (values.toml)",
                    ai::hex_doctrine::value_parameters(),
                    {},
                    "values.toml",
                    "hex_campaign"});
  const auto add_doctrines = [&](const char* name, const char* of, const char* mechanism,
                                 std::vector<core::ParameterDescription> rows) {
    tables.push_back({name,
                      fmt::format("doctrines/*.toml of {}: what a general is after", of),
                      std::move(rows),
                      {},
                      "doctrines/*.toml",
                      mechanism});
  };
  add_doctrines("area-doctrines", "an area campaign", "area_campaign",
                ai::area_campaign::doctrine_parameters());
  add_doctrines("operations-doctrines", "hex operations", "hex_operations",
                ai::hex_operations::doctrine_parameters());
  add_doctrines("battle-doctrines", "a block battle", "block_battle",
                ai::block_battle::doctrine_parameters());
  tables.push_back({"agent", "computer players (configs/agents)", ai::agent_parameters()});
  return tables;
}

const core::ParameterDescription* description_of(const std::vector<DescribedTable>& tables,
                                                 const std::string& mechanism,
                                                 const std::string& file,
                                                 const std::vector<std::string>& path) {
  auto keys = path;
  std::erase_if(keys, [](const std::string& key) { return key.starts_with("["); });
  for (const auto& table : tables) {
    if (!lies_at(file, table.place) || (!table.mechanism.empty() && table.mechanism != mechanism))
      continue;
    if (const auto* row = row_of(table, keys)) return row;
  }
  // Numbers of the rules: in a file of their own, in game.toml, or as presets and scenarios change
  // them.
  auto bare = keys;
  if (bare.size() > 2 && bare.front() == "presets") bare = {"rules", bare.back()};
  for (const auto& table : tables) {
    if (table.name != mechanism) continue;
    if (const auto* row = row_of(table, bare)) return row;
    if (bare.size() > 1 && bare.front() == "rules") bare.erase(bare.begin());
    return row_of(table, bare);
  }
  return nullptr;
}

}  // namespace niemen::tools
