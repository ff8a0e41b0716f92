// What the files of a game of this mechanism may say, column by column: for `niemen describe`.
#pragma once

#include <vector>

#include "engine/play/data_table.h"

namespace niemen::hex_campaign {

/// Map, units, Commanders, sides, victory, scenarios and openings, as the loaders read them. (The
/// rules have a table of their own, rule_parameters().)
std::vector<play::DataTable> data_tables();

}  // namespace niemen::hex_campaign
