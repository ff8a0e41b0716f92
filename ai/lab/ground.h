// What the campaigns of a run did to the map, place by place, and the maps of it.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "engine/play/draw_tints.h"

namespace niemen::lab {

/// What a run counted of its places, by their names in places.csv, over all its combinations. Empty
/// where its mechanism counts none. Throws InputError when a table is damaged.
std::map<std::string, play::PlaceCount> place_counts(const std::filesystem::path& run);

/// The same by space of a board, whose spaces may have a letter less than places.csv ("0308" for
/// "h0308").
std::vector<play::PlaceCount> counts_on(const play::Board& board,
                                        const std::map<std::string, play::PlaceCount>& counts);

/// Draws `control.svg` and `traffic.svg` into the folder of a run, on the map of its game as it is
/// now; the files, none where nothing was counted or the game has no map.
std::vector<std::filesystem::path> draw_ground_of(const std::filesystem::path& run);

}  // namespace niemen::lab
