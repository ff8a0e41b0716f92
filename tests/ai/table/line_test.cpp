// An expected course is told in words as far as it can happen.
#include "ai/table/line.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"

using namespace niemen;

TEST_CASE("an expected course is told in the words of its choices", "[table]") {
  for (const auto* title :
       {"lorn-valley", "portugal-1810", "grand-tactical-1812", "borodino-1812"}) {
    play::GameRequest request;
    request.folder = play::find_game_folder(title);
    const auto game = systems::load_game(request);
    const auto start = game->initial();
    auto world = start;
    std::vector<std::string> line, words;
    constexpr std::size_t kSteps = 60;
    while (line.size() < kSteps) {
      const bool die = game->actor(world) == play::Actor::Nature;
      const auto action = die ? game->chance(world).front().action : game->legal(world).back();
      line.push_back(game->action_text(world, action));
      words.push_back(line.back());
      if (!die) {
        const auto choices = game->whole_view(world).choices;
        const auto choice = std::ranges::find(choices, action, &play::Choice::action);
        REQUIRE(choice != choices.end());
        if (!choice->words.empty()) words.back() = choice->words;
      }
      game->apply(world, action);
    }
    INFO(title);
    CHECK(words != line);
    CHECK(ai::table::line_words(*game, start, line) == words);

    auto broken = line;
    broken[1] = "nothing that can be done";
    auto told = broken;
    told[0] = words[0];
    CHECK(ai::table::line_words(*game, start, broken) == told);
  }
}
