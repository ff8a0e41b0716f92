// The match of one concrete game; what make_match chooses from.
#pragma once

#include "ai/agents/make_agent.h"
#include "ai/agents/match.h"
#include "engine/play/typed_game.h"

namespace niemen::ai {

template <play::Game G>
class TypedMatch : public Match {
 public:
  TypedMatch(const G& game, play::GameInfo info,
             const std::array<AgentConfig, play::kSides>& configs)
      : game_(game), info_(std::move(info)) {
    for (std::size_t seat = 0; seat < play::kSides; ++seat) {
      agents_[seat] = make_agent(game, configs[seat]);
      shown_[seat] = configs[seat].sees_everything;
    }
  }

  CampaignRecord play(const MatchSetup& setup) override {
    CampaignSetup<G> typed{.agents = {agents_[0].get(), agents_[1].get()},
                           .campaign_key = setup.campaign_key,
                           .agent_keys = setup.agent_keys,
                           .keep_actions = setup.keep_actions,
                           .shown = shown_,
                           .clock = setup.clock,
                           .stop = setup.stop};
    if (setup.start) typed.start = play::TypedGame<G>::unpack(*setup.start);
    if (!setup.watch) return play_campaign(game_, typed);
    return play_campaign(game_, typed, Watch{&setup});
  }

  Decision decide(const play::AnyState& bytes, std::uint64_t decision_key,
                  const Budget& budget) override {
    const auto state = play::TypedGame<G>::unpack(bytes);
    const auto side = play::side_of(game_.actor(state));
    core::RandomStream random(decision_key);
    auto decision = agents_[static_cast<std::size_t>(play::index(side))]->decide(
        game_.observe(state, play::viewer_of(side)), random, budget);
    if (!detail::is_legal(game_, state, decision.action))
      throw AgentFailure("answered with an action that is not legal");
    return decision;
  }

  void introduce(const play::GameRequest& request,
                 const std::array<std::string, play::kSides>& players) override {
    CampaignCard card{info_, request, {players[0], players[1]}};
    const auto shared = std::make_shared<const CampaignCard>(std::move(card));
    for (auto& agent : agents_) agent->introduce(shared);
  }
  void begin_campaign() override {
    for (auto& agent : agents_) agent->begin_campaign();
  }
  void told(play::Side side, const std::vector<play::Event>& events, int turn) override {
    agents_[static_cast<std::size_t>(play::index(side))]->told(events, turn);
  }
  void end_campaign(const CampaignEnd& end) override {
    for (auto& agent : agents_) agent->end_campaign(end);
  }

 private:
  struct Watch {
    const MatchSetup* setup;
    void before(const typename G::State&, play::Actor) {}
    void after(const typename G::State& state, play::Actor actor, play::Action action,
               const Decision* decision) {
      setup->watch(play::TypedGame<G>::pack(state), actor, action, decision);
    }
  };

  G game_;
  play::GameInfo info_;
  std::array<std::unique_ptr<Agent<G>>, play::kSides> agents_;
  std::array<bool, play::kSides> shown_{};
};

}  // namespace niemen::ai
