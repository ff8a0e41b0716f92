// The work in hand: what a phase remembers between its decisions, besides what a position remembers
// throughout. Each kind of work has a struct that names its fields.
//
// A position is hashed, sealed and written in the order of its fields, so the work lies in five
// unions, one for pieces, places, numbers, seniors and the stage. Which member counts follows from
// the phase, in Movement and Combat from the stage too. `all` is a union as next_phase() clears it
// and as the text of a position names it; what a work does not use stays as it was cleared.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/systems/hex_campaign/context.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

inline constexpr int kMaxPath = 1 + kMaxMarch;

template <std::size_t kBytes>
using Unused = std::array<std::uint8_t, kBytes>;

// --- stages --------------------------------------------------------------------------------------

/// 14.1, by side.
enum class SetUpStage : std::uint8_t { Pieces, Depots, Done };
/// 16.1.
enum class CardStage : std::uint8_t { Deal, Draw, Play, Effects };
/// 8.2-8.6: one stack on the move.
enum class MarchStage : std::uint8_t {
  Idle,
  ChooseGroup,
  TakeGroup,
  Attach,
  SeniorOfHex,
  SeniorOfGroup,
  Reluctance,
  Chaos,
  Marching,
  Arrived,
  Losses,
  Count
};
/// 10 and, from LoneTarget on, 11 in the order of ruling R-90: one attack.
enum class CombatStage : std::uint8_t {
  Idle,
  Target,
  Ordering,
  Taking,
  Committing,
  Testing,
  LoneTarget,
  WithdrawBefore,
  CommitDefence,
  NameAttack,
  RollAttack,
  NameDefence,
  RollDefence,
  SeniorAttack,
  SeniorDefence,
  AttackDie,
  DefenceDie,
  LoserHits,
  LoserExtra,
  LoserDie,
  WinnerHits,
  WinnerExtra,
  LeftAlone,
  Withdraw,
  Pursuit,
  WithdrawTo,
  Overflow,
  OverflowCommanders,
  OverflowTo,
  OverflowLoss,
  Withdrawn,
  Advance,
  TakeAdvance,
  Advanced,
  Count
};
/// 16.13: the armies go to winter quarters.
enum class WinterStage : std::uint8_t {
  Begin,
  QuartersA,
  ArrivalsA,
  Source,
  LossDice,
  Losses,
  CommanderLosses,
  Fate,
  BeginB,
  QuartersB,
  RestoreDice,
  Restore,
  ArrivalsB,
  Finish
};
/// 16.13: the Commander who went home.
enum class ReturnStage : std::uint8_t { Away, Rolled, Comes, Asked };
/// 16.12: the die of the expedition.
enum class Expedition : std::uint8_t { NotRolled, StaysAway, Comes };
/// Nemesis 14.15, 16.5: how far an offer has come.
enum class OfferStage : std::uint8_t { Rolling, Calling, Answering, Done };
/// Nemesis 17.4, by side.
enum class SwitchStage : std::uint8_t { Asking, MovingDepots, Arriving };

union WorkStage {
  std::uint8_t all = 0;
  CardStage cards;
  MarchStage march;
  CombatStage combat;
  WinterStage winter;
};

// --- pieces --------------------------------------------------------------------------------------

/// 6.3.
struct ForagePieces {
  PieceSet unused;
  PieceSet failed;  ///< units that foraged in vain
};
/// 8.1.
struct RallyPieces {
  PieceSet candidates;  ///< may rally yet
  PieceSet rallied;     ///< in this hex, where nations count (16.6)
};
/// A march, an order or an advance is made up, kind by kind.
struct TakingPieces {
  PieceSet candidates;
  PieceSet unused;
};
/// 16.4.
struct SeniorPieces {
  PieceSet candidates;  ///< one of whom is chosen senior
  PieceSet commanders;  ///< who march with the group
};
/// 8.5.
struct AttritionPieces {
  PieceSet unused;
  PieceSet hurt;  ///< eliminated or disrupted on this march
};
/// 11.16.
struct PursuitPieces {
  PieceSet caught;  ///< one of which the pursuit costs
  PieceSet unused;
};
/// 11.11.
struct WithdrawalPieces {
  PieceSet stack;     ///< that has withdrawn
  PieceSet going_on;  ///< of it, what finds no room
};
/// 16.13.
struct WinterPieces {
  PieceSet waiting;  ///< of the army that takes quarters, off the map
  PieceSet unused;
};

union WorkPieces {
  std::array<PieceSet, 2> all;
  ForagePieces forage;
  RallyPieces rally;
  TakingPieces taking;
  SeniorPieces seniors;
  AttritionPieces attrition;
  PursuitPieces pursuit;
  WithdrawalPieces withdrawal;
  WinterPieces winter;

  constexpr WorkPieces() : all{} {}  // sets are never without a value
};

// --- places --------------------------------------------------------------------------------------

/// All of them. The path is not cleared with the hexes: a march clears what it leaves of it.
struct AllPlaces {
  std::array<std::uint16_t, kMaxPath> path;
  std::array<std::uint16_t, 3> hexes;
};
/// A chapter that goes from hex to hex: 6.3, 8.1, 4.1, 13.1, 14.7.
struct SweepPlaces {
  std::array<std::uint16_t, kMaxPath> unused;
  std::uint16_t hex;  ///< in question; those before it have been dealt with
  std::array<std::uint16_t, 2> unused_too;
};
/// 8.4, 8.5.
struct MarchPlaces {
  std::array<std::uint16_t, kMaxPath> path;  ///< hexes of the march, Position::path_length of them
  std::uint16_t from;
  std::uint16_t losses;  ///< still due: units to eliminate * 4 + units to disrupt
  std::uint16_t unused;
};
/// 10, 11.
struct CombatPlaces {
  std::uint16_t overflow;  ///< where those went on who found no room (11.11)
  std::array<std::uint16_t, kMaxPath - 1> unused;
  std::uint16_t from;
  std::uint16_t target;
  std::uint16_t receiving;  ///< where the defender has withdrawn to
};
/// 13.2, Nemesis 17.4.
struct ArrivalPlaces {
  std::array<std::uint16_t, kMaxPath + 1> unused;
  std::uint16_t piece;  ///< that arrives; those before it have been dealt with
  std::uint16_t unused_too;
};
/// Nemesis 14.15.
struct RedeployPlaces {
  std::array<std::uint16_t, kMaxPath> unused;
  std::uint16_t piece;  ///< that takes quarters
  std::array<std::uint16_t, 2> unused_too;
};
/// Nemesis 17.6.
struct GarrisonPlaces {
  std::array<std::uint16_t, kMaxPath + 1> unused;
  std::uint16_t city;  ///< that may be garrisoned
  std::uint16_t unused_too;
};

union WorkPlaces {
  AllPlaces all{};
  SweepPlaces sweep;
  MarchPlaces march;
  CombatPlaces combat;
  ArrivalPlaces arrival;
  RedeployPlaces redeploy;
  GarrisonPlaces garrison;
};

// --- numbers -------------------------------------------------------------------------------------

struct SetUpWork {
  Unused<3> unused;
  SetUpStage stage;
};
/// 16.9, 16.11.
struct PoliticalWork {
  Unused<3> unused;
  std::uint8_t asked;  ///< 1: the question of the phase has been put
};
/// 16.1.
struct CardWork {
  std::uint8_t nth_effect;  ///< of the card
  std::uint8_t to_choose;   ///< units still to be chosen for the effect, 0 before the first
  std::uint8_t chosen;      ///< 1: all of them
  std::uint8_t nth_card;    ///< in the order of play
};
/// 15.1.
struct BlankWork {
  std::uint8_t nth_side;
  std::uint8_t stopped;  ///< 1: the side places no more
  std::uint8_t unused;
  std::uint8_t begun;  ///< 1: those of the last turn are off the map
};
/// 16.7.
struct ReserveWork {
  std::uint8_t unused;
  std::uint8_t losses;  ///< still due
  std::uint8_t unused_too;
  std::uint8_t rolled;  ///< 1: the die is cast
};
/// A chapter that goes from side to side: 7.1, 7.2, 7.7, 14.7.
struct SidesWork {
  std::uint8_t nth_side;
  Unused<2> unused;
  std::uint8_t stopped;  ///< 1: the side does no more
};
/// 8.1.
struct RallyWork {
  std::uint8_t nth_side;
  std::uint8_t to_rally;  ///< units still to be chosen, 0 between rallies
  std::uint8_t unused;
  std::uint8_t stopped;  ///< 1: the side rallies no more
};
/// A march, an order or an advance is made up, kind by kind.
struct TakingWork {
  std::uint8_t next_kind;  ///< kinds of units, then Commanders; kAllKinds: none is asked for
  Unused<3> unused;
};
inline constexpr std::uint8_t kAllKinds = 255;
/// 8.2-8.4.
struct MarchWork {
  std::uint8_t unused;
  std::uint8_t trains;  ///< that go along for capacity (15.2)
  std::uint8_t unused_too;
  std::uint8_t flags;  ///< bits: see MarchFlag
};
enum MarchFlag : std::uint8_t { kMovementBegun = 1, kMustStop = 2, kLeftCommander = 4 };
/// 4.1.
struct ExcessWork {
  Unused<2> unused;
  std::uint8_t last_occupancy;  ///< of the unit eliminated before, 0 for none
  std::uint8_t begun;           ///< 1: trains are off the map (R-26)
};
/// 10, 11: throughout an attack.
struct CombatWork {
  Unused<3> unused;
  std::uint8_t flags;  ///< bits: see CombatFlag
};
enum CombatFlag : std::uint8_t {
  kCombatBegun = 1,  ///< of the phase
  kBeforeCombat = 2,
  kHasWithdrawn = 4,  ///< no rule asks; the keys of positions have it
  kWasDestroyed = 8,
  kLarge = 16,         ///< both sides have the units of a decisive victory (R-69)
  kSupremeThere = 32,  ///< 14.9a
};
/// 10.4, 10.5.
struct SupportWork {
  std::uint8_t direction;  ///< of the support in question, from the target
  Unused<3> unused;
};
/// 11.14-11.17.
struct HitsWork {
  std::uint8_t stack;    ///< that may take one more: 0 the main stack, else a direction + 1
  std::uint8_t left;     ///< hits still to be taken
  std::uint8_t of_main;  ///< of them, those that the main stack takes first
  std::uint8_t unused;
};
/// 11.11.
struct OverflowWork {
  Unused<2> unused;
  std::uint8_t last_occupancy;  ///< of the unit chosen before, 0 for none
  std::uint8_t unused_too;
};
/// 12.
struct CommanderWork {
  std::uint8_t unused;
  std::uint8_t chosen;     ///< 1: a Commander moves
  std::uint8_t commander;  ///< see commander_byte()
  std::uint8_t begun;
};
/// 13.2, Nemesis 17.4.
struct ArrivalWork {
  std::uint8_t nth_side;
  std::uint8_t unused;
  Expedition expedition;
  std::uint8_t unused_too;
};
/// 16.13: at the end of a turn of the second year, and in winter quarters.
struct RestorationWork {
  std::uint8_t dice;        ///< rolled
  std::uint8_t to_restore;  ///< pieces still to be chosen
  std::uint8_t piece;       ///< chosen, + 1; 0 for none
  std::uint8_t rolled;      ///< 1: the die of the turn is cast
};
/// 16.13.
struct ReturnWork {
  Unused<3> unused;
  ReturnStage stage;
};
/// 16.13.
struct WinterLossWork {
  std::uint8_t dice;            ///< rolled
  std::uint8_t losses;          ///< sum of the dice, then units or Commanders still to be lost
  std::uint8_t commander_dice;  ///< dice that cost a Commander
  std::uint8_t unused;
};
/// 16.13.
struct WinterArrivalWork {
  std::uint8_t piece;  ///< that arrives; those before it have been dealt with
  Unused<3> unused;
};
/// Nemesis 14.15.
struct TruceWork {
  std::uint8_t rolls;         ///< made by both sides
  std::uint8_t first_rolled;  ///< 1: side A has rolled
  std::uint8_t first_die;     ///< side A's
  OfferStage stage;
};
/// Nemesis 14.15, 16.5.
struct RedeployWork {
  std::uint8_t nth_side;
  Unused<2> unused;
  OfferStage stage;
};
/// Nemesis 17.5, 17.9.
struct DepartureWork {
  std::uint8_t nth_side;
  Unused<2> unused;
  std::uint8_t asked;  ///< 1: whether the supreme Commander stays
};
/// Nemesis 17.4.
struct SwitchWork {
  std::uint8_t nth_side;
  Unused<2> unused;
  SwitchStage stage;
};
/// Nemesis 17.6.
struct GarrisonWork {
  std::uint8_t nth_city;
  Unused<3> unused;
};

union WorkNumbers {
  std::array<std::uint8_t, 4> all{};
  SetUpWork set_up;
  PoliticalWork political;
  CardWork cards;
  BlankWork blanks;
  ReserveWork reserve;
  SidesWork sides;
  RallyWork rally;
  TakingWork taking;
  MarchWork march;
  ExcessWork excess;
  CombatWork combat;
  SupportWork support;
  HitsWork hits;
  OverflowWork overflow;
  CommanderWork commanders;
  ArrivalWork arrivals;
  RestorationWork restoration;
  ReturnWork returning;
  WinterLossWork winter_losses;
  WinterArrivalWork winter_arrivals;
  TruceWork truce;
  RedeployWork redeploy;
  DepartureWork departures;
  SwitchWork switching;
  GarrisonWork garrisons;
};

// --- seniors -------------------------------------------------------------------------------------

/// 16.4: the senior Commander, piece + 1; 0 while not known.
struct MarchSeniors {
  std::uint8_t of_hex;
  std::uint8_t of_group;
};
struct CombatSeniors {
  std::uint8_t attacking;
  std::uint8_t defending;
};

union WorkSeniors {
  std::array<std::uint8_t, 2> all{};
  MarchSeniors march;
  CombatSeniors combat;
};

// A union is as large as its largest member, so no work reaches beyond what `all` clears.
static_assert(sizeof(WorkStage) == 1 && sizeof(WorkSeniors) == 2 && sizeof(WorkNumbers) == 4);
static_assert(sizeof(WorkPlaces) == sizeof(AllPlaces));
static_assert(sizeof(WorkPieces) == 2 * sizeof(PieceSet));

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
