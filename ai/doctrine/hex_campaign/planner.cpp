#include "ai/doctrine/hex_campaign/planner.h"

#include <algorithm>

#include "engine/systems/hex_campaign/chapters.h"

namespace niemen::ai::hex_doctrine {
inline namespace NIEMEN_HEX_SIZE {

using hex_campaign::make_action;
using hex_campaign::payload_of;
using hex_campaign::Step;
using hex_campaign::verb_of;

Action first_with(const ActionList& legal, Verb verb, Action fallback) {
  for (const auto action : legal)
    if (verb_of(action) == verb) return action;
  return fallback;
}

bool has_action(const ActionList& legal, Action action) {
  return std::binary_search(legal.begin(), legal.end(), action);
}

Planner::Planner(const HexCampaign& game, std::shared_ptr<const Strategy> strategy)
    : game_(game),
      strategy_(std::move(strategy)),
      views_{Appraisal(game_.context(), strategy_, Side::A),
             Appraisal(game_.context(), strategy_, Side::B)},
      deployment_(game_.context().map) {}

std::unique_ptr<Policy<HexCampaign>> Planner::clone() const {
  return std::make_unique<Planner>(game_, strategy_);
}

void Planner::forget() {
  for (auto& view : views_) view.forget();
  wants_.clear();
  wants_version_ = 0;
  wants_turn_ = 0;
  march_.length = 0;
}

Action Planner::choose(const State& s, const ActionList& legal, core::RandomStream&) {
  if (legal.size() == 1) return legal[0];
  me_ = play::side_of(s.actor);
  seat_ = static_cast<std::size_t>(play::index(me_));
  view_ = &views_[seat_];
  switch (s.step) {
    case Step::AllocateTrain: view_->survey(s); return choose_train(s, legal);
    case Step::EstablishDepot: view_->survey(s); return choose_depot(s, legal);
    case Step::ConvertDepot: view_->survey(s); return choose_conversion(s, legal);
    case Step::RemoveDepot: return choose_depot_to_remove(s, legal);
    case Step::PlaceDepot: view_->survey(s); return choose_set_up_depot(s, legal);
    case Step::ChooseRally: return first_with(legal, Verb::Rally, legal[0]);
    case Step::RallyUnit: return choose_victim(s, legal, false);
    case Step::ChooseMarch: view_->survey(s); return choose_march(s, legal);
    case Step::ChooseGroup: return choose_group(s, legal);
    case Step::TakeForGroup: return take_marching(s, legal);
    case Step::March: return choose_step(s, legal);
    case Step::SeniorToMove: return choose_senior(legal);
    case Step::ChooseAttack: view_->look(s); return choose_attack(s, legal);
    case Step::ChooseTarget: view_->look(s); return choose_target(s, legal);
    case Step::ChooseOrdered: return first_with(legal, Verb::Whole, legal[0]);
    case Step::CommitAttack: view_->look(s); return choose_commands(s, legal);
    case Step::CommitDefence: return choose_defence_commands(s, legal);
    case Step::NameAttackSupport:
    case Step::NameDefenceSupport: return choose_support(s, legal);
    case Step::WithdrawBeforeCombat:
    case Step::Withdraw: view_->look(s); return choose_withdrawal(s, legal);
    case Step::WithdrawTo:
      view_->survey(s);
      return choose_retreat(s, legal, s.places.combat.target);
    case Step::OverflowTo:
      view_->survey(s);
      return choose_retreat(s, legal, s.places.combat.receiving);
    case Step::Advance: view_->survey(s); return choose_advance(s, legal);
    case Step::TakeForOrder:
    case Step::TakeForAdvance: return legal[legal.size() - 1];  // as many as go
    case Step::AttachCapacity:
    case Step::LoserExtraHit:
    case Step::WinnerExtraHit:
    case Step::OverflowCommander:
    case Step::DeclareIndependence:
    case Step::ChooseWinter:
    case Step::PlaceBlank: return legal[0];  // nothing more than must be
    case Step::AttritionLoss:
    case Step::LoserHit:
    case Step::WinnerHit:
    case Step::PursuitLoss:
    case Step::OverflowUnit:
    case Step::OverflowLoss:
    case Step::WinterLoss:
    case Step::WinterCommanderLoss:
    case Step::ContingentLoss:
    case Step::CardLoss:
    case Step::ExcessLoss:
    case Step::ReserveLoss: return choose_victim(s, legal, true);
    case Step::ChooseRestored: return choose_victim(s, legal, false);
    case Step::ChooseCommander: view_->survey(s); return choose_commander(s, legal);
    case Step::MoveCommander:
      view_->survey(s);
      return choose_commander_place(
          s, legal, hex_campaign::commander_of_byte(c(), s.work.commanders.commander));
    case Step::CommanderEscape:
      view_->survey(s);
      return choose_commander_place(s, legal, hex_campaign::fate_subject(c(), s));
    case Step::PlacePiece: {
      view_->survey(s);
      int piece = -1;
      for (const int mine : hex_campaign::side_pieces(c(), me_))
        if (c().pieces[static_cast<std::size_t>(mine)].arrival_turn == 0 &&
            hex_campaign::place(s, mine) == hex_campaign::kNotArrived) {
          piece = mine;
          break;
        }
      return choose_place(s, legal, piece);
    }
    case Step::PlaceReinforcement:
      view_->survey(s);
      return choose_place(s, legal, s.places.arrival.piece);
    case Step::TakeQuarters:
      view_->survey(s);
      return choose_place(s, legal, s.places.redeploy.piece);
    case Step::PlaceTruceDepot:
    case Step::PlaceSwitchedDepot: view_->survey(s); return choose_set_up_depot(s, legal);
    case Step::ChooseSources: return first_with(legal, Verb::Yes, legal[0]);  // new armies come
    case Step::StationGarrison: view_->survey(s); return choose_garrison(s, legal);
    case Step::CallTruce:
    case Step::AnswerTruce:
      return view_->doctrine().truce ? first_with(legal, Verb::Yes, legal[0]) : legal[0];
    case Step::OfferPoints: return choose_offer(legal);
    case Step::AnswerOffer: {
      const int least = view_->doctrine().neutrality;
      return least > 0 && s.offer() >= least ? first_with(legal, Verb::Yes, legal[0]) : legal[0];
    }
    case Step::PlaceRestored:
      view_->survey(s);
      return choose_place(s, legal, s.work.restoration.piece - 1);
    case Step::QuarterPiece:
    case Step::ReturnTo: view_->survey(s); return choose_place(s, legal, -1);
    case Step::PlayCard: return choose_card(s, legal);
    case Step::LeaveMap: view_->survey(s); return choose_exit(s, legal);
    default: return legal[0];
  }
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::ai::hex_doctrine
