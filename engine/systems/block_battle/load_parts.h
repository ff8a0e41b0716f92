// Reading the parts of a game's folder; used by load.cpp.
#pragma once

#include "engine/core/config.h"
#include "engine/play/game_folder.h"
#include "engine/systems/block_battle/context.h"

namespace niemen::block_battle {

/// Sections of numbers, victory levels, days; taken out of `game`.
void read_rules(core::ConfigTable& game, BlockContext& context);
/// areas.csv, borders.csv, shapes.csv, and [entry] of game.toml.
void read_map(const play::GameFolder& folder, core::ConfigTable& game, BlockContext& context);
/// blocks.csv, [succession], [special_command] and [transfers] of game.toml.
void read_blocks(const play::GameFolder& folder, core::ConfigTable& game, BlockContext& context);
/// A scenario file, and what an opening says of one side's places.
void read_scenario(core::ConfigTable scenario, BlockContext& context);
void read_opening(const core::ConfigValue& value, const std::string& name, int side,
                  BlockContext& context);

int read_side(core::ConfigTable& table, std::string_view key, const BlockContext& context);
int read_block(core::ConfigTable& table, std::string_view key, const std::string& id,
               const BlockContext& context);
int read_area(core::ConfigTable& table, std::string_view key, const std::string& id,
              const BlockContext& context);

}  // namespace niemen::block_battle
