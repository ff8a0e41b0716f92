#include "engine/systems/hex_campaign/steps.h"

#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

using play::EventRecorder;
using play::NullRecorder;

// --- chapters ------------------------------------------------------------------------------------

template <template <class> class C>
constexpr Chapter chapter(std::string_view name, decltype(Chapter::list) list,
                          decltype(Chapter::refuse) refuse) {
  return {name, list, refuse, C<NullRecorder>::apply, C<EventRecorder>::apply};
}

constexpr Chapter kSetUp = chapter<SetUp>("14 Set-up", list_set_up, refuse_set_up);
constexpr Chapter kPolitics = chapter<PoliticalDimension>(
    "16.8 Political dimension", list_political_dimension, refuse_political_dimension);
constexpr Chapter kCards =
    chapter<RandomEvents>("16.1 Random events", list_random_events, refuse_random_events);
constexpr Chapter kOptional =
    chapter<OptionalRules>("15 Optional rules", list_optional_rules, refuse_optional_rules);
constexpr Chapter kSupply =
    chapter<GeneralSupply>("6 General Supply and Attrition", nullptr, nullptr);
constexpr Chapter kCavalry = chapter<CavalryAndClimate>(
    "16.6 Cavalry and climate", list_cavalry_and_climate, refuse_cavalry_and_climate);
constexpr Chapter kActiveSupply =
    chapter<ActiveSupply>("7 Active Supply", list_active_supply, refuse_active_supply);
constexpr Chapter kMovement = chapter<RallyAndMovement>(
    "8 Rally and Movement", list_rally_and_movement, refuse_rally_and_movement);
constexpr Chapter kOrders =
    chapter<CombatOverview>("10 Ordering combat", list_combat_overview, refuse_combat_overview);
constexpr Chapter kCombat =
    chapter<CombatDetail>("11 Resolving combat", list_combat_detail, refuse_combat_detail);
constexpr Chapter kCommanders =
    chapter<Commanders>("12 Commanders", list_commanders, refuse_commanders);
constexpr Chapter kArrivals =
    chapter<RaidsAndReinforcements>("13 Cossacks and Reinforcements", list_raids_and_reinforcements,
                                    refuse_raids_and_reinforcements);
constexpr Chapter kTwoYear = chapter<TwoYearCampaign>(
    "16.13 Two-year campaign", list_two_year_campaign, refuse_two_year_campaign);
constexpr Chapter kArmistice =
    chapter<Armistice>("14.15 Armistice", list_armistice, refuse_armistice);
constexpr Chapter kVictory = chapter<Victory>("14.7 Victory", list_victory, refuse_victory);
constexpr Chapter kLinked =
    chapter<LinkedCampaign>("17 Linked campaign", list_linked_campaign, refuse_linked_campaign);

// --- names of dice -------------------------------------------------------------------------------

std::uint32_t in_question(const Context&, const State& s) {
  return static_cast<std::uint32_t>(hex_in_question(s));
}
std::uint32_t marchers(const Context& c, const State& s) {
  return static_cast<std::uint32_t>((s.group & c.combat_units).first());
}
std::uint32_t attack(const Context&, const State& s) {
  return static_cast<std::uint32_t>(s.places.combat.from << 10 | s.places.combat.target);
}
std::uint32_t support(const Context&, const State& s) {
  const CombatPlaces& combat = s.places.combat;
  return static_cast<std::uint32_t>(combat.from << 13 | combat.target << 3 |
                                    s.work.support.direction);
}
std::uint32_t fated(const Context& c, const State& s) {
  return static_cast<std::uint32_t>(fate_subject(c, s));
}
std::uint32_t side_to_draw(const Context&, const State& s) {
  return static_cast<std::uint32_t>(s.side);
}
std::uint32_t nth_restoration(const Context&, const State& s) { return s.work.restoration.dice; }
std::uint32_t nth_winter_loss(const Context&, const State& s) { return s.work.winter_losses.dice; }
std::uint32_t nth_truce(const Context&, const State& s) { return s.work.truce.rolls; }

std::uint32_t die_of_pair(const Context&, const State& s) { return s.work.truce.first_rolled; }

/// Orders of a stack can be repeated.
std::uint32_t orders_of_stack(const Context&, const State& s) {
  return s.ordinal[s.places.combat.from % kOrdinalBuckets];
}
/// A march can fail and be tried again with another train.
std::uint32_t trains_there(const Context&, const State& s) {
  return static_cast<std::uint32_t>(genuine_trains(s, s.side, s.places.march.from));
}
std::uint32_t times_left_alone(const Context& c, const State& s) {
  return s.ordinal[static_cast<std::size_t>(fate_subject(c, s)) % kOrdinalBuckets];
}

}  // namespace

// --- the rows ------------------------------------------------------------------------------------

constexpr StepSpec kStepSpecs[] = {
    {Step::None, nullptr, "none", "", ""},
    // setup.cpp
    {Step::PlacePiece, &kSetUp, "place-piece", "14.1", "Choose where {piece} sets up"},
    {Step::PlaceDepot, &kSetUp, "place-depot", "14.1", "Choose a city for a Depot of the set-up"},
    // political_dimension.cpp, random_events.cpp, optional_rules.cpp
    {Step::DeclareIndependence, &kPolitics, "declare-independence", "16.9",
     "Declare independence, or not"},
    {Step::ContingentLoss, &kPolitics, "contingent-loss", "16.11",
     "Choose the foreign contingent that goes home"},
    {Step::DealCard, &kCards, "deal-card", "16.1", "A card is dealt", Decides::Card, false,
     side_to_draw},
    {Step::DrawCard, &kCards, "draw-card", "16.1", "A card is drawn", Decides::Card, false,
     side_to_draw},
    {Step::PlayCard, &kCards, "play-card", "16.1", "Choose the card to play", Decides::Side, true},
    {Step::CardLoss, &kCards, "card-loss", "16.1", "Choose a unit for the card"},
    {Step::PlaceBlank, &kOptional, "place-blank", "15.1",
     "Choose a stack for a blank counter, or place no more"},
    {Step::UprisingDie, &kPolitics, "uprising-die", "16.8", "Whether an uprising breaks out",
     Decides::Die},
    {Step::ExpeditionDie, &kPolitics, "expedition-die", "16.12", "Whether the expedition comes",
     Decides::Die},
    // general_supply.cpp, cavalry_and_climate.cpp
    {Step::ForageDie, &kSupply, "forage-die", "6.3", "Whether the stack at {from} forages enough",
     Decides::Die, false, in_question},
    {Step::ReserveDie, &kCavalry, "reserve-die", "16.7", "Losses of the Cavalry Reserve",
     Decides::Die},
    {Step::ReserveLoss, &kCavalry, "reserve-loss", "16.7",
     "Choose a unit of the Cavalry Reserve to eliminate, {count} to go"},
    // active_supply.cpp
    {Step::ConvertDepot, &kActiveSupply, "convert-depot", "7.1",
     "Choose a Depot to convert into a Supply Train, or none"},
    {Step::RemoveDepot, &kActiveSupply, "remove-depot", "7.2", "Choose a Depot to remove"},
    {Step::AllocateTrain, &kActiveSupply, "allocate-train", "7.4",
     "Choose where to place a Supply Train or a dummy, or pass"},
    {Step::EstablishDepot, &kActiveSupply, "establish-depot", "7.7",
     "Choose a city to establish a Depot in, or none"},
    // rally_and_movement.cpp
    {Step::ChooseRally, &kMovement, "choose-rally", "8.1", "Choose a stack to rally, or none"},
    {Step::RallyUnit, &kMovement, "rally-unit", "8.1",
     "Choose a unit to rally at {from}, {count} to go"},
    {Step::ChooseMarch, &kMovement, "choose-march", "8.2",
     "Choose a stack to move, or a train to give up"},
    {Step::ChooseGroup, &kMovement, "choose-group", "8.4",
     "Choose whether all that may leaves {from}"},
    {Step::TakeForGroup, &kMovement, "take-for-group", "8.4",
     "Choose how many march from {from}: {kind}"},
    {Step::AttachCapacity, &kMovement, "attach-capacity", "15.2",
     "Choose how many trains go along for capacity"},
    {Step::SeniorToMove, &kMovement, "senior-to-move", "16.4",
     "Choose the senior Commander of the march from {from}"},
    {Step::ReluctantDie, &kMovement, "reluctant-die", "16.4",
     "Whether the reluctant Commander at {from} moves", Decides::Die, false, in_question,
     trains_there},
    {Step::ChaosDie, &kMovement, "chaos-die", "16.5",
     "Whether the order to the stack at {from} is garbled", Decides::Die, false, in_question,
     trains_there},
    {Step::March, &kMovement, "march", "8.4",
     "Choose the next hex of the march from {from}, or stop", Decides::Side, true},
    {Step::AttritionDie, &kMovement, "attrition-die", "8.5", "March attrition", Decides::Die, false,
     marchers},
    {Step::AttritionLoss, &kMovement, "attrition-loss", "8.5",
     "Choose a unit that suffers march attrition"},
    {Step::ExcessLoss, &kMovement, "excess-loss", "4.1",
     "Choose a unit that is eliminated for want of room at {from}"},
    // combat_overview.cpp
    {Step::ChooseAttack, &kOrders, "choose-attack", "10.6",
     "Choose a stack to attack with, or order no more"},
    {Step::ChooseTarget, &kOrders, "choose-target", "10.1", "Choose what {from} attacks"},
    {Step::ChooseOrdered, &kOrders, "choose-ordered", "10.1",
     "Choose whether the whole stack at {from} attacks {to}"},
    {Step::TakeForOrder, &kOrders, "take-for-order", "10.1",
     "Choose how many at {from} attack {to}: {kind}"},
    {Step::CommitAttack, &kOrders, "commit-attack", "10.2",
     "Choose how many Combat Commands back the order from {from} against {to}"},
    {Step::OrderDie, &kOrders, "order-die", "10.2", "Whether the order from {from} is obeyed",
     Decides::Die, false, attack, orders_of_stack},
    // combat_detail.cpp
    {Step::WithdrawBeforeCombat, &kCombat, "withdraw-before-combat", "11.1",
     "Choose whether {to} is given up before combat"},
    {Step::CommitDefence, &kCombat, "commit-defence", "10.3",
     "Choose how many Combat Commands back the defence of {to}"},
    {Step::NameAttackSupport, &kCombat, "name-attack-support", "10.3",
     "Choose whether {support} is to support the attack on {to}"},
    {Step::AttackSupportDie, &kCombat, "attack-support-die", "10.4",
     "Whether {support} supports the attack on {to}", Decides::Die, false, support,
     orders_of_stack},
    {Step::NameDefenceSupport, &kCombat, "name-defence-support", "10.5",
     "Choose whether {support} is to support the defence of {to}"},
    {Step::DefenceSupportDie, &kCombat, "defence-support-die", "10.5",
     "Whether {support} supports the defence of {to}", Decides::Die, false, support,
     orders_of_stack},
    {Step::SeniorToAttack, &kCombat, "senior-to-attack", "16.4",
     "Choose the senior Commander of the attack"},
    {Step::SeniorToDefend, &kCombat, "senior-to-defend", "16.4",
     "Choose the senior Commander of the defence"},
    {Step::AttackDie, &kCombat, "attack-die", "11.5", "The attack from {from} on {to}",
     Decides::Die, false, attack, orders_of_stack},
    {Step::DefenceDie, &kCombat, "defence-die", "11.7", "The defence of {to}", Decides::Die, false,
     attack, orders_of_stack},
    {Step::LoserHit, &kCombat, "loser-hit", "11.17", "Choose who takes a hit, {count} to go"},
    {Step::LoserExtraHit, &kCombat, "loser-extra-hit", "11.17",
     "Choose who takes one hit more, or nobody"},
    {Step::LoserHitsDie, &kCombat, "loser-hits-die", "11.15", "The hits that the loser inflicts",
     Decides::Die, false, attack, orders_of_stack},
    {Step::WinnerHit, &kCombat, "winner-hit", "11.17", "Choose who takes a hit, {count} to go"},
    {Step::WinnerExtraHit, &kCombat, "winner-extra-hit", "11.17",
     "Choose who takes one hit more, or nobody"},
    {Step::Withdraw, &kCombat, "withdraw", "11.12", "Choose whether to withdraw from {to}"},
    {Step::PursuitLoss, &kCombat, "pursuit-loss", "11.16",
     "Choose the unit that the pursuit costs"},
    {Step::WithdrawTo, &kCombat, "withdraw-to", "11.11", "Choose where to withdraw from {to}"},
    {Step::OverflowUnit, &kCombat, "overflow-unit", "11.11",
     "Choose a unit that goes on for want of room at {on}"},
    {Step::OverflowCommander, &kCombat, "overflow-commander", "11.11",
     "Choose a Commander who goes on with it, or none"},
    {Step::OverflowTo, &kCombat, "overflow-to", "11.11", "Choose where they go on from {on}"},
    {Step::OverflowLoss, &kCombat, "overflow-loss", "4.1",
     "Choose a unit that is eliminated for want of room"},
    {Step::Advance, &kCombat, "advance", "11.12", "Choose whether to advance to {to}"},
    {Step::TakeForAdvance, &kCombat, "take-for-advance", "11.12",
     "Choose how many advance to {to}: {kind}"},
    // commanders.cpp
    {Step::CommanderDie, &kCommanders, "commander-die", "11.19", "The fate of {piece}, left alone",
     Decides::Die, false, fated, times_left_alone},
    {Step::CommanderEscape, &kCommanders, "commander-escape", "11.19",
     "Choose where {piece} escapes to"},
    {Step::ChooseCommander, &kCommanders, "choose-commander", "12.2",
     "Choose a Commander to move, or no more"},
    {Step::MoveCommander, &kCommanders, "move-commander", "12.1", "Choose where {piece} goes"},
    // raids_and_reinforcements.cpp
    {Step::RaidDie, &kArrivals, "raid-die", "13.1", "A raid on the unit at {from}", Decides::Die,
     false, in_question},
    {Step::PlaceReinforcement, &kArrivals, "place-reinforcement", "13.2",
     "Choose where {piece} arrives"},
    // two_year_campaign.cpp
    {Step::RestorationDie, &kTwoYear, "restoration-die", "16.13", "How many units are restored",
     Decides::Die, false, nth_restoration},
    {Step::ChooseRestored, &kTwoYear, "choose-restored", "16.13",
     "Choose what is restored, {count} to go"},
    {Step::PlaceRestored, &kTwoYear, "place-restored", "16.13", "Choose where {piece} is restored"},
    {Step::ReturnDie, &kTwoYear, "return-die", "16.13", "Whether {piece} comes back", Decides::Die},
    {Step::ReturnTo, &kTwoYear, "return-to", "16.13",
     "Choose the stack that {piece} comes back to, or keep him away"},
    {Step::ChooseWinter, &kTwoYear, "choose-winter", "16.13",
     "Choose whether to go to winter quarters now"},
    {Step::QuarterPiece, &kTwoYear, "quarter-piece", "16.13", "Choose where {piece} winters"},
    {Step::ChooseSource, &kTwoYear, "choose-source", "16.13",
     "Choose a city as one more supply source, or none"},
    {Step::WinterLossDie, &kTwoYear, "winter-loss-die", "16.13", "Losses of the winter",
     Decides::Die, false, nth_winter_loss},
    {Step::WinterLoss, &kTwoYear, "winter-loss", "16.13",
     "Choose a unit that the winter costs, {count} to go"},
    {Step::WinterCommanderLoss, &kTwoYear, "winter-commander-loss", "16.13",
     "Choose a Commander whom the winter costs, {count} to go"},
    {Step::WinterFateDie, &kTwoYear, "winter-fate-die", "16.13", "What {piece} does in the winter",
     Decides::Die},
    // victory.cpp
    {Step::LeaveMap, &kVictory, "leave-map", "14.7",
     "Choose whether the stack at {from} leaves the map for points"},
    {Step::Over, nullptr, "over", "", ""},
    // truce.cpp
    {Step::TruceDie, &kArmistice, "truce-die", "14.15", "Who may offer a truce", Decides::Die,
     false, nth_truce, die_of_pair},
    {Step::CallTruce, &kArmistice, "call-truce", "14.15", "Offer a truce, or not"},
    {Step::AnswerTruce, &kArmistice, "answer-truce", "14.15", "Accept the truce, or refuse it"},
    {Step::TakeQuarters, &kArmistice, "take-quarters", "14.15",
     "Choose where {piece} takes quarters"},
    {Step::PlaceTruceDepot, &kArmistice, "place-truce-depot", "14.15",
     "Choose a city for a Depot of the truce, or give the rest up"},
    // linked_campaign.cpp
    {Step::KeepSupreme, &kLinked, "keep-supreme", "17.9",
     "Keep {piece} with the army, or let him go home for the winter"},
    {Step::RecallCommander, &kLinked, "recall-commander", "17.5",
     "Choose a Commander to take off the map until his row of the new year, or none"},
    {Step::ChooseSources, &kLinked, "choose-sources", "17.4",
     "Switch the sources of supply for good, or not yet"},
    {Step::PlaceSwitchedDepot, &kLinked, "place-switched-depot", "17.4",
     "Choose a city for a Depot that is moved, or give the rest up"},
    // truce.cpp
    {Step::OfferPoints, &kArmistice, "offer-points", "16.5",
     "Offer battle points for the neutrality of a power, or none"},
    {Step::AnswerOffer, &kArmistice, "answer-offer", "16.5",
     "Accept the battle points and do without the power, or decline"},
    // linked_campaign.cpp
    {Step::StationGarrison, &kLinked, "station-garrison", "17.6",
     "Choose who becomes the garrison of {to}, or nobody"},
};
static_assert(names_all(kStepSpecs, &StepSpec::step, Step::Count));

namespace {

constexpr bool is_whole(const StepSpec& spec) {
  const bool idle = spec.step == Step::None || spec.step == Step::Over;
  if (idle) return spec.chapter == nullptr;
  const bool chosen = spec.decides == Decides::Side;
  return spec.chapter && !spec.name.empty() && !spec.rule.empty() && !spec.prompt.empty() &&
         (!chosen || (spec.chapter->list && spec.chapter->refuse && !spec.subject));
}
constexpr bool all_whole() {
  for (const auto& spec : kStepSpecs)
    if (!is_whole(spec)) return false;
  return true;
}
static_assert(all_whole());

// --- prompts -------------------------------------------------------------------------------------

std::string kind_words(const Context& c, const State& s) {
  const KindQuestion question = kind_question(c, s);
  if (question.members.empty()) return "nobody";
  const auto& piece = c.piece(question.members.first());
  if (question.commander) return piece.name;
  return std::to_string(question.members.count()) + " like " + piece.name;
}

std::string piece_words(const Context& c, const State& s) {
  const int piece = piece_in_question(c, s);
  return piece == kNoPiece ? "nobody" : c.piece(piece).name;
}

/// Where somebody attacks or stands guard.
int target_in_question(const State& s) {
  return s.step == Step::StationGarrison ? s.places.garrison.city : s.places.combat.target;
}

int still_to_choose(const State& s) {
  switch (s.step) {
    case Step::ReserveLoss: return s.work.reserve.losses;
    case Step::RallyUnit: return s.work.rally.to_rally;
    case Step::LoserHit:
    case Step::WinnerHit: return s.work.hits.left;
    case Step::ChooseRestored: return s.work.restoration.to_restore;
    default: return s.work.winter_losses.losses;
  }
}

struct Blank {
  std::string_view word;
  std::string (*fill)(const Context&, const State&);
};
constexpr Blank kBlanks[] = {
    {"{from}", [](const Context& c, const State& s) { return hex_name(c, hex_in_question(s)); }},
    {"{to}", [](const Context& c, const State& s) { return hex_name(c, target_in_question(s)); }},
    {"{on}",
     [](const Context& c, const State& s) { return hex_name(c, s.places.combat.receiving); }},
    {"{support}",
     [](const Context& c, const State& s) {
       const auto target = static_cast<Hex>(s.places.combat.target);
       return hex_name(c, c.map.neighbour(target, s.work.support.direction));
     }},
    {"{piece}", piece_words},
    {"{kind}", kind_words},
    {"{count}", [](const Context&, const State& s) { return std::to_string(still_to_choose(s)); }},
};

}  // namespace

int hex_in_question(const State& s) {
  switch (s.phase) {
    case Phase::Forage:
    case Phase::Rally:
    case Phase::MovementEnd:
    case Phase::Raids:
    case Phase::Exits: return s.places.sweep.hex;
    case Phase::Movement: return s.places.march.from;
    case Phase::Combat: return s.places.combat.from;
    default: return kNoHexBits;
  }
}

int piece_in_question(const Context& c, const State& s) {
  switch (s.step) {
    case Step::PlacePiece: return piece_to_set_up(c, s);
    case Step::CommanderDie:
    case Step::CommanderEscape: return fate_subject(c, s);
    case Step::MoveCommander: return commander_of_byte(c, s.work.commanders.commander);
    case Step::PlaceReinforcement: return s.places.arrival.piece;
    case Step::TakeQuarters: return s.places.redeploy.piece;
    case Step::KeepSupreme: return c.linked.supreme;
    case Step::PlaceRestored:
    case Step::ReturnDie:
    case Step::ReturnTo:
    case Step::QuarterPiece:
    case Step::WinterFateDie: return piece_of_winter(c, s);
    default: return kNoPiece;
  }
}

std::string prompt_of(const Context& c, const State& s) {
  std::string text(spec_of(s.step).prompt);
  for (const auto& blank : kBlanks)
    if (const auto at = text.find(blank.word); at != std::string::npos)
      text.replace(at, blank.word.size(), blank.fill(c, s));
  return text;
}

std::string HexCampaign::prompt(const State& s) const { return prompt_of(context_of(s), s); }

play::StepRow HexCampaign::step(const State& s) const {
  const StepSpec& spec = spec_of(s.step);
  auto barrier = play::Barrier::None;
  if (spec.decides != Decides::Side) barrier = play::Barrier::Die;
  if (spec.reveals && (context_of(s).rules.hidden_stacks || s.step == Step::PlayCard))
    barrier = play::Barrier::Reveal;
  return {spec.name, spec.chapter ? spec.chapter->name : "", spec.rule, spec.prompt, barrier};
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
