#include "engine/play/draw.h"

#include <catch2/catch.hpp>

#include "engine/play/reach.h"
#include "engine/systems/registry.h"

using namespace niemen;

namespace {

int times(const std::string& text, const std::string& part) {
  int number = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++number;
  return number;
}

/// Two hexes side by side, a river between them.
play::Board two_hexes() {
  play::Board board;
  board.width = 100;
  board.height = 60;
  for (int i = 0; i < 2; ++i) {
    play::Space space;
    space.id = i == 0 ? "h0101" : "h0102";
    space.name = i == 0 ? "Orsha & Co" : "";
    space.terrain = i == 0 ? "clear" : "forest";
    space.centre = {25.0 + 41 * i, 30};
    const double x = space.centre.x, y = space.centre.y;
    space.polygon = {{x - 20.5, y - 12}, {x, y - 24}, {x + 20.5, y - 12},
                     {x + 20.5, y + 12}, {x, y + 24}, {x - 20.5, y + 12}};
    space.points = i == 0 ? 3 : 0;
    space.source = "reconstructed: <guess>";
    board.spaces.push_back(space);
  }
  board.edges.push_back({"river", 0, 1, {{45.5, 18}, {45.5, 42}}, "Dnieper"});
  return board;
}

play::Counter counter(int place, int side, const char* kind, int count) {
  play::Counter one;
  one.id = std::string(kind) + std::to_string(place);
  one.place = place;
  one.side = side;
  one.kind = kind;
  one.name = kind;
  one.count = count;
  return one;
}

const play::PictureText kText{"Test <1812>", {"french", "russian"}, {"Orsha < Minsk"}};

}  // namespace

TEST_CASE("a picture has every place with its source, escaped", "[draw]") {
  const auto svg = play::draw_svg(two_hexes(), {}, kText);
  CHECK(times(svg,
              "<title>h0101 Orsha &amp; Co, clear, 3 points; source: reconstructed: "
              "&lt;guess&gt;</title>") == 1);
  CHECK(times(svg, "<title>h0102, forest;") == 1);
  CHECK(times(svg, ">Orsha &amp; Co<") == 1);
  CHECK(times(svg, "<1812>") == 0);
  CHECK(times(svg, ">Orsha &lt; Minsk<") == 1);
  CHECK(times(svg, "href=\"#tree\"") > 3);  // the legend has one
  CHECK(times(svg, "#1F5A86") == 2);        // the river, and its entry in the legend
  CHECK(svg.find("<svg ") == 0);
  CHECK(svg.find("</svg>") != std::string::npos);
}

TEST_CASE("a picture is made of layers that Inkscape knows by name", "[draw]") {
  auto board = two_hexes();
  play::View view;
  view.counters = {counter(1, 0, "infantry", 5)};
  board.edges.push_back({"slope", 0, 1, {{45.5, 18}, {45.5, 42}}, ""});
  const auto svg = play::draw_svg(board, view, kText);
  const auto at = [&](const std::string& name) {
    return svg.find("<g inkscape:groupmode=\"layer\" inkscape:label=\"" + name + "\"");
  };
  std::size_t last = 0;
  for (const auto* name : {"ground", "grid", "water", "borders", "spaces", "places", "names",
                           "counters", "frame", "card", "legend", "faults"}) {
    CHECK(at(name) != std::string::npos);
    CHECK(at(name) > last);
    last = at(name);
  }
  CHECK(at("roads") == std::string::npos);  // there are none
  CHECK(times(svg, ">slope<") == 1);
  CHECK(times(svg, "<path inkscape:label=\"h0102\"") == 1);
}

TEST_CASE("a stack shows how many it has, unless it lies face down", "[draw]") {
  const auto board = two_hexes();
  play::View view;
  view.counters = {counter(1, 0, "infantry", 5), counter(1, 0, "cavalry", 2)};
  const auto known = play::draw_svg(board, view, kText);
  CHECK(times(known, ">7<") == 1);
  CHECK(times(known, "<title>A: 5 infantry, 2 cavalry</title>") == 1);
  CHECK(times(known, "url(#back-a)") == 0);
  view.counters = {counter(1, 0, "stack", 1)};
  view.counters[0].known = false;
  const auto hidden = play::draw_svg(board, view, kText);
  CHECK(times(hidden, "url(#back-a)") == 2);  // on the map and in the legend
  CHECK(times(hidden, ">?<") == 2);
}

TEST_CASE("a name that would lie over another stands lower", "[draw]") {
  auto board = two_hexes();
  const auto height_of = [&](const std::string& name) {
    const auto svg = play::draw_svg(board, {}, kText);
    const auto text = svg.rfind("<text ", svg.find(">" + name + "<"));
    return std::stod(svg.substr(svg.find("y=\"", text) + 3));
  };
  board.spaces[0].name = "Orsha";
  board.spaces[1].name = "Minsk";
  CHECK(height_of("Minsk") == Approx(height_of("Orsha")));
  board.spaces[0].name = "Orsha of the Dnieper";
  board.spaces[1].name = "Minsk of the west";
  CHECK(height_of("Minsk of the west") > height_of("Orsha of the Dnieper") + 10);
}

TEST_CASE("the name of a country gives way to a town and keeps its line elsewhere", "[draw]") {
  auto board = two_hexes();
  board.spaces[0].name = "Orsha";
  const auto& town = board.spaces[0].centre;
  const auto line_of = [&](double y) {
    play::Country country;
    play::Feature feature;
    feature.kind = "country name";
    feature.name = "Lithuania";
    feature.line = {{town.x - 60, y}, {town.x + 60, y}};
    country.features = {feature};
    const auto svg = play::draw_svg(board, {}, kText, country);
    const auto path = svg.find(" d=\"M", svg.find("id=\"name-1\"")) + 5;
    return std::stod(svg.substr(svg.find(' ', path)));
  };
  CHECK(line_of(town.y + 60) == Approx(town.y + 60));
  CHECK(std::abs(line_of(town.y) - town.y) > 5);
}

TEST_CASE("the legend has what is on the map", "[draw]") {
  auto board = two_hexes();
  const auto has = [&](const std::string& word) {
    return times(play::draw_svg(board, {}, kText), ">" + word + "<") == 1;
  };
  CHECK(has("forest"));
  CHECK(has("river"));
  CHECK(has("town"));
  CHECK(!has("fortress"));
  CHECK(!has("road"));
  CHECK(!has("vineyard"));
  board.spaces[0].terrain = "fortress";
  board.spaces[1].terrain = "vineyard";
  CHECK(has("fortress"));
  CHECK(!has("town"));
  CHECK(has("vineyard"));
  board.edges[0].kind = "start line";  // of a battle, which parts no countries
  CHECK(has("start line"));
  CHECK(!has("frontier"));
  board.edges[0].kind = "stream";
  CHECK(has("stream"));
}

TEST_CASE("supply ends at a line of dots, and what lies beyond is pale", "[draw]") {
  const auto board = two_hexes();
  play::View view;
  view.spaces.resize(2);
  view.spaces[0].marks = {play::supplied_mark("french")};
  view.spaces[1].marks = {play::supplied_mark("russian")};
  auto text = kText;
  CHECK(times(play::draw_svg(board, view, text), ">supply ends<") == 0);
  text.reach = 0;
  const auto one = play::draw_svg(board, view, text);
  CHECK(times(one, ">supply ends<") == 1);
  CHECK(times(one, "stroke-dasharray=\"0 ") == 2);  // on the map and in the legend
  const auto path_before = [](const std::string& svg, const std::string& look) {
    const auto end = svg.find(look);
    const auto start = svg.rfind("d=\"", end) + 3;
    return svg.substr(start, svg.find('"', start) - start);
  };
  const std::string kVeil = "fill-opacity=\"0.5\"", kDots = "stroke-linecap=\"round\"";
  CHECK(times(path_before(one, kVeil), "M") == 1);  // the other hex
  CHECK(times(path_before(one, kDots), "M") == 6);
  view.spaces[1].marks = view.spaces[0].marks;
  const auto both = play::draw_svg(board, view, text);
  CHECK(path_before(both, kVeil).empty());
  CHECK(times(path_before(both, kDots), "M") == 10);  // not the side that they share
}

TEST_CASE("a long title stands in two lines", "[draw]") {
  play::PictureText text = kText;
  const auto lines = [&](const char* title) {
    text.title = title;
    return play::draw_svg(two_hexes(), {}, text);
  };
  const auto in_two = lines("Portugal 1810: The Lines of Torres Vedras");
  CHECK(times(in_two, ">Portugal 1810:<") == 1);
  CHECK(times(in_two, ">The Lines of Torres Vedras<") == 1);
  const auto parted = lines("The Invasion of Russia (1812)");
  CHECK(times(parted, ">The Invasion of<") == 1);
  CHECK(times(parted, ">Russia (1812)<") == 1);
  CHECK(times(lines("Borodino 1812"), ">Borodino 1812<") == 2);  // the card, and what it is called
}

TEST_CASE("counters have the colours that their game says", "[draw]") {
  play::View view;
  view.counters = {counter(0, 0, "infantry", 5), counter(1, 1, "cavalry", 2)};
  const auto usual = play::draw_svg(two_hexes(), view, kText);
  CHECK(times(usual, "fill=\"#1E3566\"") == 5);  // three on the map, two in the legend
  play::Country country;
  country.side_colours = {"#6B1E2E", ""};
  const auto own = play::draw_svg(two_hexes(), view, kText, country);
  CHECK(times(own, "#1E3566") == 0);
  CHECK(times(own, "fill=\"#6B1E2E\"") == times(usual, "fill=\"#1E3566\""));
  CHECK(times(own, "fill=\"#E4EBCB\"") == times(usual, "fill=\"#E4EBCB\""));
  CHECK(times(play::draw_legend(two_hexes(), kText, country), "#6B1E2E") == 2);
}

TEST_CASE("pictures of the area game keep what their viewer may not know", "[draw]") {
  play::GameRequest request;
  request.folder = std::string(NIEMEN_SOURCE_DIR) + "/configs/games/strategic-1812";
  const auto game = systems::load_game(request);
  const auto state = play::parse_position(
      *game,
      "turn 4\nstep move-stack\ndecider french\nphasing french\nsegment 1\ncontrol FP2\nhalf R22\n"
      "full R32\nat R21 french 3ic 2cc 1su 1dp known\nat R36 russian 9ic\n");
  const auto whole = play::draw_svg(*game, game->whole_view(state));
  const auto seen = play::draw_svg(*game, game->view(game->observe(state, play::Viewer::SideA)));
  CHECK(times(whole, ">9<") == 1);
  CHECK(times(seen, ">9<") == 0);
  CHECK(times(seen, "url(#back-b)") == 2);  // the stack, and the legend
  CHECK(times(seen, "A: 3 Infantry Corps, 2 Cavalry Corps, Supply unit, Depot") == 1);
  CHECK(times(seen, "url(#eaten)") == 2);
  CHECK(times(seen, "url(#bare)") == 2);
  CHECK(times(seen, "off limits") >= 1);
  for (const auto& space : game->board().spaces)
    if (!space.id.empty()) CHECK(times(seen, "<title>" + space.id + " ") == 1);
}
