// What a designer asks of a blank game: names of the sides, length, size of the map.
#pragma once

#include <array>
#include <filesystem>
#include <string>

namespace niemen::tools {

/// 0 and empty: as the blank game has it.
struct BlankWishes {
  std::array<std::string, 2> sides;
  int turns = 0;
  int areas = 0;
};

/// Writes them through the files of a blank game in `folder`. Throws core::InputError: names that
/// do not serve, more areas than a game may have, areas where the mechanism has hexes.
void shape_blank(const std::filesystem::path& folder, const std::string& mechanism,
                 const BlankWishes& wishes);

}  // namespace niemen::tools
