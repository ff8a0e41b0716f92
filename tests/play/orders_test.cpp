// Orders as people think them, in the published games.
#include "engine/play/orders.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <map>
#include <numeric>
#include <set>

#include "ai/agents/match.h"
#include "engine/play/sweep.h"
#include "engine/systems/registry.h"

using namespace niemen;
using Catch::Matchers::Contains;
using play::Side;

namespace {

std::unique_ptr<play::AnyGame> load(const std::string& title, const std::string& opening_a = "",
                                    const std::string& opening_b = "") {
  play::GameRequest request;
  request.folder = std::filesystem::path(NIEMEN_SOURCE_DIR) / "configs" / "games" / title;
  request.openings[0] = opening_a;
  request.openings[1] = opening_b;
  return systems::load_game(request);
}

/// Plays at random up to the first position after `steps` where a side may send a stack somewhere.
play::AnyState marching(const play::AnyGame& game, std::uint64_t key, int steps) {
  auto state = game.initial();
  int step = 0;
  for (const auto action : game.random_actions(key, 3000)) {
    if (++step > steps && play::is_side(game.actor(state))) {
      const auto view =
          game.view(game.observe(state, play::viewer_of(play::side_of(game.actor(state)))));
      const auto moves = [](const play::Choice& choice) {
        return choice.from >= 0 && choice.to < 0 && !choice.counters.empty();
      };
      if (std::ranges::count_if(view.choices, moves) > 3) return state;
    }
    game.apply(state, action);
  }
  FAIL("no stack may march");
  return state;
}

/// How many of the recorded steps from `from` on the order "there" says, at least one.
std::size_t said_by_one_order(const play::AnyGame& game, const play::AnyState& state, Side side,
                              const std::vector<play::Action>& actions, std::size_t from) {
  const auto view = game.view(game.observe(state, play::viewer_of(side)));
  const auto first = std::ranges::find(view.choices, actions[from], &play::Choice::action);
  if (first == view.choices.end() || first->from < 0 || first->counters.empty()) return 1;
  // Where the recorded decisions lead.
  auto world = state;
  int to = -1;
  std::size_t steps = 0;
  for (auto i = from; i < actions.size() && game.actor(world) == play::actor_of(side); ++i) {
    const auto now = game.view(game.observe(world, play::viewer_of(side)));
    if (steps > 0 && now.step.name == view.step.name) break;
    const auto taken = std::ranges::find(now.choices, actions[i], &play::Choice::action);
    if (taken != now.choices.end() && taken->to >= 0) to = taken->to;
    game.apply(world, actions[i]);
    ++steps;
  }
  if (to < 0) return 1;
  const auto expansion = play::expand_order(game, state, side, {first->from, to, {}});
  const bool same = expansion.actions.size() <= steps &&
                    std::equal(expansion.actions.begin(), expansion.actions.end(),
                               actions.begin() + static_cast<std::ptrdiff_t>(from));
  // Another way to the same place, or with other people, is said by its parts on one line.
  return same ? expansion.actions.size() : steps;
}

/// The lines of a sweep; none where it cannot be said so.
std::vector<std::string> lines_of(const play::Board& board, const play::View& view,
                                  const std::string& text) {
  try {
    return play::sweep_lines(board, view.choices, text, view.counters);
  } catch (const core::InputError&) {
    return {};
  }
}

/// How many of the recorded steps from `from` on one verb with all its things says, over the
/// enemy's decisions between them but not over dice; at least one.
std::size_t said_by_one_sweep(const play::AnyGame& game, const play::AnyState& state, Side side,
                              const std::vector<play::Action>& actions, std::size_t from) {
  const auto view = game.view(game.observe(state, play::viewer_of(side)));
  std::string text;
  std::vector<std::string> lines;
  std::size_t said = 1;
  auto world = state;
  for (auto i = from; i < actions.size() && play::is_side(game.actor(world)); ++i) {
    if (game.actor(world) == play::actor_of(side) && game.legal(world).size() > 1) {
      const auto line = game.action_text(world, actions[i]);
      text += (text.empty() ? "" : " ") + line;
      lines.push_back(line);
      if (lines.size() > 1) {
        if (lines_of(game.board(), view, text) != lines) break;
        said = i + 1 - from;
      }
    }
    game.apply(world, actions[i]);
  }
  return said;
}

}  // namespace

TEST_CASE("one verb takes many things", "[orders]") {
  play::Board board;
  for (const auto& [id, name] : {std::pair("1808", "Wilno"), std::pair("1610", "Smolensk"),
                                 std::pair("0915", "Saint Petersburg"), std::pair("22", "")}) {
    board.spaces.emplace_back();
    board.spaces.back().id = id;
    board.spaces.back().name = name;
  }
  std::vector<play::Choice> choices;
  for (const auto* notation : {"train 1808", "train 1610", "dummy 1610", "take 2", "yes", "done"}) {
    choices.emplace_back();
    choices.back().notation = notation;
  }
  using Lines = std::vector<std::string>;
  std::vector<play::Counter> counters(1);
  counters.front().id = "II-Line";
  const auto lines = [&](const char* text) {
    return play::sweep_lines(board, choices, text, counters);
  };
  CHECK(lines("train 2 smol Wilno, dummy 0915 done") ==
        Lines{"train 1610", "train 1610", "train 1808", "dummy 0915", "done"});
  CHECK(lines("train saint petersburg 3 22") ==
        Lines{"train 0915", "train 22", "train 22", "train 22"});
  CHECK(lines("take 2 1 0") == Lines{"take 2", "take 1", "take 0"});
  CHECK(lines("take 2 ii-line done") == Lines{"take 2", "take ii-line", "done"});
  CHECK_THROWS_WITH(lines("take 2 III-Line"), Contains("there is no \"III-Line\""));
  CHECK(lines("train whole 1808").empty());
  CHECK_THROWS_WITH(lines("train 1808 whole"), Contains("there is no \"whole\""));
  CHECK(lines("yes yes") == Lines{"yes", "yes"});
  CHECK(lines("train 1808").empty());
  CHECK(lines("march 1808 1610").empty());
  CHECK(lines("train").empty());
  CHECK_THROWS_WITH(lines("train dummy 1610"), Contains("for what"));
  CHECK_THROWS_WITH(lines("train 99 1808 99 1610"), Contains("at most"));
  CHECK(play::closing_choices(choices).size() == 1);
}

TEST_CASE("a place is named by its id, its name, or a beginning of one", "[orders]") {
  const auto game = load("russia-1812");
  const auto board = game->board();
  const auto moscow = play::find_space(board, "Moscow");
  CHECK(board.spaces[static_cast<std::size_t>(moscow)].name == "Moscow");
  CHECK(play::find_space(board, board.spaces[static_cast<std::size_t>(moscow)].id) == moscow);
  CHECK(play::find_space(board, "mosc") == moscow);
  CHECK_THROWS_WITH(play::find_space(board, "Atlantis"), Contains("no place"));
  CHECK_THROWS_WITH(play::find_space(board, "S"), Contains("may be"));
}

TEST_CASE("an order that would be a forced march says so", "[orders]") {
  const auto game = load("russia-1812");
  const auto board = game->board();
  const auto state = marching(*game, 1, 100);
  const auto side = play::side_of(game->actor(state));
  const auto view = game->view(game->observe(state, play::viewer_of(side)));
  const auto stack = std::ranges::find_if(view.choices, [](const play::Choice& choice) {
    return choice.from >= 0 && choice.to < 0 && !choice.counters.empty();
  });
  REQUIRE(stack != view.choices.end());
  const auto distance = [&](int place) {
    const auto& from = board.spaces[static_cast<std::size_t>(stack->from)].centre;
    const auto& there = board.spaces[static_cast<std::size_t>(place)].centre;
    return std::hypot(there.x - from.x, there.y - from.y);
  };
  std::vector<int> places(board.spaces.size());
  std::iota(places.begin(), places.end(), 0);
  std::ranges::sort(places, {}, distance);
  constexpr std::size_t kNormalMarch = 3;  // hexes out of winter (8.4)
  int normal = 0, forced = 0;
  for (const std::size_t near : {4U, 8U, 12U, 20U, 28U, 40U, 52U}) {
    if (normal > 0 && forced > 0) break;
    const auto course = play::expand_order(*game, state, side, {stack->from, places[near], {}});
    if (course.actions.empty()) continue;
    INFO(course.route.size() << " hexes: " << course.caution);
    CHECK((course.route.size() > kNormalMarch) == !course.caution.empty());
    ++(course.caution.empty() ? normal : forced);
  }
  CHECK(normal > 0);
  CHECK(forced > 0);
  const auto& from = board.spaces[static_cast<std::size_t>(stack->from)].id;
  const auto& to = board.spaces[static_cast<std::size_t>(places[20])].id;
  CHECK(!play::parse_order(board, view, side, from + " to " + to)->forced);
  CHECK(play::parse_order(board, view, side, from + " to " + to + " force")->forced);
  CHECK(play::parse_order(board, view, side, from + " " + to + " force")->forced);
}

TEST_CASE("an order becomes the decisions of the rules, all of them legal", "[orders]") {
  for (const auto* title : {"russia-1812", "strategic-1812"}) {
    const auto game = load(title);
    const auto board = game->board();
    int given = 0, arrived = 0, decisions = 0;
    for (std::uint64_t key = 1; key <= 2; ++key) {
      const auto state = marching(*game, key, 60 + 40 * static_cast<int>(key));
      const auto side = play::side_of(game->actor(state));
      const auto view = game->view(game->observe(state, play::viewer_of(side)));
      for (const auto& choice : view.choices) {
        if (choice.from < 0 || choice.to >= 0 || choice.counters.empty()) continue;
        constexpr int kOrders = 12;  // each may look at thousands of positions
        if (given >= kOrders * static_cast<int>(key)) break;
        // To each of the nearest places.
        const auto& from = board.spaces[static_cast<std::size_t>(choice.from)].centre;
        auto places = std::vector<int>(board.spaces.size());
        std::iota(places.begin(), places.end(), 0);
        std::ranges::sort(places, {}, [&](int place) {
          const auto& there = board.spaces[static_cast<std::size_t>(place)].centre;
          return std::hypot(there.x - from.x, there.y - from.y);
        });
        for (int near = 1; near <= 2; ++near) {
          const play::Order order{choice.from, places[static_cast<std::size_t>(near)], {}};
          const auto expansion = play::expand_order(*game, state, side, order);
          CHECK(expansion.actions.empty() == (!expansion.arrives && expansion.route.empty()));
          if (expansion.actions.empty()) continue;
          ++given;
          arrived += expansion.arrives;
          decisions += static_cast<int>(expansion.actions.size());
          auto world = state;
          for (const auto action : expansion.actions) {
            REQUIRE(game->actor(world) == play::actor_of(side));
            REQUIRE(game->why(world, action).ok);
            game->apply(world, action);
          }
        }
      }
    }
    INFO(title);
    CHECK(given > 10);
    CHECK(arrived > given / 2);
    CHECK(decisions > 2 * given);
  }
}

TEST_CASE("what is no order of one's own is told apart", "[orders]") {
  const auto game = load("russia-1812");
  const auto board = game->board();
  const auto state = marching(*game, 2, 80);
  const auto side = play::side_of(game->actor(state));
  const auto view = game->view(game->observe(state, play::viewer_of(side)));
  CHECK_FALSE(play::parse_order(board, view, side, "nonsense"));
  CHECK_FALSE(play::parse_order(board, view, side, "to Moscow"));
  CHECK_THROWS_WITH(play::parse_order(board, view, side, "nobody to Moscow"),
                    Contains("no place and no counter"));
  const auto foreign = std::ranges::find_if(view.counters, [&](const play::Counter& counter) {
    return counter.side == play::index(play::other(side)) && counter.place >= 0;
  });
  REQUIRE(foreign != view.counters.end());
  CHECK_THROWS_WITH(play::parse_order(board, view, side, foreign->id + " to Moscow"),
                    Contains("not yours"));
}

// How many lines a person types in a turn of a recorded campaign: run by hand.
TEST_CASE("a turn takes few orders", "[.][orders-count]") {
  const auto game = load("russia-1812");
  for (std::uint64_t key = 1; key <= 3; ++key) {
    const auto doctrine = ai::find_agent("doctrine");
    const auto match = ai::make_match(*game, {doctrine, doctrine});
    const auto record =
        match->play({.campaign_key = key, .agent_keys = {key, key + 1}, .keep_actions = true});
    struct Turn {
      int decisions = 0;
      std::vector<std::string> orders;  // the first decision of each
    };
    std::map<std::pair<int, Side>, Turn> turns;
    auto state = game->initial();
    std::size_t covered_by[play::kSides] = {0, 0};  // steps that the order at hand has said
    for (std::size_t i = 0; i < record.actions.size(); ++i) {
      const auto actor = game->actor(state);
      if (play::is_side(actor) && game->legal(state).size() > 1) {
        const auto side = play::side_of(actor);
        auto& turn = turns[{game->turn(state), side}];
        ++turn.decisions;
        auto& covered = covered_by[play::index(side)];
        if (i >= covered) {
          turn.orders.push_back(game->action_text(state, record.actions[i]));
          covered = i + std::max(said_by_one_order(*game, state, side, record.actions, i),
                                 said_by_one_sweep(*game, state, side, record.actions, i));
        }
      }
      game->apply(state, record.actions[i]);
    }
    turns.erase({0, Side::A});  // the set-up
    turns.erase({0, Side::B});
    std::size_t sum = 0;
    int all = 0;
    const Turn* longest = &turns.begin()->second;
    for (const auto& [when, turn] : turns) {
      if (turn.orders.size() > longest->orders.size()) longest = &turn;
      sum += turn.orders.size();
      all += turn.decisions;
    }
    const auto played = static_cast<double>(turns.size());
    std::string lines;
    for (const auto& order : longest->orders) lines += order + "\n";
    WARN("campaign " << key << ": " << all / played << " decisions, "
                     << static_cast<double>(sum) / played << " orders a side and turn, at most "
                     << longest->orders.size() << ":\n"
                     << lines);
    CHECK(longest->orders.size() <= 25);
  }
}

namespace {

/// Plays the first legal decisions, and dice at random, up to a step of that name.
play::AnyState up_to(const play::AnyGame& game, std::string_view step, std::uint64_t key = 1) {
  auto state = game.initial();
  for (const auto action : game.random_actions(key, 3000)) {
    if (game.step(state).name == step) return state;
    game.apply(state, action);
  }
  FAIL("there is no such step");
  return state;
}

int most_counters_at(const play::View& view, Side side) {
  std::map<int, int> count;
  for (const auto& counter : view.counters)
    if (counter.side == play::index(side) && counter.place >= 0) ++count[counter.place];
  return std::ranges::max_element(count, {}, [](const auto& one) { return one.second; })->first;
}

}  // namespace

TEST_CASE("who is not asked about now is told when he is", "[orders]") {
  const auto game = load("russia-1812");
  const auto state = up_to(*game, "allocate-train");
  const auto side = play::side_of(game->actor(state));
  const auto view = game->view(game->observe(state, play::viewer_of(side)));
  const auto from = most_counters_at(view, side);
  const auto course = play::expand_order(*game, state, side, {from, from == 0 ? 1 : 0, {}});
  CHECK(course.actions.empty());
  CHECK_THAT(course.refusal.reason, Contains(view.prompt));
  CHECK_THAT(course.refusal.instead, Contains("Rally and Movement"));
  // No rule is told twice.
  const auto words = course.refusal.words();
  const auto rule = "(" + std::string(view.step.rule) + ")";
  CHECK(words.find(rule) == words.rfind(rule));
}

TEST_CASE("a place where nothing can be ordered has a reason of the rules", "[orders]") {
  for (const auto* title : {"russia-1812", "borodino-1812", "grand-tactical-1812"}) {
    const auto game = load(title);
    const auto board = game->board();
    const auto state = marching(*game, 1, 100);
    const auto side = play::side_of(game->actor(state));
    const auto view = game->view(game->observe(state, play::viewer_of(side)));
    int refused = 0, by_rule = 0;
    for (int place = 0; place < static_cast<int>(board.spaces.size()); ++place) {
      const auto refusal = play::why_nothing_at(*game, state, board, view, place);
      const bool open = std::ranges::any_of(view.choices, [&](const play::Choice& choice) {
        return choice.from == place || choice.to == place ||
               std::ranges::any_of(choice.counters, [&](int i) {
                 return view.counters[static_cast<std::size_t>(i)].place == place;
               });
      });
      CHECK(refusal.empty() == open);
      if (open) continue;
      ++refused;
      by_rule += !refusal.rule.empty();
      CHECK_THAT(refusal.instead, Contains("nearest"));
    }
    INFO(title);
    CHECK(refused > 10);
    CHECK(by_rule == refused);
  }
}

TEST_CASE("an order beyond what the rules allow names the rule and the nearest place", "[orders]") {
  const auto game = load("russia-1812");
  const auto board = game->board();
  const auto state = marching(*game, 1, 100);
  const auto side = play::side_of(game->actor(state));
  const auto view = game->view(game->observe(state, play::viewer_of(side)));
  int refused = 0;
  for (const auto& choice : view.choices) {
    if (choice.from < 0 || choice.to >= 0 || !choice.notation.starts_with("march")) continue;
    const auto course = play::expand_order(*game, state, side,
                                           {choice.from, play::find_space(board, "Moscow"), {}});
    if (course.actions.empty() || course.arrives) continue;
    INFO(course.refusal.told());
    CHECK_FALSE(course.refusal.reason.empty());
    CHECK_FALSE(course.refusal.rule.empty());
    CHECK_THAT(course.refusal.instead, Contains(play::place_name(board, course.route.back())));
    if (++refused == 4) break;
  }
  CHECK(refused > 0);
}

TEST_CASE("what cannot be ended says which area is too full", "[orders]") {
  const auto game = load("borodino-1812");
  const auto board = game->board();
  int refused = 0;
  for (std::uint64_t key = 1; key <= 40 && refused == 0; ++key) {
    auto state = game->initial();
    for (const auto action : game->random_actions(key, 4000)) {
      const auto actor = game->actor(state);
      if (play::is_side(actor) && game->step(state).name == "move") {
        const auto view = game->view(game->observe(state, play::viewer_of(play::side_of(actor))));
        const auto refusal = play::why_no_end(*game, state, board, view);
        if (!play::closing_choices(view.choices).empty()) CHECK(refusal.empty());
        if (!refusal.empty()) {
          ++refused;
          CHECK_THAT(refusal.words(), Contains("(3.31)"));
        }
      }
      game->apply(state, action);
    }
  }
  CHECK(refused > 0);
}

TEST_CASE("a stack can reach what an order to each place comes to", "[orders]") {
  const auto title = GENERATE(as<std::string>(), "russia-1812", "strategic-1812", "borodino-1812");
  const auto game = load(title);
  const auto state = marching(*game, 1, 100);
  const auto side = play::side_of(game->actor(state));
  const auto view = game->view(game->observe(state, play::viewer_of(side)));
  std::set<int> stacks;
  int places = 0;
  for (const auto& choice : view.choices) {
    if (choice.from < 0 || choice.to >= 0 || stacks.size() > 3) continue;
    if (!stacks.insert(choice.from).second) continue;
    const auto reached = play::reach_of(*game, state, side, {choice.from, -1, {}});
    for (const auto& one : reached) {
      ++places;
      CHECK(one.place != choice.from);
      REQUIRE(!one.course.route.empty());
      CHECK(one.course.route.back() == one.place);
      auto world = state;
      for (const auto action : one.course.actions) {
        REQUIRE(game->actor(world) == play::actor_of(side));
        REQUIRE(game->why(world, action).ok);
        game->apply(world, action);
      }
      const auto course = play::expand_order(*game, state, side, {choice.from, one.place, {}});
      CHECK(course.arrives);
    }
  }
  INFO(title);
  CHECK(places > 5);
}

TEST_CASE("the last march of a phase decides nothing that the next phase asks", "[orders]") {
  const auto game = load("russia-1812");
  const auto phase_of = [&](const play::AnyState& state, Side side) {
    return game->view(game->observe(state, play::viewer_of(side))).phase;
  };
  int courses = 0, followed = 0;
  for (std::uint64_t key = 1; key <= 6; ++key) {
    auto state = game->initial();
    for (const auto action : game->random_actions(key, 1500)) {
      const auto actor = game->actor(state);
      if (play::is_side(actor) && courses < 40) {
        const auto side = play::side_of(actor);
        const auto view = game->view(game->observe(state, play::viewer_of(side)));
        std::set<int> stacks;
        for (const auto& choice : view.choices)
          if (choice.from >= 0 && choice.to < 0 && !choice.counters.empty())
            stacks.insert(choice.from);
        if (stacks.size() == 1 && view.step.name == "choose-march") {
          for (const auto& one : play::reach_of(*game, state, side, {*stacks.begin(), -1, {}})) {
            ++courses;
            auto world = state;
            for (const auto decided : one.course.actions) {
              CHECK(phase_of(world, side) == view.phase);
              game->apply(world, decided);
            }
            followed += game->actor(world) == actor && phase_of(world, side) != view.phase;
          }
        }
      }
      game->apply(state, action);
    }
  }
  CHECK(courses > 5);
  CHECK(followed > 0);  // the same side is asked at once in the next phase
}

TEST_CASE("the last block that moves leaves it open which headquarters do", "[orders]") {
  const auto game = load("borodino-1812", "french-historical", "russian-historical");
  int courses = 0, asked = 0;
  for (std::uint64_t key = 1; key <= 12; ++key) {
    auto state = game->initial();
    for (const auto action : game->random_actions(key, 1200)) {
      const auto actor = game->actor(state);
      if (play::is_side(actor) && courses < 60 && game->step(state).name == "move") {
        const auto side = play::side_of(actor);
        const auto view = game->view(game->observe(state, play::viewer_of(side)));
        std::vector<play::Choice> blocks;
        for (const auto& choice : view.choices)
          if (!choice.counters.empty()) blocks.push_back(choice);
        if (blocks.size() == 1) {
          const auto& block = view.counters[static_cast<std::size_t>(blocks[0].counters[0])];
          for (const auto& one :
               play::reach_of(*game, state, side, {block.place, -1, {block.id}})) {
            ++courses;
            auto world = state;
            for (const auto decided : one.course.actions) {
              const auto now = game->view(game->observe(world, play::viewer_of(side)));
              // Whoever leads too many in one place has to move one of them.
              const bool may_end = std::ranges::any_of(now.choices, [](const auto& choice) {
                return choice.counters.empty() && choice.from < 0 && choice.to < 0;
              });
              CHECK_FALSE((may_end && now.step.name == "leader-move"));
              CHECK_FALSE((may_end && now.step.name == "straggle"));
              game->apply(world, decided);
            }
            asked += game->actor(world) == actor && game->step(world).name == "leader-move";
          }
        }
      }
      game->apply(state, action);
    }
  }
  CHECK(courses > 5);
  CHECK(asked > 0);
}
