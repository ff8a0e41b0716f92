// The mechanism as play/steps.h runs it. Each row stands beside its chapter, in the file named
// here.
#pragma once

#include "engine/play/steps.h"
#include "engine/systems/hex_operations/action.h"
#include "engine/systems/hex_operations/state.h"

namespace niemen::hex_operations {

struct Play;

struct Mechanism : play::Parts<OperationsContext, State, Step, Verb, Play, kVerbShift> {
  static constexpr Verb kDie = Verb::Roll;

  static const play::RowTable<Mechanism>& rows();
  static bool is_action(const OperationsContext& game, play::Action action);
  static play::Verdict not_now(const OperationsContext& game, const State& state, Verb verb);
  /// True for actions that need no look at what is legal to be refused: somebody attacks from a hex
  /// without units, or goes to a hex that is not the next one. `why` is asked of every hex there
  /// is.
  static bool out_of_the_question(const State& state, Verb verb, int value);
};

using Steps = play::StepMachine<Mechanism>;
using Lister = play::Lister<Mechanism>;
template <Step kStep>
using RowOf = play::RowOf<Mechanism, kStep>;

// setup.cpp
extern const RowOf<Step::SetUp> set_up_row;
// attrition.cpp
extern const RowOf<Step::Arrive> arrive_row;
extern const RowOf<Step::AttritionDie> attrition_die_row;
extern const RowOf<Step::AttritionLoss> attrition_loss_row;
// movement.cpp
extern const RowOf<Step::MoveUnit> move_unit_row;
extern const RowOf<Step::MoveStep> move_step_row;
// stacking.cpp
extern const RowOf<Step::StackLoss> stack_loss_row;
// forced_march.cpp
extern const RowOf<Step::MarchDie> march_die_row;
extern const RowOf<Step::MarchOption> march_option_row;
extern const RowOf<Step::MarchSecondDie> march_second_die_row;
// supply_units.cpp
extern const RowOf<Step::CreateDepot> create_depot_row;
extern const RowOf<Step::Scorch> scorch_row;
// combat.cpp
extern const RowOf<Step::DeclareAttack> declare_attack_row;
extern const RowOf<Step::ChooseBattle> choose_battle_row;
// withdrawal.cpp
extern const RowOf<Step::Withdraw> withdraw_row;
extern const RowOf<Step::WithdrawStep> withdraw_step_row;
extern const RowOf<Step::LeaderFlees> leader_flees_row;
// combat_results.cpp
extern const RowOf<Step::CommitLeader> commit_leader_row;
extern const RowOf<Step::CombatDie> combat_die_row;
extern const RowOf<Step::ExchangeLoss> exchange_loss_row;
// retreats.cpp
extern const RowOf<Step::RetreatUnit> retreat_unit_row;
extern const RowOf<Step::RetreatStep> retreat_step_row;
// advance.cpp
extern const RowOf<Step::Advance> advance_row;
// supply.cpp
extern const RowOf<Step::FeedFortress> feed_fortress_row;
extern const RowOf<Step::FeedUnit> feed_unit_row;
// depletion.cpp
extern const RowOf<Step::SupplyTrack> supply_track_row;
extern const RowOf<Step::UnsuppliedDie> unsupplied_die_row;
// victory.cpp
extern const RowOf<Step::PoliticalLoss> political_loss_row;
extern const RowOf<Step::Over> over_row;

}  // namespace niemen::hex_operations
