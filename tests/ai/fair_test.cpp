// Fair, and seen to be: under one observation the hidden facts are dealt again and again, and every
// agent must decide the same and count the same.
#include <catch2/catch.hpp>
#include <set>
#include <sstream>
#include <string>

#include "ai/agents/make_agent.h"
#include "ai/doctrine/hex_campaign/doctrines.h"
#include "ai/eval/hex_campaign/features.h"
#include "engine/play/dice.h"
#include "engine/play/typed_game.h"
#include "engine/systems/hex_campaign/hex_campaign.h"
#include "engine/systems/registry.h"

using namespace niemen;
using hex_campaign::HexCampaign;

namespace {

constexpr int kDeals = 20;
constexpr std::size_t kDistinctWorlds = 10;
constexpr int kMaxTries = 60;

std::unique_ptr<play::AnyGame> load_advanced() {
  play::GameRequest request;
  request.folder = std::string(NIEMEN_SOURCE_DIR) + "/configs/games/russia-1812";
  request.preset = "advanced";
  return systems::load_game(request);
}

struct Examined {
  ai::AgentConfig config;
  int one_of;  ///< positions of which it is asked about one: searches of turns are dear
};
/// Every agent that plays from a sampled world, small enough to be asked often.
std::vector<Examined> agents() {
  ai::AgentConfig small;
  small.search.memory_mb = 1;
  small.search.rollout_decisions = 4;
  small.search.early_stop = false;
  auto doctrine = small, tree = small, plans = small;
  doctrine.kind = ai::AgentKind::Doctrine;
  tree.kind = ai::AgentKind::Mcts;
  tree.search.iterations = 2;
  plans.kind = ai::AgentKind::Turn;
  plans.search.iterations = 4;  // two plans, two worlds
  plans.turn.population = 1;
  auto races = plans;
  races.search.iterations = 50;  // long enough for another plan to come into force
  races.turn.population = 4;
  return {{doctrine, 1}, {tree, 1}, {plans, 3}, {races, 50}};
}

/// The decision and everything that the search counted.
std::string counters(const ai::Decision& decision) {
  std::ostringstream text;
  const auto& report = decision.report;
  text << decision.action << ' ' << report.iterations << ' ' << report.worlds << ' ' << report.nodes
       << ' ' << report.win_probability << ' ' << report.margin;
  for (const auto& a : report.alternatives)
    text << '|' << a.action << ' ' << a.visits << ' ' << a.win_probability << ' ' << a.margin;
  for (const auto& step : report.principal_line) text << '>' << step;
  for (const auto& belief : report.beliefs) text << '?' << belief.fact << ' ' << belief.share;
  return text.str();
}

/// Deals under the observation of the side to move until enough worlds differ; empty if they
/// never do.
std::vector<HexCampaign::State> deal_again(const HexCampaign& game, const HexCampaign::State& state,
                                           core::RandomStream& random) {
  const auto observation = game.observe(state, play::viewer_of(play::side_of(game.actor(state))));
  std::vector<HexCampaign::State> worlds;
  std::set<std::uint64_t> distinct;
  for (int i = 0; i < kMaxTries; ++i) {
    const auto world = game.sample_world(observation, random);
    const bool is_new = distinct.insert(game.hash(world)).second;
    const auto missing = kDistinctWorlds - std::min(kDistinctWorlds, distinct.size());
    if (is_new || worlds.size() + missing < kDeals) worlds.push_back(world);
    if (worlds.size() >= kDeals && missing == 0) return worlds;
  }
  return {};
}

/// Compares `positions` decisions of each agent, spread over campaigns of doctrines that stray.
void check_fairness(int positions, std::uint64_t seed) {
  const auto loaded = load_advanced();
  const auto& game = dynamic_cast<const play::TypedGame<HexCampaign>&>(*loaded).game();
  REQUIRE(game.context().rules.hidden_stacks);
  constexpr std::uint32_t kOneOf = 23;  // positions looked at
  constexpr double kStray = 0.1;        // share of random decisions, for variety
  const auto examined = agents();
  std::vector<std::unique_ptr<ai::Agent<HexCampaign>>> players;
  for (const auto& one : examined) players.push_back(ai::make_agent(game, one.config));
  const auto policy = ai::make_policy(game, "");
  core::RandomStream random(seed);
  play::NullRecorder silent;
  play::ActionList legal;
  int compared = 0;
  while (compared < positions) {
    auto state = game.initial();
    const auto campaign_key = random.next();
    policy->forget();
    while (game.actor(state) != play::Actor::Over && compared < positions) {
      if (game.actor(state) == play::Actor::Nature) {
        game.apply(state, play::draw_chance(game, state, campaign_key), silent);
        continue;
      }
      game.legal(state, legal);
      if (legal.size() > 1 && random.below(kOneOf) == 0) {
        const auto viewer = play::viewer_of(play::side_of(game.actor(state)));
        if (const auto worlds = deal_again(game, state, random); !worlds.empty()) {
          const auto key = random.next();
          for (std::size_t i = 0; i < players.size(); ++i) {
            if (compared % examined[i].one_of != 0) continue;
            INFO("agent " << i << ", position " << compared << "\n" << game.state_text(state));
            auto& player = players[i];
            const auto answer = [&](const HexCampaign::State& world, bool whole_report) {
              player->begin_campaign();
              core::RandomStream own(key);
              return counters(
                  player->decide(game.observe(world, viewer), own, {.want_report = whole_report}));
            };
            REQUIRE(answer(state, true) == answer(state, true));
            // The whole report costs much more than the decision: once is enough.
            REQUIRE(answer(worlds.front(), true) == answer(state, true));
            const auto expected = answer(state, false);
            for (const auto& world : worlds) REQUIRE(answer(world, false) == expected);
          }
          ++compared;
        }
      }
      const bool stray = random.uniform() < kStray;
      const auto action = legal.size() == 1 ? legal[0]
                          : stray ? legal[random.below(static_cast<std::uint32_t>(legal.size()))]
                                  : policy->choose(state, legal, random);
      game.apply(state, action, silent);
    }
  }
}

}  // namespace

TEST_CASE("dealing the hidden facts again changes no decision and no counter", "[fair]") {
  check_fairness(100, 61);
}

TEST_CASE("a thousand positions dealt again change nothing", "[.long][fair]") {
  check_fairness(1000, 62);
}
