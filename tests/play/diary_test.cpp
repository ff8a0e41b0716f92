#include "engine/play/diary.h"

#include <catch2/catch.hpp>
#include <set>

#include "engine/play/random_play.h"
#include "engine/systems/registry.h"

using namespace niemen;

namespace {

constexpr std::uint64_t kKey = 11;

/// A campaign at random, as a log that was played again would give it.
play::Replay random_replay(const std::string& scenario, const std::string& title = "strategic-1812",
                           std::uint64_t key = kKey) {
  play::GameRequest request;
  request.folder = std::string(NIEMEN_SOURCE_DIR) + "/configs/games/" + title;
  request.scenario = scenario;
  play::Replay replay;
  replay.game = systems::load_game(request);
  replay.states.push_back(replay.game->initial());
  for (const auto action : replay.game->random_actions(key, 100'000)) {
    auto state = replay.states.back();
    replay.game->apply(state, action);
    replay.actions.push_back(action);
    replay.states.push_back(std::move(state));
  }
  return replay;
}

std::string all_text(const std::vector<play::DiaryTurn>& diary) {
  std::string text;
  for (const auto& turn : diary)
    for (const auto& phase : turn.phases)
      for (const auto& paragraph : phase.paragraphs) {
        text += paragraph.text + "\n";
        for (const auto& row : paragraph.table) text += row.text + " | " + row.parts + "\n";
      }
  return text;
}

int times(const std::string& text, const std::string& words) {
  int count = 0;
  for (auto at = text.find(words); at != text.npos; at = text.find(words, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("a diary tells the steps of a march in one sentence", "[diary]") {
  const auto replay = random_replay("3-october", "grand-tactical-1812");
  const auto& game = *replay.game;
  int moves = 0, marches = 0;
  std::vector<int> mover;
  int reached = -1;
  for (std::size_t i = 0; i < replay.actions.size(); ++i) {
    auto state = replay.states[i];
    for (const auto& event : game.apply(state, replay.actions[i])) {
      const bool moved = game.event_row(event).name == "moves" && event.places.size() == 2;
      moves += moved;
      marches += moved && (event.pieces != mover || event.places[0] != reached);
      mover = moved ? event.pieces : std::vector<int>{};
      reached = moved ? event.places[1] : -1;
    }
  }
  REQUIRE(moves > marches);
  CHECK(times(all_text(play::diary_of(replay, play::Viewer::Public)), " moves from ") == marches);
}

TEST_CASE("a diary names each place once where a set-up is told", "[diary]") {
  const auto replay = random_replay("shevardino", "borodino-1812");
  const auto& game = *replay.game;
  std::set<std::pair<int, int>> places;  // of a side
  int deployed = 0;
  for (std::size_t i = 0; i < replay.actions.size(); ++i) {
    auto state = replay.states[i];
    for (const auto& event : game.apply(state, replay.actions[i]))
      if (game.event_row(event).name == "deployed") {
        places.emplace(event.side, event.places.at(0));
        ++deployed;
      }
  }
  REQUIRE(deployed > static_cast<int>(places.size()));
  const auto text = all_text(play::diary_of(replay, play::Viewer::Public));
  CHECK(times(text, " deploys in ") + times(text, " deploy in ") ==
        static_cast<int>(places.size()));
}

TEST_CASE("a diary has a section for each turn, with the account at its end", "[diary]") {
  const auto replay = random_replay("1-historical");
  const auto diary = play::diary_of(replay, play::Viewer::Public);
  REQUIRE(diary.size() == 13);
  for (std::size_t i = 0; i < diary.size(); ++i) {
    CHECK(diary[i].turn == static_cast<int>(i) + 1);
    CHECK(diary[i].closing.turn == std::min(static_cast<int>(i) + 2, 13));
    CHECK_FALSE(diary[i].closing.account.empty());
    // Two Player-Turns and the Supply Interphase.
    CHECK(diary[i].phases.size() >= 3);
  }
  const auto text = play::diary_text(diary, replay.game->info());
  CHECK(text.find("\nGame-Turn 13 of 13, late December 1812\n===") != std::string::npos);
  CHECK(text.find("French has ") != std::string::npos);
}

TEST_CASE("a diary tells every event once, and each battle as one paragraph", "[diary]") {
  constexpr std::uint64_t kWithDice = 14;  // battles with dice are rare at random
  const auto replay = random_replay("1-historical", "strategic-1812", kWithDice);
  const auto& game = *replay.game;
  std::size_t battles = 0, dice = 0, events = 0;
  for (std::size_t i = 0; i < replay.actions.size(); ++i) {
    auto state = replay.states[i];
    for (const auto& event : game.apply(state, replay.actions[i])) {
      const auto row = game.event_row(event);
      battles += row.name == "battle";
      dice += row.name == "combat-rolled";
      events += row.weight == play::Weight::Operation || row.weight == play::Weight::Detail;
    }
  }
  REQUIRE(battles >= 5);
  REQUIRE(dice >= 1);
  std::size_t told_battles = 0, told_dice = 0, rows = 0;
  for (const auto& turn : play::diary_of(replay, play::Viewer::Public))
    for (const auto& phase : turn.phases)
      for (const auto& paragraph : phase.paragraphs) {
        told_battles += paragraph.kind == "battle";
        rows += paragraph.table.size();
        for (const auto& row : paragraph.table) {
          told_dice += row.text.find("combat at ") == 0;
          CHECK(paragraph.kind != "stack-moves");
        }
      }
  CHECK(told_battles == battles);
  CHECK(told_dice == dice);
  CHECK(rows < events);
}

TEST_CASE("a seat's diary is told to it, and keeps the enemy's secrets", "[diary]") {
  const auto replay = random_replay("1-free");
  const auto whole = all_text(play::diary_of(replay, play::Viewer::Public));
  const auto french = all_text(play::diary_of(replay, play::Viewer::SideA));
  const auto russian = all_text(play::diary_of(replay, play::Viewer::SideB));
  CHECK(whole.find("The Russian side deploys") != std::string::npos);
  CHECK(whole.find("You ") == std::string::npos);
  CHECK(french.find("The Russian side deploys") == std::string::npos);
  CHECK(french.find("You deploy") != std::string::npos);
  CHECK(russian.find("The French side deploys") == std::string::npos);
  CHECK(russian.find("You deploy") != std::string::npos);
  for (const auto& turn : play::diary_of(replay, play::Viewer::SideA))
    for (const auto& counter : turn.closing.counters)
      if (!counter.known) CHECK(counter.side == 1);
}
