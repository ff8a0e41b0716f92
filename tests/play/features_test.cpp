#include "engine/play/features.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/core/error.h"

using namespace niemen;

namespace {

/// A game's folder with this map/features.csv.
class Folder {
 public:
  explicit Folder(const std::string& rows)
      : path_(std::filesystem::temp_directory_path() /
              ("niemen-features-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_ / "map");
    std::ofstream(path_ / "game.toml") << "title = \"a test\"\n";
    std::ofstream(path_ / play::kFeaturesFile) << "id,kind,name,line,source\n" << rows;
  }
  ~Folder() { std::filesystem::remove_all(path_); }

  play::Country country() const {
    play::GameRequest request;
    request.folder = path_;
    return play::read_country(request);
  }
  /// Its game.toml says nothing more.
  void hide_title() const { std::ofstream(path_ / "game.toml") << '\n'; }
  std::string refusal() const {
    try {
      country();
    } catch (const core::InputError& error) {
      return error.what();
    }
    return "none";
  }

 private:
  std::filesystem::path path_;
};

}  // namespace

TEST_CASE("the country has its features, and the scale is none of them", "[draw]") {
  const Folder folder(
      "1,lake,Peipus,1 2 3.25 4 1 4,GSHHG\n"
      "2,scale,,0 0 0 50,measured\n");
  const auto country = folder.country();
  REQUIRE(country.features.size() == 1);
  CHECK(country.features[0].kind == "lake");
  CHECK(country.features[0].name == "Peipus");
  REQUIRE(country.features[0].line.size() == 3);
  CHECK(country.features[0].line[1].x == Approx(3.25));
  CHECK(country.features[0].line[1].y == Approx(4));
  CHECK(country.title == "a test");
  CHECK(country.kilometre == Approx(0.5));  // 50 units are 100 km
  CHECK(play::country_json(country).dump() ==
        R"({"features":[{"kind":"lake","name":"Peipus","line":[[1.0,2.0],[3.25,4.0],[1.0,4.0]]}],)"
        R"("kilometre":0.5})");
}

TEST_CASE("every kind of feature that is described can be read", "[draw]") {
  const auto table = play::features_table();
  REQUIRE(table.rows.size() == 5);
  CHECK(table.rows[1].key == "kind");
  for (const auto kind :
       {"sea", "lake", "stream", "road", "sea name", "river name", "country name", "scale"}) {
    CHECK(table.rows[1].allowed.find(kind) != std::string::npos);
    CHECK(Folder(std::string("1,") + kind + ",,1 2 3 4,GSHHG\n").refusal() == "none");
  }
}

TEST_CASE("a feature that makes no sense is told with file and line", "[draw]") {
  CHECK(Folder("1,ocean,,1 2 3 4,GSHHG\n").refusal().find("features.csv:2: ") != std::string::npos);
  CHECK(Folder("1,sea,,1 2 3,GSHHG\n").refusal().find("two numbers for each point") !=
        std::string::npos);
  CHECK(Folder("1,sea,,1 2 x 4,GSHHG\n").refusal().find("two numbers for each point") !=
        std::string::npos);
  CHECK(Folder("1,sea,,1 2,GSHHG\n").refusal().find("two points") != std::string::npos);
  CHECK(Folder("1,sea,,1 2 3 4,\n").refusal().find("needs a source") != std::string::npos);
}

TEST_CASE("a game without a title is called by its folder", "[draw]") {
  const Folder folder("1,lake,Peipus,1 2 3.25 4 1 4,GSHHG\n");
  folder.hide_title();
  CHECK(folder.country().title == "niemen features " + std::to_string(::getpid()));
}
