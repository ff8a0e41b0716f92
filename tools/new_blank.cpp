#include "tools/new_blank.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <sstream>
#include <string_view>
#include <vector>

#include "engine/core/config.h"
#include "engine/core/file_writer.h"
#include "engine/play/game_folder.h"

namespace niemen::tools {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 2> kSides{"west", "east"}, kCountries{"West", "East"};

bool is_letter(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         (letter >= '0' && letter <= '9') || letter == '_';
}

/// Puts what `of` says in the place of each whole word of a text; no word: it stays.
std::string each_word(std::string_view text,
                      const std::function<std::string(std::string_view)>& of) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    auto end = at;
    while (end < text.size() && is_letter(text[end])) ++end;
    if (end == at) {
      result += text[at++];
      continue;
    }
    const auto word = text.substr(at, end - at);
    const auto other = of(word);
    result += other.empty() ? word : std::string_view(other);
    at = end;
  }
  return result;
}

std::string capital(std::string word) {
  if (!word.empty() && word[0] >= 'a' && word[0] <= 'z')
    word[0] = static_cast<char>(word[0] - 'a' + 'A');
  return word;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// Calls `change` with each line of a file and the table of TOML that it stands in, and writes what
/// that makes of it.
void change_lines(const fs::path& file,
                  const std::function<void(std::string& line, const std::string& table)>& change) {
  std::istringstream in(core::read_file(file));
  std::string text, table;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('[')) table = line.substr(0, line.find(']') + 1);
    change(line, table);
    text += line + '\n';
  }
  core::write_file(file, text);
}

/// The words of an area campaign's and others' files that mean a side: keys of these tables, values
/// of these keys.
constexpr std::string_view kTablesOfSides[] = {"[doctrines]", "[succession]", "[leaders]"};
constexpr std::string_view kKeysOfSides[] = {
    "side", "winner", "first", "second", "invader", "defender", "first_player", "victory_leader"};

void name_sides_in_line(std::string& line, const std::string& table,
                        const std::array<std::string, 2>& sides) {
  const auto key = line.substr(0, line.find_first_of(" ="));
  const bool is_value =
      std::find(std::begin(kKeysOfSides), std::end(kKeysOfSides), key) != std::end(kKeysOfSides);
  const bool is_key = std::find(std::begin(kTablesOfSides), std::end(kTablesOfSides), table) !=
                      std::end(kTablesOfSides);
  for (std::size_t side = 0; side < sides.size(); ++side) {
    const std::string word(kSides[side]);
    if (is_key && (key == word || key == word + "_armies"))
      line.replace(0, word.size(), sides[side]);
    if (!is_value) continue;
    replace_all(line, '"' + word + '"', '"' + sides[side] + '"');
    replace_all(line, '"' + word + ' ', '"' + sides[side] + ' ');  // "west A": a leader
  }
}

/// In tables, the columns that name a side.
void name_sides_in_row(std::string& line, std::vector<bool>& columns,
                       const std::array<std::string, 2>& sides) {
  if (line.empty() || line[0] == '#') return;
  std::vector<std::string> cells{""};
  for (const char letter : line) {
    if (letter == ',')
      cells.emplace_back();
    else
      cells.back() += letter;
  }
  if (columns.empty()) {
    for (const auto& cell : cells) columns.push_back(cell == "side" || cell == "supply_side");
    return;
  }
  line.clear();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i < columns.size() && columns[i])
      for (std::size_t side = 0; side < sides.size(); ++side)
        if (cells[i] == kSides[side]) cells[i] = sides[side];
    line += (i ? "," : "") + cells[i];
  }
}

void name_sides(const fs::path& folder, const std::array<std::string, 2>& sides, bool in_words) {
  const std::array<std::string, 2> countries{capital(sides[0]), capital(sides[1])};
  for (const auto& file : play::files_of_game(std::array{folder})) {
    std::vector<bool> columns;
    change_lines(file, [&](std::string& line, const std::string& table) {
      if (line.starts_with('#')) return;
      for (std::size_t side = 0; side < sides.size(); ++side)
        replace_all(line, "the " + std::string(kCountries[side]), countries[side]);
      line = each_word(line, [&](std::string_view word) {
        for (std::size_t side = 0; side < sides.size(); ++side)
          if (word == kCountries[side]) return countries[side];
        return std::string();
      });
      if (!in_words) return;
      if (file.extension() == ".csv")
        name_sides_in_row(line, columns, sides);
      else
        name_sides_in_line(line, table, sides);
    });
  }
}

/// `key = value` in the place of what a key of a table says; a comment behind it stays.
void set_value(const fs::path& file, const std::string& table, const std::string& key,
               const std::string& value) {
  change_lines(file, [&](std::string& line, const std::string& at) {
    if (at != table || !line.starts_with(key + " = ")) return;
    const auto comment = line.find("  #");
    line = key + " = " + value + (comment == std::string::npos ? "" : line.substr(comment));
  });
}

std::string list_of(int count, const std::function<std::string(int)>& value) {
  std::string list;
  for (int i = 0; i < count; ++i) list += (i ? ", " : "") + value(i);
  return '[' + list + ']';
}

void set_turns(const fs::path& folder, const std::string& mechanism, int turns) {
  const auto game = folder / "game.toml", rules = folder / "rules.toml";
  const auto number = std::to_string(turns), after = std::to_string(turns + 1);
  if (mechanism == "block_battle") {
    for (const auto* day : {"[first_day]", "[second_day]"}) set_value(game, day, "turns", number);
  } else if (mechanism == "area_campaign") {
    set_value(game, "[rules]", "last_turn", number);
    set_value(game, "[supply]", "winter_first_turn", after);
    set_value(game, "[victory]", "index", list_of(turns, [](int) { return "0"; }));
    constexpr int kArrives = 3;
    set_value(game, "[[reinforcements.row]", "turn", std::to_string(std::min(kArrives, turns)));
  } else if (mechanism == "hex_operations") {
    set_value(rules, "[rules]", "last_turn", number);
    set_value(rules, "[rules]", "winter_first_turn", after);
    set_value(game, "", "dates",
              list_of(turns, [](int turn) { return fmt::format("\"turn {}\"", turn + 1); }));
  } else {
    set_value(game, "[rules]", "turns", number);
    set_value(folder / "scenarios" / "start.toml", "", "last_turn", number);
  }
}

/// A map of areas in rows of squares, for who will draw the country later.
struct Square {
  int column = 0, row = 0;  ///< rows from the south
};

bool adjoin(const Square& a, const Square& b) {
  return std::abs(a.column - b.column) + std::abs(a.row - b.row) == 1;
}

/// Areas of a campaign in a band that goes to and fro, so that each adjoins the next.
void lay_campaign(const fs::path& folder, int areas) {
  constexpr int kFew = 7, kMany = 30;
  const int rows = areas <= kFew ? 1 : areas <= kMany ? 3 : 5;
  const int west = std::max(2, areas * 2 / 5);
  std::vector<Square> squares;
  std::vector<std::string> ids;
  for (int i = 0; i < areas; ++i) {
    const int column = i / rows, step = i % rows;
    squares.push_back({column, column % 2 == 0 ? step : rows - 1 - step});
    ids.push_back(fmt::format("{}{}", i < west ? 'W' : 'E', i + 1));
  }
  std::string places =
      "# One row a place that units enter; niemen describe areas.\n"
      "id,name,country,fortress,points,longitude,latitude,evidence,source\n";
  std::string borders =
      "# One row a pair of places that adjoin; niemen describe borders.\n"
      "id,first,second,source\n";
  std::string shapes =
      "# Outlines, for the map; niemen describe shapes.\nid,area,ring,outline,source\n";
  for (int i = 0; i < areas; ++i) {
    const auto index = static_cast<std::size_t>(i);
    const auto& [x, y] = squares[index];
    const auto& id = ids[index];
    const bool border = i == west, capital = i == areas - 1;
    places +=
        fmt::format("{},{},{},{},{},{},{},,invented\n", id,
                    i == 0    ? std::string("Westgate")
                    : capital ? std::string("Eastgate")
                    : border  ? std::string("Borderland")
                              : fmt::format("{} March {}", kCountries[i < west ? 0 : 1], i + 1),
                    kCountries[i < west ? 0 : 1], border ? "Middleton" : "",
                    border    ? 1
                    : capital ? 3
                              : 0,
                    x + 1, y);
    shapes += fmt::format("{0},{0},1,{1}.5;{3} {2}.5;{3} {2}.5;{4} {1}.5;{4},invented\n", id, x,
                          x + 1, y - 0.5, y + 0.5);
    for (int j = i + 1; j < areas; ++j)
      if (const auto other = static_cast<std::size_t>(j); adjoin(squares[index], squares[other]))
        borders += fmt::format("{0}-{1},{0},{1},invented\n", id, ids[other]);
  }
  core::write_file(folder / "areas.csv", places);
  core::write_file(folder / "borders.csv", borders);
  core::write_file(folder / "shapes.csv", shapes);
  const std::map<std::string, std::string, std::less<>> now{
      {"W2", ids[static_cast<std::size_t>(west - 1)]},
      {"E3", ids[static_cast<std::size_t>(west)]},
      {"E5", ids.back()}};
  for (const auto& file : play::files_of_game(std::array{folder})) {
    if (file.extension() != ".toml") continue;
    change_lines(file, [&](std::string& line, const std::string&) {
      for (const auto* key : {"areas", "fallback"})
        if (line == std::string(key) + " = \"5\"") line = fmt::format("{} = \"{}\"", key, areas);
      line = each_word(line, [&](std::string_view word) {
        const auto found = now.find(word);
        return found == now.end() ? std::string() : found->second;
      });
    });
  }
}

/// Three rows of areas, with a stream before the middle, a bridge in it and a road over that.
void lay_battle(const fs::path& folder, int areas) {
  constexpr int kRows = 3, kSize = 2;
  const int columns = (areas + kRows - 1) / kRows, middle = columns / 2;
  const int missing = kRows * columns - areas;  // at the corners, 2 at most
  struct Place {
    std::string id, name;
    Square at;
  };
  std::vector<Place> places;
  for (int row = kRows - 1; row >= 0; --row)
    for (int column = 0; column < columns; ++column) {
      const bool south_west = row == 0 && column == 0;
      const bool north_east = row == kRows - 1 && column == columns - 1;
      if ((missing > 0 && south_west) || (missing > 1 && north_east)) continue;
      Place place{"", "", {column, row}};
      if (row == 1)
        place.id = column == 0             ? "westgate"
                   : column == columns - 1 ? "eastgate"
                   : column == middle      ? "middleton"
                   : column == middle - 1  ? "middle-fields"
                                           : "";
      if (row == kRows - 1 && column == middle - 1) place.id = "north-hill";
      if (row == 0 && column == middle) place.id = "low-ground";
      const auto number = static_cast<int>(places.size()) + 1;
      place.name = place.id.empty() ? fmt::format("Area {}", number) : capital(place.id);
      std::replace(place.name.begin(), place.name.end(), '-', ' ');
      if (place.id.empty()) place.id = fmt::format("area-{}", number);
      places.push_back(std::move(place));
    }
  std::string rows =
      "# A row an area; x, y: kilometres east and north of a point of yours. niemen describe "
      "battle-areas.\n"
      "id,name,terrain,village,redoubt,startline,supply_side,symbols,edge,x,y,source\n";
  std::string borders =
      "# A row a pair of areas that adjoin; niemen describe battle-borders.\n"
      "id,first,second,terrain,water,crossing,burnable,later,slope,road,source\n";
  std::string shapes =
      "# A row a corner of an area, in order, in kilometres as in areas.csv; niemen describe "
      "battle-shapes.\nid,x,y,area,source\n";
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto& [id, name, at] = places[i];
    std::string edge;
    const auto touches = [&](bool is, const char* word) {
      if (is) edge += (edge.empty() ? "" : ";") + std::string(word);
    };
    touches(at.column == 0, "west");
    touches(at.row == kRows - 1, "north");
    touches(at.column == columns - 1, "east");
    touches(at.row == 0, "south");
    const bool village = id == "middleton", west = id == "westgate", east = id == "eastgate";
    rows += fmt::format("{},{},clear,{},{},{},{},{},{},{},{},invented\n", id, name, village,
                        village, at.column < middle ? "west" : "east",
                        west   ? kSides[0]
                        : east ? kSides[1]
                               : std::string_view(),
                        west || east ? 1 : 0, edge, at.column * kSize + 1, at.row * kSize + 1);
    constexpr std::array<std::array<int, 2>, 4> kCorners{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
    for (std::size_t corner = 0; corner < kCorners.size(); ++corner)
      shapes += fmt::format("{}-{},{},{},{},invented\n", id, corner,
                            (at.column + kCorners[corner][0]) * kSize,
                            (at.row + kCorners[corner][1]) * kSize, id);
    for (std::size_t j = i + 1; j < places.size(); ++j) {
      const auto& other = places[j];
      if (!adjoin(at, other.at)) continue;
      const bool stream =
          std::min(at.column, other.at.column) == middle - 1 && at.column != other.at.column;
      const bool road = at.row == 1 && other.at.row == 1;
      borders += fmt::format("{0}--{1},{0},{1},clear,{2},{3},{4},false,,{5},invented\n", id,
                             other.id, stream ? "stream" : "",
                             !stream       ? ""
                             : road        ? "bridge"
                             : at.row == 0 ? "ford"
                                           : "",
                             stream && road, road);
    }
  }
  core::write_file(folder / "areas.csv", rows);
  core::write_file(folder / "borders.csv", borders);
  core::write_file(folder / "shapes.csv", shapes);
}

void require_range(const char* what, int number, int least, int most) {
  if (number < least || number > most)
    throw core::InputError(fmt::format("--{} is {}; allowed: {} to {}", what, number, least, most));
}

void lay_areas(const fs::path& folder, const std::string& mechanism, int areas) {
  if (mechanism == "block_battle") {
    constexpr int kLeast = 10, kMost = 61;
    require_range("areas", areas, kLeast, kMost);
    lay_battle(folder, areas);
  } else if (mechanism == "area_campaign") {
    constexpr int kLeast = 4, kMost = 60;
    require_range("areas", areas, kLeast, kMost);
    lay_campaign(folder, areas);
  } else {
    throw core::InputError("--areas is of area_campaign and block_battle; the maps of " +
                           mechanism + " are hexes (map/hexes.csv)");
  }
}

void require_names(const std::array<std::string, 2>& sides) {
  for (const auto& side : sides)
    if (side.empty() || !std::all_of(side.begin(), side.end(), [](char letter) {
          return is_letter(letter) || letter == '-';
        }))
      throw core::InputError("--sides: \"" + side +
                             "\" does not serve; a side is a word of letters (a to z), digits and "
                             "-, as in --sides france,prussia");
}

}  // namespace

void shape_blank(const fs::path& folder, const std::string& mechanism, const BlankWishes& wishes) {
  constexpr int kMostTurns = 24;
  if (wishes.areas) lay_areas(folder, mechanism, wishes.areas);
  if (wishes.turns) {
    require_range("turns", wishes.turns, 1, kMostTurns);
    set_turns(folder, mechanism, wishes.turns);
  }
  if (wishes.sides[0].empty() && wishes.sides[1].empty()) return;
  require_names(wishes.sides);
  name_sides(folder, wishes.sides, mechanism != "hex_campaign");
}

}  // namespace niemen::tools
