#include "engine/play/telling.h"

#include <catch2/catch.hpp>

using namespace niemen;

namespace {

play::Event event(std::uint16_t kind, int side, int amount, std::vector<int> places = {}) {
  play::Event made;
  made.kind = kind;
  made.side = side;
  made.amount = amount;
  made.places = std::move(places);
  return made;
}

std::vector<int> amounts(const std::vector<play::Event>& events) {
  std::vector<int> list;
  for (const auto& told : events) list.push_back(told.amount);
  return list;
}

}  // namespace

TEST_CASE("a viewer is told what is visible to him", "[play]") {
  std::vector<play::Event> events{event(1, 0, 1), event(1, 0, 2), event(1, 1, 3)};
  events[1].secret_of(play::Side::A);
  CHECK(amounts(told_to(play::Viewer::SideA, events)) == std::vector{1, 2, 3});
  CHECK(amounts(told_to(play::Viewer::SideB, events)) == std::vector{1, 3});
  CHECK(amounts(told_to(play::Viewer::Public, events)) == std::vector{1, 3});
}

TEST_CASE("who is hurt at a stroke is told to the opponent in no order of the owner's", "[play]") {
  std::vector<play::Event> events{event(2, 0, 1, {9}), event(2, 0, 2, {4}), event(1, 0, 3, {7}),
                                  event(2, 1, 4, {8}), event(2, 0, 5, {1})};
  CHECK(amounts(told_to(play::Viewer::SideB, events)) == std::vector{1, 2, 3, 4, 5});
  events[1].visible_to[0] = false;
  CHECK(amounts(told_to(play::Viewer::SideA, events)) == std::vector{1, 3, 4, 5});
  CHECK(amounts(told_to(play::Viewer::SideB, events)) == std::vector{3, 2, 1, 4, 5});
  SECTION("a die ends a stroke") {
    events[1].face = 6;
    CHECK(amounts(told_to(play::Viewer::SideB, events)) == std::vector{1, 2, 3, 4, 5});
  }
  SECTION("another rule ends it too") {
    events[0].rule = "8.5";
    CHECK(amounts(told_to(play::Viewer::SideB, events)) == std::vector{1, 3, 2, 4, 5});
  }
}
