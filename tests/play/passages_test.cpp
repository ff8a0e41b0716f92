#include "engine/play/passages.h"

#include <catch2/catch.hpp>
#include <set>

#include "engine/core/random.h"
#include "engine/core/text.h"
#include "engine/play/random_play.h"
#include "engine/play/telling.h"
#include "engine/systems/registry.h"

using namespace niemen;
using play::Side;
using play::Viewer;

namespace {

constexpr std::uint64_t kKey = 5;

play::GameRequest request_of(const std::string& title, const std::string& scenario = "") {
  play::GameRequest request;
  request.folder = std::string(NIEMEN_SOURCE_DIR) + "/configs/games/" + title;
  request.scenario = scenario;
  return request;
}

/// All that a viewer is told of a campaign at random.
std::vector<play::Session::Told> told_of(const play::AnyGame& game, Viewer viewer) {
  std::vector<play::Session::Told> told;
  auto state = game.initial();
  std::size_t step = 0;
  for (const auto action : game.random_actions(kKey, 3000)) {
    const auto events = game.apply(state, action);
    for (const auto& event : play::told_to(viewer, events)) told.push_back({step, event});
    ++step;
  }
  return told;
}

bool same_pieces_at(const play::Event& line, const play::Event& event) {
  const auto holds = [](const std::vector<int>& all, const std::vector<int>& some) {
    return std::ranges::all_of(some, [&](int one) { return std::ranges::count(all, one) > 0; });
  };
  return line.kind == event.kind && line.side == event.side && holds(line.places, event.places) &&
         holds(line.pieces, event.pieces);
}

/// A session in memory in which both seats decide at random, the first a person's.
play::Session new_session(const std::string& title) {
  play::SessionSettings settings;
  settings.request = request_of(title);
  settings.seats[1] = "doctrine";
  settings.campaign_key = kKey;
  return play::Session::create({}, settings, systems::load_game);
}

void decide_at_random(play::Session& session, core::RandomStream& random) {
  const auto legal = session.game().legal(session.state());
  session.decide(play::side_of(session.actor()), session.revision(),
                 legal[random.next() % legal.size()]);
}

}  // namespace

TEST_CASE("each event that a seat is told lies in one passage, and is said there", "[passages]") {
  const auto title =
      GENERATE(as<std::string>(), "russia-1812", "nemesis-1813", "grand-tactical-1812",
               "strategic-1812", "borodino-1812", "lorn-valley");
  const auto game = systems::load_game(request_of(title));
  for (const auto viewer : {Viewer::SideA, Viewer::SideB}) {
    const auto told = told_of(*game, viewer);
    REQUIRE(told.size() > 100);
    const auto passages = play::passages_of(*game, viewer, told);
    std::size_t next = 0;
    for (const auto& passage : passages) {
      REQUIRE(passage.first == next);
      REQUIRE(passage.last > passage.first);
      REQUIRE(!passage.lines.empty());
      next = passage.last;
      for (const auto& line : passage.lines) CHECK(!line.event.text.empty());
      const auto spoken = passage.first + passage.headings.size();
      for (auto i = spoken; i < passage.last; ++i) {
        INFO(title << ": " << game->event_text(told[i].event, viewer));
        CHECK(std::ranges::any_of(passage.lines, [&](const play::PassageLine& line) {
          return same_pieces_at(line.event, told[i].event);
        }));
      }
    }
    CHECK(next == told.size());
    CHECK(passages.size() < told.size());
  }
}

TEST_CASE("each march is a passage of its own, with the way that was taken", "[passages]") {
  const auto game = systems::load_game(request_of("grand-tactical-1812"));
  const auto told = told_of(*game, Viewer::SideA);
  int ways = 0, long_ways = 0;
  for (const auto& passage : play::passages_of(*game, Viewer::SideA, told)) {
    std::set<std::vector<int>> movers;
    for (const auto& line : passage.lines)
      if (game->event_row(line.event).name == "moves" && line.event.places.size() > 1)
        movers.insert(line.event.pieces);
    CHECK(movers.size() <= 1);
    if (movers.empty()) continue;
    ++ways;
    INFO(passage.lines.front().event.text);
    CHECK(passage.is_way);
    long_ways += passage.places.size() > 2;
  }
  CHECK(ways > 10);
  CHECK(long_ways > 0);
}

TEST_CASE("a battle is one passage from its beginning to its end", "[passages]") {
  const auto game = systems::load_game(request_of("borodino-1812"));
  int battles = 0;
  for (const auto& passage :
       play::passages_of(*game, Viewer::SideA, told_of(*game, Viewer::SideA))) {
    std::vector<std::string_view> names;
    for (const auto& line : passage.lines) names.push_back(game->event_row(line.event).name);
    const bool begins = std::ranges::count(names, "battle") > 0;
    if (begins) {
      CHECK(passage.is_battle);
      CHECK(std::ranges::count(names, "battle") == 1);
      CHECK(std::ranges::count(names, "battle-over") == 1);
      ++battles;
    } else {
      CHECK(std::ranges::count(names, "round") == 0);
      CHECK(std::ranges::count(names, "battle-over") == 0);
    }
  }
  CHECK(battles > 0);
}

TEST_CASE("arrivals behind one another are one passage", "[passages]") {
  const auto game = systems::load_game(request_of("strategic-1812", "1-free"));
  bool several = false;
  std::string_view before;
  for (const auto& passage :
       play::passages_of(*game, Viewer::SideA, told_of(*game, Viewer::SideA))) {
    const auto name = game->event_row(passage.lines.front().event).name;
    if (name == "unit-deploys") {
      CHECK((before != name || !passage.headings.empty()));
      several |= passage.lines.size() > 1;
    }
    before = name;
  }
  CHECK(several);
}

TEST_CASE("a seat is told all since its own last decision, and battles as a whole", "[passages]") {
  const auto title = GENERATE(as<std::string>(), "lorn-valley", "borodino-1812");
  auto session = new_session(title);
  core::RandomStream random(kKey, 1);
  std::size_t since = 0;  // steps there were when the seat had decided last
  int news = 0;
  for (int i = 0; i < 400 && !session.over(); ++i) {
    if (session.actor() == play::actor_of(Side::A)) {
      const auto list = play::since_last_order(session, Side::A);
      const auto told = session.told(Viewer::SideA, since);
      std::size_t lines = 0;
      for (const auto& passage : list.passages) lines += passage.last - passage.first;
      CHECK(lines >= told.size());
      if (told.empty()) CHECK(list.passages.empty());
      for (const auto& line_told : told) {
        const auto& event = line_told.event;
        const auto text = session.game().event_text(event, Viewer::SideA);
        CHECK(std::ranges::any_of(list.passages, [&](const play::Passage& passage) {
          return std::ranges::any_of(passage.headings,
                                     [&](const std::string& heading) {
                                       return core::lower(heading) == core::lower(text);
                                     }) ||
                 std::ranges::any_of(passage.lines, [&](const play::PassageLine& line) {
                   return same_pieces_at(line.event, event);
                 });
        }));
      }
      news += list.is_news;
    }
    const bool own = session.actor() == play::actor_of(Side::A);
    const auto before = session.steps().size();
    decide_at_random(session, random);
    if (own) since = before + 1;
  }
  CHECK(news > 0);
}
