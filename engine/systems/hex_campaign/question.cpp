// What the decision at hand asks, for logs that people read.
#include <string>
#include <string_view>

#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::hex_campaign {

namespace {

struct Question {
  Step step;
  std::string_view words;
};

/// The choices of the two sides. Dice and cards that are drawn ask nobody.
constexpr Question kQuestions[] = {
    {Step::PlacePiece, "where to set up, 14.1"},
    {Step::PlaceDepot, "a Depot of the set-up, 14.1"},
    {Step::DeclareIndependence, "independence, 16.9"},
    {Step::ContingentLoss, "the contingent that leaves, 16.11"},
    {Step::PlayCard, "the card to play, 16.1"},
    {Step::CardLoss, "a unit for the card, 16.1"},
    {Step::PlaceBlank, "a blank counter, 15.1"},
    {Step::ReserveLoss, "a loss of the Cavalry Reserve, 16.7"},
    {Step::ConvertDepot, "a Depot to convert, 7.1"},
    {Step::RemoveDepot, "a Depot to remove, 7.2"},
    {Step::AllocateTrain, "a Supply Train to allocate, 7.4"},
    {Step::EstablishDepot, "a Depot to establish, 7.7"},
    {Step::ChooseRally, "a stack to rally, 8.1"},
    {Step::RallyUnit, "a unit to rally, 8.1"},
    {Step::ChooseMarch, "a stack to move, 8.2"},
    {Step::ChooseGroup, "who moves, 8.4"},
    {Step::TakeForGroup, "who moves: how many of a kind, 8.4"},
    {Step::AttachCapacity, "trains that go along, 15.2"},
    {Step::SeniorToMove, "the senior Commander, 16.4"},
    {Step::March, "the next hex, 8.4"},
    {Step::AttritionLoss, "a loss of the march, 8.5"},
    {Step::ExcessLoss, "a loss for want of room, 4.1"},
    {Step::ChooseAttack, "an order to attack, 10.6"},
    {Step::ChooseTarget, "the stack to attack, 10.1"},
    {Step::ChooseOrdered, "who is ordered to attack, 10.1"},
    {Step::TakeForOrder, "who is ordered: how many of a kind, 10.1"},
    {Step::CommitAttack, "Combat Commands for the order, 10.2"},
    {Step::WithdrawBeforeCombat, "withdrawal before combat, 11.1"},
    {Step::CommitDefence, "Combat Commands for the defence, 10.3"},
    {Step::NameAttackSupport, "support of the attack from "},
    {Step::NameDefenceSupport, "support of the defence from "},
    {Step::SeniorToAttack, "the senior Commander of the attack, 16.2"},
    {Step::SeniorToDefend, "the senior Commander of the defence, 16.2"},
    {Step::LoserHit, "who takes a hit, 11.17"},
    {Step::LoserExtraHit, "one more hit for an odd number, 11.17"},
    {Step::WinnerHit, "who takes a hit, 11.17"},
    {Step::WinnerExtraHit, "one more hit for an odd number, 11.17"},
    {Step::Withdraw, "withdrawal, 11.12"},
    {Step::PursuitLoss, "the unit that is pursued, 11.16"},
    {Step::WithdrawTo, "the hex of the withdrawal, 11.11"},
    {Step::OverflowUnit, "a unit that goes on, 11.11"},
    {Step::OverflowCommander, "a Commander who goes on, 11.11"},
    {Step::OverflowTo, "where they go on to, 11.11"},
    {Step::OverflowLoss, "a loss for want of room, 11.11"},
    {Step::Advance, "an advance, 11.12"},
    {Step::TakeForAdvance, "who advances: how many of a kind, 11.12"},
    {Step::CommanderEscape, "where the Commander escapes to, 11.19"},
    {Step::ChooseCommander, "a Commander to move, 12.2"},
    {Step::MoveCommander, "where the Commander goes, 12.1"},
    {Step::PlaceReinforcement, "where the reinforcement arrives, 13.2"},
    {Step::ChooseRestored, "who is restored, 16.13"},
    {Step::PlaceRestored, "where he is restored, 16.13"},
    {Step::ReturnTo, "where the Commander returns, 16.13"},
    {Step::ChooseWinter, "winter quarters, 16.13"},
    {Step::QuarterPiece, "where to winter, 16.13"},
    {Step::ChooseSource, "one more supply source, 16.13"},
    {Step::WinterLoss, "a loss of the winter, 16.13"},
    {Step::WinterCommanderLoss, "a Commander lost in the winter, 16.13"},
    {Step::LeaveMap, "leaving the map, victory table"},
};

}  // namespace

std::string HexCampaign::prompt(const State& s) const {
  for (const auto& question : kQuestions) {
    if (question.step != s.step) continue;
    std::string text(question.words);
    if (s.step == Step::NameAttackSupport || s.step == Step::NameDefenceSupport)
      text += hex_name(*context_, context_->map.neighbour(static_cast<Hex>(s.hex_b), s.cursor)) +
              ", " + (s.step == Step::NameAttackSupport ? "10.3" : "10.5");
    return text;
  }
  return {};
}

}  // namespace niemen::hex_campaign
