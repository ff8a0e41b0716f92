#include "engine/play/log.h"

#include <catch2/catch.hpp>
#include <span>
#include <sstream>

#include "engine/play/random_play.h"
#include "tests/play/toy_games.h"

using namespace niemen;

namespace {

std::string random_log(const std::string& title, std::uint64_t key) {
  play::GameRequest request;
  request.folder = title;
  const auto game = toys::load_toy(request);
  play::LogHeader header;
  header.request = request;
  header.campaign_key = key;
  header.players[0] = header.players[1] = "random";
  std::vector<play::Action> actions;
  auto decisions = play::decision_stream(key);
  auto state = game->initial();
  for (auto actor = game->actor(state); actor != play::Actor::Over; actor = game->actor(state)) {
    const auto legal = game->legal(state);
    actions.push_back(
        actor == play::Actor::Nature
            ? play::draw(game->chance(state), play::chance_bits(key, game->chance_key(state)))
            : legal[decisions.below(static_cast<std::uint32_t>(legal.size()))]);
    game->apply(state, actions.back());
  }
  return play::log_of(*game, header, actions);
}

play::Replay replay(const std::string& text) {
  return play::replay_log(text, "x.jsonl", toys::find_toy, toys::load_toy);
}

/// `text` with the first `from` at or after `start` replaced.
std::string edited(std::string text, const std::string& from, const std::string& to,
                   std::size_t start = 0) {
  const auto at = text.find(from, start);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

/// The lines of `text` sealed anew, as a program writes them that plays otherwise.
std::string sealed(const std::string& text) {
  play::Seal seal;
  std::string result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    result += seal.close(line.substr(0, line.rfind(",\"sum\"")) + "}");
  return result;
}

}  // namespace

TEST_CASE("a log plays again to the same campaign") {
  for (const auto* title : {"kuhn", "pennies", "pig"}) {
    for (std::uint64_t key = 1; key <= 20; ++key) {
      const auto text = random_log(title, key);
      const auto again = replay(text);
      CHECK(again.header.title == title);
      CHECK(again.header.campaign_key == key);
      CHECK(again.states.size() == again.actions.size() + 1);
      CHECK(again.game->actor(again.states.back()) == play::Actor::Over);
      CHECK(again.outcome == again.game->outcome(again.states.back()));
    }
  }
}

TEST_CASE("a log tells of a forfeit, and why only to the seat that failed") {
  const auto whole = replay(random_log("kuhn", 3));
  const auto& game = *whole.game;
  const auto dealt = std::span(whole.actions).first(2);
  REQUIRE(game.actor(whole.states[2]) == play::Actor::SideA);
  const play::Forfeit forfeit{play::Side::A, "answered \"king\", which is not legal"};
  const auto text = play::log_of(game, whole.header, dealt, forfeit);
  const auto again = replay(text);
  CHECK(again.forfeit == forfeit);
  CHECK(again.actions.size() == 2);
  CHECK(again.outcome == play::Outcome::of_forfeit(forfeit.side));
  CHECK(again.outcome.winner == play::Outcome::Winner::B);
  CHECK(again.outcome.level == play::Outcome::kNoLevel);
  CHECK_FALSE(whole.forfeit);

  const play::Forfeit noise{play::Side::A, "answered \"\xff\""};
  CHECK_THAT(replay(play::log_of(game, whole.header, dealt, noise)).forfeit->reason,
             Catch::StartsWith("answered"));

  const auto failed = play::seat_log(again, play::Viewer::SideA);
  const auto won = play::seat_log(again, play::Viewer::SideB);
  CHECK_THAT(failed, Catch::Contains("king"));
  CHECK_THAT(won, Catch::Contains("\"forfeit\":\"A\"") && !Catch::Contains("king"));

  const auto last = text.rfind("{\"end\"");
  CHECK_THROWS_WITH(replay(edited(text, "\"forfeit\":\"A\"", "\"forfeit\":\"B\"", last)),
                    Catch::Contains("x.jsonl:4") && Catch::Contains("forfeit"));
  CHECK_THROWS_WITH(replay(edited(text, "king", "ten", last)), Catch::Contains("checksum"));
  CHECK_THROWS_WITH(replay(text + "{}\n"), Catch::Contains("after the end"));
  const auto undealt = play::log_of(game, whole.header, dealt.first(1), forfeit);
  CHECK_THROWS_WITH(replay(undealt), Catch::Contains("x.jsonl:3"));
}

TEST_CASE("a cut log is refused at its last line") {
  const auto text = random_log("kuhn", 3);
  CHECK_THROWS_WITH(replay(""), Catch::Contains("x.jsonl:1"));
  CHECK_THROWS_WITH(replay(text.substr(0, text.size() - 5)), Catch::Contains("cut off"));
  const auto last = text.rfind('\n', text.size() - 2) + 1;
  CHECK_THROWS_WITH(replay(text.substr(0, last)), Catch::Contains("lines are missing"));
  CHECK_THROWS_WITH(replay(text + "{}\n"), Catch::Contains("after the end"));
  const auto second = text.find('\n') + 1, third = text.find('\n', second) + 1;
  CHECK_THROWS_WITH(replay(text.substr(0, second) + text.substr(third)),
                    Catch::Contains("x.jsonl:2"));
}

TEST_CASE("a changed log is refused at the line that was changed") {
  const auto text = random_log("kuhn", 3);
  CHECK_THROWS_WITH(replay(edited(text, "\"random\"", "\"expert\"")),
                    Catch::Contains("x.jsonl:1") && Catch::Contains("checksum"));
  CHECK_THROWS_WITH(replay(edited(text, "\"kuhn\"", "\"pig\"")), Catch::Contains("x.jsonl:1"));
  CHECK_THROWS_WITH(replay(edited(text, "\"data\":\"0", "\"data\":\"1")),
                    Catch::Contains("other data"));
  CHECK_THROWS_WITH(replay(edited(text, "\"key\":\"0", "\"key\":\"8")),
                    Catch::Contains("x.jsonl:"));
  const auto second = text.find('\n') + 1;
  CHECK_THROWS_WITH(replay(edited(text, "deal", "dealt", second)), Catch::Contains("x.jsonl:2"));
  const auto bid = text.find("\"actor\":\"A\"");
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(bid), '\n');
  const std::string was = text.find("pass", bid) < text.find("bet", bid) ? "pass" : "bet";
  CHECK_THROWS_WITH(replay(edited(text, was, was == "pass" ? "bet" : "pass", bid)),
                    Catch::Contains("x.jsonl:" + std::to_string(line)));
  CHECK_THROWS_WITH(replay(edited(text, "\"hash\":\"", "\"hash\":\"0", bid)),
                    Catch::Contains("hash"));
  CHECK_THROWS_WITH(replay("[1]\n"), Catch::Contains("x.jsonl:1"));
  CHECK_THROWS_WITH(replay("{\"niemen\":5}\n"), Catch::Contains("x.jsonl:1"));
}

TEST_CASE("a seat's log holds nothing that the seat may not know") {
  const auto again = replay(random_log("kuhn", 3));
  const auto log = play::seat_log(again, play::Viewer::SideA);
  CHECK(log.find("\"key\"") == std::string::npos);
  CHECK(log.find("\"hash\"") == std::string::npos);
  CHECK(log.find("\"seat\":\"First\"") != std::string::npos);
  // The other hand is never named unless it was shown; A sees one deal, its own.
  const auto first = log.find("\"text\":\"deal");
  REQUIRE(first != std::string::npos);
  CHECK(log.find("\"text\":\"deal", first + 1) == std::string::npos);
}

TEST_CASE("seat logs of campaigns that differ in hidden facts alone are the same bytes") {
  std::string seen;
  int equal = 0;
  for (std::uint64_t key = 1; key <= 60; ++key) {
    const auto again = replay(random_log("kuhn", key));
    const auto& game = *again.game;
    if (game.state_text(again.states[2]).substr(0, 9) != "cards 1,0" &&
        game.state_text(again.states[2]).substr(0, 9) != "cards 1,2")
      continue;
    // A folds at once: the other hand stays face down.
    if (again.actions.size() != 5 || again.actions[2] != 0 || again.actions[3] != 1 ||
        again.actions[4] != 0)
      continue;
    const auto log = play::seat_log(again, play::Viewer::SideA);
    if (seen.empty()) seen = log;
    CHECK(seen == log);
    ++equal;
  }
  CHECK(equal >= 2);
}

TEST_CASE("a line of lists within lists is refused, not followed") {
  const auto text = random_log("kuhn", 1);
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  const auto start = text.find("\"events\":");
  auto changed = text;
  changed.replace(start + 9, text.find(']', start) - start - 8, deep);
  CHECK_THROWS_WITH(replay(changed), Catch::StartsWith("x.jsonl:2: \"events\" is "));
  CHECK_THROWS_WITH(replay(edited(text, "\"niemen\":5", "\"niemen\":" + deep)),
                    Catch::StartsWith("x.jsonl:1: not the first line"));
}

TEST_CASE("a log of a newer program is refused with what to do") {
  const auto text = random_log("kuhn", 1);
  REQUIRE(sealed(text) == text);
  CHECK_THROWS_WITH(
      replay(sealed(edited(text, "\"niemen\":5", "\"niemen\":6"))),
      Catch::StartsWith("x.jsonl:1: a campaign log of version 6, written by a newer") &&
          Catch::Contains("replays versions 1 to 5"));
}

TEST_CASE("a log that is played on otherwise since a rule was corrected says so") {
  const auto text = random_log("kuhn", 1);
  const auto second = text.find('\n', text.find('\n') + 1);
  // Damage is told as what it is, another program's work as that.
  const auto changed = edited(text, "\"hash\":\"", "\"hash\":\"f", second);
  CHECK_THROWS_WITH(replay(changed),
                    Catch::StartsWith("x.jsonl:3: \"hash\" is ") && !Catch::Contains("corrected"));
  CHECK_THROWS_WITH(replay(sealed(changed)), Catch::StartsWith("x.jsonl:3: \"hash\" is ") &&
                                                 Catch::Contains("a rule was corrected since"));
}
