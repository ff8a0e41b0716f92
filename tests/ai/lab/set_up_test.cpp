// Set-ups that are played decision by decision, and the openings that they are.
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <tuple>

#include "ai/lab/load_cell.h"
#include "ai/lab/set_up.h"
#include "engine/core/config.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/core/random.h"
#include "engine/play/game_folder.h"

using namespace niemen;
using namespace niemen::lab;
namespace fs = std::filesystem;

namespace {

Cell cell_of(const std::string& game, const std::string& scenario) {
  Cell cell;
  cell.request.folder = play::find_game_folder(game);
  cell.request.scenario = scenario;
  cell.agents = {AgentSpec{"doctrine"}, AgentSpec{"doctrine"}};
  return cell;
}

play::Side side_at(std::size_t side) { return side == 0 ? play::Side::A : play::Side::B; }

/// A set-up with every piece anywhere.
SetUp anywhere(const SetUpBoard& board, std::size_t side, std::uint64_t key) {
  core::RandomStream random(key, side);
  for (int tries = 0; tries < 50; ++tries) {
    auto played = board.play(side_at(side), [&](const SetUpQuestion& question) {
      return std::size_t{random.below(static_cast<std::uint32_t>(question.legal.size()))};
    });
    if (board.opening_file(side_at(side), played.decisions, "test"))
      return {side == 0 ? "found-a" : "found-b", played.decisions};
  }
  FAIL("no set-up was whole");
  return {};
}

using Counts = std::map<std::tuple<int, std::string, std::string>, int>;
Counts counts_of(const std::vector<play::Counter>& counters) {
  Counts counts;
  for (const auto& one : counters) counts[{one.place, one.kind, one.name}] += one.count;
  return counts;
}

struct Folder {
  Folder() : path(fs::temp_directory_path() / ("niemen_set_up_" + std::to_string(::getpid()))) {
    fs::remove_all(path);
    fs::create_directories(path / "openings");
  }
  ~Folder() { fs::remove_all(path); }
  fs::path path;
};

}  // namespace

TEST_CASE("a set-up that is played is the campaign of its opening file", "[lab]") {
  const auto [game, scenario] =
      GENERATE(std::pair("lorn-valley", "free"), std::pair("russia-1812", "free"),
               std::pair("strategic-1812", "1-free"), std::pair("borodino-1812", "borodino"));
  CAPTURE(game);
  const auto cell = cell_of(game, scenario);
  const auto played = load_cell(cell);
  const auto board = played->set_up_board();
  REQUIRE(board);
  const Folder folder;
  core::write_file(folder.path / "game.toml",
                   "extends = " + core::toml_text(cell.request.folder.string()) + "\n");
  CampaignTask task;
  task.key = 17;
  auto filed_cell = cell;
  filed_cell.request.folder = folder.path;
  for (std::size_t side = 0; side < play::kSides; ++side) {
    task.set_ups[side] = std::make_shared<const SetUp>(anywhere(*board, side, 5));
    const auto& set_up = *task.set_ups[side];
    core::write_file(folder.path / "openings" / (set_up.name + ".toml"),
                     *board->opening_file(side_at(side), set_up.decisions, "test"));
    filed_cell.request.openings[side] = set_up.name;
  }
  const auto filed = load_cell(filed_cell);
  auto filed_task = task;
  filed_task.set_ups = {};
  const auto one = played->make_player()->play(task, {});
  const auto other = filed->make_player()->play(filed_task, {});
  CHECK(one.turns == other.turns);
  CHECK(one.outcome.margin == other.outcome.margin);
  CHECK(one.state_hash == other.state_hash);
  // And another set-up is another campaign.
  task.set_ups[0] = std::make_shared<const SetUp>(anywhere(*board, 0, 6));
  CHECK(played->make_player()->play(task, {}).state_hash != one.state_hash);
}

TEST_CASE("openings of the game can be played decision by decision", "[lab]") {
  const auto [game, scenario, side] = GENERATE(
      std::tuple("lorn-valley", "free", 0), std::tuple("russia-1812", "free", 0),
      std::tuple("russia-1812", "free", 1), std::tuple("strategic-1812", "1-free", 0),
      std::tuple("strategic-1812", "1-free", 1), std::tuple("borodino-1812", "borodino", 0),
      std::tuple("borodino-1812", "borodino", 1));
  const auto at = static_cast<std::size_t>(side);
  const auto cell = cell_of(game, scenario);
  const auto loaded = load_cell(cell);
  const auto board = loaded->set_up_board();
  const auto& openings = loaded->info().openings[at];
  REQUIRE_FALSE(openings.empty());
  std::size_t exact = 0, fit = 0;
  for (const auto& name : openings) {
    auto with = cell;
    with.request.openings[at] = name;
    std::unique_ptr<PreparedCell> prepared;
    try {
      prepared = load_cell(with);
    } catch (const core::InputError&) {
      continue;  // of another scenario
    }
    ++fit;
    const auto target = prepared->standing(side_at(at));
    const auto set_up = decisions_to(*board, side_at(at), name, target);
    std::size_t number = 0;
    const auto again = board->play(side_at(at), [&](const SetUpQuestion& question) {
      return static_cast<std::size_t>(
          std::find(question.legal.begin(), question.legal.end(), set_up.decisions[number++]) -
          question.legal.begin());
    });
    exact += counts_of(again.counters) == counts_of(target);
  }
  CAPTURE(game, side, openings);
  CHECK(fit > 0);
  CHECK(exact == fit);
}
