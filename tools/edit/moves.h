// Pieces that are put elsewhere on the map, as changes of the rows that say where they stand.
#pragma once

#include <string>
#include <vector>

#include "tools/edit/documents.h"
#include "tools/edit/shown.h"

namespace niemen::edit {

struct Moved {
  Change change;
  Look look;  ///< what is looked at from now on: a set-up that was nobody's is an opening now
};

/// Puts counters of what is shown, by their ids, from one place of the board to another. Whoever
/// stands by a scenario's row, a row of units.csv or an opening that is looked at has that row
/// changed. Of a side that sets up freely the whole set-up becomes a new opening first. Throws
/// InputError: no such counter or place, a row that is in a game that this one extends.
Moved move_pieces(const Documents& documents, const Shown& shown,
                  const std::vector<std::string>& counters, const std::string& from,
                  const std::string& to);

/// `text` with `replacement` for it as one splice: the bytes that differ.
Splice difference(const std::string& file, const std::string& text, const std::string& replacement);

}  // namespace niemen::edit
