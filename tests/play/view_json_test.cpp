#include "engine/play/view_json.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace niemen;

TEST_CASE("a board as JSON has its spaces and edges under their documented keys") {
  play::Board board;
  board.width = 20;
  board.height = 10;
  board.spaces.push_back({"h0101",
                          "Orsha",
                          "forest",
                          {5, 5},
                          {{0, 0}, {10, 0}, {10, 10}},
                          3,
                          "Russia",
                          true,
                          "reconstructed: its river"});
  board.spaces.push_back({"h0102", "", "clear", {15, 5}, {}, 0, "", false, "5.1"});
  board.edges.push_back({"river", 0, 1, {{10, 0}, {10, 10}}, "Dnieper"});
  CHECK(play::board_json(board).dump() ==
        R"({"width":20.0,"height":10.0,"spaces":[{"id":"h0101","name":"Orsha","terrain":"forest",)"
        R"("centre":[5.0,5.0],"polygon":[[0.0,0.0],[10.0,0.0],[10.0,10.0]],"points":3,)"
        R"("region":"Russia","reconstructed":true,"source":"reconstructed: its river"},)"
        R"({"id":"h0102","terrain":"clear","centre":[15.0,5.0],"polygon":[],"source":"5.1"}],)"
        R"("edges":[{"kind":"river","a":0,"b":1,"line":[[10.0,0.0],[10.0,10.0]],)"
        R"("name":"Dnieper"}]})");
}

TEST_CASE("a view as JSON leaves out what is nobody's, nowhere or empty") {
  play::View view;
  view.viewer = play::Viewer::SideB;
  view.actor = play::Actor::SideB;
  view.step = {"move", "8 Movement", "8.2", "Move a stack", play::Barrier::Reveal};
  view.prompt = "Move the stack in Orsha";
  view.turn = 2;
  view.spaces.resize(3);
  view.spaces[1] = {1, {"depleted"}};
  auto& hidden = view.counters.emplace_back();
  hidden.id = "b-0";
  hidden.place = hidden.side = 1;
  hidden.known = false;
  view.counters.push_back({"a-1", -1, 0, "infantry", "I Corps", "I", 4, 2, true, {"moved"}, 0, ""});
  view.links.push_back({"chain", 0, 2, 1});
  view.tracks.push_back({"points", "Victory points", -1, 0, ""});
  view.account.push_back({"Smolensk", "14.7", 0, 3});
  view.choices.push_back({7, "to h0101", "Move to Orsha", {0}, 1, 0, "forced march"});
  const auto json = play::view_json(view);
  CHECK(json.dump() ==
        R"({"viewer":"b","actor":"b","step":{"name":"move","chapter":"8 Movement","rule":"8.2",)"
        R"("prompt":"Move a stack","barrier":"reveal"},"prompt":"Move the stack in Orsha",)"
        R"("turn":2,"spaces":[{"place":1,"owner":"b","marks":["depleted"]}],)"
        R"("counters":[{"id":"b-0","place":1,"side":"b","known":false},)"
        R"({"id":"a-1","side":"a","kind":"infantry","name":"I Corps","label":"I","strength":4,)"
        R"("count":2,"states":["moved"]}],)"
        R"("links":[{"kind":"chain","side":"a","from":2,"to":1}],)"
        R"("tracks":[{"id":"points","name":"Victory points","value":0}],)"
        R"("account":[{"words":"Smolensk","rule":"14.7","side":"a","points":3}],)"
        R"("choices":[{"action":7,"notation":"to h0101","words":"Move to Orsha",)"
        R"("counters":[0],"from":1,"to":0,"caution":"forced march"}]})");
}
