#include "engine/play/counter_set.h"

#include <catch2/catch.hpp>

#include "engine/play/draw_sheets.h"

using namespace niemen;

namespace {

play::Counter counter(const char* id, const char* name, int strength, int count = 1,
                      const char* kind = "infantry") {
  play::Counter one;
  one.id = id;
  one.side = 0;
  one.kind = kind;
  one.name = name;
  one.label = name;
  one.strength = strength;
  one.count = count;
  return one;
}

play::View view_of(std::vector<play::Counter> counters) {
  play::View view;
  view.counters = std::move(counters);
  return view;
}

int times(const std::string& text, const std::string& part) {
  int number = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++number;
  return number;
}

}  // namespace

TEST_CASE("as many counters are needed as any one set-up has", "[draw]") {
  play::CounterSet set;
  set.add_set_up(
      view_of({counter("a", "Corps", 1, 3), counter("b", "Corps", 1), counter("d", "Guard", 2)}));
  set.add_set_up(view_of({counter("c", "Corps", 1, 2)}));
  REQUIRE(set.kinds().size() == 2);
  CHECK(set.kinds()[0].count == 4);
  CHECK(set.kinds()[1].count == 1);
  set.add_play(view_of({counter("c", "Corps", 1, 9)}));
  CHECK(set.kinds()[0].count == 4);  // in play nobody comes whom no set-up knows
}

TEST_CASE("what is made in play is counted in play", "[draw]") {
  play::CounterSet set;
  set.add_set_up(view_of({counter("x", "Depot", 0, 1, "depot")}));
  set.add_play(
      view_of({counter("y", "Depot", 0, 2, "depot"), counter("z", "Depot", 0, 1, "depot")}));
  REQUIRE(set.kinds().size() == 1);
  CHECK(set.kinds()[0].count == 3);
}

TEST_CASE("losses are faces of one counter, the strongest first", "[draw]") {
  play::CounterSet set;
  auto full = counter("a", "1st Division", 4);
  full.label = "C3";
  auto less = full;
  less.strength = 2;
  auto hurt = full;
  hurt.strength = 3;
  set.add_set_up(view_of({full}));
  set.add_play(view_of({less}));
  set.add_play(view_of({hurt}));
  REQUIRE(set.kinds().size() == 1);
  REQUIRE(set.kinds()[0].faces.size() == 3);
  CHECK(set.kinds()[0].faces[1].strength == 3);
  CHECK(set.find(less)->face == 2);
  CHECK(set.find(full)->face == 0);
  CHECK(!set.find(counter("q", "Nobody", 1)));
  auto hidden = full;
  hidden.known = false;
  CHECK(!set.find(hidden));
}

TEST_CASE("who is deployed after the start is found in play", "[draw]") {
  play::CounterSet set;
  set.add_set_up(view_of({counter("a", "Corps", 1)}));
  set.add_play(view_of({counter("a", "Corps", 1), counter("b", "Guard", 2)}));
  REQUIRE(set.kinds().size() == 2);
  CHECK(set.kinds()[1].count == 1);
}

TEST_CASE("a sheet has each counter as often as it is needed, and marks at every cut", "[draw]") {
  play::CounterSet set;
  set.add_set_up(view_of({counter("a", "Ney & Co", 1, 120)}));
  const play::PictureText text{"A game", {"French", "Russian"}, {}};
  play::SheetLayout layout;
  layout.counter = 20;
  layout.backs = true;
  // On A4 a block of 8 by 12: 120 counters take two sheets, each with its backs.
  const auto pages = play::counter_sheets(set, text, {}, layout);
  REQUIRE(pages.size() == 4);
  CHECK(times(pages[0], ">Ney &amp; Co<") == 96);
  CHECK(times(pages[2], ">Ney &amp; Co<") == 24);
  CHECK(times(pages[1], "url(#back-a)") == 96);
  CHECK(times(pages[0], "stroke-width=\"0.15\"") == 2 * 9 + 2 * 13);
  CHECK(times(pages[0], "width=\"210mm\" height=\"297mm\"") == 1);
  CHECK(times(pages[2], "sheet 2 of 2") == 1);
}

TEST_CASE("pages of a map overlap by what they say", "[draw]") {
  play::Board board;
  board.width = 1000;
  board.height = 400;
  for (int i = 0; i < 10; ++i) {
    const double x = 50.0 + 100 * i;
    play::Space space;
    space.id = "h010" + std::to_string(i);
    space.centre = {x, 200};
    space.polygon = {{x - 50, 170}, {x, 140}, {x + 50, 170},
                     {x + 50, 230}, {x, 260}, {x - 50, 230}};
    board.spaces.push_back(space);
  }
  const play::PictureText text{"A game", {"French", "Russian"}, {}};
  play::SheetLayout layout;
  layout.counter = 30;
  const double unit = layout.counter / play::counter_on_board(board);
  const double width = 297 - 20, height = 210 - 26;  // of a window on A4 laid across
  const auto needed = [&](double whole, double window) {
    int pages = 1;
    for (double covered = window; covered < whole; covered += window - layout.overlap) ++pages;
    return pages;
  };
  const auto pages = play::map_sheets(board, {}, text, {}, layout);
  CHECK(static_cast<int>(pages.size()) ==
        needed(board.width * unit, width) * needed(board.height * unit, height));
  REQUIRE(pages.size() > 1);
  CHECK(times(pages[0], "part A1 of ") == 1);
  CHECK(times(pages[0], "<circle cx=") == 2);  // crosses to the next page only
  CHECK(times(pages[1], "part A2 of ") == 1);
}
