// What the files of a game may say, column by column: for `niemen describe`.
#pragma once

#include <string_view>
#include <vector>

#include "engine/core/parameters.h"

namespace niemen::play {

/// A file of a game, or a table of one.
struct DataTable {
  std::string_view name;  ///< what a person asks for
  std::string_view file;
  std::string_view summary;
  std::vector<core::ParameterDescription> rows;
};

}  // namespace niemen::play
