// The rule-of-thumb general: chooses every decision of a hex campaign from an appraisal of the
// position and a doctrine.
#pragma once

#include "ai/agents/policy.h"
#include "ai/doctrine/hex_campaign/appraisal.h"
#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::ai::hex_doctrine {

using hex_campaign::HexCampaign;
using hex_campaign::Verb;
using play::Action;
using play::ActionList;

/// What a train is wanted for.
struct TrainWant {
  Hex hex = 0;
  int gain = 0;
  std::int8_t nth = 1;  ///< the how-manieth train there
  bool depot = false;
};

/// Pieces that march together, and what follows from that.
struct MarchGroup {
  PieceSet units;
  PieceSet commanders;
  int ready = 0;
  int value = 0;
  int occupancy = 0;
  int objective = 0;
  bool stays_garrisoned = false;  ///< somebody stays behind
};

/// Where a group goes.
struct MarchPlan {
  int gain = 0;  ///< against staying, in points
  int length = 0;
  std::array<Hex, hex_campaign::kMaxPath> path{};  ///< the hex it starts from first
};

/// One object plays both sides, each from its own appraisal. No heap after construction.
class Planner : public Policy<HexCampaign> {
 public:
  Planner(const HexCampaign& game, std::shared_ptr<const Strategy> strategy);

  std::unique_ptr<Policy<HexCampaign>> clone() const override;
  void forget() override;
  Action choose(const State& s, const ActionList& legal, core::RandomStream& random) override;

 private:
  // planner_supply.cpp (7, 8.1)
  Action choose_train(const State& s, const ActionList& legal);
  Action choose_depot(const State& s, const ActionList& legal);
  Action choose_conversion(const State& s, const ActionList& legal);
  Action choose_depot_to_remove(const State& s, const ActionList& legal);
  Action choose_set_up_depot(const State& s, const ActionList& legal);
  void find_wants(const State& s);
  bool must_forage(const State& s, int hex, int ahead) const;
  bool is_crowded(int hex) const;
  bool has_company(int hex, int from) const;
  bool is_foremost(int hex, const HexSet& others) const;
  int depot_gain(const State& s, int hex) const;
  int train_gain(const State& s, const Stack& stack);

  // planner_march.cpp (8.2-8.5)
  MarchGroup group_of(const State& s, int hex, const PieceSet& available) const;
  MarchPlan plan_march(const State& s, const MarchGroup& group, int from, int done) const;
  int score_place(const State& s, const MarchGroup& group, int from, int hex, int steps) const;
  int score_contact(const State& s, const MarchGroup& group, int from, int hex) const;
  Action choose_march(const State& s, const ActionList& legal);
  Action choose_group(const State& s, const ActionList& legal);
  Action choose_step(const State& s, const ActionList& legal);
  Action take_marching(const State& s, const ActionList& legal) const;

  // planner_combat.cpp (10, 11)
  struct AttackIdea {
    int worth = 0;
    int lead = 0;
    int from = -1, target = -1;
  };
  AttackIdea weigh_attack(const State& s, int from, int target) const;
  AttackIdea best_attack(const State& s, int from) const;
  Action choose_attack(const State& s, const ActionList& legal) const;
  Action choose_target(const State& s, const ActionList& legal) const;
  Action choose_commands(const State& s, const ActionList& legal) const;
  Action choose_defence_commands(const State& s, const ActionList& legal) const;
  Action choose_support(const State& s, const ActionList& legal) const;
  Action choose_withdrawal(const State& s, const ActionList& legal) const;
  Action choose_retreat(const State& s, const ActionList& legal, int from) const;
  Action choose_advance(const State& s, const ActionList& legal) const;
  Action choose_victim(const State& s, const ActionList& legal, bool own) const;

  // planner_places.cpp (12, 13, 14, 16)
  int score_arrival(const State& s, int piece, int hex) const;
  Action choose_place(const State& s, const ActionList& legal, int piece) const;
  int command_need(const State& s, int hex, const PieceSet& commanders) const;
  Action choose_commander(const State& s, const ActionList& legal) const;
  Action choose_commander_place(const State& s, const ActionList& legal, int commander) const;
  Action choose_card(const State& s, const ActionList& legal) const;

  const Context& c() const { return game_.context(); }

  HexCampaign game_;
  std::shared_ptr<const Strategy> strategy_;
  PerSide<Appraisal> views_;
  Appraisal* view_ = nullptr;  ///< of the side that decides now
  Side me_ = Side::A;
  std::size_t seat_ = 0;

  core::FixedVector<TrainWant, 2 * kMostStacks> wants_;
  std::uint32_t wants_version_ = 0;
  Side wants_side_ = Side::A;
  MarchPlan march_;  ///< of the group that is on its way
  Side march_side_ = Side::A;
  int march_turn_ = 0;
};

/// The first legal action with this verb, or `fallback`.
Action first_with(const ActionList& legal, Verb verb, Action fallback);
bool has_action(const ActionList& legal, Action action);

}  // namespace niemen::ai::hex_doctrine
