// Positions written as files, and read again.
#include <algorithm>
#include <catch2/catch.hpp>

#include "engine/core/error.h"
#include "engine/play/game.h"
#include "engine/systems/hex_operations/lookups.h"
#include "tests/support/extended_folder.h"
#include "tests/systems/hex_operations/fixture.h"

using namespace niemen;
using namespace niemen::hex_operations;

namespace {

/// A folder of its own that extends the published game.
class Folder : public support::ExtendedFolder {
 public:
  Folder() : ExtendedFolder(test::game_folder()) {}

  test::Loaded load(const std::string& scenario, const std::string& preset,
                    const std::string& opening_a = "") const {
    play::GameRequest request;
    request.folder = path();
    request.scenario = scenario;
    request.preset = preset;
    request.openings[0] = opening_a;
    test::Loaded loaded;
    loaded.context = load_operations_context(request, play::open_game_folder(request), loaded.info);
    return loaded;
  }
};

/// Where every unit stands, in an order that no file gives: counters of a side and hex are alike
/// by what they show. Only those of slots below `end`.
std::string standing(const HexOperations& game, const State& state, int end = kPieces) {
  std::vector<std::string> lines;
  for (int piece = 0; piece < end; ++piece)
    if (state.is_on_map(piece))
      lines.push_back(std::to_string(side_of_piece(piece)) + " " +
                      OperationsContext::hex_id(state.at(piece)) + " " +
                      counter_text(game.context(), state, piece) + " " +
                      std::to_string(static_cast<int>(state.marker(piece))));
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  return text;
}

/// Plays one decision or die at random.
void step_at_random(const HexOperations& game, State& state, core::RandomStream& random) {
  constexpr std::uint64_t kKey = 5;
  play::ActionList legal;
  play::Action action;
  if (game.actor(state) == play::Actor::Nature) {
    action = play::draw_chance(game, state, kKey);
  } else {
    game.legal(state, legal);
    action = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
  }
  play::NullRecorder silent;
  game.apply(state, action, silent);
}

}  // namespace

TEST_CASE("a position of hex operations is a scenario that begins with it", "[hex_operations]") {
  Folder folder;
  for (const std::string preset : {"standard", "letter"}) {
    const auto loaded = test::load("1-june", preset);
    const auto game = loaded.game();
    core::RandomStream random(5);
    auto state = game.initial();
    for (int turn = 2; turn <= 7; ++turn) {
      while (state.turn < turn) step_at_random(game, state, random);
      folder.add("scenarios/saved.toml", game.scenario_toml(state, "Saved \"here\""));
      const auto again = folder.load("saved", preset);
      const auto start = again.game().initial();
      CAPTURE(game.state_text(state));
      CHECK(standing(again.game(), start) == standing(game, state));
      CHECK(start.turn == state.turn);
      CHECK(start.step == state.step);
      CHECK(start.control == state.control);
      CHECK(start.spoilt == state.spoilt);
      CHECK(start.half == state.half);
      CHECK(start.full == state.full);
      CHECK(victory_points(*again.context, start) == victory_points(*loaded.context, state));
      CHECK(again.context->scenario.name == "Saved \"here\"");
      // Who is still to come: as many, on the same turns.
      std::array<std::vector<int>, 2> due;
      for (std::size_t i = 0; i < 2; ++i) {
        const auto& context = i == 0 ? *loaded.context : *again.context;
        const auto& now = i == 0 ? state : start;
        for (std::size_t piece = 0; piece < kPieces; ++piece)
          if (now.hex[piece] == kOutside)
            due[i].push_back(std::max<int>(
                state.turn,
                context.arrivals[static_cast<std::size_t>(context.pieces[piece].arrival)].turn));
        std::sort(due[i].begin(), due[i].end());
      }
      CHECK(due[0] == due[1]);
    }
  }
}

TEST_CASE("a set-up of hex operations is an opening that deploys it", "[hex_operations]") {
  Folder folder;
  for (const std::string opening : {"french-august-moscow", "french-august-consolidate"}) {
    CAPTURE(opening);
    const auto loaded = test::load("2-august", "standard", {}, opening, "russian-august-vyasma");
    const auto state = loaded.game().initial();
    folder.add("openings/again.toml", loaded.game().opening_toml(state, play::Side::A, opening));
    const auto again = folder.load("2-august", "standard", "again");
    const auto start = again.game().initial();  // the Russians have yet to deploy
    CHECK(standing(again.game(), start, kSidePieces) ==
          standing(loaded.game(), state, kSidePieces));
  }
}

TEST_CASE("what is no set-up, or no turn's beginning, is not saved", "[hex_operations]") {
  const auto open = test::load("2-august");
  const auto game = open.game();
  auto state = game.initial();
  CHECK_THROWS_WITH(game.opening_toml(state, play::Side::A, "x"),
                    "the set-up of french is not finished, or units of it are lost");
  CHECK_THROWS_WITH(
      game.scenario_toml(state, "x"),
      "a position is saved as a scenario at the beginning of a Game-Turn, before attrition");
}

TEST_CASE("the published operations make sense; a reinforcement too late does not",
          "[hex_operations][save]") {
  for (const auto& scenario : test::scenarios())
    CHECK(test::load(scenario).game().fault_lines().empty());
  auto late = *test::load("1-june").context;
  auto& arrival = late.arrivals.front();
  arrival.turn = late.rules.last_turn + 1;
  CHECK_THAT(arrival.origin.file, Catch::EndsWith("reinforcements.csv"));
  const auto lines = HexOperations(late).fault_lines();
  REQUIRE(lines.size() == 1);
  CHECK(lines[0] ==
        arrival.origin.words() + "reinforcement " + arrival.id + " comes after the last Game-Turn");
}
