// The rule-of-thumb general: chooses every decision of a hex campaign from an appraisal of the
// position and a doctrine.
#pragma once

#include "ai/doctrine/hex_campaign/appraisal.h"
#include "ai/doctrine/hex_campaign/deployment.h"
#include "ai/policy/policy.h"
#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::ai::hex_doctrine {
inline namespace NIEMEN_HEX_SIZE {

using hex_campaign::HexCampaign;
using hex_campaign::Verb;
using play::Action;
using play::ActionList;

/// 7.6: so many stacks beside one make it forage in any case.
inline constexpr int kCrowd = 2;

/// Units of a turn that arrive where nobody feeds them; more are not counted.
inline constexpr int kMaxArrivals = 12;

/// What a train is wanted for.
struct TrainWant {
  Hex hex = 0;
  int gain = 0;
  std::int8_t nth = 1;  ///< the how-manieth train there
  bool depot = false;
};

/// Where a group goes.
struct MarchPlan {
  PieceSet pieces;  ///< who goes
  int gain = 0;     ///< against staying, in points
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
  int worth_of_depots(const State& s) const;
  int arrivals_fed(const State& s, const HexSet& fed) const;
  void lay_chains(const State& s, HexSet sites, int longest);
  HexSet relief_sites(const State& s) const;
  int best_chain(const State& s, int most);
  Action choose_set_up_depot(const State& s, const ActionList& legal);
  void find_wants(const State& s);
  bool is_bare(const State& s, int hex, int ahead) const;
  bool must_forage(const State& s, int hex) const;
  bool feeds_itself(const State& s, int hex) const;
  bool is_crowded(int hex) const;
  bool is_spent(const State& s, int hex) const;
  bool is_dispensable(const State& s, int hex) const;
  bool is_foremost(int hex, const HexSet& others) const;
  bool is_winter_near(const State& s) const;
  int least_depot_gain(const State& s) const;
  bool is_exposed(int hex) const;
  void weigh_depots(const State& s, const HexSet& fed);
  const HexSet& reach_of_depot(int city);
  int depot_gain(const State& s, int hex);
  int steps_gained(std::size_t objective, const HexSet& fresh) const;
  int steps_to_gain(const State& s, int hex, std::size_t objective);
  void find_stepping_stones(const State& s);
  void find_depot_wants(const State& s);
  int train_gain(const State& s, const Stack& stack) const;
  int spared_by_train(const State& s, const Stack& stack) const;

  // planner_march.cpp (8.2-8.5)
  void describe(const State& s, MarchGroup& group) const;
  int cheapest_of(const PieceSet& units) const;
  bool feeds_crowds() const;
  bool is_hungry(int hex) const;
  bool is_unruly(int unit) const;
  int unruly_cost(const State& s, const PieceSet& units) const;
  MarchGroup detachment_of(const State& s, const MarchGroup& whole) const;
  bool may_force_march(const State& s, const MarchGroup& group) const;
  bool is_prey_near(int hex) const;
  PieceSet able_to_march(const State& s) const;
  PieceSet marching(const State& s) const;
  MarchGroup group_of(const State& s, int hex, const PieceSet& available) const;
  MarchPlan plan_march(const State& s, const MarchGroup& group, int from, int done);
  void begin_plan(const State& s);
  static constexpr int kFirstWorthMaking = -1, kEverybody = -2;  ///< how far plans go
  void plan_marches(const State& s, const HexSet& movable, const PieceSet& available, int last);
  void plan_choice(const State& s, const ActionList& legal, int last);
  void recall_march(const State& s);
  HexSet supplied_without(const State& s, const MarchGroup& group, int from) const;
  static constexpr int kNoFloor = -1000000;  ///< below every score
  int score_place(const State& s, const MarchGroup& group, const HexSet& supplied, int hex,
                  int steps, int floor = kNoFloor);
  int attrition_cost(const State& s, int ready, int steps) const;
  HexSet full_for(const MarchGroup& group) const;
  int attack_on(const MarchGroup& group, int hex, int target) const;
  struct Contact {
    int target = -1;
    int worth = 0;
    int more = 0;  ///< than what stacks planned before promise
  };
  Contact score_contact(const MarchGroup& group, int hex) const;
  int forage_cost(const MarchGroup& group, int hex) const;
  int crowding_cost(int hex) const;
  bool is_worth_making(const MarchPlan& plan) const {
    return plan.length > 1 && plan.gain >= values().least_gain;
  }
  Action choose_march(const State& s, const ActionList& legal);
  Action choose_group(const State& s, const ActionList& legal);
  Action choose_step(const State& s, const ActionList& legal);
  Action take_marching(const State& s, const ActionList& legal);
  Action choose_senior(const ActionList& legal) const;

  // planner_combat.cpp (10, 11)
  struct AttackIdea {
    int worth = 0;
    int lead = 0;
    int from = -1, target = -1;
  };
  AttackIdea weigh_attack(const State& s, int from, int target) const;
  AttackIdea best_attack(const State& s, int from) const;
  int attack_gain(const State& s, int from) const;
  Action choose_attack(const State& s, const ActionList& legal) const;
  Action choose_target(const State& s, const ActionList& legal) const;
  Action choose_commands(const State& s, const ActionList& legal) const;
  Action choose_defence_commands(const State& s, const ActionList& legal) const;
  Action choose_support(const State& s, const ActionList& legal) const;
  Action choose_withdrawal(const State& s, const ActionList& legal) const;
  Action choose_retreat(const State& s, const ActionList& legal, int from) const;
  Action choose_advance(const State& s, const ActionList& legal);
  Action choose_victim(const State& s, const ActionList& legal, bool own) const;

  // planner_places.cpp (12, 13, 14, 16)
  int score_arrival(const State& s, int piece, int hex) const;
  Action choose_place(const State& s, const ActionList& legal, int piece) const;
  void find_errands(const State& s);
  int command_need(const State& s, int hex, const PieceSet& commanders) const;
  Action choose_commander(const State& s, const ActionList& legal);
  Action choose_commander_place(const State& s, const ActionList& legal, int commander);
  Action choose_garrison(const State& s, const ActionList& legal) const;
  Action choose_card(const State& s, const ActionList& legal) const;
  struct ExitWorth {
    int points = 0;         ///< for each unit that leaves the map this turn
    bool can_wait = false;  ///< next turn it counts as well
  };
  ExitWorth exit_worth(const State& s, int hex) const;
  /// The battle points that the doctrine offers for an ally's neutrality, or as many as there are.
  Action choose_offer(const ActionList& legal) const;
  Action choose_exit(const State& s, const ActionList& legal) const;

  const Context& c() const { return game_.context(); }
  const Values& values() const { return view_->values(); }

  HexCampaign game_;
  std::shared_ptr<const Strategy> strategy_;
  PerSide<Appraisal> views_;
  Appraisal* view_ = nullptr;  ///< of the side that decides now
  Side me_ = Side::A;
  std::size_t seat_ = 0;

  /// What does not depend on the city when one more Depot is weighed.
  struct DepotScale {
    HexSet routes;
    int range = 0;
    const hex_campaign::EntryCosts* costs = nullptr;
    hex_campaign::CitySet known;  ///< cities whose reach along these routes is known
    std::array<HexSet, hex_campaign::kMaxCities> reach;
    HexSet fed;                                 ///< by the Depots that count as standing
    HexSet reached;                             ///< where their supply reaches
    std::array<int, kMaxObjectives> nearest{};  ///< steps from `fed` to an objective
    /// Where units may arrive this turn that `fed` does not feed anywhere (13.2).
    core::FixedVector<HexSet, kMaxArrivals> arrivals;
  };
  DepotScale scale_;
  /// A city where a Depot could stand at the end of a chain of new ones.
  struct Chain {
    Hex hex = hex_campaign::kNoHex;
    std::int16_t before = -1;  ///< the link before it, in chains_; -1: linked already
    std::int16_t links = 1;    ///< new Depots, this one included
  };
  core::FixedVector<Chain, hex_campaign::kMaxCities> chains_;
  core::FixedVector<TrainWant, 2 * kMaxStacks> wants_;
  std::uint32_t wants_version_ = 0;
  Side wants_side_ = Side::A;
  int wants_turn_ = 0;
  /// Where a Depot next turn would help on, found as marches are planned.
  struct SteppingStones {
    bool sought = false;  ///< `sites` are of this plan
    HexSet sites;
    /// Per city of those and objective: steps nearer that the army could be fed; -1: not asked yet.
    std::array<std::array<std::int8_t, kMaxObjectives>, hex_campaign::kMaxCities> gained{};
  };
  SteppingStones stones_;
  Deployment deployment_;  ///< the marches planned so far made
  HexSet hungry_;          ///< where a stack needs a train next turn, or it forages (7.6)
  HexSet crowdable_;       ///< where a crowd makes it need one, or costs it one (7.6)
  HexSet prey_;            ///< undefended: prizes that are not held, Depots of the enemy's
  HexSet marked_;          ///< with own units under a forage marker
  std::array<std::int16_t, hex_campaign::kMaxHexes>
      claimed_{};        ///< worth of the attack planned on a hex
  int train_price_ = 0;  ///< of one of them
  int trains_left_ = 0;  ///< trains of next turn that no planned stack needs yet
  core::FixedVector<MarchPlan, kMaxStacks> intents_;  ///< the marches planned, in their order
  HexSet errands_;   ///< Depots nobody needs, for a Commander to fetch (7.1)
  MarchPlan march_;  ///< of the group that is on its way
  Side march_side_ = Side::A;
  int march_turn_ = 0;
};

/// The first legal action with this verb, or `fallback`.
Action first_with(const ActionList& legal, Verb verb, Action fallback);
bool has_action(const ActionList& legal, Action action);

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::ai::hex_doctrine
