// Bad configuration of a hex campaign: one clear line each, with the file and what is allowed.
#include <catch2/catch.hpp>

#include "engine/systems/hex_campaign/load.h"
#include "engine/systems/hex_campaign/load_parts.h"
#include "tests/support/copied_folder.h"

using namespace niemen;
using namespace niemen::hex_campaign;

namespace {

using support::says;

/// A copy of the example game that a test may spoil, removed at the end.
class Copy : public support::CopiedFolder {
 public:
  Copy() : CopiedFolder("lorn-valley") {}

  std::shared_ptr<const Context> load(play::GameRequest request = {}) const {
    request.folder = path();
    return load_context(request, play::open_game_folder(request));
  }
  /// The message of the error that loading throws.
  std::string error(const play::GameRequest& request = {}) const {
    try {
      load(request);
    } catch (const core::InputError& error) {
      return error.what();
    }
    return "no error";
  }
};

}  // namespace

TEST_CASE("a game of other countries, terrains and pieces loads from data alone", "[hex][load]") {
  const Copy copy;
  const auto context = copy.load();
  CHECK(context->side_names[0] == "Highmark");
  CHECK(context->map.size() == 77);
  CHECK(context->closed.size() == 3);
  CHECK(context->in_play.count() == static_cast<int>(context->pieces.size()));
  CHECK(context->victory.levels.size() == 5);
  CHECK(context->victory.tie_draws);
  CHECK(context->victory.sudden_deaths.size() == 1);
  CHECK(context->enterable[1] == context->map.all() - context->difficult);
}

TEST_CASE("loading refuses unknown, missing and impossible data", "[hex][load]") {
  const Copy copy;
  SECTION("unknown rule") {
    copy.append("rules.toml", "\nmarsh = 3\n");
    CHECK(says(copy.error(), {"rules.toml:", "unknown key \"marsh\""}));
  }
  SECTION("number out of range") {
    copy.replace("rules.toml", "march = 3", "march = 30");
    CHECK(says(copy.error(), {"rules.toml:", "\"march\" is 30", "1 to 7"}));
  }
  SECTION("wrong type") {
    copy.replace("rules.toml", "march = 3", "march = true");
    CHECK(says(copy.error(), {"rules.toml:", "march", "whole number"}));
  }
  SECTION("missing file") {
    copy.remove("units.csv");
    CHECK(says(copy.error(), {"units.csv", "missing"}));
  }
  SECTION("duplicate unit") {
    copy.replace("units.csv", "North-Line-Inf-2,", "North-Line-Inf-1,");
    CHECK(says(copy.error(), {"units.csv:4", "two rows", "North-Line-Inf-1", "line 3"}));
  }
  SECTION("unit on a lake") {
    copy.replace("units.csv", "North,,upper camp", "North,,0901");
    CHECK(says(copy.error(), {"units.csv:2", "0901 is lake"}));
  }
  SECTION("unit off the map") {
    copy.replace("units.csv", "North,,upper camp", "North,,9901");
    CHECK(says(copy.error(), {"units.csv:2", "9901 is not on the map"}));
  }
  SECTION("unit in terrain closed to its side") {
    copy.replace("units.csv", "First,,bank of the Lorn", "First,,0405");
    CHECK(says(copy.error(), {"units.csv:15", "First-Vet-Inf-1"}));
  }
  SECTION("river between hexes that do not touch") {
    copy.replace("map/hexsides.csv", "0501,0601", "0501,0801");
    CHECK(says(copy.error(), {"hexsides.csv:3", "0501 and 0801", "do not touch"}));
  }
  SECTION("unknown terrain") {
    copy.replace("map/hexes.csv", "0101,open", "0101,desert");
    CHECK(says(copy.error(), {"hexes.csv:3", "desert", "allowed: bog, hills, lake, open"}));
  }
  SECTION("hex twice") {
    copy.replace("map/hexes.csv", "0102,", "0101,");
    CHECK(says(copy.error(), {"hexes.csv:", "two rows"}));
  }
  SECTION("territory of nobody") {
    copy.replace("sides.toml", "[\"Coastland\"]", "[]");
    CHECK(says(copy.error(), {"sides.toml:", "Coastland", "no side"}));
  }
  SECTION("victory place that is no place") {
    copy.replace("victory.toml", "\"Lornmouth\"", "\"Paris\"");
    CHECK(says(copy.error(), {"victory.toml:", "Paris", "no hex, city or place"}));
  }
  SECTION("a place of two lines, told in one") {
    copy.replace("victory.toml", "\"Lornmouth\"", "\"Lorn\\nmouth\"");
    CHECK(says(copy.error(), {"victory.toml:", "Lorn mouth", "no hex, city or place"}));
  }
  SECTION("losses that are held") {
    copy.replace("victory.toml", "side = \"b\"\nwhen = \"by_turn\"\nturn = 4",
                 "side = \"b\"\nwhen = \"held\"\nturns_held = 4");
    CHECK(says(copy.error(), {"victory.toml:", "only a place can be held", "end, by_turn"}));
  }
  SECTION("exits that are nowhere") {
    copy.replace("victory.toml", "places = [\"0106\", \"0107\"]\n", "");
    CHECK(says(copy.error(), {"victory.toml:", "\"places\" is missing"}));
  }
  SECTION("exits without a hex") {
    copy.replace("victory.toml", "[\"0106\", \"0107\"]", "[]");
    CHECK(says(copy.error(), {"victory.toml:", "needs places"}));
  }
  SECTION("a place in time, for nobody") {
    copy.replace("victory.toml", "side = \"a\"\nwhen = \"held\"", "when = \"held\"");
    CHECK(says(copy.error(), {"victory.toml:", "\"side\" is missing"}));
  }
  SECTION("a place at the end, for one side") {
    copy.replace("victory.toml", "points = 3\n", "points = 3\nside = \"a\"\n");
    CHECK(says(copy.error(), {"victory.toml:", "unknown key \"side\""}));
  }
  SECTION("levels out of order") {
    copy.replace("victory.toml", "from = -5", "from = 5");
    CHECK(says(copy.error(), {"victory.toml:", "ascend"}));
  }
  SECTION("unknown trait") {
    copy.replace("commanders.csv", "eases_march;inspires", "flies");
    CHECK(says(copy.error(), {"commanders.csv:2", "flies", "allowed: eases_march"}));
  }
  SECTION("corps without units") {
    copy.replace("commanders.csv", "corps,North", "corps,Norht");
    CHECK(says(copy.error(), {"commanders.csv:3", "Norht"}));
  }
  SECTION("scenario that there is not") {
    play::GameRequest request;
    request.scenario = "autumn";
    CHECK(says(copy.error(request), {"autumn", "allowed: free, spring"}));
  }
  SECTION("override that there is not") {
    play::GameRequest request;
    request.overrides = {"rules.marsh=3"};
    CHECK(says(copy.error(request), {"--set rules.marsh=3", "allowed:"}));
  }
  SECTION("switches that belong to another game") {
    play::GameRequest request;
    request.overrides = {"rules.tension=true"};
    CHECK(says(copy.error(request), {"tension", "no powers of this game"}));
    request.overrides = {"rules.neutrality_offer=true"};
    CHECK(says(copy.error(request), {"neutrality_offer", "no power of this game"}));
  }
  SECTION("cards without a deck") {
    play::GameRequest request;
    request.overrides = {"rules.random_events=true"};
    CHECK(says(copy.error(request), {"cards"}));
  }
  SECTION("something else where rows must be") {
    copy.append("presets/plain.toml", "hexsides = 3\n");
    CHECK(says(copy.error(), {"plain.toml:", "\"hexsides\" must be a list of tables"}));
  }
  SECTION("a position that cannot be read") {
    copy.replace("scenarios/spring.toml", "\"historical\"", "\"position\"");
    copy.append("scenarios/spring.toml", "position = \"turn 1\\nunit Ney 0101\"\n");
    CHECK(says(copy.error(), {"spring.toml:1: the position cannot be: position:2: \"Ney\" is no"}));
  }
}

TEST_CASE("places that name places many times over are found at once", "[hex][load]") {
  const Copy copy;
  std::string places, thirty;
  for (int i = 0; i < 30; ++i) thirty += ";next";
  // Each of seven names the one below it thirty times: 30 to the seventh, one by one.
  for (char name = 'p'; name < 'w'; ++name) {
    auto all = thirty;
    for (auto at = all.find("next"); at != std::string::npos; at = all.find("next"))
      all.replace(at, 4,
                  name == 'v' ? std::string("0803") : std::string(1, static_cast<char>(name + 1)));
    places += std::string(1, name) + " = \"" + all + "\"\n";
  }
  copy.replace("sides.toml", "[places]\n", "[places]\n" + places);
  CHECK(copy.error() == "no error");
  copy.replace("sides.toml", "v = \"", "v = \"p");
  CHECK(says(copy.error(), {"sides.toml:", "places that name each other"}));
}

TEST_CASE("loading refuses an opening beyond the limits of set-up", "[hex][load]") {
  const Copy copy;
  play::GameRequest request;
  request.scenario = "free";
  request.openings[0] = "highmark-south";
  const std::string file = "openings/highmark-south.toml";
  SECTION("as it is") {
    const auto context = copy.load(request);
    CHECK(context->openings[0].name == "highmark-south");
    CHECK(context->openings[0].places.size() == 15);
    CHECK(context->openings[1].name.empty());
  }
  SECTION("a unit left out") {
    copy.replace(file, ", \"South-Line-Inf-1\"", "");
    CHECK(says(copy.error(request), {file, "South-Line-Inf-1 has no hex"}));
  }
  SECTION("a unit twice") {
    copy.replace(file, "\"vale\"", "\"vale\", \"South-Cons-Inf-1\"");
    CHECK(says(copy.error(request), {file, "South-Cons-Inf-1 stands in two hexes"}));
  }
  SECTION("a hex that is none") {
    copy.replace(file, "0606 =", "0706a =");
    CHECK(says(copy.error(request), {file, "0706a", "no hex, city or place"}));
  }
  SECTION("a hex above its capacity") {
    request.overrides = {"rules.hex_capacity=10"};
    CHECK(says(copy.error(request), {file, "hex 0707 holds 11 half factors; allowed: 10"}));
  }
  SECTION("a Depot without a chain") {
    copy.replace(file, "[\"Dunmoor\"]", "[\"Ferrin Bridge\"]");
    CHECK(says(copy.error(request), {file, "no chain of Depots links Ferrin Bridge"}));
  }
  SECTION("Depots of a chain in any order") {
    copy.replace(file, "[\"Dunmoor\"]", "[\"Ferrin Bridge\", \"Dunmoor\"]");
    CHECK(copy.load(request)->openings[0].depots.size() == 2);
  }
  SECTION("a Depot outside a city") {
    copy.replace(file, "[\"Dunmoor\"]", "[\"0706\"]");
    CHECK(says(copy.error(request), {file, "no friendly city"}));
  }
  SECTION("the other side's opening") {
    request.openings[1] = request.openings[0];
    CHECK(says(copy.error(request), {file, "other side"}));
  }
}
