// What an attack is reckoned from, against what is told when it is fought out.
#include "ai/table/reckoning.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <iterator>

#include "ai/table/chance.h"
#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"

using namespace niemen;

namespace {

/// The value of a side that was told under a name; null: none was.
const play::Event* told_value(const play::AnyGame& game, const std::vector<play::Event>& events,
                              const ai::table::Reckoning& reckoning) {
  const auto found = std::ranges::find_if(events, [&](const play::Event& event) {
    return event.side == reckoning.side && game.event_row(event).name == reckoning.name;
  });
  return found == events.end() ? nullptr : &*found;
}

bool has_part(const play::Event& event, const play::Modifier& part) {
  return std::ranges::any_of(event.modifiers, [&](const play::Modifier& other) {
    return other.reason == part.reason && other.value == part.value;
  });
}

/// What is told of a decision and of the dice that fall next.
std::vector<play::Event> fought_out(const play::AnyGame& game, play::AnyState state,
                                    play::Action action, core::RandomStream& random) {
  auto told = game.apply(state, action);
  while (game.actor(state) == play::Actor::Nature) {
    auto more = game.apply(state, play::draw(game.chance(state), random.next()));
    std::ranges::move(more, std::back_inserter(told));
  }
  return told;
}

/// Whether values of both sides were held against each other.
bool is_fight(const std::vector<play::Event>& told) {
  bool reckoned[play::kSides] = {};
  for (const auto& event : told)
    if (event.side >= 0 && event.modifiers.size() > 1) reckoned[event.side] = true;
  return reckoned[0] && reckoned[1];
}

}  // namespace

TEST_CASE("an attack is reckoned from the parts that are told when its dice have fallen",
          "[table]") {
  play::GameRequest request;
  request.folder = play::find_game_folder("russia-1812");
  const auto game = systems::load_game(request);
  core::RandomStream random(31);
  auto state = game->initial();
  constexpr int kAttacks = 12;
  int attacks = 0, values = 0;
  for (int decisions = 0; decisions < 50'000 && attacks < kAttacks; ++decisions) {
    if (!play::is_side(game->actor(state))) state = game->initial();  // another campaign
    const auto legal = game->legal(state);
    const auto action = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
    const auto told = fought_out(*game, state, action, random);
    if (is_fight(told)) {
      const auto seen = game->observe(state, play::viewer_of(play::side_of(game->actor(state))));
      for (const auto& reckoning :
           ai::table::reckonings_of(*game, seen, {action}, {.trials = 16})) {
        CHECK(!reckoning.parts.empty());
        const auto* value = told_value(*game, told, reckoning);
        if (!value) continue;
        ++values;
        for (const auto& part : reckoning.parts) {
          CHECK(has_part(*value, part));
          CHECK(!part.reason.starts_with("die"));
        }
      }
      ++attacks;
    }
    game->apply(state, action);
    while (game->actor(state) == play::Actor::Nature)
      game->apply(state, play::draw(game->chance(state), random.next()));
  }
  CHECK(attacks == kAttacks);
  CHECK(values >= kAttacks / 2);  // of orders that are seldom obeyed nothing is reckoned
}

TEST_CASE("pairs that all came out alike bound what others may come to", "[table]") {
  ai::table::Endings first, second;
  for (int i = 0; i < 100; ++i) {
    first.scores.push_back(i % 2);
    second.scores.push_back(i % 2);
    first.margins.push_back(i);
    second.margins.push_back(i);
  }
  const auto change = ai::table::difference(first, second);
  CHECK(change.value == 0);
  CHECK(change.low < 0);
  CHECK(change.low > -0.05);
  CHECK(change.high == Approx(-change.low));
  // Of one pair next to nothing is known.
  const ai::table::Endings lost{{0}, {-3}}, won{{1}, {3}};
  CHECK(ai::table::difference(lost, won).low < 0);
}
