// A rule-of-thumb general for block battles: weighs every move by its doctrine, one at a time.
#pragma once

#include <memory>

#include "ai/doctrine/block_battle/judge.h"
#include "ai/policy/policy.h"

namespace niemen::ai::block_battle {

/// Plays both sides by their doctrines, without looking ahead. Keeps no plan: every decision is
/// taken from the position alone, and the blocks of one attack agree because the same sums are done
/// again.
class Planner : public Policy<engine::BlockBattle> {
 public:
  explicit Planner(std::shared_ptr<const Basis> basis) : basis_(std::move(basis)) {}

  std::unique_ptr<Policy<engine::BlockBattle>> clone() const override {
    return std::make_unique<Planner>(basis_);
  }
  play::Action choose(const State& world, const play::ActionList& legal,
                      core::RandomStream& random) override;

 private:
  std::shared_ptr<const Basis> basis_;
};

}  // namespace niemen::ai::block_battle
