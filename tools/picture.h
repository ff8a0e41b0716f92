// A position as a picture, whatever the game.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/play/any_game.h"
#include "engine/play/diary.h"
#include "engine/play/features.h"

namespace niemen::tools {

/// The position as SVG, with the reach of the supply of a side, or of none (-1). Throws InputError
/// for games that cannot be drawn.
std::string picture_of(const play::AnyGame& any, const play::AnyState& state,
                       const play::Country& country = {}, int reach = -1);

/// What a seat sees as SVG. Throws InputError for games without a board.
std::string picture_of_view(const play::AnyGame& any, const play::View& view,
                            const play::Country& country = {});

/// Writes a picture into a file: as PNG where its name ends in .png, as it is elsewhere.
void write_picture(const std::filesystem::path& file, const std::string& svg);

/// A picture for the end of each turn, `turn-<n>.svg` in `folder`, which is made; the files. Throws
/// InputError for games without a board.
std::vector<std::filesystem::path> draw_turns(const play::AnyGame& game,
                                              const std::vector<play::DiaryTurn>& diary,
                                              const play::Country& country,
                                              const std::filesystem::path& folder);

}  // namespace niemen::tools
