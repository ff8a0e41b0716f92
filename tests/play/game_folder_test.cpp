#include "engine/play/game_folder.h"

#include <catch2/catch.hpp>
#include <fstream>

#include "engine/systems/registry.h"

using namespace niemen;
namespace fs = std::filesystem;

namespace {

/// A temporary folder of games, removed at the end of the test.
class Games {
 public:
  Games() : root_(fs::temp_directory_path() / fs::path("niemen-games-" + std::to_string(++count))) {
    fs::remove_all(root_);
  }
  ~Games() { fs::remove_all(root_); }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }
  play::GameRequest request(const std::string& title) const {
    play::GameRequest request;
    request.folder = root_ / title;
    return request;
  }

 private:
  static inline int count = 0;
  fs::path root_;
};

}  // namespace

TEST_CASE("a game that extends another states only what it changes") {
  Games games;
  games.write("base/game.toml", "mechanism = \"m\"\nturns = 10\n[sides]\na = \"X\"\nb = \"Y\"\n");
  games.write("base/hexes.csv", "id,terrain\n0101,plain\n0102,lake\n");
  games.write("child/game.toml", "extends = \"base\"\nturns = 12\n[sides]\nb = \"Z\"\n");
  games.write("child/hexes.csv", "id,terrain\n0102,plain\n0103,plain\n");
  games.write("base/openings/left.toml", "");
  games.write("child/openings/right.toml", "");
  const auto game = play::open_game_folder(games.request("child"));
  CHECK(game.title == "child");
  core::ConfigTable config(game.config);
  CHECK(config.integer("turns", 0, 100) == 12);
  CHECK_FALSE(config.has("extends"));
  auto sides = config.table("sides");
  CHECK(sides.text("a") == "X");
  CHECK(sides.text("b") == "Z");
  const auto hexes = game.csv("hexes.csv");
  REQUIRE(hexes.list.size() == 3);
  CHECK(hexes.list[1].table.at("terrain").text == "plain");
  CHECK(game.list("openings", "toml") == std::vector<std::string>{"left", "right"});
  CHECK(game.find("openings/left.toml") == games.request("base").folder / "openings/left.toml");
  CHECK(game.find("nothing.toml").empty());
  CHECK_THROWS_AS(game.toml("nothing.toml"), core::InputError);
}

TEST_CASE("inline configuration is laid over the folder's") {
  Games games;
  games.write("base/game.toml", "turns = 10\n");
  auto request = games.request("base");
  request.inline_config = "turns = 3";
  request.inline_config_name = "x.case";
  CHECK(play::open_game_folder(request).config.table.at("turns").integer == 3);
  CHECK(play::open_game_folder(request).config.table.at("turns").file == "x.case");
}

TEST_CASE("folders that cannot be opened are refused in one line") {
  Games games;
  games.write("left/game.toml", "extends = \"right\"\n");
  games.write("right/game.toml", "extends = \"left\"\n");
  games.write("odd/game.toml", "mechanism = \"dominoes\"\n");
  games.write("blank/game.toml", "turns = 1\n");
  CHECK_THROWS_WITH(play::open_game_folder(games.request("left")), Catch::Contains("circle"));
  CHECK_THROWS_WITH(play::open_game_folder(games.request("none")), Catch::Contains("game.toml"));
  CHECK_THROWS_WITH(systems::load_game(games.request("odd")),
                    Catch::Contains("game.toml:1") && Catch::Contains("dominoes"));
  CHECK_THROWS_WITH(systems::load_game(games.request("blank")), Catch::Contains("mechanism"));
}
