// Corners of outlines, middles of areas and points of lines, as files have them, on the map; and
// rivers between hexes.
#pragma once

#include <string>
#include <vector>

#include "engine/play/view.h"
#include "tools/edit/documents.h"
#include "tools/edit/text_places.h"
#include "tools/serve/messages.h"

namespace niemen::edit {

/// A point of the map that two numbers in a file say.
struct MapPoint {
  std::string what;  ///< "corner" of an outline, "middle" of an area, "line" of the country
  std::string file;
  Span x, y;       ///< the numbers
  play::Point at;  ///< on the board
};

/// All of them that the files of the game have, where they stand on `board`, which was made of the
/// same texts. None of a file that cannot be read.
std::vector<MapPoint> map_points(const Documents& documents, const play::Board& board);

/// [{"what", "x", "y"}], points in one place once.
serve::Json points_message(const std::vector<MapPoint>& points);

/// Puts what lies at `from` elsewhere: corners that outlines share go together. Throws InputError:
/// nothing of that kind lies there.
Change move_point(const Documents& documents, const play::Board& board, const std::string& what,
                  play::Point from, play::Point to);

/// A river between two hexes: a new row of map/hexsides.csv, like the one nearest to it, or the row
/// that is there taken away. Throws InputError: the game has no such file, or no row to go by.
Change turn_river(const Documents& documents, const play::Board& board, const std::string& a,
                  const std::string& b);

}  // namespace niemen::edit
