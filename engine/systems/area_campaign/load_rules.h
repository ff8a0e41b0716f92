// Reading rules and map; used by load.cpp.
#pragma once

#include "engine/core/config.h"
#include "engine/play/game_folder.h"
#include "engine/systems/area_campaign/state.h"

namespace niemen::area_campaign {

/// Everything in game.toml that is a rule or a table, taken out of `game`.
void read_rules(core::ConfigTable& game, AreaContext& context);
/// areas.csv, borders.csv and shapes.csv.
void read_map(const play::GameFolder& folder, AreaContext& context);
void read_leaders(core::ConfigTable& game, AreaContext& context);
/// "2ic 1cc A B" with the letters of `side`; InputError at `key` of `table`.
UnitList read_units(core::ConfigTable& table, std::string_view key, const AreaContext& context,
                    int side);
/// "19-63", "27 39 53b", "controlled", "<defender>_fortresses"; InputError at `key` of `table`.
PlaceSet read_places(core::ConfigTable& table, std::string_view key, const AreaContext& context,
                     const PlaceSet& controlled);
/// The place called `id`; InputError at `key` of `table`.
int place_named(core::ConfigTable& table, std::string_view key, const std::string& id,
                const AreaContext& context);
int read_side(core::ConfigTable& table, std::string_view key, const AreaContext& context);
/// The queue of an arrival: Corps first, then Supply units, Depots, and in games with the optional
/// rules the leaders.
std::vector<std::uint8_t> queue_of(const UnitList& units, const AreaContext& context);

}  // namespace niemen::area_campaign
