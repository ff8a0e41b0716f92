// The mechanism as play/steps.h runs it. Each row stands beside its chapter, in the file named
// here.
#pragma once

#include "engine/play/steps.h"
#include "engine/systems/block_battle/action.h"
#include "engine/systems/block_battle/state.h"

namespace niemen::block_battle {

struct Play;

struct Mechanism : play::Parts<BlockContext, State, Step, Verb, Play, kVerbShift> {
  static constexpr Verb kDie = Verb::Roll;

  static const play::RowTable<Mechanism>& rows();
  static bool is_action(const BlockContext& game, play::Action action);
  static play::Verdict not_now(const BlockContext& game, const State& state, Verb verb);
};

using Steps = play::StepMachine<Mechanism>;
using Lister = play::Lister<Mechanism>;
/// A row. Prompts have blanks such as {block}, which BlockBattle::prompt fills in.
template <Step kStep>
using RowOf = play::RowOf<Mechanism, kStep>;

// setup.cpp
extern const RowOf<Step::Deploy> deploy_row;
// sequence.cpp
extern const RowOf<Step::InitiativeDice> initiative_dice_row;
extern const RowOf<Step::Enter> enter_row;
extern const RowOf<Step::EnterAt> enter_at_row;
// command.cpp
extern const RowOf<Step::Pin> pin_row;
extern const RowOf<Step::Command> command_row;
extern const RowOf<Step::CommandAt> command_at_row;
extern const RowOf<Step::CommandRole> command_role_row;
// bombardment.cpp
extern const RowOf<Step::Bombard> bombard_row;
extern const RowOf<Step::BombardAt> bombard_at_row;
extern const RowOf<Step::BombardBy> bombard_by_row;
extern const RowOf<Step::MoveBy> move_by_row;
extern const RowOf<Step::NameDefender> name_defender_row;
extern const RowOf<Step::BombardDice> bombard_dice_row;
extern const RowOf<Step::BombardLoss> bombard_loss_row;
extern const RowOf<Step::Withdraw> withdraw_row;
// movement.cpp
extern const RowOf<Step::Move> move_row;
extern const RowOf<Step::MoveTo> move_to_row;
extern const RowOf<Step::LeaderMove> leader_move_row;
extern const RowOf<Step::LeaderMoveTo> leader_move_to_row;
extern const RowOf<Step::Straggle> straggle_row;
extern const RowOf<Step::StraggleTo> straggle_to_row;
extern const RowOf<Step::StragglerDie> straggler_die_row;
// battle.cpp
extern const RowOf<Step::ChooseBattle> choose_battle_row;
extern const RowOf<Step::MainBorder> main_border_row;
extern const RowOf<Step::NextBlock> next_block_row;
extern const RowOf<Step::BlockTurn> block_turn_row;
// squares.cpp
extern const RowOf<Step::Square> square_row;
extern const RowOf<Step::Shelter> shelter_row;
// fire.cpp
extern const RowOf<Step::FireDice> fire_dice_row;
extern const RowOf<Step::TakeHit> take_hit_row;
// retreats.cpp
extern const RowOf<Step::RetreatDie> retreat_die_row;
extern const RowOf<Step::Onward> onward_row;
extern const RowOf<Step::Regroup> regroup_row;
extern const RowOf<Step::RegroupTo> regroup_to_row;
// supply.cpp
extern const RowOf<Step::Supply> supply_row;
extern const RowOf<Step::Capture> capture_row;
extern const RowOf<Step::Burn> burn_row;
extern const RowOf<Step::BurnDie> burn_die_row;
// night.cpp
extern const RowOf<Step::Transfer> transfer_row;
extern const RowOf<Step::NightMove> night_move_row;
// victory.cpp
extern const RowOf<Step::Over> over_row;

}  // namespace niemen::block_battle
