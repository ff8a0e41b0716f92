// Why an action is refused: one enumerator a reason, each with its rule number and words.
#pragma once

#include <cstdint>
#include <string_view>

namespace niemen::hex_campaign {

enum class Reason : std::uint8_t {
  Ok,
  NotNow,
  NotOffered,
  NotOnMap,
  OutOfRange,
  Forced,
  // 2-4
  Terrain,
  EnemyUnit,
  HexFull,
  Sheltered,
  Confined,
  Aloof,
  BoundUnits,
  // 6-7
  NoDepotThere,
  NoStackThere,
  NotSupplied,
  NoCommander,
  NoTrainsLeft,
  NoDummiesLeft,
  NoTrainThere,
  DepotForbidden,
  NotACity,
  DepotThere,
  EnemyThere,
  UnfriendlyEmptyCity,
  UnderSiege,
  NoChain,
  TooManyDepots,
  NotEnemyDepot,
  // 8
  NobodyDisrupted,
  RallyOrder,
  DisruptedInStack,
  CommanderMoved,
  NobodyToMove,
  NoWayOut,
  NotAdjacent,
  Revisit,
  MustStop,
  HeldHex,
  TooFar,
  NoForcedMarch,
  NotInGroup,
  TooManyTrains,
  MustMove,
  LeftBehind,
  WouldNotFit,
  // 9-11
  NotEnoughCommands,
  CannotAttack,
  ForageMarker,
  NoTarget,
  AlliesAlone,
  NothingOrdered,
  UnbridgedRiver,
  DifficultWithdrawal,
  NextToAttacker,
  NoExcess,
  // 11.19, 12
  NoFriendInReach,
  AlreadyMoved,
  NotReachable,
  // 13, 14
  NotAnEntryHex,
  EnemyInHex,
  NextToEnemy,
  Quota,
  NeedsUnits,
  // 16
  NotYourCard,
  MustPlaySingle,
  NotAContingent,
  NotReserve,
  NotFriendlyCity,
  NotRestorable,
  CavalryOnly,
  Tension,
  Count
};

/// The number of the rule behind a reason.
std::string_view reason_rule(Reason reason);
/// The reason in words.
std::string_view reason_text(Reason reason);

}  // namespace niemen::hex_campaign
