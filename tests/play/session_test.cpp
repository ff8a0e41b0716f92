// Sessions: what is acknowledged stays, what is taken back is as it was, what comes too late
// changes nothing.
#include "engine/play/session.h"
#include "engine/play/view_json.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "engine/core/digest.h"
#include "engine/core/file_writer.h"
#include "engine/core/random.h"
#include "engine/systems/registry.h"
#include "tests/play/toy_games.h"

using namespace niemen;
using Catch::Matchers::Contains;
using play::Side;

namespace {

/// As long as what an agent says.
constexpr const char* kReason =
    "its search gave it 62 % to win (45 to 71); place 3512 promised 10 points less (2 to 18), "
    "place 2912 was equal to it";

namespace fs = std::filesystem;

/// A folder that goes with the test.
struct Folder {
  Folder() {
    auto name = (fs::temp_directory_path() / "niemen-session-XXXXXX").string();
    path = ::mkdtemp(name.data());
    ::setenv("XDG_DATA_HOME", (path / "data").c_str(), 1);  // where keys are kept
  }
  ~Folder() { fs::remove_all(path); }
  fs::path operator/(const std::string& name) const { return path / name; }
  fs::path path;
};

play::SessionSettings toy(const std::string& title, std::uint64_t key = 4) {
  play::SessionSettings settings;
  settings.request.folder = title;
  settings.campaign_key = key;
  return settings;
}

fs::path project_game(std::string_view title) {
  return fs::path(NIEMEN_SOURCE_DIR) / "configs" / "games" / title;
}

play::SessionSettings campaign(const std::string& title, std::uint64_t key) {
  auto settings = toy(title, key);
  settings.request.folder = project_game(title);
  return settings;
}

play::Session open_toy(const fs::path& file) {
  return play::Session::open(file, toys::find_toy, toys::load_toy);
}

play::Session open_campaign(const fs::path& file) {
  return play::Session::open(file, project_game, systems::load_game);
}

/// One of the decisions of whoever is to move, by lot.
void decide_at_random(play::Session& session, core::RandomStream& random) {
  const auto side = play::side_of(session.actor());
  const auto legal = session.game().legal(session.state());
  session.decide(side, session.revision(),
                 legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
}

std::uint64_t hash_of(const play::Session& session) { return session.game().hash(session.state()); }

std::string refusal(const std::function<void()>& request) {
  try {
    request();
  } catch (const play::Refused& refused) {
    return refused.what();
  }
  return "";
}

std::string error_of(const std::function<void()>& request) {
  try {
    request();
  } catch (const core::InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a session goes on where it stopped, from its file alone", "[session]") {
  const Folder folder;
  core::RandomStream random(1);
  for (const auto* title : {"pig", "kuhn", "pennies"}) {
    const auto file = folder / title;
    std::uint64_t hash = 0;
    std::size_t steps = 0;
    for (bool over = false; !over;) {
      auto session =
          steps == 0 ? play::Session::create(file, toy(title), toys::load_toy) : open_toy(file);
      if (steps > 0) {
        CHECK(hash_of(session) == hash);
        CHECK(session.steps().size() == steps);
        CHECK(session.recovery().empty());
      }
      if (!session.over()) decide_at_random(session, random);
      hash = hash_of(session);
      steps = session.steps().size();
      over = session.over();
      if (!over) continue;
      const auto replay =
          play::replay_log(session.campaign_log(), title, toys::find_toy, toys::load_toy);
      CHECK(replay.actions.size() == steps);
      CHECK(replay.outcome == session.outcome());
    }
  }
}

namespace {

/// Decides at random in a process of its own until it is killed; what it acknowledged last: steps
/// and hash.
std::pair<std::size_t, std::uint64_t> acknowledged_before_kill(const fs::path& file,
                                                               std::uint64_t key, unsigned wait) {
  int pipe_ends[2];
  REQUIRE(::pipe(pipe_ends) == 0);
  const auto child = ::fork();
  if (child == 0) {
    auto session = open_campaign(file);
    core::RandomStream random(key);
    while (!session.over()) {
      decide_at_random(session, random);
      const std::uint64_t acknowledged[2] = {session.steps().size(), hash_of(session)};
      if (::write(pipe_ends[1], acknowledged, sizeof acknowledged) < 0) std::_Exit(1);
    }
    ::pause();
  }
  ::close(pipe_ends[1]);
  std::uint64_t last[2] = {0, 0}, now[2];
  // At least one decision, then killed in the middle of what comes.
  if (::read(pipe_ends[0], now, sizeof now) == sizeof now) std::copy(now, now + 2, last);
  ::usleep(wait);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  while (::read(pipe_ends[0], now, sizeof now) == sizeof now) std::copy(now, now + 2, last);
  ::close(pipe_ends[0]);
  return {last[0], last[1]};
}

/// Campaigns that go on after every kill, until there were so many.
void check_kills(int kills) {
  constexpr unsigned kLongest = 3000;  // microseconds before a kill
  const Folder folder;
  core::RandomStream moments(5);
  for (std::uint64_t key = 3; kills > 0; ++key) {
    const auto file = folder / ("killed-" + std::to_string(key));
    { play::Session::create(file, campaign("strategic-1812", key), systems::load_game); }
    for (bool over = false; !over && kills > 0; --kills) {
      const auto [steps, hash] =
          acknowledged_before_kill(file, 100 + moments.next() % 1000, moments.below(kLongest));
      const auto session = open_campaign(file);
      INFO(kills << " kills to go: " << session.recovery());
      REQUIRE(steps > 0);
      REQUIRE(session.steps().size() >= steps);
      CHECK(session.game().hash(session.state(steps)) == hash);
      over = session.over();
    }
  }
}

}  // namespace

TEST_CASE("a program that is killed at any moment loses nothing it acknowledged", "[session]") {
  check_kills(60);
}

TEST_CASE("a thousand kills lose nothing that was acknowledged", "[.long][session-kills]") {
  check_kills(1000);
}

TEST_CASE("every cut of a session's file comes back to an acknowledged decision", "[session]") {
  const Folder folder;
  core::RandomStream random(2);
  std::vector<std::pair<std::size_t, std::uint64_t>> acknowledged;  // length of the file, hash
  {
    auto session = play::Session::create(folder / "whole", toy("pig"), toys::load_toy);
    acknowledged.emplace_back(0, hash_of(session));
    for (int i = 0; i < 6 && !session.over(); ++i) {
      decide_at_random(session, random);
      acknowledged.emplace_back(fs::file_size(folder / "whole"), hash_of(session));
    }
  }
  const auto text = core::read_file(folder / "whole");
  for (std::size_t bytes = text.find('\n') + 1; bytes < text.size(); bytes += 3) {
    core::write_file(folder / "cut", text.substr(0, bytes));
    const auto session = open_toy(folder / "cut");
    CHECK(session.recovery().empty() == (text[bytes - 1] == '\n'));
    std::uint64_t before = 0;
    for (const auto& [length, hash] : acknowledged)
      if (length <= bytes) before = hash;
    const auto after = hash_of(session);
    // A decision that was whole on the disk may come back though nobody was told.
    const auto next = std::ranges::find_if(acknowledged, [&](auto& a) { return a.first > bytes; });
    CHECK((after == before || after == next->second));
  }
  // The same with rubbish where the tail was.
  core::write_file(folder / "zeros", text + std::string(300, '\0'));
  CHECK_THAT(open_toy(folder / "zeros").recovery(), Contains("cut off"));
  CHECK(open_toy(folder / "zeros").recovery().empty());
}

namespace {

/// What a seat has before it: its view, what it was told, how the campaign stands.
std::string before(const play::Session& session, Side side) {
  auto text = play::view_json(session.view(side)).dump();
  for (const auto& [step, event] : session.told(play::viewer_of(side), 0)) text += event.text;
  return text + (session.over() ? "over" : "");
}

}  // namespace

TEST_CASE("a seat counts the steps that it notices and no others", "[session]") {
  const Folder folder;
  std::size_t unnoticed = 0;
  for (const auto* title : {"borodino-1812", "strategic-1812"}) {
    core::RandomStream random(5);
    auto session = play::Session::create(folder / title, campaign(title, 11), systems::load_game);
    for (int i = 0; i < 120 && !session.over(); ++i) {
      const auto decides = play::side_of(session.actor());
      const auto enemy = play::other(decides);
      const auto seen = before(session, enemy);
      const auto own = session.revision(decides), others = session.revision(enemy);
      const auto steps = session.steps().size();
      decide_at_random(session, random);
      CHECK(session.revision(decides) > own);
      // What changes nothing before the enemy's eyes may change what he knows all the same.
      if (session.revision(enemy) == others) {
        ++unnoticed;
        CHECK(before(session, enemy) == seen);
        CHECK(session.noticed(enemy, session.steps().size()) == session.noticed(enemy, steps));
      }
      if (random.below(10) > 0) continue;
      const auto before_note = session.revision(enemy);
      session.note(decides, "hint");
      CHECK(session.revision(enemy) == before_note);
      if (const auto answer = session.can_undo(decides); answer.can) {
        const auto count = session.noticed(enemy, session.steps().size());
        const auto before_undo = session.revision(enemy);
        session.undo(decides, session.revision(), answer.to);
        const bool noticed = session.noticed(enemy, session.steps().size()) != count;
        CHECK((session.revision(enemy) != before_undo) == noticed);
      }
    }
    for (const auto side : {Side::A, Side::B}) {
      const auto all = session.steps().size();
      const auto count = session.noticed(side, all);
      CHECK(session.steps_noticed(side, count) == all);
      for (std::size_t n = 0; n < count; ++n) {
        CHECK(session.noticed(side, session.steps_noticed(side, n)) == n);
        CHECK(session.steps_noticed(side, n) < session.steps_noticed(side, n + 1));
      }
    }
    // A request that was made before the file was opened again still holds.
    const std::uint64_t revisions[] = {session.revision(Side::A), session.revision(Side::B)};
    { const auto closed = std::move(session); }
    const auto again = open_campaign(folder / title);
    for (const auto side : {Side::A, Side::B})
      CHECK(again.revision(side) == revisions[play::index(side)]);
  }
  CHECK(unnoticed > 20);
}

TEST_CASE("a decision without a choice is asked where the enemy cannot know of it", "[session]") {
  const Folder folder;
  int asked = 0, taken = 0;
  for (const auto* title : {"borodino-1812", "strategic-1812"})
    for (const bool is_alone : {false, true}) {
      auto settings = campaign(title, 3);
      if (is_alone) settings.seats[1] = "random";
      core::RandomStream random(9);
      auto session = play::Session::create(folder / (title + std::to_string(is_alone)), settings,
                                           systems::load_game);
      for (int i = 0; i < 250 && !session.over(); ++i) {
        const auto side = play::side_of(session.actor());
        if (session.game().legal(session.state()).size() == 1) {
          ++asked;
          // Nobody waits for the one who plays against a computer.
          CHECK((!is_alone || side == Side::B));
          CHECK(play::may_have_choice(session.game(), session.state(), side));
        }
        decide_at_random(session, random);
      }
      for (const auto& step : session.steps()) taken += step.forced;
    }
  CHECK(asked > 0);
  CHECK(taken > 0);
}

TEST_CASE("a session that another system's editor saved goes on", "[session]") {
  const Folder folder;
  const auto file = folder / "x", saved = folder / "y";
  core::RandomStream random(2);
  std::uint64_t hash = 0, revision = 0;
  {
    auto session = play::Session::create(file, toy("pig"), toys::load_toy);
    for (int i = 0; i < 5; ++i) decide_at_random(session, random);
    hash = hash_of(session);
    revision = session.revision();
  }
  // A request that was made before the file was opened again still holds.
  CHECK(open_toy(file).revision() == revision);
  std::string text = "\xef\xbb\xbf";
  for (const char letter : core::read_file(file))
    text += letter == '\n' ? "\r\n" : std::string(1, letter);
  core::write_file(saved, text);
  std::size_t steps = 0;
  {
    auto session = open_toy(saved);
    CHECK(hash_of(session) == hash);
    CHECK(session.recovery().empty());
    CHECK(session.revision() == revision);
    decide_at_random(session, random);
    steps = session.steps().size();
  }
  CHECK(open_toy(saved).steps().size() == steps);
}

TEST_CASE("what a session's file cannot be is refused in one line", "[session]") {
  const Folder folder;
  const auto file = folder / "x";
  {
    auto session = play::Session::create(file, toy("pig"), toys::load_toy);
    core::RandomStream random(2);
    for (int i = 0; i < 5; ++i) decide_at_random(session, random);
    CHECK_THAT(error_of([&] { open_toy(file); }), Contains("another program"));
  }
  const auto text = core::read_file(file);
  const auto with = [&](const std::string& from, const std::string& to) {
    auto changed = text;
    changed.replace(changed.find(from), from.size(), to);
    core::write_file(folder / "y", changed);
    return error_of([&] { open_toy(folder / "y"); });
  };
  CHECK_THAT(with("\"sealed\":\"", "\"sealed\":\"A"), Contains("y:1: the line was changed"));
  CHECK_THAT(with("\"n\":1,", "\"n\":2,"), Contains("y:2: the line was changed"));
  CHECK_THAT(with("niemen-session", "niemen-sessiom"), Contains("y:1: not the first line"));
  CHECK_THAT(error_of([&] { open_toy(folder / "none"); }), Contains("No such file"));
  CHECK_THAT(error_of([&] { open_toy(folder.path); }), Contains("a folder"));
  core::write_file(folder / "empty", "");
  CHECK_THAT(error_of([&] { open_toy(folder / "empty"); }), Contains("empty"));
  CHECK_THAT(error_of([&] { play::Session::create(file, toy("pig"), toys::load_toy); }),
             Contains("already"));
  // Another version, sealed as that version would.
  play::Seal seal;
  core::write_file(folder / "later", seal.close("{\"niemen-session\":3}"));
  CHECK_THAT(error_of([&] { open_toy(folder / "later"); }), Contains("version 3"));
  // A line that nests without end.
  core::write_file(folder / "deep", seal.close("{\"a\":" + std::string(100'000, '[') + "}"));
  CHECK_THAT(error_of([&] { open_toy(folder / "deep"); }), Contains("deep:1"));
}

TEST_CASE("a full disk keeps what was there, and nothing of what did not fit", "[session]") {
  const Folder folder;
  const auto child = ::fork();
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    auto session = play::Session::create(folder / "full", toy("pig"), toys::load_toy);
    const rlimit limit{fs::file_size(folder / "full") + 2500, RLIM_INFINITY};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    core::RandomStream random(2);
    std::uint64_t hash = 0;
    try {
      for (;;) {
        hash = hash_of(session);
        decide_at_random(session, random);
      }
    } catch (const core::InputError&) {
      std::_Exit(hash == hash_of(session) ? 7 : 8);
    }
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(WEXITSTATUS(status) == 7);
  CHECK(open_toy(folder / "full").recovery().empty());
}

namespace {

std::vector<play::Barrier> barriers_of(const play::Session& session) {
  std::vector<play::Barrier> list;
  for (const auto& step : session.steps()) list.push_back(step.barrier);
  return list;
}

}  // namespace

TEST_CASE("undo and redo restore the position", "[session]") {
  const Folder folder;
  core::RandomStream random(3);
  int undone = 0, behind_what_may_reveal = 0;
  for (const auto* title : {"strategic-1812", "russia-1812"}) {
    const auto file = folder / title;
    auto session = play::Session::create(file, campaign(title, 9), systems::load_game);
    for (int i = 0; i < 150 && !session.over(); ++i) {
      const auto before = hash_of(session);
      const auto side = play::side_of(session.actor());
      const auto length = session.steps().size();
      decide_at_random(session, random);
      const auto after = hash_of(session);
      const auto answer = session.can_undo(side);
      if (!answer.can) {
        CHECK_THAT(answer.why, Contains("since") || Contains("light") || Contains("over"));
        if (session.over()) break;
        CHECK_THAT(refusal([&] { session.undo(side, session.revision(), length); }),
                   Contains("cannot be taken back: " + answer.why));
        continue;
      }
      CHECK(answer.to == length);
      session.undo(side, session.revision(), answer.to);
      CHECK(hash_of(session) == before);
      session.redo(side, session.revision());
      CHECK(hash_of(session) == after);
      ++undone;
      const auto row = session.game().step(session.state(length));
      behind_what_may_reveal += row.barrier == play::Barrier::Reveal;
    }
    CHECK(undone > 30);
    const auto hash = hash_of(session);
    const auto barriers = barriers_of(session);
    { const auto gone = std::move(session); }
    const auto again = open_campaign(file);
    CHECK(hash_of(again) == hash);
    CHECK(barriers_of(again) == barriers);
  }
  CHECK(behind_what_may_reveal > 5);
}

TEST_CASE("practice crosses every barrier, and the file says so for ever", "[session]") {
  const Folder folder;
  {
    auto session = play::Session::create(folder / "p", toy("pig"), toys::load_toy);
    const auto first = hash_of(session);
    REQUIRE(session.actor() == play::Actor::SideA);
    session.decide(Side::A, session.revision(), toys::Pig::kRoll);
    const auto rolled = hash_of(session);
    const auto answer = session.can_undo(Side::A);
    CHECK_THAT(answer.why, Contains("a die was rolled"));
    session.allow_practice();
    session.undo(Side::A, session.revision(), answer.to);
    CHECK(hash_of(session) == first);
    // The same order meets the same die.
    session.redo(Side::A, session.revision());
    CHECK(hash_of(session) == rolled);
  }
  CHECK(open_toy(folder / "p").settings().practice);
}

namespace {

/// Whether every world that `side` may hold for possible after so many steps is the true one.
bool sees_all(const play::Session& session, std::size_t steps, Side side) {
  const auto& game = session.game();
  const auto knows = game.observe(session.state(steps), play::viewer_of(side));
  core::RandomStream random(77, steps);
  for (int i = 0; i < 20; ++i)
    if (game.sample_world(knows, random) != session.state(steps)) return false;
  return true;
}

}  // namespace

TEST_CASE("a reason comes out only where its step has left nothing hidden", "[session]") {
  int told = 0, hidden_by_the_step = 0;
  for (const auto* title :
       {"borodino-1812", "russia-1812", "strategic-1812", "grand-tactical-1812"}) {
    INFO(title);
    auto settings = campaign(title, 5);
    if (title == std::string("russia-1812")) {
      settings.request.scenario = "free";
      settings.request.preset = "advanced";
    }
    auto session = play::Session::create({}, settings, systems::load_game);
    core::RandomStream random(8);
    for (int i = 0; i < 150 && !session.over(); ++i) {
      const auto side = play::side_of(session.actor());
      const auto legal = session.game().legal(session.state());
      session.decide(side, session.revision(),
                     legal[random.below(static_cast<std::uint32_t>(legal.size()))],
                     play::Thought{1, 2, kReason});
    }
    if (session.over()) continue;
    if (title == std::string("russia-1812")) session.allow_practice();  // which opens none
    for (std::size_t i = 0; i < session.steps().size(); ++i) {
      const auto& step = session.steps()[i];
      if (step.reason.empty()) continue;
      const auto reader = play::other(play::side_of(step.actor));
      const bool before = sees_all(session, i, reader), after = sees_all(session, i + 1, reader);
      const bool is_told = !session.reason(i, reader).empty();
      INFO(step.text);
      if (is_told) CHECK((before && after));
      told += is_told;
      hidden_by_the_step += before && !after;
    }
  }
  CHECK(told > 100);
  CHECK(hidden_by_the_step > 0);
}

TEST_CASE("an agent's reason tells of what lies hidden, and comes out when that does",
          "[session]") {
  const Folder folder;
  {
    auto session = play::Session::create(folder / "s.jsonl", campaign("strategic-1812", 5),
                                         systems::load_game);
    for (int i = 0; i < 120; ++i) {
      const auto side = play::side_of(session.actor());
      session.decide(side, session.revision(), session.choices(side).back().action,
                     play::Thought{1, 2, kReason});
    }
  }
  auto session = open_campaign(folder / "s.jsonl");
  const auto readable = [&](bool own) {
    int count = 0;
    for (std::size_t i = 0; i < session.steps().size(); ++i) {
      const auto& step = session.steps()[i];
      if (!play::is_side(step.actor) || step.forced) continue;
      const auto side = play::side_of(step.actor);
      count += !session.reason(i, own ? side : play::other(side)).empty();
    }
    return count;
  };
  CHECK(readable(true) == 120);
  CHECK(readable(false) < 120);
  const auto before = readable(false);
  session.allow_practice();
  CHECK(readable(false) == before);
  session.resign(Side::A, session.revision(), "enough");
  CHECK(readable(false) == 120);
}

namespace {

struct Requests {
  int refused = 0, taken = 0;
};

/// One request with a seat, a revision and an action that may each be forged.
void request_by_lot(play::Session& session, core::RandomStream& random, Requests& count) {
  const auto side = random.below(2) ? Side::A : Side::B;
  const auto legal = session.game().legal(session.state());
  const auto lot = random.below(8);
  const auto revision = lot == 0   ? session.revision() - random.below(3)
                        : lot == 1 ? session.revision() + 1 + random.below(3)
                        : lot == 2 ? random.next()
                                   : session.revision();
  const auto action = random.below(3)
                          ? static_cast<play::Action>(random.next())
                          : legal[random.below(static_cast<std::uint32_t>(legal.size()))];
  const bool right = revision == session.revision() && session.actor() == play::actor_of(side) &&
                     std::ranges::count(legal, action) == 1;
  const auto size = fs::file_size(session.path());
  const auto hash = hash_of(session);
  const auto words = refusal([&] { session.decide(side, revision, action); });
  CHECK(words.empty() == right);
  if (!right) CHECK((hash == hash_of(session) && size == fs::file_size(session.path())));
  ++(right ? count.taken : count.refused);
}

void check_requests(int requests) {
  const Folder folder;
  core::RandomStream random(11);
  Requests count;
  for (std::uint64_t key = 2; requests > 0; ++key) {
    auto session = play::Session::create(folder / ("forged-" + std::to_string(key)),
                                         campaign("strategic-1812", key), systems::load_game);
    for (; requests > 0 && !session.over(); --requests) request_by_lot(session, random, count);
  }
  CHECK(count.refused > count.taken);
  CHECK(count.taken > 50);
}

}  // namespace

TEST_CASE("no request but the right one changes a session", "[session]") { check_requests(2000); }

TEST_CASE("of a hundred thousand requests only the right ones change a session",
          "[.long][session-requests]") {
  check_requests(100'000);
}

TEST_CASE("a branch leaves the steps of the main line as they were", "[session]") {
  const Folder folder;
  core::RandomStream random(3);
  auto session =
      play::Session::create(folder / "main", campaign("strategic-1812", 9), systems::load_game);
  for (int i = 0; i < 40; ++i) decide_at_random(session, random);
  const auto text = core::read_file(folder / "main");
  for (std::size_t step = 0; step < session.steps().size(); step += 7) {
    fs::remove(folder / "twig");
    auto twig = session.branch(Side::A, folder / "twig", step,
                               step % 2 ? std::optional(99UL) : std::nullopt);
    CHECK(twig.game().hash(twig.state(step)) == session.game().hash(session.state(step)));
    if (!twig.over()) decide_at_random(twig, random);
    const auto hash = hash_of(twig);
    { const auto gone = std::move(twig); }
    CHECK(hash_of(open_campaign(folder / "twig")) == hash);
  }
  // Only that they were made is added, once each.
  const auto after = core::read_file(folder / "main");
  CHECK(after.starts_with(text));
  const auto added = after.substr(text.size());
  CHECK(std::ranges::count(added, '\n') ==
        static_cast<std::ptrdiff_t>((session.steps().size() + 6) / 7));
  CHECK(session.noted(Side::A, "branch") == std::ranges::count(added, '\n'));
}

TEST_CASE("a twig of a campaign that goes on opens nothing before that is over", "[session]") {
  const Folder folder;
  core::RandomStream random(3);
  auto settings = campaign("borodino-1812", 9);
  settings.request.openings[1] = "russian-historical";
  auto session = play::Session::create(folder / "main", settings, systems::load_game);
  for (int i = 0; i < 12; ++i) decide_at_random(session, random);
  const auto shut_told = [](const play::Session& one) {
    return one.told(play::Viewer::SideA, 0).size();
  };
  const auto before = session.game().view(session.observation(Side::A));
  {
    auto twig = session.branch(Side::A, folder / "twig", session.steps().size());
    const auto seat = shut_told(twig);
    twig.resign(Side::A, twig.revision(), "to look");
    CHECK(twig.over());
    CHECK_FALSE(twig.open_to_all());
    CHECK(shut_told(twig) == seat);
    CHECK_THAT(play::opening_words(twig), Contains("when the campaign in main is over too"));
    // Nor does a twig of the twig, or one with dice of its own.
    auto second = twig.branch(Side::A, folder / "second", 8, 99);
    second.resign(Side::A, second.revision(), "to look");
    CHECK_FALSE(second.open_to_all());
    const auto in_memory = second.copy();
    CHECK_FALSE(in_memory.open_to_all());
  }
  CHECK(session.noted(Side::A, "branch") == 1);
  CHECK_THAT(core::read_file(folder / "main"), Contains("\"note\":\"branch\""));
  CHECK_FALSE(open_campaign(folder / "twig").open_to_all());
  CHECK_THAT(core::read_file(folder / "twig"), Contains("\"parent\":\"main after step "));
  // Played to its own end it shows the position before that.
  {
    auto twig = session.branch(Side::A, folder / "played", session.steps().size());
    while (!twig.over()) decide_at_random(twig, random);
    REQUIRE(twig.game().actor(twig.state()) == play::Actor::Over);
    for (const auto& counter : twig.view(Side::A).counters)
      if (!counter.known) return;
    FAIL("all of the enemy's blocks are face up");
  }
}

namespace {

/// The only key that was kept under the data folder of a test.
fs::path only_key(const Folder& folder) {
  std::vector<fs::path> keys;
  for (const auto& entry : fs::directory_iterator(folder / "data/niemen/keys"))
    keys.push_back(entry.path());
  REQUIRE(keys.size() == 1);
  return keys.front();
}

/// A campaign in the file "s" against an agent with reasons, after so many steps. What may not be
/// read in its file is added to `secret`.
void play_against_captain(const Folder& folder, const play::SessionSettings& settings,
                          std::size_t steps, std::vector<std::string>& secret) {
  core::RandomStream random(3);
  auto session = play::Session::create(folder / "s", settings, systems::load_game);
  while (session.steps().size() < steps) {
    const auto side = play::side_of(session.actor());
    const auto legal = session.game().legal(session.state());
    session.decide(side, session.revision(),
                   legal[random.below(static_cast<std::uint32_t>(legal.size()))],
                   play::Thought{1, 2, kReason});
  }
  REQUIRE_FALSE(session.over());
  secret.push_back(kReason);
  secret.push_back(play::hex(settings.campaign_key));
  secret.push_back(play::hex(session.game().info().data_hash));
  for (const auto& step : session.steps()) secret.push_back("\"" + step.text + "\"");
}

}  // namespace

TEST_CASE("what is secret is sealed in the file until the campaign is over", "[session]") {
  const Folder folder;
  const std::string title = GENERATE("borodino-1812", "nemesis-1813");
  auto settings = campaign(title, 9);
  settings.seats[1] = "captain";
  std::vector<std::string> secret;
  if (title == "borodino-1812") {
    settings.request.openings[1] = "russian-historical";
    secret.push_back("russian-historical");
  }
  play_against_captain(folder, settings, 90, secret);
  const auto text = core::read_file(folder / "s");
  for (const auto& words : secret) CHECK(text.find(words) == std::string::npos);
  // Nor does a line tell by its length whether there was a choice, and how it was weighed.
  std::set<std::size_t> lengths;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (const auto json = nlohmann::json::parse(line); json.contains("n"))
      lengths.insert(json.at("sealed").get_ref<const std::string&>().size());
  CHECK(lengths.size() == 1);
  CHECK_THAT(text, Contains("cheating"));
  const auto key = core::read_file(only_key(folder)).substr(0, 64);
  CHECK_THAT(core::read_file(only_key(folder)), Contains("cheating"));
  CHECK(open_campaign(folder / "s").steps().size() >= 90);
  {
    auto session = open_campaign(folder / "s");
    session.resign(Side::A, session.revision(), "enough");
  }
  // Then it is open, and needs no key.
  CHECK(fs::is_empty(folder / "data/niemen/keys"));
  const auto open = core::read_file(folder / "s");
  for (const auto& words : secret) CHECK_THAT(open, Contains(words));
  CHECK(open_campaign(folder / "s").open_to_all());
  CHECK_THAT(open, Contains("\"seal\":\"" + key));
  for (const auto& entry : fs::directory_iterator(folder.path))
    CHECK((entry.path().filename() == "s" || entry.path().filename() == "data"));
}

TEST_CASE("a sealed campaign opens with its key, wherever that lies, and only unchanged",
          "[session]") {
  const Folder folder;
  std::vector<std::string> secret;
  play_against_captain(folder, campaign("strategic-1812", 9), 30, secret);
  const auto key = only_key(folder);
  const auto text = core::read_file(folder / "s");
  const auto refused = [&](const std::string& words) {
    const auto error = error_of([&] { open_campaign(folder / "s"); });
    INFO(error);
    CHECK(std::ranges::count(error, '\n') == 0);
    CHECK_THAT(error, Contains(words));
  };
  fs::rename(key, folder / "s.key");
  CHECK(open_campaign(folder / "s").steps().size() >= 30);
  fs::rename(folder / "s.key", folder / "elsewhere");
  refused("s:1: it is sealed, and its key is missing: put it there as " + key.string());
  core::write_file(key, std::string(64, '0') + "\n");
  refused("its key is missing");
  fs::remove(key);
  fs::rename(folder / "elsewhere", key);
  // A line that was changed or added with sums that agree among themselves.
  const auto forge = [&](const std::string& from, const std::string& to, const std::string& words) {
    auto changed = text;
    changed.replace(changed.find(from), from.size(), to);
    play::Seal seal;
    std::string summed;
    for (std::string_view rest = changed; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1)) {
      const auto line = rest.substr(0, rest.find('\n'));
      summed += seal.close(std::string(line.substr(0, line.rfind(",\"sum\""))) + "}");
    }
    core::write_file(folder / "s", summed);
    refused(words);
  };
  forge("[\"person\",", "[\"recruit\",", "s:1: the line was changed");
  forge("\"niemen-session\":2", "\"niemen-session\":1", "s:1: ");
  core::write_file(folder / "s",
                   text + play::Seal().close("{\"seat\":\"recruit\",\"side\":\"A\"}"));
  CHECK_FALSE(open_campaign(folder / "s").recovery().empty());
  CHECK(open_campaign(folder / "s").settings().seats[0] == play::kPerson);
}

TEST_CASE("a key lies beside its campaign where its folder cannot be written", "[session]") {
  const Folder folder;
  ::setenv("XDG_DATA_HOME", "/proc", 1);  // takes no file, not even from root
  { play::Session::create(folder / "s", toy("pig"), toys::load_toy); }
  CHECK(fs::status(folder / "s.key").permissions() ==
        (fs::perms::owner_read | fs::perms::owner_write));
  CHECK(open_toy(folder / "s").recovery().empty());
  // With no place for a key there is no campaign either.
  fs::create_directory(folder / "t.key");
  CHECK_THAT(error_of([&] { play::Session::create(folder / "t", toy("pig"), toys::load_toy); }),
             Contains("t.key: the key that seals the campaign cannot be written"));
  CHECK_FALSE(fs::exists(folder / "t"));
}

TEST_CASE("a program that dies before it opened the file of a campaign that ended", "[session]") {
  const Folder folder;
  std::vector<std::string> secret;
  play_against_captain(folder, campaign("strategic-1812", 9), 30, secret);
  auto text = core::read_file(folder / "s");
  const auto kept = core::read_file(only_key(folder));
  play::Seal seal(kept.substr(0, kept.find('\n')));
  for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1))
    REQUIRE(seal.accept(rest.substr(0, rest.find('\n'))));
  const auto steps = open_campaign(folder / "s").steps().size();
  text += seal.close("{\"end\":" + std::to_string(steps) +
                     R"(,"winner":"B","forfeit":"A","reason":"enough"})");
  core::write_file(folder / "s", text);
  CHECK(open_campaign(folder / "s").open_to_all());
  CHECK_THAT(core::read_file(folder / "s"), Contains(secret.back()));
  CHECK(fs::is_empty(folder / "data/niemen/keys"));
}

TEST_CASE("a twig opens when the campaign it branched off from is over", "[session]") {
  const Folder folder;
  core::RandomStream random(3);
  auto session = play::Session::create(folder / "main", toy("kuhn"), toys::load_toy);
  {
    auto twig = session.branch(Side::B, folder / "twig", session.steps().size());
    twig.resign(Side::B, twig.revision(), "to look");
    CHECK_FALSE(twig.open_to_all());
  }
  while (!session.over()) decide_at_random(session, random);
  CHECK(session.open_to_all());
  CHECK(open_toy(folder / "twig").open_to_all());
  // The campaign has been moved with its twig, or is gone.
  fs::create_directory(folder / "other");
  fs::copy_file(folder / "twig", folder / "other/twig");
  { const auto gone = std::move(session); }
  fs::rename(folder / "main", folder / "other/main");
  CHECK(open_toy(folder / "other/twig").open_to_all());
  fs::remove(folder / "other/main");
  CHECK_FALSE(open_toy(folder / "other/twig").open_to_all());
}

TEST_CASE("no forged end of a campaign opens its twig", "[session]") {
  const Folder folder;
  core::RandomStream random(3);
  {
    auto session =
        play::Session::create(folder / "main", campaign("strategic-1812", 9), systems::load_game);
    for (int i = 0; i < 12; ++i) decide_at_random(session, random);
    auto twig = session.branch(Side::A, folder / "twig", 8);
    twig.resign(Side::A, twig.revision(), "to look");
    auto second = twig.branch(Side::A, folder / "second", 6);
    second.resign(Side::A, second.revision(), "to look");
  }
  const auto shut = [&] {
    CHECK_FALSE(open_campaign(folder / "twig").open_to_all());
    CHECK_FALSE(open_campaign(folder / "second").open_to_all());
  };
  const auto text = core::read_file(folder / "main");
  const std::string end = R"({"end":14,"winner":"B","forfeit":"A","reason":"enough"})";
  SECTION("a line behind the last") { core::write_file(folder / "main", text + end + "\n"); }
  SECTION("a line with a sum") {
    core::write_file(folder / "main", text + play::Seal().close(end));
  }
  SECTION("a whole file with sums") {
    play::Seal seal;
    const auto header = text.substr(0, text.find(",\"sum\""));
    core::write_file(folder / "main", seal.close(header + "}") + seal.close(end));
  }
  SECTION("the file of a twig in its place") {
    fs::copy_file(folder / "twig", folder / "main", fs::copy_options::overwrite_existing);
  }
  SECTION("the file of another campaign in its place") {
    fs::remove(folder / "main");
    auto other =
        play::Session::create(folder / "main", campaign("strategic-1812", 8), systems::load_game);
    other.resign(Side::A, other.revision(), "to look");
  }
  shut();
}

TEST_CASE("an opening is not named to who may not see whom it sets up", "[session]") {
  auto settings = campaign("russia-1812", 5);
  settings.request.scenario = "free";
  settings.request.openings[0] = "french-north";
  for (const bool hidden : {false, true}) {
    settings.request.preset = hidden ? "advanced" : "basic";
    auto session = play::Session::create({}, settings, systems::load_game);
    core::RandomStream random(3);
    const auto told = [&](play::Viewer viewer, const std::string& words) {
      return std::ranges::any_of(session.told(viewer, 0), [&](const auto& one) {
        return one.event.text.find(words) != std::string::npos;
      });
    };
    for (int i = 0; i < 300 && !told(play::Viewer::SideB, "French deploy"); ++i)
      decide_at_random(session, random);
    CHECK(told(play::Viewer::SideB, "French deploy"));
    CHECK(told(play::Viewer::SideB, "for St Petersburg") != hidden);
    CHECK(told(play::Viewer::SideA, "for St Petersburg"));
  }
}

TEST_CASE("a seat is told what it may know, until the campaign is over", "[session]") {
  const Folder folder;
  auto session = play::Session::create(folder / "kuhn", toy("kuhn"), toys::load_toy);
  // Both cards are dealt; whatever each is told, the choices are those of the mover alone.
  CHECK(session.choices(Side::A).size() == 2);
  CHECK(session.choices(Side::B).empty());
  const auto before = session.told(play::Viewer::SideA, 0).size();
  CHECK(before <
        session.told(play::Viewer::SideA, 0).size() + session.told(play::Viewer::SideB, 0).size());
  CHECK(session.commitment() == core::sha256("0000000000000004"));
  CHECK_THAT(refusal([&] { session.parse(Side::A, "raise"); }), Contains("not an order"));
  session.note(Side::A, "hint");
  CHECK(session.noted(Side::A, "hint") == 1);
  session.resign(Side::A, session.revision(), "enough");
  CHECK(session.over());
  CHECK(session.outcome().winner == play::Outcome::Winner::B);
  CHECK_THAT(refusal([&] { session.decide(Side::A, session.revision(), 0); }), Contains("over"));
}
