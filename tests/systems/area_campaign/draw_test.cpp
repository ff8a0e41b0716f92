#include <catch2/catch.hpp>
#include <string>

#include "tests/systems/area_campaign/fixture.h"

using namespace niemen;
using namespace niemen::area_campaign;

namespace {

int times(const std::string& text, const std::string& part) {
  int number = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++number;
  return number;
}

}  // namespace

TEST_CASE("the picture of an area game shows the whole position", "[area_campaign]") {
  const auto loaded = test::load("1-historical", "optional");
  const auto game = loaded.game();
  const auto state = game.parse_state(
      "turn 4\nstep move-stack\ndecider french\nphasing french\nsegment 1\n"
      "control FP2\nhalf R22\nfull R32\nleader Ney R21\n"
      "at R21 french 3ic 2cc 1su 1dp\nat R21 russian 1ic\nat R60 russian 1su\n");
  const auto svg = game.draw_svg(state);
  CHECK(times(svg, ">3/2sd*<") == 1);
  CHECK(times(svg, ">1/0<") == 1);
  CHECK(times(svg, ">0/0s<") == 1);
  CHECK(times(svg, "Ney") == 1);
  CHECK(times(svg, "Game-Turn 4, 1 points") == 1);
  // Places, sources and what is closed, with and without a position.
  const auto map = draw_svg(*loaded.context, nullptr);
  for (const auto& place : loaded.context->places) {
    CAPTURE(place.id);
    CHECK(times(map, ">" + place.id + "<") == 1);
    CHECK(times(map, place.id + " " + place.name) >= 1);
  }
  CHECK(times(map, "off limits") == 1);
  CHECK(times(map, "/2s") == 0);
  // Depletion colours an Area: 50% and 100% differ from each other and from an untouched one.
  const auto colour = [&](const std::string& text, const std::string& id) {
    const auto at = text.find("<title>" + id + " ");
    REQUIRE(at != std::string::npos);
    const auto from = text.rfind("fill=\"", at);
    return text.substr(from, text.find('"', from + 6) - from);
  };
  CHECK(colour(svg, "R22") != colour(svg, "R33"));
  CHECK(colour(svg, "R32") != colour(svg, "R33"));
  CHECK(colour(svg, "R22") != colour(svg, "R32"));
}
