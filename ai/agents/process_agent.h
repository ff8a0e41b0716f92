// The user's own program as a player.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ai/agents/agent.h"
#include "ai/agents/child_process.h"
#include "ai/agents/process_messages.h"

namespace niemen::ai {

/// Starts the program at its first decision and again after it failed, at the next campaign.
template <play::Game G>
class ProcessAgent : public Agent<G> {
 public:
  ProcessAgent(const G& game, std::vector<std::string> command, double answer_seconds)
      : game_(game), command_(std::move(command)), answer_seconds_(answer_seconds) {}

  void begin_campaign() override {
    decisions_ = 0;
    if (failed_) child_.reset();
    failed_ = false;
    announced_ = false;
  }

  Decision decide(const typename G::Observation& observation, core::RandomStream& random,
                  const Budget& budget) override {
    const auto world = game_.sample_world(observation, random);
    auto request = describe(world, random, budget);
    Decision decision;
    try {
      if (!child_) child_ = std::make_unique<ChildProcess>(command_);
      child_->heed(budget.stop);
      if (!announced_) child_->write_line(new_campaign_message(), answer_seconds_);
      announced_ = true;
      child_->require_silence();
      child_->write_line(to_message(request), answer_seconds_);
      decision.action = legal_[read_answer(child_->read_line(answer_seconds_), request)];
    } catch (...) {  // it may still answer a question that nobody waits for

      failed_ = true;
      child_.reset();
      throw;
    }
    decision.report.worlds = 1;
    return decision;
  }

 private:
  DecisionRequest describe(const typename G::State& world, core::RandomStream& random,
                           const Budget& budget) {
    constexpr int kSeedBits = 53;
    game_.legal(world, legal_);
    DecisionRequest request;
    request.decision = ++decisions_;
    request.side = game_.actor(world) == play::Actor::SideA ? 'A' : 'B';
    request.turn = game_.turn(world);
    request.position = game_.state_text(world);
    for (const auto action : legal_) request.legal.push_back(game_.action_text(world, action));
    request.seed = random.next() >> (64 - kSeedBits);
    request.iterations = budget.iterations;
    request.seconds = budget.seconds;
    return request;
  }

  G game_;
  std::vector<std::string> command_;
  double answer_seconds_;
  std::unique_ptr<ChildProcess> child_;
  bool failed_ = false;
  bool announced_ = false;
  int decisions_ = 0;
  play::ActionList legal_{};
};

}  // namespace niemen::ai
