// The mechanism as play/steps.h runs it. Each row stands beside its chapter, in the file named
// here.
#pragma once

#include <string>

#include "engine/play/steps.h"
#include "engine/systems/hex_campaign/action.h"
#include "engine/systems/hex_campaign/state.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

struct Play;

struct Mechanism : play::Parts<Context, State, Step, Verb, Play, kVerbShift> {
  static constexpr Verb kDie = Verb::Die;
  static constexpr bool kRefusalsSayAll = true;

  static const play::RowTable<Mechanism>& rows();
  static bool is_action(const Context& game, play::Action action);
  static play::Actor& decider(State& state) { return state.actor; }
  static play::Actor decider(const State& state) { return state.actor; }
  static int dice_turn(const Context& game, const State& state);
  static play::Verdict not_now(const Context& game, const State& state, Verb verb);
  /// 5: the phases go on until the next decision or die (sequence.cpp).
  static void go_on(Play& p);
};

using Steps = play::StepMachine<Mechanism>;
using Lister = play::Lister<Mechanism>;
/// A row. Prompts have blanks, which prompt_of() fills in: {from}, {to}, {on}, {support}, {piece},
/// {kind}, {count} are what the step is about. A barrier Reveal counts where stacks lie face down
/// (15.1), or cards are shown.
template <Step kStep>
using RowOf = play::RowOf<Mechanism, kStep>;

// sequence.cpp
extern const RowOf<Step::None> none_row;
// setup.cpp
extern const RowOf<Step::PlacePiece> place_piece_row;
extern const RowOf<Step::PlaceDepot> place_depot_row;
// political_dimension.cpp
extern const RowOf<Step::DeclareIndependence> declare_independence_row;
extern const RowOf<Step::ContingentLoss> contingent_loss_row;
extern const RowOf<Step::UprisingDie> uprising_die_row;
extern const RowOf<Step::ExpeditionDie> expedition_die_row;
// random_events.cpp
extern const RowOf<Step::DealCard> deal_card_row;
extern const RowOf<Step::DrawCard> draw_card_row;
extern const RowOf<Step::PlayCard> play_card_row;
extern const RowOf<Step::CardLoss> card_loss_row;
// optional_rules.cpp
extern const RowOf<Step::PlaceBlank> place_blank_row;
// general_supply.cpp
extern const RowOf<Step::ForageDie> forage_die_row;
// cavalry_and_climate.cpp
extern const RowOf<Step::ReserveDie> reserve_die_row;
extern const RowOf<Step::ReserveLoss> reserve_loss_row;
// active_supply.cpp
extern const RowOf<Step::ConvertDepot> convert_depot_row;
extern const RowOf<Step::RemoveDepot> remove_depot_row;
extern const RowOf<Step::AllocateTrain> allocate_train_row;
extern const RowOf<Step::EstablishDepot> establish_depot_row;
// rally.cpp
extern const RowOf<Step::ChooseRally> choose_rally_row;
extern const RowOf<Step::RallyUnit> rally_unit_row;
// march_groups.cpp
extern const RowOf<Step::ChooseMarch> choose_march_row;
extern const RowOf<Step::ChooseGroup> choose_group_row;
extern const RowOf<Step::TakeForGroup> take_for_group_row;
extern const RowOf<Step::AttachCapacity> attach_capacity_row;
extern const RowOf<Step::SeniorToMove> senior_to_move_row;
extern const RowOf<Step::ReluctantDie> reluctant_die_row;
extern const RowOf<Step::ChaosDie> chaos_die_row;
// march.cpp
extern const RowOf<Step::March> march_row;
// march_attrition.cpp
extern const RowOf<Step::AttritionDie> attrition_die_row;
extern const RowOf<Step::AttritionLoss> attrition_loss_row;
// movement_end.cpp
extern const RowOf<Step::ExcessLoss> excess_loss_row;
// combat_overview.cpp
extern const RowOf<Step::ChooseAttack> choose_attack_row;
extern const RowOf<Step::ChooseTarget> choose_target_row;
extern const RowOf<Step::ChooseOrdered> choose_ordered_row;
extern const RowOf<Step::TakeForOrder> take_for_order_row;
extern const RowOf<Step::CommitAttack> commit_attack_row;
extern const RowOf<Step::OrderDie> order_die_row;
// supports.cpp
extern const RowOf<Step::CommitDefence> commit_defence_row;
extern const RowOf<Step::NameAttackSupport> name_attack_support_row;
extern const RowOf<Step::AttackSupportDie> attack_support_die_row;
extern const RowOf<Step::NameDefenceSupport> name_defence_support_row;
extern const RowOf<Step::DefenceSupportDie> defence_support_die_row;
// combat_dice.cpp
extern const RowOf<Step::SeniorToAttack> senior_to_attack_row;
extern const RowOf<Step::SeniorToDefend> senior_to_defend_row;
extern const RowOf<Step::AttackDie> attack_die_row;
extern const RowOf<Step::DefenceDie> defence_die_row;
// hits.cpp
extern const RowOf<Step::LoserHit> loser_hit_row;
extern const RowOf<Step::LoserExtraHit> loser_extra_hit_row;
extern const RowOf<Step::LoserHitsDie> loser_hits_die_row;
extern const RowOf<Step::WinnerHit> winner_hit_row;
extern const RowOf<Step::WinnerExtraHit> winner_extra_hit_row;
// withdrawal.cpp
extern const RowOf<Step::WithdrawBeforeCombat> withdraw_before_combat_row;
extern const RowOf<Step::Withdraw> withdraw_row;
extern const RowOf<Step::PursuitLoss> pursuit_loss_row;
extern const RowOf<Step::WithdrawTo> withdraw_to_row;
// overflow.cpp
extern const RowOf<Step::OverflowUnit> overflow_unit_row;
extern const RowOf<Step::OverflowCommander> overflow_commander_row;
extern const RowOf<Step::OverflowTo> overflow_to_row;
extern const RowOf<Step::OverflowLoss> overflow_loss_row;
// advance.cpp
extern const RowOf<Step::Advance> advance_row;
extern const RowOf<Step::TakeForAdvance> take_for_advance_row;
// commanders.cpp
extern const RowOf<Step::CommanderDie> commander_die_row;
extern const RowOf<Step::CommanderEscape> commander_escape_row;
extern const RowOf<Step::ChooseCommander> choose_commander_row;
extern const RowOf<Step::MoveCommander> move_commander_row;
// raids_and_reinforcements.cpp
extern const RowOf<Step::RaidDie> raid_die_row;
extern const RowOf<Step::PlaceReinforcement> place_reinforcement_row;
// two_year_campaign.cpp
extern const RowOf<Step::RestorationDie> restoration_die_row;
extern const RowOf<Step::ChooseRestored> choose_restored_row;
extern const RowOf<Step::PlaceRestored> place_restored_row;
extern const RowOf<Step::ReturnDie> return_die_row;
extern const RowOf<Step::ReturnTo> return_to_row;
extern const RowOf<Step::ChooseWinter> choose_winter_row;
extern const RowOf<Step::QuarterPiece> quarter_piece_row;
extern const RowOf<Step::ChooseSource> choose_source_row;
extern const RowOf<Step::WinterLossDie> winter_loss_die_row;
extern const RowOf<Step::WinterLoss> winter_loss_row;
extern const RowOf<Step::WinterCommanderLoss> winter_commander_loss_row;
extern const RowOf<Step::WinterFateDie> winter_fate_die_row;
// victory.cpp
extern const RowOf<Step::LeaveMap> leave_map_row;
extern const RowOf<Step::Over> over_row;
// truce.cpp
extern const RowOf<Step::TruceDie> truce_die_row;
extern const RowOf<Step::CallTruce> call_truce_row;
extern const RowOf<Step::AnswerTruce> answer_truce_row;
extern const RowOf<Step::TakeQuarters> take_quarters_row;
extern const RowOf<Step::PlaceTruceDepot> place_truce_depot_row;
extern const RowOf<Step::OfferPoints> offer_points_row;
extern const RowOf<Step::AnswerOffer> answer_offer_row;
// linked_campaign.cpp
extern const RowOf<Step::KeepSupreme> keep_supreme_row;
extern const RowOf<Step::RecallCommander> recall_commander_row;
extern const RowOf<Step::ChooseSources> choose_sources_row;
extern const RowOf<Step::PlaceSwitchedDepot> place_switched_depot_row;
extern const RowOf<Step::StationGarrison> station_garrison_row;

// prompts.cpp
/// The hex that the decision or die at hand is about or starts from; kNoHexBits for none.
int hex_in_question(const State& s);
/// The piece that the decision at hand is about, or kNoPiece.
int piece_in_question(const Context& c, const State& s);
/// What is asked, with its blanks filled in; empty when the campaign is over.
std::string prompt_of(const Context& c, const State& s);

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
