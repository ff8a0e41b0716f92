// What can happen in a hex campaign, why a unit is hurt, and what may change a value: each a row
// with its rule. The sentences are narrate.cpp's.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/play/event.h"

namespace niemen::hex_campaign {

/// Places of an event are compact hexes, pieces are pieces, `side` is whose doing or loss it is.
/// What else a kind tells stands beside it.
enum class EventKind : std::uint16_t {
  // setup.cpp, victory.cpp, two_year_campaign.cpp: the frame
  TurnBegins,        ///< amount: the turn
  SecondYearBegins,  ///< amount: the turn
  PhaseBegins,       ///< amount: the Phase; told where a part of the turn begins
  PointsAtEnd,       ///< amount: the side's points
  // setup.cpp
  PieceSetUp,
  NoPlaceFound,
  DepotSetUp,
  OpeningDeployed,
  // combat_commands.cpp
  CommandsReceived,  ///< amount: the side's Combat Commands
  // political_dimension.cpp
  IndependenceDeclared,
  UprisingBreaksOut,  ///< face
  NoUprising,         ///< face
  ExpeditionComes,    ///< face
  ExpeditionStaysAway,
  // random_events.cpp; amount: index of the card
  CardDealt,
  CardDrawn,
  CardPlayed,
  CommanderLeavesByCard,
  UnitRalliesByCard,
  // optional_rules.cpp
  BlankPlaced,
  // general_supply.cpp, cavalry_and_climate.cpp
  ForageFails,     ///< face; amount: units that forage
  ForageSuffices,  ///< face; amount: units that forage
  ReserveRolled,   ///< face
  // active_supply.cpp
  DepotConverted,
  DepotRemoved,
  TrainPlaced,    ///< told to its owner
  DummyPlaced,    ///< told to its owner
  CounterPlaced,  ///< what his opponent sees of both
  TrainGivenUp,
  NoMorePlaced,
  ForageMarkerPlaced,
  DepotEstablished,
  // rally_and_movement.cpp
  UnitRallies,
  TrainDiscarded,
  CapacityRaised,
  ReluctanceRolled,  ///< face
  MarchRefused,
  ChaosRolled,  ///< face
  MarchGarbled,
  MarchBegins,  ///< places: from, to
  MarchGoesOn,  ///< places: from, to
  CommanderStaysBehind,
  MarchAttritionRolled,  ///< face; amount: the score
  // combat_overview.cpp
  OrderAborted,    ///< places: from, target; face; amount: the sum
  OrderFails,      ///< the same
  OrderGoesAhead,  ///< the same
  AttacksEnd,
  // combat_detail.cpp
  SupportComes,  ///< places: from, the stack that is supported; face; amount: the sum
  SupportStays,  ///< the same
  AttackValue,   ///< places: from, target; face; amount: the final value
  DefenceValue,  ///< places: target, from; face; amount: the final value
  Tie,
  WinnerInflicts,   ///< amount: hits
  LoserInflicts,    ///< face; amount: hits
  Withdrawal,       ///< places: from, to
  OverflowGoesOn,   ///< places: from, to
  Advance,          ///< places: from, to
  DecisiveVictory,  ///< amount: battle points now
  // lookups.cpp; amount: the Cause
  UnitDisrupted,
  UnitEliminated,
  DepotDestroyed,
  // commanders.cpp
  CommanderLeftAlone,  ///< face
  CommanderLost,
  CommanderCutOff,   ///< lost, because nobody was within reach
  CommanderEscapes,  ///< places: from, to
  CommanderMoves,    ///< places: from, to
  CommanderRelieved,
  SuddenDeath,  ///< of the piece; side: who wins
  // raids_and_reinforcements.cpp
  RaidHits,    ///< face
  RaidMisses,  ///< face
  ReinforcementArrives,
  ReinforcementWaits,
  NeverArrives,
  // victory.cpp
  StackLeavesMap,
  // allegiance.cpp, truce.cpp
  AlliesKeepApart,  ///< places: from, target
  PowerOpens,       ///< amount: index of the power
  ContingentGoesOver,
  PowerJoins,   ///< amount: index of the power; side: with whom
  OutpostHeld,  ///< amount: battle points now
  TruceRolled,  ///< face
  TruceOffered,
  TruceDeclined,  ///< by who might have offered it
  TruceRefused,
  TruceBegins,
  PointsOffered,  ///< amount
  OfferDeclined,
  NeutralityBought,  ///< amount: battle points of side B from now on
  PieceRedeploys,
  NoGroundFound,
  DepotRedeployed,
  // two_year_campaign.cpp
  WinterQuartersChosen,
  PieceWinters,
  NoQuartersFound,
  SourceAdded,
  WinterLossesRolled,  ///< face
  WinterCommanderLost,
  WinterFateRolled,  ///< face
  CommanderGoesHomeForGood,
  CommanderGoesHome,
  CommanderWinters,
  RestorationRolled,  ///< face
  PieceRestored,
  ReturnRolled,  ///< face
  CommanderReturns,
  // linked_campaign.cpp
  PartBegins,  ///< amount: the turn
  ContingentGoesHome,
  UnitLeftBehind,
  PieceInterned,
  CommanderDeparts,
  CommanderStays,
  CommanderRecalled,
  SourcesSwitched,
  SourcesLost,
  DepotMoved,
  GarrisonStationed,
  Count
};

/// A kind of event, with the rule that it comes from.
struct EventSpec {
  EventKind kind;
  std::string_view name;
  std::string_view rule;
  play::Weight weight = play::Weight::Detail;
  play::Joining joining = play::Joining::None;
};

inline constexpr EventSpec kEventSpecs[] = {
    {EventKind::TurnBegins, "turn-begins", "5.1", play::Weight::Turn},
    {EventKind::SecondYearBegins, "second-year-begins", "16.13", play::Weight::Turn},
    {EventKind::PhaseBegins, "phase-begins", "5.1", play::Weight::Phase},
    {EventKind::PointsAtEnd, "points-at-end", "14.7", play::Weight::Phase},
    {EventKind::PieceSetUp, "piece-set-up", "14.1", play::Weight::Detail, play::Joining::Place},
    {EventKind::NoPlaceFound, "no-place-found", "4.1"},
    {EventKind::DepotSetUp, "depot-set-up", "14.1"},
    {EventKind::OpeningDeployed, "opening-deployed", "14.1", play::Weight::Phase},
    {EventKind::CommandsReceived, "commands-received", "9.2"},
    {EventKind::IndependenceDeclared, "independence-declared", "16.9", play::Weight::Operation},
    {EventKind::UprisingBreaksOut, "uprising-breaks-out", "16.8", play::Weight::Operation},
    {EventKind::NoUprising, "no-uprising", "16.8", play::Weight::Operation},
    {EventKind::ExpeditionComes, "expedition-comes", "16.12", play::Weight::Operation},
    {EventKind::ExpeditionStaysAway, "expedition-stays-away", "16.12", play::Weight::Operation},
    {EventKind::CardDealt, "card-dealt", "16.1"},
    {EventKind::CardDrawn, "card-drawn", "16.1"},
    {EventKind::CardPlayed, "card-played", "16.1", play::Weight::Operation},
    {EventKind::CommanderLeavesByCard, "commander-leaves-by-card", "16.1"},
    {EventKind::UnitRalliesByCard, "unit-rallies-by-card", "16.1"},
    {EventKind::BlankPlaced, "blank-placed", "15.1"},
    {EventKind::ForageFails, "forage-fails", "6.3"},
    {EventKind::ForageSuffices, "forage-suffices", "6.3"},
    {EventKind::ReserveRolled, "reserve-rolled", "16.7", play::Weight::Operation},
    {EventKind::DepotConverted, "depot-converted", "7.1"},
    {EventKind::DepotRemoved, "depot-removed", "7.2"},
    {EventKind::TrainPlaced, "train-placed", "7.4"},
    {EventKind::DummyPlaced, "dummy-placed", "7.5"},
    {EventKind::CounterPlaced, "counter-placed", "7.4"},
    {EventKind::TrainGivenUp, "train-given-up", "7.4"},
    {EventKind::NoMorePlaced, "no-more-placed", "7.4"},
    {EventKind::ForageMarkerPlaced, "forage-marker-placed", "7.6"},
    {EventKind::DepotEstablished, "depot-established", "7.7"},
    {EventKind::UnitRallies, "unit-rallies", "8.1"},
    {EventKind::TrainDiscarded, "train-discarded", "8.2", play::Weight::Operation},
    {EventKind::CapacityRaised, "capacity-raised", "15.2", play::Weight::Operation},
    {EventKind::ReluctanceRolled, "reluctance-rolled", "16.4", play::Weight::Operation},
    {EventKind::MarchRefused, "march-refused", "16.4"},
    {EventKind::ChaosRolled, "chaos-rolled", "16.5", play::Weight::Operation},
    {EventKind::MarchGarbled, "march-garbled", "16.5"},
    {EventKind::MarchBegins, "march-begins", "8.4", play::Weight::Operation},
    {EventKind::MarchGoesOn, "march-goes-on", "8.4"},
    {EventKind::CommanderStaysBehind, "commander-stays-behind", "8.4"},
    {EventKind::MarchAttritionRolled, "march-attrition-rolled", "8.5"},
    {EventKind::OrderAborted, "order-aborted", "10.2a", play::Weight::Operation},
    {EventKind::OrderFails, "order-fails", "10.2b", play::Weight::Operation},
    {EventKind::OrderGoesAhead, "order-goes-ahead", "10.2c", play::Weight::Operation},
    {EventKind::AttacksEnd, "attacks-end", "10.6", play::Weight::Operation},
    {EventKind::SupportComes, "support-comes", "10.4"},
    {EventKind::SupportStays, "support-stays", "10.4"},
    {EventKind::AttackValue, "attack-value", "11.5"},
    {EventKind::DefenceValue, "defence-value", "11.7"},
    {EventKind::Tie, "tie", "11.9"},
    {EventKind::WinnerInflicts, "winner-inflicts", "11.14"},
    {EventKind::LoserInflicts, "loser-inflicts", "11.15"},
    {EventKind::Withdrawal, "withdrawal", "11.11"},
    {EventKind::OverflowGoesOn, "overflow-goes-on", "11.11"},
    {EventKind::Advance, "advance", "11.12"},
    {EventKind::DecisiveVictory, "decisive-victory", "14.7b"},
    {EventKind::UnitDisrupted, "unit-disrupted", "11.17"},
    {EventKind::UnitEliminated, "unit-eliminated", "11.17"},
    {EventKind::DepotDestroyed, "depot-destroyed", "8.7"},
    {EventKind::CommanderLeftAlone, "commander-left-alone", "11.19"},
    {EventKind::CommanderLost, "commander-lost", "11.19"},
    {EventKind::CommanderCutOff, "commander-cut-off", "11.19"},
    {EventKind::CommanderEscapes, "commander-escapes", "11.19"},
    {EventKind::CommanderMoves, "commander-moves", "12.1", play::Weight::Operation},
    {EventKind::CommanderRelieved, "commander-relieved", "14.1"},
    {EventKind::SuddenDeath, "sudden-death", "14.7", play::Weight::Phase},
    {EventKind::RaidHits, "raid-hits", "13.1", play::Weight::Operation},
    {EventKind::RaidMisses, "raid-misses", "13.1", play::Weight::Operation},
    {EventKind::ReinforcementArrives, "reinforcement-arrives", "13.2"},
    {EventKind::ReinforcementWaits, "reinforcement-waits", "13.3"},
    {EventKind::NeverArrives, "never-arrives", "13.3"},
    {EventKind::StackLeavesMap, "stack-leaves-map", "14.7", play::Weight::Operation},
    {EventKind::AlliesKeepApart, "allies-keep-apart", "14.8"},
    {EventKind::PowerOpens, "power-opens", "14.9", play::Weight::Phase},
    {EventKind::ContingentGoesOver, "contingent-goes-over", "14.9"},
    {EventKind::PowerJoins, "power-joins", "14.9", play::Weight::Phase},
    {EventKind::OutpostHeld, "outpost-held", "14.14", play::Weight::Operation},
    {EventKind::TruceRolled, "truce-rolled", "14.15"},
    {EventKind::TruceOffered, "truce-offered", "14.15", play::Weight::Phase},
    {EventKind::TruceDeclined, "truce-declined", "14.15", play::Weight::Phase},
    {EventKind::TruceRefused, "truce-refused", "14.15", play::Weight::Phase},
    {EventKind::TruceBegins, "truce-begins", "14.15", play::Weight::Phase},
    {EventKind::PointsOffered, "points-offered", "16.5", play::Weight::Phase},
    {EventKind::OfferDeclined, "offer-declined", "16.5", play::Weight::Phase},
    {EventKind::NeutralityBought, "neutrality-bought", "16.5", play::Weight::Phase},
    {EventKind::PieceRedeploys, "piece-redeploys", "14.15"},
    {EventKind::NoGroundFound, "no-ground-found", "14.15"},
    {EventKind::DepotRedeployed, "depot-redeployed", "14.15"},
    {EventKind::WinterQuartersChosen, "winter-quarters-chosen", "16.13", play::Weight::Phase},
    {EventKind::PieceWinters, "piece-winters", "16.13"},
    {EventKind::NoQuartersFound, "no-quarters-found", "16.13"},
    {EventKind::SourceAdded, "source-added", "16.13"},
    {EventKind::WinterLossesRolled, "winter-losses-rolled", "16.13", play::Weight::Operation},
    {EventKind::WinterCommanderLost, "winter-commander-lost", "16.13"},
    {EventKind::WinterFateRolled, "winter-fate-rolled", "16.13", play::Weight::Operation},
    {EventKind::CommanderGoesHomeForGood, "commander-goes-home-for-good", "16.13"},
    {EventKind::CommanderGoesHome, "commander-goes-home", "16.13"},
    {EventKind::CommanderWinters, "commander-winters", "16.13"},
    {EventKind::RestorationRolled, "restoration-rolled", "16.13", play::Weight::Operation},
    {EventKind::PieceRestored, "piece-restored", "16.13"},
    {EventKind::ReturnRolled, "return-rolled", "16.13", play::Weight::Operation},
    {EventKind::CommanderReturns, "commander-returns", "16.13"},
    {EventKind::PartBegins, "part-begins", "17.3", play::Weight::Turn},
    {EventKind::ContingentGoesHome, "contingent-goes-home", "17.3"},
    {EventKind::UnitLeftBehind, "unit-left-behind", "17.3"},
    {EventKind::PieceInterned, "piece-interned", "17.3"},
    {EventKind::CommanderDeparts, "commander-departs", "17.9", play::Weight::Phase},
    {EventKind::CommanderStays, "commander-stays", "17.9", play::Weight::Phase},
    {EventKind::CommanderRecalled, "commander-recalled", "17.5"},
    {EventKind::SourcesSwitched, "sources-switched", "17.4", play::Weight::Phase},
    {EventKind::SourcesLost, "sources-lost", "17.4", play::Weight::Phase},
    {EventKind::DepotMoved, "depot-moved", "17.4"},
    {EventKind::GarrisonStationed, "garrison-stationed", "17.6"},
};

/// Why a unit is disrupted or eliminated.
enum class Cause : std::uint8_t {
  OutOfSupply,
  MarchAttrition,
  OverCapacity,
  Hit,
  ExtraHit,
  Pursuit,
  CannotWithdraw,
  Overflow,
  NoWayOn,
  NoRoomBeyond,
  Raid,
  Card,
  CavalryReserve,
  Uprising,
  ContingentLeaves,
  Winter,
  GarrisonFalls,
  Count
};

struct CauseSpec {
  Cause cause;
  std::string_view words;
  std::string_view rule;
};

inline constexpr CauseSpec kCauses[] = {
    {Cause::OutOfSupply, "out of supply", "6.4"},
    {Cause::MarchAttrition, "march attrition", "8.5"},
    {Cause::OverCapacity, "over capacity", "15.2"},
    {Cause::Hit, "hit", "11.17"},
    {Cause::ExtraHit, "one hit more", "11.17"},
    {Cause::Pursuit, "pursued", "11.16"},
    {Cause::CannotWithdraw, "cannot withdraw", "11.12"},
    {Cause::Overflow, "overflow", "11.11"},
    {Cause::NoWayOn, "no room to withdraw", "11.11"},
    {Cause::NoRoomBeyond, "no room to withdraw", "4.1"},
    {Cause::Raid, "raid", "13.1"},
    {Cause::Card, "card", "16.1"},
    {Cause::CavalryReserve, "Cavalry Reserve", "16.7"},
    {Cause::Uprising, "uprising", "16.8"},
    {Cause::ContingentLeaves, "contingent leaves", "16.11"},
    {Cause::Winter, "winter", "16.13"},
    {Cause::GarrisonFalls, "a garrison that must withdraw", "14.12"},
};

/// What changes a value, or is part of it.
enum class ModifierCode : std::uint16_t {
  // 8.6
  LongCampaign,
  Winter,
  ForcedMarch,
  MarchCard,
  SupremeCommander,
  OwnCommander,
  SeniorCommander,
  // 10.2, 10.4
  OrderRating,
  OrderCommands,
  SupportRating,
  SupportCommands,
  SupportConscripts,
  SupportTension,
  // 11.2-11.5
  AttackFactors,
  AttackArms,
  Halved,
  Quartered,
  AcrossRiver,
  IntoDifficult,
  IntoFortress,
  IntoFortressWithArtillery,
  Understrength,
  AttackRating,
  AttackSupport,
  SupportAcrossRiver,
  SupportIntoDifficult,
  SupportIntoFortress,
  AttackSupportCommander,
  AttackDie,
  // 11.6, 11.7
  DefenceFactors,
  DefenceArms,
  DefenceRating,
  DefenceSupport,
  DefenceSupportCommander,
  DefenceDie,
  // 11.14, 11.15
  Difference,
  WinnerLimit,
  HalfDifference,
  LoserDie,
  NeverBelowNone,
  LoserLimit,
  // 11.2, 11.14, 11.15, 11.18 as a game's data may change them
  Divided,
  DisruptedFactors,
  HitsTable,
  Count
};

struct ModifierSpec {
  ModifierCode code;
  std::string_view words;
  std::string_view rule;
};

inline constexpr ModifierSpec kModifierSpecs[] = {
    {ModifierCode::LongCampaign, "long campaign", "8.6"},
    {ModifierCode::Winter, "winter", "8.6"},
    {ModifierCode::ForcedMarch, "forced march", "8.6"},
    {ModifierCode::MarchCard, "card", "16.1"},
    {ModifierCode::SupremeCommander, "supreme Commander", "14.5"},
    {ModifierCode::OwnCommander, "under its own Commander", "16.2"},
    {ModifierCode::SeniorCommander, "senior Commander", "16.4"},
    {ModifierCode::OrderRating, "Commander Rating", "10.2"},
    {ModifierCode::OrderCommands, "Combat Commands", "10.2"},
    {ModifierCode::SupportRating, "Commander Rating", "10.4"},
    {ModifierCode::SupportCommands, "Combat Commands", "10.4"},
    {ModifierCode::SupportConscripts, "Conscripts", "10.4"},
    {ModifierCode::SupportTension, "Commanders of two nations", "16.6"},
    {ModifierCode::AttackFactors, "Combat Factors", "11.3"},
    {ModifierCode::AttackArms, "combined arms", "11.3"},
    {ModifierCode::Halved, "halved", "11.2"},
    {ModifierCode::Quartered, "quartered", "11.2"},
    {ModifierCode::AcrossRiver, "across a river", "11.4"},
    {ModifierCode::IntoDifficult, "into difficult terrain", "11.4"},
    {ModifierCode::IntoFortress, "into a fortified city", "11.4"},
    {ModifierCode::IntoFortressWithArtillery, "into a fortified city with artillery", "11.4"},
    {ModifierCode::Understrength, "units under strength", "16.3"},
    {ModifierCode::AttackRating, "Commander Rating", "11.5"},
    {ModifierCode::AttackSupport, "supporting units", "11.5"},
    {ModifierCode::SupportAcrossRiver, "support across a river", "11.5"},
    {ModifierCode::SupportIntoDifficult, "support into difficult terrain", "11.5"},
    {ModifierCode::SupportIntoFortress, "support into a fortified city", "11.5"},
    {ModifierCode::AttackSupportCommander, "Commander with the support", "11.5"},
    {ModifierCode::AttackDie, "die", "11.5"},
    {ModifierCode::DefenceFactors, "Combat Factors", "11.6"},
    {ModifierCode::DefenceArms, "combined arms", "11.6"},
    {ModifierCode::DefenceRating, "Commander Rating", "11.7"},
    {ModifierCode::DefenceSupport, "supporting units", "11.7"},
    {ModifierCode::DefenceSupportCommander, "Commander with the support", "11.7"},
    {ModifierCode::DefenceDie, "die", "11.7"},
    {ModifierCode::Difference, "difference", "11.14"},
    {ModifierCode::WinnerLimit, "no more from so few undisrupted units", "11.14"},
    {ModifierCode::HalfDifference, "half the difference", "11.15"},
    {ModifierCode::LoserDie, "die", "11.15"},
    {ModifierCode::NeverBelowNone, "never below none", "11.15"},
    {ModifierCode::LoserLimit, "no more from so few undisrupted units", "11.15"},
    {ModifierCode::Divided, "after exertion", "11.2"},
    {ModifierCode::DisruptedFactors, "Combat Factors of disrupted units", "11.18"},
    {ModifierCode::HitsTable, "by the table", "11.14"},
};

/// Whether `rows` names every enumerator below `count`, in order.
template <class Row, std::size_t kRows, class Enum>
constexpr bool names_all(const Row (&rows)[kRows], Enum Row::*id, Enum count) {
  for (std::size_t i = 0; i < kRows; ++i)
    if (static_cast<std::size_t>(rows[i].*id) != i) return false;
  return kRows == static_cast<std::size_t>(count);
}
static_assert(names_all(kEventSpecs, &EventSpec::kind, EventKind::Count));
static_assert(names_all(kCauses, &CauseSpec::cause, Cause::Count));
static_assert(names_all(kModifierSpecs, &ModifierSpec::code, ModifierCode::Count));

constexpr const EventSpec& spec_of(EventKind kind) {
  return kEventSpecs[static_cast<std::size_t>(kind)];
}
constexpr const CauseSpec& spec_of(Cause cause) { return kCauses[static_cast<std::size_t>(cause)]; }
constexpr const ModifierSpec& spec_of(ModifierCode code) {
  return kModifierSpecs[static_cast<std::size_t>(code)];
}

inline EventKind kind_of(const play::Event& event) { return static_cast<EventKind>(event.kind); }
inline ModifierCode code_of(const play::Modifier& modifier) {
  return static_cast<ModifierCode>(modifier.code);
}
/// Why the unit of an event UnitDisrupted or UnitEliminated was hurt.
inline Cause cause_of(const play::Event& event) { return static_cast<Cause>(event.amount); }

}  // namespace niemen::hex_campaign
