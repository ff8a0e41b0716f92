#include "ai/table/line.h"

#include <algorithm>

namespace niemen::ai::table {

namespace {

bool is_outcome(const std::vector<play::ChanceOutcome>& outcomes, play::Action action) {
  return std::ranges::find(outcomes, action, &play::ChanceOutcome::action) != outcomes.end();
}

}  // namespace

std::vector<std::string> line_words(const play::AnyGame& game, play::AnyState world,
                                    std::vector<std::string> line) {
  for (auto& step : line) {
    const auto actor = game.actor(world);
    if (actor == play::Actor::Over) break;
    const auto action = game.parse_action(world, step);
    if (!action) break;
    if (actor == play::Actor::Nature) {
      if (!is_outcome(game.chance(world), *action)) break;
    } else {
      const auto choices = game.whole_view(world).choices;
      const auto choice = std::ranges::find(choices, *action, &play::Choice::action);
      if (choice == choices.end()) break;
      if (!choice->words.empty()) step = choice->words;
    }
    game.apply(world, *action);
  }
  return line;
}

}  // namespace niemen::ai::table
