// What a map shows of the country without any rule: map/features.csv of a game's folder.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/play/any_game.h"
#include "engine/play/data_table.h"
#include "engine/play/side_colours.h"
#include "engine/play/view.h"

namespace niemen::play {

inline constexpr const char* kFeaturesFile = "map/features.csv";

struct Feature {
  /// "sea", "lake" (outlines), "stream", "road" (lines), or where a name stands: "sea name",
  /// "river name", "country name"
  std::string kind;
  std::string name;         ///< empty: none
  std::vector<Point> line;  ///< in the units of the board
};

struct GameFolder;
/// What a game calls itself; where it does not say, the name of its folder in words.
std::string title_in_words(const GameFolder& folder);

struct Country {
  std::string title;  ///< title_in_words; empty: of no game
  std::vector<Feature> features;
  double kilometre = 0;  ///< its length on the board; 0: the game does not say
  bool versts = false;   ///< its scale is in versts, not in kilometres
  SideColours side_colours;
};

/// The country of a game's folder, or of the nearest that it extends; empty where no folder has the
/// file. A row "scale" is a line of 100 kilometres, and called "versts" where those measured. With
/// it go the title of the game and the colours of the sides. InputError names file and line of a
/// row that has an unknown kind, no source, or a line that is none.
Country read_country(const GameRequest& request);

/// What the file may say.
DataTable features_table();

/// {"features": [{"kind", "name", "line": [[x, y], ...]}, ...], "kilometre"}
nlohmann::ordered_json country_json(const Country& country);

}  // namespace niemen::play
