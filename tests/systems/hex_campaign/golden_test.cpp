// Short playthroughs of the campaigns of 1813, of 1799 and of both years, compared line by line. To
// write them anew after a rule has changed: NIEMEN_WRITE_GOLDEN=1 build/release/niemen_tests
// "[golden]", then read the difference.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"

using namespace niemen;

namespace {

/// Steps of a random campaign that are told, after those that are only played.
struct Passage {
  const char* game;
  const char* scenario;
  int unseen;
  int shown = 110;
};
constexpr std::uint64_t kKey = 1813;

std::string who_decides(const play::AnyGame& game, const play::AnyState& state) {
  const auto actor = game.actor(state);
  if (actor == play::Actor::Nature) return "nature";
  return game.info().side_names[play::index(play::side_of(actor))] + " of " +
         std::to_string(game.legal(state).size());
}

/// The lines of a position that name neither pieces nor a decision under way.
std::string markers_of(const std::string& position) {
  std::istringstream lines(position);
  std::string kept;
  for (std::string line; std::getline(lines, line);)
    for (const auto* word : {"turn ", "phase ", "depot ", "battle-points ", "train-losses "})
      if (line.starts_with(word)) kept += line + "\n";
  return kept;
}

std::string playthrough(const Passage& passage) {
  play::GameRequest request;
  request.folder = play::find_game_folder(passage.game);
  request.scenario = passage.scenario;
  const auto game = systems::load_game(request);
  const auto actions = game->random_actions(kKey, passage.unseen + passage.shown);
  auto state = game->initial();
  std::ostringstream text;
  text << "# " << passage.game << ", " << passage.scenario << ", random play, key " << kKey
       << ", after " << passage.unseen << " steps\n";
  for (int step = 0; step < static_cast<int>(actions.size()); ++step) {
    const auto action = actions[static_cast<std::size_t>(step)];
    const bool told = step >= passage.unseen;
    if (told) text << who_decides(*game, state) << ": " << game->action_text(state, action) << "\n";
    const auto events = game->apply(state, action);
    if (!told) continue;
    for (const auto& event : events) {
      text << "    " << event.text << "\n";
      for (const auto& modifier : event.modifiers)
        text << "      " << modifier.value << " " << modifier.reason << "\n";
    }
  }
  text << "position\n" << markers_of(game->state_text(state));
  return text.str();
}

}  // namespace

TEST_CASE("playthroughs of 1813, 1799 and both years are as recorded", "[hex_campaign][golden]") {
  const auto passage = GENERATE(
      Passage{"nemesis-1813", "historical", 400}, Passage{"nemesis-1813", "spring", 300},
      Passage{"italy-1799", "historical", 300}, Passage{"italy-1799", "before-suvorov", 150},
      Passage{"linked-1812-1813", "historical", 400});
  const auto file = std::string(NIEMEN_SOURCE_DIR) + "/tests/golden/" + passage.game + "-" +
                    passage.scenario + ".txt";
  const auto played = playthrough(passage);
  if (std::getenv("NIEMEN_WRITE_GOLDEN")) std::ofstream(file) << played;
  std::stringstream recorded;
  recorded << std::ifstream(file).rdbuf();
  std::istringstream a(played), b(recorded.str());
  std::string expected, found;
  for (int line = 1; std::getline(b, expected); ++line) {
    CAPTURE(file, line);
    REQUIRE(std::getline(a, found));
    REQUIRE(found == expected);
  }
  CHECK(played == recorded.str());
}
