// The user's own program as a player.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ai/agents/agent.h"
#include "ai/agents/process_messages.h"
#include "ai/agents/process_player.h"

namespace niemen::ai {

/// Starts the program at its first decision and again after it failed, at the next campaign.
template <play::Game G>
class ProcessAgent : public Agent<G> {
 public:
  ProcessAgent(const G& game, ProcessOptions options) : game_(game), player_(std::move(options)) {}

  void introduce(const std::shared_ptr<const CampaignCard>& card) override { card_ = card; }
  bool listens() const override { return true; }

  void begin_campaign() override {
    player_.begin_campaign();
    heard_.clear();
  }

  void told(const std::vector<play::Event>& events, int turn) override {
    for (const auto& event : events) heard_.emplace_back(event, turn);
  }

  Decision decide(const typename G::Observation& observation, core::RandomStream& random,
                  const Budget& budget) override {
    const auto world = game_.sample_world(observation, random);
    game_.legal(world, legal_);
    Decision decision;
    decision.report.forced = legal_.size() == 1;
    decision.report.worlds = 1;
    decision.action = legal_[0];
    if (decision.report.forced && player_.options().skip_forced) return decision;
    auto request = describe(observation, world, random, budget);
    std::optional<play::View> view;
    if constexpr (play::HasView<G>) {
      if (player_.options().view) view = game_.view(observation);
    }
    if (view) request.view = &*view;
    if (!player_.announced()) announce(request.side);
    decision.action = legal_[player_.answer(request, budget.stop)];
    return decision;
  }

  void end_campaign(const CampaignEnd& end) override { player_.end_campaign(card_.get(), end); }

 private:
  /// Positions beside the one shown, to find out what of it is guessed.
  static constexpr int kOthers = 4;

  void announce(play::Side side) {
    std::optional<play::Board> board;
    if constexpr (play::HasView<G>) {
      if (player_.options().view) board = game_.board();
    }
    player_.announce(new_campaign_message(card_.get(), side, board ? &*board : nullptr));
  }

  DecisionRequest describe(const typename G::Observation& observation,
                           const typename G::State& world, core::RandomStream& random,
                           const Budget& budget) {
    constexpr int kSeedBits = 53;
    DecisionRequest request;
    request.side = play::side_of(game_.actor(world));
    request.turn = game_.turn(world);
    request.seed = random.next() >> (64 - kSeedBits);
    request.position = game_.state_text(world);
    std::vector<std::string> others;
    for (int i = 0; i < kOthers; ++i)
      others.push_back(game_.state_text(game_.sample_world(observation, random)));
    request.guesses = guesses_in(request.position, others);
    for (const auto action : legal_) request.legal.push_back(game_.action_text(world, action));
    if constexpr (play::HasSteps<G>) {
      const auto row = game_.step(world);
      request.rule = row.rule;
      request.step = row.name;
      request.question = game_.prompt(world);
    }
    request.events = take_heard(request.side);
    request.seconds = player_.options().answer_seconds;
    request.iterations = budget.iterations;
    return request;
  }

  std::vector<play::ToldEvent> take_heard(play::Side side) {
    std::vector<play::ToldEvent> told;
    for (const auto& [event, turn] : heard_)
      told.push_back(play::told_event(game_, event, play::viewer_of(side), turn));
    heard_.clear();
    return told;
  }

  G game_;
  ProcessPlayer player_;
  std::shared_ptr<const CampaignCard> card_;
  std::vector<std::pair<play::Event, int>> heard_;  ///< since it was last asked, with their turns
  play::ActionList legal_{};
};

}  // namespace niemen::ai
