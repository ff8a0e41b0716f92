// What every game promises to whoever sits at a table: no hidden fact in anything a seat is given,
// and a reason with a rule for everything that cannot be done.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>

#include "engine/play/random_play.h"
#include "engine/play/session.h"
#include "engine/play/telling.h"
#include "engine/play/view_json.h"
#include "engine/systems/registry.h"

using namespace niemen;
using play::Side;

namespace {

namespace fs = std::filesystem;

/// Every published game under its fullest rules.
std::vector<std::unique_ptr<play::AnyGame>> games() {
  std::vector<std::unique_ptr<play::AnyGame>> list;
  for (const auto& entry : fs::directory_iterator(fs::path(NIEMEN_SOURCE_DIR) / "configs/games")) {
    play::GameRequest request;
    request.folder = entry.path();
    const auto plain = systems::load_game(request);
    if (!plain->info().presets.empty()) request.preset = plain->info().presets.back();
    list.push_back(systems::load_game(request));
  }
  return list;
}

/// Calls `visit` with positions of campaigns at random in which a side decides.
void visit_positions(const play::AnyGame& game, int campaigns, int one_of,
                     const std::function<void(const play::AnyState&, Side)>& visit) {
  constexpr int kLongest = 4000;
  for (int campaign = 0; campaign < campaigns; ++campaign) {
    auto state = game.initial();
    int step = 0;
    for (const auto action :
         game.random_actions(static_cast<std::uint64_t>(campaign) + 50, kLongest)) {
      const auto actor = game.actor(state);
      if (play::is_side(actor) && ++step % one_of == 0) visit(state, play::side_of(actor));
      game.apply(state, action);
    }
  }
}

std::string words_for(const play::AnyGame& game, const std::vector<play::Event>& events,
                      play::Viewer viewer) {
  std::string words;
  for (const auto& event : play::told_to(viewer, events)) {
    words += game.event_text(event, viewer) + "\n";
    for (const auto& modifier : event.modifiers)
      words += std::to_string(modifier.value) + modifier.reason + "\n";
  }
  return words;
}

/// Deals the hidden facts of `most` positions of each game again, one of `one_of` that come up in
/// campaigns at random.
void check_pairs(int most, int campaigns, int one_of) {
  for (const auto& game : games()) {
    INFO(game->info().title);
    int pairs = 0;
    visit_positions(*game, campaigns, one_of, [&](const play::AnyState& state, Side side) {
      if (pairs == most) return;
      ++pairs;
      const auto viewer = play::viewer_of(side);
      core::RandomStream random(77, static_cast<std::uint64_t>(pairs));
      const auto other = game->sample_world(game->observe(state, viewer), random);
      CHECK(play::view_json(game->view(game->observe(state, viewer))).dump() ==
            play::view_json(game->view(game->observe(other, viewer))).dump());
      const auto legal = game->legal(state);
      const auto row = game->step(state);
      CHECK(legal == game->legal(other));
      CHECK(game->prompt(state) == game->prompt(other));
      for (const auto action : legal) {
        CHECK(game->action_text(state, action) == game->action_text(other, action));
        auto after = state, other_after = other;
        const auto events = game->apply(after, action);
        const auto other_events = game->apply(other_after, action);
        // Where nothing came out, nothing may be told that differs. A step that reveals, and the
        // end of a chapter, lay open what no observation keeps.
        if (game->observe(after, viewer) != game->observe(other_after, viewer)) continue;
        if (row.barrier == play::Barrier::Reveal || game->actor(after) == play::Actor::Over ||
            game->step(after).chapter != row.chapter)
          continue;
        CHECK(words_for(*game, events, viewer) == words_for(*game, other_events, viewer));
      }
    });
    CHECK(pairs > most / 5);
  }
}

/// Units that are still to come to a side; with `turn`, up to that.
int units_due(const play::View& view, int side, int turn = std::numeric_limits<int>::max()) {
  int due = 0;
  for (const auto& counter : view.counters) {
    const bool comes = counter.arrives > 0 && counter.arrives <= turn;
    if (comes && counter.side == side) due += counter.count;
  }
  return due;
}

/// Arrivals in a campaign at random, each of which must have been due.
int check_arrivals(const play::AnyGame& game) {
  constexpr std::array<std::string_view, 4> kArrivals{"reinforcement-arrives", "unit-arrives",
                                                      "arrives", "enters"};
  auto state = game.initial();
  int arrived = 0;
  for (const auto action : game.random_actions(50, 4000)) {
    const auto before = state;
    const auto events = game.apply(state, action);
    const auto event = std::ranges::find_if(events, [&](const play::Event& one) {
      return std::ranges::count(kArrivals, game.event_row(one).name) > 0;
    });
    if (event == events.end()) continue;
    // The Swedes come with an expedition that may never be made (16.12): none waits for them.
    if (game.event_text(*event, play::Viewer::Public).starts_with("Swedish")) continue;
    ++arrived;
    const auto was = game.whole_view(before), is = game.whole_view(state);
    CHECK(units_due(is, event->side) < units_due(was, event->side));
    if (was.turn == is.turn) CHECK(units_due(was, event->side, was.turn) > 0);
  }
  return arrived;
}

}  // namespace

TEST_CASE("whoever arrives was due, and is no longer", "[promises]") {
  int games_with = 0;
  for (const auto& game : games()) {
    INFO(game->info().title);
    if (check_arrivals(*game) > 0) ++games_with;
  }
  CHECK(games_with >= 7);
}

TEST_CASE("what a seat is given is the same however the hidden facts lie", "[promises][trials]") {
  check_pairs(250, 40, 29);
}

TEST_CASE("ten thousand positions dealt again give nothing away", "[.long][promises]") {
  check_pairs(2000, 400, 31);
}

TEST_CASE("everything that cannot be done is refused with a rule and a reason", "[promises]") {
  for (const auto& game : games()) {
    INFO(game->info().title);
    // Decisions of other moments of the same campaigns, tried here.
    std::vector<play::Action> pool;
    visit_positions(*game, 3, 17, [&](const play::AnyState& state, Side) {
      const auto legal = game->legal(state);
      pool.push_back(legal[pool.size() % legal.size()]);
    });
    core::RandomStream random(3);
    int refused = 0;
    visit_positions(*game, 6, 13, [&](const play::AnyState& state, Side side) {
      const auto legal = game->legal(state);
      core::RandomStream deal(5, static_cast<std::uint64_t>(refused));
      const auto other = game->sample_world(game->observe(state, play::viewer_of(side)), deal);
      for (int i = 0; i < 10; ++i) {
        const auto action = pool[random.below(static_cast<std::uint32_t>(pool.size()))];
        const auto verdict = game->why(state, action);
        CHECK(verdict.ok == std::ranges::binary_search(legal, action));
        if (verdict.ok) continue;
        ++refused;
        CHECK_FALSE(verdict.rule.empty());
        CHECK(verdict.reason.size() > 5);
        const auto same = game->why(other, action);
        CHECK((same.rule == verdict.rule && same.reason == verdict.reason &&
               same.culprit == verdict.culprit));
      }
    });
    CHECK(refused > 100);
  }
}

TEST_CASE("a number that is no decision is refused like any other", "[promises]") {
  for (const auto& game : games()) {
    INFO(game->info().title);
    core::RandomStream random(9);
    int refused = 0;
    auto state = game->initial();
    for (const auto action : game->random_actions(60, 1500)) {
      const auto possible =
          play::is_side(game->actor(state)) ? game->legal(state) : std::vector<play::Action>{};
      for (const auto number : {action ^ 1U << random.below(32), action + 1 + random.below(300),
                                random.below(std::numeric_limits<std::uint32_t>::max())}) {
        CAPTURE(game->state_text(state), number);
        const auto verdict = game->why(state, number);
        if (game->actor(state) == play::Actor::Nature) continue;
        CHECK(verdict.ok == std::ranges::binary_search(possible, number));
        if (verdict.ok) continue;
        ++refused;
        CHECK_FALSE(verdict.rule.empty());
        CHECK(verdict.reason.size() > 5);
      }
      game->apply(state, action);
    }
    CHECK(refused > 100);
  }
}
