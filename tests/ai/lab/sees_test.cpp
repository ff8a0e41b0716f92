// Agents that an experiment lets see everything.
#include <catch2/catch.hpp>
#include <vector>

#include "ai/lab/load_cell.h"
#include "engine/core/error.h"
#include "engine/core/random.h"
#include "engine/play/game_folder.h"

using namespace niemen;
using Catch::Matchers::Contains;

namespace {

/// The doctrines at the battle of Borodino, both armies set up as in history.
lab::Cell battle(bool shown) {
  lab::Cell cell;
  cell.id = "battle";
  cell.request.folder = play::find_game_folder("borodino-1812");
  cell.request.openings[0] = "french-historical";
  cell.request.openings[1] = "russian-historical";
  for (auto& agent : cell.agents) agent.name = "doctrine";
  cell.agents[1].sees_everything = shown;
  return cell;
}

/// How eight battles with the same dice end, by the hash of their last positions.
std::vector<std::uint64_t> ends(const lab::Cell& cell) {
  const auto prepared = lab::load_cell(cell);
  const auto player = prepared->make_player();
  std::vector<std::uint64_t> hashes;
  for (std::uint64_t id = 0; id < 8; ++id)
    hashes.push_back(player->play({id, 0, id, core::random_bits(1812, 0, id)}, {}).state_hash);
  return hashes;
}

}  // namespace

TEST_CASE("an experiment can show an agent what is hidden, and says so", "[lab]") {
  const auto fair = battle(false), shown = battle(true);
  CHECK(ends(shown) == ends(shown));
  CHECK(ends(shown) != ends(fair));
  CHECK(fair.agents[1].label() == "doctrine");
  CHECK(shown.agents[1].label() == "doctrine (sees everything)");
  lab::AgentSpec chance{"random"};
  chance.sees_everything = true;
  CHECK_THROWS_WITH(lab::settle_agent(chance), Contains("cannot be shown everything"));
}
