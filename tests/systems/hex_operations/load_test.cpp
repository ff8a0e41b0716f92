// Bad configuration of hex operations: one clear line each, with the file and what is allowed.
#include <catch2/catch.hpp>

#include "tests/support/copied_folder.h"
#include "tests/systems/hex_operations/fixture.h"

using namespace niemen;
using namespace niemen::hex_operations;
using support::says;

namespace {

class Copy : public support::CopiedFolder {
 public:
  Copy() : CopiedFolder("grand-tactical-1812") {}

  /// The message of the error that loading throws.
  std::string error(const std::string& scenario = "1-june",
                    const std::string& opening_a = "") const {
    try {
      load(scenario, opening_a);
    } catch (const core::InputError& error) {
      return error.what();
    }
    return "no error";
  }
  test::Loaded load(const std::string& scenario = "1-june",
                    const std::string& opening_a = "") const {
    play::GameRequest request;
    request.folder = path();
    request.scenario = scenario;
    request.openings[0] = opening_a;
    test::Loaded loaded;
    loaded.context = load_operations_context(request, play::open_game_folder(request), loaded.info);
    return loaded;
  }
};

/// One value of a file spoilt, and what the error says besides the file and its line.
struct Spoilt {
  std::string file;
  std::string from;
  std::string to;
  std::string words;
};

void check_all(const std::vector<Spoilt>& values, const std::string& scenario = "1-june",
               const std::string& opening_a = "") {
  for (const auto& value : values) {
    const Copy copy;
    copy.replace(value.file, value.from, value.to);
    CHECK(says(copy.error(scenario, opening_a), {value.file + ":", value.words}));
  }
}

}  // namespace

TEST_CASE("a word that names no unit of hex operations is told", "[hex_operations][load]") {
  const std::string file = "reinforcements.csv", units = "3x5-5 3-6 1-3";
  check_all({{file, units, "3x5-6", "\"3x5-6\" is no unit; allowed: 5-5, 2-3, 3-6"},
             {file, units, "3zx5-5", "\"3zx5-5\" is no unit"},
             {file, units, "0x5-5", "\"0x5-5\" is no unit"},
             {file, units, "99999999999x5-5", "is no unit"},
             {file, units, "x5-5", "\"x5-5\" is no unit"},
             {file, units, "3x5-5 Q", "\"Q\" is no unit"},
             {file, units, "", "no unit is named"},
             {file, units, "3x5-5 0-0", "a Depot does not arrive"},
             {file, "fortress,5-5,", "fortress,0-0,", "only the invader has Depots"}});
  check_all({{"openings/french-august-kiev.toml", "2x5-5 A B F", "2zx5-5 A B F", "is no unit"},
             {"openings/french-august-kiev.toml", "2x5-5 A B F", "2x5-5 A B", "is not placed"},
             {"openings/french-august-kiev.toml", "2x5-5 A B F", "2x5-5 A B F F", "no (further)"},
             {"openings/french-august-kiev.toml", "\"1916\"", "\"4227\"", "may not deploy in 4227"},
             {"openings/french-august-kiev.toml", "2-august", "1-june", "no group"}},
            "", "french-august-kiev");
}

TEST_CASE("rows of hex operations are told apart by their ids", "[hex_operations][load]") {
  const std::string words = "; the other is line ";
  check_all({{"reinforcements.csv", "french-5,", "french-3,", words},
             {"leaders.csv", "french-B,", "french-A,", words},
             {"terrain.csv", "forest,", "clear,", words},
             {"map/hexes.csv", "\n3601,", "\n3501,", words},
             {"map/hexsides.csv", "\n0129-0229,", "\n0129-0130,", words},
             {"scenarios/1-june.toml", "\"french-2\"", "\"french-1\"", words},
             {"rules.toml", "id = 3\n", "id = 2\n", words}});
}

TEST_CASE("leaders of hex operations are told apart, and one of the invader's counts",
          "[hex_operations][load]") {
  const std::string file = "leaders.csv";
  check_all({{file, "french,B,Ney", "french,A,Ney", "this side has a leader A already"},
             {file, "french,B,Ney", "french,B,Napoleon", "this side has a leader Napoleon already"},
             {file, "Ney,12,10,0", "Ney,12,10,1", "Napoleon costs victory points"},
             {file, "Barclay,3,4,0", "Barclay,3,4,1", "only a leader of the invader"}});
}

TEST_CASE("a map of hex operations that contradicts itself is told", "[hex_operations][load]") {
  const std::string hexes = "map/hexes.csv", sides = "map/hexsides.csv", game = "game.toml";
  check_all({{hexes, ",Moscow,0,5,R57,", ",Moscow,0,5,off,", "is a hex of an Area"},
             {hexes, ",Tula,1,", ",,1,", "has a name"},
             {sides, "0129-0130,0129,0130", "0129-0130,0129,0140", "do not touch"},
             {sides, "0129-0130,0129,0130", "0129-0130,0101,0102", "has no hex 0101"},
             {sides, "0129-0130,0129,0130", "0129-0130,0229,0129", "has a river already"},
             {game, "\"Austria\"", "\"Austra\"", "no hex lies in \"Austra\""},
             {game, "[\"0123-0144\"]", "[\"0144-0123\"]", "from the lower to the higher"},
             {game, "[\"0123-0144\"]", "[\"9923-9944\"]", "is no hex"},
             {game, "west = ", "fortress = ", "this word means the Fortresses"},
             {"scenarios/1-june.toml", "\"Tilsit\"", "\"0199\"", "there is no hex \"0199\""}});
  const Copy copy;
  copy.replace(game, "defender_country = \"Russia\"", "defender_country = \"Rusia\"");
  CHECK(says(copy.error(), {hexes, "no hex lies in \"Rusia\""}));
}

TEST_CASE("an entry of hex operations that is named twice lists its hexes once",
          "[hex_operations][load]") {
  const Copy copy;
  copy.replace("game.toml", "[\"0123-0144\"]", "[\"0123-0144\", \"0123-0130\"]");
  CHECK(copy.load().context->arrivals.front().entries ==
        test::load("1-june").context->arrivals.front().entries);
}

TEST_CASE("tables of hex operations that contradict themselves are told",
          "[hex_operations][load]") {
  const std::string file = "rules.toml";
  check_all(
      {{file, "double_first = [\"ok\"", "double_first = [\"d\"", "allowed: ok, option, e"},
       {file, "double_second_3 = [\"ok\"", "double_second_3 = [\"option\"", "allowed: ok, d, e"},
       {file, "\"Ar1 Drs\", \"Dr1\"", "\"Ar1 Ars\", \"Dr1\"", "a side has two results"},
       {file, "\"Ar1 Drs\", \"Dr1\"", "\"ex De\", \"Dr1\"", "ex stands alone"},
       {file, "[80, 100, 110", "[80, 100, 100", "the columns must ascend"},
       {file, "with_supply = [5, 7, 15]", "with_supply = [7, 5, 15]", "the columns must ascend"},
       {file, "\"French decisive victory\"", "\"\"", "a level has a name"},
       {file, "from = 18", "from = 23", "from the highest down"}});
}

TEST_CASE("a game of hex operations without rules is told", "[hex_operations][load]") {
  const Copy copy;
  copy.remove("rules.toml");
  CHECK(says(copy.error(), {"game.toml", "there are no rules", "rules.toml"}));
}
