// The mechanism as play/steps.h runs it. Each row stands beside its chapter, in the file named
// here.
#pragma once

#include "engine/play/steps.h"
#include "engine/systems/area_campaign/action.h"
#include "engine/systems/area_campaign/state.h"

namespace niemen::area_campaign {

struct Play;

struct Mechanism : play::Parts<AreaContext, State, Step, Verb, Play, kVerbShift> {
  static constexpr Verb kDie = Verb::Roll;

  static const play::RowTable<Mechanism>& rows();
  static bool is_action(const AreaContext& game, play::Action action);
  static play::Verdict not_now(const AreaContext& game, const State& state, Verb verb);
};

using Steps = play::StepMachine<Mechanism>;
using Lister = play::Lister<Mechanism>;
/// A row; see steps.cpp for what is done with them. Prompts have blanks such as {from}, which
/// AreaCampaign::prompt fills in.
template <Step kStep>
using RowOf = play::RowOf<Mechanism, kStep>;

// setup.cpp
extern const RowOf<Step::SetUp> set_up_row;
// attrition.cpp
extern const RowOf<Step::Reinforce> reinforce_row;
extern const RowOf<Step::AttritionDie> attrition_die_row;
extern const RowOf<Step::AttritionArea> attrition_area_row;
extern const RowOf<Step::AttritionPlace> attrition_place_row;
// movement.cpp
extern const RowOf<Step::MoveStack> move_stack_row;
extern const RowOf<Step::MoveTarget> move_target_row;
extern const RowOf<Step::MoveShare> move_share_row;
extern const RowOf<Step::Scorch> scorch_row;
extern const RowOf<Step::CreateDepot> create_depot_row;
// forced_march.cpp
extern const RowOf<Step::MarchStack> march_stack_row;
extern const RowOf<Step::MarchTarget> march_target_row;
extern const RowOf<Step::MarchUnit> march_unit_row;
extern const RowOf<Step::MarchDie> march_die_row;
// combat.cpp
extern const RowOf<Step::ChooseBattle> choose_battle_row;
extern const RowOf<Step::AttackPlan> attack_plan_row;
extern const RowOf<Step::DefencePlan> defence_plan_row;
extern const RowOf<Step::RetireCavalry> retire_cavalry_row;
extern const RowOf<Step::RetireSupply> retire_supply_row;
extern const RowOf<Step::RetireLeaders> retire_leaders_row;
extern const RowOf<Step::RetireArea> retire_area_row;
extern const RowOf<Step::PlanLoss> plan_loss_row;
extern const RowOf<Step::PlanRetreat> plan_retreat_row;
// combat_results.cpp
extern const RowOf<Step::CombatDie> combat_die_row;
// pursuit.cpp
extern const RowOf<Step::Pursue> pursue_row;
extern const RowOf<Step::PursuitDie> pursuit_die_row;
extern const RowOf<Step::PursuitStake> pursuit_stake_row;
extern const RowOf<Step::PursuitLoss> pursuit_loss_row;
extern const RowOf<Step::LastRetreat> last_retreat_row;
// supply.cpp
extern const RowOf<Step::DropDepots> drop_depots_row;
extern const RowOf<Step::SettleArea> settle_area_row;
extern const RowOf<Step::FeedCorps> feed_corps_row;
extern const RowOf<Step::SupplyTrack> supply_track_row;
extern const RowOf<Step::UnsuppliedDie> unsupplied_die_row;
// victory.cpp
extern const RowOf<Step::PoliticalLoss> political_loss_row;
extern const RowOf<Step::Over> over_row;

}  // namespace niemen::area_campaign
