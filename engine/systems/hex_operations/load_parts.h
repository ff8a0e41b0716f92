// The parts of loading: each reads its files into the context.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/config.h"
#include "engine/play/game_folder.h"
#include "engine/systems/hex_operations/context.h"

namespace niemen::hex_operations {

/// The side named by `key`: 0 or 1.
int read_side(core::ConfigTable& table, std::string_view key, const OperationsContext& context);
/// A whole number in a cell of a CSV file.
int read_number(core::ConfigTable& row, std::string_view key, int min, int max);
/// The open hex that `key` names by number or by town.
HexCode read_hex(core::ConfigTable& table, std::string_view key, const OperationsContext& context);

/// rules.toml (with what the preset and `--set` changed) into context.rules.
void read_rules(core::ConfigTable& rules, OperationsContext& context);
/// terrain.csv and the two files of map/. Needs the rules.
void read_map(const play::GameFolder& folder, OperationsContext& context);
/// leaders.csv, reinforcements.csv and the scenario into pieces. Needs the map.
void read_pieces(const play::GameFolder& folder, core::ConfigTable& game,
                 core::ConfigTable scenario, const std::string& id, OperationsContext& context);
/// Places the pieces of a side's groups as an opening file says.
void read_opening(const core::ConfigValue& file, const std::string& name, int side,
                  OperationsContext& context);

}  // namespace niemen::hex_operations
