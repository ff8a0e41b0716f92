#include "ai/agents/agent_config.h"

#include <unistd.h>

#include <catch2/catch.hpp>

#include "ai/agents/make_agent.h"
#include "ai/table/thinker.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/systems/registry.h"
#include "tests/support/toys/pig.h"

using namespace niemen;
using Catch::Matchers::Contains;

namespace {

ai::AgentConfig read(const std::string& toml) {
  return ai::read_agent(core::read_toml_text(toml, "test.toml"), "test");
}
std::string complaint(const std::string& toml) {
  try {
    read(toml);
  } catch (const core::InputError& error) {
    return error.what();
  }
  return "none";
}

const std::filesystem::path kAgents = std::filesystem::path(NIEMEN_SOURCE_DIR) / "configs/agents";

}  // namespace

TEST_CASE("agent files are read strictly", "[agents]") {
  const auto config = read("kind = \"mcts\"\niterations = 12\nselection = \"regret\"\n");
  CHECK(config.search.iterations == 12);
  CHECK(config.search.selection == ai::Selection::Regret);
  CHECK_THAT(complaint("kind = \"mcts\"\niteratons = 12\n"),
             Contains("test.toml:2") && Contains("iteratons"));
  CHECK_THAT(complaint("kind = \"mcts\"\niterations = 0\n"), Contains("iterations"));
  CHECK_THAT(complaint("kind = \"mcts\"\niterations = 4000000000000\n"), Contains("iterations"));
  CHECK_THAT(complaint("kind = \"mcts\"\nmemory_mb = 0\n"), Contains("memory_mb"));
  CHECK_THAT(complaint("kind = \"mcts\"\nseconds_per_turn = -1.0\n"), Contains("seconds_per_turn"));
  CHECK_THAT(complaint("kind = \"turn\"\nrollout_turns = 2\nevaluated_turns = 4\n"),
             Contains("test.toml:3") && Contains("1 to 3"));
  CHECK_THAT(complaint("kind = \"oracle\"\n"), Contains("random, doctrine"));
  CHECK_THAT(complaint("kind = \"random\"\niterations = 5\n"), Contains("iterations"));
  CHECK_THAT(complaint("kind = \"process\"\ncommand = []\n"), Contains("command"));
  CHECK_THAT(complaint("kind = \"turn\"\nweights = \"no-such-file.toml\"\n"),
             Contains("test.toml:2") && Contains("no-such-file.toml") && Contains("hand-set"));
}

TEST_CASE("beside a clock iterations are a bound that need not be given", "[agents]") {
  CHECK(read("kind = \"turn\"\nseconds_per_turn = 5\n").search.iterations == 0);
  CHECK(read("kind = \"turn\"\nseconds_per_turn = 5\niterations = 7\n").search.iterations == 7);
}

TEST_CASE("who sees everything says so, and sits at no table", "[agents][table]") {
  CHECK_FALSE(read("kind = \"doctrine\"\n").sees_everything);
  CHECK_FALSE(read("kind = \"turn\"\niterations = 5\nsees = \"seat\"\n").sees_everything);
  const auto config = read("kind = \"doctrine\"\nsees = \"everything\"\n");
  CHECK(config.sees_everything);
  CHECK(config.hash != read("kind = \"doctrine\"\n").hash);
  CHECK_THAT(complaint("kind = \"doctrine\"\nsees = \"all\"\n"),
             Contains("test.toml:2") && Contains("seat, everything"));
  CHECK_THAT(complaint("kind = \"random\"\nsees = \"everything\"\n"), Contains("sees"));
  play::SessionSettings settings;
  settings.request.folder = std::filesystem::path(NIEMEN_SOURCE_DIR) / "configs/games/lorn-valley";
  const auto session = play::Session::create({}, settings, systems::load_game);
  CHECK_THROWS_WITH(ai::table::Thinker(session, config), Contains("sees everything"));
}

TEST_CASE("every agent in configs/agents can be seated", "[agents]") {
  int seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kAgents)) {
    if (entry.path().extension() != ".toml") continue;  // the cards of the levels
    INFO(entry.path());
    const auto config = ai::load_agent(entry.path());
    CHECK(config.name == entry.path().stem());
    if (config.kind != ai::AgentKind::Process)
      CHECK(ai::make_agent(toys::Pig{}, config) != nullptr);
    ++seen;
  }
  CHECK(seen >= 9);
}

TEST_CASE("an unknown doctrine or extension is named", "[agents]") {
  auto config = read("kind = \"doctrine\"\ndoctrine = \"berezina\"\n");
  CHECK_THROWS_WITH(ai::make_agent(toys::Pig{}, config), Contains("berezina"));
  CHECK(ai::load_agent(kAgents / "general.toml").search.memory_mb ==
        ai::load_agent(kAgents / "marshal.toml").search.memory_mb);
  CHECK(ai::load_agent(kAgents / "general.toml").hash !=
        ai::load_agent(kAgents / "marshal.toml").hash);
}

TEST_CASE("an agent elsewhere may extend one of those in configs/agents", "[agents]") {
  const auto folder =
      std::filesystem::temp_directory_path() / ("niemen-agents-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  core::write_file(folder / "mine.toml", "extends = \"general\"\niterations = 3\n");
  core::write_file(folder / "orphan.toml", "extends = \"nobody\"\n");
  const auto general = ai::load_agent(kAgents / "general.toml");
  const auto mine = ai::load_agent(folder / "mine.toml");
  CHECK(mine.search.iterations == 3);
  CHECK(mine.turn.set_up_iterations == general.turn.set_up_iterations);
  CHECK_THROWS_WITH(ai::load_agent(folder / "orphan.toml"),
                    Contains("orphan.toml:1") && Contains("nobody") && Contains("general"));
  std::filesystem::remove_all(folder);
}

TEST_CASE("an agent that searches may be given a clock", "[agents]") {
  const auto captain = ai::find_agent(ai::with_clock("captain", 30));
  CHECK(captain.name == "captain@30");
  CHECK(captain.clock.seconds_per_turn == 30);
  CHECK(captain.search.iterations == 0);
  CHECK(captain.search.rollout_turns == ai::find_agent("captain").search.rollout_turns);
  CHECK(captain.hash != ai::find_agent("captain@31").hash);
  CHECK(ai::with_clock("captain", 0) == "captain");
  CHECK_THROWS_WITH(ai::find_agent("doctrine@5"), Contains("does not search"));
  CHECK_THROWS_WITH(ai::find_agent("nobody@5"), Contains("no agent \"nobody\""));
  for (const char* name : {"captain@", "captain@0", "captain@five", "captain@1e9"})
    CHECK_THROWS_WITH(ai::find_agent(name), Contains("1 to 86400"));
}

TEST_CASE("every agent parameter is described", "[agents]") {
  const auto rows = ai::agent_parameters();
  CHECK(rows.size() > 20);
  for (const auto& row : rows) {
    INFO(row.key);
    CHECK_FALSE(row.help.empty());
  }
}
