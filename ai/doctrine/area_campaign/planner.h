// A rule-of-thumb general for area campaigns: weighs every march by its doctrine, one at a time.
#pragma once

#include <memory>

#include "ai/agents/policy.h"
#include "ai/doctrine/area_campaign/doctrine.h"
#include "engine/systems/area_campaign/area_campaign.h"

namespace niemen::ai::area_campaign {

/// What stays the same for all planners of a game: the map and both doctrines.
struct PlannerBasis {
  engine::AreaCampaign game;
  std::array<Doctrine, 2> doctrines;
  /// reach to the power of the distance, by side.
  std::array<std::array<float, engine::kMaxPlaces>, 2> decay{};

  PlannerBasis(const engine::AreaCampaign& game, std::array<Doctrine, 2> doctrines);
};

/// Plays both sides by their doctrines, without looking ahead. Keeps no plan: every decision is
/// taken from the position alone, and the parts of one march agree because the same sums are done
/// again.
class Planner : public Policy<engine::AreaCampaign> {
 public:
  explicit Planner(std::shared_ptr<const PlannerBasis> basis) : basis_(std::move(basis)) {}

  std::unique_ptr<Policy<engine::AreaCampaign>> clone() const override;
  play::Action choose(const State& world, const play::ActionList& legal,
                      core::RandomStream& random) override;

 private:
  std::shared_ptr<const PlannerBasis> basis_;
};

}  // namespace niemen::ai::area_campaign
