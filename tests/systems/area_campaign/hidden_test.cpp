// What a side may know, and openings.
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

#include "engine/core/file_writer.h"
#include "engine/play/random_play.h"
#include "tests/systems/area_campaign/fixture.h"

using namespace niemen;
using namespace niemen::area_campaign;

namespace {

State position(const AreaCampaign& game, const std::string& lines) {
  return game.parse_state("turn 1\nphasing russian\ncontrol FP2 FP3 FP5 FW7 FW11 FW13 FA16\n" +
                          lines);
}

State after(const AreaCampaign& game, State state, std::initializer_list<const char*> actions) {
  play::NullRecorder silent;
  for (const char* text : actions) {
    const auto action = game.parse_action(state, text);
    REQUIRE(action);
    const auto verdict = game.why(state, *action);
    INFO(text << ": " << verdict.reason);
    REQUIRE(verdict.ok);
    game.apply(state, *action, silent);
  }
  return state;
}

}  // namespace

TEST_CASE("AREA-5a, AREA-5b the enemy sees that a stack is there, not what it holds",
          "[area_campaign]") {
  const auto loaded = test::load("1-historical");
  const auto game = loaded.game();
  const std::string rest = "\nat R60 russian 3ic 1su\nat FW9 french 2ic";
  const auto a = position(game, "step move-stack\ndecider russian\nat R22 russian 2ic 1cc" + rest);
  const auto b = position(game,
                          "step move-stack\ndecider russian\nat R22 russian 3ic 1su\n"
                          "at R60 russian 2ic 1cc\nat FW9 french 2ic");
  CHECK(game.observe(a, play::Viewer::SideA) == game.observe(b, play::Viewer::SideA));
  CHECK_FALSE(game.observe(a, play::Viewer::SideB) == game.observe(b, play::Viewer::SideB));
  const auto c = position(game, "step move-stack\ndecider russian\nat R21 russian 2ic 1cc" + rest);
  CHECK_FALSE(game.observe(a, play::Viewer::SideA) == game.observe(c, play::Viewer::SideA));
}

TEST_CASE("AREA-5b how a stack is divided does not show", "[area_campaign]") {
  const auto loaded = test::load("1-historical");
  const auto game = loaded.game();
  const auto start = position(game,
                              "step move-stack\ndecider russian\nat R22 russian 3ic 2cc\n"
                              "at R60 russian 1ic\nat FW9 french 2ic");
  const auto one = after(game, start, {"from R22", "to R32", "take 1 infantry", "take 0 cavalry"});
  const auto two = after(game, start, {"from R22", "to R32", "take 2 infantry", "take 1 cavalry"});
  CHECK(game.observe(one, play::Viewer::SideA) == game.observe(two, play::Viewer::SideA));
}

TEST_CASE("AREA-5c contents show in battle, numbers in the Supply Interphase", "[area_campaign]") {
  const auto loaded = test::load("1-historical", "standard", {"rules.political_losses=false"});
  const auto game = loaded.game();
  auto state = position(game,
                        "step march-stack\ndecider french\nsegment 1\nat FW9 french 2ic 1cc\n"
                        "at R22 russian 2ic 1cc\nat R60 russian 1ic");
  state.phasing = 0;
  auto end = after(game, state, {"end march"});
  const int at = loaded.context->find_place("R22");
  CHECK(end.knows(1, at, Knowledge::Number));
  CHECK_FALSE(end.knows(1, at, Knowledge::Contents));
  CHECK(game.observe(end, play::Viewer::SideA).corps[1][static_cast<std::size_t>(at)] == 3);
  const auto battle = position(game,
                               "step march-stack\ndecider russian\nat R22 russian 2ic\n"
                               "at R22 french 2ic\nat R60 russian 1ic\nat FW9 french 1ic");
  const auto fought =
      after(game, battle, {"end march", "end depots", "attack by D Probe", "defend by F Entrench"});
  CHECK(fought.knows(0, at, Knowledge::Contents));
  CHECK(fought.knows(1, at, Knowledge::Contents));
}

TEST_CASE("AREA-6b, AREA-6g both chits are chosen before either shows", "[area_campaign]") {
  const auto loaded = test::load("1-historical");
  const auto game = loaded.game();
  const auto battle = position(game,
                               "step march-stack\ndecider russian\nat R22 russian 2ic 1cc\n"
                               "at R22 french 2ic 1cc\nat R60 russian 1ic\nat FW9 french 1ic");
  const auto a = after(game, battle, {"end march", "end depots", "attack by A Outflank"});
  const auto b = after(game, battle, {"end march", "end depots", "attack by C Assault"});
  CHECK(game.actor(a) == play::Actor::SideA);
  CHECK(game.observe(a, play::Viewer::SideA) == game.observe(b, play::Viewer::SideA));
  CHECK_FALSE(game.observe(a, play::Viewer::SideB) == game.observe(b, play::Viewer::SideB));
  // Through the retreats before combat, too.
  const auto c = after(game, a, {"defend by F Entrench"});
  const auto d = after(game, b, {"defend by F Entrench"});
  CHECK(game.observe(c, play::Viewer::SideA) == game.observe(d, play::Viewer::SideA));
  CHECK(game.seen(a, *game.parse_action(a, "defend by E Withdraw"), play::Viewer::SideB) ==
        game.seen(a, *game.parse_action(a, "defend by H Cordon"), play::Viewer::SideB));
}

TEST_CASE("AREA-17k a free set-up stays hidden, and keeps to its groups", "[area_campaign]") {
  const auto loaded = test::load("1-free");
  const auto game = loaded.game();
  const auto start = game.initial();
  CHECK(game.actor(start) == play::Actor::SideB);  // AREA-17f
  const auto a = after(game, start, {"deploy R22"});
  const auto b = after(game, start, {"deploy R57"});
  CHECK(game.observe(a, play::Viewer::SideA) == game.observe(b, play::Viewer::SideA));
  CHECK(game.why(start, *game.parse_action(start, "deploy FW9")).rule == "The Scenarios");
}

TEST_CASE("AREA-17k one Corps in each place of such a group", "[area_campaign]") {
  const auto loaded = test::load("1-free", "standard", {}, "", "russian-historical");
  const auto game = loaded.game();
  const auto start = game.initial();
  CHECK(game.actor(start) == play::Actor::SideA);
  const auto one = after(game, start, {"deploy FP2"});
  CHECK_FALSE(game.why(one, *game.parse_action(one, "deploy FP2")).ok);
  CHECK(game.why(one, *game.parse_action(one, "deploy FP3")).ok);
}

TEST_CASE("AREA-17k nobody deploys where the enemy is", "[area_campaign]") {
  const auto loaded = test::load("3-free");
  const auto game = loaded.game();
  auto state = game.initial();
  play::NullRecorder silent;
  play::ActionList list;
  const auto deploy = [&](std::string_view id) {
    return encode(Verb::Deploy, loaded.context->find_place(id));
  };
  while (loaded.context->scenario.groups[state.place].id != "french-2") {
    game.legal(state, list);
    const bool there = std::binary_search(list.begin(), list.end(), deploy("R27a"));
    game.apply(state, there ? deploy("R27a") : list[0], silent);
  }
  CHECK(game.why(state, deploy("R27a")).rule == "A-37");
  CHECK(game.why(state, deploy("R25")).ok);
}

TEST_CASE("every opening loads and leaves nothing to deploy", "[area_campaign]") {
  play::GameRequest request;
  request.folder = test::game_folder();
  const auto folder = play::open_game_folder(request);
  int french = 0, russian = 0;
  for (const auto& name : folder.list("openings", "toml"))
    for (const char* preset : {"standard", "optional"}) {
      CAPTURE(name, preset);
      const bool theirs = name.starts_with("french");
      const auto loaded = test::load("1-free", preset, {}, theirs ? name : "", theirs ? "" : name);
      const auto game = loaded.game();
      const auto start = game.initial();
      CHECK(game.actor(start) == (theirs ? play::Actor::SideB : play::Actor::SideA));
      ++(theirs ? french : russian);
    }
  CHECK(french >= 8);
  CHECK(russian >= 8);
}

TEST_CASE("an opening names its scenario, and the game its openings", "[area_campaign]") {
  const auto loaded = test::load("", "standard", {}, "french-north");
  CHECK(loaded.info.scenario == "1-free");
  CHECK(loaded.info.openings[0].size() == 4);
  CHECK(loaded.info.openings[1].size() == 4);
}

TEST_CASE("the historical opening is the historical set-up", "[area_campaign]") {
  const auto loaded =
      test::load("1-free", "standard", {}, "french-historical", "russian-historical");
  const auto free = loaded.game().initial();
  const auto historical = test::load("1-historical").game().initial();
  // All but one Corps, one Cavalry Corps and one Supply unit: FP1 is closed to the free set-up.
  int differing = 0;
  for (std::size_t side = 0; side < 2; ++side)
    for (int at = 0; at < kMaxPlaces; ++at)
      differing +=
          free.word(static_cast<int>(side), at) != historical.word(static_cast<int>(side), at);
  CHECK(differing == 2);
}

TEST_CASE("bad input is one clear line", "[area_campaign]") {
  const auto message = [](std::vector<std::string> overrides, std::string scenario = "1-historical",
                          std::string opening = "") {
    try {
      test::load(scenario, "standard", std::move(overrides), std::move(opening));
    } catch (const core::InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  using Catch::Contains;
  CHECK_THAT(message({}, "9"), Contains("scenario \"9\" is not known; allowed: 1-free"));
  CHECK_THAT(message({"rules.last_turn=99"}), Contains("allowed: 1 to 24"));
  CHECK_THAT(message({"combat.nonsense=1"}), Contains("nonsense"));
  CHECK_THAT(message({}, "1-free", "russian-flanks"), Contains("is not for french"));
  CHECK_THAT(message({"battle_plans.E.cells=[\"a\",\"stop\",\"stop\",\"stop\"]"}),
             Contains("\"a\" is not a result of battle plans"));
  const auto loaded = test::load("1-historical");
  const auto refused = [&](const std::string& lines, const std::string& why) {
    CHECK_THROWS_WITH(loaded.game().parse_state("turn 1\nstep move-stack\n" + lines),
                      Contains(why));
  };
  refused("at R99 french 1ic", "position:3: \"R99\" is no Area or Sub-area of the game");
  refused("at R22 french 40ic", "position:3: \"40\" is no number from 1 to 31");
  refused("at R22 french 1ic 2ic", "\"2ic\" is here twice");
  refused("at R22 russian 1dp", "the defender has no Depots");
  refused("at R22 french 1xy", "\"1xy\" is no unit; allowed: ic, cc, su, dp");
  refused("at R22 prussian 1ic", "\"prussian\" is no side; allowed: french, russian");
  refused("leader Blucher R22", "\"Blucher\" is no Leader of the game");
  refused("leader Ney R22\nleader Ney R23", "position:4: \"Ney\" is named twice");
  refused("control R22", "\"R22\" is worth no victory points");
  refused("step dance", "\"dance\" is no step; allowed: set-up, ");
  refused("dance", "position:3: \"dance\" is no line of a position");
  refused("decider french\nturn 99", "there is no turn 99");
  CHECK_THROWS_WITH(loaded.game().parse_state("turn 1"), Contains("is missing"));
}

TEST_CASE("an area position in the middle of a decision is not changed by hand",
          "[area_campaign]") {
  const auto loaded = test::load("1-free", "optional");
  const auto game = loaded.game();
  const auto under_way = [&](const std::string& text) {
    try {
      game.parse_state(text);
    } catch (const core::InputError& error) {
      return std::string(error.what()).find("a decision is under way at step") != std::string::npos;
    }
    return false;
  };
  CHECK(under_way("turn 1\nstep settle-area"));
  CHECK(under_way("turn 1\nstep move-stack\nwork 0:9"));
  CHECK(under_way("turn 1\nstep move-stack\npending 1 0 0 0 0"));
  auto state = game.initial();
  core::RandomStream random(1);
  play::NullRecorder silent;
  play::ActionList legal;
  int sealed = 0;
  for (int i = 0; i < 2000 && game.actor(state) != play::Actor::Over; ++i) {
    const auto text = game.state_text(state);
    REQUIRE(game.parse_state(text) == state);
    if (const auto seal = text.find("\nseal "); seal != std::string::npos) {
      ++sealed;
      REQUIRE(under_way(text.substr(0, seal)));
      REQUIRE(under_way(text + "\nbonus 1"));
    }
    game.apply(state, play::random_action(game, state, 1, random, legal), silent);
  }
  CHECK(sealed > 100);
}

namespace {

/// The message with which strategic-1812 is refused when `file` of a folder that extends it holds
/// `text`.
std::string refusal(const std::string& file, const std::string& text) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("niemen-area-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder / "scenarios");
  core::write_file(folder / "game.toml", "extends = \"strategic-1812\"\n");
  core::write_file(folder / file, text);
  play::GameRequest request;
  request.folder = folder;
  request.scenario = "1-free";
  std::string message = "no error";
  try {
    area_campaign::load_game(request, play::open_game_folder(request));
  } catch (const core::InputError& error) {
    message = error.what();
  }
  std::filesystem::remove_all(folder);
  return message;
}

}  // namespace

TEST_CASE("more than a position can count is refused", "[area_campaign]") {
  using Catch::Contains;
  // Three Sub-areas, each of few neighbours, border on more Areas than an Area has room for.
  std::string borders = "id,first,second,source\n";
  const auto add = [&](const std::string& from, int first, int last) {
    for (int to = first; to <= last; ++to) {
      const auto place = "R" + std::to_string(to);
      borders += from + "-" + place + "," + from + "," + place + ",reconstructed\n";
    }
  };
  add("R40a", 19, 24);
  add("R40b", 47, 52);
  add("R40c", 58, 63);
  CHECK_THAT(refusal("borders.csv", borders),
             Contains("Area R40 borders on ") && Contains("; allowed: 16"));
  std::string groups;
  for (int row = 0; row < 256; ++row)
    groups += "[[group]]\nid = \"g" + std::to_string(row) +
              "\"\nside = \"russian\"\nareas = \"19\"\nunits = \"\"\nlimit = \"none\"\n"
              "source = \"test\"\n";
  CHECK_THAT(refusal("scenarios/1-free.toml", groups), Contains("rows; allowed: 255"));
  CHECK_THAT(refusal("scenarios/1-free.toml",
                     "[[group]]\nid = \"g\"\nside = \"french\"\nareas = \"19\"\n"
                     "units = \"1ic A A\"\nlimit = \"none\"\nsource = \"test\"\n"),
             Contains("leader \"A\" is here twice"));
  const auto outline = [](const std::string& points) {
    return refusal("shapes.csv", "id,area,ring,outline,source\nx,R21,1," + points + ",test\n");
  };
  CHECK(outline("30;50 31.5;-5 3e1;50") == "no error");
  for (const std::string point : {"30", "30;nan", "181;50", "30;91", "30;50x", ";"})
    CHECK_THAT(outline("30;50 " + point),
               Contains("shapes.csv:2: outline: \"" + point + "\" must be longitude;latitude"));
}

TEST_CASE("names that a position writes as words are words", "[area_campaign]") {
  using Catch::Contains;
  const auto place = [](const std::string& id) {
    return refusal("areas.csv",
                   "id,name,country,fortress,points,longitude,latitude,evidence,source\n" + id +
                       ",New,Prussia,,0,17,53,none,reconstructed\n");
  };
  CHECK_THAT(place("R 99"), Contains("areas.csv:2: id: \"R 99\" must be letters, a number"));
  const auto side = [](const std::string& name) {
    return refusal("game.toml",
                   "extends = \"strategic-1812\"\n[sides]\ndefender = \"" + name + "\"\n");
  };
  CHECK_THAT(side("the tsar"),
             Contains("game.toml:3: defender: \"the tsar\": the name of a side is a word"));
  CHECK_THAT(side("french"), Contains("game.toml:3: defender: both sides are called french"));
}
