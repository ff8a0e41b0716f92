// The order of battle, and what a seat is shown of it.
#include <catch2/catch.hpp>
#include <map>

#include "engine/systems/block_battle/procedure.h"
#include "tests/systems/block_battle/fixture.h"

using namespace niemen;
using namespace niemen::block_battle;

TEST_CASE("BOR-1.1a 47 French blocks and 56 Russian ones", "[block_battle][data]") {
  const auto loaded = test::load("borodino");
  std::array<std::map<std::string, int>, 2> count;
  for (const auto& block : loaded.context->blocks) {
    const auto arm = block.arm;
    ++count[at(block.side)][arm == Arm::Headquarters ? "headquarters"
                            : arm == Arm::Infantry   ? "infantry"
                            : arm == Arm::Cavalry    ? "cavalry"
                                                     : "artillery"];
  }
  using Count = std::map<std::string, int>;
  CHECK(count[0] ==
        Count{{"headquarters", 8}, {"infantry", 19}, {"cavalry", 9}, {"artillery", 11}});
  CHECK(count[1] ==
        Count{{"headquarters", 12}, {"infantry", 21}, {"cavalry", 9}, {"artillery", 14}});
}

TEST_CASE("BOR-1.1d a standing block shows that it is there, and nothing else",
          "[block_battle][view]") {
  for (const auto& scenario : test::scenarios()) {
    const auto opening = scenario == "borodino" ? "russian-historical" : "";
    const auto loaded = test::load(scenario, "standard", {}, "", opening);
    const auto game = loaded.game();
    auto state = game.initial();
    play::ActionList legal;
    play::NullRecorder silent;
    // Side A deploys last; it has seen nothing of the enemy by then.
    while (game.turn(state) == 0) {
      game.legal(state, legal);
      game.apply(state, legal[0], silent);
    }
    const auto view = game.view(game.observe(state, play::Viewer::SideA));
    std::map<int, int> seen, true_count;
    int backs = 0;
    for (const auto& counter : view.counters) {
      if (counter.side != 1) continue;
      ++seen[counter.place];
      if (counter.known) {
        CHECK(loaded.context->scenario.place[at(loaded.context->find_block(counter.id))] != kNone);
        continue;
      }
      ++backs;
      CHECK(counter.kind == "block");
      CHECK((counter.name.empty() && counter.label.empty()));
      CHECK(counter.strength == 0);
    }
    for (const auto& counter : game.whole_view(state).counters)
      if (counter.side == 1) ++true_count[counter.place];
    CHECK(seen == true_count);
    CHECK(backs > 20);
  }
}

TEST_CASE("BOR-8.1b a block that died unseen counts for nobody to see before the end",
          "[block_battle][view]") {
  const auto loaded = test::load("borodino");
  const auto game = loaded.game();
  const std::string rest =
      "phasing french\nfirst-player french\nblock napoleon fomkino\nblock kutuzov tatarinovo\n"
      "block wuerttemberg dead\nblock olsufiev gorki veil=wuerttemberg\n";
  const auto account = [&](const std::string& step) {
    const auto state = game.parse_state("turn 15\nstep " + step + "\n" + rest);
    REQUIRE_FALSE(game.check(state));
    std::vector<std::string> lines;
    for (const auto& line : game.view(game.observe(state, play::Viewer::SideA)).account)
      if (line.words.find("rttemberg") != std::string::npos ||
          line.words.find("Olsufiev") != std::string::npos)
        lines.push_back(line.words);
    return lines;
  };
  CHECK(account("command").empty());
  CHECK(account("over") == std::vector<std::string>{"4th Div Württemberg eliminated"});
}

TEST_CASE("BOR-8.1b the enemy's losses show after the end", "[block_battle][view]") {
  const auto loaded = test::load("borodino");
  const auto game = loaded.game();
  const auto state = game.parse_state(
      "turn 15\nstep over\nphasing french\nblock napoleon gorki\nblock kutuzov tatarinovo\n");
  int total = 0;
  for (const auto& line : game.view(game.observe(state, play::Viewer::SideA)).account)
    if (line.side == 0) total += line.points;
  CHECK(total == victory_points(*loaded.context, state, 0));
}

namespace {

std::shared_ptr<const BlockContext> auerstedt() {
  play::GameRequest request;
  request.folder = play::find_game_folder("auerstedt-1806");
  play::GameInfo info;
  return load_block_context(request, play::open_game_folder(request), info);
}

AreaSet areas_of(const BlockContext& game, std::initializer_list<const char*> ids) {
  AreaSet areas = 0;
  for (const auto* id : ids) areas |= area_bit(game.find_area(id));
  return areas;
}

}  // namespace

TEST_CASE("a side leaves the board by the edges of its sources of supply, whichever they are",
          "[block_battle][data]") {
  const auto game = auerstedt();
  CHECK(game->edges[0] == areas_of(*game, {"koesen", "saaleck"}));
  CHECK((game->edges[1] & areas_of(*game, {"koesen"})) == 0);
  CHECK((game->edges[1] & areas_of(*game, {"auerstedt", "eckartsberga"})) != 0);
}

TEST_CASE("a corps that enters waits beyond the edge that it comes over", "[block_battle][data]") {
  const auto game = auerstedt();
  const auto& pass = game->areas[game->find_area("koesen")];
  const auto& before = game->areas[game->find_area("off-koesen")];
  CHECK(before.x > pass.x);
  CHECK(before.y == pass.y);
}

TEST_CASE("a place to hold need not have works", "[block_battle][data]") {
  const auto game = auerstedt();
  CHECK(game->redoubts == areas_of(*game, {"hassenhausen", "spielberg"}));
  CHECK(game->works == 0);
  CHECK(game->scenario.second_redoubt == game->rules.redoubt);
  const auto borodino = test::load("borodino");
  CHECK(borodino.context->works == borodino.context->redoubts);
}

TEST_CASE("areas belong to a side by its name as by their side of the Startline",
          "[block_battle][data]") {
  const auto game = auerstedt();
  CHECK(game->areas[game->find_area("auerstedt")].east);
  CHECK_FALSE(game->areas[game->find_area("koesen")].east);
}
