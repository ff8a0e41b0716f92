// A rule-of-thumb general for area campaigns: weighs every march by its doctrine, one at a time.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "ai/doctrine/area_campaign/doctrine.h"
#include "ai/policy/policy.h"
#include "engine/systems/area_campaign/area_campaign.h"

namespace niemen::ai::area_campaign {

/// What stays the same for all planners of a game: the map and both doctrines.
struct PlannerBasis {
  engine::AreaCampaign game;
  std::array<Doctrine, 2> doctrines;
  /// reach to the power of the distance, by side and the two places, in either order.
  std::array<std::array<std::array<float, engine::kMaxPlaces>, engine::kMaxPlaces>, 2> nearness{};

  PlannerBasis(const engine::AreaCampaign& game, std::array<Doctrine, 2> doctrines);
};

/// How much each place pulls a side's stacks: by what it would win, less with each Area of
/// distance. It depends on nothing but who controls what, so it is kept until that changes.
class Pull {
 public:
  /// For one side, while the places worth points are controlled as `control` says (see
  /// engine::State::control).
  const std::array<float, engine::kMaxPlaces>& find(const PlannerBasis& basis, int side,
                                                    std::uint32_t control);

 private:
  std::optional<std::uint32_t> control_;  ///< what `pull_` was found for
  std::array<float, engine::kMaxPlaces> pull_{};
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
  std::array<Pull, 2> pulls_;  ///< by side
};

}  // namespace niemen::ai::area_campaign
