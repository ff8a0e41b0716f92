// Short playthroughs, compared line by line with what was recorded. To write them anew after a rule
// has changed: NIEMEN_WRITE_GOLDEN=1 build/release/niemen_tests "[golden]", then read the
// difference.
#pragma once

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "engine/core/random.h"
#include "engine/play/any_game.h"
#include "engine/play/game.h"
#include "engine/play/recorder.h"

namespace niemen::support {

/// Uniformly random decisions, `steps` of them, each with what it brings about; then the position.
template <class Game>
std::string playthrough(const Game& game, const play::GameInfo& info, const std::string& title,
                        int steps) {
  constexpr std::uint64_t kKey = 1812;
  auto state = game.initial();
  core::RandomStream random(kKey);
  play::ActionList list;
  std::ostringstream text;
  text << "# " << title << ", random play, key " << kKey << "\n";
  for (int step = 0; step < steps && game.actor(state) != play::Actor::Over; ++step) {
    play::Action action;
    std::string who = "nature";
    if (game.actor(state) == play::Actor::Nature) {
      action = play::draw_chance(game, state, kKey);
    } else {
      game.legal(state, list);
      action = list[random.below(static_cast<std::uint32_t>(list.size()))];
      who = info.side_names[play::index(play::side_of(game.actor(state)))] + " of " +
            std::to_string(list.size());
    }
    text << who << ": " << game.action_text(state, action) << "\n";
    play::EventRecorder recorder;
    game.apply(state, action, recorder);
    for (const auto& event : recorder.events) {
      text << "    " << game.event_text(event, play::Viewer::Public) << "\n";
      for (const auto& modifier : event.modifiers)
        text << "      " << modifier.value << " " << game.modifier_text(modifier) << "\n";
    }
  }
  text << "position\n" << game.state_text(state) << "\n";
  return text.str();
}

/// Compares a playthrough with the file of this name in tests/golden.
inline void check_golden(const std::string& name, const std::string& played) {
  const auto file = std::string(NIEMEN_SOURCE_DIR) + "/tests/golden/" + name + ".txt";
  if (std::getenv("NIEMEN_WRITE_GOLDEN")) std::ofstream(file) << played;
  std::ifstream in(file);
  std::stringstream recorded;
  recorded << in.rdbuf();
  std::istringstream a(played), b(recorded.str());
  std::string expected, found;
  for (int line = 1; std::getline(b, expected); ++line) {
    CAPTURE(file, line);
    REQUIRE(std::getline(a, found));
    REQUIRE(found == expected);
  }
  CHECK(played == recorded.str());
}

}  // namespace niemen::support
