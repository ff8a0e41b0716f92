// Every table of parameters that a person may ask for: rules, what the files of games say, agents.
#pragma once

#include <string>
#include <vector>

#include "engine/core/parameters.h"

namespace niemen::tools {

struct DescribedTable {
  std::string name, summary;
  std::vector<core::ParameterDescription> rows;
  std::string file = {};       ///< of a game, without folder and ending: overrides call it so
  std::string place = {};      ///< the same with both: "map/hexes.csv", "scenarios/*.toml"
  std::string mechanism = {};  ///< of whose games it is a file; empty: of all
};

std::vector<DescribedTable> described_tables();

/// What a file of a game may say at `path` (keys and columns; places in lists are left out): type,
/// what is allowed, meaning; null: nobody says. `file` as in "scenarios/start.toml".
const core::ParameterDescription* description_of(const std::vector<DescribedTable>& tables,
                                                 const std::string& mechanism,
                                                 const std::string& file,
                                                 const std::vector<std::string>& path);

}  // namespace niemen::tools
