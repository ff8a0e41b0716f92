// What the files of a game of this mechanism may say, column by column: for `niemen describe`.
#pragma once

#include <string_view>
#include <vector>

#include "engine/core/parameters.h"

namespace niemen::hex_campaign {

/// A file of a game, or a table of one.
struct DataTable {
  std::string_view name;  ///< what a person asks for
  std::string_view file;
  std::string_view summary;
  std::vector<core::ParameterDescription> rows;
};

/// Map, units, Commanders, sides, victory, scenarios and openings, as the loaders read them. (The
/// rules have a table of their own, rule_parameters().)
std::vector<DataTable> data_tables();

}  // namespace niemen::hex_campaign
