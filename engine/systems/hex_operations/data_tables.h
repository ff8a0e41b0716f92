// What the files of a game of this mechanism may say, column by column: for `niemen describe`.
#pragma once

#include <vector>

#include "engine/play/data_table.h"

namespace niemen::hex_operations {

/// Map, Leaders, arrivals, game.toml, scenarios and openings, as the loaders read them. (The
/// numbers of the rules have a table of their own, describe_rules().)
std::vector<play::DataTable> data_tables();

}  // namespace niemen::hex_operations
